"""The cost of command runs compared with a peer: python -m tests.benchmarks.cli.

``uriinspect URI`` alternates with ``python -c pass``, each in a separate process; ``--jsonl``, from
the first byte to the last, alternates with urlsplit over the same references in this process.
Reported is the median of the ratios per round, since other load on the machine slows both.
"""

import os
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from tests.benchmarks.core import accepted, seconds, split
from tests.benchmarks.corpus import references

STARTS, STREAMS = 15, 5
LINKS = {
    "an address": "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm",
    "a name": "https://www.example.com/products/list/page.html?sort=name&page=2",
    "a relative reference": "../g?y#s",
}
COMMAND = [sys.executable, "-m", "uriinspector.cli"]
PLAIN = {name: value for name, value in os.environ.items() if name != "COLUMNS"}


class Result(NamedTuple):
    """The times of both sides in milliseconds, and the ratios of the rounds."""

    name: str
    peer: str
    ours: float
    theirs: float
    ratios: list[float]
    aim: str
    is_met: bool


def ran(command: list[str], given: bytes = b"") -> float:
    """Return the duration of a process."""
    before = time.perf_counter()
    subprocess.run(command, input=given, stdout=subprocess.DEVNULL, env=PLAIN, check=False)
    return time.perf_counter() - before


def paired(
    ours: Callable[[], float], theirs: Callable[[], float], rounds: int
) -> list[tuple[float, float]]:
    """Measure both sides alternately, after one uncounted round."""
    times = []
    for number in range(rounds + 1):
        if number % 2:
            peer, own = theirs(), ours()
        else:
            own, peer = ours(), theirs()
        times.append((own, peer))
    return times[1:]


def start(name: str, link: str) -> Result:
    """Compare one report with an interpreter that does nothing."""
    bare = [sys.executable, "-c", "pass"]
    times = paired(lambda: ran([*COMMAND, link]), lambda: ran(bare), STARTS)
    ours, theirs = (median(each) * 1e3 for each in zip(*times, strict=True))
    ratios = sorted(own / peer for own, peer in times)
    met = median(ratios) <= 20
    return Result(f"uriinspect, {name}", "python -c pass", ours, theirs, ratios, "<= 20", met)


def stream(texts: list[str], *more: str) -> Result:
    """Compare all references through a pipe with a loop over urlsplit."""
    given = "".join(f"{text}\n" for text in texts).encode()
    times = paired(
        lambda: ran([*COMMAND, "--jsonl", *more], given), lambda: seconds(split, texts), STREAMS
    )
    ours, theirs = (median(each) * 1e3 for each in zip(*times, strict=True))
    ratios = sorted(peer / own for own, peer in times)
    name = " ".join(["--jsonl", *more, f"{len(texts):,} lines"])
    met = median(ratios) >= 0.03
    return Result(name, "urlsplit, no cache", ours, theirs, ratios, ">= 0.03", met)


def main() -> None:
    """Measure everything and print the table."""
    texts = [text for text in references() if accepted(text)]
    urllib.parse.clear_cache()  # type: ignore[attr-defined]
    table = Table(title=f"{STARTS} starts, {STREAMS} streams, milliseconds")
    for column in ("ours", "theirs", "ours ms", "theirs ms", "ratio", "rounds", "aim"):
        table.add_column(column, justify="left" if column in {"ours", "theirs"} else "right")
    for each in (*(start(*link) for link in LINKS.items()), stream(texts)):
        colour = "green" if each.is_met else "red"
        digits = 1 if each.ratios[0] > 1 else 4
        table.add_row(
            *(each.name, each.peer, f"{each.ours:.1f}", f"{each.theirs:.1f}"),
            f"[{colour}]{median(each.ratios):.{digits}f}[/]",
            f"{each.ratios[0]:.{digits}f} to {each.ratios[-1]:.{digits}f}",
            each.aim,
        )
    Console().print(table)


if __name__ == "__main__":
    main()
