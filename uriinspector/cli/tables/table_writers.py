"""Rows written as one part of a table, and parts joined to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from uriinspector.arrow.column_table import TEXTS
from uriinspector.arrow.inspections import INTO
from uriinspector.cli.tables.json_values import JSON_TEXT, as_text, encode
from uriinspector.cli.tables.table_forms import ARROW, CSV, PARQUET
from uriinspector.export.answer_table import FORMULA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

PAGE = 1 << 16
GUARDED = rf"\A([{''.join(FORMULA)}])".replace("-", r"\-")


def write_part(
    form: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch], out: BinaryIO
) -> int:
    """The rows of a part; their number."""
    count = 0

    def counted() -> Iterator[pa.RecordBatch]:
        nonlocal count
        for batch in batches:
            count += batch.num_rows
            yield batch

    if form == PARQUET:
        # One group of rows: what engines hand to a worker.
        table = pa.Table.from_batches(counted(), schema)
        with pa.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
            writer.write_table(table, row_group_size=max(1, table.num_rows))
    elif form == ARROW:
        with pa.ipc.new_file(out, schema) as writer:
            for batch in counted():
                writer.write_batch(batch)
    else:
        write = _csv if form == CSV else _json_lines
        for batch in counted():
            write(batch, out)
    return count


def join_parts(form: str, schema: pa.Schema, parts: Iterable[BinaryIO], out: BinaryIO) -> None:
    """One file of all parts; never more than one of them in memory."""
    if form == PARQUET:
        with pa.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
            for part in parts:
                _append_part(writer, part)
                release_memory()
    elif form == ARROW:
        with pa.ipc.new_file(out, schema) as writer:
            for part in parts:
                reader = pa.ipc.open_file(part)
                for number in range(reader.num_record_batches):
                    writer.write_batch(reader.get_batch(number))
                release_memory()
    else:
        if form == CSV:
            _csv(pa.RecordBatch.from_pylist([], schema), out, has_header=True)
        for part in parts:
            while octets := part.read(1 << 20):
                out.write(octets)


def _append_part(writer: pa.parquet.ParquetWriter, part: BinaryIO) -> None:
    # Read by this thread, a page at a time: Arrow's own threads each keep memory that they had.
    file = pa.parquet.ParquetFile(part, pre_buffer=False, buffer_size=PAGE)
    table = file.read(use_threads=False)
    if table.num_rows:
        writer.write_table(table, row_group_size=table.num_rows)


def release_memory() -> None:
    """Give back what Arrow keeps: its pieces seldom fit the next part, and it takes new ones."""
    pa.default_memory_pool().release_unused()


def _csv(batch: pa.RecordBatch, out: BinaryIO, *, has_header: bool = False) -> None:
    columns = {name: _cell(column) for name, column in _flat(batch).items()}
    if not has_header and not batch.num_rows:
        return
    options = pa.csv.WriteOptions(include_header=has_header)
    pa.csv.write_csv(pa.table(columns), out, options)


def _flat(batch: pa.RecordBatch) -> dict[str, pa.Array]:
    """An inspection has a column for each of its own."""
    result = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name != INTO:
            result[name] = column
            continue
        for group in column.type:
            for field in group.type:
                path = [group.name, field.name]
                inner = pc.struct_field(column, path)
                is_texts = field.type == TEXTS
                result[".".join(path)] = pc.binary_join(inner, " ") if is_texts else inner
    return result


def _cell(column: pa.Array) -> pa.Array:
    """What a cell can hold; nothing that a spreadsheet would run."""
    kind = column.type
    if pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return column
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        column = pa.array(map(as_text, column.to_pylist()), pa.large_string())
    return pc.replace_substring_regex(column, pattern=GUARDED, replacement=r"'\1")


def _json_lines(batch: pa.RecordBatch, out: BinaryIO) -> None:
    names = batch.schema.names
    as_json = [each.metadata == JSON_TEXT for each in batch.schema]
    heads = [encode(name) + ": " for name in names]
    for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
        members = (
            head + (value if is_json and value is not None else encode(value))
            for head, value, is_json in zip(heads, row, as_json, strict=True)
        )
        out.write(f"{{{', '.join(members)}}}\n".encode())
