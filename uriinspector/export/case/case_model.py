"""The data of a case for export, independent of any format."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from sys import intern

from uriinspector.analysis.finding import Finding
from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.list_sources import SHIPPED, Lists, ListSource
from uriinspector.analysis.verdict import Verdict
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import (
    BENIGN,
    IGNORED,
    WHOLE,
    Decision,
    Head,
    LinkRow,
    Trouble,
    head_of,
    is_counted,
    row_of,
)
from uriinspector.documents.document import Document, Link, MessageReport
from uriinspector.documents.document_values import DocumentPart, Envelope, NotExamined

# Marks for links judged to be harmless or irrelevant.
SET_ASIDE = frozenset({BENIGN, IGNORED})
UNDECIDED = Decision()


class FileDecision(NamedTuple):
    part: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class File:
    """A file: its properties, its header data, and the parts that were not examined."""

    name: str
    kind: str
    size: int
    sha256: str
    links: int
    parts: tuple[DocumentPart, ...] = ()
    envelopes: tuple[Envelope, ...] = ()
    not_examined: tuple[NotExamined, ...] = ()
    findings: tuple[Finding, ...] = ()
    lists: tuple[ListSource, ...] = ()
    messages: tuple[MessageReport, ...] = ()
    decisions: tuple[FileDecision, ...] = ()

    def decision(self, part: str) -> Decision:
        """Return the decision about a message in the file or, for the part "", about the file."""
        return next((each.decision for each in self.decisions if each.part == part), UNDECIDED)


class LinkWords(NamedTuple):
    codes: str
    headline: str


class CaseLink(NamedTuple):
    """A ``LinkRow`` to export, with the options for inspecting it and the decision about it.

    ``links`` is the number of links that it represents, ``shown`` the link's visible text, and
    ``context`` the kind of inactive markup around it. Rows from the window have no ``shown``,
    ``context`` or ``known_words``.
    """

    row: LinkRow
    protect: tuple[str, ...] = ()
    edition: str = "2005"
    shown: str | None = None
    links: int = 1
    mark: str | None = None
    note: str = ""
    context: str | None = None
    known_words: LinkWords | None = None
    lists: Lists = SHIPPED

    def words(self) -> LinkWords:
        """Return the summary; if it is unknown, inspect the link again."""
        if self.known_words:
            return self.known_words
        inspection = self.inspection()
        return _words(inspection.findings, inspection.verdict)

    def inspection(self) -> Inspection:
        """Inspect the link without using a cache."""
        return self.row.inspection(self.edition, self.protect, self.lists)


@dataclass(frozen=True, slots=True)
class CaseExport:
    """A case to export, from the window or from scanned files.

    ``links`` may contain a million items and are iterated several times. ``created`` is the time
    for machine formats, such as 2026-11-21T12:00:00Z.
    """

    title: str
    created: str
    files: tuple[File, ...]
    links: Sequence[CaseLink]
    troubles: tuple[Trouble, ...] = ()
    notes: tuple[str, ...] = ()


class DecidedEntry(NamedTuple):
    file: File
    part: str
    decision: Decision
    report: MessageReport | None


def decided_files(case: CaseExport) -> Iterator[DecidedEntry]:
    for file in case.files:
        for each in file.decisions:
            part = each.part or WHOLE
            report = next((one for one in file.messages if one.part == part), None)
            yield DecidedEntry(file, part, each.decision, report)


def marks_of_files(case: CaseExport) -> Counter[str]:
    """Count the marks of emails and of files that contain no emails."""
    return Counter(
        each.decision.mark
        for file in case.files
        for each in file.decisions
        if each.decision.mark and is_counted(file, each.part)
    )


def file_of(head: Head, decisions: tuple[FileDecision, ...] = ()) -> File:
    """Return a file to export, without its path on this computer."""
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
        head.lists.sources,
        head.messages,
        decisions,
    )


def link_of(
    row: LinkRow, head: Head, edition: str, decision: Decision = UNDECIDED, *, links: int = 1
) -> CaseLink:
    """Return a row of the table with its decision; ``links`` is the number of links it
    represents.
    """
    mark = decision.mark or None
    return CaseLink(row, head.protect, edition, None, links, mark, decision.note, lists=head.lists)


def scanned(document: Document, name: str, number: int = 0) -> tuple[File, Iterator[CaseLink]]:
    """Return the file, numbered ``number`` in its case, and its links to export."""
    head = head_of(document, name, 0)._replace(name=name)
    return file_of(head), (_scanned_link(link, number) for link in document.links)


def _scanned_link(link: Link, number: int) -> CaseLink:
    judge, judged = link.leaf.judge, link.judged()
    return CaseLink(
        row_of(link, number, judged),
        judge.protect,
        judge.edition,
        link.text,
        context=link.context,
        known_words=_words(judged.findings, judged.verdict),
        lists=judge.lists,
    )


def _words(findings: Sequence[Finding], verdict: Verdict) -> LinkWords:
    codes = " ".join(dict.fromkeys(each.code for each in findings))
    return LinkWords(intern(codes), verdict.headline)
