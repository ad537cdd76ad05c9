"""Due questions and how they are repeated."""

import pytest
from PySide6.QtCore import Qt

from tests.gui.learn.keyboard import Key, answer_rightly, begin, focus, press, tab_to, wrongly
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.shell.window import Window


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
    view = begin(page, "host", "host")
    answer_rightly(view)
    press(focus(), Key.Key_Escape)
    answer_on(page, monkeypatch, 9)
    window.profile.settings.set("due", False)
    assert not page.lesson_view.due.isVisible()
    page.repeat()
    assert page.strip.words.text() == "Due questions are turned off in Settings."
    window.profile.settings.set("due", True)
    assert page.lesson_view.due.title.text() == "Due today: 1"
