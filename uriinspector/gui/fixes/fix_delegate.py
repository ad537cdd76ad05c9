"""A row of the list of changes as it is painted: a box to tick, two ribbons, and the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionButton, QStyleOptionViewItem

from uriinspector.gui.fixes.ribbon_line import RibbonText, ribbon_line
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.paragraph import TextRun, TextStyle, cut, draw_line, metrics_of

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.fixes.fix_model import FixModel
    from uriinspector.gui.text.laid_text import LaidText
    from uriinspector.gui.theme import Theme

    Index = QModelIndex | QPersistentModelIndex

SIZE = 13  # of the ribbons, before zoom
SIDE, ABOVE, BETWEEN, BOX, SIGN = 10, 6, 2, 28, 14
CACHE_SIZE = 128
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
        line = metrics_of(theme, TextStyle(size=SIZE, evidence=True)).height()
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
        self._draw_box(painter, ground.rect, index, widget)
        self._draw_lines(painter, QRectF(ground.rect), index.data(ROW_ROLE))
        painter.restore()

    def box_of(self, row: QRect) -> QRect:
        """Where the box to tick is in a row."""
        pixels = self._theme.pixels
        return row.adjusted(pixels(SIDE), 0, 0, 0).intersected(
            row.adjusted(0, 0, pixels(SIDE + BOX) - row.width(), 0)
        )

    def _draw_box(self, painter: QPainter, row: QRect, index: Index, widget: QWidget) -> None:
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is None:
            return
        style, option = widget.style(), QStyleOptionButton()
        size = style.subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, widget).size()
        box = self.box_of(row)
        top = row.top() + self._theme.pixels(ABOVE)
        option.rect = box
        option.rect.setSize(size)
        option.rect.moveTop(top)
        states = {
            Qt.CheckState.Checked: QStyle.StateFlag.State_On,
            Qt.CheckState.Unchecked: QStyle.StateFlag.State_Off,
        }
        option.state = QStyle.StateFlag.State_Enabled | states.get(
            Qt.CheckState(state), QStyle.StateFlag.State_NoChange
        )
        option.palette = widget.palette()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck, option, painter)

    def _draw_lines(self, painter: QPainter, row: QRectF, number: int) -> None:
        pixels, theme = self._theme.pixels, self._theme
        line = metrics_of(theme, TextStyle(size=SIZE, evidence=True)).height()
        left, top = row.left() + pixels(SIDE + BOX), row.top() + pixels(ABOVE)
        room = row.right() - left - pixels(SIDE)
        painter.setClipRect(row)
        for sign, ribbon in zip(SIGNS, self._model.ribbons(number), strict=True):
            if ribbon is not None:
                place = QRectF(left, top, pixels(SIGN), line)
                draw_line(painter, theme, [TextRun(sign, NOTE)], place)
                width = round(room - pixels(SIGN))
                self._laid_out(ribbon, width).draw(painter, left + pixels(SIGN), top)
            top += line + pixels(BETWEEN)
        has_choice = bool(self._model.open_choices(number))
        if self._model.ribbons(number)[1] is None:
            top -= line + pixels(BETWEEN)
        place_words = TextRun(f"{self._model.place(number)}   ", NOTE)
        note = STRONG_NOTE if has_choice else NOTE
        rest = room - metrics_of(theme, NOTE).horizontalAdvance(place_words.text)
        why = cut(theme, TextRun(self._model.why(number), note), rest, Qt.TextElideMode.ElideRight)
        height = metrics_of(theme, NOTE).height()
        draw_line(painter, theme, [place_words, why], QRectF(left, top, room, height))

    def _laid_out(self, ribbon: RibbonText, width: int) -> LaidText:
        theme = self._theme
        look = f"{theme.name} {theme.has_contrast}"
        key = (ribbon, width, look, theme.zoom)
        if key not in self._lines:
            if len(self._lines) >= CACHE_SIZE:
                self._lines.clear()
            font = theme.uri_font(SIZE)
            advance = metrics_of(theme, TextStyle(size=SIZE, evidence=True)).horizontalAdvance("0")
            self._lines[key] = ribbon_line(theme, ribbon, font, width, advance)
        return self._lines[key]
