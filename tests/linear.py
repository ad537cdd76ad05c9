"""Whether work grows as its text does: told by the ratio of two pieces of work, in one run."""

import gc
import time
from collections.abc import Callable

# Linear work takes 4 times as long, quadratic work 16 times: halfway between, by ratio.
MOST = 8
# Other work on the machine only ever adds time: the least of some rounds is what counts, and
# rounds are added only while the ratio is not met.
ROUNDS = 12
# What a clock and a scheduler may add to a measurement of nearly nothing.
NOISE = 0.002


def seconds(work: Callable[[], object]) -> float:
    """Of this process alone: what others do meanwhile does not count."""
    before = time.process_time()
    work()
    return time.process_time() - before


def is_linear(short: Callable[[], object], long: Callable[[], object]) -> bool:
    """Whether the long work takes about four times as long as the short, once measured fairly."""
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
    """The same over a text that is made as long as one asks."""
    short, long = text(size), text(4 * size)
    return is_linear(lambda: work(short), lambda: work(long))
