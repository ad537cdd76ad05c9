"""Base class of tables with a context menu, whose rows have notes and are marked by single keys.

The draft of a note is reported twice a second, so that little is lost if the program is killed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Any, TypeAlias

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from uriinspector.documents.cases.contents import StepHistory
from uriinspector.documents.cases.link_row import BENIGN, IGNORED, MALICIOUS, Decision, DecisionKey
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.rows import (
    LEVEL,
    REST,
    RowModel,
    fitted_name,
    redo_words,
    undo_words,
)
from uriinspector.gui.place_keys import keys_in_use
from uriinspector.gui.selection import MenuEntry
from uriinspector.gui.tables.grid import LEFT, RIGHT, MarkedDelegate, NumberedView
from uriinspector.gui.tables.table_model import ROW_ROLE, Column, Index
from uriinspector.gui.text.marked_text import MarkedLayout
from uriinspector.gui.text.paragraph import Cache, TextStyle, font_of, metrics_of
from uriinspector.gui.text.pieces import Pieces, fitted, muted, plain_label, plain_text, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.severity_sign import draw_shape
from uriinspector.gui.widgets.view_parts import ENTER, Fitted, Restyled, begin_at_first_row

MARKS = {"mark_malicious": MALICIOUS, "mark_benign": BENIGN, "mark_ignored": IGNORED}
# Sent in place of a mark to remove the mark.
UNMARKED = ""

SIDE, STROKE, DOT, SIGNS = 9, 2, 4, 24  # before zoom; the last is the room for mark and note
COLORS = {MALICIOUS: "high", BENIGN: "low", IGNORED: "muted"}
# The lines of each mark's icon, in a unit square.
LINES = {
    MALICIOUS: (((0, 0), (1, 1)), ((0, 1), (1, 0))),
    BENIGN: (((0, 0.55), (0.35, 0.95)), ((0.35, 0.95), (1, 0.1))),
    IGNORED: (((0, 0.5), (1, 0.5)),),
}


def draw_signs(painter: QPainter, decision: Decision, room: QRectF) -> None:
    """Draw the mark icon and the note dot at the right edge of a cell."""
    side, dot = pixels(SIDE), pixels(DOT)
    place = QRectF(room.right() - side - 1, room.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if decision.mark:
        pen = QPen(theme.color(COLORS[decision.mark]), pixels(STROKE))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for start, end in LINES[decision.mark]:
            painter.drawLine(_point(place, *start), _point(place, *end))
    if decision.note:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("text"))
        left = place.left() - 2 * dot if decision.mark else place.right() - dot
        painter.drawEllipse(QRectF(left, place.center().y() - dot / 2, dot, dot))
    painter.restore()


def mark_icon(mark: str) -> QIcon:
    """Return the icon of a mark."""
    side, ratio = pixels(2 * SIDE), 2
    picture = QPixmap(side * ratio, side * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    draw_signs(painter, Decision(mark), QRectF(0, 0, side * 0.75, side))
    painter.end()
    return QIcon(picture)


def _point(place: QRectF, x: float, y: float) -> QPointF:
    return QPointF(place.left() + x * place.width(), place.top() + y * place.height())


LONGEST = 1_000
EDGE = 6  # before zoom
NAME_SHARE = 0.4  # maximum share of the width
PAUSE = 400  # milliseconds
CACHED = 512  # cached lines per column


class NoteEdit(QLineEdit):
    """A line editor for a note, with the row's name before the text."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("note")
        self.setMaxLength(LONGEST)
        self.setAccessibleName(say("Note on {what}", what=name))
        self.setPlaceholderText(say("Note (Enter saves, Esc cancels)"))
        self._name = name
        self._label = plain_label(role="quiet", parent=self, wraps=False)
        self._label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._edge = pixels(EDGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Limit the name to a part of the width."""
        super().resizeEvent(event)
        font, most = self._label.fontMetrics(), round(NAME_SHARE * self.width())
        words = font.elidedText(f"{self._name}:", Qt.TextElideMode.ElideMiddle, most)
        self._label.setText(words)
        width = font.horizontalAdvance(words)
        self._label.setGeometry(self._edge, 0, width, self.height())
        self.setTextMargins(width + self._edge, 0, 0, 0)


LINE, SHAPE = 20, 12  # before zoom: heights of line and icon
LAST = 8  # pixels between the last column and the scroll bar, in addition to its margin
CellLines: TypeAlias = list[tuple[Callable[[int], Pieces], bool]]
SIZES = ((13, 12), (12, 11))  # of the first and the second line, for text and hosts


class RowDelegate(MarkedDelegate):
    """A delegate that paints the lines of a column and, in one column, edits notes."""

    written = Signal(int, str)  # the number of a row, and its note
    drafted = Signal(int, object)  # a row and the draft of its note; None at the end

    def __init__(self, cell: Column, table: DecisionTable) -> None:
        super().__init__(cell, table)
        self._layouts = Cache(CACHED)
        self._table, self._model = table, table.numbered
        self._drafted: int | None = None  # the row whose draft was reported last
        self.closeEditor.connect(self._end)

    def draw(self, painter: QPainter, room: QRectF, value: int) -> None:
        """Paint the severity, or the lines of text; the last column also shows the decision."""
        room.setRight(room.right() - LAST * self._is_last)
        high = pixels(LINE)
        top = room.center().y() - self._table.line_count * high / 2
        painter.save()
        if self.column.name == LEVEL:
            severity, side = self._model.severity(value), pixels(SHAPE)
            place = QRectF(room.center().x() - side / 2, top + (high - side) / 2, side, side)
            if severity:
                draw_shape(painter, severity, place)
        else:
            self._draw_lines(painter, room, top, value)
            if self._is_last:
                below = QRectF(room.left(), top + high, room.width(), high)
                draw_signs(painter, self._model.decision(value), below)
        painter.restore()

    def _draw_lines(self, painter: QPainter, room: QRectF, top: float, value: int) -> None:
        """Paint the lines of this column, and those that reach into the last one."""
        painter.setClipRect(room.adjusted(-LEFT, 0, RIGHT, 0))
        signs = pixels(SIGNS) * (self._model.decision(value) != Decision())
        for lines, shift, wide in self._table.texts_in(self.column):
            for at, (pieces, is_name) in enumerate(lines):
                if shift and not at:
                    continue
                width = room.width() + shift + (wide if at else 0)
                width -= signs if at == 1 and (shift or wide) else 0
                is_below = bool(at) and at == len(lines) - 1
                size, high = SIZES[is_name][is_below], pixels(LINE)
                laid = self._line(pieces(value), width, size, is_name=is_name)
                is_right = self._is_last and not shift
                left = room.right() - laid.width if is_right else room.left() - shift
                laid.draw(painter, left, top + at * high + (high - laid.height) / 2)

    @property
    def _is_last(self) -> bool:
        return self.column is self._model.cells[self._model.last]

    def _line(self, pieces: Pieces, width: float, size: int, *, is_name: bool) -> MarkedLayout:
        """Return the cached layout of a line; most lines stay the same as the selection moves."""

        def lay_out() -> MarkedLayout:
            look = TextStyle(size=size, weight=600, evidence=is_name)
            fit = fitted_name if is_name else fitted
            shown = fit(pieces, width, metrics_of(look).horizontalAdvance)
            font = font_of(look._replace(weight=400))
            return MarkedLayout(shown, font, width, wraps=False, is_uri=is_name)

        return self._layouts.get((pieces, width, size), lay_out)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        number: int = index.data(ROW_ROLE)
        edit = NoteEdit(self._model.name(number), parent)
        timer = QTimer(edit, singleShot=True, interval=PAUSE)
        timer.timeout.connect(lambda: self._draft(number, edit.text()))
        # Further key presses do not restart the timer, so that drafts are saved even during steady
        # typing.
        edit.textEdited.connect(lambda: None if timer.isActive() else timer.start())
        return edit

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QLineEdit)
        editor.setText(visible(self._model.decision(index.data(ROW_ROLE)).note))

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: Index) -> None:
        """Emit the note, after making hidden characters visible."""
        assert isinstance(editor, QLineEdit)
        self.written.emit(index.data(ROW_ROLE), visible(editor.text().strip()))

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Extend the editor to the end of the row, because notes are long."""
        place = option.rect.adjusted(0, EDGE // 2, 0, -EDGE // 2)
        place.setRight(self._table.viewport().width() - 2)
        editor.setGeometry(place)

    def _draft(self, number: int, text: str) -> None:
        self._drafted = number
        self.drafted.emit(number, visible(text.strip()))

    def _end(self, editor: QWidget) -> None:
        """Report the end of a draft, so that it cannot overwrite the decision."""
        # The event loop deletes the editor only later. A draft reported in the meantime would be
        # stored, and would replace the undone steps when the case is reopened.
        for timer in editor.findChildren(QTimer):
            timer.stop()
        number, self._drafted = self._drafted, None
        if number is not None:
            self.drafted.emit(number, None)


FLAGS = QItemSelectionModel.SelectionFlag
ROWS = FLAGS.ClearAndSelect | FLAGS.Rows
# The minimum number of lines for which rows must have room.
LEAST_LINES = 4
TITLE, TITLE_SIDES = TextStyle(size=12, weight=600), 28  # of column titles
MEASURED = 40  # number of rows measured for the width of columns
NARROW = 400  # before zoom: in narrower tables, some columns are stacked
ROW_STEPS = {"next_row": 1, "previous_row": -1}
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class DecisionTable(Fitted, NumberedView, Restyled, QTableView):
    """A table of numbered rows, which reports the selection and the user's requests."""

    last_attribute = "_is_narrow"

    selection_changed = Signal()  # other rows are current or selected, or the order is new
    moved = Signal()  # by the user, not because of a new order
    row_opened = Signal(int)
    mark_requested = Signal(str)  # for all selected rows; UNMARKED removes the marks
    note_written = Signal(int, str)  # the number of a row, and its note
    note_drafted = Signal(int, object)  # a row and the draft of its note; None at the end
    marked_note_requested = Signal()  # for the row that was marked last
    undo_requested = Signal()
    redo_requested = Signal()
    details_requested = Signal()  # in place of the list, in a small window
    next_requested = Signal()  # the next file or email
    needed = Signal()  # the table must become visible
    sort_requested = Signal(str, bool)  # a column, and whether the order is descending

    marks_links = False  # True for links, False for files
    spacing = 4  # before zoom: added to the height of a row's lines
    stacked: tuple[str, ...] = ()  # columns that are stacked in a narrow table
    left_out: tuple[str, ...] = ()  # columns that are hidden in a narrow table
    words_widest = 176  # before zoom: maximum width of text in the first line

    def __init__(self, model: RowModel, name: str) -> None:
        super().__init__()
        self.numbered = model
        self.setModel(model)
        self.setAccessibleName(name)
        self.sorting: tuple[str, bool] = ("", False)
        self.row_actions: dict[str, Callable[[], None]] = {
            **{name: partial(self._mark, mark) for name, mark in MARKS.items()},
            **{name: partial(self.step, steps) for name, steps in ROW_STEPS.items()},
            "next_to_mark": self.next_requested.emit,
            "add_note": self.edit_note,
            "note_on_marked": self.marked_note_requested.emit,
            "undo_mark": self.undo_requested.emit,
            "redo_mark": self.redo_requested.emit,
            "remove_mark": lambda: self.mark_requested.emit(UNMARKED),
            "show_details": self.details_requested.emit,
            "open_row": self._open,
        }
        self._is_narrow = False
        self._hidden = -1  # the row to select when it is visible again
        self._follows: int | None = None  # select the worst row of files from this one on
        self._is_ordering = False
        self._delayed_order: Any = None  # an order that arrived while a note was being edited
        self._is_noting = False
        self._set_up()

    @property
    def numbers(self) -> Sequence[int]:
        return self.numbered.numbers

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """Return the keys of the decisions for these rows."""
        raise NotImplementedError

    def number_of(self, key: DecisionKey) -> int:
        """Return the number of the row that a decision belongs to."""
        raise NotImplementedError

    def set_order(self, order: Any) -> None:
        self.numbered.set_order(order)

    def use(self, case: OpenCase) -> None:
        self._hidden = -1
        self.numbered.set_case(case)
        self.fit()

    @property
    def is_following(self) -> bool:
        """True while the worst row is selected automatically, until the user moves."""
        return self._follows is not None

    def follow(self, first: int | None) -> None:
        """Keep selecting the worst row of the files from ``first`` on, until the user moves."""
        self._follows = first

    def keep(self, number: int) -> None:
        """Select this row as soon as it is shown; call this after rows were renumbered."""
        self._hidden = number

    def row_to_follow(self, first: int) -> int:
        """Return the position of the worst row of the files from ``first`` on, or -1."""
        raise NotImplementedError

    def show_order(self, order: Any) -> None:
        """Show rows in this order; rows that are still shown stay selected."""
        if self._is_noting:
            self._delayed_order = order
            return
        self._is_ordering = True
        current, scrolled = self.current(), self.verticalScrollBar().value()
        before, chosen, is_visible = self.numbers, self.selected(), self._is_in_sight()
        blocked = self.selectionModel().blockSignals(True)
        self.set_order(order)
        row = self.numbered.row_of(current) if current >= 0 else -1
        if row >= 0:
            self.choose(row)
        self.selectionModel().blockSignals(blocked)
        self.describe()
        self.executeDelayedItemsLayout()  # updates the range of the scroll bar
        self.verticalScrollBar().setValue(scrolled)
        wanted = self._wanted_row(before, current, row)
        if wanted >= 0 and wanted != row:
            self.choose(wanted)
            self.scrollTo(self.currentIndex())
        elif is_visible:
            self.scrollTo(self.currentIndex())
        if len(chosen) > 1:
            self._select_again(chosen)
        self._is_ordering = False
        self.fit()
        self.selection_changed.emit()

    def _wanted_row(self, before: Sequence[int], current: int, row: int) -> int:
        """Return the row to select in a new order; ``row`` is where the current one is now,
        or -1.
        """
        followed = -1 if self._follows is None else self.row_to_follow(self._follows)
        if followed >= 0:
            return followed
        hidden = self.numbered.row_of(self._hidden) if self._hidden >= 0 else -1
        if hidden >= 0:
            self._hidden = -1  # the row is no longer filtered out
            return hidden
        if row >= 0 or current < 0:
            return row if row >= 0 else self.first_row()
        if self._hidden < 0:
            self._hidden = current
        return self._next_shown(before, current)

    def first_row(self) -> int:
        """Return the row to select if none was current."""
        return 0 if self.numbers else -1

    def _next_shown(self, before: Sequence[int], current: int) -> int:
        """Return the next visible row after the current one, or the nearest before it."""
        rows = {number: row for row, number in enumerate(self.numbers)}
        at = before.index(current) if current in before else 0
        near = chain(before[at + 1 :], reversed(before[:at]))
        return next((rows[each] for each in near if each in rows), self.first_row())

    def _select_again(self, numbers: Iterable[int]) -> None:
        """Select the rows that are still shown, and make one of them current."""
        shown = frozenset(self.numbers).intersection(numbers)
        if shown:
            if self.current() not in shown:
                self.go(next(each for each in self.numbers if each in shown))
            self.select_numbers(shown)

    def _is_in_sight(self) -> bool:
        place = self.visualRect(self.currentIndex())
        return place.isValid() and self.viewport().rect().intersects(place)

    def choose(self, row: int) -> None:
        """Make a row current and the only selected one, regardless of modifier keys."""
        self.selectionModel().setCurrentIndex(self.numbered.index(row, 0), ROWS)

    def select_numbers(self, numbers: Iterable[int]) -> None:
        """Select the rows with these numbers, without changing the current one."""
        wanted, last = frozenset(numbers), len(self.numbered.cells) - 1
        selection = QItemSelection()
        for first, end in _runs([r for r, each in enumerate(self.numbers) if each in wanted]):
            selection.select(self.numbered.index(first, 0), self.numbered.index(end, last))
        self.selectionModel().select(selection, ROWS)

    def go(self, number: int) -> None:
        """Make a row current, now or as soon as it is shown."""
        row = self.numbered.row_of(number)
        self._move(-1 if row >= 0 else number)
        if row >= 0:
            self.choose(row)
            self.scrollTo(self.currentIndex())

    def _move(self, hidden: int = -1) -> None:
        """Stop selecting rows automatically, because the user has moved."""
        if not self._is_ordering:
            self._hidden, self._follows = hidden, None
            self.moved.emit()

    def go_to_all(self, numbers: Sequence[int]) -> None:
        """Select all of these rows, and make the first one current."""
        self.go(numbers[0])
        if len(numbers) > 1:
            self._select_again(numbers)

    def step(self, steps: int) -> None:
        """Go forward or back by a number of rows."""
        last = self.numbered.rowCount() - 1
        row = min(max(self.currentIndex().row() + steps, 0), last)
        if row >= 0:
            self.choose(row)
            self.scrollTo(self.currentIndex())

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Let Home and End go to the first and last row, instead of columns."""
        ends = {self.CursorAction.MoveHome: 0, self.CursorAction.MoveEnd: -1}
        if action not in ends or not self.numbers:
            return super().moveCursor(action, modifiers)
        return self.numbered.index(ends[action] % len(self.numbers), 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a row with Enter; mark rows and trigger other actions with single keys."""
        if self._is_noting:
            return  # the key that ends a note arrives here, too
        name = keys_in_use.name_of(event)
        if name in self.row_actions:
            self.row_actions[name]()
        elif name or Qt.Key(event.key()) not in ENTER:
            begin_at_first_row(self, event)
            super().keyPressEvent(event)

    def _open(self) -> None:
        if self.current() >= 0:
            self.row_opened.emit(self.current())

    def _mark(self, word: str) -> None:
        """Mark the selected rows; if only one was selected, go to the next row."""
        marked = self.selected()
        self.mark_requested.emit(word)
        if len(marked) == 1 and self.selected() == marked:  # a filter may have hidden it
            self.step(1)

    def edit_note(self) -> None:
        if self.current() >= 0:
            self.needed.emit()
            self._is_noting = True
            row = self.currentIndex().row()
            self.edit(self.numbered.index(row, self.numbered.column(self.numbered.noted)))

    @property
    def note_editor(self) -> QLineEdit | None:
        """Return the editor of a note, if one is open."""
        result = self.viewport().findChildren(QLineEdit, "note")
        return next((each for each in result if each.isVisible()), None)

    def closeEditor(self, editor: QWidget, _hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Close the editor, and show an order that arrived in the meantime."""
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        self._is_noting = False
        held, self._delayed_order = self._delayed_order, None
        if held is not None:
            self.show_order(held)
        self.fit()
        self.setFocus()

    def show_decided(self, keys: Iterable[DecisionKey]) -> None:
        """Repaint the changed rows."""
        few = [self.numbered.row_of(self.number_of(each)) for each in list(keys)[:1]]
        for row in {self.currentIndex().row(), *few}:
            if row >= 0:
                self.numbered.marked(row)
        self.viewport().update()

    def deciding(self, steps: StepHistory) -> Iterator[MenuEntry | None]:
        """Yield menu entries for marks, notes, undo and redo."""
        shown, words = (
            keys_in_use.shown,
            {
                MALICIOUS: say("Mark as malicious"),
                BENIGN: say("Mark as benign"),
                IGNORED: say("Mark as ignored"),
            },
        )
        for name, word in MARKS.items():
            yield MenuEntry(words[word], partial(self.mark_requested.emit, word), key=shown(name))
        is_marked = any(self.numbered.decision(each).mark for each in self.selected())
        remove = partial(self.mark_requested.emit, UNMARKED)
        for title, on, is_offered, key in (
            (say("Remove the mark"), remove, is_marked, "Del"),
            (say("Add a note"), self.edit_note, True, shown("add_note")),
            (
                say("Add a note to the last marked row"),
                self.marked_note_requested.emit,
                bool(steps.last_marked()),
                shown("note_on_marked"),
            ),
            (undo_words(steps), self.undo_requested.emit, bool(steps.done), shown("undo_mark")),
            (redo_words(steps), self.redo_requested.emit, bool(steps.undone), shown("redo_mark")),
        ):
            yield MenuEntry(title, on, is_offered, key)
        yield None

    @property
    def is_stacked(self) -> bool:
        """True if some columns are stacked."""
        return self._is_narrow and bool(self.stacked)

    @property
    def line_count(self) -> int:
        """Return the number of lines per row."""
        return len(self.stacked) + 1 if self.is_stacked else 2

    def lines_of(self, cell: Column) -> CellLines:
        """Return a pair for each line of a column: a function for its text, and True for a host."""
        if self.is_stacked and cell.name in self.stacked:
            cells = [each for each in self.numbered.cells if each.name in self.stacked]
            below = _side_by_side(each.second for each in cells)
            return [*((each.pieces, False) for each in cells), (below, False)]
        return [
            (pieces, is_name)
            for pieces, is_name in zip((cell.pieces, cell.second), cell.are_names, strict=True)
            if pieces is not None
        ]

    def texts_in(self, cell: Column) -> Iterator[tuple[CellLines, int, int]]:
        """Yield the lines in a column, and how far they extend beyond its left and right edges.

        If the last column has a single line, the lines below reach under it from the left.
        """
        model, lines = self.numbered, self.lines_of(cell)
        last = model.cells[model.last]
        seen = [each for at, each in enumerate(model.cells) if not self.isColumnHidden(at)]
        below = seen[-2] if last.second is None else last
        apart = self.columnWidth(model.cells.index(below))
        yield lines, 0, self.columnWidth(model.last) - LAST if cell is below is not last else 0
        if cell is last is not below:
            yield self.lines_of(below), apart, 0

    def fit(self) -> None:
        """Adapt row heights and column widths to the size of the table."""
        cells = self.numbered.cells
        self._is_narrow = self.viewport().width() < pixels(NARROW)
        gone = self.stacked[1:] if self.is_stacked else ()
        gone += self.left_out if self._is_narrow else ()
        wide = [each.name for each in cells if each.width == REST and each.name not in gone]
        self.numbered.noted = (wide or self.stacked)[0]
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        spacing = min(self.spacing, 8) if self.is_stacked else self.spacing
        self.verticalHeader().setDefaultSectionSize(pixels(spacing + LINE * self.line_count))
        rows = self.verticalHeader().defaultSectionSize() * LEAST_LINES // self.line_count
        self.setMinimumHeight(rows + header.sizeHint().height() + 2)
        for at, cell in enumerate(cells):
            self.setColumnHidden(at, not cell.width or cell.name in gone)
            is_wide = cell.name == self.numbered.noted
            header.setSectionResizeMode(at, modes.Stretch if is_wide else modes.Fixed)
            if not is_wide and cell.width:
                self.setColumnWidth(at, self._width_of(cell))

    restyle = fit

    def _width_of(self, cell: Column) -> int:
        """Return the width of a column: that of its content in the first rows, within limits."""
        last = LAST * (cell is self.numbered.cells[self.numbered.last])
        sides = LEFT + RIGHT + 2 + last
        title = metrics_of(TITLE).horizontalAdvance(cell.title) + TITLE_SIDES + last
        if not cell.widest:
            return pixels(cell.width)
        widths: list[float] = [title, pixels(cell.width)]
        for at, lines in enumerate((cell.pieces, cell.second)):
            if lines is None:
                continue
            is_name = cell.are_names[at]
            most = pixels(cell.widest if is_name or cell.second is None else self.words_widest)
            look = TextStyle(size=SIZES[is_name][at], weight=600, evidence=is_name)
            measure = metrics_of(look).horizontalAdvance
            texts = (plain_text(lines(number)) for number in self.numbers[:MEASURED])
            widths += [min(measure(each) + sides, most) for each in texts]
        return round(max(widths))

    def _set_up(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setDragEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setObjectName("decisions")
        header.setHighlightSections(False)
        header.setMinimumSectionSize(SHAPE)  # otherwise the severity column gets wider
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(lambda at: self.sort(self.numbered.cells[at].name))
        self.sort_requested.connect(self._show_sorting)
        self.selectionModel().currentRowChanged.connect(lambda: self._on_current())
        self.selectionModel().selectionChanged.connect(lambda: self._on_selection())
        self.doubleClicked.connect(lambda index: self.row_opened.emit(index.data(ROW_ROLE)))

    def set_delegates(self) -> None:
        for at, cell in enumerate(self.numbered.cells):
            delegate = RowDelegate(cell, self)
            delegate.written.connect(self.note_written)
            delegate.drafted.connect(self.note_drafted)
            self.setItemDelegateForColumn(at, delegate)

    def sort(self, name: str) -> None:
        """Sort by a column; repeated calls go through ascending, descending and usual order."""
        following = {(name, False): (name, True), (name, True): ("", False)}
        self.sort_requested.emit(*following.get(self.sorting, (name, False)))

    def _show_sorting(self, name: str, falls: bool) -> None:
        self.sorting = (name, falls)
        header, section = self.horizontalHeader(), self.numbered.column(name) if name else -1
        header.setSortIndicatorShown(bool(name))
        orders = Qt.SortOrder
        header.setSortIndicator(section, orders.DescendingOrder if falls else orders.AscendingOrder)

    def _on_current(self) -> None:
        self._on_selection()

    def _on_selection(self) -> None:
        """Report a new selection, except while an order is being shown."""
        if not self._is_ordering:
            self._move()
            self.selection_changed.emit()


def _side_by_side(parts: Iterable[Callable[[int], Pieces] | None]) -> Callable[[int], Pieces]:
    """Return a function that puts the texts of several lines on one line."""

    def pieces(number: int) -> Pieces:
        texts = [found for part in parts if part is not None and (found := part(number))]
        return tuple(
            chain.from_iterable(
                (*muted(" \u00b7 " * bool(at)), *each) for at, each in enumerate(texts)
            )
        )

    parts = list(parts)
    return pieces


def _runs(rows: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last row of each run of adjacent rows."""
    if not rows:
        return
    first = rows[0]
    for row, following in pairwise(rows):
        if following != row + 1:
            yield first, row
            first = following
    yield first, rows[-1]
