"""Some answers of which any number is chosen: by the digit or letter before each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QVBoxLayout

from uriinspector.gui.learn.answer_line import AnswerLine
from uriinspector.gui.learn.choice_pane import ChoicePane
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row
from uriinspector.lessons.question import letter_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer

NONE = "none"


class SeveralPane(ChoicePane):
    """Rows of which any number is chosen; that it is none has a button."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Offer the answers."""
        super().__init__(theme, asked)
        self._group.setExclusive(False)
        self._is_none = False
        self.none = button(say("None of these"), self._on_none)
        self.line = AnswerLine(theme, asked.question)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addWidget(self.line)
        layout.addLayout(row(self.none, None))

    def _button(self, number: int) -> QAbstractButton:
        # The reasons name choices by their letters.
        has_letters = bool(self.asked.question.choices)
        return QCheckBox(letter_of(number - 1) if has_letters else str(number))

    def answer(self) -> str:
        """All that is chosen."""
        if self._is_none:
            return NONE
        return " ".join(each.text for each in self.rows if each.button.isChecked())

    def is_right(self, text: str) -> bool:
        """Whether it is one of the right ones."""
        return text in self.asked.question.key.split()

    def right_words(self) -> str:
        """All that are right, or that none is."""
        return super().right_words() or self.none.text()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Judge each row by itself; what is right and was not chosen is shown, too."""
        for each in self.rows:
            each.show_result(is_correct=self.is_right(each.text))
        if self._is_none:
            is_right = bool(checked.judged.right)
            self.line.show_answer(NONE, is_correct=is_right, is_own=True)
        elif not any(self.is_right(each.text) for each in self.rows):
            self.line.show_answer(NONE, is_correct=True, is_own=False)
        self.none.hide()

    def _on_none(self) -> None:
        for each in self.rows:
            each.button.setChecked(False)
        self._is_none = True
        self.submitted.emit()
