"""The history: what was looked at, in a database that only its owner can read.

No Qt here.  What is damaged, locked or read-only is said to be so.  Each change is one transaction,
so that whatever ends the program, what was entered is there.

No Qt here.  A single row that cannot be read (a flipped bit) is set aside, and the others stay.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from uriinspector import EDITIONS
from uriinspector.analysis.finding import SEVERITIES
from uriinspector.analysis.regular_files import open_regular
from uriinspector.core.model import NamedTuple

WAIT = 0.25  # seconds for another window's entry
ENDS = ("-wal", "-shm")
# What a damaged file ends in: besides what SQLite says, texts that are none, lengths that nothing
# could hold, and values of another kind.
FAULTS = (sqlite3.Error, OSError, ValueError, TypeError, OverflowError, MemoryError)


class DatabaseProblems(NamedTuple):
    """What is said of a file that does not do what it should."""

    damaged: str
    locked: str
    read_only: str


class DatabaseError(Exception):
    """The file does not do what it should; ``problem`` says why."""


class PrivateDatabase:
    """A file that is opened when it is first needed; ``problem`` says why nothing is kept."""

    def __init__(self, file: Path | None, tables: str, problems: DatabaseProblems) -> None:
        """Open nothing yet; without a file it lasts as long as the program."""
        self._file = file
        self._tables = tables
        self._problems = problems
        self._connection: sqlite3.Connection | None = None
        self.problem: str | None = None

    def transaction(self) -> Transaction:
        """One change, or one look."""
        return Transaction(self)

    def close(self) -> None:
        """Let go of the file."""
        if self._connection:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def connection(self) -> sqlite3.Connection:
        """The file, opened when it is first needed."""
        if self._connection is None:
            self._connection = opened(self._file, self._tables)
        return self._connection

    def give_up(self, error: Exception) -> None:
        """Say what is wrong, and let go of the file."""
        self.problem = self._problem(error)
        self.close()

    def discard_damaged(self) -> None:
        """Drop a damaged file as a whole."""
        if self.problem == self._problems.damaged and self._file:
            self.close()
            names = (self._file.name, *(f"{self._file.name}{end}" for end in ENDS))
            for each in names:
                with suppress(OSError):
                    self._file.with_name(each).unlink()
            self.problem = None

    def _problem(self, error: Exception) -> str:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return self._problems.locked
        if not isinstance(error, sqlite3.Error | OSError):
            return self._problems.damaged
        if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}:
            return self._problems.damaged
        return self._problems.read_only


class Transaction:
    """One transaction: done as a whole or, with the problem said, not at all."""

    def __init__(self, database: PrivateDatabase) -> None:
        self._database = database

    def __enter__(self) -> sqlite3.Connection:
        try:
            return self._database.connection()
        except FAULTS as error:
            self._database.give_up(error)
            raise DatabaseError from error

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            rows = self._database.connection()
            if error is None:
                rows.commit()
                self._database.problem = None
                return
        except FAULTS as failed:
            error = failed
        with suppress(*FAULTS):
            self._database.connection().rollback()
        if isinstance(error, FAULTS):
            self._database.give_up(error)
            raise DatabaseError from error


def opened(file: Path | None, tables: str) -> sqlite3.Connection:
    """Open the file, and make it if there is none: for its owner alone."""
    if file is None:
        connection = sqlite3.connect(":memory:")
    else:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        open_regular(file).close()
        connection = sqlite3.connect(file, timeout=WAIT)
    try:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(tables)
    except BaseException:  # a damaged file ends in other errors too, such as UnicodeDecodeError
        connection.close()
        raise
    return connection


DAY = 86_400
MOST_ENTRIES = 10_000
LONGEST = 1 << 20  # a text longer than this is not kept
SEARCHED = 4_096  # so much of each text is searched
DAMAGED = "The history file is damaged. To save new links, clear the history in Settings."
LOCKED = "Another program is using the history file. New links are not saved."
READ_ONLY = "Cannot write the history file. New links are not saved."
TABLES = """
CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, text BLOB NOT NULL,
    edition TEXT NOT NULL, severity TEXT, searched TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS damaged (set_aside REAL NOT NULL, text BLOB, edition BLOB);
"""
# As bytes, whatever a damaged row holds: sqlite3 itself stops at a text that is no UTF-8.
COLUMNS = "id, CAST(text AS BLOB), CAST(edition AS BLOB), CAST(severity AS BLOB), CAST(at AS BLOB)"
LAST_MOMENT = 253_402_300_799  # the end of 9999: no calendar here goes further


class HistoryEntry(NamedTuple):
    """A text that was looked at, when, by which edition, and the worst that was found."""

    text: str
    at: float
    edition: str
    severity: str | None


class History(PrivateDatabase):
    """The entries, the last one first; ``problem`` says why nothing is kept, if so."""

    def __init__(self, file: Path | None, now: Callable[[], float] = time.time) -> None:
        """Open nothing yet; without a file it lasts as long as the program."""
        super().__init__(file, TABLES, DatabaseProblems(DAMAGED, LOCKED, READ_ONLY))
        self._now = now
        self.set_aside = 0

    def note(self, text: str, edition: str, severity: str | None) -> None:
        """Enter a text; one that is there already moves to the front."""
        if not 0 < len(text) <= LONGEST:
            return
        octets, key = _stored(text), searched(text)
        with suppress(DatabaseError), self.transaction() as rows:
            rows.execute("DELETE FROM entries WHERE text = ?", (octets,))
            rows.execute(
                "INSERT INTO entries (at, text, edition, severity, searched)"
                " VALUES (?, ?, ?, ?, ?)",
                (self._now(), octets, edition, severity, key),
            )
            rows.execute(
                "DELETE FROM entries WHERE id <= (SELECT max(id) FROM entries) - ?",
                (MOST_ENTRIES,),
            )

    def entries(self, search: str = "", most: int = 200) -> list[HistoryEntry]:
        """Find entries that hold every word of the search."""
        words = searched(search).split()
        where = " AND ".join(["instr(searched, ?)"] * len(words)) or "1"
        with suppress(DatabaseError), self.transaction() as rows:
            cursor = rows.execute(
                f"SELECT {COLUMNS} FROM entries WHERE {where} ORDER BY id DESC LIMIT ?",
                (*words, most),
            )
            read = {row: entry_of(*columns) for row, *columns in cursor}
            self._put_aside(rows, [row for row, entry in read.items() if entry is None])
            return [entry for entry in read.values() if entry is not None]
        return []

    def _put_aside(self, rows: sqlite3.Connection, damaged: list[int]) -> None:
        """Move rows that cannot be read out of the way; what is left of them is not thrown away."""
        for each in damaged:
            rows.execute(
                "INSERT INTO damaged SELECT ?, text, edition FROM entries WHERE id = ?",
                (self._now(), each),
            )
            rows.execute("DELETE FROM entries WHERE id = ?", (each,))
        self.set_aside += len(damaged)

    def count(self) -> int:
        """How many entries there are."""
        with suppress(DatabaseError), self.transaction() as rows:
            return int(rows.execute("SELECT count(*) FROM entries").fetchone()[0])
        return 0

    def forget(self, days: int) -> None:
        """Drop what is older than that; 0 keeps everything."""
        if days:
            with suppress(DatabaseError), self.transaction() as rows:
                oldest = self._now() - days * DAY
                rows.execute("DELETE FROM entries WHERE at < ?", (oldest,))
                rows.execute("DELETE FROM damaged WHERE set_aside < ?", (oldest,))

    def clear(self) -> None:
        """Leave nothing of it on the disk; a damaged file goes as a whole."""
        with suppress(DatabaseError), self.transaction() as rows:
            rows.execute("DELETE FROM entries")
            rows.execute("DELETE FROM damaged")
            rows.commit()
            rows.execute("VACUUM")
            rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.discard_damaged()


def entry_of(
    text: bytes | None, edition: bytes | None, severity: bytes | None, at: bytes | None
) -> HistoryEntry | None:
    """Read a row; None if it is damaged."""
    if text is None or edition is None or at is None:
        return None
    try:
        entry = HistoryEntry(
            text.decode("utf-8", "surrogatepass"),
            float(at),
            edition.decode("ascii"),
            severity.decode("ascii") if severity is not None else None,
        )
    except ValueError:
        return None
    is_whole = (
        0 <= entry.at <= LAST_MOMENT
        and entry.edition in EDITIONS
        and entry.severity in {None, *SEVERITIES}
    )
    return entry if is_whole else None


def searched(text: str) -> str:
    """What of a text is searched: its beginning, small letters, nothing that no file can hold."""
    return text[:SEARCHED].encode("utf-8", "replace").decode().casefold()


def _stored(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
