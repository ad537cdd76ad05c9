"""Painted pieces: every kind looks different in both themes."""

from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.conftest import both_themes
from uriinspector.gui.text.marked_text import COLOURS, MarkedLayout, MarkedText
from uriinspector.gui.text.pieces import Kind, Piece, Pieces, changed, outside
from uriinspector.gui.theme import Theme


def painted(theme: Theme, pieces: Pieces) -> QImage:
    picture = QImage(240, 24, QImage.Format.Format_RGB32)
    picture.fill(theme.color("card"))
    painter = QPainter(picture)
    MarkedLayout(theme, pieces, theme.uri_font(13), 240, wraps=False).draw(painter, 2, 2)
    painter.end()
    return picture


@both_themes
def test_every_kind_of_piece_looks_different(theme: Theme) -> None:
    pictures = [painted(theme, (Piece("letters", kind),)) for kind in Kind]
    assert len(COLOURS) == len(Kind)
    for index, one in enumerate(pictures):
        assert all(one != other for other in pictures[index + 1 :])


@both_themes
def test_marks_are_visible_without_color(theme: Theme) -> None:
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


def test_long_text_wraps(qtbot: QtBot, theme: Theme) -> None:
    widget = MarkedText(theme)
    qtbot.addWidget(widget)
    widget.show_pieces(outside("http://example.com/" * 20))
    assert widget.heightForWidth(200) > 3 * widget.heightForWidth(5_000)
    assert widget.accessibleName().startswith("http://example.com/")
    widget.resize(200, widget.heightForWidth(200))
    assert not widget.grab().isNull()
