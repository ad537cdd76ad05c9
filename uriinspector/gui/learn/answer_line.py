"""An answer in a line of its own, once it was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame

from uriinspector.gui.learn.answer_pane import CORRECT, WRONG, show_state
from uriinspector.gui.learn.answer_text import AnswerText
from uriinspector.gui.learn.signs import DONE, Sign
from uriinspector.gui.learn.signs import WRONG as CROSS
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.question import Question


class AnswerLine(QFrame):
    """An answer that was given, struck out where it is wrong; or the right one."""

    def __init__(self, theme: Theme, question: Question) -> None:
        """Start hidden."""
        super().__init__()
        self.setObjectName("choice")
        self.label = AnswerText(theme, question)
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
