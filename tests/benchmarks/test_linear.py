"""Four times the text takes about four times the time: pairs measured in turn, in one run."""

import gc
import time
from collections.abc import Callable
from functools import partial

import pytest

import uriinspector
from tests.core.test_hostile import FRAMES, PIECES, WORK, repeated

SIZE = 50_000
# Linear work takes 4 times as long, quadratic work 16 times: halfway between, by ratio.
MOST = 8
# Other work on the machine only ever adds time: the least of some rounds is what counts, and
# rounds are added only while the ratio is not met.
ROUNDS = 12
# What a clock and a scheduler may add to a measurement of nearly nothing.
NOISE = 0.002


def seconds(work: Callable[[], None]) -> float:
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def is_linear(short: Callable[[], None], long: Callable[[], None]) -> bool:
    """Whether the long work takes about four times as long as the short, once measured fairly."""
    one = four = float("inf")
    gc.collect()
    gc.disable()
    try:
        for done in range(ROUNDS):
            one, four = min(one, seconds(short)), min(four, seconds(long))
            if done and four <= MOST * one + NOISE:
                return True
    finally:
        gc.enable()
    return False


@pytest.mark.full
def test_quadratic_work_is_seen() -> None:
    def quadratic(size: int) -> Callable[[], None]:
        return lambda: [None for _ in range(size) for _ in range(size)].clear()

    assert not is_linear(quadratic(300), quadratic(1_200))


@pytest.mark.full
@pytest.mark.parametrize("edition", uriinspector.EDITIONS)
@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_four_times_the_text_takes_about_four_times_the_time(
    work: Callable[[str, str], None], piece: str, edition: str
) -> None:
    for frame in FRAMES:
        short, long = repeated(piece, SIZE, frame), repeated(piece, 4 * SIZE, frame)
        assert is_linear(partial(work, short, edition), partial(work, long, edition)), frame
