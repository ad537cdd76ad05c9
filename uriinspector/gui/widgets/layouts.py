"""Rows and columns of widgets, each written as one call."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from uriinspector.core.model import NamedTuple

AnyBox = TypeVar("AnyBox", bound=QBoxLayout)
Margins: TypeAlias = tuple[int, int, int, int]  # left, top, right, bottom


class Stretched(NamedTuple):
    """What takes the room that is left."""

    content: QWidget | QLayout


# None is an empty place that takes the room that is left.
Content: TypeAlias = QWidget | QLayout | Stretched | None


NO_MARGINS = (0, 0, 0, 0)


def stretched(content: QWidget | QLayout) -> Stretched:
    """The same, taking the room that is left."""
    return Stretched(content)


def row(
    *contents: Content,
    into: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = 8,
) -> QHBoxLayout:
    """Put things next to each other, ``into`` a widget that has no layout yet."""
    return _filled(QHBoxLayout(), contents, into, margins, spacing)


def column_of(
    *contents: Content,
    into: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Put things under each other, ``into`` a widget that has no layout yet."""
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
