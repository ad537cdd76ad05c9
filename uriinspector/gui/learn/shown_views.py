"""The views of Learn as the command line calls them, for pictures of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from uriinspector.lessons.lesson import course

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStackedWidget

    from uriinspector.gui.learn.lesson_view import LessonView
    from uriinspector.gui.learn.question_view import QuestionView
    from uriinspector.lessons.lesson import Exercise, Lesson


class ViewedPage(Protocol):
    """The page, as far as views are concerned."""

    lesson_view: LessonView
    question_view: QuestionView
    stack: QStackedWidget

    def open_lesson(self, number: int) -> None:
        """Show a lesson by its place."""

    def spot(self) -> None:
        """Begin a round of Spot the host."""

    def start(self, lesson: Lesson, exercise: Exercise) -> None:
        """Begin a round of an exercise."""


def show_view(page: ViewedPage, view: str, number: int) -> None:
    """Show a view, beginning with the lesson of this number."""
    page.open_lesson(number - 1)
    if view == "spot":
        page.spot()
    if view in {"lesson", "spot"}:
        return
    kind = "where" if view in {"answered", "result"} else view
    every = course().lessons
    lessons = every[page.lesson_view.lesson.number - 1 :] + every
    lesson, exercise = next(
        (each, one) for each in lessons for one in each.exercises if one.asks == kind
    )
    page.lesson_view.show_lesson(lesson)
    page.start(lesson, exercise)
    asking, count = page.question_view, 0
    if view == "answered":
        asking.answer_choice(rightly=False)
    while view == "result" and page.stack.currentWidget() is asking:
        count += 1
        asking.answer_choice(rightly=count not in {2, 5})
        asking.go_on()
