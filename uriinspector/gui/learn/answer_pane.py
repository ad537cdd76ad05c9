"""What an answer is given with: one class for each way to answer, and what they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.core.model import Span
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer

OPEN, CHOSEN, CORRECT, WRONG = "", "chosen", "correct", "wrong"


class AnswerPane(QWidget):
    """One question is answered here, by keys alone or by pointing."""

    submitted = Signal()  # Enter in a field

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Start without an answer."""
        super().__init__()
        self.theme = theme
        self.asked = asked

    def answer(self) -> str:
        """The answer as it is judged; "" where there is none yet."""
        raise NotImplementedError

    def missing_words(self) -> str:
        """What is said where there is no answer to judge."""
        return say("There is no answer yet.")

    def span(self) -> Span | None:
        """Where the answer is in the text, if it was marked there."""
        return None

    def is_advanced(self) -> bool:
        """Whether the answer is right so far, and goes on with another step."""
        return False

    def press(self, text: str) -> bool:
        """Take a digit or a letter that chooses something; whether there is such a choice."""
        del text
        return False

    def take_focus(self) -> None:
        """Let the keys go to the answer."""
        self.setFocus()

    def spoken(self) -> str:
        """The text that is marked, as it is written; "" where there is none here."""
        return ""

    def spell(self) -> str:
        """The text that is marked, character by character; "" where there is none here."""
        return ""

    def show_colors(self) -> None:
        """Show the components of the text that was marked, if any."""

    def right_words(self) -> str:
        """The right answer as the pane shows it, for who hears it; "" where the reason says it."""
        return ""

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show how it was judged; the answer stays in sight."""
        raise NotImplementedError


def show_state(frame: QFrame, state: str) -> None:
    """Draw a frame for an answer: chosen, correct or wrong."""
    frame.setProperty("answer", state)
    for each in (frame, *frame.findChildren(QLabel)):
        each.style().unpolish(each)  # the style sheet asks for it
        each.style().polish(each)
