"""The values of each column for a list of texts; what is not wanted is not read."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from uriinspector.analysis.inspection import inspect
from uriinspector.arrow.arrow_texts import array_of
from uriinspector.arrow.column_table import (
    BY_GRAMMAR,
    CONSTANT,
    INSPECTION,
    REACHED_HOST,
    REFERENCE,
    SPAN,
    SPANS,
    VERDICT,
    WRITTEN_HOST,
    host_names,
)
from uriinspector.core.parse import parse
from uriinspector.core.reference import PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.arrow.column_table import LinkColumn
    from uriinspector.arrow.judgement_options import JudgedBy

T = TypeVar("T")
# The whole, then the parts.
NAMES = pa.array(["", *(each.value for each in PARTS)])


# So many inspections are alive at once: more of them keep the garbage collector busy.
ALIVE = 16


def arrays_of(texts: list[str], wanted: Sequence[LinkColumn], by: JudgedBy) -> list[pa.Array]:
    """An array for each column."""
    if all(each.source in BY_GRAMMAR for each in wanted):
        parsed = (parse(text, edition=by.edition) for text in texts)
        return _arrays(({REFERENCE: some} for some in _alive(parsed)), wanted, len(texts))
    inspections = (
        inspect(text, edition=by.edition, protect=by.protect, lists=by.lists) for text in texts
    )
    return arrays_of_inspections(inspections, wanted, len(texts))


def arrays_of_inspections(
    inspections: Iterable[Inspection], wanted: Sequence[LinkColumn], count: int
) -> list[pa.Array]:
    """The same for inspections that are made as they are asked for; so many of them."""
    return _arrays(map(_sources, _alive(inspections)), wanted, count)


def _alive(values: Iterable[T]) -> Iterator[list[T]]:
    values = iter(values)
    while some := list(islice(values, ALIVE)):
        yield some


def _arrays(
    rows: Iterable[dict[str, list[Any]]], wanted: Sequence[LinkColumn], count: int
) -> list[pa.Array]:
    values: dict[str, list[Any]] = {_key(each): [] for each in wanted}
    reads = {_key(each): each for each in wanted if each.source != CONSTANT}
    for some in rows:
        for key, column in reads.items():
            values[key].extend(_read(column, some))
    arrays = {key: _finished(key, values[key], wanted, count) for key in values}
    return [arrays[_key(each)].pop(0) for each in wanted]


def _key(column: LinkColumn) -> str:
    """What is read from the same values has the same key."""
    return column.name if column.source in {REFERENCE, INSPECTION, VERDICT} else column.source


def _sources(inspections: list[Inspection]) -> dict[str, list[Any]]:
    return {
        INSPECTION: inspections,
        REFERENCE: [each.reference for each in inspections],
        VERDICT: [each.verdict for each in inspections],
    }


def _read(column: LinkColumn, rows: dict[str, list[Any]]) -> Iterable[Any]:
    source = column.source
    if source == SPANS:
        return chain.from_iterable(chain.from_iterable(each.spans for each in rows[REFERENCE]))
    if source == WRITTEN_HOST:
        return (each.host for each in rows[REFERENCE])
    if source == REACHED_HOST:
        return (each.host for each in rows[VERDICT])
    return map(column.read, rows[source])


def _finished(
    key: str, values: list[Any], wanted: Sequence[LinkColumn], count: int
) -> list[pa.Array]:
    """The arrays of the columns that share these values, in the order of the columns."""
    columns = [each for each in wanted if _key(each) == key]
    if key == CONSTANT:
        return [pa.repeat(pa.scalar(each.read(None), each.type), count) for each in columns]
    if key == SPANS:
        return [_spans(values, count)]
    if key == WRITTEN_HOST:
        return _by_value(values, columns, host_names)
    if key == REACHED_HOST:
        return _by_value(values, columns, lambda host: host)
    return [array_of(values, each.type) for each in columns]


def _by_value(
    values: list[str | None], columns: list[LinkColumn], build: Callable[[str | None], Any]
) -> list[pa.Array]:
    """What depends on a value alone, read once of each."""
    places: dict[str | None, int] = {}
    indices = pa.array([places.setdefault(each, len(places)) for each in values], pa.int32())
    sources = [build(each) for each in places]
    return [array_of(map(each.read, sources), each.type).take(indices) for each in columns]


def _spans(places: list[int], count: int) -> pa.ListArray:
    """The defined parts of each reference; -1 and -1 stand for one that is not."""
    parts, flat = len(NAMES), pa.array(places, pa.int32())
    starts, ends = flat.take(_every(0, 2, len(flat))), flat.take(_every(1, 2, len(flat)))
    names = pa.array(list(range(parts)) * count, pa.int32())
    is_there = pc.and_(pc.greater_equal(starts, 0), pc.greater(names, 0))
    total = pc.cumulative_sum(is_there.cast(pa.int32()))
    last = total.take(_every(parts - 1, parts, len(total)))
    offsets = pa.concat_arrays([pa.array([0], pa.int32()), last])
    fields = [NAMES.take(names), starts, ends]
    structs = pa.StructArray.from_arrays(fields, fields=list(SPAN)).filter(is_there)
    return pa.ListArray.from_arrays(offsets, structs)


def _every(first: int, step: int, end: int) -> pa.Array:
    return pa.array(range(first, end, step), pa.int32())
