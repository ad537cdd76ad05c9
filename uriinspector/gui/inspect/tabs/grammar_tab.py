"""The text as the edition's rules derive it, and where they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from uriinspector.core.model import Span
from uriinspector.gui.inspect.tabs.derivation_rows import DerivedRow, derived
from uriinspector.gui.inspect.tabs.rule_panel import RulePanel
from uriinspector.gui.inspect.tabs.tab import Tab
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.tree_view import Tree
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button, row

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.model import Violation
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme


class GrammarTab(Tab):
    """The tree on the left, the chosen rule's card on the right."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without a tree."""
        super().__init__()
        self._selection = selection
        self._edition = "2005"
        self._faults: tuple[Violation, ...] = ()
        self._at = -1
        self.tree = Tree(
            theme,
            selection,
            _columns(),
            say("Grammar"),
            children_of=derived,
            spans=lambda each: each.span,
            shares=(1, 1),
        )
        self.panel = RulePanel(theme)
        self.summary = plain_label(role="quiet")
        self.next = button(say("Next place that fails"), self._on_next)
        self.tree.row_chosen.connect(self._on_chosen)
        self.panel.clause_requested.connect(self.clause_requested)
        self.fill(self._laid_out())

    def present(self, inspection: Inspection) -> str:
        """Derive the text."""
        self._edition, self._faults, self._at = inspection.edition, inspection.violations, -1
        self.next.setVisible(bool(self._faults))
        self.summary.setText(
            say("Where the grammar fails, the tree says what it expected.")
            if self._faults
            else say("The text derives from the {edition} grammar.", edition=self._edition)
        )
        self.tree.set_top([DerivedRow(inspection.reference.derivation, inspection.text)])
        return ""

    def _on_chosen(self, row: DerivedRow | None) -> None:
        self.panel.show_rule(row, self._edition, self._faults)

    def _on_next(self) -> None:
        """Go round the places that fail."""
        self._at = (self._at + 1) % len(self._faults)
        fault = self._faults[self._at]
        index = self.tree.first(Span(fault.start, fault.end), lambda row: row.is_fault)
        if index.isValid():
            self.tree.choose(index)

    def _laid_out(self) -> QWidget:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tree, 1)
        foot = row(self.summary, self.next)
        foot.setStretch(0, 1)
        foot.setContentsMargins(10, 4, 12, 8)
        column.addLayout(foot)
        whole = QSplitter(Qt.Orientation.Horizontal)
        whole.setObjectName("divided")
        whole.setChildrenCollapsible(False)
        whole.setHandleWidth(1)
        whole.addWidget(left)
        whole.addWidget(self.panel)
        whole.setSizes([640, 460])
        return whole


def _columns() -> list[Column]:
    return [
        Column(say("Rule"), lambda each: each.name),
        Column(say("Text"), lambda each: each.covered, is_uri=True),
    ]
