"""Above a question: what is practiced, and how far the round is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QProgressBar

from uriinspector.gui.learn.question_words import round_words
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import ExerciseRound

BAR = 160
# Before zoom: with less room the exercise goes under the lesson, and the bar away.
WIDE, MEDIUM = 880, 560


class RoundHead(QFrame):
    """Lesson and exercise on the left; the number of the question and a way out on the right."""

    left = Signal()

    def __init__(self, theme: Theme) -> None:
        """Start without a round."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.title = plain_label(role="title")
        self.subtitle = plain_label(role="quiet")
        self.place = plain_label(role="quiet")
        self.place.setWordWrap(False)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(theme.pixels(6))
        self.bar.setMaximumWidth(theme.pixels(BAR))
        self.leave = button(say("Leave"), self.left.emit)
        self._words = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._words.setSpacing(12)
        self._words.addWidget(self.title)
        self._words.addWidget(self.subtitle, 1)
        whole = row(self.place, self.bar, self.leave, into=self, margins=(14, 10, 14, 10))
        whole.setSpacing(12)
        whole.insertLayout(0, self._words, 1)

    def begin(self, asking: ExerciseRound) -> None:
        """Name a round."""
        self.bar.setRange(0, asking.count)

    def show_place(self, asking: ExerciseRound, number: int) -> None:
        """Say which question is asked."""
        for label, words in zip((self.title, self.subtitle), round_words(asking), strict=True):
            label.setText(words)
        self.place.setText(say("{number} of {count}", number=number, count=asking.count))
        self.bar.setValue(number - 1)
        self.bar.setAccessibleName(self.place.text())

    def fit(self, width: int) -> None:
        """Use the room that there is."""
        pixels, directions = self._theme.pixels, QBoxLayout.Direction
        is_wide = width >= pixels(WIDE)
        self._words.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self._words.setSpacing(12 if is_wide else 2)
        self.title.setWordWrap(not is_wide)
        self.bar.setVisible(width >= pixels(MEDIUM))
