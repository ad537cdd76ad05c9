"""Which files and messages are listed, and in which order: messages stand under their file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import CALM, FileKey
from uriinspector.gui.documents import file_cells
from uriinspector.gui.documents.file_entries import FileEntry

if TYPE_CHECKING:
    from threading import Event

    from uriinspector.gui.documents.open_case import OpenCase

# Up to so many rows no key waits for the answer.
AT_ONCE = 3_000
# After so many rows it is asked whether the answer is still wanted.
PIECE = 500


class FileQuery(NamedTuple):
    """What is wanted: all of these together."""

    text: str = ""
    rank: int | None = None
    is_open: bool = False  # only what nobody has decided yet
    column: str = ""
    falls: bool = False


class FileOrderRequest(NamedTuple):
    """A case, and which of its files are wanted in which order."""

    case: OpenCase
    query: FileQuery

    @property
    def is_long(self) -> bool:
        """Whether a key would wait for the answer."""
        return len(self.case.files) > AT_ONCE


class FileOrder(NamedTuple):
    """The numbers of the rows in order, and whether a filter may have left some out."""

    numbers: tuple[int, ...] = ()
    is_filtered: bool = False


def file_order_of(request: FileOrderRequest, stopped: Event) -> FileOrder | None:
    """The answer; None where it was stopped before the end."""
    case, query = request
    rows, marks = case.files.rows, dict(case.file_marks)
    key = KEYS[query.column]
    groups: list[tuple[Any, list[int]]] = []
    for at, entry in enumerate(list(rows)):
        if at % PIECE == 0 and stopped.is_set():
            return None
        if entry.is_member:
            continue
        members = [each for each in entry.members if wanted(rows[each], query, marks)]
        shows = not entry.is_folder and wanted(entry, query, marks)
        if not shows and not members:
            continue
        members.sort(key=lambda each: key(rows[each], marks), reverse=query.falls)
        own = (rows[members[0]],) if entry.is_folder else (entry, *(rows[m] for m in members[:1]))
        values = [key(each, marks) for each in own]
        best = max(values) if query.falls else min(values)
        groups.append((best, [at, *members]))
    groups.sort(key=lambda each: each[0], reverse=query.falls)
    is_filtered = query.rank is not None or query.is_open or bool(query.text)
    return FileOrder(tuple(number for _, numbers in groups for number in numbers), is_filtered)


def wanted(entry: FileEntry, query: FileQuery, marks: dict[FileKey, str]) -> bool:
    """Whether one is listed."""
    if query.rank is not None and entry.rank != query.rank:
        return False
    if query.is_open and entry.key in marks:
        return False
    return not query.text or query.text.lower() in file_cells.all_words(entry)


def _sender(entry: FileEntry, _marks: object) -> tuple[bool, str]:
    words = file_cells.sender_words(entry).lower()
    return not words, words


def _subject(entry: FileEntry, _marks: object) -> tuple[bool, str]:
    words = file_cells.subject_words(entry).lower()
    return not words, words


KEYS: dict[str, Callable[[FileEntry, dict[FileKey, str]], Any]] = {
    "": lambda entry, _: -entry.rank,
    "level": lambda entry, _: entry.rank,
    "mark": lambda entry, marks: marks.get(entry.key, "~"),
    "from": _sender,
    "subject": _subject,
    "sentence": lambda entry, _: (entry.rank == CALM, file_cells.sentence_words(entry)),
    "checks": lambda entry, _: file_cells.check_order(entry),
    "date": lambda entry, _: file_cells.moment(entry),
    "count": lambda entry, _: entry.links,
    "file": lambda entry, _: (entry.head.name.lower(), entry.key),
}
