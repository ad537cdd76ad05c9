"""Time from a key to the painted result, in milliseconds: python -m tests.benchmarks.window.

A key is sent, everything it triggers is done, and the window is painted without a display. Time is
measured by the clock and as processor time, which is more reliable on a busy machine. Every other
key deletes the previous one, so that the text keeps its length. The peer is a plain text field with
a highlighter.
"""

import gc
import os
import sys
import time
from collections.abc import Iterable, Iterator
from statistics import median, quantiles
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QSyntaxHighlighter, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QTextEdit, QWidget
from rich.console import Console
from rich.table import Table

import uriinspector
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.shell.window import Window
from uriinspector.gui.shell.workspaces import PAGES
from uriinspector.gui.theme import theme

KEYS = 300
SIZE = (1320, 860)
LINK = "https://user@www.example.co.uk:8443/products/list/page.html?sort=name&page=2&u="
NONE = Qt.KeyboardModifier.NoModifier


class Result(NamedTuple):
    """The figures, and their limits: median, and 99th percentile if any."""

    name: str
    both: list[tuple[float, float]]  # wall clock, processor
    median_aim: float | None = None
    worst_aim: float | None = None

    @property
    def medians(self) -> tuple[float, float]:
        return median(clock for clock, _ in self.both), median(spent for _, spent in self.both)

    @property
    def worst(self) -> tuple[float, float]:
        clock, spent = zip(*self.both, strict=True)
        return quantiles(clock, n=100)[98], quantiles(spent, n=100)[98]


class Stopwatch:
    """Measures wall-clock and processor time in milliseconds."""

    def __init__(self) -> None:
        self._start = time.perf_counter(), time.thread_time()

    def read(self) -> tuple[float, float]:
        """Return the times since the start."""
        clock, spent = self._start
        return (time.perf_counter() - clock) * 1e3, (time.thread_time() - spent) * 1e3


class Highlighter(QSyntaxHighlighter):
    """Colors the first letters."""

    def highlightBlock(self, text: str) -> None:  # noqa: N802
        self.setFormat(0, min(len(text), 4), QTextCharFormat())


def long_link(length: int) -> str:
    """Return a reference of this length, with escapes."""
    return (LINK + "abc%20d/" * (length // 8))[:length]


def keys(count: int) -> Iterator[tuple[int, str]]:
    """Yield letters, each followed by a backspace."""
    for number in range(count):
        yield (Qt.Key.Key_A, "a") if number % 2 == 0 else (Qt.Key.Key_Backspace, "\b")


def timed(target: QWidget, count: int = KEYS) -> list[tuple[float, float]]:
    """Return the time of each key until everything is painted."""
    found = []
    gc.collect()
    for code, text in keys(count):
        event = QKeyEvent(QEvent.Type.KeyPress, code, NONE, text)
        watch = Stopwatch()
        QApplication.sendEvent(target, event)
        QApplication.processEvents()
        found.append(watch.read())
    return found[len(found) // 10 :]  # the first keys load modules on first use


def bare(text: str) -> list[tuple[float, float]]:
    """Measure a plain text field."""
    field = QTextEdit()
    field.resize(SIZE[0], 200)
    highlighter = Highlighter(field.document())
    field.setPlainText(text)
    field.show()
    cursor = field.textCursor()
    cursor.setPosition(len(text) // 2, QTextCursor.MoveMode.MoveAnchor)
    field.setTextCursor(cursor)
    found = timed(field)
    shiboken6.delete(highlighter)
    shiboken6.delete(field)
    return found


def editor(text: str) -> list[tuple[float, float]]:
    """Measure the editor alone, with an inspection shown at each key."""
    host = QWidget()
    field = UriEdit()
    field.setParent(host)
    host.resize(*SIZE)
    field.resize(SIZE[0], field.height())
    if len(text) <= 4_096:  # longer texts are not inspected while typing
        field.text_edited.connect(lambda: field.show_inspection(uriinspector.inspect(field.text())))
    host.show()
    field.set_text(text)
    field.show_inspection(uriinspector.inspect(text))
    field.select(len(text) // 2, len(text) // 2)
    found = timed(field)
    shiboken6.delete(host)
    return found


def page(text: str, count: int = KEYS) -> list[tuple[float, float]]:
    """Measure the whole window."""
    window = Window()
    window.resize(*SIZE)
    window.show()
    window.show_text(text)
    window.inspect_page.inspection_job.finish()
    QApplication.processEvents()
    field = window.inspect_page.editor
    field.select(len(text) // 2, len(text) // 2)
    found = timed(field, count)
    window.close()
    shiboken6.delete(window)
    return found


def pasted(text: str) -> list[tuple[float, float]]:
    """Measure pasting a text until it is painted."""
    window = Window()
    window.resize(*SIZE)
    window.show()
    found = []
    for number in range(7):
        window.show_text("")
        QApplication.processEvents()
        watch = Stopwatch()
        window.show_text(f"{text}{number}")
        QApplication.processEvents()
        found.append(watch.read())
    window.close()
    shiboken6.delete(window)
    return found


def zoomed() -> list[tuple[float, float]]:
    """Measure zoom steps with every page open, each until it is painted."""
    window = Window()
    window.resize(*SIZE)
    window.show()
    window.show_text(long_link(200))
    for name in (*PAGES, "inspect"):
        window.open_workspace(name)
        QApplication.processEvents()
    found = []
    for steps in (1, 1, 1, -1, -1, -1, 1, 0):
        watch = Stopwatch()
        window.display_settings.zoom(steps)
        QApplication.processEvents()
        found.append(watch.read())
    window.close()
    shiboken6.delete(window)
    return found


def results() -> Iterator[Result]:
    """Yield every measurement."""
    short, longer, huge = long_link(200), long_link(10_000), long_link(1 << 20)
    yield Result("bare field with a highlighter, 200 characters", bare(short))
    yield Result("editor, 200 characters", editor(short), 4)
    yield Result("whole page, 200 characters", page(short), 16, 33)
    yield Result("bare field with a highlighter, 10,000 characters", bare(longer))
    yield Result("editor, 10,000 characters", editor(longer), 50)
    yield Result("whole page, 10,000 characters", page(longer), 50)
    yield Result("step of the zoom, every page open", zoomed(), 250)
    yield Result("paste of 1,048,576 characters", pasted(huge))
    yield Result("whole page, 1,048,576 characters", page(huge, 60))


def main() -> None:
    """Measure everything and print the table."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setStyle("Fusion")
    theme.use("light")
    theme.dress(application)
    Console().print(shown(f"From a key to what is painted, {KEYS} keys, milliseconds", results()))


def shown(title: str, found: Iterable[Result]) -> Table:
    """Return the table of some results."""
    table = Table(title=title)
    table.caption = "by the clock / by the processor; the aim is held against the processor's"
    for column in ("what", "median", "99th percentile", "aim"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for each in found:
        aims = [f"{aim:.3g}" for aim in (each.median_aim, each.worst_aim) if aim is not None]
        table.add_row(
            each.name,
            _judged(each.medians, each.median_aim),
            _judged(each.worst, each.worst_aim),
            " and ".join(aims),
        )
    return table


def _judged(found: tuple[float, float], aim: float | None) -> str:
    clock, spent = found
    if aim is None:
        return f"{clock:.2f} / {spent:.2f}"
    return f"{clock:.2f} / [{'green' if spent <= aim else 'red'}]{spent:.2f}[/]"


if __name__ == "__main__":
    main()
