"""Icons: strokes drawn for this program, in the colours of the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from uriinspector.analysis.resource_files import shipped, shipped_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.gui.theme import Theme

SIZE = 20  # of an icon in a list or on a button, before zoom


def pixmap(theme: Theme, name: str, meaning: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Draw an icon in the colour of a meaning; ``size`` is before zoom."""
    side = theme.pixels(size)
    svg = shipped_text(f"icons/{name}.svg").replace("currentColor", theme.color(meaning).name())
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(0, 0, 0, 0))
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))
    painter.end()
    return picture


RATIOS = (1.0, 2.0)  # of the screens that there are


def icon(
    theme: Theme,
    name: str,
    meaning: str = "muted",
    chosen: str = "",
    ratios: Iterable[float] = RATIOS,
) -> QIcon:
    """Draw an icon, and once more for when it is chosen."""
    result = QIcon()
    for ratio in ratios:
        result.addPixmap(pixmap(theme, name, meaning, SIZE, ratio))
        if chosen:
            picture = pixmap(theme, name, chosen, SIZE, ratio)
            result.addPixmap(picture, QIcon.Mode.Normal, QIcon.State.On)
    return result


def window_icon() -> QIcon:
    """The program's own picture."""
    return QIcon(str(shipped("icons/uriinspector.svg")))
