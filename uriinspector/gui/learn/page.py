"""The page that teaches: lessons, rounds of questions, and what was answered."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from uriinspector.gui.learn.lesson_view import LessonView
from uriinspector.gui.learn.question_view import QuestionView
from uriinspector.gui.learn.round_end import RoundEnd
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip
from uriinspector.lessons.draw import code_of
from uriinspector.lessons.exercise_round import ExerciseRound, item_of
from uriinspector.lessons.lesson import course
from uriinspector.lessons.pair_round import LONGEST, PairRound, pair_round
from uriinspector.lessons.spot_host_round import SpotHostRound, spot_host
from uriinspector.lessons.spot_the_host import spot_code

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QShowEvent

    from uriinspector.gui.inspect.drawer import Drawer
    from uriinspector.gui.storage.profile import Profile
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import CheckedAnswer
    from uriinspector.lessons.lesson import Exercise, Lesson
    from uriinspector.lessons.question import Question

STAYS = "What you answer stays on this computer."
RESERVED = "All names and addresses are reserved for examples."


class LearnState(NamedTuple):
    """What outlasts a change of the language: the lesson, and the round."""

    lesson: int
    round: ExerciseRound | None


class LearnPage(QWidget):
    """A lesson, a question, or the end of a round."""

    described = Signal(str)
    inspect_requested = Signal(str, str)  # a link and its base, or ""
    resolve_requested = Signal(str, str, str)  # base, reference, edition

    def __init__(self, theme: Theme, profile: Profile) -> None:
        """Show the first lesson that is not done."""
        super().__init__()
        self.setObjectName("page")
        self._theme = theme
        self._profile = profile
        self._course = course()
        self.record = profile.learning
        self.lesson_view = LessonView(theme, self._course, self.record)
        self.lesson_view.learner = self._learner()
        self.question_view = QuestionView(theme)
        self.round_end = RoundEnd(theme)
        self.strip = NoticeStrip(theme)
        self.strip.float_over(self)
        self.stack = QStackedWidget()
        for each in (self.lesson_view, self.question_view, self.round_end):
            self.stack.addWidget(each)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.stack)
        self._wire()
        self.lesson_view.show_lesson(self._course.lessons[0])

    @cached_property
    def drawer(self) -> Drawer:
        """The cards, whose rules are loaded when the first one is asked for."""
        from uriinspector.gui.inspect.drawer import Drawer

        return Drawer(self._theme, self)

    def show_lesson(self) -> None:
        """Show the lesson again."""
        self.lesson_view.refresh()
        self._show(self.lesson_view)
        self.lesson_view.take_focus()

    def open_lesson(self, number: int) -> None:
        """Show a lesson by its place."""
        lessons = self._course.lessons
        self.lesson_view.show_lesson(lessons[min(number, len(lessons) - 1)])
        self.show_lesson()

    def show_view(self, view: str, number: int) -> None:
        """Show a view as the command line calls it, beginning with a lesson."""
        self.open_lesson(number - 1)
        if view == "spot":
            self.spot()
        if view in {"lesson", "spot"}:
            return
        kind = "where" if view in {"answered", "result"} else view
        lessons = self._course.lessons[self.lesson_view.lesson.number - 1 :] + self._course.lessons
        lesson, exercise = next(
            (each, one) for each in lessons for one in each.exercises if one.kind == kind
        )
        self.lesson_view.show_lesson(lesson)
        self.start(lesson, exercise)
        if view == "answered":
            self.question_view.answer_choice(rightly=False)
        number = 0
        while view == "result" and self.stack.currentWidget() is self.question_view:
            number += 1
            self.question_view.answer_choice(rightly=number not in {2, 5})
            self.question_view.go_on()

    def start(self, lesson: Lesson, exercise: Exercise) -> None:
        """Begin a round of an exercise."""
        before = self.record.outcomes(item_of(lesson, exercise))
        started = ExerciseRound(
            self._course, lesson, exercise, self._learner(), before, first=len(before)
        )
        self._show(self.question_view)
        self.question_view.start(started)

    def spot(self, typed: str = "") -> None:
        """Begin a round of Spot the host: of a code that was told, or of a new one."""
        code = spot_code(typed)
        if typed.strip() and code is None:
            words = say("This is not the code of a round: {code}", code=visible(typed[:40]))
            self.strip.tell(Notice(words, "medium"))
            return
        is_kept = self._profile.learning_file is not None
        self._show(self.question_view)
        new = code_of(secrets.token_hex(16) if is_kept else "example")
        self.question_view.start(spot_host(code or new, self._learner()))

    def ask_pair(self, base: str, reference: str, edition: str) -> None:
        """Ask for the target of a pair from Resolve."""
        if len(base) + len(reference) > LONGEST:
            self.strip.tell(Notice(say("This pair is too long to be asked about."), "medium"))
            return
        self.question_view.start(pair_round(base, reference, edition))
        self._show(self.question_view)
        self.question_view.take_focus()

    def page_state(self) -> LearnState:
        """Give what has to outlast a change of the language."""
        is_asking = self.stack.currentWidget() is self.question_view
        return LearnState(
            self.lesson_view.lesson.number - 1, self.question_view.round if is_asking else None
        )

    def restore(self, state: LearnState) -> None:
        """Show the lesson again; a question that was not answered is asked anew."""
        self.open_lesson(state.lesson)
        if state.round is not None and not state.round.is_over:
            self._show(self.question_view)
            self.question_view.start(state.round)

    def is_settled(self) -> bool:
        """Whether the example shows what comes of it."""
        return not self.lesson_view.example.job.is_waiting

    def showEvent(self, event: QShowEvent) -> None:
        """Say what is kept, and give the keys to the exercises."""
        super().showEvent(event)
        self._describe()
        if self.stack.currentWidget() is self.lesson_view:
            self.lesson_view.take_focus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work, and let go of the file."""
        self.lesson_view.example.job.close()
        self.record.close()
        super().closeEvent(event)

    def _learner(self) -> str:
        """The code that questions are drawn by: made once, and no name of anything."""
        settings = self._profile.settings
        if not settings["learner"]:
            is_kept = self._profile.learning_file is not None
            settings.set("learner", code_of(secrets.token_hex(16) if is_kept else "example"))
        return str(settings["learner"])

    def _show(self, view: QWidget) -> None:
        if "drawer" in self.__dict__:
            self.drawer.close_card()
        self.stack.setCurrentWidget(view)
        self._describe()

    def _describe(self) -> None:
        is_lesson = self.stack.currentWidget() is self.lesson_view
        is_own = isinstance(self.question_view.round, PairRound)
        self.described.emit(say(STAYS) if is_lesson or is_own else say(RESERVED))

    def _wire(self) -> None:
        view = self.lesson_view
        view.exercise_chosen.connect(self.start)
        view.open_requested.connect(self._on_example)
        view.spot_requested.connect(self.spot)
        view.clause_requested.connect(lambda cite: self.drawer.show_clause(cite))
        asking = self.question_view
        asking.answered.connect(self._on_answered)
        asking.finished.connect(self._on_finished)
        asking.left.connect(self.show_lesson)
        asking.open_requested.connect(self._on_question)
        asking.clause_requested.connect(lambda cite: self.drawer.show_clause(cite))
        self.round_end.again_requested.connect(self._on_again)
        self.round_end.next_requested.connect(self._on_next)
        self.round_end.lesson_requested.connect(self.show_lesson)

    def _on_answered(self, checked: CheckedAnswer, seconds: int) -> None:
        """Keep an answer as soon as it was judged: whatever ends the program, it is there."""
        asking = self.question_view.round
        assert asking is not None
        if isinstance(asking, PairRound):
            return
        attempt = asking.attempt(checked, self.record.minute(), seconds)
        self.record.add([attempt], keep=self._profile.settings["keep_answers"])
        if self.record.problem:
            self.strip.tell(Notice(say(self.record.problem), "medium"))

    def _on_finished(self) -> None:
        ended = self.question_view.round
        assert ended is not None
        self._show(self.round_end)
        self.round_end.show_round(ended, has_next=self._next_of(ended) is not None)

    def _on_again(self) -> None:
        ended = self.question_view.round
        assert ended is not None
        if isinstance(ended, SpotHostRound):
            self.spot()
        elif isinstance(ended, PairRound):
            self.ask_pair(ended.base, ended.reference, ended.edition)
        else:
            self.start(ended.lesson, ended.exercise)

    def _on_next(self) -> None:
        ended = self.question_view.round
        following = self._next_of(ended) if ended is not None else None
        if following is not None:
            self.lesson_view.show_lesson(following[0])
            self.start(*following)

    def _next_of(self, ended: ExerciseRound) -> tuple[Lesson, Exercise] | None:
        """The exercise that follows in the course."""
        every = [(each, one) for each in self._course.lessons for one in each.exercises]
        if isinstance(ended, SpotHostRound | PairRound):
            return None
        at = every.index((ended.lesson, ended.exercise)) + 1
        return every[at] if at < len(every) else None

    def _on_example(self, base: str, text: str) -> None:
        if base:
            self.resolve_requested.emit(base, text, "2005")
        else:
            self.inspect_requested.emit(text, "")

    def _on_question(self, question: Question) -> None:
        given = question.given
        if "reference" in given:
            self.resolve_requested.emit(given["base"], given["reference"], given["edition"])
        else:
            self.inspect_requested.emit(given["text"], given.get("base", ""))
