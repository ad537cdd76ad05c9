"""The command "values": decodes the values in a link, with the confidence of each reading."""

import argparse
from collections.abc import Callable, Iterator

from uriinspector.analysis.defang import defang
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.values.value import PlacedReading, Value, flattened
from uriinspector.cli.arguments import input_lines, lists_of
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import BLANK, Block, clipped, fitting, line, paragraph, run

# The indentation of nested values, and the maximum number of indented levels.
STEP, DEEPEST = 2, 8
LONGEST = 400
STYLES = {"certain": "strong", "likely": "", "possible": "muted"}


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Print a list of values or JSON for each text."""
    lists = lists_of(options)
    for index, text in enumerate(options.texts or (each.rstrip("\r\n") for each in input_lines())):
        rows = flattened(inspect(text, edition=options.edition, lists=lists).values)
        if options.json:
            values = [each.to_dict() for each in rows]
            record = {"schema": 1, "text": text, "values": values}
            screen.json(record)
        else:
            screen.write([BLANK] if index else [])
            screen.write(_report(text, rows, str if options.exact else defang))
    return 0


def _report(text: str, rows: list[PlacedReading], show: Callable[[str], str]) -> Iterator[Block]:
    yield paragraph(clipped(show(text), LONGEST), 0, "strong")
    if not rows:
        yield line("  ", run("No values that can be decoded", "muted"))
    depths: list[int] = []
    before: Value | None = None
    for each in rows:
        depth = 0 if each.of is None else depths[each.of] + 1
        depths.append(depth)
        indent = 2 + STEP * min(depth, DEEPEST)
        if each.value is not before:
            yield _place(each.value, show, indent)
        before = each.value
        reading = each.reading
        confidence = f"{reading.confidence}: " if reading.confidence != "certain" else ""
        style = STYLES[reading.confidence]
        yield paragraph(f"{confidence}{show(reading.phrase)}", indent + STEP, style)
        about = f"{reading.decoder}; {reading.source}" if reading.source else reading.decoder
        yield paragraph(about, indent + STEP, "muted")


def _place(value: Value, show: Callable[[str], str], indent: int) -> Block:
    """Return the position, name and text of a value."""
    place = run(f"{value.start}-{value.end}  ", "clause")
    name = run(f"{value.name}: " if value.name else "", "strong")
    return fitting(line(" " * indent, place, name), show(value.text), least=20)
