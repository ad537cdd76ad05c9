"""The history of inspected texts, in an SQLite database that only its owner can read.

No Qt here. Damaged, locked and read-only files are reported. Each change is one transaction, so
entries survive if the program is killed. A row that cannot be read (because of a flipped bit) is
moved elsewhere, and the others stay usable.
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

WAIT = 0.25  # seconds to wait for another window's transaction
ENDS = ("-wal", "-shm")
# Errors caused by a damaged file: SQLite's own, invalid UTF-8, absurd lengths, and values of the
# wrong type.
FAULTS = (sqlite3.Error, OSError, ValueError, TypeError, OverflowError, MemoryError)


class DatabaseProblems(NamedTuple):
    """Messages for a database that cannot be used."""

    damaged: str
    locked: str
    read_only: str


class DatabaseError(Exception):
    """Raised if the database cannot be used; the reason is in ``PrivateDatabase.problem``."""


class PrivateDatabase:
    """A database opened on first use; ``problem`` is the reason if nothing can be stored."""

    def __init__(self, file: Path | None, tables: str, problems: DatabaseProblems) -> None:
        """Prepare the database; without ``file``, it is kept in memory."""
        self._file = file
        self._tables = tables
        self._problems = problems
        self._connection: sqlite3.Connection | None = None
        self.problem: str | None = None

    def transaction(self) -> Transaction:
        """Return a context manager for one transaction."""
        return Transaction(self)

    def close(self) -> None:
        if self._connection:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def connection(self) -> sqlite3.Connection:
        """Return the connection, opening the file on first use."""
        if self._connection is None:
            self._connection = opened(self._file, self._tables)
        return self._connection

    def give_up(self, error: Exception) -> None:
        """Set ``problem`` and close the file."""
        self.problem = self._problem(error)
        self.close()

    def discard_damaged(self) -> None:
        """Delete the database file and its journals if it is damaged."""
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
    """Commits its changes as a whole, or rolls them back and sets ``problem``."""

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
    """Open the file, creating it if necessary so that only its owner can read it."""
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
    except BaseException:  # damaged files raise other errors too, such as UnicodeDecodeError
        connection.close()
        raise
    return connection


DAY = 86_400
MOST_ENTRIES = 10_000
LONGEST = 1 << 20  # longer texts are not stored
SEARCHED = 4_096  # number of characters of a text that are searched
DAMAGED = "The history file is damaged. To save new links, clear the history in Settings."
LOCKED = "Another program is using the history file. New links are not saved."
READ_ONLY = "Cannot write the history file. New links are not saved."
TABLES = """
CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, text BLOB NOT NULL,
    edition TEXT NOT NULL, severity TEXT, searched TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS damaged (set_aside REAL NOT NULL, text BLOB, edition BLOB);
"""
# Read as bytes, because sqlite3 itself fails on a damaged row with invalid UTF-8.
COLUMNS = "id, CAST(text AS BLOB), CAST(edition AS BLOB), CAST(severity AS BLOB), CAST(at AS BLOB)"
LAST_MOMENT = 253_402_300_799  # the end of the year 9999, the last one that Python and Qt support


class HistoryEntry(NamedTuple):
    """An inspected text with its time, its edition, and the worst severity found."""

    text: str
    at: float
    edition: str
    severity: str | None


class History(PrivateDatabase):
    """The history entries, newest first; ``problem`` is the reason if nothing can be stored."""

    def __init__(self, file: Path | None, now: Callable[[], float] = time.time) -> None:
        """Prepare the history; without ``file``, it is kept in memory."""
        super().__init__(file, TABLES, DatabaseProblems(DAMAGED, LOCKED, READ_ONLY))
        self._now = now
        self.set_aside = 0

    def note(self, text: str, edition: str, severity: str | None) -> None:
        """Add a text, or move it to the front if it is already there."""
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
                "DELETE FROM entries WHERE id <= (SELECT max(id) FROM entries) - ?", (MOST_ENTRIES,)
            )

    def entries(self, search: str = "", most: int = 200) -> list[HistoryEntry]:
        """Return the entries that contain every word of the search, newest first."""
        words = searched(search).split()
        where = " AND ".join(["instr(searched, ?)"] * len(words)) or "1"
        with suppress(DatabaseError), self.transaction() as rows:
            cursor = rows.execute(
                f"SELECT {COLUMNS} FROM entries WHERE {where} ORDER BY id DESC LIMIT ?",
                (*words, most),
            )
            read = {row: entry_of(*columns) for row, *columns in cursor}
            self._move_damaged(rows, [row for row, entry in read.items() if entry is None])
            return [entry for entry in read.values() if entry is not None]
        return []

    def _move_damaged(self, rows: sqlite3.Connection, damaged: list[int]) -> None:
        """Move damaged rows to another table, which keeps their readable data."""
        for each in damaged:
            rows.execute(
                "INSERT INTO damaged SELECT ?, text, edition FROM entries WHERE id = ?",
                (self._now(), each),
            )
            rows.execute("DELETE FROM entries WHERE id = ?", (each,))
        self.set_aside += len(damaged)

    def count(self) -> int:
        with suppress(DatabaseError), self.transaction() as rows:
            return int(rows.execute("SELECT count(*) FROM entries").fetchone()[0])
        return 0

    def forget(self, days: int) -> None:
        """Delete entries older than ``days``; 0 deletes none."""
        if days:
            with suppress(DatabaseError), self.transaction() as rows:
                oldest = self._now() - days * DAY
                rows.execute("DELETE FROM entries WHERE at < ?", (oldest,))
                rows.execute("DELETE FROM damaged WHERE set_aside < ?", (oldest,))

    def clear(self) -> None:
        """Delete all entries and wipe them from the disk; a damaged file is deleted."""
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
    """Convert a row to an entry; return None if it is damaged."""
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
    """Return the searchable beginning of a text: case-folded, without lone surrogates."""
    return text[:SEARCHED].encode("utf-8", "replace").decode().casefold()


def _stored(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
