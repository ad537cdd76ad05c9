"""An answer that is an order: letters add lines, Alt and arrows move them, Delete removes them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem

from uriinspector.gui.accessibility import announce
from uriinspector.gui.learn.answer_line import AnswerLine
from uriinspector.gui.learn.answer_pane import AnswerPane
from uriinspector.gui.learn.answer_text import AnswerText
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button, card
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent
    from PySide6.QtWidgets import QPushButton

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer

OFFER = Qt.ItemDataRole.UserRole
ROW_KEYS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End})


class SequenceList(QListWidget):
    """What was put into the order so far: as high as its rows."""

    def __init__(self, theme: Theme) -> None:
        """Start empty."""
        super().__init__()
        self._theme = theme
        self.setAccessibleName(say("Your order"))
        self.setObjectName("outline")
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.fit()

    def offers(self) -> list[str]:
        """The letters in their order."""
        return [self.item(at).data(OFFER) for at in range(self.count())]

    def show_offers(self, rows: list[tuple[str, str]], current: int) -> None:
        """Show these letters, each with its words."""
        self.clear()
        for number, (offer, words) in enumerate(rows, 1):
            item = QListWidgetItem(f"{number}.  {offer}  {words}")
            item.setData(OFFER, offer)
            self.addItem(item)
        self.setCurrentRow(min(current, self.count() - 1))
        self.fit()

    def fit(self) -> None:
        """Be as high as the rows; without any, as high as one."""
        rows = sum(self.sizeHintForRow(at) for at in range(self.count()))
        self.setFixedHeight(max(rows, self._theme.pixels(30)) + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave letters, and what moves or removes a row, to the pane: a list would search."""
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if is_plain and event.key() in ROW_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps the words at other places."""
        super().resizeEvent(event)
        self.fit()

    def minimumSizeHint(self) -> QSize:
        """Be as narrow as there is room."""
        return QSize(60, super().minimumSizeHint().height())


class OfferRow(QFrame):
    """One line that can be added, as often as it is needed."""

    def __init__(self, theme: Theme, offer: str, asked: AskedQuestion) -> None:
        """Show the letter on a button."""
        super().__init__()
        self.setObjectName("choice")
        self.offer = offer
        self.label = AnswerText(theme, asked.question)
        self.label.show_offer(offer)
        self.button = button(offer, lambda: None)
        words = say("Add {letter}: {text}", letter=offer, text=self.label.text())
        self.button.setAccessibleName(words)
        row(self.button, stretched(self.label), into=self, margins=(10, 5, 10, 5), spacing=10)


class SequencePane(AnswerPane):
    """Lines to choose from, and below them the order that they are put into."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Start without an order."""
        super().__init__(theme, asked)
        self.rows = [OfferRow(theme, offer, asked) for offer in asked.choices]
        for each in self.rows:
            each.button.clicked.connect(partial(self.add, each.offer))
        self.list = SequenceList(theme)
        self.list.setAccessibleDescription(_help())
        self.help = plain_label(_help(), role="quiet")
        self.tools = self._tools()
        self.line = AnswerLine(theme, asked.question)
        self.key_line = AnswerLine(theme, asked.question)
        title = plain_label(say("Your order"), role="title")
        self.order = card(row(title, None, *self.tools), self.list, self.help)
        column_of(
            *self.rows,
            *(self.order, self.line, self.key_line),
            into=self,
            margins=(0, 0, 0, 0),
            spacing=6,
        )

    def answer(self) -> str:
        """The letters in their order."""
        return " ".join(self.list.offers())

    def add(self, offer: str) -> None:
        """Put a line behind the others."""
        offers = [*self.list.offers(), offer]
        self._show(offers, len(offers) - 1)

    def shift(self, step: int) -> None:
        """Move the line that is chosen up or down."""
        offers, at = self.list.offers(), self.list.currentRow()
        if 0 <= at < len(offers) and 0 <= at + step < len(offers):
            offers.insert(at + step, offers.pop(at))
            self._show(offers, at + step)

    def remove(self) -> None:
        """Take the line that is chosen out of the order."""
        offers, at = self.list.offers(), self.list.currentRow()
        if 0 <= at < len(offers):
            del offers[at]
            self._show(offers, at)

    def press(self, text: str) -> bool:
        """Add a line by its letter."""
        offer = text.upper()
        if offer not in self.asked.choices or not self.list.isEnabled():
            return False
        self.add(offer)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt and arrows move a line, Delete removes it."""
        is_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        steps = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1} if is_alt else {}
        erasers = {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}
        if event.key() in steps:
            self.shift(steps[event.key()])
        elif event.key() in erasers and self.list.isEnabled():
            self.remove()
        else:
            super().keyPressEvent(event)

    def take_focus(self) -> None:
        """Let the keys go to the order."""
        self.list.setFocus()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Keep the answer in sight; the right one comes where the question is over."""
        is_right = bool(checked.judged.right)
        if checked.answer.strip():
            self.line.show_answer(checked.answer, is_correct=is_right, is_own=True)
        if checked.is_last:
            self.order.hide()
            for each in self.rows:
                each.button.setEnabled(False)
            if not is_right:
                key = self.asked.question.key
                self.key_line.show_answer(key, is_correct=True, is_own=False)

    def _show(self, offers: list[str], current: int) -> None:
        words = {each.offer: each.label.text() for each in self.rows}
        self.list.show_offers([(each, words[each]) for each in offers], current)
        announce(" ".join(offers) or say("Empty"))

    def _tools(self) -> list[QPushButton]:
        return [
            button(say("Up"), lambda: self.shift(-1)),
            button(say("Down"), lambda: self.shift(1)),
            button(say("Remove"), self.remove),
        ]


def _help() -> str:
    return say("Letters add a line. Alt+Up and Alt+Down move it, Delete removes it.")
