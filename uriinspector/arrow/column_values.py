"""The values of each column for a list of texts; what is not wanted is not read."""

from __future__ import annotations

from array import array
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from uriinspector.analysis.inspection import inspect_each
from uriinspector.arrow.arrow_texts import array_of
from uriinspector.arrow.column_table import (
    BY_GRAMMAR,
    CONSTANT,
    FINDINGS,
    PARTS,
    REACHED_HOST,
    REFERENCE,
    TEXTS,
    VERDICT,
    WRITTEN_HOST,
)
from uriinspector.arrow.host_columns import host_columns
from uriinspector.arrow.reference_parts import ReferenceParts, numbers
from uriinspector.arrow.verdict_columns import VerdictColumns
from uriinspector.core.parse import parse
from uriinspector.core.reference import HOST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.arrow.column_table import LinkColumn
    from uriinspector.arrow.host_columns import HostColumns
    from uriinspector.arrow.judgement_options import JudgedBy
    from uriinspector.core.reference import Reference

# So many rows are read at once: what is kept of more of them keeps the garbage collector busy.
AT_ONCE = 32


def arrays_of(texts: list[str], wanted: Sequence[LinkColumn], by: JudgedBy) -> list[pa.Array]:
    """An array for each column."""
    if all(each.source in BY_GRAMMAR for each in wanted):
        parsed = (parse(text, edition=by.edition) for text in texts)
        return _arrays(_grammar_rows(parsed), wanted, len(texts))
    inspections = inspect_each(texts, edition=by.edition, protect=by.protect, lists=by.lists)
    return arrays_of_inspections(inspections, wanted, len(texts))


def arrays_of_inspections(
    inspections: Iterable[Inspection], wanted: Sequence[LinkColumn], count: int
) -> list[pa.Array]:
    """The same for inspections that are made as they are asked for; so many of them."""
    return _arrays(_rows(iter(inspections)), wanted, count)


def _grammar_rows(references: Iterator[Reference]) -> Iterator[dict[str, Any]]:
    while some := list(islice(references, AT_ONCE)):
        yield {REFERENCE: some}


def _rows(inspections: Iterator[Inspection]) -> Iterator[dict[str, Any]]:
    """What columns are read from, a few rows at a time.

    An inspection is gone before the next one is made, which then has its place in memory.
    """
    while True:
        verdicts, references, findings = [], [], []
        for each in islice(inspections, AT_ONCE):
            verdicts.append(each.verdict)
            references.append(each.reference)
            findings.append(each.findings)
        if not verdicts:
            return
        columns = VerdictColumns.of(verdicts)
        yield {VERDICT: columns, REFERENCE: references, FINDINGS: findings}


def _arrays(
    rows: Iterable[dict[str, Any]], wanted: Sequence[LinkColumn], count: int
) -> list[pa.Array]:
    parts, runs = ReferenceParts(), {each.name: _run(each) for each in wanted}
    gathered = [each for each in runs.values() if each is not None]
    has_parts = any(each.source in {PARTS, WRITTEN_HOST} for each in wanted)
    for some in rows:
        if has_parts:
            parts.add(some[REFERENCE])
        for run in gathered:
            run.add(some)
    hosts = _WrittenHosts(parts)
    return [
        _array(each, parts, hosts, count) if run is None else run.array()
        for each, run in zip(wanted, runs.values(), strict=True)
    ]


def _run(column: LinkColumn) -> ValueRun | None:
    """What gathers the values of a column row by row; None for one that is read as a whole."""
    if column.source == REACHED_HOST:
        return HostRun(column)
    if column.source not in {REFERENCE, FINDINGS, VERDICT}:
        return None
    return ListRun(column) if column.type == TEXTS else ValueRun(column)


def _array(column: LinkColumn, parts: ReferenceParts, hosts: _WrittenHosts, count: int) -> pa.Array:
    if column.source == CONSTANT:
        return pa.repeat(pa.scalar(column.read(None), column.type), count)
    if column.source == WRITTEN_HOST:
        return hosts.array(column)
    values = column.read(parts)
    return values if isinstance(values, pa.Array) else array_of(values, column.type)


class ValueRun:
    """The values of a column."""

    def __init__(self, column: LinkColumn) -> None:
        self._column = column
        self._values: list[Any] = []

    def add(self, rows: dict[str, Any]) -> None:
        """Read what a few rows say."""
        self._values.extend(self._column.read(rows[self._column.source]))

    def array(self) -> pa.Array:
        """All of them."""
        return array_of(self._values, self._column.type)


class ListRun(ValueRun):
    """The lists of a column, as one run of texts: a list a row would keep the collector busy."""

    def __init__(self, column: LinkColumn) -> None:
        super().__init__(column)
        self._offsets = array("i", [0])

    def add(self, rows: dict[str, Any]) -> None:
        """Read what a few rows say."""
        texts, offsets = self._values, self._offsets
        for each in self._column.read(rows[self._column.source]):
            if each:
                texts.extend(each)
            offsets.append(len(texts))

    def array(self) -> pa.Array:
        """All of them."""
        texts = array_of(self._values, self._column.type.value_type)
        return pa.ListArray.from_arrays(numbers(self._offsets), texts)


class HostRun(ValueRun):
    """The values of a column that each host has for itself."""

    def add(self, rows: dict[str, Any]) -> None:
        """Note the hosts of a few rows."""
        self._values.extend(rows[VERDICT].host)

    def array(self) -> pa.Array:
        """What each of them is, read once of each."""
        each_once = EachOnce(self._values)
        return each_once.array(map(self._column.read, each_once.values), self._column.type)


class _WrittenHosts:
    """The hosts as they are written, looked at when a column asks for them."""

    def __init__(self, parts: ReferenceParts) -> None:
        self._parts = parts

    @cached_property
    def _each_once(self) -> EachOnce:
        return EachOnce(self._parts.part(HOST))

    @cached_property
    def _columns(self) -> HostColumns:
        return host_columns(self._each_once.values)

    def array(self, column: LinkColumn) -> pa.Array:
        """One of the columns that they have in common."""
        return self._each_once.array(column.read(self._columns), column.type)


class EachOnce:
    """Values that come again, each of them once."""

    def __init__(self, values: Sequence[str | None]) -> None:
        places: dict[str | None, int] = {}
        self._indices = array("i", [places.setdefault(each, len(places)) for each in values])
        self.values = list(places)

    def array(self, answers: Iterable[Any], kind: pa.DataType) -> pa.Array:
        """What was answered for each, in every place that it came from."""
        of_values = array_of(answers, kind)
        is_new = len(self.values) == len(self._indices)
        return of_values if is_new else of_values.take(numbers(self._indices))
