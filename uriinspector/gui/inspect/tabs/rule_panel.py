"""The card of a rule: what it is, what it says, where it stands, and what was expected."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.derivation import AND_SO_ON
from uriinspector.core.model import NamedTuple, Violation
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import NEW_LINE, Kind, Pieces, ours, outside, plain_label
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from uriinspector.gui.inspect.tabs.derivation_rows import DerivedRow


class RulePanel(QScrollArea):
    """Shows one card at a time."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start without a rule."""
        super().__init__()
        self._cite = ""
        self.heading = MarkedText(theme, size=14)
        self.clause = button("", lambda: self.clause_requested.emit(self._cite), link=True)
        self.words = plain_label()
        self.grammar = MarkedText(theme, size=12)
        self.fault = MarkedText(theme, is_uri=False)
        self.place = plain_label(role="quiet")
        self._lay_out()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(say("Rule"))

    def show_rule(
        self, derived: DerivedRow | None, edition: str, faults: tuple[Violation, ...]
    ) -> None:
        """Show the card of a rule; without one, how the text as a whole stands to the grammar."""
        if derived is None:
            self._show_whole(edition, faults)
            return
        card = card_of(edition, derived.node.rule)
        self._cite = card.cite
        self.heading.show_pieces(outside(card.rule, Kind.STRONG))
        self.words.setText(say(card.words) if card.words else "")
        self.grammar.show_pieces(_grammar(card.rule, card.grammar))
        self.fault.show_pieces(_fault(derived, faults))
        self.place.setText(_place(*derived.span))
        self._settle()

    def _show_whole(self, edition: str, faults: tuple[Violation, ...]) -> None:
        self._cite = ""
        title = say("The {edition} grammar", edition=edition)
        self.heading.show_pieces(ours(title, Kind.STRONG))
        if faults:
            one, many = "1 mismatch.", "{count} mismatches."
            self.words.setText(say_count(len(faults), one, many))
        else:
            self.words.setText(say("The whole text matches."))
        self.grammar.show_pieces(())
        self.fault.show_pieces(())
        self.place.setText(say("Select a rule to see its explanation."))
        self._settle()

    def _settle(self) -> None:
        """What has nothing to say takes no room."""
        self.clause.setText(self._cite)
        self.clause.setVisible(bool(self._cite))
        self.words.setVisible(bool(self.words.text()))
        self.grammar.setVisible(bool(self.grammar.pieces))
        self.fault.setVisible(bool(self.fault.pieces))

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 12, 14, 12)
        column.setSpacing(8)
        top = row(stretched(self.heading), self.clause)
        column.addLayout(top)
        for each in (self.fault, self.words, self.grammar, self.place):
            column.addWidget(each)
        column.addStretch(1)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)


def _grammar(rule: str, grammar: str) -> Pieces:
    if not grammar:
        return ()
    pieces = outside(f"{rule} =", Kind.MUTED)
    for number, line in enumerate(grammar.split("\n")):
        pieces += (NEW_LINE if number else ()) + outside(" " + line)
    return pieces


def _place(start: int, end: int) -> str:
    if start == end:
        return say("at {start}, empty", start=start)
    if end - start == 1:
        return say("at {start}, 1 character", start=start)
    return say("from {start} to {end}, {count} characters", start=start, end=end, count=end - start)


def _fault(derived: DerivedRow, faults: tuple[Violation, ...]) -> Pieces:
    """What was found where the grammar fails, and what it wants there."""
    node = derived.node
    if node.expected is None:
        return ()
    text = next((say(each.message) for each in faults if (each.start, each.end) == node.span), "")
    result = (*outside(text, Kind.FAULT), *NEW_LINE) if text else ()
    return (*result, *outside(say("expected: {expected}", expected=say(node.expected))))


class RuleCard(NamedTuple):
    """One rule of an edition; the rule itself is "" where only the tree has a name for it."""

    rule: str
    grammar: str
    words: str
    cite: str


DELIMITER = "A delimiter in the rule above."
REST = "More of the same: too many to list."


def card_of(edition: str, rule: str) -> RuleCard:
    """The card of a rule, by the name that it has in the edition's trees."""
    rule_card = cards(edition).get(rule)
    if rule_card:
        return rule_card
    if rule.startswith('"'):
        return RuleCard(rule, "", DELIMITER, "")
    return RuleCard(rule, "", REST if rule == AND_SO_ON else "", "")


@cache
def cards(edition: str) -> dict[str, RuleCard]:
    """Every card of an edition."""
    table = tomllib.loads(shipped_text(f"grammar/{edition}.toml"))
    return {
        rule: RuleCard(rule, grammar, words, _cite(table["document"], clause))
        for rule, (clause, grammar, words) in table["rules"].items()
    }


def _cite(document: str, clause: str) -> str:
    """A clause of the edition's document, unless it names another one."""
    return clause if clause.startswith("url-draft") else f"{document} {clause}"
