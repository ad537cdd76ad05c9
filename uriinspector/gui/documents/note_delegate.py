"""Notes, written where they stand: Enter keeps, Esc leaves what was there.

What is written meanwhile is told twice a second, so that little is lost when the program is killed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QStyleOptionViewItem, QWidget

from uriinspector.gui.documents.mark_signs import draw_signs
from uriinspector.gui.tables.grid import MarkedDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.pieces import Pieces, plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme

if TYPE_CHECKING:
    from uriinspector.gui.documents.numbered_model import NumberedModel

LONGEST = 1_000
WIDEST, EDGE = 480, 6  # before zoom
NAME_SHARE = 0.4  # of the width
REST = 400  # milliseconds


class NoteEdit(QLineEdit):
    """A line for a note, which begins with what the note is on."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        """Take the name of the row."""
        super().__init__(parent)
        self.setObjectName("note")
        self.setMaxLength(LONGEST)
        self.setAccessibleName(say("Note on {what}", what=name))
        self.setPlaceholderText(say("Note (Enter saves, Esc cancels)"))
        self._name = name
        self._label = plain_label(role="quiet", parent=self)
        self._label.setWordWrap(False)
        self._label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._edge = theme.pixels(EDGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the name up to a part of the width."""
        super().resizeEvent(event)
        font, most = self._label.fontMetrics(), round(NAME_SHARE * self.width())
        words = font.elidedText(f"{self._name}:", Qt.TextElideMode.ElideMiddle, most)
        self._label.setText(words)
        width = font.horizontalAdvance(words)
        self._label.setGeometry(self._edge, 0, width, self.height())
        self.setTextMargins(width + self._edge, 0, 0, 0)


class NoteDelegate(MarkedDelegate):
    """Mark and note in one cell, of which the note can be written."""

    written = Signal(int, str)  # the number of a row, and its note
    drafted = Signal(int, object)  # a row, and its note so far; None when none is written any more

    def __init__(
        self,
        theme: Theme,
        pieces: Callable[[int], Pieces],
        model: NumberedModel,
        parent: QWidget,
    ) -> None:
        """``model`` tells what was decided, and whether there is room for words."""
        super().__init__(theme, pieces, parent)
        self._model = model
        self._drafted: int | None = None  # the row of which something was told meanwhile
        self.closeEditor.connect(self._end)

    def draw(self, painter: QPainter, room: QRectF, value: int) -> None:
        """Paint mark and note, or signs for both."""
        if self._model.has_signs:
            draw_signs(painter, self.theme, self._model.decision(value), room)
        else:
            super().draw(painter, room, value)

    def createEditor(
        self,
        parent: QWidget,
        _option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        """One line, over the cell."""
        number: int = index.data(ROW_ROLE)
        edit = NoteEdit(self.theme, self._model.name(number), parent)
        timer = QTimer(edit)
        timer.setSingleShot(True)
        timer.setInterval(REST)
        timer.timeout.connect(lambda: self._draft(number, edit.text()))
        # From the first key on: who never rests is kept, too.
        edit.textEdited.connect(lambda: None if timer.isActive() else timer.start())
        return edit

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Begin with the note that is there."""
        assert isinstance(editor, QLineEdit)
        editor.setText(visible(self._model.decision(index.data(ROW_ROLE)).note))

    def setModelData(
        self,
        editor: QWidget,
        _model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Tell what was written, with nothing hidden in it."""
        assert isinstance(editor, QLineEdit)
        self.written.emit(index.data(ROW_ROLE), visible(editor.text().strip()))

    def updateEditorGeometry(
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        _index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Wider than the column: a note is a sentence."""
        place, around = option.rect, editor.parentWidget()
        room = around.width() - place.left() if around else place.width()
        place.setWidth(max(place.width(), min(self.theme.pixels(WIDEST), room)))
        editor.setGeometry(place)

    def _draft(self, number: int, text: str) -> None:
        self._drafted = number
        self.drafted.emit(number, visible(text.strip()))

    def _end(self, editor: QWidget) -> None:
        """What was decided holds again, and not what was written on the way."""
        # The editor lives on for a turn of the event loop: a draft that it told now would stay, and
        # take the place of steps that were undone when the case is opened again.
        for timer in editor.findChildren(QTimer):
            timer.stop()
        number, self._drafted = self._drafted, None
        if number is not None:
            self.drafted.emit(number, None)
