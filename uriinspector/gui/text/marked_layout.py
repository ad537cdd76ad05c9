"""Marked text laid out in lines.

Colour is never the only sign: what is cut is struck through, what differs or is added is bold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontMetricsF, QTextCharFormat

from uriinspector.gui.text.laid_text import LaidRun, LaidText, Wrap
from uriinspector.gui.text.pieces import INDENT, Kind, Piece, Pieces, plain_text

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme

# Kind -> the colour of its letters, and of what lies behind them.
COLOURS = {
    Kind.PLAIN: ("text", ""),
    Kind.MUTED: ("muted", ""),
    Kind.STRONG: ("text", ""),
    Kind.DIFFERS: ("warning", "warning_card"),
    Kind.CUT: ("high", "high_card"),
    Kind.ADDED: ("low", "low_card"),
    Kind.FAULT: ("high", "high_card"),
    Kind.LINK: ("accent", ""),
}
BOLD = frozenset({Kind.STRONG, Kind.DIFFERS, Kind.ADDED, Kind.FAULT})


class MarkedLayout(LaidText):
    """Pieces laid out in lines; those that follow hang below a text that was moved in."""

    def __init__(
        self,
        theme: Theme,
        pieces: Pieces,
        font: QFont,
        width: float,
        *,
        wraps: bool,
        is_uri: bool = False,
    ) -> None:
        text = plain_text(pieces)
        lead = text[: len(text) - len(text.lstrip(INDENT))]
        hanging = QFontMetricsF(font).horizontalAdvance(lead) if lead else 0.0
        broken = Wrap.WrapAnywhere if is_uri else Wrap.WrapAtWordBoundaryOrAnywhere
        words = theme.interface_font().families()
        runs = [_laid(theme, piece, words, is_uri=is_uri) for piece in pieces]
        super().__init__(runs, font, width, wrap=broken if wraps else Wrap.NoWrap, hanging=hanging)


def _laid(theme: Theme, piece: Piece, words: list[str], *, is_uri: bool) -> LaidRun:
    letters, behind = COLOURS[piece.kind]
    if piece.is_chip and not behind:
        letters, behind = "warning", "warning_card"
    look = QTextCharFormat()
    look.setForeground(theme.color(letters))
    look.setFontStrikeOut(piece.kind is Kind.CUT)
    if piece.is_words:
        look.setFontFamilies(words)
    if piece.kind in BOLD:
        look.setFontWeight(QFont.Weight.DemiBold)
    return LaidRun(
        piece.text.replace("\n", "\u2028"),
        look,
        theme.color(behind) if behind else None,
        is_whole=is_uri and (piece.is_chip or piece.is_words),
    )
