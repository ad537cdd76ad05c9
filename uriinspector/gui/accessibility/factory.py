"""Lets Qt ask for interfaces of ours; what they need is loaded when somebody listens."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QAccessibleInterface

NAMES = {"NavigationRail", "RailTab", "ExactTextEdit"}
NAMES |= {"DisclosureButton", "Divider", "DividedPanes"}
NAMES |= {"LaidLabel", "SeverityCounts", "SeveritySign"}  # painted words, which nothing else reads
# Elsewhere Qt calls a box by its accessible name; where AT-SPI is spoken by what is chosen alone.
if sys.platform == "linux":
    NAMES.add("QComboBox")


def install_interfaces() -> None:
    """Let Qt ask here first; it asks only while a screen reader or the like is at work."""
    QAccessible.installFactory(_interface)


def _interface(name: str, widget: QObject) -> QAccessibleInterface | None:
    """Make the interface of a widget by its class; Qt asks for each class that it derives from."""
    if name not in NAMES:
        return None
    from uriinspector.gui.accessibility.interfaces import MAKERS

    return MAKERS[name](widget)
