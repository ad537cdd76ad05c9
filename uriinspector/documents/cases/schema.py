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
from dataclasses import MISSING, fields
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from uriinspector.analysis.finding import RANK, Finding, Fix
from uriinspector.analysis.regular_files import open_regular
from uriinspector.core.model import JOINED, Marked, Message, joined, kind_of, message
from uriinspector.documents.authentication import AuthenticationClaim, claims_of
from uriinspector.documents.cases.link_row import Head
from uriinspector.documents.document import MessageReport
from uriinspector.documents.document_values import (
    DocumentBase,
    DocumentPart,
    Envelope,
    Mailbox,
    NotExamined,
    Protected,
)

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
# All other fields hold texts, and these may be undefined.
COUNTS = frozenset({"is_listed", "size", "start", "end"})
UNDEFINED = frozenset(
    {
        "DocumentPart.name",
        "DocumentPart.charset",
        "DocumentPart.encoding",
        "DocumentPart.content_id",
        "DocumentPart.location",
        "DocumentPart.base",
    }
    | {"DocumentBase.text", "Envelope.subject", "Envelope.date", "Envelope.message_id"}
    | {"Envelope.return_path", "Envelope.received_spf"}
    | {"AuthenticationClaim.domain", "AuthenticationClaim.server"}
)


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


def head_to(head: Head) -> Column:
    """What a file's header holds besides names and numbers."""
    values = {
        "parts": [_out(each) for each in head.parts],
        "envelopes": [_out(each) for each in head.envelopes],
        "not_examined": [_out(each) for each in head.not_examined],
        "findings": findings_to(head.findings),
        "messages": [_report_to(each) for each in head.messages],
        "locked": head.locked,
        "protect": head.protect,
        "bases": {path: _out(base) for path, base in head.bases.items()},
    }
    return json_to(values)


def head_from(columns: tuple[Any, ...]) -> Head:
    """A header, from path, name, kind, size, sha256, stamp, links and the rest."""
    path, name, kind, size, sha256, stamp, links, rest = columns
    values = checked(json_from(rest), dict)
    return Head(
        path=from_column(path),
        name=from_column(name),
        kind=checked(kind, str),
        size=checked(size, int),
        sha256=checked(sha256, str),
        stamp=checked(stamp, int),
        parts=tuple(map(_part, values["parts"])),
        envelopes=tuple(map(_envelope, values["envelopes"])),
        not_examined=tuple(_in(NotExamined, each) for each in values["not_examined"]),
        findings=findings_from(values["findings"]),
        protect=_texts(values["protect"]),
        links=checked(links, int),
        bases={path: _in(DocumentBase, base) for path, base in values["bases"].items()},
        # A case of before has none.
        messages=tuple(map(_report_from, checked(values.get("messages", []), list))),
        locked=_texts(values.get("locked", [])),
    )


def _report_to(report: MessageReport) -> dict[str, Any]:
    line = [*_phrases_to(report.line)]
    return report._asdict() | {"findings": findings_to(report.findings), "line": line}


def _report_from(values: Mapping[str, Any]) -> MessageReport:
    report = MessageReport(
        **checked(values, dict)
        | {
            "findings": findings_from(values["findings"]),
            "line": joined(map(_phrase_from, checked(values["line"], list))),
            "attachments": _texts(values["attachments"]),
            "parts": _texts(values["parts"]),
        }
    )
    checked(report.part, str)
    checked(report.links, int)
    if report.severity is not None and report.severity not in RANK:
        raise CaseError(DAMAGED)
    return report


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
    for name, text, kind in map(_texts, values):
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


def findings_to(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings, field by field."""
    return [
        each._asdict()
        | {
            "args": dict(each.args),
            "fix": each.fix and _out(each.fix),
            "also": findings_to(each.also),
        }
        for each in findings
    ]


def findings_from(value: object) -> tuple[Finding, ...]:
    """Findings again."""
    return tuple(map(_finding, checked(value, list)))


def _finding(values: Mapping[str, Any]) -> Finding:
    finding = Finding(
        **dict(values)
        | {
            "cites": _texts(values["cites"]),
            "args": {
                checked(name, str): checked(each, str) for name, each in values["args"].items()
            },
            "fix": None if values["fix"] is None else _in(Fix, values["fix"]),
            "also": findings_from(values.get("also", [])),
        }
    )
    for each in (finding.code, finding.title, finding.of):
        checked(each, str)
    _template(finding.template, finding.args)
    _template(finding.plain_template, finding.args)
    if finding.severity not in RANK or not 0 <= checked(finding.start, int) <= checked(
        finding.end, int
    ):
        raise CaseError(DAMAGED)
    return finding


def _part(values: Mapping[str, Any]) -> DocumentPart:
    base = values["base"]
    return _in(
        DocumentPart, dict(values) | {"base": None if base is None else _in(DocumentBase, base)}
    )


def _envelope(values: Mapping[str, Any]) -> Envelope:
    inner: dict[str, Callable[[Any], object]] = {
        "senders": lambda each: _in(Mailbox, each),
        "reply_to": lambda each: _in(Mailbox, each),
        "recipients": lambda each: _in(Mailbox, each),
        "protected": lambda each: _in(Protected, each),
        "delivered_to": lambda each: checked(each, str),
        "authentication": lambda each: checked(each, str),
        "sender": lambda each: _in(Mailbox, each),
        "arc": lambda each: checked(each, str),
        "received": lambda each: checked(each, str),
        "repeated": lambda each: checked(each, str),
        "claims": lambda each: _in(AuthenticationClaim, each),
        "further_recipients": lambda each: _in(Mailbox, each),
        "lists": lambda each: checked(each, str),
    }
    result = {
        name: tuple(map(of, checked(values[name], list)))
        for name, of in inner.items()
        if name in values
    }
    if "claims" not in values:
        # An older case: without the order of the fields, no result can be the receiver's.
        names = ("authentication-results", "authentication"), ("arc-authentication-results", "arc")
        fields = [(name, value) for name, key in names for value in _texts(values.get(key, []))]
        if values.get("received_spf"):
            fields.append(("received-spf", checked(values["received_spf"], str)))
        result["claims"] = claims_of(fields)
    return _in(Envelope, dict(values) | result)


def _out(value: Any) -> dict[str, Any]:
    """A dataclass by its fields, with those inside of it."""
    values = {each.name: getattr(value, each.name) for each in fields(value)}
    for name, inner in values.items():
        if hasattr(inner, "__dataclass_fields__"):
            values[name] = _out(inner)
        elif isinstance(inner, tuple):
            values[name] = [
                _out(each) if hasattr(each, "__dataclass_fields__") else each for each in inner
            ]
    return values


def _in(kind: type[T], values: Mapping[str, Any]) -> T:
    """A dataclass from its fields: texts and numbers only where they are due."""
    names = {each.name: each.default for each in fields(kind)}  # type: ignore[arg-type]
    required = {name for name, default in names.items() if default is MISSING}
    # A case of before has not all that came since.
    if not required <= checked(values, dict).keys() <= names.keys():
        raise CaseError(DAMAGED)
    for name, each in values.items():
        if each is None and f"{kind.__name__}.{name}" not in UNDEFINED:
            raise CaseError(DAMAGED)
        if each is not None and not isinstance(each, tuple | DocumentBase):
            checked(each, int if name in COUNTS else str)
    return kind(**values)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(checked(each, str) for each in checked(value, list))


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
