"""Rounds: asked about shown links, due, resumed, and answers revealed on request."""

import pytest
from PySide6.QtCore import Qt

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
from uriinspector.gui.compare.comparison_view import ComparePair
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.learn.panes import ChoicePane, MarkedPane, SequencePane, TypedPane
from uriinspector.gui.learn.sentences import spoken
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import Profile
from uriinspector.lessons.kinds.table import judged
from uriinspector.lessons.lesson import ROUND, course
from uriinspector.lessons.spot_the_host import SpotHostRound


def asked_kinds(page: LearnPage) -> list[str]:
    """Answer every question correctly by keyboard and return the kinds of questions."""
    view, kinds = page.question_view, []
    while page.stack.currentWidget() is view:
        assert view.round is not None
        kinds.append(view.round.asked.question.kind)
        answer_rightly(view)
        assert view.reason is not None
        assert view.reason.title.text() == "Correct"
        press(focus(), Key.Key_Return)
    return kinds


def test_answers_to_a_question_from_resolve_are_not_stored(page: LearnPage, window: Window) -> None:
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


def test_too_long_pair_is_refused(page: LearnPage) -> None:
    page.ask_pair("http://a/", "x" * 3_000, "2005")
    assert page.stack.currentWidget() is page.lesson_view
    assert page.strip.words.text() == "This text is too long for a question."


@pytest.mark.parametrize(
    ("text", "base", "kinds"),
    [
        ("https://www.bank.example@x93.test:81/a", "", ["where", "mark", "mark"]),
        ("https://www.bank.example/a?b#c", "", ["where", "site", "mark", "mark"]),
        ("mailto:a@b.example", "", ["mark", "mark"]),
        ("../g?y", "http://a.example/b/c/d", ["where", "mark", "mark", "target", "origin"]),
        ("//", "", []),
        ("", "", []),
        ("none:empty", "", []),
    ],
)
def test_questions_can_be_asked_about_the_inspected_link(
    page: LearnPage, window: Window, text: str, base: str, kinds: list[str]
) -> None:
    window.inspect_page.show_text(text, base or None)
    window.open_workspace("inspect")
    window.menus.actions["ask"].trigger()
    assert window.pages.shown() is page
    if not kinds:
        assert page.strip.words.text() == "There are no questions about this."
        return
    assert page.question_view.head.title.text() == "Link from Inspect"
    assert asked_kinds(page) == kinds
    words = "These questions were about text you entered yourself. No answers were kept."
    assert page.round_end.words.text().startswith(words)
    assert page.record.count() == 0


def test_questions_from_compare_use_its_base_and_fragment_options(
    page: LearnPage, window: Window
) -> None:
    pair = ComparePair("HTTP://a.example/g#s", "g", base_b="http://a.example/b", fragments=False)
    window.compare_page.show_pair(pair)
    window.open_workspace("compare")
    action = window.menus.actions["ask"]
    assert action.isEnabled()
    action.trigger()
    view = page.question_view
    assert view.round is not None
    given = view.round.asked.question.given
    assert (given["a"], given["b"]) == ("HTTP://a.example/g", "http://a.example/g")
    assert asked_kinds(page) == ["rung"]
    press(focus(), Key.Key_Return)  # again
    assert view.round.asked.question.given == given


def test_empty_side_in_compare_gives_no_question(page: LearnPage, window: Window) -> None:
    window.compare_page.show_pair(ComparePair("http://a.example/", ""))
    window.open_workspace("compare")
    window.menus.actions["ask"].trigger()
    assert page.strip.words.text() == "There are no questions about this."


def due_tags(page: LearnPage) -> dict[int, str]:
    """Return the due tags of the lessons and check their accessible text."""
    rows = page.lesson_view.outline.list
    spoken = [
        rows.item(at).data(Qt.ItemDataRole.AccessibleTextRole).rpartition(", ")[2]
        for at in range(rows.count())
    ]
    tags = {at: words for at, words in enumerate(spoken) if words.endswith(" due")}
    for at, words in tags.items():
        assert " ".join(rows.item(at).text().split()).endswith(f"\u00b7 {words}")
    return tags


def answer_on(page: LearnPage, monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Move the clock ahead by a number of days."""
    then = page.record._now() + days * 86_400  # noqa: SLF001
    monkeypatch.setattr(page.record, "_now", lambda: then)


def test_due_questions_are_repeated_by_keyboard(
    page: LearnPage, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = page.lesson_view.due
    assert not card.isVisible()
    window.menus.actions["due"].trigger()
    assert page.strip.words.text() == "Nothing is due today."
    view = begin(page, "dots", "up", 2)
    wrongly(view)
    press(focus(), Key.Key_Escape)
    assert card.title.text() == "Nothing is due today."
    assert card.words.text() == "The next question is due tomorrow."
    answer_on(page, monkeypatch, 1)
    page.show_lesson()
    assert card.title.text() == "Due today: 2"
    assert card.words.text() == "Dot segments: 2"
    assert due_tags(page) == {4: "2 due"}
    assert card.key.text() == "Ctrl+Shift+T"
    tab_to(card.repeat)
    press(focus(), " ")
    for number in (1, 2):
        assert view.head.title.text() == "Due today"
        assert view.head.place.text() == f"{number} of 2"
        answer_rightly(view)
        press(focus(), Key.Key_Return)
    assert page.stack.currentWidget() is page.round_end
    assert page.round_end.words.text().startswith("Nothing is due today.")
    assert page.round_end.back.hasFocus()
    press(focus(), Key.Key_Escape)
    assert card.title.text() == "Nothing is due today."
    assert due_tags(page) == {}


def test_due_questions_can_be_switched_off(
    page: LearnPage, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_rightly(begin(page, "host", "host"))
    press(focus(), Key.Key_Escape)
    answer_on(page, monkeypatch, 9)
    window.profile.settings.set("due", False)
    assert not page.lesson_view.due.isVisible()
    page.repeat()
    assert page.strip.words.text() == "Due questions are turned off in Settings."
    window.profile.settings.set("due", True)
    assert page.lesson_view.due.title.text() == "Due today: 1"


def test_revealed_answer_is_explained(page: LearnPage) -> None:
    lesson, exercise = next(
        (lesson, each)
        for lesson in course().lessons
        for each in lesson.exercises
        if each.kind == "rung"
    )
    page.start(lesson, exercise)
    view = page.question_view
    view.give_up()
    assert view.round is not None
    question = view.round.asked.question
    reason = view.reason
    assert reason is not None
    near = judged(question, question.key).diagnosis.near
    assert near
    spoken_text = reason.spoken()
    assert spoken_text.startswith("The answer.")
    assert all(spoken(each) in spoken_text for each in near)


def go_on(page: LearnPage) -> None:
    """Press the first button of the lesson."""
    assert page.stack.currentWidget() is page.lesson_view
    assert focus().accessibleName().startswith("Continue: ")
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
    assert view.hints.aside.text() == "1 of 4 used"
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
    assert page.lesson_view.exercises.buttons[1].accessibleName().startswith("Another round: ")


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
    assert start.notice.text() == (
        "Your question is kept, but not counted. Press Esc to return to it."
    )
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
    assert start.resume.text() == "Continue at 2 of 20"
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
    assert view.hints.aside.text() == "1 von 4 benutzt"
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
    again = LearnPage(settings[1])
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


@pytest.mark.usefixtures("window")
def test_unknown_saved_lesson_opens_the_first() -> None:
    profile = Profile()
    profile.settings.set("lesson", "of another version")
    page = LearnPage(profile)
    assert page.lesson_view.lesson.number == 1
    page.lesson_view.example.job.close()
    page.pack_view.job.close()
    page.deleteLater()
