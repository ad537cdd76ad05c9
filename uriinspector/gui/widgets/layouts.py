"""Rows and columns of widgets, each made in one call."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from uriinspector.core.model import NamedTuple

AnyBox = TypeVar("AnyBox", bound=QBoxLayout)
Margins: TypeAlias = tuple[int, int, int, int]  # left, top, right, bottom


class Stretched(NamedTuple):
    """A widget or layout that takes the free space."""

    content: QWidget | QLayout


# None is an empty space that takes the free space.
Content: TypeAlias = QWidget | QLayout | Stretched | None


NO_MARGINS = (0, 0, 0, 0)


def stretched(content: QWidget | QLayout) -> Stretched:
    """Mark a widget or layout to take the free space."""
    return Stretched(content)


def row(
    *contents: Content,
    into: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = 8,
) -> QHBoxLayout:
    """Put widgets and layouts in a row; ``into`` is a widget, whose edge then has no margins."""
    return _filled(QHBoxLayout(), contents, into, margins, spacing)


def column_of(
    *contents: Content,
    into: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Put widgets and layouts in a column; ``into`` is as for ``row``."""
    return _filled(QVBoxLayout(), contents, into, margins, spacing)


class TurningLayout(QBoxLayout):
    """Things next to each other; below each other where there is less room."""

    def __init__(
        self, *contents: Content, margins: Margins = NO_MARGINS, spacing: int = 12
    ) -> None:
        """Begin side by side."""
        super().__init__(QBoxLayout.Direction.LeftToRight)
        self.setContentsMargins(*margins)
        self.setSpacing(spacing)
        fill(self, *contents)

    def turn(self, *, is_wide: bool) -> None:
        """Put them next to each other, or below each other."""
        ways = QBoxLayout.Direction
        self.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)


def fields(
    *rows: tuple[QWidget, QWidget | QLayout], spacing: tuple[int, int] = (14, 8)
) -> QGridLayout:
    """Put labels in front of their fields; the spacing is between columns and between lines."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(spacing[0])
    grid.setVerticalSpacing(spacing[1])
    grid.setColumnStretch(1, 1)
    for line, (label, field) in enumerate(rows):
        grid.addWidget(label, line, 0)
        if isinstance(field, QWidget):
            grid.addWidget(field, line, 1)
        else:
            grid.addLayout(field, line, 1)
    return grid


def stack_of(*pages: QWidget) -> QStackedWidget:
    """Put pages behind each other; the first is shown."""
    stack = QStackedWidget()
    for each in pages:
        stack.addWidget(each)
    return stack


def _filled(
    box: AnyBox,
    contents: tuple[Content, ...],
    into: QWidget | None,
    margins: Margins | None,
    spacing: int | None,
) -> AnyBox:
    if into is not None:
        into.setLayout(box)
        margins = margins or NO_MARGINS
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    return fill(box, *contents)


def fill(box: AnyBox, *contents: Content) -> AnyBox:
    """Put more things into a row or a column."""
    for each in contents:
        content, share = (each.content, 1) if isinstance(each, Stretched) else (each, 0)
        if content is None:
            box.addStretch(1)
        elif isinstance(content, QWidget):
            box.addWidget(content, share)
        else:
            box.addLayout(content, share)
    return box
