"""The open case in memory: files and emails as rows, their links, and the decisions."""

import gc
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import TypeAlias, TypeVar, cast

from uriinspector.analysis.finding import RANK, Finding
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.core.model import Message, NamedTuple, counting, message
from uriinspector.documents.cases.contents import StepHistory
from uriinspector.documents.cases.link_row import (
    CALM,
    WHOLE,
    CaseCounts,
    Decision,
    DecisionKey,
    FileKey,
    Head,
    LinkRow,
    Trouble,
    case_counts,
    is_counted,
)
from uriinspector.documents.cases.row_columns import (
    FileCompletion,
    FileReplacement,
    RowBlock,
    RowColumns,
    RowKind,
    renumbering,
)
from uriinspector.documents.document import MessageReport
from uriinspector.documents.document_values import Envelope
from uriinspector.documents.scan_state import HTML, STYLE
from uriinspector.gui.documents.file_reader import FileStarted, ScanEvent


class Check(NamedTuple):
    """An authentication result in the header; ``outcome`` determines its icon."""

    method: str
    result: str
    outcome: str


class LinksOfKind(NamedTuple):
    """Links of one kind: how many there are, and the numbers of the first and the last one."""

    kind: RowKind
    links: int
    first: int
    last: int


@dataclass(slots=True)
class SiteCount:
    """A site that links lead to, with the number of links and their worst severity."""

    name: str
    links: int = 0
    rank: int = CALM


def count_site(sites: dict[str, SiteCount], name: str, rank: int, links: int) -> None:
    """Add a number of links of one severity to a site."""
    site = sites.get(name)
    if site is None:
        site = sites[name] = SiteCount(name)
    site.links += links
    site.rank = max(site.rank, rank)


# The findings of a site check, each with the offset of its link; -1 if it is about the whole page.
SiteFindings: TypeAlias = list[tuple[int, Finding]]
UNCHECKED = "No findings; site not checked"


@dataclass(slots=True)
class FileEntry:
    """A file, or an email in one; ``first`` and ``last`` are the numbers of its links.

    A link belongs to the innermost email that contains it. If a file is not an email itself,
    ``members`` are the emails in it, which it represents.
    """

    key: FileKey
    head: Head
    envelope: Envelope | None
    report: MessageReport | None = None
    links: int = 0
    rank: int = CALM
    title: str = ""  # title of the worst finding
    titled: int = CALM  # severity of that finding
    first: int = 0
    last: int = 0
    ranks: dict[int, int] = field(default_factory=dict)  # number of links by severity
    members: list[int] = field(default_factory=list)
    sites: dict[str, SiteCount] = field(default_factory=dict)  # sites that the links lead to
    checks: tuple[Check, ...] | None = None  # None until computed
    words: tuple[str, str] | None = None  # language and text for the filter, once computed
    parts: set[str] = field(default_factory=set)  # parts that contain links
    site: SiteFindings | None = None  # None if not checked
    site_at: dict[int, Finding] = field(default_factory=dict)  # the worst of each link, by offset

    def add(self, some: LinksOfKind) -> None:
        """Count links of one kind; an email's severity is already known, and is not changed."""
        kind = some.kind
        if not self.links:
            self.first = some.first
        self.links += some.links
        self.last = max(self.last, some.last)
        self.parts.add(kind.part)
        self.ranks[kind.rank] = self.ranks.get(kind.rank, 0) + some.links
        count_site(self.sites, kind.site, kind.rank, some.links)
        if kind.rank > self.titled:
            self.titled, self.title = kind.rank, kind.title
        if self.report is None:
            self.rank = max(self.rank, kind.rank)

    def judge(self, finding: Finding) -> None:
        """Adopt the severity and title of this finding, which is the worst."""
        self.titled, self.title = RANK[finding.severity], finding.title

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about the email or file as a whole."""
        return self.report.findings if self.report else () if self.envelope else self.head.findings

    def finding_of(self, row: LinkRow, edition: str = "2005") -> Finding | None:
        """Inspect a link again, and return its worst finding."""
        found = row.inspection(edition, self.head.protect, self.head.lists).findings
        return next((each for each in found if each.code == row.code), None)

    @property
    def is_folder(self) -> bool:
        """True if the file only contains emails."""
        return self.envelope is None and bool(self.members)

    @property
    def is_member(self) -> bool:
        """True for an email inside another file."""
        return bool(self.key.part)

    @property
    def is_page(self) -> bool:
        """True for a web page, which can have a base URL."""
        return self.head.kind == HTML and not self.key.part

    @property
    def is_of_site(self) -> bool:
        """True for a page or style sheet on disk, which a site check reads."""
        return self.head.kind in {HTML, STYLE} and not self.key.part and self.head.octets is None

    @property
    def level(self) -> int:
        """Return the worst severity, including that of a site check's findings."""
        return max((self.rank, *(RANK[each.severity] for _, each in self.site or ())))

    @property
    def calm(self) -> Message:
        """Return what is known about a file whose links have no findings."""
        if self.site is None and self.is_of_site:
            return message(UNCHECKED)
        if self.site:
            return counting(len(self.site), "1 site finding", "{count} site findings")
        return message("No findings")

    @property
    def span(self) -> tuple[int, int]:
        """Return the range of link numbers."""
        return (self.first, self.last + 1) if self.links else (0, 0)

    @property
    def part(self) -> str:
        return self.key.part or WHOLE


class FileEntries:
    """All file entries by number, in the order of reading."""

    def __init__(self) -> None:
        self.rows: list[FileEntry] = []
        self.numbers: dict[FileKey, int] = {}
        self._emails = 0
        self.singles = 0  # number of entries that can be marked
        self.site: dict[str, SiteFindings] = {}  # by path
        self._holding: dict[tuple[int, str], tuple[FileEntry, ...]] = {}

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def has_messages(self) -> bool:
        return self._emails > 0

    @property
    def are_emails(self) -> bool:
        """Return True if all entries that can be marked are emails."""
        return self._emails == self.singles

    def show_site(self, site: dict[str, SiteFindings]) -> None:
        """Adopt the results of a site check by path, also for files that are read later."""
        self.site = site
        for entry in self.rows:
            self._note_site(entry)

    def _note_site(self, entry: FileEntry) -> None:
        entry.site = self.site.get(entry.head.path) if entry.is_of_site else None
        # The worst finding comes last, and remains.
        entry.site_at = dict(sorted(entry.site or (), key=lambda each: RANK[each[1].severity]))

    def add_head(self, head: Head, file: int) -> None:
        """Add a file and the emails in it."""
        envelopes = {each.part: each for each in head.envelopes}
        reports = {each.part: each for each in head.messages}
        whole = FileEntry(FileKey(file), head, envelopes.pop(WHOLE, None), reports.get(WHOLE))
        if whole.envelope is None and head.findings:
            whole.judge(head.findings[0])
            whole.rank = whole.titled
        self._add(whole)
        for part, envelope in envelopes.items():
            whole.members.append(len(self.rows))
            self._add(FileEntry(FileKey(file, part), head, envelope, reports.get(part)))
        counts = case_counts([head], 0)
        self._emails += counts.emails
        self.singles += counts.emails + counts.others

    def complete(self, file: int, head: Head) -> None:
        """Update a file after the rest of it was read; its links are not changed."""
        entry = self.rows[self.numbers[FileKey(file)]]
        entry.head, entry.words = head, None
        if head.findings and RANK[head.findings[0].severity] >= entry.rank:
            entry.judge(head.findings[0])
            entry.rank = entry.titled

    def add_links(self, some: LinksOfKind) -> None:
        """Count links of one kind; call this for the kinds in the order of their first links."""
        for entry in self._entries_of(some.kind.file, some.kind.part):
            entry.add(some)

    def of(self, number: int, part: str) -> FileEntry | None:
        """Return the innermost entry that contains a part of a file."""
        return next(iter(self._entries_of(number, part)), None)

    def decided_with(self, number: int) -> list[FileKey]:
        """Return the keys to mark along with an entry: its own, and those of all its emails."""
        entry = self.rows[number]
        members = entry.members if entry.is_folder else ()
        return [entry.key, *(self.rows[each].key for each in members)]

    def in_file(self, file: int) -> list[FileEntry]:
        whole = self.rows[self.numbers[FileKey(file)]]
        return [whole, *(self.rows[each] for each in whole.members)]

    def single(self) -> Iterable[FileEntry]:
        """Yield the entries that can be marked by themselves."""
        return (each for each in self.rows if not each.is_folder)

    def _add(self, entry: FileEntry) -> None:
        if entry.report is not None:
            entry.rank = RANK.get(entry.report.severity or "", CALM)
            if entry.report.findings:
                entry.judge(entry.report.findings[0])
        self._note_site(entry)
        self.numbers[entry.key] = len(self.rows)
        self.rows.append(entry)

    def _entries_of(self, file: int, part: str) -> tuple[FileEntry, ...]:
        """Return the innermost email that contains a part, and the file if it contains emails."""
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


K = TypeVar("K")
V = TypeVar("V")
# Attributes that can be recomputed from files and links.
COUNTED = (
    *("heads", "files", "rows", "sites", "ranks", "raised", "parts", "host_counts", "_last"),
)
# After this many new links, the garbage collector stops looking at them: they contain no cycles,
# and searching a million of them would cause a noticeable delay.
SETTLED = 5_000


def worst(sites: Iterable[SiteCount], most: int) -> list[SiteCount]:
    """Return the worst sites; among equally severe ones, those with the most links.

    There can be a hundred thousand sites, so most are compared by a single number only.
    """
    alike: dict[int, list[SiteCount]] = {}
    for each in sites:
        alike.setdefault(each.rank, []).append(each)
    result: list[SiteCount] = []
    for rank in sorted(alike, reverse=True):
        rest = most - len(result)
        least = sorted([each.links for each in alike[rank]], reverse=True)[:rest]
        enough = [each for each in alike[rank] if least and each.links >= least[-1]]
        result += nsmallest(rest, enough, key=lambda each: (-each.links, each.name))
    return result


@dataclass(slots=True)
class OpenCase:
    """An open case in memory; rows are numbered in the order of reading.

    A ``CaseFile`` holds the same data on disk; a ``CaseExport`` is the form for exports.
    """

    heads: list[Head] = field(default_factory=list)
    files: FileEntries = field(default_factory=FileEntries)
    rows: RowColumns = field(default_factory=RowColumns)
    troubles: list[Trouble] = field(default_factory=list)
    sites: dict[str, SiteCount] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    raised: dict[int, int] = field(default_factory=dict)  # severities by a site check, if worse
    parts: dict[tuple[int, str], int] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    file_marks: dict[FileKey, str] = field(default_factory=dict)
    file_notes: dict[FileKey, str] = field(default_factory=dict)
    steps: StepHistory = field(default_factory=StepHistory)
    host_counts: dict[str, int] = field(
        default_factory=dict
    )  # the number of emails or files with each host
    reopened: int = 0  # the number of files that come from a case file
    now: FileStarted | None = None
    # The lists for judging the links of a reopened case, since its file contains no lists.
    lists: Lists = SHIPPED
    _last: dict[str, FileKey] = field(default_factory=dict)
    _names: list[str] = field(default_factory=list)

    def name_of(self, file: int) -> str:
        """Return the name of a file, with folders from its path if needed to make it unique."""
        if len(self._names) != len(self.heads):
            self._names = names_apart([(each.name, each.path) for each in self.heads])
        return self._names[file]

    def add(self, event: ScanEvent) -> None:
        """Process an event from the reader."""
        if isinstance(event, Head):
            self._add_head(event)
        elif isinstance(event, Trouble):
            self.troubles.append(event)
        elif isinstance(event, FileStarted):
            self.now = event
        elif isinstance(event, dict):
            self.decide(event)
        elif isinstance(event, StepHistory):
            self.steps.join(event)
        elif isinstance(event, FileReplacement):
            if self.has_rows(event):
                self.heads[event.file] = self._judged(event.head)
                self.files.complete(event.file, self.heads[event.file])
            else:
                self._replace(event)
        elif isinstance(event, list | RowBlock):
            self._add_rows(event)

    def has_rows(self, event: FileReplacement) -> bool:
        """Return True if all rows of the event are known already from reading the file's
        beginning.
        """
        if not isinstance(event, FileCompletion) or event.file != len(self.heads) - 1:
            return False
        first, last = self.span_of(event.file)
        head = self.heads[event.file]
        is_same = (head.kind, head.sha256) == (event.head.kind, event.head.sha256)
        return is_same and last - first == len(event.links) and self.rows[first:last] == event.links

    def _judged(self, head: Head) -> Head:
        return head if head.lists.sources else head._replace(lists=self.lists)

    def _add_head(self, head: Head) -> None:
        head = self._judged(head)
        self.files.add_head(head, len(self.heads))
        self.heads.append(head)

    def span_of(self, file: int) -> tuple[int, int]:
        """Return the range of a file's link numbers."""
        numbers = range(len(self.rows))
        first = bisect_left(numbers, file, key=self._file_of)
        return first, bisect_right(numbers, file, first, key=self._file_of)

    def number_at(self, row: LinkRow) -> int:
        """Return the number of the link at the same position as a row, or -1."""
        place, rows = (row.part, row.element, row.end), self.rows
        for number in range(*self.span_of(row.file)) if row.file < len(self.heads) else ():
            if rows.starts[number] == row.start:
                each = rows[number]
                if (each.part, each.element, each.end) == place:
                    return number
        return -1

    def _file_of(self, number: int) -> int:
        return self.rows.kind(number).file

    def _replace(self, event: FileReplacement) -> None:
        """Replace a file that was read again; recount everything, but keep the decisions."""
        first, last = self.span_of(event.file)
        number_of = renumbering(self.rows[first:last], event.links, first)
        fresh = OpenCase()
        fresh.show_site(self.files.site)
        for number, head in enumerate(self.heads):
            fresh._add_head(event.head if number == event.file else head)
        for start in range(0, first, SETTLED):
            fresh._add_rows(self.rows[start : min(start + SETTLED, first)])
        fresh._add_rows(event.links)
        for start in range(last, len(self.rows), SETTLED):
            fresh._add_rows(self.rows[start : start + SETTLED])
        for name in COUNTED:
            setattr(self, name, getattr(fresh, name))
        self.marks = dict(_moved(self.marks, number_of))
        self.notes = dict(_moved(self.notes, number_of))
        self.steps.renumber(number_of)

    def _add_rows(self, rows: list[LinkRow] | RowBlock) -> None:
        if len(self.rows) // SETTLED < (len(self.rows) + len(rows)) // SETTLED:
            gc.freeze()
        first = len(self.rows)
        self.rows.extend(rows)
        # In the order of reading: the links of an email follow each other.
        for each in _by_kind(self.rows, first):
            self.files.add_links(each)
            self._count(each.kind, each.links)
        self._raise(first)

    def show_site(self, site: dict[str, SiteFindings]) -> None:
        """Adopt the results of a site check; they can raise the severities of links."""
        self.files.show_site(site)
        self.raised = {}
        self._raise(0)

    def _raise(self, first: int) -> None:
        """Note the links from ``first`` on whose worst finding is one of the site check."""
        for entry in self.files.rows if self.files.site else ():
            start, end = entry.span
            for number in range(max(start, first), end) if entry.site_at else ():
                found = entry.site_at.get(self.rows.starts[number])
                if found is not None and RANK[found.severity] > self.rows.kind(number).rank:
                    self.raised[number] = RANK[found.severity]

    def ranks_of(self, scope: Iterable[FileEntry] | None) -> dict[int, int]:
        """Return the number of links by severity, in some files or in all."""
        counts = Counter(self.ranks)
        if scope is not None:
            counts = sum((Counter(each.ranks) for each in scope), Counter())
        for entry in self.files.rows if scope is None else scope:
            for number in range(*entry.span) if entry.site_at else ():
                rank = self.rows.kind(number).rank
                counts[rank] -= 1
                counts[self.raised.get(number, rank)] += 1
        return counts

    def _count(self, kind: RowKind, links: int) -> None:
        """Count links of a kind in the totals."""
        count_site(self.sites, kind.site, kind.rank, links)
        self.ranks[kind.rank] = self.ranks.get(kind.rank, 0) + links
        place = (kind.file, kind.part)
        self.parts[place] = self.parts.get(place, 0) + links
        if kind.host is not None:
            entry = self.files.of(kind.file, kind.part)
            self._see(kind.host, entry.key if entry else FileKey(kind.file))

    def decision(self, key: DecisionKey) -> Decision:
        if isinstance(key, int):
            return Decision(self.marks.get(key, ""), self.notes.get(key, ""))
        return Decision(self.file_marks.get(key, ""), self.file_notes.get(key, ""))

    def decisions(self) -> dict[DecisionKey, Decision]:
        links = dict.fromkeys([*list(self.marks), *list(self.notes)])
        files = dict.fromkeys([*list(self.file_marks), *list(self.file_notes)])
        keys: tuple[DecisionKey, ...] = (*links, *files)
        return {key: self.decision(key) for key in keys}

    def decide(self, decisions: Mapping[DecisionKey, Decision]) -> None:
        """Store decisions; empty marks and notes are removed."""
        for key, each in decisions.items():
            if isinstance(key, int):
                _set(self.marks, key, each.mark)
                _set(self.notes, key, each.note)
            else:
                _set(self.file_marks, key, each.mark)
                _set(self.file_notes, key, each.note)

    def is_decided(self) -> bool:
        return self.are_links_decided() or self.are_files_decided()

    def are_links_decided(self) -> bool:
        return bool(self.marks or self.notes)

    def are_files_decided(self) -> bool:
        return bool(self.file_marks or self.file_notes)

    def counts(self) -> CaseCounts:
        """Count the emails, other files and links."""
        return case_counts(self.heads, len(self.rows))

    def decided_files(self, decided: Iterable[FileKey]) -> list[FileKey]:
        """Return the keys of emails and other files, except files that only contain emails."""
        return [key for key in decided if is_counted(self.heads[key.file], key.part)]

    def _see(self, host: str, mail: FileKey) -> None:
        """Count a host once per email; an email's links come one after another."""
        if self._last.get(host) != mail:
            self._last[host] = mail
            self.host_counts[host] = self.host_counts.get(host, 0) + 1


def names_apart(files: Iterable[tuple[str, str]]) -> list[str]:
    """Return unique names for files, preceded by folders from the path if necessary."""
    alike: dict[str, list[tuple[int, list[str]]]] = {}
    names: list[str] = []
    for number, (name, path) in enumerate(files):
        names.append(name)
        alike.setdefault(name, []).append((number, path.replace("\\", "/").split("/")))
    for several in alike.values():
        depth, deepest = 1, max(len(parts) for _, parts in several)
        while len(several) > 1 and depth <= deepest:
            depth += 1
            for number, parts in several:
                names[number] = "/".join(parts[-depth:])
            if len({names[number] for number, _ in several}) == len(several):
                break
    return names


def _by_kind(rows: RowColumns, first: int) -> Iterator[LinksOfKind]:
    """Yield the kinds of the rows from ``first`` on, in the order of their first rows."""
    kinds = rows.kind_of[first:]
    firsts = dict(zip(reversed(kinds), range(len(rows) - 1, first - 1, -1), strict=True))
    lasts = dict(zip(kinds, range(first, len(rows)), strict=True))
    for kind, links in Counter(kinds).items():
        yield LinksOfKind(rows.kinds[kind], links, firsts[kind], lasts[kind])


def _set(words: dict[K, str], key: K, word: str) -> None:
    if word:
        words[key] = word
    else:
        words.pop(key, None)


def _moved(values: Mapping[K, V], number_of: Callable[[int], int | None]) -> Iterator[tuple[K, V]]:
    """Yield the items with new link numbers as keys; file keys are not changed."""
    for key, value in list(values.items()):
        number = number_of(key) if isinstance(key, int) else key
        if number is not None:
            yield cast("K", number), value
