"""A million links in the window: python -m tests.benchmarks.table [LINKS].

A page is generated, read and shown as by a user, but without a display. Reported are the time to
the first rows; the gaps in which the window was unresponsive, by the clock and by the processor
time of its thread, compared with the idle window; the time of sorting, filtering and grouping,
compared with a blocking implementation; the time of a frame while scrolling; and the memory.
"""

import gc
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from uriinspector.documents.cases.link_row import LinkRow
from uriinspector.gui.documents.page import DocumentsPage

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import shiboken6
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication

from uriinspector.gui.documents.order import KIND_KEYS, SITE, TARGET, OrderRequest, RowQuery
from uriinspector.gui.shell.window import Window
from uriinspector.gui.theme import theme

# Number of repetitions of each link, as in menus and footers.
REPEATED = 10
KEYS: dict[str, Callable[[Any], Any]] = {
    **KIND_KEYS,
    "value": lambda row: row.value.lower(),
    "place": lambda row: (row.file, row.start),
}
GROUPS: dict[str, Callable[[LinkRow], str]] = {
    TARGET: lambda row: row.target or row.value,
    SITE: lambda row: row.site,
}
LINKS, REST, FRAMES = 1_000_000, 3.0, 200
GAP, SORT, FILTER, FRAME = 50, 1.5, 0.5, 16
SHAPES = (
    "https://www.site{few}.example/products/list/page{one}.html?sort=name&amp;page={part}",
    "../img/pic{one}.png",
    "http://user@host{part}.example/{one}",
    "https://xn--bnk-6cd.example/login/{one}",
    "/articles/{few}/story-about-something-{one}?utm_source=mail",
)


class Turn(NamedTuple):
    """The duration of a turn of the event loop in seconds."""

    clock: float
    spent: float


class Watch:
    """Records every turn of the event loop."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self._last = (time.perf_counter(), time.thread_time())
        self._timer = QTimer()
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._note)
        self._timer.start()

    def _note(self) -> None:
        now = (time.perf_counter(), time.thread_time())
        self.turns.append(Turn(now[0] - self._last[0], now[1] - self._last[1]))
        self._last = now

    def longest_turns(self) -> str:
        """Return the longest turns since the last call, in milliseconds."""
        turns, self.turns = self.turns or [Turn(0, 0)], []
        clock = 1000 * max(each.clock for each in turns)
        spent = 1000 * max(each.spent for each in turns)
        long = sum(1000 * each.clock > GAP for each in turns)
        return f"{clock:.0f} ms by the clock ({long} over {GAP}), {spent:.0f} ms of its own"


def write_page(path: Path, links: int) -> None:
    """Write a page with this number of links; hosts, shapes and findings repeat realistically."""
    chosen = random.Random(7)
    with path.open("w", encoding="ascii") as file:
        file.write("<!doctype html><base href='https://mail.example/news/'>\n")
        for number in range(links):
            one = number % max(links // REPEATED, 1)
            value = chosen.choice(SHAPES).format(one=one, few=one % 5000, part=one % 97)
            file.write(f'<p>Some text <a href="{value}">link {number}</a> and more.</p>\n')


def turn(until: Callable[[], bool], least: float = 0.0) -> float:
    """Let the window run and return the seconds by the clock."""
    began = time.perf_counter()
    while not until() or time.perf_counter() - began < least:
        QCoreApplication.processEvents()
        time.sleep(0.0005)
    return time.perf_counter() - began


def memory_used() -> int:
    """Return the memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def print_line(name: str, words: str) -> None:
    """Print one line."""
    sys.stdout.write(f"{name:22} {words}\n")
    sys.stdout.flush()


def read(page: DocumentsPage, path: Path, watch: Watch) -> None:
    """Read the page, from the first row to the last."""
    before = memory_used()
    turn(lambda: True, 0.05)
    watch.longest_turns()
    turn(lambda: True, REST)
    print_line("gaps at rest", watch.longest_turns())
    began = time.perf_counter()
    page.open_file(str(path))
    turn(lambda: page.table.links.rowCount() > 0)
    print_line("first rows", f"{time.perf_counter() - began:.1f} s")
    turn(page.is_settled)
    links = len(page.case.rows)
    print_line("all rows", f"{time.perf_counter() - began:.0f} s for {links:,} links")
    print_line("gaps while reading", watch.longest_turns())
    each, page_each = (memory_used() - before) / links, path.stat().st_size / links
    print_line("memory", f"{each:.0f} bytes for each link; in the page {page_each:.0f}")


def wanted(
    page: DocumentsPage, watch: Watch, name: str, wish: RowQuery, plain: Callable[[], object]
) -> float:
    """Measure an arrangement of rows, and the blocking implementation, in seconds by the clock."""
    began = time.process_time()
    page.order_job.ask(OrderRequest(page.case, wish), is_long=True)
    seconds = turn(page.is_settled)
    spent = time.process_time() - began
    gaps = watch.longest_turns()
    began = time.process_time()
    plain()
    bare = time.process_time() - began
    turn(lambda: True, 0.05)  # exclude the turns of the blocking implementation
    watch.longest_turns()
    print_line(
        name, f"{seconds:.2f} s, {spent:.2f} s spent, {spent / bare:.1f} of one go; gaps {gaps}"
    )
    return seconds


def arrange(page: DocumentsPage, watch: Watch) -> None:
    """Measure sorting by every column, a filter, and both groupings."""
    rows = list(page.case.rows)
    gc.freeze()
    turn(page.is_settled, 1.0)
    watch.longest_turns()
    seconds = [
        wanted(page, watch, f"sort: {name or 'worst'}", RowQuery(column=name), sorting(rows, key))
        for name, key in KEYS.items()
    ]
    print_line("sort, the slowest", f"{max(seconds):.2f} s (limit {SORT})")
    text = "site49"
    found = wanted(page, watch, f"filter: {text}", RowQuery(text=text), looking(rows, text))
    print_line("filter", f"{found:.2f} s (limit {FILTER})")
    for name, of in GROUPS.items():
        wanted(page, watch, f"group: {name}", RowQuery(group=name), grouping(rows, of))
    page.order_job.ask(OrderRequest(page.case, RowQuery()), is_long=True)
    turn(page.is_settled)


def sorting(rows: list[LinkRow], key: Callable[[LinkRow], object]) -> Callable[[], object]:
    """Return a blocking sort."""
    return lambda: sorted(rows, key=key)  # type: ignore[arg-type]


def looking(rows: list[LinkRow], text: str) -> Callable[[], object]:
    """Return a blocking search in the values."""
    return lambda: [row for row in rows if text in row.value.lower()]


def grouping(rows: list[LinkRow], of: Callable[[LinkRow], str]) -> Callable[[], object]:
    """Return a blocking count by group."""
    return lambda: Counter(map(of, rows))


def scroll(page: DocumentsPage) -> None:
    """Scroll through all rows, one jump per frame."""
    bar, port = page.table.verticalScrollBar(), page.table.viewport()
    both = []
    for step in range(FRAMES):
        began = time.perf_counter(), time.thread_time()
        bar.setValue(bar.maximum() * step // FRAMES)
        port.repaint()
        both.append((time.perf_counter() - began[0], time.thread_time() - began[1]))
    clock, spent = (1000 * median(each) for each in zip(*both, strict=True))
    worst = 1000 * max(spent for _, spent in both)
    print_line(
        "a frame", f"{clock:.1f} ms, {spent:.1f} of its own, {worst:.1f} at most (limit {FRAME})"
    )


def main(arguments: list[str]) -> int:
    """Print the figures."""
    links = int(arguments[0]) if arguments else LINKS
    application = QApplication([])
    application.setStyle("Fusion")
    theme.use("light")
    theme.dress(application)
    window = Window()
    window.resize(1320, 860)
    window.show()
    window.open_workspace("documents")
    gc.freeze()  # as the program does once its window is shown
    watch = Watch()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        write_page(path, links)
        read(window.documents_page, path, watch)
        arrange(window.documents_page, watch)
        scroll(window.documents_page)
    window.close()
    shiboken6.delete(window)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
