"""Colors by meaning, fonts, lengths by zoom, icons; no other module defines a color.

All widgets share one theme, which is changed in place, so painting always uses its current values.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from string import Template
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from uriinspector.analysis.resource_files import shipped, shipped_text
from uriinspector.gui.fonts import interface_font, uri_font

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


NAMES = ("light", "dark")
SIZES = range(7, 33)
ZOOMS = (100, 110, 125, 150, 175, 200)


class Theme:
    """A light or dark theme with a zoom; colors are looked up by meaning."""

    name: str
    has_contrast: bool
    zoom: int

    def use(self, name: str, zoom: int = 100, *, has_contrast: bool = False) -> None:
        """Use another theme, or its high-contrast variant."""
        colours: dict[str, Any] = tomllib.loads(shipped_text(f"themes/{name}.toml"))
        self.name, self.zoom, self.has_contrast = name, zoom, has_contrast
        self._parts: dict[str, str] = colours.pop("parts")
        self._meanings: dict[str, str] = colours
        if has_contrast:
            changed: dict[str, Any] = tomllib.loads(shipped_text(f"themes/{name}_contrast.toml"))
            self._parts |= changed.pop("parts")
            self._meanings |= changed

    @property
    def look(self) -> tuple[str, int, bool]:
        """Return the values that all painting depends on."""
        return self.name, self.zoom, self.has_contrast

    def color(self, meaning: str) -> QColor:
        """Return the color of a URI component or of a part of the window."""
        return QColor(self._parts.get(meaning) or self._meanings[meaning])

    def pixels(self, size: int) -> int:
        """Scale a length by the zoom."""
        return round(size * self.zoom / 100)

    def interface_font(self, size: int = 13) -> QFont:
        return interface_font(self.pixels(size))

    def uri_font(self, size: int = 13) -> QFont:
        return uri_font(self.pixels(size))

    def palette(self) -> QPalette:
        """Return the palette for widgets that the style sheet does not cover."""
        role = QPalette.ColorRole
        palette = QPalette()
        for meaning, roles in {
            "window": (role.Window, role.AlternateBase),
            "card": (role.Base, role.Button, role.ToolTipBase),
            "text": (role.WindowText, role.Text, role.ButtonText, role.ToolTipText),
            "muted": (role.PlaceholderText,),
            "accent": (role.Accent, role.Link),
            "selected": (role.Highlight,),
        }.items():
            for each in roles:
                palette.setColor(each, self.color(meaning))
        palette.setColor(role.HighlightedText, self.color("text"))
        return palette

    def style_sheet(self) -> str:
        """Return the style sheet of the window, with colors and lengths filled in."""
        lengths = {f"px{size}": f"{self.pixels(size)}px" for size in SIZES}
        return Template(shipped_text("themes/window.qss")).substitute(
            self._meanings | lengths,
            icons=shipped("icons").as_posix(),
            theme=self.name,
            uri_face=f'"{uri_font().family()}"',
        )

    def dress(self, application: QApplication) -> None:
        """Apply the theme to all widgets.

        The old style sheet is removed first. Otherwise Qt would apply the new one to a
        widget once for each of its ancestors, up to forty times.
        """
        application.setStyleSheet("")
        application.setPalette(self.palette())
        application.setFont(self.interface_font())
        application.setStyleSheet(self.style_sheet())


theme = Theme()  # of the whole process; loaded when the window starts
pixels = theme.pixels


SIZE = 20  # of an icon in a list or on a button, before zoom


def pixmap(name: str, meaning: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Draw an icon in the color of a meaning; ``size`` is before zoom."""
    side = pixels(size)
    svg = shipped_text(f"icons/{name}.svg").replace("currentColor", theme.color(meaning).name())
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(0, 0, 0, 0))
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))
    painter.end()
    return picture


RATIOS = (1.0, 2.0)  # the pixel ratios of common screens


def icon(
    name: str, meaning: str = "muted", chosen: str = "", ratios: Iterable[float] = RATIOS
) -> QIcon:
    """Return an icon; ``chosen`` is the color for the checked state."""
    result = QIcon()
    for ratio in ratios:
        result.addPixmap(pixmap(name, meaning, SIZE, ratio))
        if chosen:
            picture = pixmap(name, chosen, SIZE, ratio)
            result.addPixmap(picture, QIcon.Mode.Normal, QIcon.State.On)
    return result


def window_icon() -> QIcon:
    return QIcon(str(shipped("icons/uriinspector.svg")))
