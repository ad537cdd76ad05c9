"""The page that resolves a reference against a base."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QMimeData, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QTableView,
    QWidget,
)

from uriinspector.core.model import NamedTuple
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.editor.uri_edit import ExcerptBar, ReadOnlyEdit, UriEdit
from uriinspector.gui.inspect.card_page import CardPage
from uriinspector.gui.inspect.inspection_job import InspectionJob
from uriinspector.gui.jobs.latest_job import AT_ONCE, LatestJob
from uriinspector.gui.resolve.pair_cards import ListCard, SampleCard, SampleTable, fill_samples
from uriinspector.gui.resolve.step_cards import (
    EditionsPane,
    RuleListing,
    StatePane,
    StepComparisonCard,
    StepsCard,
)
from uriinspector.gui.resolve.variant_rows import (
    STRICT_2005,
    VARIANTS,
    Resolved,
    ResolvePair,
    Variant,
    explanation,
    resolved,
)
from uriinspector.gui.selection import Selection, to_clipboard
from uriinspector.gui.text.pieces import plain_label, show_tip, visible
from uriinspector.gui.text.translation import describe_length, say
from uriinspector.gui.theme import pixels
from uriinspector.gui.transfer.paste_and_drop import offer_list
from uriinspector.gui.widgets.cards import GAP, CardFrame, WayBack, button, menu_button, scrolled
from uriinspector.gui.widgets.layouts import TurningLayout, column_of, fill, row, stretched
from uriinspector.gui.widgets.notice_strip import NoticeStrip
from uriinspector.gui.widgets.reading_order import ACROSS
from uriinspector.gui.widgets.view_parts import DividedPanes, Fitted, SingleScrollBar

# Below these widths (before zoom), inputs and panes are stacked.
NARROW, SIDE_BY_SIDE = 620, 760
# From this width on, there is room for three panes.
THREE = 1_500
PANES_HEIGHT = 180  # the minimum height of the panes side by side, before zoom
LOW = 700  # below this height, before zoom, the state after a step makes room for the editions
# Below this height, teaching mode hides everything around the texts.
BARE = 520
PURPOSE = "Where does a relative link lead from the page that it is on? Work it out step by step."
SHARE = 0.2  # maximum fraction of the page's height for each text
INPUT_SHARE = 0.12  # fraction of the page's height for each input


class CardStack(QStackedWidget):
    """A stack of cards that fills the remaining room; wrapped text does not enlarge it."""

    def hasHeightForWidth(self) -> bool:
        return False


class CardLayout:
    """The layout of the page, which scrolls if the window is too short for it."""

    def __init__(self, page: QWidget) -> None:
        self._page = page
        self._column = scrolled(page)
        area = page.findChild(QScrollArea)
        assert area is not None
        self._area = area
        self.pages = CardStack()
        self.pages.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    def lay_out(
        self,
        givens: tuple[ReferenceInput, ...],
        target: TargetCard,
        body: tuple[StepsCard, QWidget, RuleListing],
        after: StatePane,
        way_back: QWidget,
    ) -> None:
        """Add the contents to the page; ``body`` are the panes at the bottom."""
        self._inputs, self._target, self._feet, self._after = givens, target, body, after
        self._line = TurningLayout(*map(stretched, givens))
        self._line.setObjectName(ACROSS)
        self.body = DividedPanes(Qt.Orientation.Horizontal, say("Steps, results"), GAP, *body)
        self.body.setSizes([772, 412, 446])
        self.pages.addWidget(self.body)
        self._purpose = plain_label(say(PURPOSE), role="muted")
        head = row(way_back, stretched(self._purpose))
        fill(self._column, head, self._line, target, stretched(self.pages))

    def fit(self, *, teaches: bool, is_second: bool) -> bool:
        """Adapt to the size of the page; return True if there is room for all three panes.

        Otherwise ``is_second`` shows the third pane instead of the second.
        """
        width, height = self._page.width(), self._page.height()
        self._line.turn(is_wide=width >= pixels(NARROW))
        is_wide = width >= pixels(SIDE_BY_SIDE)
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.body.orientation() != orientation:
            self.body.setOrientation(orientation)
        has_room, is_low = width >= pixels(THREE), height < pixels(LOW)
        steps, second, third = self._feet
        self._after.setHidden(is_low)
        steps.rules.setVisible(not (teaches or has_room or is_second))
        second.setVisible(not teaches and (has_room or not is_second))
        third.setVisible(not teaches and (has_room or is_second))
        self._purpose.setVisible(not teaches and not is_low)
        is_bare = teaches and height < pixels(BARE)
        is_stacked = not (is_wide or teaches)
        self.pages.setMinimumHeight(pixels(PANES_HEIGHT * (1 + is_stacked)))
        for given in self._inputs:
            given.show_bare(is_bare)
        for given in self._inputs:
            if is_bare:
                given.editor.let_grow(height * SHARE)
            else:
                given.editor.keep_height(height * INPUT_SHARE)
        self._target.drawn.allow(height * SHARE)
        return has_room

    def follow(self, table: QTableView) -> None:
        """Scroll the page to the current row of a table."""
        page = self._area.widget()
        if page is not None and table.isVisible():
            row = table.visualRect(table.currentIndex())
            place = table.viewport().mapTo(page, row.bottomLeft())
            self._area.ensureVisible(0, place.y(), 0, 2 * row.height())

    def look_at(self, card: QWidget) -> None:
        """Scroll so that the card below the inputs is in view."""
        if card.isVisible():
            bar = self._area.verticalScrollBar()
            bar.setValue(self.pages.y() - GAP if bar.maximum() else 0)


CLICKS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}


class Clicker(QObject):
    """An event filter for Page Up and Page Down, which presentation clickers send; it works in
    editors, too.
    """

    clicked = Signal(int)  # 1 for the next step, -1 for the previous one

    def watch(self, *watched: QObject) -> None:
        """Filter key events of these objects."""
        for each in watched:
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Emit ``clicked`` for Page Up and Page Down; ignore other keys."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = CLICKS.get(Qt.Key(event.key()))
            if steps is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
                self.clicked.emit(steps)
                return True
        return super().eventFilter(watched, event)


MARGIN = 16


class ReferenceInput(Fitted, QFrame):
    """A field for a text, which is colored as in Inspect."""

    text_edited = Signal()

    def __init__(self, words: str, hint: str, *widgets: QWidget) -> None:
        """Create a labeled field; ``widgets`` are placed to the right of the label."""
        super().__init__()
        self.setObjectName("field")
        self.selection = Selection()
        self.editor = UriEdit(self.selection)
        self.editor.setAccessibleName(words)
        self.editor.setPlaceholderText(hint)
        self.state = plain_label(role="quiet", wraps=False, yields=True)
        self._state = ""
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.inspection_job = InspectionJob(self)
        excerpt = ExcerptBar(self.editor)
        name = plain_label(words, role="quiet", wraps=False)
        self._is_bare = False
        self._around = (name, self.state, *widgets)
        head = row(name, stretched(self.state), *widgets)
        column_of(
            head, self.editor, excerpt, None, into=self, margins=(MARGIN, 10, MARGIN, 10), spacing=2
        )
        self.editor.text_edited.connect(self.text_edited)
        self.inspection_job.inspected.connect(self.editor.show_inspection)
        self.inspection_job.waiting_changed.connect(excerpt.show_waiting)

    def text(self) -> str:
        return self.editor.text()

    def set_state(self, words: str) -> None:
        """Set the description of the text's state; if space is short, only its end is shown."""
        self._state = words
        self.fit()

    def fit(self) -> None:
        """Shorten the state if necessary; use size hints, since the layout may be out of date."""
        widgets = (each for each in self._around if each is not self.state)
        room = self.width() - 2 * MARGIN - sum(each.sizeHint().width() + 8 for each in widgets)
        is_wide = self.state.fontMetrics().horizontalAdvance(self._state) < room
        self.state.setText(self._state if is_wide else self._state.rpartition(": ")[2])
        show_tip(self.state, "" if is_wide else self._state)

    def show_bare(self, bare: bool) -> None:
        """Show the text alone, or with its label and ribbon again."""
        if bare == self._is_bare:
            return
        self._is_bare = bare
        self.editor.has_ribbon = not bare
        self.editor.dress()
        for each in self._around:
            each.setVisible(not bare)

    def look(self, edition: str, base: str | None = None) -> None:
        self.inspection_job.inspect(self.text(), edition, base)


class TargetCard(CardFrame):
    """A card with the target, or the reason why there is none."""

    inspect_requested = Signal(str)
    cover_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._text: str | None = None
        self._is_covered = self._is_waiting = False
        self._problem = ""
        self.title = plain_label(role="quiet")
        self.drawn = ReadOnlyEdit(say("Target"))
        self.description = plain_label(role="headline")
        self.remark = plain_label(role="quiet")
        words = say("Hide the target and later steps in Resolve until you reveal them")
        self.cover = button(say("Hide the target"), self.cover_requested.emit, does=words)
        words = say("Open in Inspect")
        self.inspect = button(say("Inspect the target"), self._on_inspect, does=words)
        self.copy = button(
            say("Copy the target"),
            lambda: to_clipboard(self._text or ""),
            name=say("Copy original: {what}", what=say("Target")),
        )
        self._lay_out()

    def show_resolved(self, resolved: Resolved) -> None:
        self._text = resolved.resolution.target
        self.drawn.show_text(self._text or "")
        self.drawn.show_look(resolved.look)
        self._problem = resolved.problem
        self.remark.setText(resolved.remark)
        self._show()

    def show_waiting(self, waiting: bool) -> None:
        self._is_waiting = waiting
        self._show()

    def show_covered(self, covered: bool) -> None:
        self._is_covered = covered
        self.cover.setText(say("Reveal") if covered else say("Hide the target"))
        self._show()

    def _show(self) -> None:
        is_seen = not self._is_covered
        self.drawn.setVisible(is_seen and self._text is not None)
        self.description.setVisible(is_seen and self._text is None)
        self.description.setText(self._problem)
        self.title.setText(self._named())
        self.remark.setVisible(is_seen and bool(self.remark.text()))
        for each in (self.inspect, self.copy):
            each.setVisible(is_seen)
            each.setEnabled(self._text is not None and not self._is_waiting)
        if not self._is_waiting:
            announce_answer(self, self._answer())

    def _answer(self) -> str:
        """Return the text to announce, which does not reveal a hidden target."""
        if self._is_covered:
            return self._named()
        target = "" if self._text is None else f"{say('Target')}: {visible(self._text)}"
        return ". ".join(filter(None, (target or self._problem, self.remark.text())))

    def _named(self) -> str:
        if self._is_waiting:
            return say("Resolving…")
        if self._is_covered:
            return say("The target is hidden until you reveal it")
        return say("Target, with the origin of each component")

    def _lay_out(self) -> None:
        head = row(stretched(self.title), self.cover, self.inspect, self.copy)
        column_of(
            head,
            self.drawn,
            self.description,
            self.remark,
            into=self,
            margins=(16, 10, 16, 10),
            spacing=2,
        )
        self._show()

    def _on_inspect(self) -> None:
        if self._text is not None:
            self.inspect_requested.emit(self._text)


FIRST = ("http://a/b/c/d;p?q", "../../../g?y#s")


class ResolvePageState(NamedTuple):
    """The state of the page that survives a language change."""

    base: str
    reference: str
    variant: Variant
    at: int
    teaches: bool
    rules: bool
    listed: str
    compared: tuple[Variant, Variant] | None = None


class ResolvePage(Fitted, CardPage):
    """The workspace: base and reference, the target, the steps, and further panes."""

    last_attribute = "arrangement"

    inspect_requested = Signal(str)
    described = Signal(str)  # the lengths of the texts

    def __init__(self) -> None:
        """Build the page; at first, it shows an example from the specifications."""
        super().__init__()
        self.teaches = self.shows_rules = False
        self._is_revealed = self._is_walking = False
        self.resolved: Resolved | None = None
        self.job = LatestJob(resolved, self, self._show)
        self.clicker = Clicker(self)
        self.strip = NoticeStrip()
        self.way_back = WayBack()
        self.variant = _chooser()
        self.examples = menu_button(say("Examples"), does=say("Choose an example"))
        words = say("Resolve a list of references against their bases")
        self.list_button = button(say("Resolve a list"), self.show_list, does=words)
        self.base = ReferenceInput(say("Base URI"), say("Enter a base URI"), self.examples)
        controls = (self.list_button, self.variant)
        self.reference = ReferenceInput(say("Reference"), say("Enter a reference"), *controls)
        self.target = TargetCard()
        self.steps = StepsCard()
        self.after = StatePane()
        self.rules = RuleListing()
        self.editions = EditionsPane()
        self.batch = SampleCard()
        self.listing = ListCard()
        self.comparison = StepComparisonCard()
        self._lay_out()
        self._wire()

    def show_pair(self, base: str, reference: str, variant: Variant | None = None) -> None:
        """Resolve a pair with ``variant`` or, if it is None, with the selected variant."""
        self.way_back.lead(None)
        for given, text in ((self.base, base), (self.reference, reference)):
            with QSignalBlocker(given.editor):
                given.editor.set_text(text)
        if variant is not None:
            with QSignalBlocker(self.variant):
                self.variant.setCurrentIndex(VARIANTS.index(variant))
        self.refresh()

    def show_link(
        self, base: str, reference: str, variant: Variant, back: Callable[[], object]
    ) -> None:
        """Resolve a link from elsewhere; Esc and a button call ``back`` to return there."""
        self.show_pair(base, reference, variant)
        self.way_back.lead(back)
        if self.pages.currentWidget() in (self.batch, self.listing):
            self._leave_card()

    def refresh(self) -> None:
        """Resolve the texts in the editors and update everything."""
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
        return VARIANTS[max(self.variant.currentIndex(), 0)]

    def show_list(self, text: str | None = None) -> None:
        """Show a list in place of the pair: ``text`` or, if that is None, the clipboard's text."""
        self._show_card(self.listing)
        if text is None:
            self.listing.take_clipboard()
        else:
            self.listing.show_list(text)

    def compare_steps(self) -> None:
        """Compare the steps of two editions, in place of the steps of one."""
        self.comparison.compare(self.base.text(), self.reference.text(), self.chosen())
        self._show_card(self.comparison)
        self.comparison.table.setFocus()

    @property
    def is_listing(self) -> bool:
        """Return True if a list is shown, which then handles drops as well."""
        return self.pages.currentWidget() is self.listing

    def teach(self, on: bool) -> None:
        """Hide the target and the steps after the current one, or reveal everything."""
        self.teaches, self._is_revealed = on, False
        self.steps.enlarge_description(loud=on)
        self.restyle()
        self._begin()
        self.steps.table.setFocus()

    def show_rules(self, *, on: bool) -> None:
        """Show either the rules or the state after each step, next to the steps."""
        self.shows_rules = on
        self.restyle()
        if on:
            self.rules.follow(self.steps.at)
        (self.rules.other if on else self.steps.rules).setFocus()

    def page_state(self) -> ResolvePageState:
        """Return the state that survives a language change."""
        pair = ResolvePair(self.base.text(), self.reference.text(), self.chosen())
        listed = self.listing.text if self.is_listing else ""
        at, is_compared = self.steps.at, self.pages.currentWidget() is self.comparison
        compared = self.comparison.ways if is_compared else None
        return ResolvePageState(*pair, at, self.teaches, self.shows_rules, listed, compared)

    def restore(self, state: ResolvePageState) -> None:
        if not state.base and not state.reference:
            return  # the page was never opened
        self.show_pair(state.base, state.reference, state.variant)
        self.job.finish()
        self.shows_rules = state.rules
        self.teach(state.teaches)
        if state.at < self.steps.count:
            self.steps.go(state.at)
        if state.listed:
            self.show_list(state.listed)
        if state.compared:
            self.compare_steps()
            self.comparison.choose(*state.compared)
            self.comparison.show_pair(state.base, state.reference)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """On Esc, close the clause card; if none is open, go back to where the link was chosen."""
        if event.key() != Qt.Key.Key_Escape or (not self.close_card() and not self.way_back.go()):
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the first field, unless a widget on the page has the focus."""
        super().showEvent(event)
        if self.resolved is None:
            self.show_pair(*FIRST)
        held = QApplication.focusWidget()
        if held is None or not self.isAncestorOf(held):
            self.base.editor.setFocus()

    def _show(self, resolved: Resolved) -> None:
        if self.resolved and self.resolved.pair != resolved.pair:
            self.close_card()
        self.resolved = resolved
        self.base.set_state(resolved.base_state)
        self.target.show_resolved(resolved)
        self.steps.show_steps(resolved.steps, resolved.pair.variant.edition, resolved.note)
        self.rules.show_steps(resolved.steps, resolved.pair.variant.edition)
        self.editions.show_answers(resolved.answers, resolved.pair.variant)
        if self.pages.currentWidget() is self.comparison:
            self.comparison.show_pair(resolved.pair.base, resolved.pair.reference)
        self._is_revealed = False
        self._is_walking = False
        self._begin()
        self._is_walking = True

    def _begin(self) -> None:
        """Show the result, or the state before the first step in teaching mode."""
        if self.teaches:
            self.steps.go(0)
        else:
            self.steps.finish()

    def restyle(self) -> None:
        has_room = self.arrangement.fit(teaches=self.teaches, is_second=self.shows_rules)
        self.rules.other.setVisible(not has_room)

    fit = restyle

    def _lay_out(self) -> None:
        self.arrangement = CardLayout(self)
        self.side_panes = QWidget()
        column_of(self.after, stretched(self.editions), into=self.side_panes, spacing=GAP)
        givens = (self.base, self.reference)
        body = (self.steps, self.side_panes, self.rules)
        self.arrangement.lay_out(givens, self.target, body, self.after, self.way_back)
        self.strip.float_over(self)
        self.pages, self.body = self.arrangement.pages, self.arrangement.body
        SingleScrollBar(self).watch(*givens, *body)
        for card in (self.batch, self.listing, self.comparison):
            self.pages.addWidget(card)

    def _wire(self) -> None:
        menu = QMenu(self)
        fill_samples(menu, self._show_batch)
        self.examples.setMenu(menu)
        for card in (self.batch, self.listing):
            card.pair_chosen.connect(self._on_pair)
            card.closed.connect(self._leave_card)
        self.comparison.closed.connect(self._leave_card)
        self.job.waiting_changed.connect(self.target.show_waiting)
        self.clicker.watch(self, self.base.editor, self.reference.editor)
        self.clicker.clicked.connect(self.steps.step)
        for given in (self.base, self.reference):
            given.text_edited.connect(self.refresh)
            given.editor.received.connect(partial(self._on_received, given.editor))
        self.variant.currentIndexChanged.connect(self.refresh)
        self.steps.stepped.connect(self._on_stepped)
        self.rules.step_requested.connect(self.steps.go)
        self.steps.rules_requested.connect(lambda: self.show_rules(on=True))
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
        self.target.setVisible(card is not self.listing)  # each row of the list has its own target
        self.restyle()
        QTimer.singleShot(0, self, lambda: self.arrangement.look_at(card))  # after layout

    def _leave_card(self) -> None:
        self.pages.setCurrentWidget(self.body)
        self.target.show()
        self.restyle()
        self.steps.table.setFocus()

    def _on_received(self, editor: UriEdit, data: QMimeData) -> None:
        offer_list(self.strip, editor, data, say("Resolve as a list"), self.show_list)

    def _on_stepped(self, at: int) -> None:
        self.after.show_step(self.steps.steps, at, self.steps.edition)
        self.rules.follow(at)
        is_covered = self.teaches and not self._is_revealed
        self.steps.table.cover(covered=is_covered)
        if self._is_walking:  # after layout
            QTimer.singleShot(0, self, lambda: self.arrangement.follow(self.steps.table))
        self.target.show_covered(is_covered and (at < self.steps.count or not self.steps.count))

    def _on_pair(self, base: str, reference: str, variant: Variant | None = None) -> None:
        self.show_pair(base, reference, variant)
        self._leave_card()

    def _on_cover(self) -> None:
        """Reveal the answer if it is hidden; otherwise, start teaching mode."""
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
