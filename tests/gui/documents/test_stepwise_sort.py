"""Stepwise sorting gives the same order as ``sorted``."""

from collections.abc import Callable, Iterator
from itertools import chain
from threading import Event
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import at_most
from tests.for_each import for_each
from tests.linear import is_linear
from uriinspector.gui.documents.order import sorted_by_few, sorted_by_many

Sorting = Callable[..., Iterator[list[int]]]

BOTH = for_each("sorting", sorted_by_few, sorted_by_many)


def pieces(count: int, size: int) -> list[list[int]]:
    return [list(range(at, min(at + size, count))) for at in range(0, count, size)]


def in_order(sorting: Sorting, keys: list[Any], size: int, *, falls: bool = False) -> list[int]:
    made = sorting(pieces(len(keys), size), keys.__getitem__, Event(), falls=falls)
    return list(chain.from_iterable(made))


@BOTH
@settings(max_examples=at_most(50))
@given(
    keys=st.lists(st.text("ab", max_size=3) | st.text(max_size=2), max_size=60),
    size=st.integers(1, 9),
    falls=st.booleans(),
)
def test_stepwise_sort_matches_sorted(
    sorting: Sorting, keys: list[str], size: int, falls: bool
) -> None:
    expected = sorted(range(len(keys)), key=keys.__getitem__, reverse=falls)
    assert in_order(sorting, keys, size, falls=falls) == expected


@BOTH
@for_each("falls", False, True)
def test_stepwise_sort_accepts_uneven_and_empty_pieces(sorting: Sorting, falls: bool) -> None:
    kept: list[list[int]] = [[7, 9], [], [2], [30, 4, 5]]
    made = sorting(kept, lambda number: -number, Event(), falls=falls)
    assert list(chain.from_iterable(made)) == sorted([7, 9, 2, 30, 4, 5], reverse=not falls)


@BOTH
def test_stopped_sort_yields_nothing(sorting: Sorting) -> None:
    stopped = Event()
    stopped.set()
    assert list(sorting(pieces(9, 2), lambda number: number, stopped)) == []


@BOTH
def test_sorted_pieces_stay_close_to_the_input_size(sorting: Sorting) -> None:
    keys = [f"{number * 7919 % 4001:05}" for number in range(4000)]
    made = list(sorting(pieces(4000, 200), keys.__getitem__, Event()))
    assert max(map(len, made)) <= 600


@BOTH
def test_stepwise_sort_time_is_about_linear(sorting: Sorting) -> None:
    def made(count: int) -> Callable[[], object]:
        keys = [number * 7919 % 1_000_003 for number in range(count)]
        return lambda: in_order(sorting, keys, 500)

    assert is_linear(made(10_000), made(40_000))
