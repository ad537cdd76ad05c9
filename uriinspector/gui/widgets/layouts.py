"""Rows and columns of widgets, each made in one call."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

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
    """Put widgets and layouts in a row; ``into`` is a widget without a layout."""
    return _filled(QHBoxLayout(), contents, into, margins, spacing)


def column_of(
    *contents: Content,
    into: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Put widgets and layouts in a column; ``into`` is a widget without a layout."""
    return _filled(QVBoxLayout(), contents, into, margins, spacing)


def _filled(
    box: AnyBox,
    contents: tuple[Content, ...],
    into: QWidget | None,
    margins: Margins | None,
    spacing: int | None,
) -> AnyBox:
    if into is not None:
        into.setLayout(box)
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for each in contents:
        content, share = (each.content, 1) if isinstance(each, Stretched) else (each, 0)
        if content is None:
            box.addStretch(1)
        elif isinstance(content, QWidget):
            box.addWidget(content, share)
        else:
            box.addLayout(content, share)
    return box
