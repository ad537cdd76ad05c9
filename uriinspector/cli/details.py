"""What ``--full`` adds: how others read it, what its scheme says, what is inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cites
from uriinspector.cli.styled_line import (
    BLANK,
    Line,
    StyledRun,
    clipped,
    heading,
    line,
    paragraph,
    run,
    table,
)
from uriinspector.readers.reading import RESERVED_SCHEME, UNKNOWN_SCHEME, Reading

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.schemes.dossier import Dossier


def details(inspection: Inspection, link: Callable[[str], str], most: int) -> Iterator[Line]:
    """All three, each where there is something to say."""
    yield from _readings(inspection, most)
    if inspection.dossier:
        yield from _dossier(inspection.dossier, most)
    yield from _nested(inspection, link, most)


def _readings(inspection: Inspection, most: int) -> Iterator[Line]:
    yield BLANK
    yield heading("Other parsers")
    rows = [
        (
            run(each.reader),
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
    yield BLANK
    yield heading(f"{dossier.scheme}: {dossier.title}")
    rows = [
        (
            run(each.name),
            run("not present" if each.value is None else each.value or "empty"),
            run(each.meaning, "muted"),
        )
        for each in dossier.fields
    ]
    yield from table(
        [(name, run(clipped(text.text, 40)), styled_run) for name, text, styled_run in rows], most
    )
    if dossier.actions:
        yield BLANK
        yield line(run("  What an app would do:", "muted"))
        yield from table(
            [
                (run(each.verb), run(clipped(each.text, 60)), run(each.note, "muted"))
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
    """The references inside, each with its own verdict, and what is inside of them."""
    if inspection.nested and not depth:
        yield BLANK
        yield heading("Nested links")
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
