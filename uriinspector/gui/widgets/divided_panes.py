"""Panes with a divider between them that keys can move, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSplitter, QSplitterHandle

from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

STEP = 24  # pixels that a key moves a divider by
WIDE = 3  # pixels of the line that shows where the keys go
BACK, ON = (Qt.Key.Key_Left, Qt.Key.Key_Up), (Qt.Key.Key_Right, Qt.Key.Key_Down)


class DividedPanes(QSplitter):
    """Views beside or below each other, none of which can be closed."""

    def __init__(self, orientation: Qt.Orientation, name: str, gap: int) -> None:
        """Say by the name what it divides."""
        super().__init__(orientation)
        self.setAccessibleName(name)
        self.setHandleWidth(gap)
        self.setChildrenCollapsible(False)

    def createHandle(self) -> QSplitterHandle:
        """Make a divider that keys reach."""
        return Divider(self)


def side_by_side(name: str, gap: int) -> DividedPanes:
    """Make room for panes beside each other."""
    return DividedPanes(Qt.Orientation.Horizontal, name, gap)


class Divider(QSplitterHandle):
    """What lies between two panes: moved by the pointer or by arrow keys."""

    def __init__(self, panes: DividedPanes) -> None:
        """Be reached by Tab."""
        super().__init__(panes.orientation(), panes)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(say("Divider: {what}", what=panes.accessibleName()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys move it, Home and End as far as it goes."""
        key, panes = event.key(), self.splitter()
        is_across = self.orientation() == Qt.Orientation.Horizontal
        at = self.x() if is_across else self.y()
        ways = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: panes.width() if is_across else panes.height()}
        ways |= dict.fromkeys(BACK, at - STEP) | dict.fromkeys(ON, at + STEP)
        place = ways.get(Qt.Key(key))
        if place is None:
            super().keyPressEvent(event)
        else:
            self.moveSplitter(self.closestLegalPosition(place))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line in the middle while the keys move it."""
        super().paintEvent(event)
        if self.hasFocus():
            painter, place = QPainter(self), self.rect()
            wide = min(WIDE, place.width(), place.height())
            if self.orientation() == Qt.Orientation.Horizontal:
                place.setLeft((place.width() - wide) // 2)
                place.setWidth(wide)
            else:
                place.setTop((place.height() - wide) // 2)
                place.setHeight(wide)
            painter.fillRect(place, self.palette().accent())
            painter.end()
