"""Where the lines of the text lie, and what part of a run lies in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QTextLine

    from uriinspector.gui.editor.text_document import TextDocument


class Stroke(NamedTuple):
    """The part of a run that lies in one line, and whether the run begins and ends there."""

    left: float
    right: float
    opens: bool
    closes: bool


class TextLine:
    """One line as it is laid out, in the document's own pixels."""

    def __init__(
        self, line: QTextLine, start: int, end: int, compose: tuple[int, int], *, is_last: bool
    ) -> None:
        """Take over where it stands; places are Qt's count."""
        self._line = line
        self._compose = compose
        self._is_last = is_last
        self.number = line.lineNumber()
        self.start, self.end = start, end
        self.top = line.y()
        self.bottom = line.y() + line.height()
        self.base = line.y() + line.ascent()

    def x(self, place: int) -> float:
        """Find where a place stands; what an input method composes is in its way."""
        at, length = self._compose
        # The binding gives the place as well.
        result = cast("tuple[float, int]", self._line.cursorToX(place + (place > at) * length))
        return result[0]

    def place_at(self, x: float) -> int | None:
        """Find the place whose character is at x; None beside the text."""
        if not self.x(self.start) <= x < self.x(self.end):
            return None
        number = self._line.xToCursor(x, self._line.CursorPosition.CursorOnCharacter)
        at, length = self._compose
        return number if not length or number <= at else max(at, number - length)

    def stroke(self, start: int, end: int) -> Stroke | None:
        """Find what of a run lies here."""
        low, high = max(start, self.start), min(end, self.end)
        if low > high or (low == high and (start < end or not self._holds(start))):
            return None
        return Stroke(self.x(low), self.x(high), low == start, high == end)

    def _holds(self, place: int) -> bool:
        return self.start <= place < self.end or (self._is_last and place == self.end)


class TextLines:
    """The lines of a sheet."""

    def __init__(self, sheet: TextDocument) -> None:
        """Look at one sheet, whatever it holds at the time."""
        self._sheet = sheet

    @property
    def count(self) -> int:
        """Tell how many lines there are."""
        return self._sheet.layout.lineCount()

    def at(self, number: int) -> TextLine:
        """Give a line by its number."""
        layout = self._sheet.layout
        line = layout.lineAt(number)
        length = len(layout.preeditAreaText())
        area = layout.preeditAreaPosition()

        def plain(place: int) -> int:
            return place if not length or place <= area else max(area, place - length)

        start = line.textStart()
        return TextLine(
            line,
            plain(start),
            plain(start + line.textLength()),
            (area, length),
            is_last=number == layout.lineCount() - 1,
        )

    def holding(self, place: int) -> int:
        """Find the line of a place."""
        line = self._sheet.layout.lineForTextPosition(place)
        return line.lineNumber() if line.isValid() else max(self.count - 1, 0)

    def between(self, top: float, bottom: float) -> Iterator[TextLine]:
        """Give the lines that lie, with what is under them, between two heights."""
        layout = self._sheet.layout
        low, high = 0, layout.lineCount()
        while low < high:
            middle = (low + high) // 2
            if layout.lineAt(middle).y() <= top:
                low = middle + 1
            else:
                high = middle
        for number in range(max(low - 1, 0), layout.lineCount()):
            if layout.lineAt(number).y() > bottom:
                return
            yield self.at(number)
