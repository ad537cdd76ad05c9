"""Parts that views share: viewport, divider, first row, frame, text for an empty view.

The viewport is found by its name, because the first call to ``viewport()`` would be slow: when
Python receives a widget that Qt itself created, PySide6 creates all classes derived from
``QWidget``, with their enumerations, to find the right class. This takes 2.5% of the startup time.
A widget that was found by name already has its class, so ``viewport()`` returns it quickly
afterwards.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QLineEdit,
    QMenu,
    QSplitter,
    QSplitterHandle,
    QWidget,
)
from shiboken6 import isValid

from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import pixels, theme

USES = frozenset({QEvent.Type.Enter, QEvent.Type.FocusIn})
STEP = 24  # pixels that an arrow key moves a divider
WIDE = 3  # pixels of the focus line
ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
FIND_KEYS = ENTER | {Qt.Key.Key_F3}
MOST_MATCHES = 10_000  # of a search
BACK, ON = (Qt.Key.Key_Left, Qt.Key.Key_Up), (Qt.Key.Key_Right, Qt.Key.Key_Down)


class DividedPanes(QSplitter):
    """Panes side by side or stacked, which cannot be collapsed."""

    def __init__(self, orientation: Qt.Orientation, name: str, gap: int, *panes: QWidget) -> None:
        """Create the panes; ``name`` is for screen readers."""
        super().__init__(orientation)
        self.setAccessibleName(name)
        self.setHandleWidth(gap)
        self.setChildrenCollapsible(False)
        for each in panes:
            self.addWidget(each)

    def createHandle(self) -> QSplitterHandle:
        return Divider(self)


class Divider(QSplitterHandle):
    """A divider that can be moved with the pointer or arrow keys."""

    def __init__(self, panes: DividedPanes) -> None:
        super().__init__(panes.orientation(), panes)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(say("Divider: {what}", what=panes.accessibleName()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the divider with arrow keys; Home and End move it to its limits."""
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
        """Draw a line in the middle while the divider has the focus."""
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


NAME = "qt_scrollarea_viewport"  # Qt's name of every viewport
DIRECTLY = Qt.FindChildOption.FindDirectChildrenOnly  # not the viewport of a nested view
BAR = 3  # width of the bar of a selected row, before zoom


def find_viewport(view: QAbstractScrollArea) -> QWidget:
    """Return the viewport; call this before anything calls ``viewport()``."""
    return view.findChild(QWidget, NAME, DIRECTLY) or view.viewport()


class SingleScrollBar(QObject):
    """Shows one scroll bar at a time on a page: that of the area in use, or of the first area.

    The other areas reserve room for their scroll bars, so that nothing moves.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._areas: list[QAbstractScrollArea] = []
        self._used: QObject | None = None

    def watch(self, *widgets: QWidget) -> None:
        """Include these widgets, if they scroll, and the scroll areas inside them."""
        for each in widgets:
            own = [each] if isinstance(each, QAbstractScrollArea) else []
            for area in (*own, *each.findChildren(QAbstractScrollArea)):
                self._areas.append(area)
                area.installEventFilter(self)
                area.verticalScrollBar().rangeChanged.connect(self._show_one)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remember which area has the pointer or the focus."""
        kind = event.type()
        if kind in USES:
            self._used = watched
        if kind in USES or kind == QEvent.Type.Show:
            self._show_one()
        return False

    def _show_one(self) -> None:
        scrolling = [
            area
            for area in self._areas
            # While a page is being deleted, some of its areas no longer exist.
            if isValid(area) and area.isVisible() and area.verticalScrollBar().maximum() > 0
        ]
        one = self._used if self._used in scrolling else next(iter(scrolling), None)
        for area in scrolling:
            area.verticalScrollBar().setVisible(area is one)


def round_corners(menu: QMenu) -> None:
    """Make the corners outside the rounded border of a menu and its submenus transparent."""
    translucent, flags = Qt.WidgetAttribute.WA_TranslucentBackground, Qt.WindowType
    if not menu.testAttribute(translucent):
        menu.setAttribute(translucent)
        bare = flags.FramelessWindowHint | flags.NoDropShadowWindowHint
        menu.setWindowFlags(menu.windowFlags() | bare)

        def round_submenus() -> None:
            for each in menu.findChildren(QMenu):
                round_corners(each)

        # Queued, because some menus are filled when they are opened.
        menu.aboutToShow.connect(round_submenus, Qt.ConnectionType.QueuedConnection)


WIDTH = 2


def draw_focus(view: QAbstractItemView) -> None:
    """Draw a frame around the current row of a view with the focus or, if no row is selected,
    around all of it; call this when the view paints.
    """
    if not view.hasFocus():
        return
    place = view.viewport().rect()
    if view.selectionModel().hasSelection():
        row = view.visualRect(view.currentIndex())
        place = QRect(0, row.y(), place.width(), row.height())
    painter = QPainter(view.viewport())
    painter.setPen(QPen(theme.color("accent"), WIDTH))
    edge = WIDTH / 2
    painter.drawRect(QRectF(place).adjusted(edge, edge, -edge, -edge))
    painter.end()


def draw_bar(painter: QPainter, place: QRectF, *, has_focus: bool) -> None:
    """Draw a bar at the left edge of the current row; its color shows the focus."""
    edge = QRectF(place.x(), place.y(), pixels(BAR), place.height())
    painter.fillRect(edge, theme.color("accent" if has_focus else "border"))


def draw_arrow(painter: QPainter, at: QPointF, *, is_open: bool) -> None:
    """Paint the arrow of a row that has child rows."""
    size = pixels(7) / 2
    turns = ((-size, -size / 2), (0.0, size / 2), (size, -size / 2))
    if not is_open:
        turns = ((-size / 2, -size), (size / 2, 0.0), (-size / 2, size))
    painter.setPen(QPen(theme.color("muted"), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([at + QPointF(x, y) for x, y in turns]))


# Space to the left and right of the text.
SIDE = 12


def paint_in_place_of_rows(view: QAbstractScrollArea, words: str) -> None:
    """Draw a text in the middle of a view that has no rows."""
    painter = QPainter(view.viewport())
    painter.setPen(theme.color("muted"))
    painter.setFont(theme.interface_font())
    place = view.viewport().rect().adjusted(SIDE, 0, -SIDE, 0)
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
    painter.end()


FIRST = {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home}


def begin_at_first_row(view: QAbstractItemView, event: QKeyEvent) -> None:
    """Let the first arrow key select the first row.

    On focus, Qt makes that row current without selecting it, so the key would move to the
    second row.
    """
    current, model = view.currentIndex(), view.selectionModel()
    if event.key() in FIRST and current.isValid() and not model.isSelected(current):
        model.clearCurrentIndex()


if TYPE_CHECKING:
    WidgetBase = QWidget
else:
    WidgetBase = object  # a mixin: the other base class is the QWidget


class Restyled(WidgetBase):
    """A widget that adapts to theme and zoom once it has the attribute named ``last_attribute``."""

    last_attribute = "restyle"  # every widget has this; override to wait for another

    def restyle(self) -> None:
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, self.last_attribute):
            self.restyle()


class Fitted(WidgetBase):
    """A widget that adapts when its size changes."""

    def fit(self) -> None:
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


def find_steps(event: QKeyEvent) -> int:
    """Return 1 for a key that goes to the next match, -1 for the previous one, or 0."""
    if event.key() not in FIND_KEYS:
        return 0
    return -1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1


class SearchedPane(QWidget):
    """A searched pane: Enter or F3 goes to the next match or, with Shift, to the previous one."""

    search: QLineEdit

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = find_steps(event)
        if steps and self.search.text():
            self.go_to_match(steps)
        else:
            super().keyPressEvent(event)

    def go_to_match(self, steps: int) -> None:
        """Go to another match; with 0, to the first one at or after the selection."""
        raise NotImplementedError


def step_to(places: Sequence[int], at: int, steps: int) -> int:
    """Return the index of the match to go to, wrapping; 0 finds the first at or after ``at``."""
    if not places:
        return 0
    after = bisect_left(places, at)
    is_on_match = after < len(places) and places[after] == at
    if steps < 0:
        return (after - 1) % len(places)
    return (after + (steps if is_on_match else 0)) % len(places)


def match_words(at: int, count: int) -> str:
    """Return the number of a match, as in "3 of 12"."""
    if not count:
        return say("Not found")
    size = f"{number(count)}+" if count == MOST_MATCHES else number(count)
    return say("{number} of {count}", number=number(at + 1), count=size)
