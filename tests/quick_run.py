"""The selection of the quick run: no slow tests, and few examples of tests that have many.

``slow.txt`` names the tests whose examples take more than 0.3 seconds of processor time; the long
run includes them.  ``python -m tests.quick_run`` measures every test and rewrites the list.
"""

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
LIST = Path(__file__).with_name("slow.txt")
TIMES = "URIINSPECT_TEST_TIMES"  # the variable that names the file with the times
SLOW = 0.3  # seconds of processor time for the examples of a test, children included
EXAMPLES = 8  # of one test, from its first to its last


def name_of(item: str) -> str:
    """Return the name of an item's test, without its parameters."""
    return item.partition("[")[0]


def slow() -> set[str]:
    """Return the names of the slow tests."""
    return set(LIST.read_text("utf-8").split())


def left_out(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return the items that only the long run includes."""
    names = slow()
    examples: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        examples[name_of(item.nodeid)].append(item)
    result: set[pytest.Item] = set()
    for name, several in examples.items():
        if several[0].get_closest_marker("whole"):
            continue
        taken = () if name in names else spread(several)
        result.update(set(several).difference(taken))
    return result


def spread(several: Sequence[T]) -> Iterator[T]:
    """Return some items: the first, and others at equal intervals."""
    count = min(len(several), EXAMPLES)
    return (several[number * len(several) // count] for number in range(count))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Record how long a test takes, if this module is loaded as a plugin."""
    before = sum(os.times()[:4])
    result = yield
    with Path(os.environ[TIMES]).open("a", encoding="utf-8") as file:
        file.write(f"{sum(os.times()[:4]) - before:.3f} {item.nodeid}\n")
    return result


def slow_tests(times: str) -> list[str]:
    """Return the tests that are too slow for the quick run."""
    seconds: dict[str, float] = defaultdict(float)
    for line in times.splitlines():
        took, item = line.split(" ", 1)
        seconds[name_of(item)] += float(took)
    return sorted(name for name, sum_ in seconds.items() if sum_ > SLOW)


def measure() -> None:
    """Time every test not marked as long, with some of its examples, and rewrite the list."""
    with tempfile.TemporaryDirectory() as folder:
        times = Path(folder) / "times"
        command = [sys.executable, "-m", "pytest", "-q", "-n0", "--quick", "-p", "tests.quick_run"]
        LIST.write_text("", "utf-8")
        subprocess.run(command, env=os.environ | {TIMES: str(times)}, check=False)
        LIST.write_text("".join(f"{each}\n" for each in slow_tests(times.read_text("utf-8"))))


if __name__ == "__main__":
    measure()
