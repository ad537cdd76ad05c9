"""The tables of a case file, and the conversion and validation of stored values.

The file is complete whenever no transaction is open: its journal is truncated at each commit, so
that the file can be copied or sent while the case is open.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from uriinspector.analysis.finding import RANK, Finding
from uriinspector.analysis.regular_files import open_regular
from uriinspector.core.model import (
    JOINED,
    CountedMessage,
    Marked,
    Message,
    joined,
    kind_of,
    message,
)
from uriinspector.documents.authentication import AuthenticationClaim, claims_of
from uriinspector.documents.cases.link_row import Head
from uriinspector.documents.document import MessageReport

if TYPE_CHECKING:
    Row: TypeAlias = "tuple[Any, ...]"

# "URIC", the application id of case files (SQLite, "Database File Format" 1.3.17).
APPLICATION, VERSION = 0x55524943, 3
MAGIC = b"SQLite format 3\0"
ENDING = "uricase"
# Repeated strings are stored once in ``texts``. A string that is not valid Unicode is a blob.
# ``target`` is 1 if it equals the value; ``octets`` of a file are stored completely or not at all.
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
    # ``size`` is the number of decisions that the step changed.
    "steps": "number INTEGER PRIMARY KEY, at, state, size, changes",
    "troubles": "number INTEGER PRIMARY KEY, path, why",
    "waiting": "number INTEGER PRIMARY KEY, path",
}
# The tables that cases of earlier versions do not have.
LACKING = {1: frozenset({"file_decisions", "steps"}), 2: frozenset({"steps"})}

NO_CASE = "Not a URI Inspector case file."
NEWER = "This case was saved by a newer version of URI Inspector. It was left unchanged."
DAMAGED = "This case is damaged. It was not changed."
# Shown for a case that can be read only in part.
LOST = "this case is damaged; left out: {what}"
IN_USE = "This case is open in another window."
GONE = "File not found."
READ_ONLY = "Cannot write to this case. Save it elsewhere to keep your work."
MOVED = "The case file was moved or deleted. Save it elsewhere to keep your work."
FULL = "The disk is full. Save the case elsewhere to keep your work."


class CaseError(Exception):
    """A case cannot be opened or written; ``why`` is a sentence for the user."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def is_damage(why: str) -> bool:
    """Return True if this is the message about a damaged case."""
    return why == DAMAGED or getattr(why, "template", "") == LOST


# Exceptions raised for damaged databases: a damaged length can request too much memory.
FAULTS = (sqlite3.Error, MemoryError)


def problem(error: Exception) -> CaseError:
    """Return a CaseError that explains the exception."""
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
    """Create the tables of a new case."""
    rows.execute("BEGIN")
    for name in TABLES:
        rows.execute(_creation(name))
    rows.execute(f"PRAGMA application_id = {APPLICATION}")
    rows.execute(f"PRAGMA user_version = {VERSION}")
    rows.commit()


def check_head(octets: bytes) -> None:
    """Check the first hundred bytes of a file before SQLite opens it."""
    if octets[:16] != MAGIC or int.from_bytes(octets[68:72]) != APPLICATION:
        raise CaseError(NO_CASE)
    if int.from_bytes(octets[60:64]) > VERSION:
        raise CaseError(NEWER)


def is_case(path: Path) -> bool:
    """Return True if the first bytes are a case file's, or the name suggests a damaged one."""
    try:
        with open_regular(path) as file:
            check_head(file.read(100))
    except (OSError, ValueError):
        return False
    except CaseError as error:
        return error.why != NO_CASE or path.suffix.lower() == f".{ENDING}"
    return True


def check_tables(rows: sqlite3.Connection, *, can_write: bool) -> frozenset[str]:
    """Accept only our own tables: views and triggers in a received file could run code.

    Tables that an earlier version did not have are created if the file is writable; otherwise,
    their names are returned.
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


def can_write(path: Path) -> bool:
    """Return True if the file and its folder are writable."""
    is_open = bool(path.stat().st_mode & 0o222)  # os.access always succeeds for root
    return is_open and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """Open a database; its schema is not trusted, and deleted data is overwritten."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    rows = sqlite3.connect(address, uri=True, timeout=0, check_same_thread=False)
    try:
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "secure_delete = ON"):
            rows.execute(f"PRAGMA {pragma}")
        if mode == "rw":
            rows.execute("PRAGMA locking_mode = EXCLUSIVE")
            rows.execute("PRAGMA journal_mode = TRUNCATE")
        rows.execute("PRAGMA synchronous = FULL")
    except BaseException:  # damaged headers also raise others, such as UnicodeDecodeError
        rows.close()
        raise
    return rows


Column: TypeAlias = "str | bytes | int | None"

T = TypeVar("T")


def to_column(text: str | None) -> Column:
    """Return a string for a column; as bytes if it is not valid Unicode."""
    if text is None or text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def from_column(column: object) -> str:
    """Return the string in a column."""
    if isinstance(column, bytes):
        return column.decode("utf-8", "surrogatepass")
    return checked(column, str)


def json_to(value: object) -> Column:
    """Return JSON for a column, unescaped: escapes could join two lone surrogates."""
    return to_column(json.dumps(value, ensure_ascii=False))


def json_from(column: object) -> Any:
    """Return the JSON value in a column."""
    return json.loads(from_column(column))


# Fields of a header that are stored together in one column.
HEAD_DETAILS = (
    *("parts", "envelopes", "not_examined", "findings"),
    *("messages", "locked", "protect", "bases"),
)


def head_to(head: Head) -> Column:
    """Return the JSON of the fields in ``HEAD_DETAILS``."""
    hints = hints_of(Head)
    return json_to({name: stored(hints[name], getattr(head, name)) for name in HEAD_DETAILS})


def head_from(columns: tuple[Any, ...]) -> Head:
    """Return the header from path, name, kind, size, sha256, stamp, links and the JSON."""
    path, name, *numbers, rest = columns
    names = ("path", "name", "kind", "size", "sha256", "stamp", "links")
    details = checked(json_from(rest), dict)
    values = {name: details[name] for name in HEAD_DETAILS if name in details}
    for each in values.get("envelopes", []):
        if "claims" not in each:
            each["claims"] = [stored(AuthenticationClaim, claim) for claim in _older_claims(each)]
    columns = (from_column(path), from_column(name), *numbers)
    return checked(restored(Head, values | dict(zip(names, columns, strict=True))), Head)


def _older_claims(envelope: Mapping[str, Any]) -> tuple[AuthenticationClaim, ...]:
    """Return the results in a case of an earlier version, which did not store their order.

    Without the order, no result counts as the receiver's.
    """
    names = ("authentication-results", "authentication"), ("arc-authentication-results", "arc")
    fields = [(name, checked(text, str)) for name, key in names for text in envelope.get(key, [])]
    if envelope.get("received_spf"):
        fields.append(("received-spf", checked(envelope["received_spf"], str)))
    return claims_of(fields)


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of a value's fields, in order."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in getattr(kind, "__match_args__")}  # noqa: B009


def stored(hint: Any, value: Any) -> Any:
    """Return a value of this type as JSON values, field by field."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if value is None or kind in SIMPLE:
        return value
    if kind is UnionType:
        return stored(inner[0], value)
    if kind is tuple:
        return [stored(inner[0], each) for each in value]
    if kind in {dict, Mapping}:
        return {name: stored(inner[1], each) for name, each in value.items()}
    if kind is Message:
        return [*_phrases_to(value)]
    return {name: stored(of, getattr(value, name)) for name, of in hints_of(kind).items()}


def restored(hint: Any, value: Any) -> Any:
    """Convert JSON values to a value; raise CaseError or one of ``FALSE`` if it is invalid."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in SIMPLE:
        return checked(value, kind)
    if kind is UnionType:
        return None if value is None else restored(inner[0], value)
    if kind is tuple:
        return tuple(restored(inner[0], each) for each in checked(value, list))
    if kind in {dict, Mapping}:
        return {name: restored(inner[1], each) for name, each in checked(value, dict).items()}
    if kind is Message:
        return joined(map(_phrase_from, checked(value, list)))
    hints = hints_of(kind)
    if not checked(value, dict).keys() <= hints.keys():
        raise CaseError(DAMAGED)
    # Cases of earlier versions lack newer fields, which have default values.
    result = kind(**{name: restored(hints[name], each) for name, each in value.items()})
    if isinstance(result, Finding | MessageReport) and not _is_true(result):
        raise CaseError(DAMAGED)
    return result


SIMPLE = frozenset({str, int, bool})


def _is_true(value: Finding | MessageReport) -> bool:
    if isinstance(value, MessageReport):
        return value.severity is None or value.severity in RANK
    _template(value.template, value.args)
    _template(value.plain_template, value.args)
    return value.severity in RANK and 0 <= value.start <= value.end


def findings_to(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Return findings as JSON values."""
    return [stored(Finding, each) for each in findings]


def findings_from(value: object) -> tuple[Finding, ...]:
    return tuple(restored(Finding, each) for each in checked(value, list))


# Kinds of arguments that are translatable messages: without arguments, and with some, as JSON.
TERM, PHRASE = "term", "phrase"


def _phrases_to(text: object) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Yield the parts of a message: each template with name, text and kind of its arguments."""
    if not isinstance(text, Message):
        return
    if text.template == JOINED:
        yield from chain.from_iterable(map(_phrases_to, text.args.values()))
        return
    yield text.template, [(name, *_argument_to(each)) for name, each in text.args.items()]


def _argument_to(value: object) -> tuple[str, str]:
    if not isinstance(value, Message):
        return str(value), kind_of(value)
    if not value.args or value.template == JOINED or isinstance(value, CountedMessage):
        return str(value), TERM
    return json.dumps(next(_phrases_to(value))), PHRASE


def _phrase_from(value: object) -> Message:
    template, values = checked(value, list)
    args: dict[str, str] = {}
    for name, text, kind in restored(tuple[tuple[str, ...], ...], values):
        if kind == PHRASE:
            args[name] = _phrase_from(json.loads(text))
        else:
            args[name] = message(text) if kind == TERM else Marked(text, kind)
    return message(_template(template, args) if args else checked(template, str), **args)


def _template(template: object, names: Collection[str]) -> str:
    """Return a template, if it has only these fields; format specifiers could create huge texts."""
    try:
        places = list(Formatter().parse(checked(template, str)))
    except ValueError:
        raise CaseError(DAMAGED) from None
    for _, name, form, conversion in places:
        if name is not None and (name not in names or form or conversion):
            raise CaseError(DAMAGED)
    return checked(template, str)


def checked(value: Any, kind: type[T]) -> T:
    """Return the value; raise CaseError if it is not of this type."""
    if not isinstance(value, kind):
        raise CaseError(DAMAGED)
    return value


PIECE = 1 << 17
# The maximum size of a file to store, and of all stored files together.
LARGEST, ALL = 32 << 20, 256 << 20


class ChangedError(Exception):
    """The file has changed since it was read."""


def pieces_of(head: Head) -> Iterator[bytes]:
    """Yield the compressed pieces of a file; raise ChangedError at the end if it has changed."""
    digest = hashlib.sha256()
    with BytesIO(head.octets) if head.octets is not None else open_regular(head.path) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
            yield zlib.compress(piece, 1)
    if digest.hexdigest() != head.sha256:
        raise ChangedError


def unpacked(pressed: bytes) -> bytes:
    """Decompress a piece; the output is limited to the size of a piece."""
    return zlib.decompressobj().decompress(pressed, PIECE)


# The number of rows to read together.
PAGE = 1_000
# The maximum number of attempts to read smaller ranges of a damaged table.
TRIES = 10_000
# The largest row number read; a million links take about a hundred million bytes.
MOST = 1 << 26


class TableRows:
    """A reader of damaged tables; ``is_torn`` is True if some rows were unreadable."""

    def __init__(self, asked: Callable[[str, tuple[Any, ...]], list[Row]]) -> None:
        self._asked = asked
        self._tries = TRIES
        self.is_torn = False

    def answer(self, question: str) -> list[Row]:
        """Return all rows, or none if any of them is unreadable."""
        return self._readable(question) or []

    def rows(self, table: str, columns: str, key: str = "number") -> Iterator[Row]:
        """Yield the rows of a table in the order of their numbers, one page at a time."""
        question = f"SELECT {columns} FROM {table} WHERE {key} >= ? ORDER BY {key} LIMIT ?"
        first = 0
        while (page := self._readable(question, first, PAGE)) != []:
            if page is None:
                yield from self._range(table, columns, key, first, first + PAGE - 1)
                if self._tries <= 0:
                    return
                first += PAGE
                continue
            for row in page:
                # Rows in the wrong order mean a damaged tree, and could lead to an endless loop.
                if not first <= row[0] <= MOST:
                    self.is_torn = True
                    return
                yield row
                first = row[0] + 1

    def _range(self, table: str, columns: str, key: str, first: int, last: int) -> Iterator[Row]:
        """Yield the readable rows in a range by repeatedly dividing it in two."""
        self._tries -= 1
        if self._tries <= 0:
            return
        question = f"SELECT {columns} FROM {table} WHERE {key} BETWEEN ? AND ? ORDER BY {key}"
        page = self._readable(question, first, last)
        if page is not None:
            yield from page
        elif first < last:
            middle = (first + last) // 2
            yield from self._range(table, columns, key, first, middle)
            yield from self._range(table, columns, key, middle + 1, last)

    def _readable(self, question: str, *places: int) -> list[Row] | None:
        """Return the rows, or None if the part of the file with them is damaged."""
        try:
            return self._asked(question, places)
        except CaseError as error:
            if error.why != DAMAGED:
                raise
            self.is_torn = True
            return None
