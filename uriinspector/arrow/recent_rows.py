"""The answers for the last links of a stream: an engine gives 2,048 of them at a time.

In a log the same link comes again and again, seldom twice among so few.  What is remembered is
bounded: the links of up to 32 calls, and about 32 megabytes of links and answers.
"""

from __future__ import annotations

from array import array
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

import pyarrow as pa

from uriinspector.arrow.arrow_texts import array_of, texts_in
from uriinspector.arrow.inspections import encoded_texts
from uriinspector.arrow.reference_parts import numbers
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

CALLS, OCTETS = 32, 32 << 20


class AnsweredCall(NamedTuple):
    """What one call has answered: the rows, and the number of each text's."""

    rows: pa.StructArray
    places: dict[str, int]
    octets: int


class RecentRows:
    """Answers for columns of texts, from earlier calls where they are known."""

    def __init__(self, answer: Callable[[pa.Array], pa.StructArray]) -> None:
        self._answer = answer
        self._calls: deque[AnsweredCall] = deque()
        self._octets = 0
        # Which call has the row of a text.
        self._by_text: dict[str, AnsweredCall] = {}
        # Engines ask from several threads.
        self._lock = Lock()

    def rows(self, texts: pa.Array | pa.ChunkedArray) -> pa.StructArray:
        """A row for each text, null for null."""
        encoded = encoded_texts(texts)
        unique = texts_in(encoded.dictionary)
        with self._lock:
            calls = list(map(self._by_text.get, unique))
        new = [at for at, call in enumerate(calls) if call is None]
        if len(new) < len(unique):
            rows = self._joined(unique, new, calls)
        else:
            rows = self._answer(encoded.dictionary)
            self._remember(unique, rows)
        is_as_asked = len(encoded) == len(rows) and encoded.null_count == 0
        return rows if is_as_asked else rows.take(encoded.indices)

    def _joined(
        self, texts: list[str], new: list[int], calls: list[AnsweredCall | None]
    ) -> pa.StructArray:
        """The rows of texts of which some are new, and others were answered by these calls."""
        places, pieces = list(new), []
        if new:
            asked = [texts[at] for at in new]
            pieces.append(self._answer(array_of(asked, pa.string())))
            self._remember(asked, pieces[0])
        for call, known in _by_call(calls):
            places += known
            pieces.append(_taken(call.rows, [call.places[texts[at]] for at in known]))
        order = [0] * len(texts)
        for row, at in enumerate(places):
            order[at] = row
        return _taken(pa.concat_arrays(pieces), order)

    def _remember(self, texts: list[str], rows: pa.StructArray) -> None:
        octets = rows.nbytes + sum(map(len, texts))
        if octets > OCTETS:
            return
        call = AnsweredCall(rows, {text: at for at, text in enumerate(texts)}, octets)
        with self._lock:
            while len(self._calls) == CALLS or self._octets + octets > OCTETS:
                self._forget(self._calls.popleft())
            self._calls.append(call)
            self._octets += octets
            self._by_text.update(dict.fromkeys(texts, call))

    def _forget(self, call: AnsweredCall) -> None:
        self._octets -= call.octets
        for text in call.places:
            if self._by_text.get(text) is call:
                del self._by_text[text]


def _taken(rows: pa.StructArray, places: list[int]) -> pa.StructArray:
    """Some of the rows, without a copy where one follows the other, as lines of logs often do."""
    first, count = places[0], len(places)
    if places == list(range(first, first + count)):
        return rows.slice(first, count)
    return rows.take(numbers(array("i", places)))


def _by_call(calls: list[AnsweredCall | None]) -> Iterable[tuple[AnsweredCall, list[int]]]:
    """Each of the calls, and the places of the texts that it has answered."""
    result: dict[int, tuple[AnsweredCall, list[int]]] = {}
    for at, call in enumerate(calls):
        if call is not None:
            result.setdefault(id(call), (call, []))[1].append(at)
    return result.values()
