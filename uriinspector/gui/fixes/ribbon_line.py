"""A reference in one line, its components coloured, with what is changed in it marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QTextCharFormat

from uriinspector.analysis.annotated import covering, labelled
from uriinspector.core.model import NamedTuple, Part
from uriinspector.core.parse import parse
from uriinspector.gui.text.laid_text import LaidRun, LaidText, Wrap
from uriinspector.gui.text.pieces import ELLIPSIS, Kind, outside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uriinspector.core.model import Span
    from uriinspector.gui.theme import Theme

# What is shown in front of the first change where a text is too long, as a part of the width.
BEFORE = 0.3
BEHIND = {Kind.CUT: "high_card", Kind.ADDED: "low_card", Kind.DIFFERS: "warning_card"}


class RibbonText(NamedTuple):
    """A text, what is changed in it, and whether that was cut or added."""

    text: str
    changes: tuple[Span, ...]
    kind: Kind
    edition: str = "2005"


def ribbon_line(
    theme: Theme, ribbon: RibbonText, font: QFont, width: float, advance: float
) -> LaidText:
    """The line, laid out: of a text that is too long, the part with the first change."""
    start, end = window(ribbon, int(width / advance))
    dots = QTextCharFormat()
    dots.setForeground(theme.color("muted"))
    runs = [LaidRun(ELLIPSIS, dots)] if start else []
    runs += _runs(theme, ribbon, start, end)
    if end < len(ribbon.text):
        runs.append(LaidRun(ELLIPSIS, dots))
    return LaidText(runs, font, width, wrap=Wrap.NoWrap)


def window(ribbon: RibbonText, most: int) -> tuple[int, int]:
    """What of a text fits into so many characters: from the beginning, or around a change."""
    text, most = ribbon.text, max(most, 8)
    if len(text) <= most:
        return 0, len(text)
    first = ribbon.changes[0] if ribbon.changes else None
    if first is None or min(first.end, first.start + most // 2) < most:
        return 0, most - 1
    start = max(first.start - int(BEFORE * most), 0)
    return start, min(start + most - 2, len(text))


def _runs(theme: Theme, ribbon: RibbonText, start: int, end: int) -> Iterator[LaidRun]:
    reference = parse(ribbon.text, edition=ribbon.edition)
    for first, last, part, _ in covering(labelled(reference), len(ribbon.text)):
        for begin, stop, is_changed in _split(max(first, start), min(last, end), ribbon.changes):
            kind = ribbon.kind if is_changed else Kind.PLAIN
            for piece in outside(ribbon.text[begin:stop]):
                look = QTextCharFormat()
                look.setForeground(theme.color(part or "muted"))
                look.setFontStrikeOut(kind is Kind.CUT)
                if kind is Kind.ADDED or part is Part.HOST:
                    look.setFontWeight(QFont.Weight.DemiBold)
                behind = BEHIND.get(kind) or ("warning_card" if piece.is_chip else None)
                yield LaidRun(piece.text, look, theme.color(behind) if behind else None)


def _split(start: int, end: int, changes: Sequence[Span]) -> Iterator[tuple[int, int, bool]]:
    """A run in pieces that are changed or not."""
    at = start
    for each in _within(start, end, changes):
        if at < each[0]:
            yield at, each[0], False
        yield each[0], each[1], True
        at = each[1]
    if at < end:
        yield at, end, False


def _within(start: int, end: int, changes: Iterable[Span]) -> Iterator[tuple[int, int]]:
    for each in changes:
        first, last = max(each.start, start), min(each.end, end)
        if first < last:
            yield first, last
