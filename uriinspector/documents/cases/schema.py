"""The file of a case: its tables, what tells that a file is one, and what is said where it is none.

The file alone is complete whenever nothing is being written: a journal beside it is emptied with
each commit, so that it can be copied, sent and put away while it is open.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from uriinspector.documents.regular_files import open_regular

if TYPE_CHECKING:
    from pathlib import Path

# "URIC": what tells this kind from every other (SQLite, "Database File Format" 1.3.17).
APPLICATION, VERSION = 0x55524943, 3
MAGIC = b"SQLite format 3\0"
ENDING = "uricase"

# What comes up again and again stands once in ``texts``.  A text that no UTF-8 can hold is a blob.
# ``target`` is 1 where it is the value itself; ``octets`` of a file are there as a whole, or not.
TABLES = {
    "files": "number INTEGER PRIMARY KEY, path, name, kind, size, sha256, stamp, links, told, kept",
    "pieces": "file, number, octets BLOB, PRIMARY KEY (file, number)",
    "texts": "id INTEGER PRIMARY KEY, text",
    "links": (
        "number INTEGER PRIMARY KEY, file, part, element, value, how, base, target, host, site,"
        ' rank, title, code, line, "column", start, "end", own'
    ),
    "decisions": "number INTEGER PRIMARY KEY, mark TEXT, note TEXT",
    "file_decisions": "file, part TEXT, mark TEXT, note TEXT, PRIMARY KEY (file, part)",
    # ``size`` is how many decisions the step changed.
    "steps": "number INTEGER PRIMARY KEY, at, state, size, changes",
    "troubles": "number INTEGER PRIMARY KEY, path, why",
    "waiting": "number INTEGER PRIMARY KEY, path",
}

# What cases of an earlier version lack, by the version.
LACKING = {1: frozenset({"file_decisions", "steps"}), 2: frozenset({"steps"})}

NO_CASE = "Not a case file of this program."
NEWER = "This case was saved by a newer version of URI Inspector. It was left unchanged."
DAMAGED = "This case is damaged. It was not changed."
# What is said of one of which only a part can be read, with a list of what cannot.
LOST = "this case is damaged; left out: {what}"
IN_USE = "This case is open in another window."
GONE = "File not found."
READ_ONLY = "Cannot write to this case. Save it elsewhere to keep your work."
MOVED = "The case file was moved or deleted. Save it elsewhere to keep your work."
FULL = "The disk is full. Save the case elsewhere to keep your work."


class CaseError(Exception):
    """The file does not do what it should; ``why`` is a sentence for people."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def is_damage(why: str) -> bool:
    """Whether a case was only read in part."""
    return why == DAMAGED or getattr(why, "template", "") == LOST


# What the data base says of a file that is damaged: a damaged length asks for too much memory.
FAULTS = (sqlite3.Error, MemoryError)


def problem(error: Exception) -> CaseError:
    """Say what is wrong with the file."""
    if isinstance(error, CaseError):
        return error
    if isinstance(error, FileNotFoundError):
        return CaseError(GONE)
    if isinstance(error, UnicodeDecodeError):
        return CaseError(DAMAGED)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return CaseError(IN_USE)
    if code == sqlite3.SQLITE_FULL:
        return CaseError(FULL)
    if isinstance(error, OSError | ValueError) or code in UNWRITABLE:
        return CaseError(READ_ONLY)
    return CaseError(DAMAGED)


UNWRITABLE = {
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH),
    sqlite3.SQLITE_IOERR,
}


def make(rows: sqlite3.Connection) -> None:
    """Turn an empty data base into a case without anything in it."""
    rows.execute("BEGIN")
    for name in TABLES:
        rows.execute(_creation(name))
    rows.execute(f"PRAGMA application_id = {APPLICATION}")
    rows.execute(f"PRAGMA user_version = {VERSION}")
    rows.commit()


def check_head(octets: bytes) -> None:
    """Look at the first hundred octets of a file, before SQLite is let near it."""
    if octets[:16] != MAGIC or int.from_bytes(octets[68:72]) != APPLICATION:
        raise CaseError(NO_CASE)
    if int.from_bytes(octets[60:64]) > VERSION:
        raise CaseError(NEWER)


def is_case(path: Path) -> bool:
    """Whether a file is meant to be a case, by what it begins with or by its name."""
    try:
        with open_regular(path) as file:
            check_head(file.read(100))
    except (OSError, ValueError):
        return False
    except CaseError as error:
        return error.why != NO_CASE or path.suffix.lower() == f".{ENDING}"
    return True


def check_tables(rows: sqlite3.Connection, *, can_write: bool) -> frozenset[str]:
    """Nothing but our tables: what came from elsewhere brings no view and no trigger with it.

    One of an earlier version gets what it lacks where it may be written; the answer is what it
    still lacks.
    """
    cursor = rows.execute("SELECT type, name, sql FROM sqlite_master WHERE sql NOT NULL")
    found = set(cursor)
    (version,) = rows.execute("PRAGMA user_version").fetchone()
    lacking = LACKING.get(version, frozenset())
    wanted = {("table", name, _creation(name)) for name in TABLES if name not in lacking}
    if found != wanted:
        raise CaseError(DAMAGED)
    if not (lacking and can_write):
        return lacking
    rows.execute("BEGIN")
    for name in sorted(lacking):
        rows.execute(_creation(name))
    rows.execute(f"PRAGMA user_version = {VERSION}")
    rows.commit()
    return frozenset()


def _creation(name: str) -> str:
    return f"CREATE TABLE {name} ({TABLES[name]})"
