"""All that is on the table: files, their links, what could not be read, and the marks."""

from __future__ import annotations

import gc
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import TYPE_CHECKING, TypeVar, cast

from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.documents.cases.link_row import CALM, Decision, FileKey, Head, Trouble
from uriinspector.documents.cases.replacement import FileReplacement, renumbering
from uriinspector.documents.kind_table import MBOX, MESSAGE, OUTLOOK
from uriinspector.gui.documents.file_entries import FileEntries
from uriinspector.gui.documents.file_reader import FileStarted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from uriinspector.analysis.list_sources import Lists
    from uriinspector.documents.cases.link_row import DecisionKey, LinkRow
    from uriinspector.gui.documents.scan_stream import ScanEvent


K = TypeVar("K")
V = TypeVar("V")

# What is told by the files and their links alone.
COUNTED = (
    *("heads", "files", "rows", "sites", "ranks", "parts", "host_counts", "mails"),
    *("is_all_mail", "targets", "_last"),
)

# Whenever so many links have come, the collector is told not to look at them any more: it finds
# nothing there, and a look at a million of them would be felt.
SETTLED = 5_000


@dataclass(slots=True)
class SiteCount:
    """Where links lead: how many, and the worst of them."""

    name: str
    links: int = 0
    rank: int = CALM

    def add(self, row: LinkRow) -> None:
        """One more link."""
        self.links += 1
        self.rank = max(self.rank, row.rank)


def worst(sites: Iterable[SiteCount], most: int) -> list[SiteCount]:
    """Some sites, the worst first, of equally bad ones that with the most links."""
    return nsmallest(most, sites, key=lambda each: (-each.rank, -each.links, each.name))


@dataclass(slots=True)
class OpenCase:
    """A case on the table, in memory: its rows in the order in which they came, by number.

    A ``CaseFile`` is the same on the disk; what is handed on of it is a ``CaseExport``.
    """

    heads: list[Head] = field(default_factory=list)
    files: FileEntries = field(default_factory=FileEntries)
    rows: list[LinkRow] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    sites: dict[str, SiteCount] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    parts: dict[tuple[int, str], int] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    file_marks: dict[FileKey, str] = field(default_factory=dict)
    file_notes: dict[FileKey, str] = field(default_factory=dict)
    # What was before each step.
    done: list[dict[DecisionKey, Decision]] = field(default_factory=list)
    host_counts: dict[str, int] = field(
        default_factory=dict
    )  # in how many mails or files each host is
    mails: int = 0  # a mailbox counts for all that are in it
    is_all_mail: bool = True
    reopened: int = 0  # so many of the files come from the file of a case
    targets: set[str] = field(default_factory=set)
    now: FileStarted | None = None
    # What judges links of a case that was opened again: its file does not hold it.
    lists: Lists = SHIPPED
    _last: dict[str, tuple[int, *tuple[str, ...]]] = field(default_factory=dict)

    def add(self, event: ScanEvent) -> None:
        """Something more was read."""
        if isinstance(event, Head):
            self._add_head(event)
        elif isinstance(event, Trouble):
            self.troubles.append(event)
        elif isinstance(event, FileStarted):
            self.now = event
        elif isinstance(event, dict):
            self.decide(event)
        elif isinstance(event, FileReplacement):
            self._replace(event)
        elif isinstance(event, list):
            self._add_rows(event)

    def _add_head(self, head: Head) -> None:
        if not head.lists.sources:
            head = head._replace(lists=self.lists)
        self.files.add_head(head, len(self.heads))
        self.heads.append(head)
        self.mails += mails_in(head)
        self.is_all_mail = self.is_all_mail and head.kind in {MBOX, MESSAGE, OUTLOOK}

    def span_of(self, file: int) -> tuple[int, int]:
        """From which link to which a file has them: files come one behind the other."""
        first = bisect_left(self.rows, file, key=lambda row: row.file)
        return first, bisect_right(self.rows, file, first, key=lambda row: row.file)

    def _replace(self, event: FileReplacement) -> None:
        """A file was read again: what is counted is counted anew, and what was decided stays."""
        first, last = self.span_of(event.file)
        number_of = renumbering(self.rows[first:last], event.links, first)
        fresh = OpenCase()
        for number, head in enumerate(self.heads):
            fresh._add_head(event.head if number == event.file else head)
        for links in (self.rows[:first], event.links, self.rows[last:]):
            fresh._add_rows(links)
        for name in COUNTED:
            setattr(self, name, getattr(fresh, name))
        self.marks = dict(_moved(self.marks, number_of))
        self.notes = dict(_moved(self.notes, number_of))
        steps = [dict(_moved(step, number_of)) for step in self.done]
        self.done = [each for each in steps if each]

    def _add_rows(self, rows: list[LinkRow]) -> None:
        if len(self.rows) // SETTLED < (len(self.rows) + len(rows)) // SETTLED:
            gc.freeze()
        self.files.add_links(rows, len(self.rows))
        self.rows += rows
        for row in rows:
            site = self.sites.get(row.site)
            if site is None:
                site = self.sites[row.site] = SiteCount(row.site)
            site.add(row)
            self.ranks[row.rank] = self.ranks.get(row.rank, 0) + 1
            place = (row.file, row.part)
            self.parts[place] = self.parts.get(place, 0) + 1
            self.targets.add(row.target or row.value)
            if row.host is not None:
                self._see(row.host, self._mail_of(row))

    def decision(self, key: DecisionKey) -> Decision:
        """What was decided of a link, or of a file."""
        if isinstance(key, int):
            return Decision(self.marks.get(key, ""), self.notes.get(key, ""))
        return Decision(self.file_marks.get(key, ""), self.file_notes.get(key, ""))

    def decisions(self) -> dict[DecisionKey, Decision]:
        """All that was decided."""
        links = dict.fromkeys([*list(self.marks), *list(self.notes)])
        files = dict.fromkeys([*list(self.file_marks), *list(self.file_notes)])
        keys: tuple[DecisionKey, ...] = (*links, *files)
        return {key: self.decision(key) for key in keys}

    def decide(self, decisions: Mapping[DecisionKey, Decision]) -> None:
        """Decide of links and files; empty words take away what was there."""
        for key, each in decisions.items():
            if isinstance(key, int):
                _set(self.marks, key, each.mark)
                _set(self.notes, key, each.note)
            else:
                _set(self.file_marks, key, each.mark)
                _set(self.file_notes, key, each.note)

    def is_decided(self) -> bool:
        """Whether somebody has decided anything."""
        return self.are_links_decided() or self.are_files_decided()

    def are_links_decided(self) -> bool:
        """Whether somebody has decided anything of links."""
        return bool(self.marks or self.notes)

    def are_files_decided(self) -> bool:
        """Whether somebody has decided anything of files."""
        return bool(self.file_marks or self.file_notes)

    def _mail_of(self, row: LinkRow) -> tuple[int, *tuple[str, ...]]:
        """Which mail a link stands in; the parts of a mailbox are mails, other files are one."""
        is_mailbox = self.heads[row.file].kind == "mbox"
        return (row.file, *row.part.split(".")[1:2]) if is_mailbox else (row.file,)

    def _see(self, host: str, mail: tuple[int, *tuple[str, ...]]) -> None:
        """Count each host once in a mail: its links come one behind the other."""
        if self._last.get(host) != mail:
            self._last[host] = mail
            self.host_counts[host] = self.host_counts.get(host, 0) + 1


def _set(words: dict[K, str], key: K, word: str) -> None:
    if word:
        words[key] = word
    else:
        words.pop(key, None)


def _moved(values: Mapping[K, V], number_of: Callable[[int], int | None]) -> Iterator[tuple[K, V]]:
    """The same by the new numbers of links; files keep theirs."""
    for key, value in list(values.items()):
        number = number_of(key) if isinstance(key, int) else key
        if number is not None:
            yield cast("K", number), value


def mails_in(head: Head) -> int:
    """How many mails a file is: a mailbox many, everything else one."""
    return sum(each.path.count(".") == 1 for each in head.parts) if head.kind == "mbox" else 1
