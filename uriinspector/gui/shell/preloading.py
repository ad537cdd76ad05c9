"""What the first text and the other pages need, loaded while nothing else is to be done."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from uriinspector.gui.jobs.idle_queue import IdleQueue

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

# From the bottom up, so that no step takes long; whoever needs one earlier loads it himself.
MODULES = (
    "uriinspector.core.editions.year1997",
    "uriinspector.core.parse",
    "uriinspector.core.schemes.urn",
    "uriinspector.core.schemes.table",
    "uriinspector.analysis.facts",
    "uriinspector.analysis.rules.international_names",
    "uriinspector.analysis.rules.table",
    "uriinspector.analysis.inspection",
    "uriinspector.readers.browser",
    "uriinspector.gui.inspect.browser_form",
    "uriinspector.gui.inspect.component_rows",
    "uriinspector.gui.tables.grid",
    "uriinspector.gui.inspect.tabs.readings_tab",
    "uriinspector.gui.resolve.page",
    "uriinspector.gui.compare.page",
    "uriinspector.documents.rules.table",
    "uriinspector.documents.reading.email_message",
    "uriinspector.documents.scan",
    "uriinspector.gui.documents.scan_stream",
    "uriinspector.gui.documents.case_export",
    "uriinspector.gui.documents.page",
)


def preload(window: QWidget) -> None:
    """Load one room after the other; keys and clicks come in between."""
    IdleQueue(window).take((partial(import_module, name) for name in MODULES), at_once=False)
