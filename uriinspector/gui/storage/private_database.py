"""A database that only its owner can read, and that the program can work without.

No Qt here.  What is damaged, locked or read-only is said to be so.  Each change is one transaction,
so that whatever ends the program, what was entered is there.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents.regular_files import open_regular

if TYPE_CHECKING:
    from pathlib import Path

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
