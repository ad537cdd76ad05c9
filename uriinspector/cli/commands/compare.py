"""Comparison: the ladder, and the two texts character by character."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import cells, drawn
from uriinspector.cli.styled_line import BLANK, Line, clipped, heading, line, paragraph, run, table
from uriinspector.core.characters import name, number
from uriinspector.core.compare import Comparison, compare

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from uriinspector.cli.screen import Screen
    from uriinspector.core.compare import ComparedRung
    from uriinspector.core.model import Span

LONGEST = 400
MOST_DIFFERENCES, MOST_CHARACTERS = 16, 8
# No more of two texts than this is laid side by side.
MOST_ALIGNED = 4_096


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """The report, or its JSON; the status is 1 where they are not shown to be the same."""
    comparison = compare(
        options.a, options.b, edition=options.edition, urn_edition=options.urn_edition
    )
    if options.json:
        screen.out.write(json.dumps(comparison.to_dict(), indent=2) + "\n")
    else:
        screen.write(_lines(comparison, screen.width))
    return int(comparison.first_equal is None)


def _lines(comparison: Comparison, most: int) -> Iterator[Line]:
    yield from paragraph(_sentence(comparison), most, 0, "strong")
    yield BLANK
    yield heading(f"Comparison ladder ({comparison.edition} edition)")
    for each in comparison.rungs:
        yield from _rung(each, most)
    yield BLANK
    yield heading("Character by character")
    if not comparison.appearance.differences:
        yield line("  no difference")
        return
    yield from _aligned(comparison, most)
    yield BLANK
    yield from _differences(comparison, most)


def _sentence(comparison: Comparison) -> str:
    if comparison.first_equal == "string":
        return "Identical."
    if comparison.first_equal:
        return f"Equivalent at level {comparison.first_equal}."
    where = ", ".join(part.value for part in comparison.differs)
    return f"Not shown equivalent; different in {where or 'their characters'}."


def _rung(each: ComparedRung, most: int) -> Iterator[Line]:
    sign, style = {None: ("?", "muted"), True: ("=", "strong"), False: ("≠", "muted")}[each.equal]
    cites = "; ".join(each.cites)
    yield line("  ", run(sign, style), " ", run(f"{each.name:<18}", style), run(cites, "clause"))
    if each.a.text is None or each.b.text is None:
        yield from paragraph(each.a.note, most, 6, "muted")
        return
    texts = [each.a.text] if each.equal else [each.a.text, each.b.text]
    for text in texts:
        yield from paragraph(clipped(text, LONGEST), most, 6)


def _columns(comparison: Comparison) -> Iterator[tuple[str, str, bool]]:
    """Pairs of what is drawn above each other, and whether the two differ."""
    a, b = comparison.a[:MOST_ALIGNED], comparison.b[:MOST_ALIGNED]
    left = right = 0
    for each in comparison.appearance.differences:
        yield from _above(a[left : each.a.start], b[right : each.b.start], differs=False)
        yield from _above(each.a.of(a), each.b.of(b), differs=True)
        left, right = each.a.end, each.b.end
    yield from _above(a[left:], b[right:], differs=False)


def _above(upper: str, lower: str, *, differs: bool) -> Iterator[tuple[str, str, bool]]:
    for one, other in zip_longest(upper, lower, fillvalue=""):
        yield "".join(map(drawn, one)), "".join(map(drawn, other)), differs


def _aligned(comparison: Comparison, most: int) -> Iterator[Line]:
    """Three rows: the one, the other, and marks where they differ."""
    rows = ["", "", ""]
    used = 0
    for upper, lower, differs in _columns(comparison):
        size = max(cells(upper), cells(lower))
        if used + size > most - 6:
            yield from _three(rows)
            rows, used = ["", "", ""], 0
        rows[0] += upper + "·" * (size - cells(upper))
        rows[1] += lower + "·" * (size - cells(lower))
        rows[2] += ("^" if differs else " ") * size
        used += size
    yield from _three(rows)


def _three(rows: list[str]) -> Iterator[Line]:
    for label, text, style in zip(("A", "B", " "), rows, ("", "", "mark"), strict=True):
        if text.strip():
            yield line("  ", run(label, "muted"), "  ", run(text, style))


def _differences(comparison: Comparison, most: int) -> Iterator[Line]:
    differences = comparison.appearance.differences
    rows = []
    for each in differences[:MOST_DIFFERENCES]:
        rows += [
            (run("A", "muted"), run(_place(each.a), "muted"), run(_named(each.a.of(comparison.a)))),
            (run("B", "muted"), run(_place(each.b), "muted"), run(_named(each.b.of(comparison.b)))),
        ]
    yield from table(rows, most)
    if len(differences) > MOST_DIFFERENCES:
        yield line(run(f"  {len(differences) - MOST_DIFFERENCES} more: use --json", "muted"))


def _place(span: Span) -> str:
    return f"{span.start}-{span.end}"


def _named(text: str) -> str:
    """The characters by number and name."""
    if not text:
        return "nothing"
    words = ", ".join(f"{number(char)} {name(char)}" for char in text[:MOST_CHARACTERS])
    more = len(text) - MOST_CHARACTERS
    return f"{words} and {more} more" if more > 0 else words
