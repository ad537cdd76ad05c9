"""The processor time of starts: python -m tests.benchmarks.processor_starts [ROUNDS].

The window, from its start to a saved screenshot, alternates with a plain Qt label that saves one
too; the command with a link alternates with an interpreter that does nothing. Reported is the user
and system time of each process, since the wall clock depends on other load. Modules are compiled,
as after an installation: the first round is not counted.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

LABEL = """
import sys
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
label = QLabel("URI Inspector")
label.resize(1320, 860)
label.show()
application.processEvents()
label.grab().save(sys.argv[1], "PNG")
"""
NOTHING = "pass"
WINDOW = ("-m", "uriinspector", "http://a@b.example/", "--screenshot")
COMMAND = ("-m", "uriinspector.cli")
DECEPTIVE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
ROUNDS = 15


class Pair(NamedTuple):
    """Arguments of the interpreter for our program and the peer, and the maximum ratio."""

    name: str
    ours: tuple[str, ...]
    peer: tuple[str, ...]
    aim: float


def pairs(folder: Path) -> list[Pair]:
    """Return all measurements; screenshots are saved in the folder."""
    ours, theirs = str(folder / "ours.png"), str(folder / "label.png")
    return [
        Pair("window to a saved picture", (*WINDOW, ours), ("-c", LABEL, theirs), 2.7),
        Pair("command, a plain link", (*COMMAND, "http://a.example/x"), ("-c", NOTHING), 10),
        Pair("command, a deceptive link", (*COMMAND, DECEPTIVE), ("-c", NOTHING), 10),
    ]


def spent(arguments: tuple[str, ...], places: dict[str, str]) -> float:
    """Return the user and system time of a process in milliseconds."""
    process = subprocess.Popen(
        [sys.executable, *arguments], env=os.environ | places, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode < 0:
        raise ChildProcessError(arguments)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def measured(pair: Pair, places: dict[str, str], rounds: int) -> list[tuple[float, float]]:
    """Measure both alternately."""
    times = []
    for number in range(rounds + 1):
        if number % 2:
            peer, own = spent(pair.peer, places), spent(pair.ours, places)
        else:
            own, peer = spent(pair.ours, places), spent(pair.peer, places)
        times.append((own, peer))
    return times[1:]


def main(arguments: list[str]) -> int:
    """Print the figures; return 1 if one exceeds its limit."""
    rounds, is_over = int(arguments[0]) if arguments else ROUNDS, False
    with tempfile.TemporaryDirectory() as place:
        places = {"HOME": place, "XDG_CONFIG_HOME": place, "XDG_DATA_HOME": place}
        places |= {"PYTHONPYCACHEPREFIX": f"{place}/compiled", "PYTHONDONTWRITEBYTECODE": ""}
        places |= {"QT_QPA_PLATFORM": "offscreen"}
        for pair in pairs(Path(place)):
            times = measured(pair, places, rounds)
            ratio = median(own / peer for own, peer in times)
            own, peer = (median(each) for each in zip(*times, strict=True))
            sys.stdout.write(f"{pair.name}: {own:.0f} ms, peer {peer:.0f} ms, ")
            sys.stdout.write(f"{ratio:.2f} times as much (aim {pair.aim})\n")
            is_over = is_over or ratio > pair.aim
    return int(is_over)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
