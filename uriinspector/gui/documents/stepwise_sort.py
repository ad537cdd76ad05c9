"""Numbers put in order by a key, so that no frame waits: no single call looks at more than a piece.

A worker that sorts a million texts in one call keeps the interpreter, and with it the window, to
itself for half a second.  Here pieces are sorted, each is cut at the same texts, and what lies
between two cuts is put together: few comparisons are left, and those in C.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from time import sleep
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from threading import Event

PIECE = 20_000
# Of each piece so many keys are looked at to find out where to cut.
SAMPLES = 16


def sorted_by_many(
    pieces: Sequence[list[int]],
    key: Callable[[int], Any],
    stopped: Event,
    *,
    falls: bool = False,
    pause: float = 0.0,
) -> Iterator[list[int]]:
    """By keys most of which differ; equal ones stay as they were.  It ends where it is stopped."""
    keys: list[Any] = [None] * (1 + max(map(max, filter(None, pieces)), default=0))
    of = keys.__getitem__
    for piece in pieces:
        if stopped.is_set():
            return
        for number in piece:
            keys[number] = key(number)
        piece.sort(key=of)
        sleep(pause)
    if falls or not _is_done(pieces, of):
        pieces = list(_recut(pieces, of, stopped, pause))
    for piece in reversed(pieces) if falls else pieces:
        if stopped.is_set():
            return
        piece.sort(key=of, reverse=falls)
        yield piece
        sleep(pause)


def _is_done(pieces: Sequence[list[int]], of: Callable[[int], Any]) -> bool:
    """Whether each piece begins where the one before it ends: rows often come in order."""
    whole = [piece for piece in pieces if piece]
    return all(of(one[-1]) <= of(next_one[0]) for one, next_one in pairwise(whole))


def _recut(
    pieces: Sequence[list[int]], of: Callable[[int], Any], stopped: Event, pause: float
) -> Iterator[list[int]]:
    """As many pieces as before: each between two keys, of runs that are in order."""
    steps = [(piece, max(len(piece) // SAMPLES, 1)) for piece in pieces if piece]
    result = sorted({of(number) for piece, step in steps for number in piece[step // 2 :: step]})
    borders = result[:: max(len(result) // max(len(steps), 1), 1)][1:]
    cuts = [
        [0, *(bisect_left(piece, at, key=of) for at in borders), len(piece)] for piece in pieces
    ]
    for number in range(len(borders) + 1):
        if stopped.is_set():
            return
        runs = (
            piece[cut[number] : cut[number + 1]] for piece, cut in zip(pieces, cuts, strict=True)
        )
        yield list(chain.from_iterable(runs))
        sleep(pause)


def sorted_by_few(
    pieces: Sequence[list[int]],
    key: Callable[[int], Any],
    stopped: Event,
    *,
    falls: bool = False,
    pause: float = 0.0,
) -> Iterator[list[int]]:
    """By keys that many numbers share: what is sorted is the keys alone."""
    sharing: defaultdict[Any, list[int]] = defaultdict(list)
    for piece in pieces:
        if stopped.is_set():
            return
        for number in piece:
            sharing[key(number)].append(number)
        sleep(pause)
    keys = list(sharing)
    places = [[*range(at, min(at + PIECE, len(keys)))] for at in range(0, len(keys), PIECE)]
    for piece in sorted_by_many(places, keys.__getitem__, stopped, falls=falls, pause=pause):
        yield from (sharing[keys[place]] for place in piece)
