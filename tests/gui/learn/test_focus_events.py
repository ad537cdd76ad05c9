"""Each step moves the focus once, so that screen readers announce the right widget."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.learn.keyboard import Key, begin, focus, press, wrongly
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.shell.window import Window


@pytest.fixture
def focused(page: LearnPage) -> Iterator[list[QWidget]]:
    """Return the list of widgets that get the focus, in order."""
    del page
    seen: list[QWidget] = []
    application = QApplication.instance()
    assert isinstance(application, QApplication)

    def note(_before: QWidget | None, after: QWidget | None) -> None:
        if after is not None:
            seen.append(after)

    application.focusChanged.connect(note)
    yield seen
    application.focusChanged.disconnect(note)


def moves_once(focused: list[QWidget], do: Callable[[], object]) -> QWidget:
    """Run an action and assert that the focus moves once, to its final widget."""
    focused.clear()
    do()
    QApplication.processEvents()
    names = [f"{type(each).__name__} {each.accessibleName()}" for each in focused]
    assert len(focused) == 1, names
    assert focused[0] is focus()
    assert focus().isVisible()
    return focus()


def test_focus_moves_once_per_step_of_a_round(page: LearnPage, focused: list[QWidget]) -> None:
    view = page.question_view
    start = page.lesson_view.exercises.buttons[0]
    start.setFocus()
    moves_once(focused, lambda: press(start, Key.Key_Return))
    while page.stack.currentWidget() is view:
        moves_once(focused, lambda: answer_by_call(page))
        assert view.reason is not None
        assert view.reason.hasFocus()
        moves_once(focused, lambda: press(focus(), Key.Key_Return))
    assert page.stack.currentWidget() is page.round_end
    moves_once(focused, lambda: press(focus(), Key.Key_Escape))
    assert page.stack.currentWidget() is page.lesson_view


def answer_by_call(page: LearnPage) -> None:
    """Check an answer without the keyboard, which would first focus a choice."""
    page.question_view.answer_choice(rightly=True)


def test_focus_moves_once_on_retry_and_leaving(
    page: LearnPage, window: Window, focused: list[QWidget]
) -> None:
    view = begin(page, "dots", "up", 2)
    moves_once(focused, lambda: wrongly(view))
    moves_once(focused, lambda: press(focus(), Key.Key_Return))  # again
    moves_once(focused, lambda: wrongly(view))
    moves_once(focused, lambda: press(focus(), Key.Key_Return))
    moves_once(focused, lambda: press(focus(), Key.Key_Escape))
    moves_once(focused, lambda: press(focus(), Key.Key_Return))  # go on
    moves_once(focused, window.menus.actions["spot"].trigger)
    moves_once(focused, lambda: press(focus(), Key.Key_Escape))
    assert page.stack.currentWidget() is view
    moves_once(focused, lambda: answer_by_call(page))


def test_focus_moves_on_when_its_widget_is_hidden(page: LearnPage) -> None:
    button = page.lesson_view.exercises.buttons[0]
    button.setFocus()
    button.hide()
    QApplication.processEvents()
    assert focus().isVisible()
    assert page.isAncestorOf(focus())
