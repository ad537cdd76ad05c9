"""What is inside: every layer with its own verdict; each opens in its own place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from uriinspector.gui.inspect.tabs.copy_button import copy_button
from uriinspector.gui.inspect.tabs.nested_rows import NestedRow, nested_tree, rows_inside
from uriinspector.gui.inspect.tabs.tab import Tab
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.tree_view import Tree
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.pieces import outside, plain_text
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme

LONGEST = 300


class NestedTab(Tab):
    """The tree of layers; back leads out again."""

    open_requested = Signal(str, object)  # a text, and its base or None

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start with nothing inside."""
        super().__init__()
        self._shown = self._wanted = ""
        self._base: str | None = None
        self._outer: list[tuple[str, str | None]] = []
        self.tree = Tree(
            theme,
            selection,
            _columns(),
            say("Nested links"),
            children_of=rows_inside,
            spans=lambda layer: layer.span,
            shares=(3, 5, 5),
        )
        self.note = plain_label(role="quiet")
        self.back = button(say("Back to the outer link"), self._on_back)
        self.opens = button(say("Open this layer"), lambda: self._open(self._chosen()))
        self.copy = copy_button(say("this layer"), self._exact)
        self.tree.row_opened.connect(self._open)
        self.tree.row_chosen.connect(self._on_chosen)
        self.fill(self._laid_out())

    def present(self, inspection: Inspection) -> str:
        """Show what is inside, and the way back where one came from."""
        self._forget_other(inspection.text)
        self._shown, self._base = inspection.text, inspection.base
        self.back.setVisible(bool(self._outer))
        if not inspection.nested and not self._outer:
            return say("No other link found inside this one.")
        self.tree.set_top([nested_tree(inspection)])
        return ""

    def _forget_other(self, text: str) -> None:
        """Another text than the one that was opened from here: there is no way back to show."""
        if text not in (self._shown, self._wanted):
            self._outer.clear()

    def _open(self, layer: NestedRow | None) -> None:
        if layer is None or layer.depth == 0:
            return
        self._outer.append((self._shown, self._base))
        self._wanted = layer.text
        self.open_requested.emit(layer.text, layer.base)

    def _on_back(self) -> None:
        self._wanted, base = self._outer.pop()
        self.open_requested.emit(self._wanted, base)

    def _chosen(self) -> NestedRow | None:
        index: QModelIndex = self.tree.currentIndex()
        return self.tree.branches.value(index) if index.isValid() else None

    def _exact(self) -> str:
        chosen = self._chosen()
        return chosen.text if chosen else ""

    def _on_chosen(self, layer: NestedRow | None) -> None:
        self.opens.setEnabled(layer is not None and layer.depth > 0)
        self.copy.setEnabled(layer is not None)
        hint = say("Press Enter or double-click to open a layer.")
        self.note.setText(_in_full(layer) if layer else hint)

    def _laid_out(self) -> QWidget:
        foot = row(stretched(self.note), self.back, self.opens, self.copy, margins=(10, 4, 12, 8))
        content = QWidget()
        column_of(stretched(self.tree), foot, into=content, margins=(0, 0, 0, 0), spacing=0)
        return content


def _columns() -> list[Column]:
    return [
        Column(say("Layer"), lambda layer: layer.name),
        Column(say("Text"), lambda layer: outside(layer.text), is_uri=True),
        Column(say("Verdict"), lambda layer: layer.verdict, sign=lambda layer: layer.severity),
    ]


def _in_full(layer: NestedRow) -> str:
    cut = "\u2026" if len(layer.text) > LONGEST else ""
    return f"{plain_text(layer.verdict)} · {visible(layer.text[:LONGEST])}{cut}"
