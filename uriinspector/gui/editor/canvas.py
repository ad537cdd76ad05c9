"""The text as it is seen: coloured, marked, with brackets under its lines, as high as it needs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit

from uriinspector.core.model import Span
from uriinspector.gui.editor.brackets import Ribbon
from uriinspector.gui.editor.chip import CHIP, Chip
from uriinspector.gui.editor.look import NOTHING, Bracket, Look
from uriinspector.gui.editor.marks import Marks
from uriinspector.gui.editor.text_colors import TextColors
from uriinspector.gui.editor.text_document import TextDocument
from uriinspector.gui.editor.text_lines import TextLines
from uriinspector.gui.selection import Selection
from uriinspector.gui.widgets.viewport import find_viewport

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent, QShowEvent

    from uriinspector.gui.editor.text_excerpt import TextChange
    from uriinspector.gui.theme import Theme

TEXT_SIZE = 19
# A longer text scrolls; in a small window a shorter one too.
MOST_LINES, LEAST_LINES = 5, 2
LINE = 49  # pixels of a line with its ribbon, before zoom
QWIDGETSIZE_MAX = (1 << 24) - 1


class Canvas(QTextEdit):
    """Draws a look on the lines of a sheet, and knows what lies under the pointer."""

    text_size = TEXT_SIZE
    has_ribbon = True
    least_lines = LEAST_LINES

    def __init__(self, theme: Theme, selection: Selection | None) -> None:
        """Start empty."""
        super().__init__()
        self._theme = theme
        self.selection = selection or Selection()
        self._origin = 0
        self._look = NOTHING
        self._is_settled = True
        self._is_typing = False  # then the ribbon never shrinks: what lies below would jump
        self._rows = 1
        self._wanted = self._least = 0
        self._allowed = math.inf
        self._is_fitting = False
        self._sheet = TextDocument(self.document())
        self._lines = TextLines(self._sheet)
        self._colours = TextColors(theme)
        self._marks = Marks(theme, self._sheet, self._lines)
        self._ribbon = Ribbon(theme, self._sheet, self._lines)
        self._pointed: Span | None = None
        self._chip = Chip(theme, self)
        self.document().documentLayout().registerHandler(CHIP, self._chip)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        find_viewport(self).setMouseTracking(True)
        self.selection.span_hovered.connect(self._on_hovered)
        self.dress()

    @property
    def look(self) -> Look:
        """Give what is drawn."""
        return self._look

    def draw(self, look: Look) -> None:
        """Draw this from now on."""
        self._look = look
        self._colour()
        self._settle()

    def write(self, changes: list[TextChange], look: Look, origin: int) -> None:
        """Change what is written and how it looks; who calls lets it ``settle``."""
        self._look = look
        self._origin = self._marks.origin = origin
        with self._sheet.writing() as cursor:
            self._sheet.write(cursor, changes)
            self._colour()
        self._is_settled = False

    def settle(self) -> None:
        """Fit ribbon and height to what was written, if nobody has drawn a look on it yet."""
        if not self._is_settled:
            self._settle()

    def dress(self) -> None:
        """Ask the theme for colours and sizes again."""
        with self._sheet.writing():
            self.setFont(self._theme.uri_font(self.text_size))
            self._colours.forget()
            self._chip.forget()
            self._colour()
            self.document().markContentsDirty(0, self._sheet.units.length)
        self._settle()

    def keep_height(self, height: float) -> None:
        """Be as high as the lines that fit, whatever is typed: a longer text scrolls."""
        line = self._theme.pixels(LINE)
        lines = max(int(height / line), 1)
        self.least_lines = lines
        self.allow(line * lines + 4)
        self.setFixedHeight(line * lines + 1)

    def let_grow(self, height: float) -> None:
        """Be as high as the text is, up to this height."""
        self.setMinimumHeight(0)
        self.setMaximumHeight(QWIDGETSIZE_MAX)
        self.least_lines = LEAST_LINES
        self.allow(height)

    def allow(self, height: float) -> None:
        """Take no more than this, in whole lines, unless it is too little for any text."""
        if height != self._allowed:
            self._allowed = height
            self._fit()

    def sizeHint(self) -> QSize:
        """Be as high as the text and its ribbon."""
        return QSize(super().sizeHint().width(), self._wanted)

    def minimumSizeHint(self) -> QSize:
        """Be at least as high as the lines that the host is likely to stand in."""
        return QSize(super().minimumSizeHint().width(), self._least)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.dress()

    def showEvent(self, event: QShowEvent) -> None:
        """Stay where it was scrolled to: at first that is the beginning, where the host stands."""
        scrolled = self.verticalScrollBar().value()
        super().showEvent(event)
        self.verticalScrollBar().setValue(scrolled)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is behind the text, the text, and what is under it."""
        scrolled = self.verticalScrollBar().value()
        top, bottom = event.rect().top() + scrolled, event.rect().bottom() + scrolled
        painter = QPainter(self.viewport())
        painter.translate(0, -scrolled)
        self._marks.paint_behind(painter, self._look, top, bottom)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, -scrolled)
        self._marks.paint_under(painter, self._look, top, bottom)
        self._ribbon.paint(painter, top, bottom, self._marks.hovered)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the ribbon out anew where the lines break now."""
        with self._sheet.quiet():
            super().resizeEvent(event)
        if not self._is_fitting:
            self._settle()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark what the pointer is on, in every pane."""
        if not event.buttons():
            self._point(event.position())
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Mark nothing any more."""
        self._hover(None)
        super().leaveEvent(event)

    def bracket_at(self, place: QPointF) -> Bracket | None:
        """Find the bracket or the label at a place of the viewport."""
        return self._ribbon.at(place.x(), place.y() + self.verticalScrollBar().value())

    def point_at(self, place: QPointF) -> int | None:
        """Find the code point that is drawn at a place of the viewport."""
        y = place.y() + self.verticalScrollBar().value()
        for line in self._lines.between(y, y):
            unit = line.place_at(place.x()) if line.top <= y < line.bottom else None
            if unit is not None:
                return self._origin + self._sheet.units.point(unit)
        return None

    def _point(self, place: QPointF) -> None:
        bracket = self.bracket_at(place)
        shape = Qt.CursorShape.PointingHandCursor if bracket else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)
        if bracket is None:
            point = self.point_at(place)
            bracket = self._look.bracket_at(point) if point is not None else None
        self._hover(Span(bracket.start, bracket.end) if bracket else None)

    def _hover(self, span: Span | None) -> None:
        if span != self._pointed:
            self._pointed = span
            self.selection.hover(span)

    def _on_hovered(self, span: Span | None) -> None:
        is_marked = span == self._marks.hovered
        self._pointed = self._marks.hovered = span
        if not is_marked:
            self.viewport().update()

    def _colour(self) -> None:
        """Lay the colours over the text; while an input method composes, the letters are its."""
        layout, units = self._sheet.layout, self._sheet.units
        if layout.preeditAreaText():
            return
        with self._sheet.quiet():
            if self._colours.lay(layout, self._look.tints, units, self._origin):
                self.document().markContentsDirty(0, units.length)

    def _settle(self) -> None:
        """Lay the ribbon out, leave room for it under each line, and be as high as all of it."""
        self._is_settled = True
        self.document().size()  # asking lays the text out
        self._ribbon.show(self._look, self._origin, self.viewport().width())
        rows = self._ribbon.rows()
        self._rows = max(rows, self._rows) if self._is_typing else rows
        self._sheet.space(self._ribbon.height(self._rows) if self.has_ribbon else 0)
        self._fit()
        self.viewport().update()

    def _fit(self) -> None:
        """Ask for the room that is needed, and scroll where there is less."""
        needed, count = self.document().size().height(), max(self._lines.count, 1)
        pitch = needed / count
        most = int(max(min(self._allowed / pitch, MOST_LINES), self.least_lines))
        wanted = math.ceil(min(needed, most * pitch))
        is_new, self._wanted = wanted != self._wanted, wanted
        if is_new:
            self._least = math.ceil(min(needed, self.least_lines * pitch))
            self.updateGeometry()
            QTimer.singleShot(0, self, self._fit)  # when it is known how much room there is
        self.verticalScrollBar().setSingleStep(round(pitch))
        self._scroll(wanted=count > most or (not is_new and wanted > self.height() + 1))

    def _scroll(self, *, wanted: bool) -> None:
        """Show a scroll bar, or leave its room free: the lines break at the same places."""
        policy, bar = Qt.ScrollBarPolicy, self.verticalScrollBar()
        before, self._is_fitting = self._is_fitting, True
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if wanted else policy.ScrollBarAlwaysOff
        )
        self.setViewportMargins(0, 0, 0 if wanted else bar.sizeHint().width(), 0)
        self._is_fitting = before
