"""Links of a column, inspected: one struct a row, equal texts once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.arrow.arrow_texts import texts_in
from uriinspector.arrow.column_table import (
    SCHEMA_VERSION,
    chosen,
    column_in,
    grouped,
    inspection_type,
)
from uriinspector.arrow.column_values import arrays_of
from uriinspector.arrow.judgement_options import JudgedBy
from uriinspector.core.parse import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uriinspector.analysis.list_sources import Lists
    from uriinspector.arrow.column_table import LinkColumn

# So many texts are inspected before their values go from Python's lists into Arrow's memory.
AT_ONCE = 16_384
INTO = "inspection"
VERSION_KEY = b"uriinspector.schema_version"


def already_there(column: str) -> ValueError:
    """A column that would take the place of another one."""
    return ValueError(f"there is a column {column!r} already: name another one with into=")


def not_strings(kind: pa.DataType) -> TypeError:
    """Something else than text; bytes have to be decoded by whoever knows how they are encoded."""
    return TypeError(f"a column of strings is expected, not of {kind}")


def inspect_array(
    strings: pa.Array | pa.ChunkedArray | Sequence[str | None],
    *,
    columns: Iterable[str] | None = None,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> pa.StructArray:
    """A struct for each text, with the structs ``url`` and ``uri``; null for null.

    ``columns`` names what is wanted, "uri" or "uri.severity"; what is not wanted is not computed.
    """
    wanted = chosen(columns)
    encoded = encoded_texts(strings)
    rows = _of_texts(
        encoded.dictionary, wanted, JudgedBy(edition, texts_of("protect", protect), lists)
    )
    if len(encoded) == len(rows) and encoded.null_count == 0:
        return rows  # each text once, in its order
    return rows.take(encoded.indices)


def inspect_batch(
    batch: pa.RecordBatch,
    column: str = "url",
    *,
    into: str = INTO,
    columns: Iterable[str] | None = None,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> pa.RecordBatch:
    """The batch with one more column: what the links of one of its columns are."""
    links = column_in(batch, column)
    if into in batch.schema.names:
        raise already_there(into)
    columns = None if columns is None else tuple(columns)
    result = inspect_array(links, columns=columns, edition=edition, protect=protect, lists=lists)
    schema = batch.schema.append(inspection_field(into, columns))
    return pa.RecordBatch.from_arrays([*batch.columns, result], schema=schema)


def inspection_field(into: str = INTO, columns: Iterable[str] | None = None) -> pa.Field:
    """The column that is added."""
    metadata = {VERSION_KEY: str(SCHEMA_VERSION).encode()}
    return pa.field(into, inspection_type(columns), metadata=metadata)


def map_batches(
    batches: Iterable[pa.RecordBatch],
    column: str = "url",
    *,
    into: str = INTO,
    columns: Iterable[str] | None = None,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> Iterator[pa.RecordBatch]:
    """The same for a stream of batches, as engines hand them to a worker."""
    names = None if columns is None else tuple(columns)
    known = texts_of("protect", protect)
    for batch in batches:
        yield inspect_batch(
            *(batch, column), into=into, columns=names, edition=edition, protect=known, lists=lists
        )


def encoded_texts(strings: pa.Array | pa.ChunkedArray | Sequence[str | None]) -> pa.DictionaryArray:
    """Equal texts as one."""
    if not isinstance(strings, pa.Array | pa.ChunkedArray):
        strings = pa.array(strings, pa.string())
    if isinstance(strings, pa.ChunkedArray):
        strings = strings.combine_chunks()
    if pa.types.is_dictionary(strings.type):
        strings = strings.cast(strings.type.value_type)
    if pa.types.is_null(strings.type):
        strings = strings.cast(pa.string())
    kind = strings.type
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    if pa.types.is_string_view(kind):
        strings, is_text = strings.cast(pa.large_string()), True
    if not is_text:
        raise not_strings(kind)
    return pc.dictionary_encode(strings)


def _of_texts(texts: pa.Array, wanted: Sequence[LinkColumn], by: JudgedBy) -> pa.StructArray:
    """A row for each text."""
    parts = [
        _struct(texts_in(texts[at : at + AT_ONCE]), wanted, by)
        for at in range(0, len(texts), AT_ONCE)
    ]
    if len(parts) == 1:
        return parts[0]
    return pa.concat_arrays(parts) if parts else _struct([], wanted, by)


def _struct(texts: list[str], wanted: Sequence[LinkColumn], by: JudgedBy) -> pa.StructArray:
    return struct_of(arrays_of(texts, wanted, by), wanted)


def struct_of(columns: Iterable[pa.Array], wanted: Sequence[LinkColumn]) -> pa.StructArray:
    """The columns, each in the struct of its group."""
    arrays = iter(columns)
    names, structs = [], []
    for group, fields in grouped(wanted):
        inner = [next(arrays) for _ in fields]
        structs.append(pa.StructArray.from_arrays(inner, fields=fields))
        names.append(group)
    return pa.StructArray.from_arrays(structs, names)
