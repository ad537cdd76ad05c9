"""Resolution: the target, the steps of one edition, and what the others make of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from uriinspector import EDITIONS
from uriinspector.cli.styled_line import BLANK, Line, clipped, heading, line, run, table
from uriinspector.core.resolution import Buffer
from uriinspector.core.resolve import Resolution, resolve
from uriinspector.export.exercises import outcome

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from uriinspector.cli.screen import Screen
    from uriinspector.core.resolution import Step

# A long path makes a step or two a segment.
MOST_STEPS = 60
LONGEST, LONGEST_SHOWN = 200, 2_000


def run_edition(options: argparse.Namespace, base: str, text: str, edition: str) -> Resolution:
    """The resolution by one edition, in the chosen manner."""
    return resolve(
        base,
        text,
        edition=edition,
        strict=not options.lenient,
        above_root=options.above_root,
    )


def run_all(options: argparse.Namespace) -> dict[str, Resolution]:
    """The resolutions of all editions."""
    base, text = options.base_uri, options.reference
    return {edition: run_edition(options, base, text, edition) for edition in EDITIONS}


def status_of(resolution: Resolution) -> int:
    """1 where the reference leads nowhere."""
    return int(resolution.target is None and not resolution.same_document)


def _lines(resolution: Resolution, others: dict[str, Resolution], most: int) -> Iterator[Line]:
    yield from table(
        [
            (run("base", "muted"), run(clipped(resolution.base, LONGEST_SHOWN))),
            (run("reference", "muted"), run(clipped(resolution.reference, LONGEST_SHOWN))),
            (run("target", "strong"), run(clipped(outcome(resolution), LONGEST_SHOWN), "strong")),
        ],
        most,
        indent=0,
    )
    yield BLANK
    yield heading(f"Steps ({resolution.edition} edition)")
    for each in resolution.steps[:MOST_STEPS]:
        yield from _step(each, most)
    if len(resolution.steps) > MOST_STEPS:
        yield line(run(f"  {len(resolution.steps) - MOST_STEPS} more similar steps", "muted"))
    yield BLANK
    yield heading("All editions")
    rows = [
        (
            run(edition),
            run(_compared(each, resolution), "muted"),
            run(clipped(outcome(each), LONGEST)),
        )
        for edition, each in others.items()
    ]
    yield from table(rows, most)


def _compared(each: Resolution, chosen: Resolution) -> str:
    if each.edition == chosen.edition:
        return ""
    return "same" if outcome(each) == outcome(chosen) else "differs"


def _step(each: Step, most: int) -> Iterator[Line]:
    """The clause, what it does, and the text as it stands after it."""
    yield from table([(run(each.rule.ljust(11), "clause"), run(clipped(each.note, LONGEST)))], most)
    if isinstance(each.after, Buffer):
        yield from table(
            [
                (run(" " * 11), run("output", "muted"), run(clipped(each.after.output, LONGEST))),
                (run(" " * 11), run("input", "muted"), run(clipped(each.after.input, LONGEST))),
            ],
            most,
        )
    elif each.after is not None:
        part = each.part.value if each.part else "strong"
        yield from table([(run(" " * 11), run(clipped(each.after, LONGEST), part))], most)


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """The report, or its JSON with every edition's."""
    others = run_all(options)
    resolution = others[options.edition]
    if options.json:
        record = resolution.to_dict()
        record["editions"] = {edition: each.to_dict() for edition, each in others.items()}
        screen.out.write(json.dumps(record, indent=2) + "\n")
    else:
        screen.write(_lines(resolution, others, screen.width))
    return status_of(resolution)
