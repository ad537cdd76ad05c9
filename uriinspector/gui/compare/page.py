"""The page that compares two references."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QWidget

import uriinspector
from uriinspector.core.parse import URN_EDITIONS
from uriinspector.gui.compare.cards import ClassesCard, CompareBanner, LadderCard, LikenessCard
from uriinspector.gui.compare.comparison_view import (
    ComparePair,
    ComparisonView,
    DifferenceRow,
    comparison_view,
    fill,
    headline,
)
from uriinspector.gui.editor.look import NOTHING
from uriinspector.gui.editor.uri_edit import BaseField, ExcerptBar, UriEdit
from uriinspector.gui.inspect.card_page import CardPage
from uriinspector.gui.inspect.noted_table import copy_button
from uriinspector.gui.jobs.latest_job import AT_ONCE, IdleQueue, LatestJob
from uriinspector.gui.selection import Selection
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import URN_TITLES, describe_length, edition_title, say
from uriinspector.gui.theme import theme
from uriinspector.gui.transfer.incoming import listed_references
from uriinspector.gui.transfer.paste_and_drop import offer_list
from uriinspector.gui.widgets.cards import (
    GAP,
    FoldingLayout,
    button,
    chooser,
    field_card,
    menu_button,
    scrolled,
)
from uriinspector.gui.widgets.layouts import TurningLayout, column_of, row, stretched
from uriinspector.gui.widgets.notice_strip import NoticeStrip
from uriinspector.gui.widgets.reading_order import ACROSS

if TYPE_CHECKING:
    pass


class ReferenceSide(QWidget):
    """One of the two references: its editor, with its own selection, and its base."""

    def __init__(self, title: str, paste: str) -> None:
        super().__init__()
        self.selection = Selection()
        self.editor = UriEdit(theme, self.selection)
        self.editor.setAccessibleName(title)
        self.excerpt = ExcerptBar(self.editor)
        self.paste = button(paste, self.editor.paste, name=f"{paste}: {title}")
        self.copy = copy_button(title, self.editor.text)
        head = row(plain_label(title, role="quiet"), None, self.paste, self.copy)
        self.base_field = BaseField(say("Base URI: needed for relative references"), title)
        self.base = self.base_field.editor
        # Spare height is placed above the base, so that both sides start and end alike.
        texts = column_of(head, self.editor, self.excerpt, None, spacing=4)
        frame = field_card(texts, self.base_field)
        column_of(frame, into=self)

    def show_brief(self, brief: bool) -> None:
        """Hide the button for copying if there is little room; keys and the menu also copy."""
        self.copy.setVisible(not brief)


# Below this width (before zoom), panes are arranged one below the other.
WIDE = 900
SHARE = 0.12  # part of the height for each text, side by side
GROWN = 0.18  # part of the height for a long text in a narrow, low window
NARROWEST = 90  # width of a combo box in a small window
SIDE_BY_SIDE = 560  # width from which texts are side by side in a low window
LOW = 560  # below this height (before zoom), the purpose is hidden
PURPOSE = "Do two links look alike, and do they count as the same address?"
AROUND = 48  # margins of the page, and its scroll bar


class ComparePage(CardPage):
    """The workspace: two editors, the headline, appearance and ladder."""

    last_attribute = "purpose"

    compared = Signal(object)  # Compared, or None if both texts are empty
    described = Signal(str)  # the lengths of the texts

    def __init__(self, edition: str = "2005", urn_edition: str = "rfc8141") -> None:
        super().__init__(theme)
        self.job = LatestJob(comparison_view, self)
        self._pair_shown: ComparePair | None = None
        self._is_confusable = True
        self.idle_queue = IdleQueue(self)
        self.a = ReferenceSide(say("Reference A"), say("Paste"))
        self.b = ReferenceSide(say("Reference B"), say("Paste"))
        self.edition = chooser(
            say("Edition of the specification"),
            {name: edition_title(name) for name in uriinspector.EDITIONS},
            edition,
            letters=0,
        )
        self.urn_edition = chooser(
            say("URN edition"),
            {name: say(URN_TITLES[name]) for name in URN_EDITIONS},
            urn_edition,
            letters=0,
        )
        for box in (self.edition, self.urn_edition):
            box.setMinimumWidth(NARROWEST)
        self.without_fragments = QCheckBox(say("Ignore fragments"))
        self.examples = menu_button(say("Examples"))
        menu = QMenu(self.examples)
        fill(menu, self.show_pair)
        self.examples.setMenu(menu)
        self.listing = ClassesCard()
        self.list_button = button(say("Group a list"), self.show_list)
        self.swap = button(say("Swap"), self.exchange)
        self.strip = NoticeStrip(theme)
        self.banner = CompareBanner()
        self.likeness = LikenessCard()
        self.ladder = LadderCard()
        self._lay_out()
        self._wire()
        self.refresh()

    def show_pair(self, pair: ComparePair) -> None:
        for box, name in ((self.edition, pair.edition), (self.urn_edition, pair.urn_edition)):
            box.setCurrentIndex(box.findData(name))
        self.without_fragments.setChecked(not pair.fragments)
        for side, text, base in ((self.a, pair.a, pair.base_a), (self.b, pair.b, pair.base_b)):
            side.base.set_text(base)
            side.editor.set_text(text)

    def pair(self) -> ComparePair:
        return ComparePair(
            self.a.editor.text(),
            self.b.editor.text(),
            str(self.edition.currentData()),
            str(self.urn_edition.currentData()),
            self.a.base.text(),
            self.b.base.text(),
            fragments=not self.without_fragments.isChecked(),
        )

    def page_state(self) -> ComparePair:
        """Return the state that survives a change of language."""
        return self.pair()

    def restore(self, state: ComparePair) -> None:
        self.show_pair(state)

    def exchange(self) -> None:
        self.show_pair(self.pair().swapped)

    def show_list(self) -> None:
        """Group the list on the clipboard, in place of the pair."""
        self._show_pair_parts(shown=False)
        self.listing.take_clipboard()
        self.listing.take_focus()

    def group(self, text: str) -> None:
        self._show_pair_parts(shown=False)
        self.listing.show_list(listed_references(text))
        self.listing.take_focus()

    def close_list(self) -> None:
        self._show_pair_parts(shown=True)
        self.a.editor.setFocus()

    def refresh(self) -> None:
        """Compare the texts in the editors and update all panes."""
        pair = self.pair()
        self.idle_queue.close()  # drop the remaining updates for earlier texts
        self.listing.use_editions(pair.edition, pair.urn_edition)
        for side in (self.a, self.b):
            side.base_field.check(pair.edition)
        self._describe()
        self.job.ask(pair if pair.length else None, is_long=pair.length > AT_ONCE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.restyle()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.listing.isVisible():
            self.a.editor.setFocus()

    def _show(self, shown: ComparisonView | None) -> None:
        """Show a comparison at once, or pane by pane if the texts are long."""
        both = shown if shown and shown.rungs else None
        looks = shown.looks if shown else ((NOTHING, ""), (NOTHING, ""))
        compared = shown.compared if shown else None
        pair = compared.pair if compared else None
        if pair != self._pair_shown:
            self.close_card()
        self._pair_shown = pair
        self._is_confusable = both is None or both.headline.severity in {"high", "medium"}
        self.restyle()
        is_short = compared is None or compared.pair.length <= AT_ONCE
        self.idle_queue.take(
            (
                lambda: self.banner.tell(shown.headline if shown else headline(None)),
                lambda: self.a.editor.show_look(*looks[0]),
                lambda: self.b.editor.show_look(*looks[1]),
                *self.likeness.show_steps(both),
                *self.ladder.show_steps(both.rungs if both else ()),
                lambda: self.compared.emit(compared),
            ),
            at_once=is_short,
        )

    def _lay_out(self) -> None:
        self._sides = TurningLayout(stretched(self.a), stretched(self.b))
        self._sides.setObjectName(ACROSS)
        self._panes = TurningLayout(stretched(self.likeness), stretched(self.ladder))
        self._pair = QWidget()
        column_of(
            self._sides,
            self.banner,
            stretched(self._panes),
            into=self._pair,
            spacing=GAP,
        )
        tools = row(self.swap, self.list_button, None, self.examples)
        editions = row(self.without_fragments, self.urn_edition, self.edition)
        self._head = FoldingLayout(tools, editions)
        self.strip.float_over(self)
        self.purpose = plain_label(say(PURPOSE), role="muted")
        parts = (stretched(self._pair), stretched(self.listing))
        scrolled(self, self.purpose, self._head, *parts)
        self.listing.hide()

    def _wire(self) -> None:
        self.job.answered.connect(self._show)
        for side in (self.a, self.b):
            side.editor.text_edited.connect(self.refresh)
            side.base.text_edited.connect(self.refresh)
            side.editor.received.connect(partial(self._on_received, side))
            self.job.waiting_changed.connect(side.excerpt.show_waiting)
        for box in (self.edition, self.urn_edition):
            box.currentIndexChanged.connect(self.refresh)
        self.without_fragments.toggled.connect(self.refresh)
        self.likeness.difference_chosen.connect(self._on_difference)
        self.listing.pair_requested.connect(self._on_listed)
        self.listing.closed.connect(self.close_list)

    def _on_received(self, side: ReferenceSide, data: QMimeData) -> None:
        offer_list(self.strip, side.editor, data, say("Group as a list"), self.group)

    def _show_pair_parts(self, *, shown: bool) -> None:
        for each in (self._pair, self.swap, self.list_button):
            each.setVisible(shown)
        self.listing.setVisible(not shown)
        self._describe()

    def _describe(self) -> None:
        pair = self.pair() if self.listing.isHidden() else None
        texts = (("A", pair.a), ("B", pair.b)) if pair else ()
        lengths = (describe_length(name, text) for name, text in texts)
        self.described.emit(" · ".join(filter(None, lengths)))

    def _on_listed(self, a: str, b: str) -> None:
        self.close_list()
        self.show_pair(self.pair()._replace(a=a, b=b, base_a="", base_b=""))

    def restyle(self) -> None:
        is_wide = self.width() >= theme.pixels(WIDE)
        is_low = self.height() < theme.pixels(LOW)
        # Side by side, the texts leave room for the headline in a low window.
        is_side_by_side = is_wide or (is_low and self.width() >= theme.pixels(SIDE_BY_SIDE))
        self._sides.turn(is_wide=is_side_by_side)
        self._panes.turn(is_wide=is_wide)
        for side in (self.a, self.b):
            side.show_brief(is_side_by_side and not is_wide)
        self._order_panes(is_wide=is_wide)
        self._head.fit(self.width() - AROUND)
        self.purpose.setVisible(not is_low)
        for side in (self.a, self.b):
            if is_side_by_side and not is_wide:
                side.editor.let_grow(self.height() * GROWN)
            else:
                side.editor.keep_height(self.height() * (SHARE if is_wide else SHARE / 2))

    def _order_panes(self, *, is_wide: bool) -> None:
        """If the panes are stacked, put the one that the headline is based on first."""
        place = int(is_wide or self._is_confusable)
        if self._panes.indexOf(self.ladder) != place:
            self._panes.removeWidget(self.ladder)
            self._panes.insertWidget(place, self.ladder, 1)

    def _on_difference(self, difference: DifferenceRow) -> None:
        for number, side in enumerate((self.a, self.b)):
            span = difference.span(number)
            side.editor.select(*span)
