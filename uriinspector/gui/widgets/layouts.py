"""Rows and columns of widgets, each created in one call."""

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
    """A widget or layout that takes up the free space."""

    content: QWidget | QLayout


# None is an empty space that stretches.
Content: TypeAlias = QWidget | QLayout | Stretched | None


NO_MARGINS = (0, 0, 0, 0)


def stretched(content: QWidget | QLayout) -> Stretched:
    """Mark a widget or layout so that it takes up the free space."""
    return Stretched(content)


def row(
    *contents: Content,
    into: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = 8,
) -> QHBoxLayout:
    """Return a row of widgets and layouts.

    With ``into``, it becomes that widget's layout and has no margins by default.
    """
    return _filled(QHBoxLayout(), contents, into, margins, spacing)


def column_of(
    *contents: Content,
    into: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return a column of widgets and layouts; ``into`` works as in ``row``."""
    return _filled(QVBoxLayout(), contents, into, margins, spacing)


class TurningLayout(QBoxLayout):
    """A row of widgets and layouts that becomes a column if it is too narrow."""

    def __init__(
        self, *contents: Content, margins: Margins = NO_MARGINS, spacing: int = 12
    ) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight)
        self.setContentsMargins(*margins)
        self.setSpacing(spacing)
        fill(self, *contents)

    def turn(self, *, is_wide: bool) -> None:
        """Arrange the contents side by side, or stacked."""
        ways = QBoxLayout.Direction
        self.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)


def fields(
    *rows: tuple[QWidget, QWidget | QLayout], spacing: tuple[int, int] = (14, 8)
) -> QGridLayout:
    """Return a grid with a label before each field; ``spacing`` is (horizontal, vertical)."""
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
    """Return a stack of pages, the first of which is shown."""
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
    """Add contents to a row or column, and return it."""
    for each in contents:
        content, share = (each.content, 1) if isinstance(each, Stretched) else (each, 0)
        if content is None:
            box.addStretch(1)
        elif isinstance(content, QWidget):
            box.addWidget(content, share)
        else:
            box.addLayout(content, share)
    return box
