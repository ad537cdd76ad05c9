"""Helpers that find rows in the lists of components and findings."""

from typing import Any

from PySide6.QtCore import QModelIndex

from uriinspector.gui.inspect.row_list import RowList


def rows_of(view: RowList) -> list[Any]:
    """Return all visible rows."""
    return [line.row for line in view.rows.lines]


def row_of(view: RowList, key: str) -> Any:
    return next(row for row in rows_of(view) if row.key == key)


def at(view: RowList, key: str) -> QModelIndex:
    """Return the index of the row with a key."""
    return view.rows.index([row.key for row in rows_of(view)].index(key))


def turn(view: RowList, key: str) -> None:
    """Expand or collapse the row with a key."""
    view.rows.turn(next(line for line in view.rows.lines if line.row.key == key))
