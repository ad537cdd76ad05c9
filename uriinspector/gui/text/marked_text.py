"""Marked text laid out in lines, for table cells or as a widget.

Color is never the only mark: deletions are struck through, differences and additions are bold, and
wrong text that stays has a dashed line.
"""

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontMetricsF, QTextCharFormat
from PySide6.QtWidgets import QSizePolicy

from uriinspector.gui.text.paragraph import LaidLabel, LaidRun, LaidText, Wrap
from uriinspector.gui.text.pieces import INDENT, Kind, Piece, Pieces, fitted, plain_text
from uriinspector.gui.theme import pixels, theme

# By kind: the names of the text color and of the background color.
COLOURS = {
    Kind.PLAIN: ("text", ""),
    Kind.MUTED: ("muted", ""),
    Kind.STRONG: ("text", ""),
    Kind.DIFFERS: ("warning", "warning_card"),
    Kind.CUT: ("high", "high_card"),
    Kind.ADDED: ("low", "low_card"),
    Kind.FAULT: ("high", "high_card"),
    Kind.UNCHANGED: ("warning", ""),
    Kind.LINK: ("accent", ""),
    Kind.NUMBER: ("warning", "warning_card"),
}
# Wrapped lines begin after these: indentation, and marks of options.
LEADS = f"{INDENT}☑☐ "
BOLD = frozenset({Kind.STRONG, Kind.DIFFERS, Kind.ADDED, Kind.FAULT})


class MarkedLayout(LaidText):
    """Pieces laid out in lines; wrapped lines have the same indentation as the first."""

    def __init__(
        self, pieces: Pieces, font: QFont, width: float, *, wraps: bool, is_uri: bool = False
    ) -> None:
        text = plain_text(pieces)
        lead = text[: len(text) - len(text.lstrip(LEADS))]
        hanging = QFontMetricsF(font).horizontalAdvance(lead) if lead else 0.0
        broken = Wrap.WrapAnywhere if is_uri else Wrap.WrapAtWordBoundaryOrAnywhere
        words = theme.interface_font().families()
        runs = [_laid(piece, words, is_uri=is_uri) for piece in pieces]
        super().__init__(runs, font, width, wrap=broken if wraps else Wrap.NoWrap, hanging=hanging)


def _laid(piece: Piece, words: list[str], *, is_uri: bool) -> LaidRun:
    letters, behind = COLOURS[piece.kind]
    if piece.is_chip and not behind:
        letters, behind = "warning", "warning_card"
    look = QTextCharFormat()
    look.setForeground(theme.color(letters))
    # A line through spaces alone would look like a dash.
    look.setFontStrikeOut(piece.kind is Kind.CUT and not piece.text.isspace())
    if piece.kind is Kind.UNCHANGED:
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
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


class MarkedText(LaidLabel):
    """A widget that shows pieces, wrapped to its width."""

    def __init__(self, *, is_uri: bool = True, size: int = 13) -> None:
        policies = QSizePolicy.Policy
        super().__init__(policies.Expanding, policies.Preferred, above=1)
        self._is_uri = is_uri
        self._size = size
        self.pieces: Pieces = ()

    def show_pieces(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.setAccessibleName(plain_text(pieces))
        self._renew()

    def heightForWidth(self, width: int) -> int:
        return round(self._laid_out(width).height) + 2

    def sizeHint(self) -> QSize:
        return QSize(pixels(200), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(pixels(60), round(QFontMetricsF(self._font()).height()) + 2)

    def _font(self) -> QFont:
        face = theme.uri_font if self._is_uri else theme.interface_font
        return face(self._size)

    def _lay_out(self, width: int) -> MarkedLayout:
        font, is_uri = self._font(), self._is_uri
        return MarkedLayout(self.pieces, font, width, wraps=True, is_uri=is_uri)


class MarkedLine(MarkedText):
    """A line of fixed height; text that is too long is shortened."""

    def heightForWidth(self, _width: int) -> int:
        return self.minimumSizeHint().height()

    def sizeHint(self) -> QSize:
        """Return the minimum size, since the layout gives the widget the remaining width."""
        return self.minimumSizeHint()

    def fitted(self, width: int, measure: Callable[[str], float]) -> Pieces:
        """Return the pieces that are shown in this width."""
        return fitted(self.pieces, width, measure)

    def _lay_out(self, width: int) -> MarkedLayout:
        font = self._font()
        widest = QFont(font)
        if any(each.kind in BOLD for each in self.pieces):
            widest.setWeight(QFont.Weight.DemiBold)
        pieces = self.fitted(width, QFontMetricsF(widest).horizontalAdvance)
        return MarkedLayout(pieces, font, width, wraps=False, is_uri=self._is_uri)
