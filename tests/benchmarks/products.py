"""Size and start time of the built products: python -m tests.benchmarks.products.

Measures the output of the scripts in ``packaging``, in ``dist``. The two commands of the bundle
alternate with those of this environment, each in a separate process: the terminal's until it ends,
the window's until it is visible on an invisible display.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from tests.accessibility.screen_reader import display
from tests.architecture.source import ROOT
from tests.benchmarks.paired import paired, ran

STARTS = 9
LINK = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
DIST = ROOT / "dist"
FOLDER = DIST / "uriinspector"
HERE = Path(sys.executable).parent
SEEN = ["xdotool", "search", "--sync", "--onlyvisible", "--class", "uriinspector"]


def weighed() -> Table:
    """Return the sizes of downloads and of installed files."""
    table = Table(title="sizes, MB")
    table.add_column("product")
    table.add_column("size", justify="right")
    found = [path for path in sorted(DIST.iterdir()) if path.is_file()]
    for name, files in (*((path.name, [path]) for path in found), ("the folder", files_of(FOLDER))):
        table.add_row(name, f"{sum(path.stat().st_size for path in files) / 1e6:.1f}")
    return table


def files_of(folder: Path) -> list[Path]:
    """Return the files in a folder, each once."""
    return [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


def seen(place: Path, screen: str) -> float:
    """Return the time until the window is visible."""
    with tempfile.TemporaryDirectory() as home:
        places = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), home)
        surroundings = {"PATH": os.environ["PATH"], "DISPLAY": screen, "LANG": "C.UTF-8"} | places
        before = time.perf_counter()
        process = subprocess.Popen([place / "uriinspector", LINK], env=surroundings)
        subprocess.run(SEEN, env=surroundings, stdout=subprocess.DEVNULL, check=True, timeout=60)
        took = time.perf_counter() - before
        process.terminate()
        process.wait()
    return took


def started() -> Table:
    """Compare the start times of the bundle's commands with the installed ones."""
    table = Table(title=f"{STARTS} starts each, milliseconds")
    for column in ("started", "folder", "installed", "ratio", "rounds"):
        table.add_column(column, justify="left" if column == "started" else "right")
    with display() as screen:
        for name, times in (
            ("uriinspect URI, to its end", in_turn(terminal)),
            ("uriinspector URI, until seen", in_turn(partial(seen, screen=screen))),
        ):
            ours, theirs = (median(each) * 1e3 for each in zip(*times, strict=True))
            ratios = sorted(own / peer for own, peer in times)
            rounds = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
            table.add_row(name, f"{ours:.0f}", f"{theirs:.0f}", f"{median(ratios):.2f}", rounds)
    return table


def in_turn(way: Callable[[Path], float]) -> list[tuple[float, float]]:
    """Measure the bundle and the installed program alternately."""
    return paired(lambda: way(FOLDER), lambda: way(HERE), STARTS)


def terminal(place: Path) -> float:
    """Return the duration of a report."""
    return ran([str(place / "uriinspect"), LINK])


if __name__ == "__main__":
    if not (FOLDER / "uriinspector").exists():
        sys.exit("Nothing is built yet: packaging/deb builds all of it.")
    for told in (weighed(), started()):
        Console().print(told)
