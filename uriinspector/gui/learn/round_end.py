"""The end of a round: what it counts, which mistakes were named, and where to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uriinspector.gui.accessibility import announce
from uriinspector.gui.learn.due_card import due_words
from uriinspector.gui.learn.question_words import is_of_class, round_words
from uriinspector.gui.learn.round_card import RoundCard, score_words
from uriinspector.gui.learn.trick_card import TrickCard, summary_words
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import GAP, button, card, scrolled
from uriinspector.gui.widgets.layouts import row
from uriinspector.lessons.exercise_round import OwnRound
from uriinspector.lessons.repetition import RepetitionRound
from uriinspector.lessons.score import AMONG, WANTED, is_done
from uriinspector.lessons.spot_the_host import SpotHostRound

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import ExerciseRound


class RoundEnd(QWidget):
    """Sums up a round."""

    again_requested = Signal()
    next_requested = Signal()
    lesson_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        """Start without a round."""
        super().__init__()
        self.setObjectName("page")
        self.title = plain_label(role="quiet")
        self.score = plain_label(role="headline")
        self.words = plain_label()
        self.results = RoundCard(theme, say("Your answers"))
        self.tricks = TrickCard(theme)
        self.again = button(say("Another round"), self.again_requested.emit)
        self.next = button(say("Next exercise"), self.next_requested.emit)
        self.back = button(say("Back to the lesson"), self.lesson_requested.emit)
        column = scrolled(self)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(GAP)
        column.addWidget(
            card(self.title, self.score, self.words, row(self.next, self.again, self.back, None))
        )
        column.addWidget(self.tricks)
        column.addWidget(self.results)
        column.addStretch(1)

    def show_round(self, ended: ExerciseRound, *, has_next: bool, due: int) -> None:
        """Sum a round up; so many questions are still ``due``."""
        self._show_tricks(ended)
        outcomes = [*ended.before, *(each.outcome for each in ended.results)]
        is_repetition = isinstance(ended, RepetitionRound)
        titles = round_words(ended)
        self.title.setText(titles[0] if is_repetition else " · ".join(titles))
        self.score.setText(_headline(ended))
        if isinstance(ended, SpotHostRound):
            words = summary_words(ended.result())
        elif isinstance(ended, OwnRound):
            words = say("These questions were about your own texts. Nothing was kept.")
        elif is_repetition:
            words = say("Still due today: {count}.", count=due) if due else due_words(0)
        elif is_done(outcomes):
            words = say("This exercise is done.")
        else:
            words = say(
                "Done when {wanted} of the last {among} questions were correct at once.",
                wanted=WANTED,
                among=AMONG,
            )
        counting = say("At once: 1 point. With a hint or on the second try: ½. Shown: 0.")
        is_class = is_of_class(ended)
        self.words.setText(words if is_class else f"{words} {counting}")
        self.results.show_results(ended.results)
        self.next.setVisible(has_next)
        has_more = bool(due) or not is_repetition
        self.again.setVisible(has_more)
        first = self.next if has_next and is_done(outcomes) else self.again
        (first if has_more else self.back).setFocus()
        announce(f"{self.score.text()}. {words}")

    def _show_tricks(self, ended: ExerciseRound) -> None:
        """Of a round of links what came of each trick; a class has no answers of its own."""
        self.tricks.hide()
        if isinstance(ended, SpotHostRound):
            self.tricks.show_result(ended.result())
        self.results.setVisible(not is_of_class(ended))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the lesson."""
        from PySide6.QtCore import Qt

        if event.key() == Qt.Key.Key_Escape:
            self.lesson_requested.emit()
        else:
            super().keyPressEvent(event)


def _headline(ended: ExerciseRound) -> str:
    """The points; of a class how often it was right."""
    if not (isinstance(ended, SpotHostRound) and ended.options.is_class):
        return say("Points: {score}", score=score_words(ended.results))
    result = ended.result()
    if not result.asked:
        return say("All answers were shown")
    return say("Correct: {right} of {asked}", right=result.right, asked=result.asked)
