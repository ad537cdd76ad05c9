"""The model of the components: rows below rows, kept in place while one types.

Rows below are made when they are asked for, and at most some hundred of them at a time; a last row
says how many more there are, and opens them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

from uriinspector.gui.inspect.component_row import ComponentRow
from uriinspector.gui.text.pieces import tip
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.view_parts import TitledColumns

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
FIRST, MORE = 100, 1_000
MORE_KEY = "more"
NAME, TEXT, MEANING, RULE = range(4)


class ComponentNode:
    """A row in its place; ``children`` is None until somebody has asked for it."""

    __slots__ = ("children", "number", "place", "row", "upper", "wanted")

    def __init__(
        self, row: ComponentRow, upper: ComponentNode | None, place: int, number: int
    ) -> None:
        self.row = row
        self.upper = upper
        self.place = place
        self.number = number
        self.wanted = FIRST
        self.children: list[ComponentNode] | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The keys from the top down to here."""
        return (*self.upper.path, self.row.key) if self.upper else ()


class ComponentModel(TitledColumns, QAbstractItemModel):
    """Rows below rows."""

    def __init__(self) -> None:
        """Start without rows."""
        super().__init__()
        self._numbers = count(1)
        self._top = ComponentNode(ComponentRow("", "", "", None, ""), None, 0, 0)
        self._top.children = []
        self._nodes: dict[int, ComponentNode] = {}
        self.edition = ""

    def set_rows(self, rows: Sequence[ComponentRow], edition: str = "") -> None:
        """Show these rows: the one way in; what has the same key as before stays where it is."""
        if edition != self.edition:
            self.edition = edition
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, RULE, RULE)
        self._fit(self._top, list(rows))

    def node(self, index: Index) -> ComponentNode:
        """The node of an index; of none, the one above all."""
        return self._nodes.get(index.internalId(), self._top) if index.isValid() else self._top

    def row_of(self, index: Index) -> ComponentRow:
        """The row of an index."""
        return self.node(index).row

    def index_of(self, node: ComponentNode) -> QModelIndex:
        """The index of a node."""
        return ROOT if node is self._top else self.createIndex(node.place, NAME, node.number)

    def nodes(self, upper: ComponentNode | None = None) -> Iterator[ComponentNode]:
        """Every node that was made, from above."""
        for each in (upper or self._top).children or ():
            yield each
            yield from self.nodes(each)

    def open_more(self, index: Index) -> bool:
        """Show the next rows in place of the one that says how many there are."""
        node = self.node(index)
        if node.row.key != MORE_KEY or node.upper is None:
            return False
        node.upper.wanted += MORE
        self._fit(node.upper, self._rows(node.upper))
        return True

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        """The index of a cell."""
        below = self.node(parent).children
        if not below or not 0 <= row < len(below) or not 0 <= column <= RULE:
            return QModelIndex()
        return self.createIndex(row, column, below[row].number)

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        """The row above."""
        upper = self.node(index).upper
        return QModelIndex() if upper is None else self.index_of(upper)

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows that were made."""
        if parent.column() > NAME:
            return 0
        return len(self.node(parent).children or ())

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Name, text, meaning, rule."""
        return RULE + 1

    def hasChildren(self, parent: Index = ROOT) -> bool:
        """Whether rows stand below, made or not."""
        if parent.column() > NAME:
            return False
        node = self.node(parent)
        return bool(node.children) if node is self._top else node.row.size > 0

    def canFetchMore(self, parent: Index) -> bool:
        """Whether they are still to be made."""
        node = self.node(parent)
        return node.children is None and node.row.size > 0

    def fetchMore(self, parent: Index) -> None:
        """Make the first of them."""
        node = self.node(parent)
        if node.children is None:
            node.children = []
            self._fit(node, self._rows(node))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell, in plain words."""
        if not index.isValid():
            return None
        row = self.row_of(index)
        if role == Qt.ItemDataRole.DisplayRole:
            if row.key == MORE_KEY and index.column() != NAME:
                return ""
            return (row.called, row.shown, row.meaning, row.cite)[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken if index.column() == NAME else None
        if role == Qt.ItemDataRole.ToolTipRole and index.column() < RULE:
            return tip((explained(row), row.shown, row.meaning)[index.column()])
        return row if role == Qt.ItemDataRole.UserRole else None

    def column_title(self, column: int) -> str:
        """The last one names the edition whose rules are meant."""
        rule = say("Clause ({edition})", edition=self.edition) if self.edition else say("Clause")
        return (say("Component"), say("Text"), say("Meaning"), rule)[column]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Explain the names."""
        if role == Qt.ItemDataRole.ToolTipRole and section == NAME:
            return tip(say("The names are the terms of the specification."))
        return super().headerData(section, orientation, role)

    def _rows(self, node: ComponentNode) -> list[ComponentRow]:
        """As many rows as are wanted, and one that says how many more there are."""
        rows = list(node.row.children(min(node.wanted, node.row.size)))
        left = node.row.size - len(rows)
        if left > 0 and len(rows) >= node.wanted:
            name = say("and {count} more", count=f"{left:,}")
            rows.append(ComponentRow(MORE_KEY, name, "", None, "", part=node.row.part))
        return rows

    def _fit(self, node: ComponentNode, rows: list[ComponentRow]) -> None:
        """Keep what has the same key, take out and put in the rest, and go on below."""
        below = node.children
        assert below is not None
        same = 0
        for old, new in zip(below, rows, strict=False):
            if old.row.key != new.key:
                break
            same += 1
        index = self.index_of(node)
        if same < len(below):
            self.beginRemoveRows(index, same, len(below) - 1)
            for gone in below[same:]:
                self._forget(gone)
            del below[same:]
            self.endRemoveRows()
        for place, (old, new) in enumerate(zip(below, rows, strict=False)):
            if self._renew(old, new):  # told row by row: only these are painted again
                first, last = self.index(place, NAME, index), self.index(place, RULE, index)
                self.dataChanged.emit(first, last)
        if same < len(rows):
            self.beginInsertRows(index, same, len(rows) - 1)
            for place in range(same, len(rows)):
                component_node = ComponentNode(rows[place], node, place, next(self._numbers))
                self._nodes[component_node.number] = component_node
                below.append(component_node)
            self.endInsertRows()

    def _renew(self, node: ComponentNode, row: ComponentRow) -> bool:
        """Put the row in its place; tell whether anything in it looks different now."""
        old, node.row = node.row, row
        if node.children is not None:
            self._fit(node, self._rows(node))
        return _visible_values(old) != _visible_values(row)

    def _forget(self, node: ComponentNode) -> None:
        self._nodes.pop(node.number, None)
        for each in node.children or ():
            self._forget(each)


def explained(row: ComponentRow) -> str:
    """A term of the specification in everyday words; other names stand in the text."""
    word = {
        "scheme": say("scheme"),
        "authority": say("server and login"),
        "userinfo": say("user name"),
        "host": say("host"),
        "port": say("port"),
        "path": say("path"),
        "query": say("search and parameters"),
        "fragment": say("position in the document"),
    }.get(row.key)
    if word is None or row.is_outside:
        return ""
    return say("{word}: the specification calls it {term}", word=word, term=row.name)


def _visible_values(row: ComponentRow) -> tuple[object, ...]:
    return (row.name, row.text, row.span, row.meaning, row.cite, row.strong, row.size > 0)
