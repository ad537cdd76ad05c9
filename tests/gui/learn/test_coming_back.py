"""Unfinished rounds are resumed after Escape, a restart or Ctrl+G."""

import pytest

from tests.gui.learn.keyboard import (
    Key,
    Modifier,
    answer_rightly,
    begin,
    focus,
    press,
    tab_to,
    wrongly,
)
from uriinspector.gui.learn.answer_pane import ChoicePane, TypedPane
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.learn.panes import MarkedPane, SequencePane
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.theme import Theme
from uriinspector.lessons.lesson import ROUND
from uriinspector.lessons.spot_the_host import SpotHostRound


def go_on(page: LearnPage) -> None:
    """Press the first button of the lesson."""
    assert page.stack.currentWidget() is page.lesson_view
    assert focus().accessibleName().startswith("Go on: ")
    press(focus(), Key.Key_Return)


def test_resumed_question_restores_hints_and_typed_text(page: LearnPage) -> None:
    view = begin(page, "merging", "relative")
    answer_rightly(view)
    press(focus(), Key.Key_Return)
    assert view.round is not None
    given = view.round.asked.question.given
    press(focus(), Key.Key_F2)
    press(focus(), "half an answer")
    press(focus(), Key.Key_Escape)
    words = page.lesson_view.exercises.buttons[2].accessibleDescription()
    assert "next: question 2 of 6" in words
    go_on(page)
    assert view.head.place.text() == "2 of 6"
    assert view.round.asked.question.given == given
    assert isinstance(view.pane, TypedPane)
    assert view.pane.field.text() == "half an answer"
    assert view.pane.field.hasFocus()
    assert view.hints.count.text() == "1 of 4 used"
    assert view.round.hints == 1
    assert len(view.round.results) == 1
    assert page.record.count() == 1


def test_answered_question_is_not_repeated_after_escape(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    answer_rightly(view)
    press(focus(), Key.Key_Escape)
    go_on(page)
    assert view.head.place.text() == "2 of 6"
    assert view.reason is not None
    assert not view.reason.isVisible()


def test_escape_after_last_question_shows_round_end(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    for _ in range(ROUND):
        answer_rightly(view)
        if len(page.record.attempts()) < ROUND:
            press(focus(), Key.Key_Return)
    press(focus(), Key.Key_Escape)
    assert page.stack.currentWidget() is page.round_end
    press(focus(), Key.Key_Escape)
    assert focus().accessibleName().startswith("Start: ")
    other = page.lesson_view.exercises.buttons[1]
    assert other.accessibleName().startswith("Another round: ")


def test_number_of_tries_survives_escape(page: LearnPage) -> None:
    view = begin(page, "dots", "up", 2)
    wrongly(view)
    assert view.reason is not None
    assert view.reason.isVisible()
    press(focus(), Key.Key_Escape)
    go_on(page)
    assert view.reason is not None
    assert view.reason.hasFocus()
    press(focus(), Key.Key_Return)  # again
    answer_rightly(view)
    assert view.round is not None
    assert view.round.results[-1].outcome.points == 0.5


def test_spot_the_host_keeps_the_open_question(page: LearnPage, window: Window) -> None:
    view = begin(page, "host", "host")
    press(focus(), "2")
    assert view.round is not None
    asked = view.round.asked
    window.menus.actions["spot"].trigger()
    start = page.spot_start
    assert start.notice.text() == "Your question is kept and not counted. Esc goes back to it."
    assert start.back.text() == "Back to the question"
    assert not start.resume.isVisible()
    press(focus(), Key.Key_Escape)
    assert page.stack.currentWidget() is view
    assert view.round.asked is asked
    assert isinstance(view.pane, ChoicePane)
    assert view.pane.answer() == asked.choices[1]
    assert page.record.count() == 0
    assert not view.round.results


def test_spot_the_host_round_is_resumed(page: LearnPage, window: Window) -> None:
    page.spot("7K3-F2Q")
    view = page.question_view
    answer_rightly(view)
    press(focus(), Key.Key_Return)
    press(focus(), Key.Key_Escape)
    assert page.stack.currentWidget() is page.lesson_view
    window.menus.actions["spot"].trigger()
    start = page.spot_start
    assert not start.notice.isVisible()
    assert start.resume.text() == "Go on at 2 of 20"
    tab_to(start.resume)
    press(focus(), Key.Key_Return)
    assert isinstance(view.round, SpotHostRound)
    assert view.round.code == "7K3-F2Q"
    assert view.head.place.text() == "2 of 20"
    page.spot("7K3-F2Q")  # replaced by a new round
    assert view.head.place.text() == "1 of 20"


def test_unfinished_answers_of_two_exercises_are_restored(page: LearnPage) -> None:
    view = begin(page, "components", "five")
    assert isinstance(view.pane, MarkedPane)
    press(focus(), Key.Key_Right, Modifier.ShiftModifier)
    marked = view.pane.editor.selected()
    press(focus(), Key.Key_Escape)
    begin(page, "dots", "order")
    assert isinstance(view.pane, SequencePane)
    press(focus(), "ab")
    press(focus(), Key.Key_Escape)
    begin(page, "components", "five")
    assert isinstance(view.pane, MarkedPane)
    assert view.pane.editor.selected() == marked
    begin(page, "dots", "order")
    assert isinstance(view.pane, SequencePane)
    assert view.pane.answer() == "A B"


def test_language_change_keeps_unfinished_round(page: LearnPage, window: Window) -> None:
    view = begin(page, "dots", "up", 2)
    wrongly(view)
    press(focus(), Key.Key_Return)
    press(focus(), Key.Key_F2)
    assert view.round is not None
    asked = view.round.asked
    window.profile.settings.set("language", "de")
    view = window.learn_page.question_view
    assert view.round is not None
    assert view.round.asked is asked
    assert view.round.tries == 1
    assert view.hints.count.text() == "1 von 4 benutzt"
    press(focus(), Key.Key_Escape)
    window.profile.settings.set("language", "en")
    page = window.learn_page
    lesson = page.lesson_view.lesson
    page.start(lesson, lesson.exercises[0])
    assert page.question_view.round is not None
    assert page.question_view.round.asked is asked


def test_clearing_answers_restarts_the_round(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    answer_rightly(view)
    press(focus(), Key.Key_Return)
    press(focus(), Key.Key_Escape)
    page.record.clear()
    begin(page, "host", "host")
    assert view.head.place.text() == "1 of 6"


@pytest.mark.parametrize(("lesson", "exercise"), [("host", "host"), ("dots", "up")])
def test_round_continues_after_restart(page: LearnPage, lesson: str, exercise: str) -> None:
    view = begin(page, lesson, exercise)
    for _ in range(2):
        answer_rightly(view)
        press(focus(), Key.Key_Return)
    assert view.round is not None
    given = view.round.asked.question.given
    press(focus(), Key.Key_Escape)
    settings = page.lesson_view._record, page._profile  # noqa: SLF001
    again = LearnPage(Theme("light"), settings[1])
    assert again.lesson_view.lesson.code == lesson
    found = again.lesson_view.lesson.exercise(exercise)
    assert found is not None
    again.start(again.lesson_view.lesson, found)
    assert again.question_view.head.place.text() == "3 of 6"
    assert again.question_view.round is not None
    assert again.question_view.round.asked.question.given == given
    assert len(again.question_view.rounds.stack.rows) == 2
    again.lesson_view.example.job.close()
    again.pack_view.job.close()
    again.deleteLater()


def test_enter_on_lesson_focuses_first_exercise(page: LearnPage) -> None:
    tab_to(page.lesson_view.outline.list)
    press(focus(), Key.Key_Down)
    press(focus(), Key.Key_Return)
    lesson = page.lesson_view.lesson
    assert lesson.number == 2
    assert focus().accessibleName() == f"Start: {lesson.exercises[0].title}"


def test_unknown_saved_lesson_opens_the_first(window: Window) -> None:
    profile = Profile()
    profile.settings.set("lesson", "of another version")
    page = LearnPage(window.theme, profile)
    assert page.lesson_view.lesson.number == 1
    page.lesson_view.example.job.close()
    page.pack_view.job.close()
    page.deleteLater()
