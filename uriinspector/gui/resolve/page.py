"""The page that resolves a reference against a base: it lays out and wires."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.gui.inspect.way_back import WayBack
from uriinspector.gui.jobs.latest_job import AT_ONCE, LatestJob
from uriinspector.gui.resolve.card_layout import CardLayout
from uriinspector.gui.resolve.clicker import Clicker
from uriinspector.gui.resolve.list_card import ListCard
from uriinspector.gui.resolve.reference_input import ReferenceInput
from uriinspector.gui.resolve.resolved import ResolvePair, resolved
from uriinspector.gui.resolve.rule_listing import RuleListing
from uriinspector.gui.resolve.sample_card import SampleCard
from uriinspector.gui.resolve.samples import fill
from uriinspector.gui.resolve.side_panes import EditionsPane, StatePane
from uriinspector.gui.resolve.step_comparison_card import StepComparisonCard
from uriinspector.gui.resolve.steps_card import StepsCard
from uriinspector.gui.resolve.target_card import TargetCard
from uriinspector.gui.resolve.variants import STRICT_2005, VARIANTS, Variant, explanation
from uriinspector.gui.text.text_length import describe_length
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import show_tip
from uriinspector.gui.transfer.list_offer import offer_list
from uriinspector.gui.widgets.cards import GAP, button, menu_button
from uriinspector.gui.widgets.layouts import column_of, stretched
from uriinspector.gui.widgets.notice_strip import NoticeStrip

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent

    from uriinspector.gui.editor.uri_edit import UriEdit
    from uriinspector.gui.inspect.drawer import Drawer
    from uriinspector.gui.resolve.resolved import Resolved
    from uriinspector.gui.resolve.samples import SampleTable
    from uriinspector.gui.theme import Theme

FIRST = ("http://a/b/c/d;p?q", "../../../g?y#s")


class ResolvePageState(NamedTuple):
    """What outlasts a change of the language."""

    base: str
    reference: str
    variant: Variant
    at: int
    teaches: bool
    rules: bool
    listed: str
    compared: tuple[Variant, Variant] | None = None


class ResolvePage(QWidget):
    """Base and reference above, the target below them, then the steps beside what they lead to."""

    inspect_requested = Signal(str)
    described = Signal(str)  # how long the texts are

    def __init__(self, theme: Theme) -> None:
        """Build the page; when it is first shown, it shows an example of the specifications."""
        super().__init__()
        self.setObjectName("page")
        self._theme = theme
        self.teaches = self.shows_rules = False
        self._is_revealed = self._is_walking = False
        self.resolved: Resolved | None = None
        self.job = LatestJob(resolved, self)
        self.clicker = Clicker(self)
        self.strip = NoticeStrip(theme)
        self.way_back = WayBack()
        self.variant = _chooser()
        self.examples = menu_button(say("Examples"))
        self.list_button = button(say("Resolve a list"), self.show_list)
        self.base = ReferenceInput(theme, say("Base URI"), say("Enter a base URI"), self.examples)
        beside = (self.list_button, self.variant)
        self.reference = ReferenceInput(theme, say("Reference"), say("Enter a reference"), *beside)
        self.target = TargetCard(theme)
        self.steps = StepsCard(theme)
        self.after = StatePane(theme)
        self.rules = RuleListing(theme)
        self.editions = EditionsPane(theme)
        self.batch = SampleCard(theme)
        self.listing = ListCard(theme)
        self.comparison = StepComparisonCard(theme)
        self._lay_out()
        self._wire()

    @cached_property
    def drawer(self) -> Drawer:
        """The cards of the clauses."""
        from uriinspector.gui.inspect.drawer import Drawer

        return Drawer(self._theme, self)

    def show_pair(self, base: str, reference: str, variant: Variant | None = None) -> None:
        """Resolve this pair, in this way if one is given."""
        self.way_back.lead(None)
        for given, text in ((self.base, base), (self.reference, reference)):
            given.editor.blockSignals(True)
            given.editor.set_text(text)
            given.editor.blockSignals(False)
        if variant is not None:
            self.variant.blockSignals(True)
            self.variant.setCurrentIndex(VARIANTS.index(variant))
            self.variant.blockSignals(False)
        self.refresh()

    def show_link(
        self, base: str, reference: str, variant: Variant, back: Callable[[], object]
    ) -> None:
        """Resolve a link from elsewhere, to where Esc and a button lead back."""
        self.show_pair(base, reference, variant)
        self.way_back.lead(back)
        if self.pages.currentWidget() in (self.batch, self.listing):
            self._leave_card()

    def refresh(self) -> None:
        """Have what is in the editors resolved, and all of it shown."""
        pair = ResolvePair(self.base.text(), self.reference.text(), self.chosen())
        show_tip(self.variant, explanation(pair.variant))
        self.base.look(pair.variant.edition)
        self.reference.look(pair.variant.edition, pair.base)
        self.listing.resolve_against(pair.base, pair.variant)
        texts = ((say("Base URI"), pair.base), (say("Reference"), pair.reference))
        lengths = (describe_length(*each) for each in texts)
        self.described.emit(" · ".join(filter(None, lengths)))
        self.job.ask(pair, is_long=pair.length > AT_ONCE)

    def chosen(self) -> Variant:
        """The way that the chooser shows."""
        return VARIANTS[max(self.variant.currentIndex(), 0)]

    def show_list(self, text: str | None = None) -> None:
        """Resolve a list in the place of the steps: this one, or what is on the clipboard."""
        self._show_card(self.listing)
        if text is None:
            self.listing.take_clipboard()
        else:
            self.listing.show_list(text)

    def compare_steps(self) -> None:
        """Put the steps of two editions beside each other, in the place of the steps of one."""
        self.comparison.compare(self.base.text(), self.reference.text(), self.chosen())
        self._show_card(self.comparison)
        self.comparison.table.setFocus()

    @property
    def is_listing(self) -> bool:
        """Whether a list is shown, which what is dropped belongs to."""
        return self.pages.currentWidget() is self.listing

    def teach(self, on: bool) -> None:
        """Cover what is to be found out, or uncover all of it."""
        self.teaches, self._is_revealed = on, False
        self.steps.speak_up(loud=on)
        self._fit()
        self.steps.go(0 if on else self.steps.count)
        self.steps.table.setFocus()

    def show_rules(self, *, on: bool) -> None:
        """Show the rules beside the steps, or what is there after each of them."""
        self.shows_rules = on
        self._fit()
        if on:
            self.rules.follow(self.steps.at)
        (self.rules if on else self.after).other.setFocus()

    def is_settled(self) -> bool:
        """Whether nothing is being resolved."""
        return not self.job.is_waiting and not self.listing.job.is_busy

    def page_state(self) -> ResolvePageState:
        """Give what has to outlast a change of the language."""
        pair = ResolvePair(self.base.text(), self.reference.text(), self.chosen())
        listed = self.listing.text if self.is_listing else ""
        at, is_compared = self.steps.at, self.pages.currentWidget() is self.comparison
        compared = self.comparison.ways if is_compared else None
        return ResolvePageState(*pair, at, self.teaches, self.shows_rules, listed, compared)

    def restore(self, state: ResolvePageState) -> None:
        """Show again what was kept."""
        if not state.base and not state.reference:
            return  # it was never opened
        self.show_pair(state.base, state.reference, state.variant)
        self.job.finish()
        self.shows_rules = state.rules
        self.teach(state.teaches)
        self.steps.go(state.at)
        if state.listed:
            self.show_list(state.listed)
        if state.compared:
            self.compare_steps()
            self.comparison.choose(*state.compared)
            self.comparison.show_pair(state.base, state.reference)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the card, then leads back to the list that the reference is from."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif "drawer" in self.__dict__ and self.drawer.isVisible():
            self.drawer.close_card()
        elif not self.way_back.go():
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """The keys go into the first field, unless something here has them already."""
        super().showEvent(event)
        if self.resolved is None:
            self.show_pair(*FIRST)
        held = QApplication.focusWidget()
        if held is None or not self.isAncestorOf(held):
            self.base.editor.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand side by side where there is room."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom leaves another room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work."""
        for each in (self.job, self.base.inspection_job, self.reference.inspection_job):
            each.close()
        self.listing.stop()
        super().closeEvent(event)

    def _show(self, resolved: Resolved) -> None:
        if "drawer" in self.__dict__ and self.resolved and self.resolved.pair != resolved.pair:
            self.drawer.close_card()
        self.resolved = resolved
        self.base.tell_state(resolved.base_state)
        self.target.show_resolved(resolved)
        self.steps.show_steps(resolved.steps, resolved.pair.variant.edition, resolved.note)
        self.rules.show_steps(resolved.steps, resolved.pair.variant.edition)
        self.editions.show_answers(resolved.answers, resolved.pair.variant)
        if self.pages.currentWidget() is self.comparison:
            self.comparison.show_pair(resolved.pair.base, resolved.pair.reference)
        self._is_revealed = False
        self._is_walking = False
        self.steps.go(0 if self.teaches else 1)
        self._is_walking = True

    def _fit(self) -> None:
        has_room = self.arrangement.fit(teaches=self.teaches, is_second=self.shows_rules)
        for each in (self.after, self.rules):
            each.other.setVisible(not has_room)

    def _lay_out(self) -> None:
        self.arrangement = CardLayout(self._theme, self)
        self.side_panes = QWidget()
        column_of(
            self.after,
            stretched(self.editions),
            into=self.side_panes,
            margins=(0, 0, 0, 0),
            spacing=GAP,
        )
        givens = (self.base, self.reference)
        body = (self.steps, self.side_panes, self.rules)
        self.arrangement.lay_out(givens, self.target, body, self.way_back)
        self.strip.float_over(self)
        self.pages, self.body = self.arrangement.pages, self.arrangement.body
        for card in (self.batch, self.listing, self.comparison):
            self.pages.addWidget(card)

    def _wire(self) -> None:
        menu = QMenu(self)
        fill(menu, self._show_batch)
        self.examples.setMenu(menu)
        for card in (self.batch, self.listing):
            card.pair_chosen.connect(self._on_pair)
            card.closed.connect(self._leave_card)
        self.comparison.closed.connect(self._leave_card)
        self.job.answered.connect(self._show)
        self.job.waiting_changed.connect(self.target.show_waiting)
        self.clicker.watch(self, self.base.editor, self.reference.editor)
        self.clicker.clicked.connect(self.steps.step)
        for given in (self.base, self.reference):
            given.text_edited.connect(self.refresh)
            given.editor.received.connect(partial(self._on_received, given.editor))
        self.variant.currentIndexChanged.connect(self.refresh)
        self.steps.stepped.connect(self._on_stepped)
        for asking in (self.steps, self.rules, self.comparison):
            asking.clause_requested.connect(lambda clause: self.drawer.show_clause(clause))
        self.rules.step_requested.connect(self.steps.go)
        self.after.other_requested.connect(lambda: self.show_rules(on=True))
        self.rules.other_requested.connect(lambda: self.show_rules(on=False))
        self.editions.variant_chosen.connect(
            lambda way: self.variant.setCurrentIndex(VARIANTS.index(way))
        )
        self.editions.other_requested.connect(self.compare_steps)
        self.target.inspect_requested.connect(self.inspect_requested)
        self.target.cover_requested.connect(self._on_cover)

    def _show_batch(self, table: SampleTable | None) -> None:
        if table is None:
            self.batch.show_changes()
        else:
            self.batch.show_table(table)
        self._show_card(self.batch)

    def _show_card(self, card: QWidget) -> None:
        self.pages.setCurrentWidget(card)
        self.target.setVisible(card is not self.listing)  # every row has its own
        self._fit()
        QTimer.singleShot(0, self, lambda: self.arrangement.look_at(card))  # when it is laid out

    def _leave_card(self) -> None:
        self.pages.setCurrentWidget(self.body)
        self.target.show()
        self._fit()
        self.steps.table.setFocus()

    def _on_received(self, editor: UriEdit, data: QMimeData) -> None:
        offer_list(self.strip, editor, data, say("Resolve as a list"), self.show_list)

    def _on_stepped(self, at: int) -> None:
        self.after.show_step(self.steps.steps, at, self.steps.edition)
        self.rules.follow(at)
        is_covered = self.teaches and not self._is_revealed
        self.steps.table.cover(covered=is_covered)
        if self._is_walking:  # when all is laid out
            QTimer.singleShot(0, self, lambda: self.arrangement.follow(self.steps.table))
        self.target.show_covered(is_covered and (at < self.steps.count or not self.steps.count))

    def _on_pair(self, base: str, reference: str, variant: Variant | None = None) -> None:
        self.show_pair(base, reference, variant)
        self._leave_card()

    def _on_cover(self) -> None:
        """Reveal what is covered; else begin to teach."""
        if self.teaches and not self._is_revealed and self.steps.at < self.steps.count:
            self._is_revealed = True
            self._on_stepped(self.steps.at)
        else:
            self.teach(True)


def _chooser() -> QComboBox:
    chooser = QComboBox()
    for way in VARIANTS:
        chooser.addItem(say(way.title))
        for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            chooser.setItemData(chooser.count() - 1, explanation(way), role)
    chooser.setCurrentIndex(VARIANTS.index(STRICT_2005))
    chooser.setAccessibleName(say("Edition of the specification"))
    return chooser
