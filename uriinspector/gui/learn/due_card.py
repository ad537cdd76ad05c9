"""What is due today: how many questions, of which lessons, and a button that asks them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy

from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row
from uriinspector.lessons.repetition import MOST_AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.lessons.repetition import DueSkill

MOST_LESSONS = 3


def due_words(count: int) -> str:
    """How many questions are due."""
    return say("Due today: {count}", count=count) if count else say("Nothing is due today.")


class DueCard(QFrame):
    """Shown once something was answered that will come back."""

    repeat_requested = Signal()

    def __init__(self) -> None:
        """Start hidden."""
        super().__init__()
        self.setObjectName("card")
        self.title = plain_label(role="title")
        self.title.setWordWrap(False)
        self.words = plain_label(role="quiet")
        self.repeat = button(say("Repeat"), self.repeat_requested.emit)
        self.key = plain_label(role="key")
        self.key.setWordWrap(False)
        self.key.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._line = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._line.setContentsMargins(14, 10, 14, 10)
        self._line.setSpacing(8)
        self._line.addWidget(self.title)
        self._line.addWidget(self.words, 1)
        self._line.addLayout(row(self.repeat, self.key, None))
        self.hide()

    def show_due(self, due: Sequence[DueSkill], days: int | None, key: str) -> None:
        """Show what is due; or, where that is nothing, in how many ``days`` something will be."""
        self.title.setText(due_words(len(due)))
        self.words.setText(_lessons(due) if due else _later(days or 1))
        self.key.setText(key)
        self.repeat.setVisible(bool(due))
        self.key.setVisible(bool(due and key))
        self.repeat.setAccessibleName(f"{self.title.text()}: {self.repeat.text()}")
        self.repeat.setAccessibleDescription(self.words.text())
        self.setVisible(bool(due) or days is not None)

    def lie(self, *, is_flat: bool) -> None:
        """Put the button beside the words where there is only height to save."""
        directions = QBoxLayout.Direction
        self._line.setDirection(directions.LeftToRight if is_flat else directions.TopToBottom)


def _lessons(due: Sequence[DueSkill]) -> str:
    """The lessons that most of it is from."""
    counts = Counter(each.skill.lesson.title for each in due)
    rows = [
        say("{title}: {count}", title=say(title), count=count)
        for title, count in counts.most_common(MOST_LESSONS)
    ]
    words = " · ".join(rows)
    others = sum(counts.values()) - sum(n for _, n in counts.most_common(MOST_LESSONS))
    words += f" · {say('other lessons: {count}', count=others)}" if others else ""
    if len(due) > MOST_AT_ONCE:
        rounds = say("A round asks {count} of them, the oldest first.", count=MOST_AT_ONCE)
        words = f"{words}. {rounds}"
    return words


def _later(days: int) -> str:
    return say_count(
        days, "The next question is due tomorrow.", "The next question is due in {count} days."
    )
