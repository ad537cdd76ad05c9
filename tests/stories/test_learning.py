"""Twenty minutes of a student: lessons by keyboard, with a restart."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.learn.keyboard import answer_rightly, tab_to
from tests.stories.conftest import Desktop
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.learn.panes import TypedPane
from uriinspector.gui.learn.progress_rows import DONE, Sign
from uriinspector.gui.shell.window import Window
from uriinspector.lessons.lesson import ROUND

Key, CONTROL = Qt.Key, Qt.KeyboardModifier.ControlModifier


def learn(qtbot: QtBot, window: Window) -> LearnPage:
    """Open the lessons by keyboard."""
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Key.Key_5, CONTROL)
    page = window.learn_page
    assert window.pages.shown() is page
    qtbot.waitUntil(page.isVisible)
    return page


def press(key: Qt.Key) -> None:
    """Press a key in the focused widget."""
    held = QApplication.focusWidget()
    assert held is not None
    QTest.keyClick(held, key)


def test_lesson_by_keyboard_is_remembered_after_a_restart(qtbot: QtBot, desktop: Desktop) -> None:
    page = learn(qtbot, desktop.start())
    tab_to(page.lesson_view.outline.list)
    for _ in range(4):
        press(Key.Key_Down)
    assert page.lesson_view.lesson.code == "dots"
    tab_to(page.lesson_view.exercises.buttons[0])
    press(Key.Key_Return)
    view = page.question_view
    assert page.stack.currentWidget() is view
    for _ in range(ROUND):
        answer_rightly(view)
        press(Key.Key_Return)
    assert page.round_end.score.text() == "Points: 6 of 6"
    press(Key.Key_Escape)
    code = page.lesson_view.learner

    page = learn(qtbot, desktop.start())
    assert page.lesson_view.learner == code
    page.open_lesson(4)
    sign = page.lesson_view.exercises.stack.rows[0].findChild(Sign)
    assert sign is not None
    assert sign.name == DONE
    assert page.record.count() == ROUND
    press(Key.Key_Return)  # the next unfinished exercise
    view = page.question_view
    assert view.round is not None
    assert view.round.exercise.code == "odd"
    press(Key.Key_F2)
    press(Key.Key_Escape)
    page.start(page.lesson_view.lesson, page.lesson_view.lesson.exercises[0])
    assert isinstance(view.pane, TypedPane)  # a higher level has been reached


def test_cleared_record_stays_empty_after_a_restart(qtbot: QtBot, desktop: Desktop) -> None:
    page = learn(qtbot, desktop.start())
    page.start(page.lesson_view.lesson, page.lesson_view.lesson.exercises[0])
    answer_rightly(page.question_view)
    page.record.clear()
    page = learn(qtbot, desktop.start())
    assert page.record.count() == 0
