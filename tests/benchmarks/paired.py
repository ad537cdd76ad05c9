"""Two sides measured alternately, and processes that are timed."""

import os
import subprocess
import sys
import time
from collections.abc import Callable

COMMAND = [sys.executable, "-m", "uriinspector.cli"]
PLAIN = {name: value for name, value in os.environ.items() if name != "COLUMNS"}


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
