"""Values: what is written inside the link, decoded where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from uriinspector.gui.inspect.tabs.copy_button import copy_button
from uriinspector.gui.inspect.tabs.link_verdicts import links_inside, verdict_of
from uriinspector.gui.inspect.tabs.tab import Tab
from uriinspector.gui.inspect.tabs.value_rows import ValueRow, kinds_in, rows_inside, value_rows
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.tables.tree_view import Tree
from uriinspector.gui.text.pieces import Pieces, plain_label, plain_text, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection, Nested

LONGEST = 300


def kind_names() -> dict[str, str]:
    """The kinds of readings in words, as a filter has them."""
    return {
        "layer": say("Encodings"),
        "link": say("Links"),
        "structure": say("Structures"),
        "text": say("Texts"),
        "identifier": say("Identifiers"),
        "time": say("Times"),
        "address": say("Addresses"),
        "parameter": say("Parameters"),
    }


class ValuesTab(Tab):
    """A tree of readings: rivals below the surest one, what was decoded inside of its outer one."""

    open_requested = Signal(str, object)  # a text, and its base or None

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without values."""
        super().__init__()
        self._inspection: Inspection | None = None
        self._links: dict[str, Nested] = {}
        self.tree = Tree(
            theme,
            selection,
            self._columns(),
            say("Values"),
            children_of=lambda row: rows_inside(row, self.kind),
            spans=lambda row: row.span,
            shares=(5, 6, 3, 3),
        )
        self.note = plain_label(role="quiet")
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(say("Kinds of values"))
        self.opens = button(say("Inspect this link"), lambda: self._open(self._chosen()))
        self.copy = copy_button(say("the decoded value"), self._decoded)
        self.tree.row_opened.connect(self._open)
        self.tree.row_chosen.connect(self._on_chosen)
        self.kinds.currentIndexChanged.connect(self._fill_tree)
        # A row for the note alone: next to the buttons there is no room for a value.
        words = row(stretched(self.note), margins=(10, 4, 12, 0))
        foot = row(None, self.kinds, self.opens, self.copy, margins=(10, 4, 12, 8))
        whole = QWidget()
        column_of(stretched(self.tree), words, foot, into=whole, margins=(0, 0, 0, 0), spacing=0)
        self.fill(whole)

    @property
    def kind(self) -> str:
        """The kind that is shown; "" for all."""
        return str(self.kinds.currentData() or "")

    def present(self, inspection: Inspection) -> str:
        """Show every value of the link."""
        self._inspection = inspection
        self._links = links_inside(inspection)
        if not inspection.values:
            return say("No value in this link can be decoded.")
        self._offer_kinds(inspection)
        self._fill_tree()
        return ""

    def _offer_kinds(self, inspection: Inspection) -> None:
        """All kinds, then those that there are; the chosen one stays where it can."""
        before, names = self.kind, kind_names()
        self.kinds.blockSignals(True)
        self.kinds.clear()
        self.kinds.addItem(say("All values"), "")
        for kind in kinds_in(inspection):
            self.kinds.addItem(names[kind], kind)
        self.kinds.setCurrentIndex(max(self.kinds.findData(before), 0))
        self.kinds.blockSignals(False)

    def _fill_tree(self) -> None:
        if self._inspection is not None:
            self.tree.set_top(value_rows(self._inspection.values, self.kind))

    def _open(self, row: ValueRow | None) -> None:
        if row is not None and row.is_link:
            link = self._links.get(row.reading.value)
            base = link.inspection.base if link and link.inspection else None
            self.open_requested.emit(row.reading.value, base)

    def _chosen(self) -> ValueRow | None:
        index: QModelIndex = self.tree.currentIndex()
        return self.tree.branches.value(index) if index.isValid() else None

    def _decoded(self) -> str:
        chosen = self._chosen()
        return chosen.reading.value if chosen else ""

    def _on_chosen(self, row: ValueRow | None) -> None:
        self.opens.setEnabled(row is not None and row.is_link)
        self.copy.setEnabled(row is not None)
        hint = say("Select a value to highlight its characters in the link.")
        self.note.setText(_in_full(row, self._meaning(row)) if row else hint)

    def _columns(self) -> list[Column]:
        return [
            Column(say("Value"), lambda row: row.name, is_uri=True),
            Column(say("Reading"), self._meaning, sign=self._severity),
            Column(say("Decoded by"), lambda row: row.decoders),
            Column(say("Confidence"), lambda row: row.confidence, is_rigid=True),
        ]

    def _meaning(self, row: ValueRow) -> Pieces:
        """The reading; of a link its verdict."""
        link = self._links.get(row.reading.value) if row.is_link else None
        return verdict_of(link) if link else row.meaning

    def _severity(self, row: ValueRow) -> str:
        link = self._links.get(row.reading.value) if row.is_link else None
        return (link and link.inspection and link.inspection.verdict.severity) or ""


def _in_full(row: ValueRow, meaning: Pieces) -> str:
    cut = "\u2026" if len(row.reading.value) > LONGEST else ""
    words = f"{plain_text(meaning)} · {visible(row.reading.value[:LONGEST])}{cut}"
    source = row.reading.source
    return f"{words} · {say('Source: {source}', source=source)}" if source else words
