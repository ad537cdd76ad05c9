"""The additional sections of ``--full``: escapes, other parsers, scheme and nested links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cites
from uriinspector.cli.styled_line import (
    BLANK,
    Block,
    StyledRun,
    clipped,
    fitting,
    left_out,
    line,
    paragraph,
    run,
    section,
    table,
)
from uriinspector.readers.reading import RESERVED_SCHEME, UNKNOWN_SCHEME, Reading

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.schemes.dossier import Dossier


def details(inspection: Inspection, link: Callable[[str], str]) -> Iterator[Block]:
    """Yield all sections that are not empty."""
    yield from _escapes(inspection, link)
    yield from section("Other parsers")
    yield table(
        (
            (
                each.reader,
                _taken(each),
                "not present" if each.host is None else each.host or "empty",
                each.note or "",
            )
            for each in inspection.readings
        ),
        *("", "", "host", "muted"),
    )
    if inspection.dossier:
        yield from _dossier(inspection.dossier)
    if inspection.nested:
        yield from section("Nested links")
        yield from _nested(inspection, link, 2)


# A longer table would be hard to read.
MOST_ESCAPES = 60


def _escapes(inspection: Inspection, link: Callable[[str], str]) -> Iterator[Block]:
    rows = inspection.escapes
    if isinstance(inspection.correction, str):
        yield BLANK
        yield paragraph(f"Not corrected: {inspection.correction}")
    elif inspection.left:
        yield BLANK
        yield paragraph(link(inspection.left))
    if inspection.iri:
        yield BLANK
        yield paragraph(f"As an IRI: {link(inspection.iri)}")
    if rows:
        yield from section("Encoding")
    yield table(
        (
            (
                f"{each.span.start}-{each.span.end}",
                run(clipped(each.text.replace(" ", "␠"), 24)),
                each.part.value,
                " · ".join([each.sentence, *each.notes, shown_cites(each.cites)]),
            )
            for each in rows[:MOST_ESCAPES]
        ),
        *("muted", "", "muted"),
    )
    yield from left_out(len(rows) - MOST_ESCAPES)


def _taken(reading: Reading) -> StyledRun:
    if reading.accepted:
        return run("unknown" if reading.note in (UNKNOWN_SCHEME, RESERVED_SCHEME) else "accepts")
    return run("rejects", "medium")


def _dossier(dossier: Dossier) -> Iterator[Block]:
    yield from section(f"{dossier.scheme}: {dossier.title}")
    yield table(
        (
            (
                each.name,
                clipped("not present" if each.value is None else each.value or "empty", 40),
                each.meaning,
            )
            for each in dossier.fields
        ),
        *("", "", "muted"),
    )
    if dossier.actions:
        yield BLANK
        yield line(run("  What an app would do:", "muted"))
        rows = ((each.verb, clipped(each.text, 60), each.note) for each in dossier.actions)
        yield table(rows, "", "", "muted", indent=4)
    for note in dossier.notes:
        yield paragraph(note.message, 2, "medium" if note.level == "danger" else "")
    if dossier.cites:
        yield paragraph(shown_cites(dossier.cites), 2, "clause")


def _nested(inspection: Inspection, link: Callable[[str], str], indent: int) -> Iterator[Block]:
    """Yield the nested links with their verdicts, recursively."""
    for each in inspection.nested:
        via = line(" " * indent, run(f"{each.layer.via}: ", "muted"))
        yield fitting(via, link(each.layer.text), least=20)
        if each.inspection:
            verdict = each.inspection.verdict
            text = (f"{verdict.severity}: " if verdict.severity else "") + verdict.headline
            yield paragraph(text, indent + 2, verdict.severity or "")
            yield from _nested(each.inspection, link, indent + 2)
