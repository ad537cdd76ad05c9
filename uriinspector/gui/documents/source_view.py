"""The source of a file as hex or text, with findings in the margin and on the scroll bar."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QScrollBar

from uriinspector.analysis.finding import RANK
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.gui.accessibility import announce_character
from uriinspector.gui.documents.decision_table import PLAIN
from uriinspector.gui.documents.source_octets import UNREADABLE, Octets, why
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.selection import (
    MenuEntry,
    add_entry,
    copy_links_defanged,
    fill_when_opened,
    open_menu,
    to_clipboard,
)
from uriinspector.gui.text.paragraph import TextRun, TextStyle, draw_line, font_of, metrics_of
from uriinspector.gui.text.pieces import plain_label, show_tip, visible
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.cards import button, line_edit, menu_button
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.severity_sign import draw_shape
from uriinspector.gui.widgets.view_parts import (
    MOST_MATCHES,
    Restyled,
    SearchedPane,
    match_words,
    paint_in_place_of_rows,
    step_to,
)

ROW, SIDE, GAP = 20, 16, 12  # before zoom: row height, left margin, gap between columns
WIDTHS = (16, 8)  # numbers of bytes in a hex row; the first that fits is used
CHUNK = 1 << 18  # bytes to read before and after a requested range
# The maximum length of a painted line, and the maximum number of bytes to copy.
LONGEST_LINE, MOST_COPIED = 2_000, 1 << 20
AT_ONCE = 1 << 20  # files up to this size are searched immediately
EVIDENCE, QUIET = TextStyle(size=12, evidence=True), TextStyle("muted", 12, evidence=True)
LABEL, HEAD = TextStyle("muted", 12), TextStyle("muted", 12, weight=600)
HEX = expression(r"(?:[0-9A-Fa-f]{2}\s+)+[0-9A-Fa-f]{2}\s*")
OFFSET = expression(r"0[xX]([0-9A-Fa-f]{1,12})")
BREAKS = b"\r\n"


class SourceMark(NamedTuple):
    """A range of bytes with a finding, and the finding's label.

    If one of ``words`` occurs in the range, only that word is highlighted.
    """

    start: int
    end: int
    severity: str
    label: str
    sentence: str = ""
    place: str = ""
    words: tuple[str, ...] = ()


class SourceFile(NamedTuple):
    """A file with its bytes, the offsets of its lines, and marked ranges."""

    key: Hashable
    size: int
    octets: Octets
    lines: Sequence[int] = ()
    marks: tuple[SourceMark, ...] = ()


class MarkedScrollBar(QScrollBar):
    """A scroll bar with a tick for each marked row."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.ticks: tuple[tuple[float, str], ...] = ()  # positions from 0 to 1, with a severity

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        for share, severity in self.ticks:
            at = round(share * (self.height() - 3))
            painter.fillRect(0, at, self.width(), 3, theme.color(severity))
        painter.end()


class SourceCanvas(Restyled, QAbstractScrollArea):
    """Paints the visible rows; the selection is the same in hex and text."""

    last_attribute = "file"

    selection_changed = Signal()
    left = Signal()  # by Esc

    def __init__(self) -> None:
        super().__init__()
        self.file = SourceFile(None, 0, lambda _start, _end: b"")
        self._known = (0, b"")  # the cached bytes, and their offset
        self.is_hex = True
        self.problem = ""  # the reason why the file cannot be shown
        self.selection = (0, 0)
        self._anchor = 0
        self.current: SourceMark | None = None
        self.setAccessibleName(say("Source"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._ticks = MarkedScrollBar()
        self.setVerticalScrollBar(self._ticks)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_file(self, file: SourceFile) -> None:
        """Show a file from its beginning, or update the current file."""
        is_same = file.key == self.file.key
        if not is_same:
            self._known, self.selection, self.current = (0, b""), (0, 0), None
        self.file = file
        self.problem = "" if file.size else say("Nothing to show.")
        self._get(0, 1)
        self.restyle()
        if not is_same:
            self.verticalScrollBar().setValue(0)

    def show_form(self, *, is_hex: bool) -> None:
        """Switch between hex and text, keeping the position."""
        self.is_hex = is_hex
        self.restyle()
        self.center()

    def select(self, start: int, end: int, mark: SourceMark | None = None) -> None:
        """Select a range of bytes, and scroll to it."""
        self.selection, self.current, self._anchor = (start, end), mark, start
        self._report_selection()
        self.center()

    def narrowed(self, mark: SourceMark) -> tuple[int, int]:
        """Return the range of the first of ``words`` found in a mark, or else of the whole mark."""
        octets = self._get(mark.start, min(mark.end, mark.start + CHUNK)).lower()
        for word in mark.words:
            at = octets.rfind(word.lower().encode("utf-8", "replace")) if word else -1
            if at >= 0:
                return mark.start + at, mark.start + at + len(word.encode("utf-8", "replace"))
        return mark.start, mark.end

    def center(self) -> None:
        """Scroll the selection to the middle."""
        rows = self._rows_in_sight()
        self.verticalScrollBar().setValue(self._row_of(self.selection[0]) - max(rows // 2 - 1, 0))
        start = self.selection[0] - self._start_of(self._row_of(self.selection[0]))
        wide = 0 if self.is_hex else max(start - self._columns() // 2, 0)
        self.horizontalScrollBar().setValue(wide)
        self.viewport().update()

    def octets(self) -> bytes:
        """Return the selected bytes, or none if they cannot be read."""
        start, end = self.selection
        return self._get(start, min(end, start + MOST_COPIED))

    def copy_defanged(self) -> None:
        """Copy the selected bytes as text, with links defanged."""
        copy_links_defanged([shown_text(self.octets())])

    def text(self) -> str:
        """Return the visible rows as text for screen readers."""
        first = self.verticalScrollBar().value()
        last = min(first + max(self._rows_in_sight(), 1), self._row_count())
        return "\n".join(self.row_text(each) for each in range(first, last))

    def row_text(self, at: int) -> str:
        """Return a row as text: offset, bytes and characters, or line number and text."""
        start, octets = self._start_of(at), self._octets_of(at)
        if not self.is_hex:
            return f"{self._number_of(at)}  {shown_text(octets)}"
        return f"{start:06X}  {octets.hex(' ').upper()}  {shown_ascii(octets)}"

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.restyle()
        if any(self.selection):
            self.center()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the visible rows, or the reason why the file cannot be shown."""
        if self.problem:
            paint_in_place_of_rows(self, self.problem)
            return
        painter = QPainter(self.viewport())
        first, high = self.verticalScrollBar().value(), pixels(ROW)
        for at in range(first, min(first + self._rows_in_sight() + 2, self._row_count())):
            self._paint_row(painter, at, self._top + (at - first) * high)
        if self.is_hex:
            self._paint_head(painter)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move or extend the selection with the arrow keys; leave with Esc."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if self.is_hex:
            steps |= {Qt.Key.Key_Up: -self.width_of_row, Qt.Key.Key_Down: self.width_of_row}
        shift = Qt.KeyboardModifier.ShiftModifier
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in steps and event.modifiers() in {shift, *PLAIN}:
            self._move(steps[Qt.Key(event.key())], selects=event.modifiers() == shift)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._anchor = self._offset_at(event.position())
        self._select_to(self._anchor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._select_to(self._offset_at(event.position()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        open_menu(self, tuple(copy_entries(self)), event.globalPos())

    @property
    def width_of_row(self) -> int:
        """Return the number of bytes in a row of hex."""
        room = self.viewport().width()
        return next((each for each in WIDTHS if self._hex_width(each) <= room), WIDTHS[-1])

    def _get(self, start: int, end: int) -> bytes:
        """Return a range of bytes; surrounding bytes are cached."""
        first, octets = self._known
        if self.problem:
            return b""
        if not first <= start <= end <= first + len(octets):
            first = max(start - CHUNK, 0)
            try:
                octets = self.file.octets(first, min(end + CHUNK, self.file.size))
            except UNREADABLE as error:
                octets, self.problem = b"", why(error)
            self._known = (first, octets)
        return octets[start - first : end - first]

    def _report_selection(self) -> None:
        row = self._row_of(self.selection[0])
        self.setAccessibleDescription("" if self.problem else self.row_text(row))
        self.selection_changed.emit()
        self.viewport().update()

    def _move(self, steps: int, *, selects: bool) -> None:
        start, end = self.selection
        here = start if start < self._anchor else max(end - 1, start)
        here = min(max(here + steps, 0), max(self.file.size - 1, 0))
        self._anchor = self._anchor if selects else here
        self._select_to(here)
        bar, row = self.verticalScrollBar(), self._row_of(here)
        bar.setValue(max(min(bar.value(), row), row - self._rows_in_sight() + 1))
        octet = self._get(here, here + 1).hex().upper()
        announce_character(octet if abs(steps) == 1 else self.row_text(row))

    def _select_to(self, here: int) -> None:
        first, last = sorted((self._anchor, here))
        self.selection = (first, min(last + 1, self.file.size))
        self._report_selection()

    def restyle(self) -> None:
        rows, shown = self._row_count(), self._rows_in_sight()
        self.verticalScrollBar().setRange(0, max(rows - shown, 0))
        self.verticalScrollBar().setPageStep(max(shown, 1))
        longest = 0 if self.is_hex else min(self._longest(), LONGEST_LINE)
        self.horizontalScrollBar().setRange(0, max(longest - self._columns(), 0))
        self._ticks.ticks = tuple(
            (self._row_of(each.start) / max(rows, 1), each.severity) for each in self.file.marks
        )
        self._ticks.update()
        self.viewport().update()

    def _longest(self) -> int:
        """Return the length of the longest line near the selection."""
        lines = self.file.lines
        at = bisect_right(lines, self.selection[0])
        near = [*lines[max(at - 50, 0) : at + 50]]
        ends = [*near[1:], min(self.file.size, near[-1] + LONGEST_LINE)] if near else []
        return max((b - a for a, b in zip(near, ends, strict=True)), default=0)

    def _row_count(self) -> int:
        if self.is_hex:
            return -(-self.file.size // self.width_of_row)
        return len(self.file.lines)

    def _row_of(self, offset: int) -> int:
        if self.is_hex:
            return offset // self.width_of_row
        return max(bisect_right(self.file.lines, offset) - 1, 0)

    def _start_of(self, at: int) -> int:
        if self.is_hex:
            return at * self.width_of_row
        return self.file.lines[at] if at < len(self.file.lines) else 0

    def _octets_of(self, at: int) -> bytes:
        start = self._start_of(at)
        end = self._start_of(at + 1) if at + 1 < self._row_count() else self.file.size
        return self._get(start, min(end, start + LONGEST_LINE))

    def _number_of(self, at: int) -> str:
        return f"{at + 1:>{len(str(len(self.file.lines)))}}"

    def _rows_in_sight(self) -> int:
        return max(self.viewport().height() - self._top, 0) // pixels(ROW)

    def _cell(self) -> float:
        return metrics_of(EVIDENCE).horizontalAdvance("0")

    def _columns(self) -> int:
        """Return the number of characters that fit on a line."""
        return max(int((self.viewport().width() - self._text_left()) / self._cell()) - 1, 1)

    def _text_left(self) -> float:
        return pixels(SIDE + GAP + 8) + self._cell() * len(str(len(self.file.lines)))

    def _hex_left(self) -> float:
        return pixels(SIDE + 8) + 6 * self._cell()

    def _ascii_left(self, size: int) -> float:
        return self._hex_left() + (3 * size + (size > WIDTHS[-1])) * self._cell() + GAP

    def _hex_width(self, size: int) -> float:
        return self._ascii_left(size) + size * self._cell() + pixels(SIDE)

    def _offset_at(self, at: QPointF) -> int:
        """Return the offset of the byte at a position, in hex or text."""
        high = pixels(ROW)
        row = self.verticalScrollBar().value() + int((at.y() - self._top) // high)
        row = min(max(row, 0), max(self._row_count() - 1, 0))
        octets, cell = self._octets_of(row), self._cell()
        if not self.is_hex:
            column = (at.x() - self._text_left()) / cell + self.horizontalScrollBar().value()
        elif at.x() >= self._ascii_left(self.width_of_row) - GAP / 2:
            column = (at.x() - self._ascii_left(self.width_of_row)) / cell
        else:
            inside = (at.x() - self._hex_left()) / cell
            column = (inside - (inside > 3 * WIDTHS[-1])) / 3
        return self._start_of(row) + min(max(int(column), 0), max(len(octets) - 1, 0))

    @property
    def _top(self) -> int:
        """Return the height of the header."""
        return pixels(ROW + 4) if self.is_hex else 0

    def _paint_head(self, painter: QPainter) -> None:
        place = QRectF(0, 0, self.viewport().width(), pixels(ROW))
        halves = (range(WIDTHS[-1]), range(WIDTHS[-1], self.width_of_row))
        words = "  ".join(" ".join(f"{n:02X}" for n in half) for half in halves if half)
        right = self._ascii_left(self.width_of_row)
        for x, text, look in (
            (pixels(SIDE), say("Offset"), HEAD),
            (self._hex_left(), words, QUIET),
            (right, "ASCII", HEAD),
            (self._hex_width(self.width_of_row), say("Findings"), HEAD),
        ):
            draw_line(painter, [TextRun(text, look)], place.translated(x, 0))

    def _paint_row(self, painter: QPainter, at: int, top: int) -> None:
        start, octets = self._start_of(at), self._octets_of(at)
        place = QRectF(0, top, self.viewport().width(), pixels(ROW))
        begun = [each for each in self._marks(start, start + len(octets)) if each[0] >= start]
        if self.is_hex:
            self._paint_hex(painter, start, octets, place)
        else:
            self._paint_text(painter, at, octets, place)
        for _, _, mark in begun[:1]:
            self._paint_label(painter, mark, place)

    def _marks(self, start: int, end: int) -> Iterator[tuple[int, int, SourceMark]]:
        """Yield the marks that overlap a range, each with the part to highlight."""
        for mark in self.file.marks:
            if mark.start < end and start < max(mark.end, mark.start + 1):
                first, last = self.narrowed(mark)
                if first < end and start < last:
                    yield first, last, mark

    def _looks(self, start: int, octets: bytes) -> list[tuple[str, str]]:
        """Return the text color and background color of each byte."""
        looks = [("muted" if each in BREAKS else "text", "") for each in octets]
        found = sorted(
            self._marks(start, start + len(octets)), key=lambda each: RANK.get(each[2].severity, 0)
        )
        for first, last, mark in found:
            for n in range(max(first - start, 0), min(last - start, len(octets))):
                looks[n] = (mark.severity, f"{mark.severity}_card")
        current = (self.current.start, self.current.end) if self.current else (0, 0)
        for first, last in (self.selection, current):
            for n in range(max(first - start, 0), min(last - start, len(octets))):
                looks[n] = (looks[n][0], looks[n][1] or "selected")
        return looks

    def _paint_hex(self, painter: QPainter, start: int, octets: bytes, place: QRectF) -> None:
        cell = self._cell()
        self._draw(painter, pixels(SIDE), place, f"{start:06X}", "muted")
        left, right = self._hex_left(), self._ascii_left(self.width_of_row)
        written = shown_ascii(octets)
        for first, last, (color, ground) in _runs(self._looks(start, octets)):
            x = left + (3 * first + (first >= WIDTHS[-1])) * cell
            pairs = octets[first:last]
            halves = (pairs[: max(WIDTHS[-1] - first, 0)], pairs[max(WIDTHS[-1] - first, 0) :])
            words = "  ".join(each.hex(" ").upper() for each in halves if each)
            self._draw(painter, x, place, words, color, ground)
            self._draw(painter, right + first * cell, place, written[first:last], color, ground)

    def _paint_text(self, painter: QPainter, at: int, octets: bytes, place: QRectF) -> None:
        cell, scrolled = self._cell(), self.horizontalScrollBar().value()
        self._draw(painter, pixels(SIDE + 8), place, self._number_of(at), "muted")
        x, start = self._text_left(), self._start_of(at)
        octets = octets.rstrip(b"\r\n")
        painter.save()
        painter.setClipRect(QRectF(x - 2, place.y(), place.width(), place.height()))
        x -= scrolled * cell
        for first, last, (color, ground) in _runs(self._looks(start, octets)):
            words = shown_text(octets[first:last])
            self._draw(painter, x, place, words, color, ground)
            x += metrics_of(EVIDENCE).horizontalAdvance(words)
        left = self._text_left()
        final = left + max(int((place.right() - left) / cell) - 1, 0) * cell
        for is_cut, edge, end in ((scrolled, left, left + cell), (x > place.right(), final, x)):
            if is_cut:
                gap = QRectF(edge - 2, place.y(), end - edge + 2, place.height())
                painter.fillRect(gap, theme.color("card"))
                self._draw(painter, edge, place, "\u2026", "muted")
        painter.restore()

    def _paint_label(self, painter: QPainter, mark: SourceMark, place: QRectF) -> None:
        """Paint the label of a finding next to its first row."""
        side = pixels(10)
        left = self._hex_width(self.width_of_row) if self.is_hex else pixels(4)
        room = place.width() - left - side - pixels(16)
        sign = QRectF(left, place.center().y() - side / 2, side, side)
        draw_shape(painter, mark.severity, sign)
        if self.is_hex and room > pixels(40):
            look = LABEL._replace(color="text", weight=600) if mark == self.current else LABEL
            words = metrics_of(look).elidedText(
                visible(mark.label), Qt.TextElideMode.ElideRight, room
            )
            painter.setFont(font_of(look))
            painter.setPen(theme.color(look.color))
            text = place.adjusted(left + side + pixels(8), 0, 0, 0)
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, words)

    def _draw(
        self, painter: QPainter, x: float, place: QRectF, words: str, color: str, ground: str = ""
    ) -> None:
        """Paint characters with a background; marked ones are underlined."""
        metrics = metrics_of(EVIDENCE)
        wide = metrics.horizontalAdvance(words)
        if ground:
            behind = QRectF(x - 1, place.y() + 1, wide + 2, place.height() - 2)
            painter.fillRect(behind, theme.color(ground))
        if ground.endswith("_card"):
            painter.fillRect(QRectF(x - 1, place.bottom() - 3, wide + 2, 2), theme.color(color))
        painter.setFont(font_of(EVIDENCE))
        painter.setPen(QColor(theme.color(color)))
        base = place.center().y() + (metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(x, base), words)


def _runs(looks: list[tuple[str, str]]) -> Iterator[tuple[int, int, tuple[str, str]]]:
    first = 0
    for n in range(1, len(looks) + 1):
        if n == len(looks) or looks[n] != looks[first]:
            yield first, n, looks[first]
            first = n


def shown_ascii(octets: bytes) -> str:
    """Return one character per byte, with dots for unprintable bytes."""
    return "".join(chr(each) if 0x20 <= each < 0x7F else "\u00b7" for each in octets)


def shown_text(octets: bytes) -> str:
    """Return bytes as text with hidden characters made visible."""
    text = octets.decode("utf-8", "backslashreplace").replace("\t", "    ").replace("\r\n", "\n")
    return "\n".join(visible(line) for line in text.split("\n"))


def copy_entries(canvas: SourceCanvas) -> Iterator[MenuEntry]:
    """Yield menu entries to copy the selection."""
    from uriinspector.analysis.defang import defang  # imported with the first copy

    start, end = canvas.selection

    def text() -> str:
        return canvas.octets().decode("utf-8", "backslashreplace")

    for words, on in (
        (say("Copy as hex"), lambda: to_clipboard(canvas.octets().hex(" ").upper())),
        (say("Copy as text"), lambda: to_clipboard(text())),
        (say("Copy defanged"), lambda: to_clipboard(defang(text()))),
    ):
        yield MenuEntry(words, on, end > start)


class SearchRequest(NamedTuple):
    """A case-insensitive search; ``steps`` is 0 for the first match at or after the selection."""

    file: SourceFile
    wanted: bytes
    steps: int


class SearchResult(NamedTuple):
    """The offsets of the matches of a search."""

    request: SearchRequest
    places: tuple[int, ...]


def find_octets(request: SearchRequest) -> SearchResult:
    """Return the offsets of all matches, up to a maximum number."""
    file, wanted, _ = request
    found: list[int] = []
    try:
        for first in range(0, file.size, AT_ONCE):
            last = min(first + AT_ONCE + len(wanted) - 1, file.size)
            octets = file.octets(first, last).lower()
            at = octets.find(wanted)
            while at >= 0 and len(found) < MOST_MATCHES:
                found.append(first + at)
                at = octets.find(wanted, at + 1)
    except UNREADABLE:
        pass
    return SearchResult(request, tuple(found))


class SourceView(SearchedPane):
    """The source with buttons for its form and findings, a search, and a footer."""

    left = Signal()

    def __init__(self, *, is_compact: bool = False) -> None:
        """Create an empty view; a compact view only shows text, without bars."""
        super().__init__()
        self.canvas = SourceCanvas()
        self.canvas.is_hex = not is_compact
        self._is_compact = is_compact
        hexes, texts = (partial(self.show_form, is_hex=each) for each in (True, False))
        self.hex = button(say("Hex"), hexes, checkable=True)
        self.text = button(say("Text"), texts, checkable=True)
        self.previous = button("\u2039", lambda: self.step(-1))
        self.next = button("\u203a", lambda: self.step(1))
        for each, words, key in (
            (self.previous, say("Previous finding"), say("Shift+F3")),
            (self.next, say("Next finding"), "F3"),
        ):
            each.setAccessibleName(words)
            show_tip(each, f"{words} ({key})")
        self.counted = plain_label(role="quiet", wraps=False)
        words = say("Find text, hex or offset")
        self.search = line_edit(words, words)
        self.search.setMinimumWidth(pixels(60))
        self.search.textEdited.connect(lambda: self.go_to_match(0))
        self.match = plain_label(role="quiet", wraps=False)
        self.job = LatestJob(find_octets, self, self._show_match, rest=0)
        self.sentence = plain_label()
        self.place = plain_label(role="quiet", wraps=False)
        self.copying = menu_button(say("Copy"), QMenu(self))
        fill_when_opened(self.copying.menu(), self._fill)
        top = row(
            *(self.hex, self.text, self.previous, self.counted, self.next),
            *(stretched(self.search), self.match),
            margins=(SIDE, 8, SIDE, 8),
        )
        foot = row(stretched(self.sentence), self.place, self.copying, margins=(SIDE, 8, SIDE, 8))
        self.bars = (QFrame(), QFrame())
        for bar, content in zip(self.bars, (top, foot), strict=True):
            bar.setObjectName("plain")
            bar.setLayout(content)
        contents = (self.bars[0], stretched(self.canvas), self.bars[1])
        column_of(*contents, into=self, spacing=0)
        for bar in self.bars:
            bar.setHidden(is_compact)
        if is_compact:  # it would hide half of the lines
            self.canvas.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.canvas.selection_changed.connect(self._describe)
        self.canvas.left.connect(self.left)
        self.setFocusProxy(self.canvas)
        self._describe()

    def sizeHint(self) -> QSize:
        """Return the minimum size for a compact view: the layout adds the remaining room."""
        least = QSize(self.minimumWidth(), self.minimumHeight())
        return least if self._is_compact else super().sizeHint()

    def show_file(self, file: SourceFile) -> None:
        """Show a file; the position stays if it is the same file."""
        self.match.clear()
        self.canvas.show_file(file)
        self._describe()

    def show_form(self, *, is_hex: bool) -> None:
        self.canvas.show_form(is_hex=is_hex)
        self._describe()

    def show_mark(self, start: int, end: int) -> None:
        """Select a range or, if it is a mark, the part of the mark to highlight."""
        marks = self.canvas.file.marks
        mark = next((each for each in marks if (each.start, each.end) == (start, end)), None)
        self.canvas.select(*(self.canvas.narrowed(mark) if mark else (start, end)), mark)

    def step(self, steps: int) -> None:
        """Select the next or previous finding, wrapping around."""
        marks, current = self.canvas.file.marks, self.canvas.current
        if not marks:
            return
        if current in marks:
            at = (marks.index(current) + steps) % len(marks)
        else:
            starts = [each.start for each in marks]
            at = bisect_left(starts, self.canvas.selection[0]) - (steps < 0)
        mark = marks[at % len(marks)]
        self.canvas.select(*self.canvas.narrowed(mark), mark)

    def _describe(self) -> None:
        canvas, mark = self.canvas, self.canvas.current
        marks, (start, end) = canvas.file.marks, canvas.selection
        self.hex.setChecked(canvas.is_hex)
        self.text.setChecked(not canvas.is_hex)
        of = {"count": number(len(marks))}
        words = say_count(len(marks), "1 place", "{count} places")
        if mark in marks:
            words = say("Place {place} of {count}", place=marks.index(mark) + 1, **of)
        self.counted.setText(words)
        for each in (self.previous, self.next):
            each.setEnabled(bool(marks))
        self.sentence.setText(visible(mark.sentence) if mark else "")
        size = say_count(end - start, "1 byte", "{count} bytes")
        span = say("{start} to {end}", start=f"0x{start:04X}", end=f"0x{max(end - 1, start):04X}")
        places = (mark.place if mark else "", span, size)
        self.place.setText(" \u00b7 ".join(filter(None, places)) if end > start else "")
        self.copying.setEnabled(end > start)

    def _fill(self) -> None:
        for each in copy_entries(self.canvas):
            add_entry(self.copying.menu(), each.words, each.on)

    def go_to_match(self, steps: int) -> None:
        """Select the next or previous match; with 0, the first one at or after the selection."""
        text, file = self.search.text(), self.canvas.file
        self.match.clear()
        if match := OFFSET.fullmatch(text.strip()):
            at = min(int(match[1], 16), max(file.size - 1, 0))
            self.canvas.select(at, min(at + 1, file.size))
        elif text:
            is_hex = HEX.fullmatch(text) is not None
            wanted = bytes.fromhex(text) if is_hex else text.encode("utf-8", "replace")
            request = SearchRequest(file, wanted.lower(), steps)
            self.job.ask(request, is_long=file.size > AT_ONCE)

    def _show_match(self, result: SearchResult | None) -> None:
        if result is None:
            return
        (_, wanted, steps), places = result
        at = step_to(places, self.canvas.selection[0], steps)
        self.match.setText(match_words(at, len(places)))
        if places:
            self.canvas.select(places[at], places[at] + len(wanted))


def line_starts(octets: bytes) -> array[int]:
    starts = array("Q", (0,))
    at = octets.find(b"\n") + 1
    while 0 < at < len(octets):
        starts.append(at)
        at = octets.find(b"\n", at) + 1
    return starts
