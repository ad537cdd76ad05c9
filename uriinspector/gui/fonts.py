"""The two fonts: one for the interface, one for URIs and other text from outside."""

from functools import cache, lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics

# The first installed font is used; all of them distinguish I, l and 1, and O and 0.
INTERFACE_FACES = ("Inter", "Inter Variable")
URI_FACES = ("JetBrains Mono", "Cascadia Mono", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono")
LIGATURES = ("calt", "clig", "dlig", "liga")


def interface_font(pixels: int = 13) -> QFont:
    return QFont(_interface_font(pixels))


def uri_font(pixels: int = 13) -> QFont:
    """Return the font for URIs: monospaced, and without ligatures, which would change "//"."""
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
    """Return False if there are no fonts: Qt would draw boxes, without an error."""
    return QFontMetrics(QFont()).inFontUcs4(ord("a"))


@lru_cache(maxsize=8192)
def has_glyph(character: str) -> bool:
    """Return True if an installed font has a glyph for a character."""
    return _metrics().inFontUcs4(ord(character))


@cache
def _metrics() -> QFontMetrics:
    return QFontMetrics(uri_font())


@cache  # each query takes a millisecond
def _installed(faces: tuple[str, ...]) -> list[str]:
    return [face for face in faces if QFontDatabase.hasFamily(face)]
