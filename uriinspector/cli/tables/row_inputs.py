"""Rows of CSV and of JSON lines, as batches; rows that cannot be read are told and left out."""

from __future__ import annotations

import csv
import json
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from uriinspector.arrow.arrow_texts import well_formed
from uriinspector.cli.errors import refuse
from uriinspector.cli.tables.json_values import JSON_TEXT, as_text
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.judged_answers import LONGEST, SEPARATOR, cells_of, why_unread

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from uriinspector.cli.tables.table_faults import TableFaults

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
            refuse("there is no first row with the names of the columns")
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
            refuse("there is no line with an object")
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
