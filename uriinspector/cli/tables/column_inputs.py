"""Parquet and Arrow, as batches of the size of a part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet

from uriinspector.arrow.arrow_texts import texts_in
from uriinspector.cli.tables import row_inputs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from uriinspector.cli.tables.table_faults import TableFaults


class ParquetInput:
    """A file of Parquet."""

    def __init__(self, file: BinaryIO, faults: TableFaults) -> None:
        self._file = pa.parquet.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20)
        self._faults = faults
        self.schema = plain_schema(self._file.schema_arrow)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows."""
        batches = self._file.iter_batches(row_inputs.MOST_ROWS, use_threads=False)
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
            min(
                row_inputs.MOST_ROWS, batch.num_rows * row_inputs.MOST_BYTES // max(1, batch.nbytes)
            ),
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
