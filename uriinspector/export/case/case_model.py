"""What is handed on of a case of documents, before it is written in any form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from sys import intern

from uriinspector.analysis.finding import Finding
from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.list_sources import SHIPPED, Lists, ListSource
from uriinspector.analysis.verdict import Verdict
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.case_counts import WHOLE, is_counted
from uriinspector.documents.cases.link_row import (
    BENIGN,
    IGNORED,
    Decision,
    Head,
    LinkRow,
    Trouble,
    head_of,
    row_of,
)
from uriinspector.documents.document import Document, Link, MessageReport
from uriinspector.documents.document_values import DocumentPart, Envelope, NotExamined

# Nobody means these any more.
SET_ASIDE = frozenset({BENIGN, IGNORED})
UNDECIDED = Decision()


class FileDecision(NamedTuple):
    """What was decided of a file, or of the message in it that is this part."""

    part: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class File:
    """One file: what it is, what stands in its header, and what of it was not examined."""

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
        """What was decided of a message in it, or with "" of the file."""
        return next((each.decision for each in self.decisions if each.part == part), UNDECIDED)


class LinkWords(NamedTuple):
    """What is said of a link in few words: the codes of all its findings, and the headline."""

    codes: str
    headline: str


class CaseLink(NamedTuple):
    """A ``LinkRow`` as it is handed on: with what it is read by, and what was decided of it.

    ``links`` tells how many it stands for; ``shown`` is the text that is shown for it, and
    ``context`` tells of a template around it.  A row of the window knows neither, and no words.
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
        """What is said of it; it is inspected again where that is not known any more."""
        if self.known_words:
            return self.known_words
        inspection = self.inspection()
        return _words(inspection.findings, inspection.verdict)

    def inspection(self) -> Inspection:
        """All about it, made anew each time."""
        return self.row.inspection(self.edition, self.protect, self.lists)


@dataclass(frozen=True, slots=True)
class CaseExport:
    """A case while it is handed on: of the window's, or of files that were only scanned.

    ``links`` are gone through more than once, and may be a million.
    ``created`` is the time that machines are told, as in 2026-11-21T12:00:00Z.
    """

    title: str
    created: str
    files: tuple[File, ...]
    links: Sequence[CaseLink]
    troubles: tuple[Trouble, ...] = ()
    notes: tuple[str, ...] = ()
    is_cleaned: bool = False


class DecidedEntry(NamedTuple):
    """A file or email that was marked or has a note; ``report`` is about an email."""

    file: File
    part: str
    decision: Decision
    report: MessageReport | None


def decided_files(case: CaseExport) -> Iterator[DecidedEntry]:
    """Yield the files and emails that were decided, in their order."""
    for file in case.files:
        for each in file.decisions:
            part = each.part or WHOLE
            report = next((one for one in file.messages if one.part == part), None)
            yield DecidedEntry(file, part, each.decision, report)


def marks_of_files(case: CaseExport) -> Counter[str]:
    """Count the marks of emails and of other files; a file that contains emails does not count."""
    return Counter(
        each.decision.mark
        for file in case.files
        for each in file.decisions
        if each.decision.mark and is_counted(file, each.part)
    )


def file_of(head: Head, decisions: tuple[FileDecision, ...] = ()) -> File:
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
        head.lists.sources,
        head.messages,
        decisions,
    )


def link_of(
    row: LinkRow, head: Head, edition: str, decision: Decision = UNDECIDED, *, links: int = 1
) -> CaseLink:
    """A row of the table with what was decided; ``links`` tells how many it stands for."""
    mark = decision.mark or None
    return CaseLink(row, head.protect, edition, None, links, mark, decision.note, lists=head.lists)


def scanned(document: Document, name: str, number: int = 0) -> tuple[File, Iterator[CaseLink]]:
    """The document as a whole and its links; ``number`` is that of the file."""
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
