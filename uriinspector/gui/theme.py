"""Colours by meaning and the two fonts; no other file of the window names a colour or a face."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette

import uriinspector

# The first that is there is taken; in each of them I l 1 and 0 O differ.
INTERFACE_FACES = ("Inter", "Inter Variable")
URI_FACES = ("JetBrains Mono", "Cascadia Mono", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono")
LIGATURES = ("calt", "clig", "dlig", "liga")

_STYLE = """
QMainWindow {{ background: {window}; }}
QFrame#card {{ background: {card}; border: 1px solid {line}; border-radius: 8px; }}
QFrame#card[warns="true"] {{ background: {warning_card}; border-color: {warning}; }}
QLabel#headline {{ font-size: 17px; font-weight: 600; }}
QFrame#card[warns="true"] QLabel#headline {{ color: {warning}; }}
QLabel#title {{ font-weight: 600; }}
QLabel#quiet {{ color: {muted}; }}
QTextEdit, QTableView {{ background: transparent; border: none; }}
QTableView {{ gridline-color: transparent; outline: 0; }}
QTableView::item {{ padding: 3px 10px; border-bottom: 1px solid {line}; }}
QTableView::item:selected {{ background: {selected}; color: {text}; }}
QComboBox {{ background: {card}; border: 1px solid {line}; border-radius: 6px; padding: 4px 10px; }}
QComboBox:focus {{ border-color: {accent}; }}
QComboBox::drop-down {{ border: none; width: 24px; }}
QComboBox::down-arrow {{ image: url("{icons}/chevron-down.svg"); width: 12px; height: 12px; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollBar {{ background: transparent; width: 8px; height: 8px; }}
QScrollBar::handle {{ background: {line}; border-radius: 4px; min-height: 24px; min-width: 24px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QHeaderView {{ background: transparent; }}
QHeaderView::section {{ background: transparent; color: {muted}; border: none;
    border-bottom: 1px solid {line}; padding: 6px 10px; font-size: 12px; font-weight: 600; }}
"""


def resource(name: str) -> Path:
    """Find a shipped file: inside the installed package, or beside the package in a checkout."""
    package = Path(uriinspector.__file__).parent
    inside = package / "resources" / name
    return inside if inside.exists() else package.parent / "resources" / name


class Theme:
    """One theme: asked by meaning, never by value."""

    def __init__(self, name: str) -> None:
        """Read the theme of that name: light or dark."""
        colours: dict[str, Any] = tomllib.loads(resource(f"themes/{name}.toml").read_text("utf-8"))
        self._parts: dict[str, str] = colours.pop("parts")
        self._meanings: dict[str, str] = colours

    def color(self, meaning: str) -> QColor:
        """Give the colour of a component, or of a part of the window."""
        return QColor(self._parts.get(meaning) or self._meanings[meaning])

    def palette(self) -> QPalette:
        """Colour what the style sheet does not reach."""
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
        """Draw cards, tables and headings."""
        return _STYLE.format(icons=resource("icons").as_posix(), **self._meanings)


def interface_font() -> QFont:
    """Return the font of every word that is ours."""
    font = QFont()
    font.setFamilies([*_installed(INTERFACE_FACES), *font.families()])
    font.setPixelSize(13)
    return font


def uri_font(pixels: int = 13) -> QFont:
    """Return the font of every text that is evidence: // and .. look like what they are."""
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


def _installed(faces: tuple[str, ...]) -> list[str]:
    return [face for face in faces if QFontDatabase.hasFamily(face)]
