"""The two fonts: one for the interface, one for URIs and other text from outside."""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics

# The first one that is installed is used; all of them distinguish I, l, 1 and 0, O.
INTERFACE_FACES = ("Inter", "Inter Variable")
URI_FACES = ("JetBrains Mono", "Cascadia Mono", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono")
LIGATURES = ("calt", "clig", "dlig", "liga")


def interface_font(pixels: int = 13) -> QFont:
    return QFont(_interface_font(pixels))


def uri_font(pixels: int = 13) -> QFont:
    """Return the font for URIs: monospaced, without ligatures, which would change "//", for
    example.
    """
    return QFont(_uri_font(pixels))


@cache  # called for every cell that is painted
def _interface_font(pixels: int) -> QFont:
    font = QFont()
    font.setFamilies([*_installed(INTERFACE_FACES), *font.families()])
    font.setPixelSize(pixels)
    return font


@cache
def _uri_font(pixels: int) -> QFont:
    font = QFont()
    font.setFamilies(
        _installed(URI_FACES)
        or [QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()]
    )
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(pixels)
    for ligature in LIGATURES:
        font.setFeature(QFont.Tag(ligature), 0)
    return font


def can_draw_letters() -> bool:
    """Return False if there are no fonts: Qt would draw boxes without any message."""
    return QFontMetrics(QFont()).inFontUcs4(ord("a"))


@lru_cache(maxsize=8192)
def has_glyph(character: str) -> bool:
    """Return True if an installed font can draw a character."""
    return _metrics().inFontUcs4(ord(character))


@cache
def _metrics() -> QFontMetrics:
    return QFontMetrics(uri_font())


@cache  # a query takes a millisecond
def _installed(faces: tuple[str, ...]) -> list[str]:
    return [face for face in faces if QFontDatabase.hasFamily(face)]
