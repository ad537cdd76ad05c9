"""The additional sections of ``--full``: escapes, other parsers, scheme and links inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cites
from uriinspector.cli.styled_line import (
    BLANK,
    Line,
    StyledRun,
    clipped,
    left_out,
    line,
    paragraph,
    run,
    section,
    table,
)
from uriinspector.readers.reading import RESERVED_SCHEME, UNKNOWN_SCHEME, Reading

if TYPE_CHECKING:
    from uriinspector.analysis.escapes import Spot
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.schemes.dossier import Dossier


def details(inspection: Inspection, link: Callable[[str], str], most: int) -> Iterator[Line]:
    """Yield all sections that are not empty."""
    yield from _escapes(inspection, most)
    yield from _readings(inspection, most)
    if inspection.dossier:
        yield from _dossier(inspection.dossier, most)
    yield from _nested(inspection, link, most)


def _escapes(inspection: Inspection, most: int) -> Iterator[Line]:
    rows = inspection.escapes
    if isinstance(inspection.correction, str):
        yield BLANK
        yield from paragraph(f"Not corrected: {inspection.correction}", most, 0)
    if rows:
        yield from section("Encoding")
    yield from table(
        [
            (
                run(f"{each.span.start}-{each.span.end}", "muted"),
                clipped(each.text.replace(" ", "␠"), 24),
                run(each.part.value, "muted"),
                f"{each.name}: {each.problem}" + _instead(each),
            )
            for each in rows[:MOST_ESCAPES]
        ],
        most,
    )
    yield from left_out(len(rows) - MOST_ESCAPES)


# A longer table would be hard to read.
MOST_ESCAPES = 60


def _instead(spot: Spot) -> str:
    sends = "" if spot.sends in {None, spot.text} else f"; browsers send {spot.sends or 'nothing'}"
    return sends + ("" if spot.write is None else f"; write {spot.write or 'nothing'}")


def _readings(inspection: Inspection, most: int) -> Iterator[Line]:
    yield from section("Other parsers")
    rows = [
        (
            each.reader,
            _taken(each),
            run("not present" if each.host is None else each.host or "empty", "host"),
            run(each.note or "", "muted"),
        )
        for each in inspection.readings
    ]
    yield from table(rows, most)


def _taken(reading: Reading) -> StyledRun:
    if reading.accepted:
        return run("unknown" if reading.note in (UNKNOWN_SCHEME, RESERVED_SCHEME) else "accepts")
    return run("rejects", "medium")


def _dossier(dossier: Dossier, most: int) -> Iterator[Line]:
    yield from section(f"{dossier.scheme}: {dossier.title}")
    rows = [
        (
            each.name,
            clipped("not present" if each.value is None else each.value or "empty", 40),
            run(each.meaning, "muted"),
        )
        for each in dossier.fields
    ]
    yield from table(rows, most)
    if dossier.actions:
        yield BLANK
        yield line(run("  What an app would do:", "muted"))
        yield from table(
            [
                (each.verb, clipped(each.text, 60), run(each.note, "muted"))
                for each in dossier.actions
            ],
            most,
            indent=4,
        )
    for note in dossier.notes:
        yield from paragraph(note.message, most, 2, "medium" if note.level == "danger" else "")
    if dossier.cites:
        yield from paragraph(shown_cites(dossier.cites), most, 2, "clause")


def _nested(
    inspection: Inspection, link: Callable[[str], str], most: int, depth: int = 0
) -> Iterator[Line]:
    """Yield the links inside with their verdicts, and recursively the links inside them."""
    if inspection.nested and not depth:
        yield from section("Nested links")
    for each in inspection.nested:
        indent = 2 + 2 * depth
        yield line(
            " " * indent,
            run(f"{each.layer.via}: ", "muted"),
            run(clipped(link(each.layer.text), max(most - indent - len(each.layer.via) - 2, 20))),
        )
        if each.inspection:
            verdict = each.inspection.verdict
            explanation = (
                f"{verdict.severity}: {verdict.headline}" if verdict.severity else verdict.headline
            )
            yield from paragraph(explanation, most, indent + 2, verdict.severity or "")
            yield from _nested(each.inspection, link, most, depth + 1)
