"""The file of a case: each method call is one transaction.

One connection locks the file as long as the case is open, so that a second window cannot open it.
Several threads may read; one writes.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from threading import RLock
from typing import Any, TypeAlias

from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import put_in_place
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases import schema
from uriinspector.documents.cases.contents import (
    INTERRUPTED,
    LINKS,
    CaseContent,
    CaseContents,
    StepHistory,
    StepWriting,
    Texts,
    end_draft,
    link_from,
    link_to,
    renumber_steps,
    write_history,
)
from uriinspector.documents.cases.link_row import Decision, DecisionKey, Head, LinkRow, Trouble
from uriinspector.documents.cases.row_columns import FileReplacement, RowBlock, renumbering
from uriinspector.documents.cases.schema import (
    ALL,
    IN_USE,
    PIECE,
    CaseError,
    TableRows,
    can_write,
    connected,
    head_to,
    problem,
    to_column,
)

# The number of pieces of a file to write together.
TOGETHER = 32
FILE_DECISIONS = (
    "SELECT file, part, mark, note FROM file_decisions WHERE file IN (SELECT number FROM files)"
)
# The tables of decisions, with their key columns.
DECIDED = {"decisions": ("number",), "file_decisions": ("file", "part")}
# A file, links or a reading error, with the number of the file or of the first link.
Read: TypeAlias = "tuple[int, Head | Trouble | FileReplacement | list[LinkRow] | RowBlock]"


class CaseSummary(NamedTuple):
    """The name of a case and its totals, for lists of cases."""

    name: str
    files: int
    stored_files: int  # the number of files whose bytes are stored
    links: int
    decisions: int


class CaseFile:
    """An open case file: headers, ``LinkRow`` by number, decisions, and bytes of files."""

    def __init__(self, path: Path, rows: sqlite3.Connection, *, can_write: bool = True) -> None:
        self.path = path
        self.can_write = can_write
        self._rows = rows
        self._place = _place_of(path)
        self._lock = RLock()
        self._texts = Texts()
        self._room = ALL
        self._lacking: frozenset[str] = frozenset()  # tables that the file does not have
        # If the case is damaged, the stored numbers of the files that were read.
        self._files: Sequence[int] = ()

    @classmethod
    def make(cls, path: Path) -> CaseFile:
        """Create a new case, readable only by its owner; raise CaseError if the file exists."""
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise problem(error) from error
        rows = None
        try:
            rows = connected(path, "rw")
            schema.make(rows)
        except (OSError, sqlite3.Error) as error:
            if rows is not None:
                rows.close()
            _take_off(path)
            raise problem(error) from error
        return cls(path, rows)

    @classmethod
    def open(cls, path: Path) -> CaseFile:
        """Open a case; raise CaseError if it is invalid, damaged or open elsewhere."""
        try:
            with open_regular(path) as file:
                schema.check_head(file.read(100))
            may_write = can_write(path)
            rows = connected(path, "rw" if may_write else "ro")
            result = cls(path, rows, can_write=may_write)
        except (OSError, ValueError, *schema.FAULTS) as error:
            raise problem(error) from error
        try:
            result._begin()
        except (CaseError, ValueError, *schema.FAULTS) as error:
            result.close()
            raise problem(error) from error
        return result

    def add(self, read: Iterable[Read]) -> None:
        """Store the results of reading files, all or none."""
        with self._doing() as rows:
            for each in read:
                self._add(rows, *each)

    def decide(
        self, decisions: Mapping[DecisionKey, Decision], write_steps: StepWriting | None = None
    ) -> None:
        """Store decisions about links and files; empty ones are deleted.

        ``write_steps`` writes the steps for undo in the same transaction.
        """
        if not self.can_write:
            raise CaseError(schema.READ_ONLY)
        with self._doing() as rows:
            for key, each in decisions.items():
                table, place = _place(key)
                names = " AND ".join(f"{name} = ?" for name in DECIDED[table])
                rows.execute(f"DELETE FROM {table} WHERE {names}", place)
                if any(each):
                    columns = (*place, *map(to_column, each))
                    rows.execute(f"INSERT INTO {table} VALUES ({_marks(columns)})", columns)
            if write_steps is not None:
                write_steps(rows)

    def wait_for(self, paths: Iterable[str]) -> None:
        """Store which files are being read; any still listed on opening were interrupted."""
        with self._doing() as rows:
            rows.execute("DELETE FROM waiting")
            rows.executemany(
                "INSERT INTO waiting (path) VALUES (?)", [(to_column(each),) for each in paths]
            )

    def keep_octets(self, number: int, head: Head) -> bool:
        """Store the bytes of a file; return False if it is too large or has changed."""
        if head.size > min(schema.LARGEST, self._room):
            return False
        pieces = ((number, at, piece) for at, piece in enumerate(schema.pieces_of(head)))
        insert = "INSERT OR REPLACE INTO pieces VALUES (?, ?, ?)"
        try:
            while len(result := list(islice(pieces, TOGETHER))) == TOGETHER:
                with self._doing() as rows:
                    rows.executemany(insert, result)
        except (OSError, ValueError, schema.ChangedError):
            return False
        with self._doing() as rows:
            rows.executemany(insert, result)
            rows.execute("UPDATE files SET kept = 1 WHERE number = ?", (number,))
        self._room -= head.size
        return True

    def take_octets(self, number: int, other: CaseFile) -> bool:
        """Copy the bytes of a file from another case; return False if that case lacks them."""
        question = "SELECT ?, number, octets FROM pieces WHERE file = ?"
        result = other._asked(question, (number, other._stored(number)))
        if not other.keeps(number):
            return False
        with self._doing() as rows:
            rows.executemany("INSERT INTO pieces VALUES (?, ?, ?)", result)
            rows.execute("UPDATE files SET kept = 1 WHERE number = ?", (number,))
        return True

    def keeps(self, number: int) -> bool:
        """Return True if the bytes of a file are stored."""
        question = "SELECT 1 FROM files WHERE number = ? AND kept"
        return bool(self._asked(question, (self._stored(number),)))

    def _stored(self, number: int) -> int:
        return self._files[number] if number < len(self._files) else number

    def octets(self, number: int, start: int, end: int) -> bytes | None:
        """Return a range of bytes of a file; None if they are not stored."""
        if not self.keeps(number):
            return None
        first, last = start // PIECE, max(end - 1, start) // PIECE
        result = self._asked(
            "SELECT octets FROM pieces WHERE file = ? AND number BETWEEN ? AND ? ORDER BY number",
            (self._stored(number), first, last),
        )
        try:
            octets = b"".join(schema.unpacked(schema.checked(piece, bytes)) for (piece,) in result)
        except zlib.error as error:
            raise CaseError(schema.DAMAGED) from error
        return octets[start - first * PIECE : end - first * PIECE]

    def summary(self) -> CaseSummary:
        result = self._asked(
            "SELECT (SELECT name FROM files ORDER BY number LIMIT 1), (SELECT count(*) FROM files),"
            " (SELECT count(*) FROM files WHERE kept),"
            " (SELECT count(*) FROM links), (SELECT count(*) FROM decisions)"
        )
        name, files, stored, links, decisions = result[0]
        decisions += self.decided_files()
        return CaseSummary(schema.from_column(name or ""), files, stored, links, decisions)

    def decided_files(self) -> int:
        """Return the number of decisions about files and emails."""
        return 0 if "file_decisions" in self._lacking else len(self._asked(FILE_DECISIONS))

    def contents(self) -> Iterator[CaseContent]:
        """Yield everything in the case in order; if it is damaged, yield whatever is readable.

        At the end, a ``Trouble`` describes what was left out.
        """
        contents = CaseContents(TableRows(self._asked), self._texts, self._lacking)
        yield from contents.read()
        if contents.damage:
            self._files = contents.files
            yield Trouble(str(self.path), contents.damage)

    def close(self) -> None:
        with self._lock, suppress(*schema.FAULTS):
            if self.can_write:
                self._rows.execute("PRAGMA journal_mode = DELETE")  # removes the journal
        with self._lock, suppress(*schema.FAULTS):
            self._rows.close()

    @property
    def is_in_place(self) -> bool:
        """Return True if the file at the path is still this one."""
        # (0, 0): the file cannot be examined now, which does not mean that it is gone.
        return _place_of(self.path) in {self._place, (0, 0)}

    def remove(self) -> None:
        """Close and delete the file, unless another one has its name now."""
        self.close()
        if self.is_in_place:
            _take_off(self.path)

    def _add(
        self,
        rows: sqlite3.Connection,
        number: int,
        read: Head | Trouble | FileReplacement | list[LinkRow] | RowBlock,
    ) -> None:
        if isinstance(read, Head):
            columns = (
                *(number, to_column(read.path), to_column(read.name), read.kind, read.size),
                *(read.sha256, read.stamp, read.links, head_to(read), None),
            )
            rows.execute(f"INSERT INTO files VALUES ({_marks(columns)})", columns)
        elif isinstance(read, FileReplacement):
            self._replace(rows, read)
        elif isinstance(read, Trouble):
            text = tuple(map(to_column, read))
            rows.execute("INSERT INTO troubles (path, why) VALUES (?, ?)", text)
        else:
            self._insert(rows, number, list(read))  # creates each row only once

    def _insert(self, rows: sqlite3.Connection, first: int, links: Sequence[LinkRow]) -> None:
        ids = self._texts.ids(rows, links)
        columns = [link_to(at, each, ids) for at, each in enumerate(links, first)]
        rows.executemany(f"INSERT INTO links VALUES ({_marks(LINKS)})", columns)

    def _replace(self, rows: sqlite3.Connection, read: FileReplacement) -> None:
        """Replace the links of a file, and renumber later links and all decisions."""
        file, head, links = read
        first = rows.execute("SELECT count(*) FROM links WHERE file < ?", (file,)).fetchone()[0]
        found = rows.execute("SELECT * FROM links WHERE file = ? ORDER BY number", (file,))
        old = [link_from(row, self._texts) for row in found.fetchall()]
        number_of = renumbering(old, links, first)
        decisions = rows.execute("SELECT number, mark, note FROM decisions").fetchall()
        moved = [(number_of(number), mark, note) for number, mark, note in decisions]
        rows.execute("DELETE FROM decisions")
        kept = [each for each in moved if each[0] is not None]
        rows.executemany("INSERT INTO decisions VALUES (?, ?, ?)", kept)
        (total,) = rows.execute("SELECT count(*) FROM links").fetchone()
        renumber_steps(rows, number_of, total)
        rows.execute("DELETE FROM links WHERE file = ?", (file,))
        # In two steps, because numbers must be unique in between.
        shift, behind = len(links) - len(old), first + len(old)
        move = "UPDATE links SET number = -1 - number - ? WHERE number >= ?"
        rows.execute(move, (shift, behind))
        rows.execute("UPDATE links SET number = -1 - number WHERE number < 0")
        self._insert(rows, first, links)
        update = "UPDATE files SET links = ?, told = ? WHERE number = ?"
        rows.execute(update, (head.links, head_to(head), file))

    def _begin(self) -> None:
        """Lock the file, check its tables, and read what later calls need."""
        if self.can_write:
            self._rows.execute("BEGIN EXCLUSIVE")  # the lock outlasts the transaction
            self._rows.commit()
        self._lacking = schema.check_tables(self._rows, can_write=self.can_write)
        if self.can_write:
            self._end_draft()
        if self.can_write and self._asked("SELECT 1 FROM waiting"):
            with self._doing() as rows:
                explanation = "INSERT INTO troubles (path, why) SELECT path, ? FROM waiting"
                rows.execute(explanation, (INTERRUPTED,))
                rows.execute("DELETE FROM waiting")
        tables = TableRows(self._asked)
        rest = tables.answer("SELECT sum(size) FROM files WHERE kept")
        size = rest[0][0] or 0 if rest else ALL
        self._room -= size if isinstance(size, int) else ALL
        self._texts = Texts(tables.rows("texts", "id, text", "id"))

    def _end_draft(self) -> None:
        """Turn the draft that an earlier run left into a step; ignore a damaged one."""
        try:
            with self._doing() as rows:
                end_draft(rows)
        except CaseError as error:
            if error.why != schema.DAMAGED:
                raise

    def _asked(self, question: str, places: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._rows.execute(question, places).fetchall()
            except schema.FAULTS as error:
                raise problem(error) from error

    @contextmanager
    def _doing(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction; on an error, roll back and raise CaseError."""
        with self._lock:
            try:
                yield self._rows
                self._rows.commit()
            except schema.FAULTS as error:
                with suppress(*schema.FAULTS):
                    self._rows.rollback()
                raise problem(error) from error


def _place(key: DecisionKey) -> tuple[str, tuple[Any, ...]]:
    """Return the table of a decision, and its key there."""
    if isinstance(key, int):
        return "decisions", (key,)
    return "file_decisions", (key.file, to_column(key.part))


def _marks(columns: Iterable[object]) -> str:
    return ", ".join("?" for _ in columns)


def _place_of(path: Path) -> tuple[int, int] | None:
    try:
        state = os.stat(path)  # noqa: PTH116 - asked beside the window, all the time
    except FileNotFoundError:
        return None
    except OSError:
        return 0, 0
    return state.st_dev, state.st_ino


def _take_off(path: Path) -> None:
    """Delete the file and its journal."""
    for each in (path, path.with_name(f"{path.name}-journal")):
        with suppress(OSError):
            each.unlink()


SAVE_AS_PIECE, AT_ONCE = 500, 10


class Contents(NamedTuple):
    """The current contents of a case; decisions and steps are fetched as late as possible.

    Paths of files that come from a case file are not trusted: opening them could access another
    computer.
    """

    heads: Sequence[Head]
    links: Sequence[LinkRow]
    size: int  # the number of links to save; more can be added meanwhile
    troubles: Sequence[Trouble]
    decisions: Callable[[], Mapping[DecisionKey, Decision]]
    steps: Callable[[], StepHistory] = StepHistory
    reopened: int = 0  # the number of files that come from a case file


def save(path: Path, contents: Contents, old: CaseFile | None) -> CaseFile:
    """Save a case and open it; the old file is replaced only after the new one is complete."""
    if is_in_use(path):
        raise CaseError(IN_USE)
    fresh = path.with_name(f"{path.name}.new")
    try:
        for end in ("", "-wal", "-shm", "-journal"):  # left by a killed process
            path.with_name(f"{fresh.name}{end}").unlink(missing_ok=True)
        case_file = CaseFile.make(fresh)
    except (OSError, ValueError) as error:
        raise problem(error) from error
    try:
        _fill(case_file, contents, old)
        case_file.close()
        put_in_place(fresh, path)
    except (OSError, CaseError) as error:
        case_file.remove()
        raise problem(error) from error
    return CaseFile.open(path)


def is_in_use(path: Path) -> bool:
    """Return True if another window has the case at this path open."""
    try:
        CaseFile.open(path).close()
    except CaseError as error:
        return error.why == IN_USE
    return False


def _fill(case_file: CaseFile, contents: Contents, old: CaseFile | None) -> None:
    case_file.add(enumerate(contents.heads))
    for first in range(0, contents.size, SAVE_AS_PIECE * AT_ONCE):
        end = min(first + SAVE_AS_PIECE * AT_ONCE, contents.size)
        starts = range(first, end, SAVE_AS_PIECE)
        case_file.add(
            (at, list(contents.links[at : min(at + SAVE_AS_PIECE, end)])) for at in starts
        )
    case_file.add((0, each) for each in contents.troubles)
    for number, head in enumerate(contents.heads):
        is_taken = old is not None and case_file.take_octets(number, old)
        if not is_taken and number >= contents.reopened:
            case_file.keep_octets(number, head)
    # Decisions made in the meantime are written again after this.
    case_file.decide(contents.decisions(), partial(write_history, history=contents.steps()))
