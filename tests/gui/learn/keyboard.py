"""Helpers that answer questions by keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from uriinspector.core.model import Part
from uriinspector.core.parse import parse
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.learn.panes import (
    AnswerPane,
    ChoicePane,
    MarkedPane,
    OriginPane,
    SequencePane,
    SeveralPane,
    StepsPane,
    TypedPane,
)
from uriinspector.gui.learn.question_view import QuestionView
from uriinspector.lessons.exercise_round import AskedQuestion
from uriinspector.lessons.kinds.dot_removals import steps_of
from uriinspector.lessons.question import Question
from uriinspector.lessons.wrong_answers import wrong_answers

Key, Modifier = Qt.Key, Qt.KeyboardModifier
NONE = Modifier.NoModifier


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
    """Type the right answer and check it."""
    asked = view.round.asked if view.round else None
    assert asked is not None
    key, pane = asked.question.key, view.pane
    if isinstance(pane, SeveralPane):
        pressed = _choose_several(pane, key)
    elif isinstance(pane, TypedPane):
        pressed = _type(pane, key)
    elif isinstance(pane, StepsPane):
        pressed = _step(pane, asked.question)
    elif isinstance(pane, MarkedPane):
        pressed = _mark(pane, asked.question)
    else:
        pressed = press_letters(pane, asked)
    if not pressed:
        press(focus(), Key.Key_Return)


def press_letters(pane: AnswerPane | None, asked: AskedQuestion) -> bool:
    key = asked.question.key
    if isinstance(pane, SequencePane):
        press(focus(), key.replace(" ", "").lower())
    elif isinstance(pane, ChoicePane):
        press(focus(), str(asked.choices.index(key) + 1))
    else:
        assert isinstance(pane, OriginPane)
        press(focus(), "".join(word[0] for word in key.split()))
    return False


def _step(pane: StepsPane, question: Question) -> bool:
    """Choose a rule and type both buffers for each step."""
    for number, step in enumerate(steps_of(question), 1):
        press(focus(), step.letter.lower())
        for field, text in ((pane.output, step.output), (pane.input, step.input)):
            assert field.hasFocus()
            press(field, Key.Key_A, Modifier.ControlModifier)
            press(field, text or Key.Key_Delete)
            press(field, Key.Key_Return)
        assert len(pane.stack.rows) == number
    return True


def _type(pane: TypedPane, key: str) -> bool:
    if key == "empty":
        return tab_to_press(pane.buttons[0])
    press(focus(), key)
    return False


def _choose_several(pane: SeveralPane, key: str) -> bool:
    for each in pane.rows:
        if each.text in key.split():
            press(focus(), each.button.text().lower())
    return key == "none" and tab_to_press(pane.none)


def _mark(pane: MarkedPane, question: Question) -> bool:
    """Mark with Shift and the arrow keys, or press the button if nothing can be marked."""
    key, text = question.key, question.given["text"]
    if key in {"none", "yes"}:
        return tab_to_press(pane.buttons[0])
    if key == "empty":
        return tab_to_press(pane.buttons[1])
    if question.kind == "valid":
        start = int(key.removeprefix("no ")) - 1
        end = start + 1
    else:
        span = parse(text).span(Part(question.given.get("part", Part.HOST)))
        assert span is not None
        start, end = span
    press(focus(), Key.Key_Home)
    for _ in range(start):
        press(focus(), Key.Key_Right)
    for _ in range(end - start):
        press(focus(), Key.Key_Right, Modifier.ShiftModifier)
    return False


def tab_to_press(widget: QWidget) -> bool:
    """Move the focus to a button and press it."""
    tab_to(widget)
    press(focus(), " ")
    return True


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


def wrongly(view: QuestionView) -> str:
    """Type the first wrong answer, check it, and return the reason of its mistake."""
    assert view.round is not None
    wrong = wrong_answers(view.round.asked.question)[0]
    press(focus(), wrong.text)
    press(focus(), Key.Key_Return)
    return wrong.mistake.reason
