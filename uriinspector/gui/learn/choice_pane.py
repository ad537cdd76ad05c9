"""Some answers to choose from: by the digit before each, by arrows, or by pointing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QFrame, QRadioButton

from uriinspector.gui.learn.answer_pane import (
    CHOSEN,
    CORRECT,
    OPEN,
    WRONG,
    AnswerPane,
    show_state,
)
from uriinspector.gui.learn.answer_text import AnswerText
from uriinspector.gui.learn.signs import DONE, Sign
from uriinspector.gui.learn.signs import WRONG as CROSS
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QAbstractButton

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer
    from uriinspector.lessons.question import Question


class ChoiceLine(QFrame):
    """One answer, with its digit or letter on the button that chooses it."""

    def __init__(
        self, theme: Theme, button: QAbstractButton, text: str, question: Question
    ) -> None:
        """Show an answer."""
        super().__init__()
        self.setObjectName("choice")
        self.text = text
        self.button = button
        self.label = AnswerText(theme, question)
        self.label.show_offer(text)
        self.sign = Sign(theme, DONE)
        self.tag = plain_label(role="tag")
        self.tag.setWordWrap(False)
        name = say("Answer {number}: {text}", number=button.text(), text=self.label.text())
        self.button.setAccessibleName(name)
        self.button.toggled.connect(self._on_toggled)
        row(
            self.button,
            stretched(self.label),
            self.sign,
            self.tag,
            into=self,
            margins=(14, 8, 14, 8),
            spacing=10,
        )
        for each in (self.sign, self.tag):
            each.hide()

    def show_result(self, *, is_correct: bool) -> None:
        """Say whether it is right, and whether it was chosen."""
        is_chosen = self.button.isChecked()
        self.button.setEnabled(False)
        if not (is_correct or is_chosen):
            show_state(self, OPEN)
            return
        show_state(self, CORRECT if is_correct else WRONG)
        self.sign.show_sign(DONE if is_correct else CROSS, say("correct") if is_correct else "")
        words = say("your answer, correct") if is_chosen else say("correct")
        self.tag.setText(words if is_correct else say("your answer"))
        for each in (self.sign, self.tag):
            each.show()
        if not is_correct:
            self.label.show_offer(self.text, struck=True)
        self.button.setAccessibleDescription(self.tag.text())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose it wherever it is pressed."""
        if event.button() == Qt.MouseButton.LeftButton and self.button.isEnabled():
            self.button.click()
            take_focus(self.button)

    def _on_toggled(self, checked: bool) -> None:
        show_state(self, CHOSEN if checked else OPEN)


class ChoicePane(AnswerPane):
    """Rows of which one is chosen."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Offer the answers."""
        super().__init__(theme, asked)
        self._group = QButtonGroup(self)
        self.rows = [
            ChoiceLine(theme, self._button(number), text, asked.question)
            for number, text in enumerate(asked.choices, 1)
        ]
        for each in self.rows:
            self._group.addButton(each.button)
        column_of(*self.rows, into=self, margins=(0, 0, 0, 0), spacing=8)

    def _button(self, number: int) -> QAbstractButton:
        return QRadioButton(str(number))

    def answer(self) -> str:
        """What is chosen."""
        return next((each.text for each in self.rows if each.button.isChecked()), "")

    def press(self, text: str) -> bool:
        """Choose by what is on the button."""
        chosen = next((each for each in self.rows if each.button.text() == text.upper()), None)
        if chosen is not None and chosen.button.isEnabled():
            chosen.button.click()
            take_focus(chosen.button)
        return chosen is not None

    def choose_example(self, *, rightly: bool) -> None:
        """Choose the right answer, or the first wrong one."""
        next(each for each in self.rows if self.is_right(each.text) == rightly).button.click()

    def take_focus(self) -> None:
        """Let arrows, digits and letters choose."""
        self.rows[0].button.setFocus()

    def is_right(self, text: str) -> bool:
        """Whether one of the answers is right, or one of those that are."""
        return text == self.asked.question.key

    def right_words(self) -> str:
        """What is on the button of the right one, and its words."""
        right = [each for each in self.rows if self.is_right(each.text)]
        return "; ".join(f"{each.button.text()}, {each.label.text()}" for each in right)

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show which one is right, and strike out another one that was chosen."""
        del checked
        for each in self.rows:
            each.show_result(is_correct=self.is_right(each.text))


def take_focus(button: QAbstractButton) -> None:
    """Give the keys to what was chosen, unless it may have none."""
    if button.focusPolicy() != Qt.FocusPolicy.NoFocus:
        button.setFocus()
