"""A lesson: what it says, its example, its exercises, and the mistakes that it is about."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from uriinspector.gui.learn.course_outline import CourseOutline
from uriinspector.gui.learn.due_card import DueCard
from uriinspector.gui.learn.exercise_list import ExerciseList, ExerciseProgress
from uriinspector.gui.learn.lesson_mistakes import LessonMistakes
from uriinspector.gui.learn.live_example import LiveExample
from uriinspector.gui.learn.row_stack import CiteLine
from uriinspector.gui.learn.sentences import WORDS, lesson_runs
from uriinspector.gui.learn.signs import DONE, EMPTY, HALF
from uriinspector.gui.text.paragraph import ParagraphLabel, TextRun
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import GAP, button, card, chooser, scrolled
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.exercise_round import item_of
from uriinspector.lessons.repetition import answered_in_round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtGui import QResizeEvent

    from uriinspector.gui.storage.learning_record import LearningRecord
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.lesson import Course, Lesson
    from uriinspector.lessons.repetition import DueSkill

# Before zoom: with less room the mistakes go under the exercises, and the outline becomes a menu.
WIDE, MEDIUM = 1060, 700
OUTLINE, SIDE = 262, 262
NO_LIMIT = 16_777_215


class LessonView(QWidget):
    """The outline on the left, the lesson beside it."""

    exercise_chosen = Signal(object, object)  # a Lesson and an Exercise
    lesson_shown = Signal(str)  # its code
    open_requested = Signal(str, str)
    clause_requested = Signal(str)
    pack_requested = Signal()
    sheets_requested = Signal()
    spot_requested = Signal()

    def __init__(self, theme: Theme, course: Course, record: LearningRecord) -> None:
        """Show the first lesson."""
        super().__init__()
        self.setObjectName("page")
        self._theme = theme
        self._course = course
        self._record = record
        self.learner = ""
        self.is_left: Callable[[str], bool] = lambda _item: False
        self.lesson: Lesson = course.lessons[0]
        self.outline = CourseOutline(
            theme,
            course,
            button(say("Spot the host…"), self.spot_requested.emit),
            button(say("Open a teacher's pack…"), self.pack_requested.emit),
            button(say("Sheets for a class…"), self.sheets_requested.emit),
        )
        self.menu = chooser(
            say("Lessons"),
            {each.code: f"{each.number}  {say(each.title)}" for each in course.lessons},
        )
        self.title = plain_label(role="headline")
        self.text = ParagraphLabel(theme)
        self._cites = CiteLine(self.clause_requested.emit)
        self.example = LiveExample(theme)
        self.exercises = ExerciseList(theme)
        self.due = DueCard()
        self.mistakes = LessonMistakes(theme)
        self._lay_out()
        self._wire()

    def show_lesson(self, lesson: Lesson) -> None:
        """Show a lesson from its beginning."""
        self.lesson = lesson
        self.title.setText(f"{lesson.number}  {say(lesson.title)}")
        runs: list[TextRun] = []
        for text in lesson.text:
            runs += [*lesson_runs(text), TextRun(" ", WORDS)]
        self.text.tell(runs[:-1])
        self._cites.show_cites(lesson.cites)
        self.example.show_example(*lesson.example)
        self.outline.choose(lesson.number - 1)
        self.menu.blockSignals(True)
        self.menu.setCurrentIndex(lesson.number - 1)
        self.menu.blockSignals(False)
        self.refresh()
        self.lesson_shown.emit(lesson.code)

    def refresh(self) -> None:
        """Show what was answered since."""
        lesson = self.lesson
        self.exercises.show_exercises(list(self._places(lesson)), self.learner)
        items = [item_of(each, one) for each in self._course.lessons for one in each.exercises]
        self.mistakes.show_lesson(lesson, self._record.mistakes(items))
        signs, done, count = [], 0, 0
        for each in self._course.lessons:
            own = [progress.sign for progress in self._progress(each)]
            signs.append(_together(own))
            done += own.count(DONE)
            count += len(own)
        self.outline.show_progress(signs, done, count)

    def show_due(self, due: Sequence[DueSkill], days: int | None, key: str) -> None:
        """Show what is due, and at each lesson how much of it."""
        self.due.show_due(due, days, key)
        self.outline.show_due(Counter(each.skill.lesson.code for each in due))

    def take_focus(self, *, prefers_due: bool = False) -> None:
        """Let Enter start an exercise, or what is due."""
        if prefers_due and self.due.isVisible() and not self.due.repeat.isHidden():
            self.due.repeat.setFocus()
        else:
            self.exercises.take_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put things beside each other where there is room."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom leaves another room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_columns"):
            self.fit()

    def fit(self) -> None:
        """Lay the columns out in the width that there is."""
        pixels, directions = self._theme.pixels, QBoxLayout.Direction
        is_wide, is_medium = self.width() >= pixels(WIDE), self.width() >= pixels(MEDIUM)
        self._columns.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self._side.setMaximumWidth(pixels(SIDE) if is_wide else NO_LIMIT)
        self._side.setMinimumWidth(pixels(SIDE) if is_wide else 0)
        # It is never at the end of a column, where nobody would see it.
        if is_wide or is_medium:
            (self._side_column if is_wide else self._left_column).insertWidget(0, self.due)
        else:
            self._main_column.insertWidget(1, self.due)
        self.due.lie(is_flat=not (is_wide or is_medium))
        self.due.setMaximumWidth(pixels(OUTLINE) if is_wide or is_medium else NO_LIMIT)
        self.outline.setVisible(is_medium)
        self.outline.setFixedWidth(pixels(OUTLINE))
        self.menu.setVisible(not is_medium)

    def _progress(self, lesson: Lesson) -> list[ExerciseProgress]:
        return [
            ExerciseProgress(each, self._record.outcomes(item_of(lesson, each)))
            for each in lesson.exercises
        ]

    def _places(self, lesson: Lesson) -> Iterator[ExerciseProgress]:
        """How far each exercise is, and where its round goes on."""
        for each in self._progress(lesson):
            item = item_of(lesson, each.exercise)
            answered = answered_in_round(item, self.learner, self._record.answers(item))
            yield each._replace(answered=answered, is_left=self.is_left(item))

    def _lay_out(self) -> None:
        words = card(self.title, self.text, self._cites)
        main, inner, self._side = QWidget(), QWidget(), QWidget()
        parts = (self.menu, words, self.example, self.exercises, None)
        self._main_column = column_of(*parts, into=main, margins=(0, 0, 0, 0), spacing=GAP)
        side = (self.due, stretched(self.mistakes))
        self._side_column = column_of(*side, into=self._side, margins=(0, 0, 0, 0), spacing=GAP)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(GAP)
        self._columns.addWidget(main, 1)
        self._columns.addWidget(self._side)
        column = scrolled(inner)
        column.setContentsMargins(0, 14, 16, 10)
        column.addLayout(self._columns, 1)
        outline = stretched(self.outline)
        self._left_column = column_of(outline, margins=(16, 14, 0, 10), spacing=GAP)
        row(self._left_column, stretched(inner), into=self, margins=(0, 0, 0, 0), spacing=GAP)

    def _wire(self) -> None:
        self.outline.lesson_chosen.connect(self._on_lesson)
        self.outline.lesson_entered.connect(self.exercises.take_focus)
        self.menu.currentIndexChanged.connect(self._on_lesson)
        self.exercises.exercise_chosen.connect(
            lambda exercise: self.exercise_chosen.emit(self.lesson, exercise)
        )
        self.example.open_requested.connect(self.open_requested)

    def _on_lesson(self, number: int) -> None:
        if number >= 0:
            self.show_lesson(self._course.lessons[number])


def _together(signs: list[str]) -> str:
    """The sign of a lesson."""
    if all(each == DONE for each in signs):
        return DONE
    return EMPTY if all(each == EMPTY for each in signs) else HALF
