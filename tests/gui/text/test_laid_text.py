"""Laid-out runs: indentation, line breaks and backgrounds."""

from PySide6.QtGui import QColor, QImage, QPainter, QTextCharFormat

from tests.for_each import for_each
from uriinspector.gui.text.paragraph import LaidRun, LaidText, Wrap
from uriinspector.gui.theme import Theme

PLAIN = QTextCharFormat()


def starts(laid: LaidText) -> list[int]:
    """Return the text positions at which the lines start."""
    return [laid.layout.lineAt(line).textStart() for line in range(laid.layout.lineCount())]


def test_hanging_indent(theme: Theme) -> None:
    laid = LaidText([LaidRun("one two " * 9, PLAIN)], theme.uri_font(13), 200, hanging=30)
    places = [laid.layout.lineAt(line).x() for line in range(laid.layout.lineCount())]
    assert places[0] == 0
    assert set(places[1:]) == {30}
    assert laid.height == laid.layout.boundingRect().height()


def test_unbreakable_run_is_not_broken(theme: Theme) -> None:
    runs = [LaidRun("a" * 7, PLAIN), LaidRun("WHOLE", PLAIN, is_whole=True), LaidRun("b", PLAIN)]
    font = theme.uri_font(13)
    room = LaidText([LaidRun("a" * 10, PLAIN)], font, 10_000).width + 1
    assert starts(LaidText(runs, font, room, wrap=Wrap.WrapAnywhere)) == [0, 7]
    broken = [run._replace(is_whole=False) for run in runs]
    assert starts(LaidText(broken, font, room, wrap=Wrap.WrapAnywhere)) == [0, 10]


@for_each("behind", None, QColor("red"))
def test_background_is_drawn_behind_its_run(theme: Theme, behind: QColor | None) -> None:
    picture = QImage(60, 30, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    LaidText([LaidRun("    ", PLAIN, behind)], theme.uri_font(13), 60).draw(painter, 10, 5)
    painter.end()
    assert picture.pixelColor(20, 12) == (behind or QColor("white"))
