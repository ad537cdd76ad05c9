"""Moves the focus in reading order.

Qt's own order is the order of creation, so a widget created later would come last.
"""

from collections.abc import Iterator
from itertools import chain
from typing import cast

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSplitter,
    QTabBar,
    QTextEdit,
    QWidget,
)

# The name of layouts with fields side by side, which are read line by line across all of them.
ACROSS = "across"
# Widgets whose children accept no focus, or have their own order.
LEAVES = (QAbstractItemView, QComboBox, QTabBar, QTextEdit)
MARGIN = 12  # pixels to show around a widget after scrolling to it


def in_reading_order(root: QWidget) -> list[QWidget]:
    """Return the visible widgets that Tab reaches, in reading order."""
    return list(_reached(root))


def move_focus(root: QWidget, *, is_forward: bool) -> bool:
    """Focus the next or previous widget, wrapping around; return False if none has the focus."""
    order = in_reading_order(root)
    places = (place for place, each in enumerate(order) if each is root.window().focusWidget())
    here = next(places, None)
    if here is None:
        return False
    at = here + (1 if is_forward else -1)
    reason = Qt.FocusReason.TabFocusReason if is_forward else Qt.FocusReason.BacktabFocusReason
    reached = order[at % len(order)]
    reached.setFocus(reason)
    bring_into_sight(reached)
    return True


def bring_into_sight(widget: QWidget) -> None:
    """Make a widget visible by scrolling all areas that contain it, starting with the innermost."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget, MARGIN, MARGIN)
        around = around.parentWidget()


def _reached(widget: QWidget) -> Iterator[QWidget]:
    if not widget.isVisible() or not widget.isEnabled():
        return
    by_tab = Qt.FocusPolicy.TabFocus
    if widget.focusPolicy() & by_tab == by_tab and widget.focusProxy() is None:
        yield widget
    if isinstance(widget, LEAVES):
        return
    groups = list(_groups(widget))
    laid_out = set(chain.from_iterable(groups))
    floating = (each for each in widget.children() if isinstance(each, QWidget))
    for each in floating:  # overlays come first
        if each not in laid_out and not each.isWindow():
            yield from _reached(each)
    for group in groups:
        found = list(chain.from_iterable(map(_reached, group)))
        yield from found if len(group) == 1 else _line_by_line(found)


def _groups(widget: QWidget) -> Iterator[tuple[QWidget, ...]]:
    """Yield the laid-out widgets in order; widgets to read line by line form a group."""
    if isinstance(widget, QSplitter):
        for number in range(widget.count()):
            yield from ((widget.handle(number),), (cast("QWidget", widget.widget(number)),))
    elif (layout := widget.layout()) is not None:
        yield from _in_layout(layout)


def _in_layout(layout: QLayout) -> Iterator[tuple[QWidget, ...]]:
    for number in range(layout.count()):
        item = cast("QLayoutItem", layout.itemAt(number))
        inner, widget = item.layout(), item.widget()
        if inner is not None:
            groups = _in_layout(inner)
            is_across = inner.objectName() == ACROSS
            yield from [tuple(chain.from_iterable(groups))] if is_across else groups
        elif widget is not None:
            yield (widget,)


def _line_by_line(widgets: list[QWidget]) -> Iterator[QWidget]:
    """Yield widgets from left to right, line by line.

    A widget below the middle of a line's first widget begins a new line.
    """
    line: list[tuple[int, QWidget]] = []
    end = 0.0
    for at, widget in sorted(map(_placed, widgets), key=lambda each: each[0].y()):
        if line and at.y() >= end:
            yield from _from_left(line)
            line = []
        if not line:
            end = at.y() + widget.height() / 2
        line.append((at.x(), widget))
    yield from _from_left(line)


def _placed(widget: QWidget) -> tuple[QPoint, QWidget]:
    return widget.mapTo(widget.window(), QPoint()), widget


def _from_left(line: list[tuple[int, QWidget]]) -> list[QWidget]:
    return [widget for _, widget in sorted(line, key=lambda each: each[0])]
