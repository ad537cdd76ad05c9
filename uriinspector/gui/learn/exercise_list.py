"""The exercises of a lesson: how each is answered, how far it is, and a button to start."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from uriinspector.core.model import NamedTuple
from uriinspector.gui.learn.question_words import form_words
from uriinspector.gui.learn.row_stack import RowStack
from uriinspector.gui.learn.signs import DONE, EMPTY, HALF, Sign, sign_words
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.lesson import ROUND
from uriinspector.lessons.score import is_done, level_after, points_of, written_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QPushButton

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.lesson import Exercise
    from uriinspector.lessons.score import QuestionOutcome


class ExerciseProgress(NamedTuple):
    """An exercise, and how its questions ended."""

    exercise: Exercise
    outcomes: Sequence[QuestionOutcome]
    answered: int = 0  # in the round that the next question is in
    is_left: bool = False  # a question of it is open

    @property
    def sign(self) -> str:
        """Done, started or not started."""
        if is_done(self.outcomes):
            return DONE
        return HALF if self.outcomes else EMPTY

    @property
    def score(self) -> str:
        """Points and questions."""
        if not self.outcomes:
            return ""
        points = written_points(points_of(self.outcomes))
        return say("{points} of {count}", points=points, count=len(self.outcomes))

    @property
    def words(self) -> str:
        """What the button does: it begins a round, or goes on with one."""
        if self.answered or self.is_left:
            return say("Go on")
        return say("Another round") if self.outcomes else say("Start")

    @property
    def place(self) -> str:
        """Where the round goes on, if it was begun."""
        if not (self.answered or self.is_left):
            return ""
        return say("next: question {number} of {count}", number=self.answered + 1, count=ROUND)


class ExerciseList(QFrame):
    """A row for each exercise; the first one that is not done is offered first."""

    exercise_chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        """Start without rows."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.buttons: list[QPushButton] = []
        self._progress: list[ExerciseProgress] = []
        self.learner = plain_label(role="quiet")
        self.learner.setWordWrap(False)
        self.stack = RowStack()
        head = row(plain_label(say("Exercises"), role="title"), None, self.learner)
        column_of(head, self.stack, None, into=self, margins=(14, 10, 14, 10), spacing=6)

    def show_exercises(self, exercises: Sequence[ExerciseProgress], learner: str) -> None:
        """Show these, with the code that the questions are drawn by."""
        self.learner.setText(say("your own questions: {code}", code=learner))
        self.buttons = []
        self._progress = list(exercises)
        self.stack.show_rows([self._row(each) for each in exercises])

    def take_focus(self) -> None:
        """Let Enter go on with a round, or start the first exercise that is not done."""
        signs = [each.property("sign") for each in self.stack.rows]
        open_ones = [n for n, sign in enumerate(signs) if sign != DONE]
        begun = [n for n, each in enumerate(self._progress) if each.place]
        if self.buttons:
            self.buttons[next(iter((*begun, *open_ones)), 0)].setFocus()

    def _row(self, progress: ExerciseProgress) -> QFrame:
        exercise, outcomes = progress.exercise, progress.outcomes
        frame = QFrame()
        frame.setObjectName("rung")
        frame.setProperty("sign", progress.sign)
        level = level_after(outcomes, exercise.levels)
        title = plain_label(say(exercise.title))
        how = form_words(exercise.kind, exercise.form(level))
        if exercise.levels > 1:
            levels = say("level {level} of {count}", level=level, count=exercise.levels)
            how = f"{how} · {levels}"
        if progress.place:
            how = f"{how} · {progress.place}"
        words = column_of(title, plain_label(how, role="quiet"), spacing=2)
        score = plain_label(progress.score)
        score.setWordWrap(False)
        start = button(
            progress.words,
            partial(self.exercise_chosen.emit, exercise),
        )
        start.setAccessibleName(f"{start.text()}: {say(exercise.title)}")
        start.setAccessibleDescription(
            ". ".join(filter(None, (sign_words(progress.sign), progress.score, how)))
        )
        self.buttons.append(start)
        sign = Sign(self._theme, progress.sign)
        row(sign, stretched(words), score, start, into=frame, margins=(0, 9, 0, 9), spacing=12)
        return frame
