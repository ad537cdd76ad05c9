"""Measure how long the window is unresponsive while it works: python -m tests.benchmarks.gaps.

A timer in the event loop beats every few milliseconds; between two beats, no key would be handled.
Each gap is measured by the clock and by the processor time of all threads of the program: the
latter is what remains on an idle machine, even if threads wait for each other.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import shiboken6
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from rich.console import Console
from rich.table import Table

from tests.benchmarks.window import SIZE, long_link
from uriinspector.gui.compare.comparison_view import ComparePair
from uriinspector.gui.shell.window import Window
from uriinspector.gui.theme import theme

BEAT = 2  # milliseconds
MANY = 100_000
AIM = 50
LIMIT = 120  # seconds


class Gap(NamedTuple):
    """The time between two beats in milliseconds: wall clock, and the program's processor time."""

    clock: float
    spent: float


class Heart:
    """A timer in the event loop of the window."""

    def __init__(self) -> None:
        self.gaps: list[Gap] = []
        self._timer = QTimer()
        self._timer.setInterval(BEAT)
        self._timer.timeout.connect(self._beat)
        self._last = self._now()
        self._timer.start()

    def stop(self) -> None:
        """Stop the timer."""
        self._beat()
        self._timer.stop()

    def _beat(self) -> None:
        now = self._now()
        self.gaps.append(Gap(now[0] - self._last[0], now[1] - self._last[1]))
        self._last = now

    def _now(self) -> tuple[float, float]:
        return time.perf_counter() * 1e3, time.process_time() * 1e3


class Told(NamedTuple):
    """The figures of a measurement."""

    name: str
    seconds: float
    gaps: list[Gap]


def measured(name: str, begin: Callable[[], object], is_done: Callable[[], bool]) -> Told:
    """Begin some work and measure gaps until it is done and painted."""
    QApplication.processEvents()
    heart, start = Heart(), time.perf_counter()
    begin()
    while not is_done() and time.perf_counter() - start < LIMIT:
        QApplication.processEvents()
        time.sleep(0.0005)
    took = time.perf_counter() - start
    for _ in range(20):
        QApplication.processEvents()
    heart.stop()
    return Told(name, took, heart.gaps)


def results(window: Window) -> Iterator[Told]:
    """Yield every measurement."""
    yield from resolving(window)
    yield from comparing(window)


def resolving(window: Window) -> Iterator[Told]:
    """Measure a long list and a long pair in Resolve."""
    window.open_workspace("resolve")
    page = window.resolve_page
    pairs = "".join(f"../{number}/./g?y={number},http://a/{number}/g\n" for number in range(MANY))
    yield measured(
        f"resolve {MANY:,} pairs",
        lambda: page.show_list(pairs),
        lambda: not page.listing.job.is_busy,
    )
    page.listing.closed.emit()
    long = "a/../" * 10_000
    for text in (long, long * 2, "x" * MANY):
        yield measured(
            f"resolve one reference of {len(text):,} characters",
            partial(page.show_pair, "http://a/b/c/d", text),
            lambda: not page.job.is_busy and not page.reference.inspection_job.is_busy,
        )


def comparing(window: Window) -> Iterator[Told]:
    """Measure a long pair and a long list in Compare."""
    window.open_workspace("compare")
    page = window.compare_page
    first = long_link(MANY)
    others = {
        "alone": "",
        "with one character more": f"{first}x",
        "with nothing in common": first[::-1],
    }
    page.a.editor.set_text(first)
    for what, other in others.items():
        yield measured(
            f"compare {MANY:,} characters, {what}",
            partial(page.b.editor.set_text, other),
            lambda: not page.job.is_busy and not page.idle_queue.is_busy,
        )
    page.show_pair(ComparePair("a", "b"))
    texts = tuple(f"HTTP://www.Example.com:80/{number % 70_000}/%7e" for number in range(MANY))
    page.show_list()
    yield measured(
        f"group {MANY:,} references",
        lambda: page.listing.show_list(texts),
        lambda: not page.listing.job.is_busy,
    )


def main() -> None:
    """Measure everything and print the table."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setStyle("Fusion")
    theme.use("light")
    theme.dress(application)
    window = Window()
    window.resize(*SIZE)
    window.show()
    table = Table(title="Between two beats of the event loop, milliseconds")
    table.caption = f"a beat every {BEAT} ms; clock / the program's own work; aim {AIM}"
    for column in ("what", "seconds", "longest", "99.9 %"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for each in results(window):
        worst = sorted(each.gaps)[-max(len(each.gaps) // 1_000, 1)]
        longest = Gap(max(gap.clock for gap in each.gaps), max(gap.spent for gap in each.gaps))
        table.add_row(each.name, f"{each.seconds:.2f}", _shown(longest), _shown(worst))
    Console().print(table)
    window.close()
    shiboken6.delete(window)


def _shown(gap: Gap) -> str:
    return f"{gap.clock:.0f} / [{'green' if gap.spent <= AIM else 'red'}]{gap.spent:.0f}[/]"


if __name__ == "__main__":
    main()
