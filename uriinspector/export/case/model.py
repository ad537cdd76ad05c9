"""What is handed on of a case of documents, before it is written in any form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.finding import SEVERITIES
from uriinspector.documents.cases.row import BENIGN, CALM, IGNORED, Decision
from uriinspector.documents.found import ONE
from uriinspector.documents.judgement import inspected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.documents.cases.row import Head, LinkRow, Trouble
    from uriinspector.documents.envelope import Envelope
    from uriinspector.documents.model import NotExamined, Part

# Nobody means these any more.
SET_ASIDE = frozenset({BENIGN, IGNORED})
UNDECIDED = Decision()


@dataclass(frozen=True, slots=True)
class File:
    """One file: what it is, what stands in its header, and what of it was not examined."""

    name: str
    kind: str
    size: int
    sha256: str
    links: int
    parts: tuple[Part, ...] = ()
    envelopes: tuple[Envelope, ...] = ()
    not_examined: tuple[NotExamined, ...] = ()
    findings: tuple[Finding, ...] = ()


class Entry(NamedTuple):
    """One link, or several that one row stands for: where the first stands and where it leads.

    Severity, code and title are those of its worst finding; ``mark`` and ``note`` are what
    somebody has decided and written down.
    """

    file: int
    part: str
    line: int
    column: int
    start: int
    end: int
    element: str
    attribute: str
    value: str
    base: str | None
    target: str | None
    host: str | None
    site: str
    severity: str | None
    code: str
    title: str
    how: str = ONE
    own: tuple[Finding, ...] = ()
    protect: tuple[str, ...] = ()
    edition: str = "2005"
    shown: str | None = None
    links: int = 1
    mark: str | None = None
    note: str = ""

    def inspection(self) -> Inspection:
        """All about it, made anew each time."""
        return inspected(self, self.edition, self.protect)


@dataclass(frozen=True, slots=True)
class Case:
    """Files and links; ``entries`` are gone through more than once, and may be a million.

    ``made`` is the time that machines are told, as in 2026-11-21T12:00:00Z.
    """

    title: str
    made: str
    files: tuple[File, ...]
    entries: Sequence[Entry]
    troubles: tuple[Trouble, ...] = ()
    notes: tuple[str, ...] = ()
    is_cleaned: bool = False


def file_of(head: Head) -> File:
    """A file as it is handed on: without its place on this machine."""
    return File(
        head.name,
        head.kind,
        head.size,
        head.sha256,
        head.links,
        head.parts,
        head.envelopes,
        head.not_examined,
        head.findings,
    )


def entry_of(
    row: LinkRow,
    head: Head,
    edition: str,
    decision: Decision = UNDECIDED,
    *,
    links: int = 1,
) -> Entry:
    """A row of the table with what was decided; ``links`` tells how many it stands for."""
    element, _, attribute = row.element.partition(" ")
    return Entry(
        row.file,
        row.part,
        row.line,
        row.column,
        row.start,
        row.end,
        element,
        attribute,
        row.value,
        row.base,
        row.target,
        row.host,
        row.site,
        None if row.rank == CALM else SEVERITIES[row.rank],
        row.code,
        row.title,
        row.how,
        row.own,
        head.protect,
        edition,
        None,
        links,
        decision.mark or None,
        decision.note,
    )
