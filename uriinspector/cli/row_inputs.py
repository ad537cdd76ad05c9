"""Readers of tables in batches: CSV, JSON lines, Parquet, Arrow, mbox and WARC."""

from __future__ import annotations

import bz2
import csv
import gzip
import hashlib
import json
import lzma
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

import pyarrow as pa
import pyarrow.parquet

from uriinspector.analysis.regular_files import open_regular
from uriinspector.arrow.columns import batch_of, texts_in, well_formed
from uriinspector.cli.arguments import MisuseError, is_elsewhere, refuse
from uriinspector.cli.screen import complain
from uriinspector.cli.table_writers import (
    ARROW,
    CSV,
    JSON_TEXT,
    JSONL,
    MBOX,
    PARQUET,
    WARC,
    as_text,
    form_of_content,
)
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.judged_answers import LONGEST, SEPARATOR, cells_of, why_unread

# The maximum size of a part, in rows and bytes: some seconds of work, and limited memory.
MOST_ROWS, MOST_BYTES = 16_384, 16 << 20
LONGEST_LINE = 16 << 20
SAMPLE, MOST_COLUMNS = 1_000, 4_096
LINE = expression(r"[^\r\n]*+(?:\r\n|\r|\n)|[^\r\n]++")
HALF = expression(r"\\u[dD][89a-fA-F]")  # an escaped lone surrogate in JSON
NUMBER, WHOLE = pa.float64(), pa.int64()


Row = tuple[list[Any], int]


class InputLine(NamedTuple):
    """A line and its number."""

    number: int
    text: str


def lines_of(file: BinaryIO, faults: TableFaults) -> Iterator[InputLine]:
    """Yield each line; overlong ones are left out, and invalid UTF-8 becomes U+FFFD."""
    number = 0
    while octets := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(octets) > LONGEST_LINE:
            faults.left_out(number, f"longer than {LONGEST_LINE:,} bytes")
            while octets and not octets.endswith(b"\n"):
                octets = file.readline(LONGEST_LINE)
            continue
        try:
            text = octets.decode("utf-8")
        except UnicodeDecodeError:
            text = octets.decode("utf-8", "replace")
            faults.changed(number, "bytes that are not UTF-8 were replaced by U+FFFD")
        yield InputLine(number, text.removeprefix("\ufeff") if number == 1 else text)


class RowInput:
    """Reads single rows, and groups them into batches."""

    schema = pa.schema([("content", pa.binary()), ("base", pa.string()), ("name", pa.string())])
    most: int | None = 512

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        self._file, self._faults = file, faults

    def batches(self) -> Iterator[pa.RecordBatch]:
        return grouped_rows(self._rows(), self.schema, self.most)

    if TYPE_CHECKING:

        def _rows(self) -> Iterator[Row]: ...


class CsvInput(RowInput):
    """A CSV table whose first row names the columns; all cells are read as text."""

    most = None

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        super().__init__(file, faults)
        csv.field_size_limit(LONGEST)
        self._number = 0
        lines = self._lines(lines_of(file, faults))
        first = next(lines, "")
        skipped = SEPARATOR.match(first.rstrip("\r\n"))
        if skipped:
            first = next(lines, "")
        if not first.strip():
            refuse("no header row: add a first row with the column names, such as url")
        try:
            delimiter = skipped[1] if skipped else _delimiter(first)
            self._reader = csv.reader(chain((first,), lines), delimiter=delimiter)
            names = next(self._reader)
        except csv.Error as error:
            refuse(f"the first row cannot be read: {why_unread(error)}", error)
        _refuse_many(len(names))
        name, count = Counter(names).most_common(1)[0]
        if count > 1:
            refuse(f"two columns have the same name: {name!r}")
        self.schema = pa.schema([(each, pa.string()) for each in names])

    def _lines(self, lines: Iterable[InputLine]) -> Iterator[str]:
        """Yield lines for the csv module, also splitting them at lone CRs."""
        more = 0
        for each in lines:
            for place, text in enumerate(LINE.findall(each.text)):
                self._number = each.number + more + place
                yield text
            more += self._number - each.number - more

    def _rows(self) -> Iterator[tuple[list[str], int]]:
        width = len(self.schema)
        while True:
            try:
                cells = next(self._reader)
            except StopIteration:
                return
            except csv.Error as fault:
                self._faults.left_out(self._number, why_unread(fault))
                continue
            if not cells:
                continue
            if len(cells) != width:
                noun = "cell" if len(cells) == 1 else "cells"
                self._faults.left_out(self._number, f"{len(cells)} {noun}, but {width} columns")
                continue
            yield cells, sum(map(len, cells))


def _refuse_many(columns: int) -> None:
    """Refuse tables with too many columns: even a short row gets a cell in each of them."""
    if columns > MOST_COLUMNS:
        refuse(f"{columns:,} columns, more than {MOST_COLUMNS:,}")


def _delimiter(first: str) -> str:
    """Return the delimiter that splits the first line into the most cells."""
    return max(",;\t|", key=lambda each: len(cells_of(first, each)))


class JsonInput(RowInput):
    """JSON lines; the first thousand determine the columns and their types.

    With long lines, the sample is smaller: at most the size of a part.
    """

    most = None

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        super().__init__(file, faults)
        self._objects = self._read(lines_of(file, faults))
        self._first = list(self._sample())
        names = dict.fromkeys(name for _, each, _ in self._first for name in each)
        if not names:
            refuse("no line contains a JSON object")
        _refuse_many(len(names))
        values = {name: [each.get(name) for _, each, _ in self._first] for name in names}
        self.schema = pa.schema([_field(name, values[name]) for name in names])
        self._is_json = [each.metadata == JSON_TEXT for each in self.schema]

    def _sample(self) -> Iterator[tuple[int, dict[str, Any], int]]:
        weight = 0
        for count, row in enumerate(self._objects, 1):
            yield row
            weight += row[2]
            if count == SAMPLE or weight >= MOST_BYTES:
                return

    def _read(self, lines: Iterable[InputLine]) -> Iterator[tuple[int, dict[str, Any], int]]:
        for number, text in lines:
            if not text.strip():
                continue
            try:
                found = json.loads(text)
            except (ValueError, RecursionError) as fault:
                self._faults.left_out(number, f"not valid JSON: {fault}")
                continue
            if not isinstance(found, dict):
                self._faults.left_out(number, "not a JSON object")
                continue
            if HALF.search(text):
                found = self._whole_names(number, found)
            yield number, found, len(text)

    def _whole_names(self, number: int, record: dict[str, Any]) -> dict[str, Any]:
        """Return the object with its keys in valid Unicode, since they become column names."""
        whole = {well_formed(name) or "": value for name, value in record.items()}
        if whole.keys() != record.keys():
            self._faults.changed(number, "an unpaired surrogate in a key became U+FFFD")
        return whole

    @property
    def _known(self) -> str:
        """Return "line" if one line was sampled, otherwise the number of sampled lines as text."""
        return "line" if len(self._first) == 1 else f"{len(self._first):,} lines"

    def _rows(self) -> Iterator[tuple[list[Any], int]]:
        known = frozenset(self.schema.names)
        for number, found, size in chain(self._first, self._objects):
            more = found.keys() - known
            if more:
                problem = f"{min(more)!r} is not a key in the first {self._known} and was left out"
                self._faults.changed(number, problem)
            yield [self._value(number, field, found.get(field.name)) for field in self.schema], size

    def _value(self, number: int, field: pa.Field, value: Any) -> Any:
        if value is None:
            return None
        kind = field.type
        if kind == pa.string():
            text = json.dumps(value) if field.metadata == JSON_TEXT else as_text(value)
            whole = well_formed(text)
            if whole != text:
                self._faults.changed(
                    number, f"an unpaired surrogate in {field.name!r} became U+FFFD"
                )
            return whole
        if _kind(value) == kind or (kind == NUMBER and _kind(value) == WHOLE):
            return value
        problem = (
            f"{field.name!r} has a different type than in the first {self._known} and was left out"
        )
        self._faults.changed(number, problem)
        return None


def _kind(value: Any) -> pa.DataType | None:
    """Return the column type for a value; None if it has to be stored as JSON text."""
    if isinstance(value, bool):
        return pa.bool_()
    if isinstance(value, int):
        return WHOLE if -(1 << 63) <= value < 1 << 63 else None
    if isinstance(value, float):
        return NUMBER
    return pa.string() if isinstance(value, str) else None


def _field(name: str, values: list[Any]) -> pa.Field:
    """Return the column for these values: text, number or Boolean; without a common type, JSON
    text.
    """
    kinds = {_kind(each) for each in values if each is not None}
    if kinds == {WHOLE, NUMBER}:
        kinds = {NUMBER}
    if not kinds:
        return pa.field(name, pa.string())
    if len(kinds) == 1 and None not in kinds:
        return pa.field(name, kinds.pop())
    return pa.field(name, pa.string(), metadata=JSON_TEXT)


def grouped_rows(
    rows: Iterable[tuple[list[Any], int]], schema: pa.Schema, most: int | None = None
) -> Iterator[pa.RecordBatch]:
    """Group rows, given with their sizes, into batches of at most ``most`` rows and MOST_BYTES."""
    some: list[list[Any]] = []
    weight = 0
    for row, size in rows:
        some.append(row)
        weight += size
        if len(some) == (most or MOST_ROWS) or weight >= MOST_BYTES:
            yield batch_of(some, schema)
            some, weight = [], 0
    if some:
        yield batch_of(some, schema)


class ParquetInput:
    """A Parquet file."""

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        self._file = pa.parquet.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20)
        self._faults = faults
        self.schema = plain_schema(self._file.schema_arrow)

    def batches(self) -> Iterator[pa.RecordBatch]:
        batches = self._file.iter_batches(MOST_ROWS, use_threads=False)
        return parts_of(batches, self.schema, self._faults)


class ArrowInput:
    """An Arrow file or stream."""

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        is_file = file.read(6) == b"ARROW1"
        file.seek(0)
        opened = pa.ipc.open_file if is_file else pa.ipc.open_stream
        self._reader = opened(file, options=pa.ipc.IpcReadOptions(use_threads=False))
        self._faults = faults
        self.schema = plain_schema(self._reader.schema)

    def batches(self) -> Iterator[pa.RecordBatch]:
        return parts_of(self._batches(), self.schema, self._faults)

    def _batches(self) -> Iterator[pa.RecordBatch]:
        if isinstance(self._reader, pa.RecordBatchFileReader):
            for number in range(self._reader.num_record_batches):
                yield self._reader.get_batch(number)
        else:
            yield from self._reader


def plain_schema(schema: pa.Schema) -> pa.Schema:
    """Return the schema without dictionary encoding, as each part has its own dictionaries."""
    fields = [
        each.with_type(each.type.value_type) if pa.types.is_dictionary(each.type) else each
        for each in schema
    ]
    return pa.schema(fields)


def parts_of(
    batches: Iterable[pa.RecordBatch], schema: pa.Schema, faults: TableFaults
) -> Iterator[pa.RecordBatch]:
    """Split batches that are larger than a part; replace invalid UTF-8 in text."""
    row = 0
    for batch in batches:
        for column in batch.columns:
            validate(column)
        size = max(1, min(MOST_ROWS, batch.num_rows * MOST_BYTES // max(1, batch.nbytes)))
        for at in range(0, batch.num_rows, size):
            some = batch.slice(at, size)
            columns = [
                _checked(column.cast(field.type), field.name, row, faults)
                for column, field in zip(some.columns, schema, strict=True)
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=schema)
            row += some.num_rows


def validate(column: pa.Array) -> None:
    """Raise ArrowInvalid if offsets are outside the column, which Arrow does not check in files.

    Invalid UTF-8 is accepted here and replaced later, row by row.
    """
    octets = octets_of(column)
    (column if octets is None else octets).validate(full=True)


def octets_of(column: pa.Array) -> pa.Array | None:
    """Return a column of text as bytes, or None for other columns."""
    if pa.types.is_string(column.type):
        return column.cast(pa.binary())
    return column.cast(pa.large_binary()) if pa.types.is_large_string(column.type) else None


def _checked(column: pa.Array, name: str, row: int, faults: TableFaults) -> pa.Array:
    """Return the column, with invalid UTF-8 in text replaced and reported."""
    kind, octets = column.type, octets_of(column)
    if octets is None:
        return column
    try:
        return octets.cast(kind)  # recounts nulls: the number in the file can be wrong
    except pa.ArrowInvalid:
        faults.changed(row + 1, f"bytes in {name!r} that are not UTF-8 were replaced by U+FFFD")
        return pa.array(texts_in(column), kind)


LONGEST_MESSAGE = 64 << 20  # size of an email or a page
TOO_LONG = f"longer than {LONGEST_MESSAGE >> 20} MB"
LONGEST_MESSAGE_LINE = 1 << 16
LENGTH = expression("[0-9]{1,18}+")  # larger than any disk


class MboxInput(RowInput):
    """Emails in an mbox file; each one follows a line that begins with "From "."""

    def _rows(self) -> Iterator[Row]:
        number, size, lines = 0, 0, list[bytes]()
        is_blank = is_new = True
        while line := self._file.readline(LONGEST_MESSAGE_LINE):
            if is_new and is_blank and line.startswith(b"From "):
                if number or size:
                    yield from self._mail(number, size, lines)
                number, size, lines = number + 1, 0, []
            else:
                size += len(line)
                if size <= LONGEST_MESSAGE:
                    lines.append(line)
            is_blank = is_new and not line.strip(b"\r\n")
            is_new = line.endswith(b"\n")
        if number or size:
            yield from self._mail(number, size, lines)

    def _mail(self, number: int, size: int, lines: list[bytes]) -> Iterator[Row]:
        if size > LONGEST_MESSAGE:
            self._faults.left_out(max(1, number), TOO_LONG)
            return
        yield [b"".join(lines), None, "mail.eml"], size


class WarcInput(RowInput):
    """Web pages in the responses of a WARC file; their addresses are the base URIs."""

    _number = 0

    def _rows(self) -> Iterator[Row]:
        while (fields := self._head()) is not None:
            self._number += 1
            length = fields.get("content-length", "")
            if not LENGTH.fullmatch(length):
                self._faults.left_out(
                    self._number, "record without a length: the rest of the file was not read"
                )
                return
            size, kind = int(length), fields.get("warc-type", "").lower()
            if kind not in {"response", "resource"} or size > LONGEST_MESSAGE:
                if size > LONGEST_MESSAGE:
                    self._faults.left_out(self._number, TOO_LONG)
                self._skip(size)
                continue
            block = self._file.read(size)
            if len(block) < size:
                self._faults.left_out(self._number, "the file ends in the middle of the record")
                return
            if kind == "response" and "http" in fields.get("content-type", "http"):
                block = self._body(block)
            yield [block, fields.get("warc-target-uri", "").strip("<>") or None, None], len(block)

    def _head(self) -> dict[str, str] | None:
        """Return the header fields of the next record, or None at the end."""
        line = b"\r\n"
        while line and not line.strip():
            line = self._file.readline(LONGEST_MESSAGE_LINE)
        if not line:
            return None
        if not line.startswith(b"WARC/"):
            self._faults.left_out(self._number + 1, "not a record: the rest was not read")
            return None
        return fields_of(iter(lambda: self._file.readline(LONGEST_MESSAGE_LINE), b""))

    def _skip(self, size: int) -> None:
        while size > 0:
            octets = self._file.read(min(size, 1 << 20))
            size = size - len(octets) if octets else 0

    def _body(self, block: bytes) -> bytes:
        """Return the body of an HTTP response, without its transfer and content codings."""
        head, _, body = block.partition(b"\r\n\r\n")
        fields = fields_of(iter(head.split(b"\r\n")[1:]))
        try:
            if "chunked" in fields.get("transfer-encoding", "").lower():
                body = without_chunks(body)
            coding = fields.get("content-encoding", "").strip().lower()
            if coding in {"gzip", "x-gzip", "deflate"}:
                body = inflated(body)
            elif coding not in {"", "identity"}:
                self._faults.changed(self._number, f"the content encoding {coding!r} is not known")
        except (ValueError, zlib.error) as fault:
            self._faults.changed(self._number, f"the body is damaged: {fault}")
        return body


def fields_of(lines: Iterator[bytes]) -> dict[str, str]:
    """Return the fields of a header, with names in lowercase; stops after an empty line."""
    fields = {}
    for line in lines:
        if not line.strip():
            break
        name, _, value = line.decode("utf-8", "replace").partition(":")
        fields[name.strip().lower()] = value.strip()
    return fields


def without_chunks(body: bytes) -> bytes:
    """Decode chunked transfer coding (RFC 9112 7.1)."""
    pieces: list[bytes] = []
    at = 0
    while True:
        end = body.find(b"\r\n", at)
        size = int(body[at:end].partition(b";")[0], 16) if end >= 0 else 0
        if size <= 0:
            return b"".join(pieces)
        pieces.append(body[end + 2 : end + 2 + size])
        at = end + 2 + size + 2


def inflated(body: bytes) -> bytes:
    """Decompress gzip, or deflate with or without its header, up to the maximum size of a page."""
    for bits in (47, -15):
        try:
            return zlib.decompressobj(bits).decompress(body, LONGEST_MESSAGE)
        except zlib.error:
            if bits < 0:
                raise
    return body


MOST_SHOWN = 10


class TableFaults:
    """Counts the rows that are left out or changed; the first ten are printed."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._lost = self._different = self._count = self._last = 0

    def left_out(self, number: int, why: str) -> None:
        """Count a row that is left out."""
        self._lost += 1
        self._report(f"{self._unit} {number:,}: left out: {why}")

    def changed(self, number: int, what: str) -> None:
        """Count a row in which something was replaced."""
        self._different += number != self._last
        self._last = number
        self._report(f"{self._unit} {number:,}: {what}")

    def _report(self, text: str) -> None:
        self._count += 1
        if self._count <= MOST_SHOWN:
            complain(text)

    def __bool__(self) -> bool:
        return bool(self._count)

    def summary(self) -> Iterator[str]:
        """Yield the totals as text."""
        if self._lost:
            yield f"{_counted(self._lost)} left out"
        if self._different:
            yield f"{_counted(self._different)} changed"


def _counted(count: int) -> str:
    return "1 row was" if count == 1 else f"{count:,} rows were"


PACKED: dict[bytes, Callable[..., Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
}
FIRST = 4_096
# Exceptions raised for a damaged file, compressed or not, in which any length can be wrong. Arrow
# accepts names with invalid UTF-8, and only raises UnicodeDecodeError when they are used.
DAMAGED = (
    *(OSError, EOFError, lzma.LZMAError, zlib.error, pa.ArrowException, MemoryError),
    UnicodeDecodeError,
)


class Rows(Protocol):
    """Reads the rows in a file."""

    schema: pa.Schema

    def batches(self) -> Iterator[pa.RecordBatch]: ...


READERS: dict[str, Callable[[BinaryIO, TableFaults], Rows]] = {
    PARQUET: ParquetInput,
    ARROW: ArrowInput,
    CSV: CsvInput,
    JSONL: JsonInput,
    MBOX: MboxInput,
    WARC: WarcInput,
}
UNITS = {CSV: "line", JSONL: "line", MBOX: "email", WARC: "record"}


class TableInput:
    """An input file; the command ends with a message if it cannot be read."""

    def __init__(self, name: str) -> None:
        if is_elsewhere(name):
            refuse(f"{name}: network files are never opened; copy the file to this computer")
        self.name = name
        try:
            self._raw = open_regular(name)
        except OSError as error:
            refuse(f"{name}: {error.strerror or error}", error)
        except ValueError as error:
            refuse(f"{name}: invalid file name", error)
        self.size = os.fstat(self._raw.fileno()).st_size
        self.form = ""  # until the format is known
        file, inner = self._unpacked()
        try:
            if not self.size:
                refuse("the file is empty")
            self.form = form_of_content(file.read(FIRST), inner)
            file.seek(0)
            self.faults = TableFaults(UNITS.get(self.form, "row"))
            self._rows = READERS[self.form](file, self.faults)
        except (*DAMAGED, MisuseError) as error:
            self.close()
            self._refuse(error)
        self.schema = self._rows.schema

    def close(self) -> None:
        self._raw.close()

    def _unpacked(self) -> tuple[BinaryIO, str]:
        first = self._raw.read(8)
        self._raw.seek(0)
        for start, unpack in PACKED.items():
            if first.startswith(start):
                return unpack(self._raw), PurePath(self.name).stem
        return self._raw, self.name

    @property
    def has_files(self) -> bool:
        """Return True if each row is an email or a web page."""
        return self.form in {MBOX, WARC}

    def digest(self) -> str:
        """Return the SHA-256 of the file."""
        result = hashlib.sha256()
        with open_regular(self.name) as file:
            while octets := file.read(1 << 20):
                result.update(octets)
        return result.hexdigest()

    def batches(self) -> Iterator[tuple[pa.RecordBatch, float]]:
        """Yield batches of rows, each with the fraction of the file that has been read."""
        try:
            for batch in self._rows.batches():
                yield batch, min(1.0, self._raw.tell() / self.size)
        except DAMAGED as error:
            self._refuse(error)

    def _refuse(self, error: BaseException) -> None:
        why = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        why = why or "it needs too much memory"
        if not isinstance(error, MisuseError):
            how = f"read as {self.form}" if self.form else "unpacked"
            why = f"this file cannot be {how}: {why}"
        refuse(f"{self.name}: {why}", error)
