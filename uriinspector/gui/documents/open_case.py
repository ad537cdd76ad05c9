"""All that is on the table: files, their links, what could not be read, and the marks."""

from __future__ import annotations

import gc
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import TYPE_CHECKING, TypeVar, cast

from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.documents.cases.case_counts import CaseCounts, case_counts, is_counted
from uriinspector.documents.cases.contents import StepHistory
from uriinspector.documents.cases.link_row import (
    Decision,
    DecisionKey,
    FileKey,
    Head,
    LinkRow,
    Trouble,
)
from uriinspector.documents.cases.row_columns import (
    FileCompletion,
    FileReplacement,
    RowBlock,
    RowColumns,
    RowKind,
    renumbering,
)
from uriinspector.gui.documents.file_entries import FileEntries, LinksOfKind, SiteCount, count_site
from uriinspector.gui.documents.file_reader import FileStarted

if TYPE_CHECKING:
    from uriinspector.gui.documents.scan_stream import ScanEvent


K = TypeVar("K")
V = TypeVar("V")

# What is told by the files and their links alone.
COUNTED = (*("heads", "files", "rows", "sites", "ranks", "parts", "host_counts", "_last"),)

# Whenever so many links have come, the collector is told not to look at them any more: it finds
# nothing there, and a look at a million of them would be felt.
SETTLED = 5_000


def worst(sites: Iterable[SiteCount], most: int) -> list[SiteCount]:
    """Some sites, the worst first, of equally bad ones that with the most links.

    There may be a hundred thousand of them: few are compared by more than one number.
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
    """A case on the table, in memory: its rows in the order in which they came, by number.

    A ``CaseFile`` is the same on the disk; what is handed on of it is a ``CaseExport``.
    """

    heads: list[Head] = field(default_factory=list)
    files: FileEntries = field(default_factory=FileEntries)
    rows: RowColumns = field(default_factory=RowColumns)
    troubles: list[Trouble] = field(default_factory=list)
    sites: dict[str, SiteCount] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    parts: dict[tuple[int, str], int] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    file_marks: dict[FileKey, str] = field(default_factory=dict)
    file_notes: dict[FileKey, str] = field(default_factory=dict)
    steps: StepHistory = field(default_factory=StepHistory)
    host_counts: dict[str, int] = field(
        default_factory=dict
    )  # in how many emails or files each host is
    reopened: int = 0  # so many of the files come from the file of a case
    now: FileStarted | None = None
    # What judges links of a case that was opened again: its file does not hold it.
    lists: Lists = SHIPPED
    _last: dict[str, FileKey] = field(default_factory=dict)

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
        """Whether the rows of the last file are those that its beginning told of already."""
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
        """From which link to which a file has them: files come one behind the other."""
        numbers = range(len(self.rows))
        first = bisect_left(numbers, file, key=self._file_of)
        return first, bisect_right(numbers, file, first, key=self._file_of)

    def number_at(self, row: LinkRow) -> int:
        """Return the number of the link in the place of a row, or -1."""
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
        """A file was read again: what is counted is counted anew, and what was decided stays."""
        first, last = self.span_of(event.file)
        number_of = renumbering(self.rows[first:last], event.links, first)
        fresh = OpenCase()
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
        # In the order in which they come: links of a mail are behind each other.
        for each in _by_kind(self.rows, first):
            self.files.add_links(each)
            self._count(each.kind, each.links)

    def _count(self, kind: RowKind, links: int) -> None:
        """So many more links of a kind."""
        count_site(self.sites, kind.site, kind.rank, links)
        self.ranks[kind.rank] = self.ranks.get(kind.rank, 0) + links
        place = (kind.file, kind.part)
        self.parts[place] = self.parts.get(place, 0) + links
        if kind.host is not None:
            entry = self.files.of(kind.file, kind.part)
            self._see(kind.host, entry.key if entry else FileKey(kind.file))

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

    def counts(self) -> CaseCounts:
        """Count the emails, other files and links."""
        return case_counts(self.heads, len(self.rows))

    def decided_files(self, decided: Iterable[FileKey]) -> list[FileKey]:
        """Return those that are emails or other files, without those that contain emails."""
        return [key for key in decided if is_counted(self.heads[key.file], key.part)]

    def _see(self, host: str, mail: FileKey) -> None:
        """Count each host once in a mail: its links come one behind the other."""
        if self._last.get(host) != mail:
            self._last[host] = mail
            self.host_counts[host] = self.host_counts.get(host, 0) + 1


def _by_kind(rows: RowColumns, first: int) -> Iterator[LinksOfKind]:
    """The rows from this one on, in the order of the first row of each kind."""
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
    """The same by the new numbers of links; files keep theirs."""
    for key, value in list(values.items()):
        number = number_of(key) if isinstance(key, int) else key
        if number is not None:
            yield cast("K", number), value
