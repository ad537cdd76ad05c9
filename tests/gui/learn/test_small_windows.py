"""The page in a small window in German: nothing is cut or wider than the window."""

import re
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from uriinspector.gui.learn.given_texts import QuietEdit
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.translation import say
from uriinspector.lessons.lesson import course


@pytest.fixture
def german(page: LearnPage, window: Window) -> Iterator[LearnPage]:
    del page
    window.profile.settings.set("language", "de")
    yield window.learn_page
    window.profile.settings.set("language", "en")


def test_lesson_titles_are_not_cut(german: LearnPage, window: Window) -> None:
    window.resize(900, 600)
    QApplication.processEvents()
    rows = german.lesson_view.outline.list
    texts = [" ".join(rows.item(at).text().split()) for at in range(rows.count())]
    assert texts == [f"{each.number} {say(each.title)}" for each in course().lessons]
    assert any("\n" in rows.item(at).text() for at in range(rows.count()))


def test_questions_fit_the_window_width(german: LearnPage, window: Window) -> None:
    window.resize(700, 460)
    view = german.question_view
    for lesson in course().lessons:
        for exercise in lesson.exercises:
            german.start(lesson, exercise)
            for _ in range(4):
                view.ask_hint()
            QApplication.processEvents()
            assert view.area.horizontalScrollBar().maximum() == 0
            view.give_up()
            QApplication.processEvents()
            wide = view.area.horizontalScrollBar().maximum()
            assert wide == 0, f"{lesson.code}/{exercise.code} is {wide} too wide"
            assert view.head.title.height() >= view.head.title.heightForWidth(
                view.head.title.width()
            )


def test_lines_do_not_break_inside_percent_encoded_bytes(page: LearnPage, window: Window) -> None:
    del page
    text = "https://a.example/maps?to=https%3A%2F%2Fqd27.invalid%2Fapi/" * 3
    edit = QuietEdit(window.theme, "Link")
    edit.show_text(text)
    bytes_at = [match.start() for match in re.finditer("%..", text)]
    for width in range(420, 900, 9):
        edit.resize(width, 300)
        edit.show()
        QApplication.processEvents()
        layout = edit.document().firstBlock().layout()
        starts = [layout.lineAt(at).textStart() for at in range(layout.lineCount())]
        assert len(starts) > 1
        inside = {at + step for at in bytes_at for step in (1, 2)}
        assert not inside & set(starts), (width, starts)
    edit.close()
    edit.deleteLater()
