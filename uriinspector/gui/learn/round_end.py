"""The end of a round: what it counts, which mistakes were named, and where to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uriinspector.gui.accessibility.announcements import announce
from uriinspector.gui.learn.question_words import round_words
from uriinspector.gui.learn.round_card import RoundCard, score_words
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import GAP, button, card, scrolled
from uriinspector.gui.widgets.layouts import row
from uriinspector.lessons.pair_round import PairRound
from uriinspector.lessons.score import AMONG, WANTED, is_done
from uriinspector.lessons.spot_host_round import SpotHostRound

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
        self.again = button(say("Another round"), self.again_requested.emit)
        self.next = button(say("Next exercise"), self.next_requested.emit)
        self.back = button(say("Back to the lesson"), self.lesson_requested.emit)
        column = scrolled(self)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(GAP)
        column.addWidget(
            card(self.title, self.score, self.words, row(self.next, self.again, self.back, None))
        )
        column.addWidget(self.results)
        column.addStretch(1)

    def show_round(self, ended: ExerciseRound, *, has_next: bool) -> None:
        """Sum a round up."""
        outcomes = [*ended.before, *(each.outcome for each in ended.results)]
        self.title.setText(" · ".join(round_words(ended)))
        self.score.setText(say("Points: {score}", score=score_words(ended.results)))
        if isinstance(ended, SpotHostRound):
            alarms = ended.false_alarms()
            words = say(
                "False alarms: {count} of {honest} honest links.",
                count=alarms.wrong,
                honest=alarms.honest,
            )
        elif isinstance(ended, PairRound):
            words = say("This question was about your own texts.")
        elif is_done(outcomes):
            words = say("This exercise is done.")
        else:
            words = say(
                "Done when {wanted} of the last {among} questions were correct at once.",
                wanted=WANTED,
                among=AMONG,
            )
        counting = say("At once: 1 point. With a hint or on the second try: ½. Shown: 0.")
        self.words.setText(f"{words} {counting}")
        self.results.show_results(ended.results)
        self.next.setVisible(has_next)
        (self.next if has_next and is_done(outcomes) else self.again).setFocus()
        announce(f"{self.score.text()}. {words}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the lesson."""
        from PySide6.QtCore import Qt

        if event.key() == Qt.Key.Key_Escape:
            self.lesson_requested.emit()
        else:
            super().keyPressEvent(event)
