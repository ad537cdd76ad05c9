"""Four times the text takes about four times the time: pairs measured in turn, in one run."""

import gc
import time
from collections.abc import Callable

import pytest

import uriinspector
from tests.core.test_hostile import FRAMES, PIECES, WORK, repeated

SIZE = 50_000
# Linear work takes 4 times as long, quadratic work 16 times: halfway between, by ratio.
MOST = 8
ROUNDS = 3
# What a clock and a scheduler may add to a measurement of nearly nothing.
NOISE = 0.002


def seconds(work: Callable[[str, str], None], text: str, edition: str) -> float:
    before = time.perf_counter()
    work(text, edition)
    return time.perf_counter() - before


@pytest.mark.full
@pytest.mark.parametrize("edition", uriinspector.EDITIONS)
@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_four_times_the_text_takes_about_four_times_the_time(
    work: Callable[[str, str], None], piece: str, edition: str
) -> None:
    for frame in FRAMES:
        short, long = repeated(piece, SIZE, frame), repeated(piece, 4 * SIZE, frame)
        gc.collect()
        gc.disable()
        try:
            pairs = [
                (seconds(work, short, edition), seconds(work, long, edition)) for _ in range(ROUNDS)
            ]
        finally:
            gc.enable()
        one, four = (min(times) for times in zip(*pairs, strict=True))
        assert four <= MOST * one + NOISE, frame
