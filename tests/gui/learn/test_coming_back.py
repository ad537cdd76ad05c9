"""Nothing is lost by leaving: a round goes on where it was, by Esc, by a restart, by Ctrl+G."""

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
    """Press what the lesson offers first."""
    assert page.stack.currentWidget() is page.lesson_view
    assert focus().accessibleName().startswith("Go on: ")
    press(focus(), Key.Key_Return)


def test_esc_and_go_on_ask_the_same_question_with_what_was_typed(page: LearnPage) -> None:
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


def test_a_question_that_is_over_is_not_asked_again(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    answer_rightly(view)
    press(focus(), Key.Key_Escape)
    go_on(page)
    assert view.head.place.text() == "2 of 6"
    assert view.reason is not None
    assert not view.reason.isVisible()


def test_the_last_question_of_a_round_leaves_to_its_end(page: LearnPage) -> None:
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


def test_a_second_try_is_still_the_second_after_esc(page: LearnPage) -> None:
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


def test_ctrl_g_in_a_question_counts_nothing_and_leads_back(
    page: LearnPage, window: Window
) -> None:
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


def test_a_round_of_links_that_was_left_goes_on(page: LearnPage, window: Window) -> None:
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
    page.spot("7K3-F2Q")  # a new one takes its place
    assert view.head.place.text() == "1 of 20"


def test_two_exercises_are_left_and_each_comes_back(page: LearnPage) -> None:
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


def test_another_language_keeps_what_was_left(page: LearnPage, window: Window) -> None:
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


def test_cleared_answers_begin_the_round_anew(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    answer_rightly(view)
    press(focus(), Key.Key_Return)
    press(focus(), Key.Key_Escape)
    page.record.clear()
    begin(page, "host", "host")
    assert view.head.place.text() == "1 of 6"


@pytest.mark.parametrize(("lesson", "exercise"), [("host", "host"), ("dots", "up")])
def test_a_round_goes_on_after_a_restart(page: LearnPage, lesson: str, exercise: str) -> None:
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


def test_enter_on_a_lesson_goes_to_its_exercises(page: LearnPage) -> None:
    tab_to(page.lesson_view.outline.list)
    press(focus(), Key.Key_Down)
    press(focus(), Key.Key_Return)
    lesson = page.lesson_view.lesson
    assert lesson.number == 2
    assert focus().accessibleName() == f"Start: {lesson.exercises[0].title}"


def test_a_lesson_that_is_not_there_any_more_is_the_first(window: Window) -> None:
    profile = Profile()
    profile.settings.set("lesson", "of another version")
    page = LearnPage(window.theme, profile)
    assert page.lesson_view.lesson.number == 1
    page.lesson_view.example.job.close()
    page.pack_view.job.close()
    page.deleteLater()
