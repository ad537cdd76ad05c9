"""What the first text and the other pages need, loaded while nothing else is to be done."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

# From the bottom up, so that no step takes long; whoever needs one earlier loads it himself.
ROOMS = (
    "uriinspector.core.editions.year1997",
    "uriinspector.core.parse",
    "uriinspector.core.schemes.urn",
    "uriinspector.core.schemes.table",
    "uriinspector.analysis.facts",
    "uriinspector.analysis.rules.names",
    "uriinspector.analysis.rules.table",
    "uriinspector.analysis.inspection",
    "uriinspector.readers.browser",
    "uriinspector.gui.inspect.browser",
    "uriinspector.gui.inspect.rows",
    "uriinspector.gui.tables.grid",
    "uriinspector.gui.inspect.tabs.readings",
    "uriinspector.gui.resolve.page",
    "uriinspector.gui.compare.page",
    "uriinspector.documents.rules.table",
    "uriinspector.documents.reading.message",
    "uriinspector.documents.scan",
    "uriinspector.gui.documents.reading",
    "uriinspector.gui.documents.export",
    "uriinspector.gui.documents.page",
)


def warm(window: QWidget) -> None:
    """Load one room after the other; keys and clicks come in between."""
    waiting = iter(ROOMS)
    timer = QTimer(window)

    def load() -> None:
        name = next(waiting, None)
        if name is None:
            timer.stop()
        else:
            import_module(name)

    timer.timeout.connect(load)
    timer.start(0)
