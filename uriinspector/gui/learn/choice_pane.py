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

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer


class ChoiceLine(QFrame):
    """One answer, with its digit."""

    def __init__(self, theme: Theme, number: int, text: str, kind: str) -> None:
        """Show an answer."""
        super().__init__()
        self.setObjectName("choice")
        self.text = text
        self.button = QRadioButton(str(number))
        self.label = AnswerText(theme, kind)
        self.label.show_answer(text)
        self.sign = Sign(theme, DONE)
        self.tag = plain_label(role="tag")
        self.tag.setWordWrap(False)
        words = self.label.text()
        self.button.setAccessibleName(say("Answer {number}: {text}", number=number, text=words))
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
            self.label.show_answer(self.text, struck=True)
        self.button.setAccessibleDescription(self.tag.text())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose it wherever it is pressed."""
        if event.button() == Qt.MouseButton.LeftButton and self.button.isEnabled():
            self.button.setChecked(True)
            self.button.setFocus(Qt.FocusReason.MouseFocusReason)

    def _on_toggled(self, checked: bool) -> None:
        show_state(self, CHOSEN if checked else OPEN)


class ChoicePane(AnswerPane):
    """Rows of which one is chosen."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Offer the answers."""
        super().__init__(theme, asked)
        self._group = QButtonGroup(self)
        kind = asked.question.kind
        self.rows = [
            ChoiceLine(theme, number, text, kind) for number, text in enumerate(asked.choices, 1)
        ]
        for each in self.rows:
            self._group.addButton(each.button)
        column_of(*self.rows, into=self, margins=(0, 0, 0, 0), spacing=8)

    def answer(self) -> str:
        """What is chosen."""
        return next((each.text for each in self.rows if each.button.isChecked()), "")

    def press(self, text: str) -> bool:
        """Choose by a digit."""
        is_digit = text.isascii() and text.isdecimal() and 0 < int(text) <= len(self.rows)
        if is_digit and self.isEnabled():
            chosen = self.rows[int(text) - 1].button
            chosen.setChecked(True)
            chosen.setFocus()
        return is_digit

    def take_focus(self) -> None:
        """Let arrows and digits choose."""
        self.rows[0].button.setFocus()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show which one is right, and strike out another one that was chosen."""
        del checked
        for each in self.rows:
            each.show_result(is_correct=each.text == self.asked.question.key)


class AnswerLine(QFrame):
    """An answer that was given, struck out where it is wrong; or the right one."""

    def __init__(self, theme: Theme, kind: str) -> None:
        """Start hidden."""
        super().__init__()
        self.setObjectName("choice")
        self.label = AnswerText(theme, kind)
        self.sign = Sign(theme, CROSS)
        self.tag = plain_label(role="tag")
        self.tag.setWordWrap(False)
        row(
            stretched(self.label),
            self.sign,
            self.tag,
            into=self,
            margins=(14, 8, 14, 8),
            spacing=10,
        )
        self.hide()

    def show_answer(self, text: str, *, is_correct: bool, is_own: bool) -> None:
        """Show an answer, and say whose it is."""
        self.label.show_answer(text, struck=not is_correct)
        show_state(self, CORRECT if is_correct else WRONG)
        words = say("your answer, correct") if is_own else say("correct")
        words = words if is_correct else say("your answer")
        self.sign.show_sign(DONE if is_correct else CROSS, words)
        self.tag.setText(words)
        self.setAccessibleName(f"{self.label.text()}, {words}")
        self.show()
