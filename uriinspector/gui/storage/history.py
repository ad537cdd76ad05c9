"""The history: what was looked at, in a file of its own that only its owner can read.

No Qt here.  A single row that cannot be read (a flipped bit) is set aside, and the others stay.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from uriinspector import EDITIONS
from uriinspector.analysis.finding import SEVERITIES
from uriinspector.core.model import NamedTuple
from uriinspector.gui.storage.private_database import (
    DatabaseError,
    DatabaseProblems,
    PrivateDatabase,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

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
