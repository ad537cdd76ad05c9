"""What the lists of components and findings show, by the keys of their rows."""

from typing import Any

from PySide6.QtCore import QModelIndex

from uriinspector.gui.inspect.row_list import RowList


def rows_of(view: RowList) -> list[Any]:
    """Return every row in sight."""
    return [line.row for line in view.rows.lines]


def row_of(view: RowList, key: str) -> Any:
    """Return the row with a key."""
    return next(row for row in rows_of(view) if row.key == key)


def at(view: RowList, key: str) -> QModelIndex:
    """Return where the row with a key is."""
    return view.rows.index([row.key for row in rows_of(view)].index(key))


def turn(view: RowList, key: str) -> None:
    """Open a row, or close it."""
    view.rows.turn(next(line for line in view.rows.lines if line.row.key == key))
