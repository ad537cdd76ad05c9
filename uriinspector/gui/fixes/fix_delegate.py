"""A row of the list of changes as it is painted: a box to tick, two ribbons, and the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from uriinspector.gui.fixes.ribbon_line import RibbonText, ribbon_line
from uriinspector.gui.tables.table_model import ROW_ROLE, Index
from uriinspector.gui.text.paragraph import TextRun, TextStyle, cut, draw_line, metrics_of

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.fixes.fix_model import FixModel
    from uriinspector.gui.text.laid_text import LaidText
    from uriinspector.gui.theme import Theme

SIZE = 13  # of the ribbons, before zoom
SIDE, ABOVE, BETWEEN, BOX, SIGN = 10, 6, 2, 28, 14
BOX_SIZE = 16
CACHE_SIZE = 128
EVIDENCE = TextStyle(size=SIZE, evidence=True)
NOTE = TextStyle("muted", 12)
STRONG_NOTE = TextStyle("warning", 12, weight=600)
SIGNS = ("\u2212", "+")  # before and after: never a colour alone


class FixDelegate(QStyledItemDelegate):
    """Paints a row by its number."""

    def __init__(self, theme: Theme, model: FixModel, parent: QWidget) -> None:
        """Paint rows of this model."""
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._lines: dict[tuple[RibbonText, int, str, int], LaidText] = {}

    def height(self) -> int:
        """Every row has the same height: two ribbons and the reasons."""
        pixels, theme = self._theme.pixels, self._theme
        line = metrics_of(theme, EVIDENCE).height()
        note = metrics_of(theme, NOTE).height()
        return round(2 * line + note + 2 * pixels(ABOVE) + 2 * pixels(BETWEEN))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As wide as the list."""
        del option, index
        return QSize(0, self.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground as the style has it, then the box, the ribbons and the reasons."""
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        ground.features &= ~QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
        widget: QWidget = ground.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, widget)
        painter.save()
        self._draw_box(painter, ground.rect, index)
        self._draw_lines(painter, QRectF(ground.rect), index.data(ROW_ROLE))
        painter.restore()

    def box_of(self, row: QRect) -> QRect:
        """Where the box to tick is in a row."""
        pixels = self._theme.pixels
        return row.adjusted(pixels(SIDE), 0, 0, 0).intersected(
            row.adjusted(0, 0, pixels(SIDE + BOX) - row.width(), 0)
        )

    def _draw_box(self, painter: QPainter, row: QRect, index: Index) -> None:
        """A box with a tick, with a dash where only some of it is taken, or empty."""
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is None:
            return
        theme, unit = self._theme, self._theme.pixels(BOX_SIZE)
        line = metrics_of(theme, EVIDENCE).height()
        left = row.left() + theme.pixels(SIDE)
        top = row.top() + theme.pixels(ABOVE) + (line - unit) / 2
        box = QRectF(left, top, unit, unit).adjusted(0.5, 0.5, -0.5, -0.5)
        is_empty = Qt.CheckState(state) == Qt.CheckState.Unchecked
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("muted" if is_empty else "accent"), 1))
        painter.setBrush(theme.color("card" if is_empty else "accent"))
        painter.drawRoundedRect(box, 3, 3)
        points = {
            Qt.CheckState.Checked: ((0.22, 0.52), (0.43, 0.72), (0.78, 0.3)),
            Qt.CheckState.PartiallyChecked: ((0.25, 0.5), (0.75, 0.5)),
        }.get(Qt.CheckState(state), ())
        painter.setPen(QPen(theme.color("card"), unit / 8))
        size = box.width()
        painter.drawPolyline(
            [QPointF(box.left() + x * size, box.top() + y * size) for x, y in points]
        )

    def _draw_lines(self, painter: QPainter, row: QRectF, number: int) -> None:
        pixels, theme = self._theme.pixels, self._theme
        line, note = metrics_of(theme, EVIDENCE).height(), metrics_of(theme, NOTE).height()
        left, top = row.left() + pixels(SIDE + BOX), row.top() + pixels(ABOVE)
        room = row.right() - left - pixels(SIDE)
        painter.setClipRect(row)
        ribbons = [each for each in self._model.ribbons(number) if each is not None]
        if len(ribbons) == 1:
            top += (line + pixels(BETWEEN)) / 2
        for sign, ribbon in zip(SIGNS, ribbons, strict=False):
            draw_line(painter, theme, [TextRun(sign, NOTE)], QRectF(left, top, pixels(SIGN), line))
            width = round(room - pixels(SIGN))
            self._laid_out(ribbon, width).draw(painter, left + pixels(SIGN), top)
            top += line + pixels(BETWEEN)
        look = STRONG_NOTE if self._model.open_choices(number) else NOTE
        place = TextRun(f"{self._model.place(number)}   ", NOTE)
        rest = room - metrics_of(theme, NOTE).horizontalAdvance(place.text)
        why = TextRun(self._model.why(number), look)
        words = [place, cut(theme, why, rest, Qt.TextElideMode.ElideRight)]
        draw_line(painter, theme, words, QRectF(left, top, room, note))

    def _laid_out(self, ribbon: RibbonText, width: int) -> LaidText:
        theme = self._theme
        look = f"{theme.name} {theme.has_contrast}"
        key = (ribbon, width, look, theme.zoom)
        if key not in self._lines:
            if len(self._lines) >= CACHE_SIZE:
                self._lines.clear()
            font = theme.uri_font(SIZE)
            advance = metrics_of(theme, EVIDENCE).horizontalAdvance("0")
            self._lines[key] = ribbon_line(theme, ribbon, font, width, advance)
        return self._lines[key]
