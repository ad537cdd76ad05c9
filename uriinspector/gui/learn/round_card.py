"""The questions of a round that are over: each with its sign, its mistake and its time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QWidget

from uriinspector.gui.learn.row_stack import RowStack
from uriinspector.gui.learn.sentences import first_sentence, spoken
from uriinspector.gui.learn.signs import Sign, sign_of, sign_words
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.score import points_of, written_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import RoundResult


def result_words(result: RoundResult) -> str:
    """How a question ended: the mistake that was named, or how it was solved."""
    outcome = result.outcome
    if result.mistake is not None and not outcome.right:
        return first_sentence(spoken(result.mistake.reason))[0]
    if outcome.at_once:
        return say("Correct at once")
    if outcome.right:
        return say("Correct with a hint") if outcome.hints else say("Correct on the second try")
    is_shown = outcome.hints or not result.is_answered
    return say("Answer shown") if is_shown else say("Wrong, no known mistake")


def score_words(results: Sequence[RoundResult]) -> str:
    """Points and questions of a round, never percent."""
    points = points_of(each.outcome for each in results)
    return say("{points} of {count}", points=written_points(points), count=len(results))


class RoundCard(QFrame):
    """A row for each question, the last one at the end."""

    def __init__(self, theme: Theme, title: str) -> None:
        """Start without rows."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.score = plain_label(role="quiet")
        self.score.setWordWrap(False)
        self.stack = RowStack()
        self.nothing = plain_label(say("No question answered yet."), role="quiet")
        head = row(plain_label(title, role="title"), None, self.score)
        column_of(head, self.nothing, self.stack, into=self, margins=(14, 10, 14, 12), spacing=6)

    def show_results(self, results: Sequence[RoundResult]) -> None:
        """Show these."""
        self.stack.show_rows(self._row(*each) for each in enumerate(results, 1))
        self.score.setText(score_words(results) if results else "")
        self.nothing.setVisible(not results)

    def _row(self, number: int, result: RoundResult) -> QWidget:
        frame = QFrame()
        frame.setObjectName("rung")
        sign = Sign(self._theme, sign_of(result.outcome), 16)
        words = plain_label(result_words(result))
        seconds = plain_label(say("{seconds} s", seconds=result.seconds), role="quiet")
        seconds.setWordWrap(False)
        label = plain_label(str(number), role="quiet")
        label.setWordWrap(False)
        row(label, sign, stretched(words), seconds, into=frame, margins=(0, 6, 0, 6))
        frame.setAccessibleName(
            say(
                "Question {number}: {sign}. {words}",
                number=number,
                sign=sign_words(sign.name),
                words=words.text(),
            )
        )
        return frame
