"""The viewport of a view, found without making every class of PySide6 that it might be of.

``viewport()`` says no more than that it gives some widget.  The first time that Python is given a
widget which Qt made itself, PySide6 makes all classes that derive from ``QWidget``, with their
enumerations, to see which of them it is; that takes a fortieth of a start.  What is found by its
name is taken for what its meta-object says, and ``viewport()`` gives the same object from then on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractScrollArea

NAME = "qt_scrollarea_viewport"  # as Qt calls the viewport of every view
DIRECTLY = Qt.FindChildOption.FindDirectChildrenOnly  # not that of a view inside


def find_viewport(view: QAbstractScrollArea) -> QWidget:
    """Call it for what is there at a start, before anything asks for ``viewport()``."""
    return view.findChild(QWidget, NAME, DIRECTLY) or view.viewport()
