"""Where the parts of many references stand, in one run of numbers: no value a part and row."""

from __future__ import annotations

from array import array
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from uriinspector.core.reference import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.core.reference import Reference

SPAN = pa.struct([("part", pa.string()), ("start", pa.int32()), ("end", pa.int32())])
# Of each reference the whole and then the parts, each with its start and its end.
PARTS = len(NAMES)
ROW = 2 * (1 + PARTS)
PART_NAMES = pa.array(NAMES, pa.string())


class ReferenceParts:
    """The texts of references, and the places of their parts; -1 where a part is undefined."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: list[int] = []

    def add(self, references: Iterable[Reference]) -> None:
        """Note these; they need not be kept."""
        self.texts.extend([each.text for each in references])
        spans = chain.from_iterable([each.spans for each in references])
        self._places.extend(chain.from_iterable(spans))

    @cached_property
    def places(self) -> array[int]:
        """The places of all; no reference is added after that."""
        return array("i", self._places)

    def part(self, index: int) -> list[str | None]:
        """One part of each text, as it is written; parts have the numbers of their spans."""
        starts, ends = self.places[2 * index :: ROW], self.places[2 * index + 1 :: ROW]
        return [
            None if start < 0 else text[start:end]
            for text, start, end in zip(self.texts, starts, ends, strict=True)
        ]

    def spans(self) -> pa.ListArray:
        """The defined parts of each text, each with its name."""
        starts, ends = self.places[0::2], self.places[1::2]
        del starts[:: PARTS + 1], ends[:: PARTS + 1]  # the whole
        is_there = pc.greater_equal(numbers(starts), 0)
        names = numbers(array("i", range(PARTS)) * len(self.texts)).filter(is_there)
        fields = [PART_NAMES.take(names), numbers(starts).filter(is_there)]
        fields.append(numbers(ends).filter(is_there))
        structs = pa.StructArray.from_arrays(fields, fields=list(SPAN))
        counts = pc.cumulative_sum(is_there.cast(pa.int32()))
        offsets = array("i", [0])
        if self.texts:
            counted = memoryview(counts.buffers()[1]).cast("i")[: len(counts)]
            offsets.frombytes(counted[PARTS - 1 :: PARTS].tobytes())
        return pa.ListArray.from_arrays(numbers(offsets), structs)


def numbers(values: array[int]) -> pa.Array:
    """The same numbers for Arrow, which are not copied."""
    return pa.Array.from_buffers(pa.int32(), len(values), [None, pa.py_buffer(values)])
