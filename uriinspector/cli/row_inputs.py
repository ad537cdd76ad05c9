"""The rows of a table, as batches: CSV, JSON lines, Parquet, Arrow, mbox, WARC."""

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
from typing import Any, BinaryIO, Protocol

import pyarrow as pa
import pyarrow.parquet

from uriinspector.analysis.regular_files import open_regular
from uriinspector.arrow.columns import texts_in, well_formed
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

# A part is so long or so heavy, whichever comes first: seconds of work, and a share of memory.
MOST_ROWS, MOST_BYTES = 16_384, 16 << 20
LONGEST_LINE = 16 << 20
SAMPLE, MOST_COLUMNS = 1_000, 4_096
LINE = expression(r"[^\r\n]*+(?:\r\n|\r|\n)|[^\r\n]++")
HALF = expression(r"\\u[dD][89a-fA-F]")  # how half a character can be in a line of JSON
NUMBER, WHOLE = pa.float64(), pa.int64()


class InputLine(NamedTuple):
    """A line, as text."""

    number: int
    text: str


def lines_of(file: BinaryIO, faults: TableFaults) -> Iterator[InputLine]:
    """Each line; one without end is left out, and bytes that are no UTF-8 become U+FFFD."""
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


class CsvInput:
    """A table whose first row names the columns; every cell is a text, as it is written."""

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        csv.field_size_limit(LONGEST)
        self._faults = faults
        self._number = 0
        lines = self._lines(lines_of(file, faults))
        first = next(lines, "")
        skipped = SEPARATOR.match(first.rstrip("\r\n"))
        if skipped:
            first = next(lines, "")
        if not first.strip():
            refuse("no first row with the names of the columns: add one, such as url")
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
        """Line by line, as the library wants them; on some systems CR alone ended lines."""
        more = 0
        for each in lines:
            for place, text in enumerate(LINE.findall(each.text)):
                self._number = each.number + more + place
                yield text
            more += self._number - each.number - more

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows."""
        return grouped_rows(self._rows(), self.schema)

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
    """Each row has a cell for each column, however short it is."""
    if columns > MOST_COLUMNS:
        refuse(f"{columns:,} columns, more than {MOST_COLUMNS:,}")


def _delimiter(first: str) -> str:
    """What most cells of the first line are delimited by."""
    return max(",;\t|", key=lambda each: len(cells_of(first, each)))


class JsonInput:
    """An object in each line; the first thousand say which columns there are, and their types.

    Of long lines, there are as many as are a part.
    """

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        self._faults = faults
        self._objects = self._read(lines_of(file, faults))
        self._first = list(self._sample())
        names = dict.fromkeys(name for _, each, _ in self._first for name in each)
        if not names:
            refuse("no line with a JSON object")
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
        """An object whose names can be those of columns."""
        whole = {well_formed(name) or "": value for name, value in record.items()}
        if whole.keys() != record.keys():
            self._faults.changed(number, "half a character in a key became U+FFFD")
        return whole

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows."""
        return grouped_rows(self._rows(), self.schema)

    @property
    def _known(self) -> str:
        """What the columns were taken from."""
        return "line" if len(self._first) == 1 else f"{len(self._first):,} lines"

    def _rows(self) -> Iterator[tuple[list[Any], int]]:
        names = self.schema.names
        known = frozenset(names)
        for number, found, size in chain(self._first, self._objects):
            more = found.keys() - known
            if more:
                told = f"{min(more)!r} is not a key of the first {self._known} and was left out"
                self._faults.changed(number, told)
            yield [self._value(number, field, found.get(field.name)) for field in self.schema], size

    def _value(self, number: int, field: pa.Field, value: Any) -> Any:
        if value is None:
            return None
        kind = field.type
        if kind == pa.string():
            text = json.dumps(value) if field.metadata == JSON_TEXT else as_text(value)
            whole = well_formed(text)
            if whole != text:
                self._faults.changed(number, f"half a character in {field.name!r} became U+FFFD")
            return whole
        if _kind(value) == kind or (kind == NUMBER and _kind(value) == WHOLE):
            return value
        told = f"{field.name!r} is not of the type of the first {self._known} and was left out"
        self._faults.changed(number, told)
        return None


def _kind(value: Any) -> pa.DataType | None:
    """The type of a column of such values, if it has one."""
    if isinstance(value, bool):
        return pa.bool_()
    if isinstance(value, int):
        return WHOLE if -(1 << 63) <= value < 1 << 63 else None
    if isinstance(value, float):
        return NUMBER
    return pa.string() if isinstance(value, str) else None


def _field(name: str, values: list[Any]) -> pa.Field:
    """Texts, numbers, truth values; a column of all else holds JSON."""
    kinds = {_kind(each) for each in values if each is not None}
    if kinds == {WHOLE, NUMBER}:
        kinds = {NUMBER}
    if not kinds:
        return pa.field(name, pa.string())
    if len(kinds) == 1 and None not in kinds:
        return pa.field(name, kinds.pop())
    return pa.field(name, pa.string(), metadata=JSON_TEXT)


def grouped_rows(
    rows: Iterable[tuple[list[Any], int]],
    schema: pa.Schema,
    most: int | None = None,
) -> Iterator[pa.RecordBatch]:
    """Rows with their sizes, as batches that are no longer and no heavier than a part."""
    some: list[list[Any]] = []
    weight = 0
    for row, size in rows:
        some.append(row)
        weight += size
        if len(some) == (most or MOST_ROWS) or weight >= MOST_BYTES:
            yield _batch(some, schema)
            some, weight = [], 0
    if some:
        yield _batch(some, schema)


def _batch(rows: list[list[Any]], schema: pa.Schema) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    arrays = [pa.array(each, kind) for each, kind in zip(columns, schema.types, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


class ParquetInput:
    """A file of Parquet."""

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        self._file = pa.parquet.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20)
        self._faults = faults
        self.schema = plain_schema(self._file.schema_arrow)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows."""
        batches = self._file.iter_batches(MOST_ROWS, use_threads=False)
        return parts_of(batches, self.schema, self._faults)


class ArrowInput:
    """A file or a stream of Arrow."""

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        is_file = file.read(6) == b"ARROW1"
        file.seek(0)
        opened = pa.ipc.open_file if is_file else pa.ipc.open_stream
        self._reader = opened(file, options=pa.ipc.IpcReadOptions(use_threads=False))
        self._faults = faults
        self.schema = plain_schema(self._reader.schema)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows."""
        return parts_of(self._batches(), self.schema, self._faults)

    def _batches(self) -> Iterator[pa.RecordBatch]:
        if isinstance(self._reader, pa.RecordBatchFileReader):
            for number in range(self._reader.num_record_batches):
                yield self._reader.get_batch(number)
        else:
            yield from self._reader


def plain_schema(schema: pa.Schema) -> pa.Schema:
    """Texts as such: how often each comes again differs from part to part."""
    fields = [
        each.with_type(each.type.value_type) if pa.types.is_dictionary(each.type) else each
        for each in schema
    ]
    return pa.schema(fields)


def parts_of(
    batches: Iterable[pa.RecordBatch], schema: pa.Schema, faults: TableFaults
) -> Iterator[pa.RecordBatch]:
    """The same rows, no more of them in a batch than are a part."""
    row = 0
    for batch in batches:
        for column in batch.columns:
            validate(column)
        size = max(
            1,
            min(MOST_ROWS, batch.num_rows * MOST_BYTES // max(1, batch.nbytes)),
        )
        for at in range(0, batch.num_rows, size):
            some = batch.slice(at, size)
            columns = [
                _checked(column.cast(field.type), field.name, row, faults)
                for column, field in zip(some.columns, schema, strict=True)
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=schema)
            row += some.num_rows


def validate(column: pa.Array) -> None:
    """Nothing in a column may lie outside of it: Arrow takes a file's word for where each value is.

    ArrowInvalid where something does; that texts are UTF-8 is looked at later, row by row.
    """
    octets = octets_of(column)
    (column if octets is None else octets).validate(full=True)


def octets_of(column: pa.Array) -> pa.Array | None:
    """The same column as octets, if it is one of texts."""
    if pa.types.is_string(column.type):
        return column.cast(pa.binary())
    return column.cast(pa.large_binary()) if pa.types.is_large_string(column.type) else None


def _checked(column: pa.Array, name: str, row: int, faults: TableFaults) -> pa.Array:
    """A column of texts that are texts."""
    kind, octets = column.type, octets_of(column)
    if octets is None:
        return column
    try:
        return octets.cast(kind)  # with as many nulls as there are, whatever the file says
    except pa.ArrowInvalid:
        faults.changed(row + 1, f"bytes in {name!r} that are not UTF-8 were replaced by U+FFFD")
        return pa.array(texts_in(column), kind)


FILES = pa.schema([("content", pa.binary()), ("base", pa.string()), ("name", pa.string())])
MOST_FILES = 512
LONGEST_MESSAGE = 64 << 20  # of a mail or a page
TOO_LONG = f"longer than {LONGEST_MESSAGE >> 20} MB"
LONGEST_MESSAGE_LINE = 1 << 16
LENGTH = expression("[0-9]{1,18}+")  # of a block; no disk holds a longer one
Row = tuple[list[Any], int]


class MboxInput:
    """Mails, each after a line that begins with "From "."""

    schema = FILES

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        self._file, self._faults = file, faults

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The mails."""
        return grouped_rows(self._rows(), FILES, MOST_FILES)

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


class WarcInput:
    """What servers answered, of a WARC file: the pages, with their addresses as base URIs."""

    schema = FILES

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        self._file, self._faults = file, faults
        self._number = 0

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The pages."""
        return grouped_rows(self._rows(), FILES, MOST_FILES)

    def _rows(self) -> Iterator[Row]:
        while (fields := self._head()) is not None:
            self._number += 1
            length = fields.get("content-length", "")
            if not LENGTH.fullmatch(length):
                self._faults.left_out(self._number, "no length: the rest of the file was not read")
                return
            size, kind = int(length), fields.get("warc-type", "").lower()
            if kind not in {"response", "resource"} or size > LONGEST_MESSAGE:
                if size > LONGEST_MESSAGE:
                    self._faults.left_out(self._number, TOO_LONG)
                self._skip(size)
                continue
            block = self._file.read(size)
            if len(block) < size:
                self._faults.left_out(self._number, "the file ends within it")
                return
            if kind == "response" and "http" in fields.get("content-type", "http"):
                block = self._body(block)
            yield [block, fields.get("warc-target-uri", "").strip("<>") or None, None], len(block)

    def _head(self) -> dict[str, str] | None:
        """The fields of the next record."""
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
        """What an HTTP response carries, without its codings."""
        head, _, body = block.partition(b"\r\n\r\n")
        fields = fields_of(iter(head.split(b"\r\n")[1:]))
        try:
            if "chunked" in fields.get("transfer-encoding", "").lower():
                body = without_chunks(body)
            coding = fields.get("content-encoding", "").strip().lower()
            if coding in {"gzip", "x-gzip", "deflate"}:
                body = inflated(body)
            elif coding not in {"", "identity"}:
                self._faults.changed(self._number, f"its coding {coding!r} is not known")
        except (ValueError, zlib.error) as fault:
            self._faults.changed(self._number, f"a damaged body: {fault}")
        return body


def fields_of(lines: Iterator[bytes]) -> dict[str, str]:
    """The fields of a header, by their names in lowercase letters; up to an empty line."""
    fields = {}
    for line in lines:
        if not line.strip():
            break
        name, _, value = line.decode("utf-8", "replace").partition(":")
        fields[name.strip().lower()] = value.strip()
    return fields


def without_chunks(body: bytes) -> bytes:
    """RFC 9112 7.1: each chunk after a line with its length; archives often took them off."""
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
    """gzip, or deflate with or without its header; no more than a page may be long."""
    for bits in (47, -15):
        try:
            return zlib.decompressobj(bits).decompress(body, LONGEST_MESSAGE)
        except zlib.error:
            if bits < 0:
                raise
    return body


MOST_SHOWN = 10


class TableFaults:
    """Rows that were left out, and rows of which something was."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._lost = self._different = self._count = self._last = 0

    def left_out(self, number: int, why: str) -> None:
        """The whole row."""
        self._lost += 1
        self._tell(f"{self._unit} {number:,}: left out: {why}")

    def changed(self, number: int, what: str) -> None:
        """Something in it."""
        self._different += number != self._last
        self._last = number
        self._tell(f"{self._unit} {number:,}: {what}")

    def _tell(self, text: str) -> None:
        self._count += 1
        if self._count <= MOST_SHOWN:
            complain(text)

    def __bool__(self) -> bool:
        return bool(self._count)

    def summary(self) -> Iterator[str]:
        """How many there were."""
        if self._lost:
            yield f"{_counted(self._lost)} left out"
        if self._different:
            yield f"{_counted(self._different)} not as in the input"


def _counted(count: int) -> str:
    return "1 row was" if count == 1 else f"{count:,} rows were"


PACKED: dict[bytes, Callable[..., Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
}
FIRST = 4_096
# What reading a damaged file ends in, packed or not: a length in it may be any number.
# A name that is no UTF-8 is one for Arrow, until somebody asks for it.
DAMAGED = (
    *(OSError, EOFError, lzma.LZMAError, zlib.error, pa.ArrowException, MemoryError),
    UnicodeDecodeError,
)


class Rows(Protocol):
    """The rows of a file."""

    schema: pa.Schema

    def batches(self) -> Iterator[pa.RecordBatch]:
        """In parts."""


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
    """A file of rows; what cannot be read as one is refused in words."""

    def __init__(self, name: str) -> None:
        if is_elsewhere(name):
            refuse(f"{name}: network files are never opened; copy it to this computer")
        self.name = name
        try:
            self._raw = open_regular(name)
        except OSError as error:
            refuse(f"{name}: {error.strerror or error}", error)
        except ValueError as error:
            refuse(f"{name}: invalid file name", error)
        self.size = os.fstat(self._raw.fileno()).st_size
        self.form = ""  # as long as nothing of it could be read
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
        """It has been read."""
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
        """Whether each row is a mail or a page."""
        return self.form in {MBOX, WARC}

    def digest(self) -> str:
        """The SHA-256 of the file."""
        result = hashlib.sha256()
        with open_regular(self.name) as file:
            while octets := file.read(1 << 20):
                result.update(octets)
        return result.hexdigest()

    def batches(self) -> Iterator[tuple[pa.RecordBatch, float]]:
        """The rows, a part at once, and how much of the file has been read."""
        try:
            for batch in self._rows.batches():
                yield batch, min(1.0, self._raw.tell() / self.size)
        except DAMAGED as error:
            self._refuse(error)

    def _refuse(self, error: BaseException) -> None:
        why = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        why = why or "it asks for too much memory"
        if not isinstance(error, MisuseError):
            how = f"read as {self.form}" if self.form else "unpacked"
            why = f"this file cannot be {how}: {why}"
        refuse(f"{self.name}: {why}", error)
