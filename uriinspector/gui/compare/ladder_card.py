"""The ladder as cards below each other: one rung each, its clauses as links."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from uriinspector.analysis.citation import shown_cite
from uriinspector.gui.text.paragraph import ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.marked_text import MarkedText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from uriinspector.gui.compare.rung_cards import RungCard
    from uriinspector.gui.theme import Theme

TITLE, STRONG, QUIET = TextStyle(), TextStyle(weight=650), TextStyle("muted", 12)
ANSWER, YES = TextStyle("muted", 12), TextStyle(size=12, weight=650)
HEAD = 132  # width of what stands in front of the forms, before zoom


class LadderCard(QFrame):
    """Every rung, from the texts as they are to the one that is never climbed; then browsers."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start without rungs."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.rungs: list[RungWidget] = []
        self.empty = plain_label(
            say("Shows at which level of the comparison ladder the two links match."), role="quiet"
        )
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setContentsMargins(24, 24, 24, 24)
        self.empty.setMinimumHeight(theme.pixels(120))
        title = plain_label(say("Comparison ladder"), role="title")
        title.setContentsMargins(14, 10, 14, 9)
        self._column = column_of(
            title, stretched(self.empty), into=self, margins=(1, 1, 1, 1), spacing=0
        )
        self._column.addStretch(0)

    def show_steps(self, cards: Sequence[RungCard]) -> Iterator[Callable[[], object]]:
        """Show cards, rung by rung."""
        yield lambda: self.empty.setVisible(not cards)
        for number in range(max(len(cards), len(self.rungs))):
            yield partial(self._show_card, number, cards[number] if number < len(cards) else None)

    def _show_card(self, number: int, card: RungCard | None) -> None:
        if number == len(self.rungs):
            rung_widget = RungWidget(self._theme, self.clause_requested.emit)
            self.rungs.append(rung_widget)
            self._column.insertWidget(self._column.count() - 1, rung_widget)
        self.rungs[number].setVisible(card is not None)
        if card is not None:
            self.rungs[number].show_card(card)


class RungWidget(QFrame):
    """One rung."""

    def __init__(self, theme: Theme, ask: Callable[[str], object]) -> None:
        """Start without a rung."""
        super().__init__()
        self._theme = theme
        self._ask = ask
        self.card: RungCard | None = None
        self.title = ParagraphLabel(theme, most=2)
        self.answer = ParagraphLabel(theme, most=2)
        self.forms = (MarkedText(theme, size=12), MarkedText(theme, size=12))
        self.note = ParagraphLabel(theme, most=4)
        self.links: list[QWidget] = []
        self._head = QWidget()
        column_of(self.title, self.answer, None, into=self._head, margins=(0, 0, 0, 0), spacing=2)
        body = column_of(*self.forms, spacing=2)
        self._footer = row(stretched(self.note), spacing=12)
        body.addLayout(self._footer)
        body.addStretch(1)
        row(self._head, stretched(body), into=self, margins=(13, 7, 14, 8), spacing=12)

    def show_card(self, card: RungCard) -> None:
        """Show this rung."""
        self._head.setFixedWidth(self._theme.pixels(HEAD))
        if card == self.card:
            return
        self.card = card
        self.setObjectName("met" if card.is_first else "rung")
        self.style().polish(self)
        self.title.tell([TextRun(card.title, STRONG if card.is_first else TITLE)])
        self.answer.tell([TextRun(f"{card.sign} {card.outcome}", YES if card.is_met else ANSWER)])
        self.note.tell([TextRun(card.note, QUIET)])
        for number, each in enumerate(self.forms):
            each.setVisible(number < len(card.forms))
            each.show_pieces(card.forms[number] if number < len(card.forms) else ())
        self._link(card)
        self.setAccessibleName(f"{card.title}: {card.outcome}")

    def _link(self, card: RungCard) -> None:
        for old in self.links:
            old.hide()
            old.deleteLater()
        self.links = []
        for cite in card.cites:
            result = button(
                shown_cite(cite, say("appendix")),
                lambda cite=cite: self._ask(cite),  # type: ignore[misc]
                link=True,
            )
            self.links.append(result)
            self._footer.addWidget(result, 0, Qt.AlignmentFlag.AlignTop)
