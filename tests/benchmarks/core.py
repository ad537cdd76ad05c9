"""Parsing, resolving and judging compared with urllib: python -m tests.benchmarks.core.

Both sides take the same references alternately in one process. Reported is the median of the ratios
per round, since other load on the machine slows both. References are not repeated within a round
and urlsplit's cache is emptied before each one; bases are repeated, so both sides may cache them.
"""

import gc
import time
import urllib.parse
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import uriinspector
from tests.benchmarks.corpus import BASES, references

ROUNDS = 15
urlsplit = urllib.parse.urlsplit.__wrapped__  # type: ignore[attr-defined]  # without its cache


def spans(texts: list[str]) -> None:
    """Parse every reference into spans."""
    parse = uriinspector.parse
    for text in texts:
        _ = parse(text).spans


def split(texts: list[str]) -> None:
    """Split into five parts, with userinfo, host and port together."""
    for text in texts:
        urlsplit(text)


def split_whole(texts: list[str]) -> None:
    """Split, including host and port."""
    for text in texts:
        found = urlsplit(text)
        _ = found.hostname, found.port


def resolve(texts: list[str]) -> None:
    """Return the target, without a trace."""
    resolve = uriinspector.resolve
    for base, text in zip(BASES * (len(texts) // len(BASES)), texts, strict=False):
        _ = resolve(base, text).target


def inspect(texts: list[str]) -> None:
    """Compute findings and verdict, including nested links."""
    inspect = uriinspector.inspect
    for text in texts:
        _ = inspect(text).verdict


def join(texts: list[str]) -> None:
    """Resolve with the standard library."""
    urljoin = urllib.parse.urljoin
    for base, text in zip(BASES * (len(texts) // len(BASES)), texts, strict=False):
        urljoin(base, text)


class Pair(NamedTuple):
    """Two ways of doing about the same, and how much faster the first should be."""

    ours: Callable[[list[str]], None]
    theirs: Callable[[list[str]], None]
    names: tuple[str, str]
    aim: float


PAIRS = (
    Pair(spans, split, ("parse, all spans", "urlsplit, no cache"), 1.0),
    Pair(spans, split_whole, ("parse, all spans", "urlsplit, hostname and port"), 1.0),
    Pair(resolve, join, ("resolve, target", "urljoin"), 4.0),
    Pair(resolve, split, ("resolve, target", "urlsplit, no cache"), 1.7),
    Pair(inspect, split, ("inspect, verdict", "urlsplit, no cache"), 0.06),
)


def accepted(text: str) -> bool:
    """Return True if the standard library accepts the text, so that both can be compared."""
    try:
        _ = urlsplit(text).port
        for base in BASES:
            urllib.parse.urljoin(base, text)
    except ValueError:
        return False
    return True


def seconds(work: Callable[[list[str]], None], texts: list[str]) -> float:
    """Return the time of one round, with empty caches and without garbage collection."""
    urllib.parse.clear_cache()  # type: ignore[attr-defined]
    gc.collect()
    gc.disable()
    before = time.perf_counter()
    work(texts)
    after = time.perf_counter()
    gc.enable()
    return after - before


def measure(pair: Pair, texts: list[str], rounds: int = ROUNDS) -> list[tuple[float, float]]:
    """Measure both sides alternately, after one uncounted round."""
    times = []
    for number in range(rounds + 1):
        if number % 2:
            theirs, ours = seconds(pair.theirs, texts), seconds(pair.ours, texts)
        else:
            ours, theirs = seconds(pair.ours, texts), seconds(pair.theirs, texts)
        times.append((ours, theirs))
    return times[1:]


def row(pair: Pair, texts: list[str]) -> tuple[str, ...]:
    """Return the figures as table cells."""
    times = measure(pair, texts)
    ours, theirs = (median(each) / len(texts) * 1e6 for each in zip(*times, strict=True))
    ratios = sorted(theirs / ours for ours, theirs in times)
    middle = median(ratios)
    colour = "green" if middle >= pair.aim else "red"
    return (
        *pair.names,
        f"{ours:.2f}",
        f"{theirs:.2f}",
        f"[{colour}]{middle:.3g}[/]",
        f"{ratios[0]:.3g} to {ratios[-1]:.3g}",
        f"{pair.aim:.3g}",
    )


def main() -> None:
    """Measure every pair and print the table."""
    found = references()
    texts = [text for text in found if accepted(text)]
    title = f"{len(texts):,} different references, {ROUNDS} rounds each, microseconds a reference"
    table = Table(title=title)
    for name in ("ours", "theirs", "ours \u00b5s", "theirs \u00b5s", "times", "rounds", "aim"):
        table.add_column(name, justify="left" if name in {"ours", "theirs"} else "right")
    for pair in PAIRS:
        table.add_row(*row(pair, texts))
    left_out = len(found) - len(texts)
    table.caption = f"{left_out} more are left out: the standard library raises for them."
    Console().print(table)


if __name__ == "__main__":
    main()
