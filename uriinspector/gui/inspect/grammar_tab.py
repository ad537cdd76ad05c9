"""The tab about grammar: the rules that match the text, and where they do not match."""

import tomllib
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.derivation import AND_SO_ON, DerivationRow, rows
from uriinspector.core.grammar import EXPRESSION, ExpressionGroup, expression_groups, rule_texts
from uriinspector.core.model import NamedTuple, Node, Span, Violation
from uriinspector.gui.inspect.component_rows import RULES
from uriinspector.gui.inspect.detail_tabs import Tab, divided, footed
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.tables.tree_view import Tree
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import NEW_LINE, Kind, Pieces, muted, ours, outside, plain_label
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.widgets.cards import button, explain
from uriinspector.gui.widgets.layouts import column_of, row, stack_of, stretched


@dataclass(frozen=True, slots=True)
class DerivedRow:
    """A rule that matches part of the text, or a run of single characters."""

    row: DerivationRow
    text: str

    @property
    def node(self) -> Node:
        """Return the rule's node or, for a run of characters, the first character's node."""
        return self.row.nodes[0]

    @property
    def span(self) -> Span:
        return self.row.span

    @property
    def is_fault(self) -> bool:
        """True if the grammar does not match here."""
        return self.node.expected is not None

    @property
    def opens(self) -> bool:
        """True if the row is open initially, unlike that of a run of characters."""
        return not self.row.is_run

    @property
    def name(self) -> Pieces:
        if self.is_fault:
            return outside(say("not {rule}", rule=self.node.rule), Kind.FAULT)
        return outside(self.row.name)

    @property
    def covered(self) -> Pieces:
        """Return the matched text."""
        run = self.span.of(self.text)
        if not run:
            return muted(say("nothing"))
        return outside(run, Kind.FAULT if self.is_fault else Kind.PLAIN)


def derived(row: DerivedRow) -> tuple[DerivedRow, ...]:
    """Return the child rows: the parts of a rule, or the single characters."""
    if not row.row.is_run:
        return tuple(DerivedRow(each, row.text) for each in rows(row.node.children))
    nodes = row.row.nodes
    single = nodes if len(nodes) > 1 else nodes[0].children
    return tuple(DerivedRow(DerivationRow((each.rule,), (each,)), row.text) for each in single)


class RulePanel(QScrollArea):
    """A panel with the card of one rule."""

    def __init__(self) -> None:
        super().__init__()
        self._cite = ""
        self.heading = MarkedText(size=14)
        self.clause = button("", lambda: explain(self, self._cite), link=True)
        self.words = plain_label()
        self.grammar = MarkedText(size=12)
        self.fault = MarkedText(is_uri=False)
        self.place = plain_label(role="quiet")
        self._lay_out()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(say("Rule"))

    def show_rule(
        self, derived: DerivedRow | None, edition: str, faults: tuple[Violation, ...]
    ) -> None:
        """Show the card of a rule or, if there is none, report whether the whole text matches the
        grammar.
        """
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
        """Hide widgets without text."""
        self.clause.setText(self._cite)
        self.clause.setVisible(bool(self._cite))
        self.words.setVisible(bool(self.words.text()))
        self.grammar.setVisible(bool(self.grammar.pieces))
        self.fault.setVisible(bool(self.fault.pieces))

    def _lay_out(self) -> None:
        inside = QWidget()
        top = row(stretched(self.heading), self.clause)
        parts = (top, self.fault, self.words, self.grammar, self.place, None)
        column_of(*parts, into=inside, margins=(16, 12, 14, 12), spacing=8)
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
    """Return the message of a mismatch, and what the grammar expects there."""
    node = derived.node
    if node.expected is None:
        return ()
    text = next((say(each.message) for each in faults if (each.start, each.end) == node.span), "")
    result = (*outside(text, Kind.FAULT), *NEW_LINE) if text else ()
    return (*result, *outside(say("expected: {expected}", expected=say(node.expected))))


class RuleCard(NamedTuple):
    """A grammar rule and its explanation; ``grammar`` is empty for names used only in trees."""

    rule: str
    grammar: str
    words: str
    cite: str


DELIMITER = "A delimiter in the rule above."
REST = "More entries of the same kind: too many to list."


def card_of(edition: str, rule: str) -> RuleCard:
    """Return the card of a rule by its name in the tree."""
    rule_card = cards(edition).get(rule)
    if rule_card:
        return rule_card
    if rule.startswith('"'):
        return RuleCard(rule, "", DELIMITER, "")
    return RuleCard(rule, "", REST if rule == AND_SO_ON else "", "")


@cache
def cards(edition: str) -> dict[str, RuleCard]:
    """Return all cards of an edition."""
    table = tomllib.loads(shipped_text(f"grammar/{edition}.toml"))
    grammar = rule_texts(edition)
    return {
        rule: RuleCard(rule, grammar[rule], words, _cite(table["document"], clause))
        for rule, (clause, words) in table["rules"].items()
    }


def _cite(document: str, clause: str) -> str:
    """Return a clause with the name of the edition's document, unless it already has a name."""
    return clause if clause.startswith("url-draft") else f"{document} {clause}"


PAIRS = ((1, 2), (3, 4), (None, 5), (6, 7), (8, 9))  # groups with and without the delimiter


@dataclass(frozen=True, slots=True)
class ExpressionGroupRow:
    """A component in appendix B: its group, and the group that includes its delimiter."""

    outer: ExpressionGroup | None
    inner: ExpressionGroup
    text: str

    @property
    def component(self) -> Pieces:
        return ours(say(self.inner.term))

    @property
    def with_delimiter(self) -> Pieces:
        return self._group(self.outer) if self.outer else ()

    @property
    def value(self) -> Pieces:
        return self._group(self.inner)

    def span(self, column: int) -> Span | None:
        """Return the span of the group in a column."""
        group = self.outer if column == 1 else self.inner
        return group.span if group else None

    def _group(self, group: ExpressionGroup) -> Pieces:
        number = muted(f"${group.number}  ")
        value = group.value(self.text)
        if value is None:
            return (*number, *muted(say("undefined")))
        return (*number, *(outside(value) if value else muted(say("empty"))))


def group_rows(inspection: Inspection) -> tuple[ExpressionGroupRow, ...]:
    """Return the groups of a link; empty in editions without appendix B."""
    groups = expression_groups(inspection.text, inspection.edition)
    return tuple(
        ExpressionGroupRow(groups[outer - 1] if outer else None, groups[inner - 1], inspection.text)
        for outer, inner in (PAIRS if groups else ())
    )


def group_note(rows: tuple[ExpressionGroupRow, ...], inspection: Inspection) -> str:
    """Return a note if only the regular expression finds a scheme, or else an empty string."""
    if rows and rows[0].inner.span and inspection.reference.scheme is None:
        return say(
            "The regular expression does not check $2; according to the grammar, its text is not a "
            "scheme."
        )
    return ""


class GroupsPanel(QWidget):
    """The groups of the regular expression; choosing a cell selects its text."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._cite = ""
        self.clause = button("", lambda: explain(self, self._cite), link=True)
        self.expression = MarkedText(size=12)
        self.expression.show_pieces(outside(EXPRESSION))
        self.grid = Grid(
            selection,
            _group_columns(),
            say("Groups of appendix B"),
            widest=2,
            spans=lambda each, column: each.span(column),
            by_cell=True,
        )
        self.note = plain_label(role="quiet")
        self._lay_out()

    def show_inspection(self, inspection: Inspection) -> bool:
        """Show the groups; return False if the edition has no appendix B."""
        rows = group_rows(inspection)
        self.grid.set_rows(rows)
        if not rows:
            return False
        self._cite = f"{RULES[inspection.edition][0]} B"
        self.clause.setText(self._cite)
        self.note.setText(group_note(rows, inspection))
        self.note.setVisible(bool(self.note.text()))
        return True

    def _lay_out(self) -> None:
        title = plain_label(say("Appendix B applied to this text"), role="title", wraps=False)
        head = row(title, None, self.clause)
        top = column_of(head, self.expression, margins=(14, 10, 14, 6), spacing=4)
        self.note.setContentsMargins(14, 4, 14, 8)
        column_of(top, stretched(self.grid), self.note, into=self, spacing=0)


def _group_columns() -> list[Column]:
    return [
        Column(say("Component"), lambda each: each.component, is_rigid=True),
        Column(say("With delimiter"), lambda each: each.with_delimiter, is_uri=True),
        Column(say("Without delimiter"), lambda each: each.value, is_uri=True),
    ]


class GrammarTab(Tab):
    """The tab with the tree on the left, and the rule's card or appendix B on the right."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._selection = selection
        self._edition = "2005"
        self._faults: tuple[Violation, ...] = ()
        self._at = -1
        self.tree = Tree(
            selection,
            _columns(),
            say("Grammar"),
            children_of=derived,
            spans=lambda each: each.span,
            opens=lambda each: each.opens,
            shares=(1, 1),
        )
        self.panel = RulePanel()
        self.groups = GroupsPanel(selection)
        self.sides = stack_of(self.panel, self.groups)
        self.summary = plain_label(role="quiet")
        self.next = button(say("Next mismatch"), self._on_next)
        self.appendix = button(say("Appendix B"), self._turn, checkable=True)
        self.appendix.setChecked(True)
        self.tree.row_chosen.connect(self._on_chosen)
        left = footed(self.tree, self.summary, self.next, self.appendix)
        self.fill(divided(left, self.sides, (560, 540)))

    def present(self, inspection: Inspection) -> str:
        """Show the derivation of a link."""
        self._edition, self._faults, self._at = inspection.edition, inspection.violations, -1
        self.next.setVisible(bool(self._faults))
        self.summary.setText(
            say("Where the text does not match the grammar, the tree shows what was expected.")
            if self._faults
            else say("The text matches the {edition} grammar.", edition=self._edition)
        )
        (root,) = rows([inspection.reference.derivation])
        self.tree.set_top([DerivedRow(root, inspection.text)])
        self.appendix.setVisible(self.groups.show_inspection(inspection))
        self._turn()
        return ""

    def _turn(self) -> None:
        """Show appendix B if it is selected and available, otherwise the card."""
        wants_groups = self.appendix.isChecked() and not self.appendix.isHidden()
        self.sides.setCurrentWidget(self.groups if wants_groups else self.panel)

    def _on_chosen(self, row: DerivedRow | None) -> None:
        self.panel.show_rule(row, self._edition, self._faults)
        if row is not None and self.tree.hasFocus():  # not if the tree only follows another view
            self.appendix.setChecked(False)
            self._turn()

    def _on_next(self) -> None:
        """Select the next mismatch, wrapping around."""
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
