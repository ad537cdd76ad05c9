"""The text as the edition's rules derive it, and where they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from uriinspector.core.derivation import rows
from uriinspector.core.model import Span, Violation
from uriinspector.gui.inspect.tabs.derivation_rows import DerivedRow, derived
from uriinspector.gui.inspect.tabs.groups_panel import GroupsPanel
from uriinspector.gui.inspect.tabs.rule_panel import RulePanel
from uriinspector.gui.inspect.tabs.tab import Tab, divided, footed
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.tables.tree_view import Tree
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


class GrammarTab(Tab):
    """The tree on the left; the chosen rule's card, or the groups of appendix B, on the right."""

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
            opens=lambda each: each.opens,
            shares=(1, 1),
        )
        self.panel = RulePanel(theme)
        self.groups = GroupsPanel(theme, selection)
        self.sides = QStackedWidget()
        self.sides.addWidget(self.panel)
        self.sides.addWidget(self.groups)
        self.summary = plain_label(role="quiet")
        self.next = button(say("Next mismatch"), self._on_next)
        self.appendix = button(say("Appendix B"), self._turn)
        self.appendix.setCheckable(True)
        self.appendix.setChecked(True)
        self.tree.row_chosen.connect(self._on_chosen)
        self.panel.clause_requested.connect(self.clause_requested)
        self.groups.clause_requested.connect(self.clause_requested)
        left = footed(self.tree, self.summary, self.next, self.appendix)
        self.fill(divided(left, self.sides, (560, 540)))

    def present(self, inspection: Inspection) -> str:
        """Derive the text."""
        self._edition, self._faults, self._at = inspection.edition, inspection.violations, -1
        self.next.setVisible(bool(self._faults))
        self.summary.setText(
            say("Where the grammar does not match, the tree shows what was expected.")
            if self._faults
            else say("The text matches the {edition} grammar.", edition=self._edition)
        )
        (root,) = rows([inspection.reference.derivation])
        self.tree.set_top([DerivedRow(root, inspection.text)])
        self.appendix.setVisible(self.groups.show_inspection(inspection))
        self._turn()
        return ""

    def _turn(self) -> None:
        """Bring the side to the front that is wanted and can be shown."""
        wants_groups = self.appendix.isChecked() and not self.appendix.isHidden()
        self.sides.setCurrentWidget(self.groups if wants_groups else self.panel)

    def _on_chosen(self, row: DerivedRow | None) -> None:
        self.panel.show_rule(row, self._edition, self._faults)
        if row is not None and self.tree.hasFocus():  # not where the tree follows another view
            self.appendix.setChecked(False)
            self._turn()

    def _on_next(self) -> None:
        """Go round the places that fail."""
        self._at = (self._at + 1) % len(self._faults)
        fault = self._faults[self._at]
        index = self.tree.first(Span(fault.start, fault.end), lambda row: row.is_fault)
        if index.isValid():
            self.appendix.setChecked(False)
            self._turn()
            self.tree.choose(index)


def _columns() -> list[Column]:
    return [
        Column(say("Rule"), lambda each: each.name),
        Column(say("Text"), lambda each: each.covered, is_uri=True),
    ]
