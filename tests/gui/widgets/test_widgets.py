"""Buttons, painted pieces and notices."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor, QImage, QPainter
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.conftest import both_themes
from uriinspector.gui.text.marked_text import COLOURS, MarkedLayout, MarkedText
from uriinspector.gui.text.pieces import Kind, Piece, Pieces, changed, outside
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button, menu_button
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_button_is_pressed_by_key(qtbot: QtBot, key: Qt.Key) -> None:
    pressed: list[str] = []
    widget = button("Copy", lambda: pressed.append("once"))
    qtbot.addWidget(widget)
    widget.show()
    qtbot.keyClick(widget, key)
    assert pressed == ["once"]


def test_closed_menu_clears_hover_of_its_button(qtbot: QtBot) -> None:
    widget = menu_button("Export")
    menu = QMenu(widget)
    widget.setMenu(menu)
    qtbot.addWidget(widget)
    widget.move(QCursor.pos() + QPoint(200, 200))
    widget.show()
    qtbot.waitUntil(lambda: not widget.rect().contains(widget.mapFromGlobal(QCursor.pos())))
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    widget.setDown(True)
    menu.aboutToHide.emit()
    qtbot.waitUntil(lambda: not widget.underMouse())
    assert not widget.isDown()


def painted(theme: Theme, pieces: Pieces) -> QImage:
    picture = QImage(240, 24, QImage.Format.Format_RGB32)
    picture.fill(theme.color("card"))
    painter = QPainter(picture)
    MarkedLayout(pieces, theme.uri_font(13), 240, wraps=False).draw(painter, 2, 2)
    painter.end()
    return picture


@both_themes
def test_every_kind_of_piece_looks_different(theme: Theme) -> None:
    pictures = [painted(theme, (Piece("letters", kind),)) for kind in Kind]
    assert len(COLOURS) == len(Kind)
    for index, one in enumerate(pictures):
        assert all(one != other for other in pictures[index + 1 :])


@both_themes
def test_text_marks_are_visible_without_color(theme: Theme) -> None:
    def grey(kind: Kind) -> QImage:
        picture = painted(theme, (Piece("letters", kind),))
        return picture.convertToFormat(QImage.Format.Format_Mono)

    assert grey(Kind.CUT) != grey(Kind.PLAIN)
    assert grey(Kind.ADDED) != grey(Kind.PLAIN)
    assert grey(Kind.CUT) != grey(Kind.ADDED)


@for_each("text", "\U0001f600a\U0001f600b", "a\u202eb\u0301", "")
def test_added_text_is_visible(theme: Theme, text: str) -> None:
    plain, marked = painted(theme, outside(text)), painted(theme, changed(text, text + "X"))
    assert plain != marked


@pytest.mark.usefixtures("theme")
def test_long_text_wraps(qtbot: QtBot) -> None:
    widget = MarkedText()
    qtbot.addWidget(widget)
    widget.show_pieces(outside("http://example.com/" * 20))
    assert widget.heightForWidth(200) > 3 * widget.heightForWidth(5_000)
    assert widget.accessibleName().startswith("http://example.com/")
    widget.resize(200, widget.heightForWidth(200))
    assert not widget.grab().isNull()


@pytest.mark.usefixtures("theme")
def test_notice_does_not_cover_the_focused_widget(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 600)
    high, low = QPushButton("high", page), QPushButton("low", page)
    high.setGeometry(100, 10, 120, 30)
    low.setGeometry(100, 550, 120, 30)
    strip = NoticeStrip()
    strip.float_over(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    high.setFocus()
    strip.show_notice(Notice("3 links marked.", does="Undo", action=lambda: None))
    assert strip.geometry().intersects(low.geometry())
    low.setFocus()
    assert not strip.geometry().intersects(low.geometry())
    assert page.rect().contains(strip.geometry())
    strip.close_button.setFocus()
    strip.close_button.click()
    assert low.hasFocus()
    strip.show_notice(Notice("3 links marked."))
    qtbot.keyClick(low, Qt.Key.Key_Escape)
    assert not strip.isVisible()
    assert low.hasFocus()
