"""What views share: viewport, divider, headers, first row, frame, words for no rows.

``viewport()`` says no more than that it gives some widget.  The first time that Python is given a
widget which Qt made itself, PySide6 makes all classes that derive from ``QWidget``, with their
enumerations, to see which of them it is; that takes a fortieth of a start.  What is found by its
name is taken for what its meta-object says, and ``viewport()`` gives the same object from then on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QSplitter,
    QSplitterHandle,
    QWidget,
)

from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme


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


NAME = "qt_scrollarea_viewport"  # as Qt calls the viewport of every view
DIRECTLY = Qt.FindChildOption.FindDirectChildrenOnly  # not that of a view inside


def find_viewport(view: QAbstractScrollArea) -> QWidget:
    """Call it for what is there at a start, before anything asks for ``viewport()``."""
    return view.findChild(QWidget, NAME, DIRECTLY) or view.viewport()


WIDTH = 2


def draw_focus(view: QAbstractItemView, theme: Theme) -> None:
    """Draw it on the view's own paint event, while the view has the focus and no chosen row."""
    if not view.hasFocus() or view.selectionModel().hasSelection():
        return
    painter = QPainter(view.viewport())
    painter.setPen(QPen(theme.color("accent"), WIDTH))
    edge = WIDTH / 2
    painter.drawRect(QRectF(view.viewport().rect()).adjusted(edge, edge, -edge, -edge))
    painter.end()


# What stays free at both sides of the words.
SIDE = 12


def paint_in_place_of_rows(view: QAbstractScrollArea, theme: Theme, words: str) -> None:
    """The reason in the middle of where the rows would be."""
    painter = QPainter(view.viewport())
    painter.setPen(theme.color("muted"))
    painter.setFont(theme.interface_font())
    place = view.viewport().rect().adjusted(SIDE, 0, -SIDE, 0)
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
    painter.end()


FIRST = {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home}


def begin_at_first_row(view: QAbstractItemView, event: QKeyEvent) -> None:
    """Let the first arrow key choose the first row.

    With the focus Qt makes that row the current one without choosing it, so that the arrow would
    go on to the second.
    """
    current, model = view.currentIndex(), view.selectionModel()
    if event.key() in FIRST and current.isValid() and not model.isSelected(current):
        model.clearCurrentIndex()


if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex

    Base = QAbstractItemModel
else:
    Base = object  # it comes before a model of Qt among the bases, and can be none itself


class TitledColumns(Base):
    """Each column has a title, at the left like the text below it."""

    def column_title(self, column: int) -> str:
        """The title of a column."""
        raise NotImplementedError

    def row_sentence(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Say all of a row at once: what is read where a reader comes to its first cell."""
        texts = [str(index.data() or "").strip()]
        for column in range(1, self.columnCount(index.parent())):
            words = str(index.sibling(index.row(), column).data() or "").strip()
            if words:
                texts.append(f"{self.column_title(column)} {words}".strip())
        return ", ".join(filter(None, texts))

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Name the columns."""
        shown = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        if role in shown and orientation == Qt.Orientation.Horizontal:
            return self.column_title(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None
