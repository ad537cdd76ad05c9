"""Typing and stepping in the Resolve workspace: python -m tests.benchmarks.resolve.

The time from a key to the painted result in milliseconds, as in ``tests.benchmarks.window``: for
pairs of 200 characters each, and for the keys of a clicker on a path of 2,000 segments, for which
sixty frames a second leave 16.7 ms.
"""

import gc
import sys
from collections.abc import Iterator

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from rich.console import Console

from tests.benchmarks.window import NONE, SIZE, Result, Stopwatch, long_link, shown, timed
from uriinspector.gui.resolve.page import ResolvePage
from uriinspector.gui.resolve.variant_rows import VARIANTS
from uriinspector.gui.shell.window import Window
from uriinspector.gui.theme import theme

STEPS = 300
SEGMENTS = 2_000
FRAME = 1_000 / 60
BASE = "http://a/b/c/d;p?q"
LONG = ("../abc/d;x=1/%20/" * 20)[:200]
EVERY_EDITION = [way for way in VARIANTS if way.title in {"2005 · strict", "2003 · keep"}] + [
    *VARIANTS[:2]
]


def typing(page: ResolvePage, base: str, text: str) -> list[tuple[float, float]]:
    """Type in the middle of the reference."""
    page.show_pair(base, text, EVERY_EDITION[-1])
    page.show_pair(base, text, EVERY_EDITION[0])
    QApplication.processEvents()
    field = page.reference.editor
    field.setFocus()
    field.select(len(text) // 2, len(text) // 2)
    return timed(field)


def stepping(page: ResolvePage) -> list[tuple[float, float]]:
    """Step with a clicker."""
    page.steps.go(page.steps.count // 4)
    QApplication.processEvents()
    found = []
    gc.collect()
    for _ in range(STEPS):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_PageDown, NONE)
        watch = Stopwatch()
        QApplication.sendEvent(page.steps.table, event)
        QApplication.processEvents()
        found.append(watch.read())
    return found[STEPS // 10 :]


def results(page: ResolvePage) -> Iterator[Result]:
    """Yield every measurement."""
    yield Result("a key, an example of RFC 3986", typing(page, BASE, "../../../g?y#s"), 16, 33)
    yield Result("a key, 200 characters each", typing(page, long_link(200), LONG), 16, 33)
    page.show_rules(on=True)
    yield Result("the same, with the rules", typing(page, long_link(200), LONG), 16, 33)
    for rules in (False, True):
        page.show_rules(on=rules)
        for way in EVERY_EDITION:
            page.show_pair("http://a/", "ab/../" * SEGMENTS, way)
            page.job.finish()
            what = "with the rules" if rules else "with the state"
            name = f"a step of {page.steps.count:,}, {way.edition}, {what}"
            yield Result(name, stepping(page), FRAME, FRAME)


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
    window.open_workspace("resolve")
    Console().print(shown("Typing and stepping, milliseconds", results(window.resolve_page)))
    window.close()


if __name__ == "__main__":
    main()
