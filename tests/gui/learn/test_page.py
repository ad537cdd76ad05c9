"""The page that teaches: every kind of question is answered by keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from uriinspector.core.model import Part
from uriinspector.core.parse import parse
from uriinspector.gui.learn.choice_pane import ChoicePane
from uriinspector.gui.learn.marked_pane import MarkedPane
from uriinspector.gui.learn.origin_pane import OriginPane
from uriinspector.gui.learn.signs import DONE
from uriinspector.gui.learn.typed_pane import TypedPane
from uriinspector.lessons.exercise_round import item_of
from uriinspector.lessons.lesson import ROUND
from uriinspector.lessons.mistakes.table import MISTAKES
from uriinspector.lessons.spot_host_round import SpotHostRound
from uriinspector.lessons.wrong_answers import wrong_answers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from uriinspector.gui.learn.page import LearnPage
    from uriinspector.gui.learn.question_view import QuestionView
    from uriinspector.gui.shell.window import Window

Key, Modifier = Qt.Key, Qt.KeyboardModifier
NONE = Modifier.NoModifier


@pytest.fixture
def page(qtbot: QtBot, window: Window) -> Iterator[LearnPage]:
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    window.open_workspace("learn")
    yield window.learn_page
    window.pages.stop()


def focus() -> QWidget:
    held = QApplication.focusWidget()
    assert held is not None
    return held


def begin(page: LearnPage, lesson_code: str, exercise_code: str, level: int = 1) -> QuestionView:
    """Start a round at a level."""
    lesson = next(each for each in page.lesson_view._course.lessons if each.code == lesson_code)  # noqa: SLF001
    exercise = lesson.exercise(exercise_code)
    assert exercise is not None
    page.lesson_view.show_lesson(lesson)
    for _ in range(2 * (level - 1)):
        page.start(lesson, exercise)
        answer_rightly(page.question_view)
    page.start(lesson, exercise)
    return page.question_view


def answer_rightly(view: QuestionView) -> None:
    """Give the right answer by keys alone, and check it."""
    asked = view.round.asked if view.round else None
    assert asked is not None
    key, pane = asked.question.key, view.pane
    if isinstance(pane, ChoicePane):
        press(focus(), str(asked.choices.index(key) + 1))
    elif isinstance(pane, TypedPane):
        press(focus(), key)
    elif isinstance(pane, OriginPane):
        for word in key.split():
            press(focus(), word[0])
    elif key in {"none", "empty"}:
        assert isinstance(pane, MarkedPane)
        tab_to(pane.buttons[key == "empty"])
        press(focus(), " ")
        return
    else:
        assert isinstance(pane, MarkedPane)
        text = asked.question.given["text"]
        part = asked.question.given.get("part", Part.HOST)
        span = parse(text).span(Part(part))
        assert span is not None
        press(focus(), Key.Key_Home)
        for _ in range(span.start):
            press(focus(), Key.Key_Right)
        for _ in range(span.end - span.start):
            press(focus(), Key.Key_Right, Modifier.ShiftModifier)
    press(focus(), Key.Key_Return)


def press(widget: QWidget, keys: str | Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    from PySide6.QtTest import QTest

    if isinstance(keys, str):
        QTest.keyClicks(widget, keys)
    else:
        QTest.keyClick(widget, keys, modifier)


def tab_to(widget: QWidget) -> None:
    for _ in range(60):
        if widget.hasFocus():
            return
        press(focus(), Key.Key_Tab)
    pytest.fail(f"Tab never comes to {widget.accessibleName()}")


EXERCISES = [
    ("components", "five", 1),
    ("components", "all", 1),
    ("empty", "mark", 1),
    ("host", "host", 1),
    ("host", "host", 2),
    ("host", "host", 3),
    ("dots", "up", 1),
    ("dots", "up", 2),
    ("merging", "origins", 1),
    ("domains", "domain", 1),
    ("domains", "domain", 2),
]


@pytest.mark.parametrize(("lesson", "exercise", "level"), EXERCISES)
def test_a_round_is_done_by_keys_alone(
    page: LearnPage, lesson: str, exercise: str, level: int
) -> None:
    view = begin(page, lesson, exercise, level)
    for number in range(1, ROUND + 1):
        assert view.place.text() == f"{number} of {ROUND}"
        answer_rightly(view)
        assert view.reason is not None
        assert view.reason.title.text() == "Correct"
        assert view.reason.hasFocus()
        press(focus(), Key.Key_Return)
    assert page.stack.currentWidget() is page.round_end
    assert page.round_end.score.text() == f"Points: {ROUND} of {ROUND}"
    assert view.round is not None
    item = item_of(view.round.lesson, view.round.exercise)
    assert all(each.at_once for each in page.record.outcomes(item))
    press(focus(), Key.Key_Escape)
    assert page.stack.currentWidget() is page.lesson_view


def wrongly(view: QuestionView) -> str:
    """Type the first wrong answer, and check it: the mistake that makes it."""
    assert view.round is not None
    wrong = wrong_answers(view.round.asked.question)[0]
    press(focus(), wrong.text)
    press(focus(), Key.Key_Return)
    return wrong.mistake.reason.text


def test_a_wrong_answer_is_named_struck_out_and_can_be_tried_again(page: LearnPage) -> None:
    view = begin(page, "dots", "up", 2)
    pane, given = view.pane, view.given
    assert isinstance(pane, TypedPane)
    assert given is not None
    assert not given.editors["base"].look.tints
    reason = wrongly(view)
    assert view.reason is not None
    assert view.reason.spoken().startswith(reason.split(". ")[0])
    assert all(run.look.struck for run in pane.line.label.runs())
    assert given.editors["base"].look.tints
    assert view.reason.again.isVisible()
    assert not view.reason.next.isVisible()
    press(focus(), Key.Key_Return)  # again
    assert pane.field.hasFocus()
    assert view.round is not None
    press(focus(), view.round.asked.question.key)
    press(focus(), Key.Key_Return)
    assert view.round.results[-1].outcome.points == 0.5
    assert page.record.attempts()[-1].tries == 2


def test_after_two_wrong_tries_the_answer_is_shown(page: LearnPage) -> None:
    view = begin(page, "dots", "up", 2)
    wrongly(view)
    press(focus(), Key.Key_Return)
    wrongly(view)
    assert view.round is not None
    assert isinstance(view.pane, TypedPane)
    assert view.pane.key_line.label.text() == view.round.asked.question.key
    assert view.round.results[-1].outcome.points == 0


def test_the_answer_can_be_asked_for_after_a_wrong_one(page: LearnPage) -> None:
    view = begin(page, "merging", "origins")
    assert isinstance(view.pane, OriginPane)
    for each in view.pane.rows:
        each.buttons["merged"].click()
    view.check()
    assert view.reason is not None
    tab_to(view.reason.show_answer)
    press(focus(), " ")
    assert view.round is not None
    assert len(view.round.results) == 1
    assert "correct: " in view.pane.rows[0].tag.text()


def test_nothing_is_no_answer(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    press(focus(), Key.Key_Return)
    assert view.missing.text() == "There is no answer yet."
    assert page.record.count() == 0


def test_hints_come_one_after_the_other_and_the_last_takes_the_point(page: LearnPage) -> None:
    view = begin(page, "dots", "up")
    for number in range(1, 5):
        press(focus(), Key.Key_F2)
        assert view.hints.count.text() == f"{number} of 4 used"
    press(focus(), Key.Key_F2)
    assert view.round is not None
    assert view.round.hints == 4
    answer_rightly(view)
    assert view.round.results[-1].outcome.points == 0
    assert page.record.attempts()[-1].right is False


def test_escape_leaves_and_what_was_answered_stays(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    answer_rightly(view)
    press(focus(), Key.Key_Escape)
    assert page.stack.currentWidget() is page.lesson_view
    assert len(page.record.attempts()) == 1
    assert page.lesson_view.exercises.buttons[1].hasFocus() or focus().isVisible()


def test_a_mistake_is_counted_in_the_lesson(page: LearnPage) -> None:
    view = begin(page, "dots", "up", 2)
    reason = wrongly(view)
    ((code, count),) = page.record.mistakes(["dots/up"]).items()
    assert count == 1
    assert reason in {each.reason.text for each in MISTAKES if each.code == code}


def test_an_exercise_that_is_done_says_so(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    for _ in range(4):
        answer_rightly(view)
        press(focus(), Key.Key_Return)
    press(focus(), Key.Key_Escape)
    signs = [each.property("sign") for each in page.lesson_view.exercises.stack.rows]
    assert signs[1] == DONE
    assert page.lesson_view.outline.progress.text().startswith("1 of ")


def test_a_question_opens_where_it_is_answered_once_it_is_over(
    page: LearnPage, window: Window
) -> None:
    view = begin(page, "dots", "up")
    press(focus(), Key.Key_Return, Modifier.ControlModifier)
    assert window.pages.shown() is page
    answer_rightly(view)
    assert view.round is not None
    given = view.round.asked.question.given
    press(focus(), Key.Key_Return, Modifier.ControlModifier)
    assert window.pages.shown() is window.resolve_page
    assert window.resolve_page.base.text() == given["base"]
    window.open_workspace("learn")
    view = begin(page, "host", "host")
    answer_rightly(view)
    press(focus(), Key.Key_Return, Modifier.ControlModifier)
    assert window.pages.shown() is window.inspect_page


def test_what_is_not_to_be_kept_is_not(page: LearnPage, window: Window) -> None:
    window.profile.settings.set("keep_answers", False)
    view = begin(page, "host", "host")
    answer_rightly(view)
    assert page.record.attempts() == []
    assert page.record.count() == 1


def test_another_language_goes_on_with_the_same_question(page: LearnPage, window: Window) -> None:
    view = begin(page, "dots", "up")
    answer_rightly(view)
    press(focus(), Key.Key_Return)
    assert view.round is not None
    given = view.round.asked.question.given
    window.profile.settings.set("language", "de")
    again = window.learn_page.question_view
    assert again.round is not None
    assert again.round.asked.question.given == given
    assert again.place.text() == "2 von 6"
    window.profile.settings.set("language", "en")


def test_copying_a_whole_link_defangs_it(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    assert view.given is not None
    editor = view.given.editors["text"]
    editor.selectAll()
    editor.copy()
    assert QApplication.clipboard().text().startswith(("hxxp", "h"))
    assert "http" not in QApplication.clipboard().text()


def test_everything_that_is_reached_has_a_name(page: LearnPage) -> None:
    for lesson, exercise, level in EXERCISES:
        view = begin(page, lesson, exercise, level)
        for each in view.findChildren(QWidget):
            is_reached = each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisible()
            if is_reached and each.isEnabled():
                name = each.accessibleName() or getattr(each, "text", str)()
                assert name, f"{each} in {lesson}/{exercise}"


def test_a_round_of_spot_the_host_is_the_same_for_who_has_its_code(page: LearnPage) -> None:
    page.spot("Spot 7k3-f2q")
    view = page.question_view
    assert isinstance(view.round, SpotHostRound)
    assert view.round.code == "7K3-F2Q"
    given = [each.question.given for each in view.round.links]
    for _ in given:
        answer_rightly(view)
        press(focus(), Key.Key_Return)
    assert page.stack.currentWidget() is page.round_end
    assert page.round_end.score.text() == "Points: 20 of 20"
    assert page.round_end.words.text().startswith("False alarms: 0 of 8 honest links.")
    page.spot("7K3 F2Q")
    assert isinstance(view.round, SpotHostRound)
    assert [each.question.given for each in view.round.links] == given


def test_honest_links_that_are_answered_wrong_are_counted_apart(page: LearnPage) -> None:
    page.spot("7K3-F2Q")
    view = page.question_view
    assert isinstance(view.round, SpotHostRound)
    for link in view.round.links:
        view.answer_choice(rightly=not link.is_honest)
        view.go_on()
    alarms = view.round.false_alarms()
    assert alarms.wrong == alarms.honest == 8


def test_what_is_no_code_is_said(page: LearnPage) -> None:
    page.spot("no code")
    assert page.stack.currentWidget() is page.lesson_view
    assert page.strip.words.text() == "This is not the code of a round: no code"


def test_a_pair_of_resolve_becomes_a_question_whose_answer_is_not_kept(
    page: LearnPage, window: Window
) -> None:
    window.resolve_page.show_pair("http://a.example/b/c/d;p?q", "../g")
    window.open_workspace("resolve")
    action = window.menus.actions["ask"]
    assert action.isEnabled()
    action.trigger()
    assert window.pages.shown() is page
    view = page.question_view
    assert view.round is not None
    assert view.round.asked.question.key == "http://a.example/b/g"
    assert view.pane is not None
    press(focus(), "http://a.example/b/c/g")
    press(focus(), Key.Key_Return)
    assert view.reason is not None
    assert "You went up one level too few." in view.reason.spoken()
    press(focus(), Key.Key_Return)
    answer_rightly(view)
    press(focus(), Key.Key_Return)
    assert page.round_end.score.text() == "Points: ½ of 1"
    assert page.record.count() == 0
    assert not action.isEnabled()


def test_a_pair_that_is_too_long_is_not_asked_about(page: LearnPage) -> None:
    page.ask_pair("http://a/", "x" * 3_000, "2005")
    assert page.stack.currentWidget() is page.lesson_view
    assert page.strip.isVisible()
