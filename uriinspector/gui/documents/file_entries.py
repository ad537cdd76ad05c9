"""The files of a case as rows: one each, and one for each message that stands in another file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.case_counts import WHOLE, case_counts
from uriinspector.documents.cases.link_row import CALM, FileKey, Head
from uriinspector.documents.document import MessageReport
from uriinspector.documents.document_values import Envelope
from uriinspector.documents.scan_state import HTML

if TYPE_CHECKING:
    from uriinspector.documents.cases.row_columns import RowKind


class Check(NamedTuple):
    """What the receiver claims of one method; the outcome decides about the sign."""

    method: str
    result: str
    outcome: str


class LinksOfKind(NamedTuple):
    """So many links of a kind, and the numbers of the first and the last of them."""

    kind: RowKind
    links: int
    first: int
    last: int


@dataclass(slots=True)
class SiteCount:
    """Where links lead: how many, and the worst of them."""

    name: str
    links: int = 0
    rank: int = CALM


def count_site(sites: dict[str, SiteCount], name: str, rank: int, links: int) -> None:
    """Count some more links of one severity."""
    site = sites.get(name)
    if site is None:
        site = sites[name] = SiteCount(name)
    site.links += links
    site.rank = max(site.rank, rank)


@dataclass(slots=True)
class FileEntry:
    """A file, or a message in one: ``first`` and ``last`` are the numbers of its links.

    A link belongs to the innermost message that it stands in.  ``members`` are the messages in a
    file; one that is none itself stands for them.
    """

    key: FileKey
    head: Head
    envelope: Envelope | None
    report: MessageReport | None = None
    links: int = 0
    rank: int = CALM
    title: str = ""  # of its worst finding
    first: int = 0
    last: int = 0
    ranks: dict[int, int] = field(default_factory=dict)  # how many links of each
    members: list[int] = field(default_factory=list)
    sites: dict[str, SiteCount] = field(default_factory=dict)  # that its links lead to
    checks: tuple[Check, ...] | None = None  # once somebody has looked at them
    words: tuple[str, str] | None = None  # a language, and what the filter looks into
    parts: set[str] = field(default_factory=set)  # that links of it stand in

    def add(self, some: LinksOfKind) -> None:
        """Some of its links; the level of a message is known before them."""
        kind = some.kind
        if not self.links:
            self.first = some.first
        self.links += some.links
        self.last = max(self.last, some.last)
        self.parts.add(kind.part)
        self.ranks[kind.rank] = self.ranks.get(kind.rank, 0) + some.links
        count_site(self.sites, kind.site, kind.rank, some.links)
        if self.report is None and kind.rank > self.rank:
            self.rank, self.title = kind.rank, kind.title

    @property
    def is_folder(self) -> bool:
        """Whether it only holds messages together."""
        return self.envelope is None and bool(self.members)

    @property
    def is_member(self) -> bool:
        """Whether it is a message in another file."""
        return bool(self.key.part)

    @property
    def is_page(self) -> bool:
        """Whether it is a page, which may have come from somewhere."""
        return self.head.kind == HTML and not self.key.part

    @property
    def span(self) -> tuple[int, int]:
        """From which link to which."""
        return (self.first, self.last + 1) if self.links else (0, 0)

    @property
    def part(self) -> str:
        """The path of its part."""
        return self.key.part or WHOLE


class FileEntries:
    """All of them by number, in the order in which they came."""

    def __init__(self) -> None:
        """Start without one."""
        self.rows: list[FileEntry] = []
        self.numbers: dict[FileKey, int] = {}
        self._emails = 0
        self.singles = 0  # that are decided one by one
        self._holding: dict[tuple[int, str], tuple[FileEntry, ...]] = {}

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def has_messages(self) -> bool:
        """Whether one of them is a message."""
        return self._emails > 0

    @property
    def are_emails(self) -> bool:
        """Return True if all that is decided one by one is email."""
        return self._emails == self.singles

    def add_head(self, head: Head, file: int) -> None:
        """A file, with the messages in it."""
        envelopes = {each.part: each for each in head.envelopes}
        reports = {each.part: each for each in head.messages}
        whole = FileEntry(FileKey(file), head, envelopes.pop(WHOLE, None), reports.get(WHOLE))
        if whole.envelope is None and head.findings:
            whole.rank, whole.title = RANK[head.findings[0].severity], head.findings[0].title
        self._add(whole)
        for part, envelope in envelopes.items():
            whole.members.append(len(self.rows))
            self._add(FileEntry(FileKey(file, part), head, envelope, reports.get(part)))
        counts = case_counts([head], 0)
        self._emails += counts.emails
        self.singles += counts.emails + counts.others

    def complete(self, file: int, head: Head) -> None:
        """More is known of a file that is no message; its links stay."""
        entry = self.rows[self.numbers[FileKey(file)]]
        entry.head, entry.words = head, None
        if head.findings and RANK[head.findings[0].severity] >= entry.rank:
            entry.rank, entry.title = RANK[head.findings[0].severity], head.findings[0].title

    def add_links(self, some: LinksOfKind) -> None:
        """Links of one kind; kinds come in the order of their first links."""
        for entry in self._entries_of(some.kind.file, some.kind.part):
            entry.add(some)

    def of(self, number: int, part: str) -> FileEntry | None:
        """The innermost one that a part of a file belongs to."""
        return next(iter(self._entries_of(number, part)), None)

    def decided_with(self, number: int) -> list[FileKey]:
        """What is decided with one: itself, and all messages that it only holds together."""
        entry = self.rows[number]
        members = entry.members if entry.is_folder else ()
        return [entry.key, *(self.rows[each].key for each in members)]

    def in_file(self, file: int) -> list[FileEntry]:
        """A file and the messages in it."""
        whole = self.rows[self.numbers[FileKey(file)]]
        return [whole, *(self.rows[each] for each in whole.members)]

    def single(self) -> Iterable[FileEntry]:
        """Those that are decided one by one."""
        return (each for each in self.rows if not each.is_folder)

    def _add(self, entry: FileEntry) -> None:
        if entry.report is not None:
            entry.rank = RANK.get(entry.report.severity or "", CALM)
        self.numbers[entry.key] = len(self.rows)
        self.rows.append(entry)

    def _entries_of(self, file: int, part: str) -> tuple[FileEntry, ...]:
        """The innermost message that a part stands in; and its file, if that holds messages."""
        place = (file, part)
        if place not in self._holding:
            whole = self.rows[self.numbers[FileKey(file)]]
            inner = whole
            while part and inner is whole:
                number = self.numbers.get(FileKey(file, part))
                inner = whole if number is None else self.rows[number]
                part = part.rpartition(".")[0]
            is_held = inner is not whole and whole.is_folder
            self._holding[place] = (inner, whole) if is_held else (inner,)
        return self._holding[place]
