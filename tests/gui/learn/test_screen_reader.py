"""A student's session with a screen reader and a keyboard."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QProgressBar, QWidget

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
from uriinspector.gui.learn import page as learn_page
from uriinspector.gui.learn import question_view
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.learn.panes import ChoicePane, MarkedPane
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import visible
from uriinspector.lessons.lesson import course
from uriinspector.lessons.wrong_answers import wrong_answers

Text = QAccessible.Text


class Spoken(NamedTuple):
    """Accessible properties of an object."""

    role: QAccessible.Role
    name: str
    description: str
    value: str


def spoken(interface: QAccessibleInterface) -> Spoken:
    texts = (interface.text(each) for each in (Text.Name, Text.Description, Text.Value))
    return Spoken(interface.role(), *texts)


def interface_of(widget: QWidget) -> QAccessibleInterface:
    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface is not None
    return interface


def tree_of(interface: QAccessibleInterface, depth: int = 0) -> Iterator[Spoken]:
    """Return the visible accessible objects below an object."""
    state = interface.state()
    if state.invisible or depth > 40:
        return
    yield spoken(interface)
    for number in range(interface.childCount()):
        child = interface.child(number)
        if child.isValid():
            yield from tree_of(child, depth + 1)


def heard_of(page: LearnPage) -> str:
    """Return the names, descriptions and values of the accessible tree, in order."""
    rows = tree_of(interface_of(page))
    return "\n".join(" ".join(filter(None, (e.name, e.description, e.value))) for e in rows)


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard: list[str] = []

    def announce(words: str, **_more: object) -> None:
        heard.append(words)

    for module in (question_view, learn_page):
        if hasattr(module, "announce"):
            monkeypatch.setattr(module, "announce", announce)
    return heard


def test_lesson_state_is_readable_before_start(page: LearnPage) -> None:
    told = heard_of(page)
    lesson = page.lesson_view.lesson
    for exercise in lesson.exercises:
        assert f"Start: {exercise.title} not started" in told
    assert "0 of" in told
    assert "exercises done" in told
    assert f"Lesson 1, {lesson.title}: not started" in told


def test_choice_question_is_announced_in_full(page: LearnPage, announced: list[str]) -> None:
    view = begin(page, "host", "host")
    assert view.round is not None
    asked = view.round.asked
    asks, link = "To which host does a browser go?", asked.question.given["text"]
    assert announced[-1] == f"1 of 6. {asks} Link: {link}"
    told = heard_of(page)
    for number, choice in enumerate(asked.choices, 1):
        assert f"Answer {number}: {choice}" in told
    (bar,) = (e for e in tree_of(interface_of(view)) if e.role == QAccessible.Role.ProgressBar)
    assert bar.name == "1 of 6"
    assert isinstance(view.head.bar, QProgressBar)
    assert any(link in each.value for each in tree_of(interface_of(view)))
    assert interface_of(focus()).state().focused
    press(focus(), "2")
    chosen = interface_of(focus())
    assert chosen.state().checked
    assert spoken(chosen).name.startswith("Answer 2: ")


def test_wrong_answer_is_announced_with_reason_and_correction(
    page: LearnPage, announced: list[str]
) -> None:
    view = begin(page, "host", "host")
    assert view.round is not None
    asked, pane = view.round.asked, view.pane
    assert isinstance(pane, ChoicePane)
    wrong = {each.text: each.mistake for each in wrong_answers(asked.question)}
    text = next(each for each in asked.choices if each in wrong)
    press(focus(), str(asked.choices.index(text) + 1))
    press(focus(), Key.Key_Return)
    assert wrong[text].reason.split(". ")[0] in announced[-1]
    assert asked.question.key in announced[-1]
    assert spoken(interface_of(focus())).name == announced[-1]
    told = heard_of(page)
    assert f"Answer {asked.choices.index(text) + 1}: {text} your answer" in told
    right = asked.choices.index(asked.question.key) + 1
    assert f"Answer {right}: {asked.question.key} correct" in told
    assert "Question 1: wrong." in told
    press(focus(), Key.Key_Return)
    assert announced[-1].startswith("2 of 6. ")


@pytest.mark.parametrize(
    ("lesson", "exercise"),
    [("host", "host"), ("same", "level"), ("addresses", "level"), ("names", "level"),
        ("base", "page"), ("editions", "who"), ("escapes", "valid"), ("letters", "letter"),
        ("nested", "inner")],
)  # fmt: skip
def test_right_answer_is_announced_after_a_wrong_one(
    page: LearnPage, announced: list[str], lesson: str, exercise: str
) -> None:
    """Colors and signs alone are not enough for screen readers."""
    view = begin(page, lesson, exercise)
    for _ in range(3):
        assert view.round is not None
        question, pane = view.round.asked.question, view.pane
        if isinstance(pane, ChoicePane):
            wrong = next(each for each in pane.rows if not pane.is_right(each.text))
            right = [each for each in pane.rows if pane.is_right(each.text)]
            press(focus(), wrong.button.text().lower())
            heard = [each.label.text() for each in right] or ["None of these"]
        else:
            assert isinstance(pane, MarkedPane)
            pane.editor.select(0, 1)
            heard = [f"haracter {question.key.removeprefix('no ')}"]
            if question.key in {"yes", "none"}:
                heard = ["matches the grammar" if question.key == "yes" else "No letter in"]
        press(focus(), Key.Key_Return)
        assert announced[-1].startswith("Wrong. ")
        assert "  " not in announced[-1]
        assert announced[-1].endswith(".")
        for words in heard:
            assert words in announced[-1]
        assert spoken(interface_of(focus())).name == announced[-1]
        press(focus(), Key.Key_Return)


def test_second_try_is_announced(page: LearnPage, announced: list[str]) -> None:
    view = begin(page, "dots", "up", 2)
    assert announced[-1].startswith("3 of 6. What is the target of the reference")
    given = view.round.asked.question.given if view.round else {}
    assert announced[-1].endswith(f"Base URI: {given['base']}. Reference: {given['reference']}")
    assert wrongly(view).split(". ")[0] in announced[-1]
    press(focus(), Key.Key_Return)
    assert spoken(interface_of(focus())).name == "Your answer"
    assert announced[-1].startswith("Try 2 of 2. What is the target of the reference")
    answer_rightly(view)
    assert announced[-1].startswith("Correct")
    assert "Question 3: correct, with help." in heard_of(page)


def test_hints_and_missing_answers_are_announced(page: LearnPage, announced: list[str]) -> None:
    begin(page, "dots", "up")
    press(focus(), Key.Key_Return)
    assert announced[-1] == "There is no answer yet."
    press(focus(), Key.Key_F2)
    assert announced[-1] in heard_of(page)
    assert len(announced[-1]) > 10
    press(focus(), Key.Key_F3)
    assert announced[-1].startswith("Base URI: h t t p")
    assert "colon slash slash" in announced[-1]


def test_lessons_and_rounds_work_by_keyboard(
    page: LearnPage, window: Window, announced: list[str]
) -> None:
    """From the lesson list through a round, its end and a round of links, and back."""
    press(focus(), Key.Key_1, Modifier.ControlModifier)
    press(focus(), Key.Key_5, Modifier.ControlModifier)
    assert window.pages.shown() is page
    tab_to(page.lesson_view.outline.list)
    press(focus(), Key.Key_Down)
    assert page.lesson_view.lesson.number == 2
    tab_to(page.lesson_view.exercises.buttons[1])
    assert spoken(interface_of(focus())).name.startswith("Start: ")
    press(focus(), Key.Key_Return)
    view = page.question_view
    while page.stack.currentWidget() is view:
        answer_rightly(view)
        assert announced[-1].startswith("Correct")
        press(focus(), Key.Key_Return)
    assert announced[-1].startswith("Points: 6 of 6. This exercise is done.")
    assert "6 of 6" in heard_of(page)
    press(focus(), Key.Key_Escape)
    assert spoken(interface_of(focus())).name.startswith("Start: ")
    assert f"Lesson 2, {page.lesson_view.lesson.title}: started" in heard_of(page)
    press(focus(), Key.Key_G, Modifier.ControlModifier)
    assert spoken(interface_of(focus())).name == "Start"
    told = heard_of(page)
    for words in (
        "Links to practice with",
        "Code of a round of Spot the host, optional",
        "For a class",
    ):
        assert words in told
    press(focus(), Key.Key_Return)
    assert announced[-1].startswith("1 of 20. To which host does a browser go? Link: ")
    answer_rightly(view)
    assert ". Kind of link: " in announced[-1]
    press(focus(), Key.Key_Escape)
    press(focus(), Key.Key_T, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert page.strip.words.text() == "Nothing is due today."


def test_text_to_mark_is_announced_with_the_question(page: LearnPage, announced: list[str]) -> None:
    for lesson, exercise in (("letters", "letter"), ("escapes", "valid")):
        view = begin(page, lesson, exercise)
        assert view.round is not None
        text = visible(view.round.asked.question.given["text"])
        assert announced[-1].startswith(f"1 of 6. {view.asks.text()} ")
        assert announced[-1].endswith(f" Mark text in this link: {text}")


def test_marking_two_characters_instead_of_one_is_not_an_answer(
    page: LearnPage, announced: list[str]
) -> None:
    for lesson, exercise in (("letters", "letter"), ("escapes", "valid")):
        view = begin(page, lesson, exercise)
        assert isinstance(view.pane, MarkedPane)
        for _ in range(2):
            press(focus(), Key.Key_Right, Modifier.ShiftModifier)
        press(focus(), Key.Key_Return)
        assert announced[-1] == "2 characters are marked. Mark only one."
        assert view.missing.text() == announced[-1]
        assert view.round is not None
        assert view.round.tries == 0
        assert page.record.count() == 0
        view.pane.editor.select(0, 0)
        press(focus(), Key.Key_Return)
        assert announced[-1] == "There is no answer yet."
        press(focus(), Key.Key_Right, Modifier.ShiftModifier)
        press(focus(), Key.Key_Return)
        assert view.round.tries == 1
        page.record.clear()


def test_spelling_is_translated_to_german(
    page: LearnPage, window: Window, announced: list[str], untranslated: set[str]
) -> None:
    window.profile.settings.set("language", "de")
    page = window.learn_page
    before = set(untranslated)
    for lesson in course().lessons:
        for exercise in lesson.exercises:
            page.start(lesson, exercise)
            view = page.question_view
            view.spell()
            words = announced[-1]
            assert words
            assert not set(words.split()) & {"space", "colon", "slash", "dot", "hyphen", "at"}
            assert "U+" not in words
            view.give_up()
            view.spell()
            assert not {"scheme:", "path:", "user"} & set(announced[-1].split()), announced[-1]
    assert untranslated == before
    window.profile.settings.set("language", "en")
