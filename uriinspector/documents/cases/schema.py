"""The tables of a case's file, and its values as they are stored and checked.

The file alone is complete whenever nothing is being written: a journal beside it is emptied with
each commit, so that it can be copied, sent and put away while it is open.
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
from uriinspector.core.model import JOINED, Marked, Message, joined, kind_of, message
from uriinspector.documents.authentication import AuthenticationClaim, claims_of
from uriinspector.documents.cases.link_row import Head
from uriinspector.documents.document import MessageReport

if TYPE_CHECKING:
    Row: TypeAlias = "tuple[Any, ...]"

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


def can_write(path: Path) -> bool:
    """Whether the file may be written, and a journal beside it."""
    is_open = bool(path.stat().st_mode & 0o222)  # whoever may do everything is told so too
    return is_open and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """Open it; what came from elsewhere is not trusted, and what is deleted is overwritten."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    rows = sqlite3.connect(address, uri=True, timeout=0, check_same_thread=False)
    try:
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "secure_delete = ON"):
            rows.execute(f"PRAGMA {pragma}")
        if mode == "rw":
            rows.execute("PRAGMA locking_mode = EXCLUSIVE")
            rows.execute("PRAGMA journal_mode = TRUNCATE")
        rows.execute("PRAGMA synchronous = FULL")
    except BaseException:  # a damaged header ends in other errors too, such as UnicodeDecodeError
        rows.close()
        raise
    return rows


Column: TypeAlias = "str | bytes | int | None"

T = TypeVar("T")


def to_column(text: str | None) -> Column:
    """A text; as octets where it holds what UTF-8 cannot."""
    if text is None or text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def from_column(column: object) -> str:
    """The text again."""
    if isinstance(column, bytes):
        return column.decode("utf-8", "surrogatepass")
    return checked(column, str)


def json_to(value: object) -> Column:
    """Values of JSON; its own escapes would make one character of two halves that met by chance."""
    return to_column(json.dumps(value, ensure_ascii=False))


def json_from(column: object) -> Any:
    """The values again."""
    return json.loads(from_column(column))


# The fields of a head that share one column.
HEAD_DETAILS = (
    *("parts", "envelopes", "not_examined", "findings"),
    *("messages", "locked", "protect", "bases"),
)


def head_to(head: Head) -> Column:
    """What a file's header holds besides names and numbers."""
    hints = hints_of(Head)
    return json_to({name: stored(hints[name], getattr(head, name)) for name in HEAD_DETAILS})


def head_from(columns: tuple[Any, ...]) -> Head:
    """A header, from path, name, kind, size, sha256, stamp, links and the rest."""
    path, name, *numbers, rest = columns
    names = ("path", "name", "kind", "size", "sha256", "stamp", "links")
    told = checked(json_from(rest), dict)
    values = {name: told[name] for name in HEAD_DETAILS if name in told}
    for each in values.get("envelopes", []):
        if "claims" not in each:
            each["claims"] = [stored(AuthenticationClaim, claim) for claim in _older_claims(each)]
    columns = (from_column(path), from_column(name), *numbers)
    return checked(restored(Head, values | dict(zip(names, columns, strict=True))), Head)


def _older_claims(envelope: Mapping[str, Any]) -> tuple[AuthenticationClaim, ...]:
    """An older case: without the order of the fields, no result can be the receiver's."""
    names = ("authentication-results", "authentication"), ("arc-authentication-results", "arc")
    fields = [(name, checked(text, str)) for name, key in names for text in envelope.get(key, [])]
    if envelope.get("received_spf"):
        fields.append(("received-spf", checked(envelope["received_spf"], str)))
    return claims_of(fields)


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of the fields of a value, in their order."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in getattr(kind, "__match_args__")}  # noqa: B009


def stored(hint: Any, value: Any) -> Any:
    """A value of this type in terms of JSON, field by field."""
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
    """The value again; CaseError, or one of ``FALSE``, where it is not of this type."""
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
    # A case of before has not all that came since.
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
    """Findings, field by field."""
    return [stored(Finding, each) for each in findings]


def findings_from(value: object) -> tuple[Finding, ...]:
    """Findings again."""
    return tuple(restored(Finding, each) for each in checked(value, list))


# A word of ours among the arguments of a stored message.
TERM = "term"


def _phrases_to(text: object) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Take a sentence apart: templates, and their arguments with name, text and kind."""
    if not isinstance(text, Message):
        return
    if text.template == JOINED:
        yield from chain.from_iterable(map(_phrases_to, text.args.values()))
        return
    kinds = (TERM if isinstance(each, Message) else kind_of(each) for each in text.args.values())
    args = zip(text.args, map(str, text.args.values()), kinds, strict=True)
    yield text.template, [*args]


def _phrase_from(value: object) -> Message:
    template, values = checked(value, list)
    args: dict[str, str] = {}
    for name, text, kind in restored(tuple[tuple[str, ...], ...], values):
        args[name] = message(text) if kind == TERM else Marked(text, kind)
    return message(_template(template, args) if args else checked(template, str), **args)


def _template(template: object, names: Collection[str]) -> str:
    """A sentence with these places; a form of its own would make it as long as it likes."""
    try:
        places = list(Formatter().parse(checked(template, str)))
    except ValueError:
        raise CaseError(DAMAGED) from None
    for _, name, form, conversion in places:
        if name is not None and (name not in names or form or conversion):
            raise CaseError(DAMAGED)
    return checked(template, str)


def checked(value: Any, kind: type[T]) -> T:
    """The value, if it is of this kind."""
    if not isinstance(value, kind):
        raise CaseError(DAMAGED)
    return value


PIECE = 1 << 17
# A file that is larger is not kept, nor one that would make all that are kept larger than this.
LARGEST, ALL = 32 << 20, 256 << 20


class ChangedError(Exception):
    """The file is not the one that was read."""


def pieces_of(head: Head) -> Iterator[bytes]:
    """What was read, piece by piece; at the end ChangedError where the file is another one."""
    digest = hashlib.sha256()
    with BytesIO(head.octets) if head.octets is not None else open_regular(head.path) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
            yield zlib.compress(piece, 1)
    if digest.hexdigest() != head.sha256:
        raise ChangedError


def unpacked(pressed: bytes) -> bytes:
    """A piece as it was; no more than one comes out, whatever goes in."""
    return zlib.decompressobj().decompress(pressed, PIECE)


# So many rows are read from the file at once.
PAGE = 1_000
# So often a part of the file that is damaged is asked for once more, in smaller pieces.
TRIES = 10_000
# No row has a larger number than this: a million links take a hundred million octets.
MOST = 1 << 26


class TableRows:
    """What can be read; ``is_torn`` says whether something could not."""

    def __init__(self, asked: Callable[[str, tuple[Any, ...]], list[Row]]) -> None:
        self._asked = asked
        self._tries = TRIES
        self.is_torn = False

    def answer(self, question: str) -> list[Row]:
        """All of it, or nothing."""
        try:
            return self._asked(question, ())
        except CaseError as error:
            if error.why != DAMAGED:
                raise
            self.is_torn = True
            return []

    def rows(self, table: str, columns: str, key: str = "number") -> Iterator[Row]:
        """The rows of a table by their numbers, a page at a time."""
        first = 0
        while True:
            try:
                question = f"SELECT {columns} FROM {table} WHERE {key} >= ? ORDER BY {key} LIMIT ?"
                page = self._asked(question, (first, PAGE))
            except CaseError as error:
                if error.why != DAMAGED:
                    raise
                self.is_torn = True
                page = list(self._range(table, columns, key, first, first + PAGE - 1))
                yield from page
                if self._tries <= 0:
                    return
                first += PAGE
                continue
            if not page:
                return
            for row in page:
                # In a damaged tree rows are in another order: it could be gone round for ever.
                if not first <= row[0] <= MOST:
                    self.is_torn = True
                    return
                yield row
                first = row[0] + 1

    def _range(self, table: str, columns: str, key: str, first: int, last: int) -> Iterator[Row]:
        """What can be read of a run of rows of which some cannot: halves of it, and of those."""
        self._tries -= 1
        if self._tries <= 0:
            return
        question = f"SELECT {columns} FROM {table} WHERE {key} BETWEEN ? AND ? ORDER BY {key}"
        try:
            yield from self._asked(question, (first, last))
        except CaseError as error:
            if error.why != DAMAGED:
                raise
            if first < last:
                middle = (first + last) // 2
                yield from self._range(table, columns, key, first, middle)
                yield from self._range(table, columns, key, middle + 1, last)
