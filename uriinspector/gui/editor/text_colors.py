"""The colours of the text itself, laid over it without touching it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.gui.editor.code_units import CodeUnits
    from uriinspector.gui.editor.look import Tint
    from uriinspector.gui.theme import Theme


class TextColors:
    """Makes formats of tints, each meaning's once."""

    def __init__(self, theme: Theme) -> None:
        """Take the colours of the theme."""
        self._theme = theme
        self._formats: dict[tuple[str, int], QTextCharFormat] = {}
        self._shown: list[tuple[int, int, str, int]] = []

    def forget(self) -> None:
        """Ask the theme again: it has changed."""
        self._formats.clear()
        self._shown.clear()

    def lay(
        self, layout: QTextLayout, tints: Iterable[Tint], units: CodeUnits, origin: int
    ) -> bool:
        """Colour the paragraph; tell whether anything in it is coloured in another way now."""
        last = units.length
        runs = []
        for start, end, meaning, weight in tints:
            first, after = max(start - origin, 0), end - origin
            if first < after and units.of(first) < last:
                begin = units.of(first)
                size = min(units.of(after), last) - begin
                runs.append((begin, size, meaning, weight))
        if runs == self._shown:
            return False
        self._shown = runs
        layout.setFormats([self._range(*run) for run in runs])
        return True

    def _range(self, start: int, size: int, meaning: str, weight: int) -> QTextLayout.FormatRange:
        format_range = QTextLayout.FormatRange()
        format_range.start = start
        format_range.length = size
        format_range.format = self._format(meaning, weight)
        return format_range

    def _format(self, meaning: str, weight: int) -> QTextCharFormat:
        key = (meaning, weight)
        if key not in self._formats:
            form = QTextCharFormat()
            form.setForeground(self._theme.color(meaning))
            form.setFontWeight(QFont.Weight(weight))
            self._formats[key] = form
        return self._formats[key]
