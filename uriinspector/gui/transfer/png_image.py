"""The annotated picture in dots: drawn from its SVG with the faces of the window."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QFontMetricsF, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

from uriinspector.export.svg.face import Face
from uriinspector.gui.fonts import interface_font, uri_font

# Dots for each unit of the picture: sharp where it is shown twice as large.
SCALE = 2
# What an average is taken of: wide enough for words in capitals and brackets too.
SAMPLE = "Goes to WWW[.]example[.]com, not to 10[.]0[.]0[.]1"
MEASURED = 100


def face() -> Face:
    """The faces of this machine, measured: Qt's renderer goes by the face alone."""
    fixed, words = uri_font(MEASURED), interface_font(MEASURED)
    words.setBold(True)
    return Face(
        fixed=fixed.families()[0],
        words=words.families()[0],
        advance=QFontMetricsF(fixed).horizontalAdvance("0") / MEASURED,
        average=QFontMetricsF(words).horizontalAdvance(SAMPLE) / len(SAMPLE) / MEASURED,
        by_letter=True,
    )


def png(svg: str) -> bytes:
    """The picture in dots."""
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    image = QImage(renderer.defaultSize() * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())
