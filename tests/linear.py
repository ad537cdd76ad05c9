"""Tests that work grows linearly with its text, by the ratio of two timings in one process."""

import gc
import time
from collections.abc import Callable

# Linear work takes 4 times as long, quadratic work 16 times; 8 is the geometric mean.
MOST = 8
# Other work on the machine only adds time, so the minimum of some rounds counts, and more
# rounds are run only while the ratio is too high.
ROUNDS = 12
# Seconds that clock and scheduler may add to a very short measurement.
NOISE = 0.002


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time in this process; other processes do not count."""
    before = time.process_time()
    work()
    return time.process_time() - before


def is_linear(short: Callable[[], object], long: Callable[[], object]) -> bool:
    """Return True if the long work, of four times the size, takes about four times as long."""
    one = four = float("inf")
    gc.collect()
    gc.disable()
    try:
        short()  # whatever is loaded or compiled on first use
        for _ in range(ROUNDS):
            one, four = min(one, seconds(short)), min(four, seconds(long))
            if four <= MOST * one + NOISE:
                return True
    finally:
        gc.enable()
    return False


def is_linear_over(work: Callable[[str], object], text: Callable[[int], str], size: int) -> bool:
    """Return True if work on a text grows linearly with the text's length."""
    short, long = text(size), text(4 * size)
    return is_linear(lambda: work(short), lambda: work(long))
