"""A table whose rows are decided by single keys, with their menu and their notes.

What is written meanwhile is told twice a second, so that little is lost when the program is killed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from uriinspector.documents.cases.link_row import (
    BENIGN,
    IGNORED,
    MALICIOUS,
    Decision,
    DecisionKey,
    LinkRow,
)
from uriinspector.documents.scan_state import HTML
from uriinspector.gui.documents.numbered_model import (
    LEVEL,
    MARK,
    SIGNED,
    ColumnFit,
    ColumnPriorities,
    NumberedColumn,
    NumberedModel,
    choose_row,
    select_numbers,
    selected_numbers,
)
from uriinspector.gui.documents.step_words import redo_words, undo_words
from uriinspector.gui.selection import MenuEntry, MenuValue, Selection, value_entries
from uriinspector.gui.storage.place_keys import keys_in_use
from uriinspector.gui.tables.grid import MarkedDelegate, SeverityDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.pieces import Pieces, plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.view_parts import paint_in_place_of_rows

if TYPE_CHECKING:
    from uriinspector.documents.cases.contents import StepHistory
    from uriinspector.gui.documents.file_model import FileModel
    from uriinspector.gui.documents.link_model import LinkModel


MARKS = {"mark_malicious": MALICIOUS, "mark_benign": BENIGN, "mark_ignored": IGNORED}
# Instead of a mark: take it away.
UNMARKED = ""


class MenuTable(Protocol):
    """A table, as its menu sees it: what it has, and the wishes that it tells."""

    row_opened: Any
    mark_requested: Any
    undo_requested: Any
    redo_requested: Any
    marked_note_requested: Any

    def current(self) -> int:
        """The number of the current row; -1 where there is none."""

    def selected(self) -> list[int]:
        """The numbers of the selected rows."""

    def edit_note(self) -> None:
        """Write a note."""


class LinkMenuTable(MenuTable, Protocol):
    """The table of links."""

    links: LinkModel
    row_resolved: Any
    base_requested: Any
    known_requested: Any
    fixes_requested: Any
    forms_requested: Any

    def copy_defanged(self) -> None:
        """Copy the links so that no program makes a link of them."""

    def copy_exact(self) -> None:
        """Copy the links as they are."""

    def select_site(self) -> None:
        """Select all links to the site of the current one."""


class FileMenuTable(MenuTable, Protocol):
    """The list of files."""

    files: FileModel
    base_requested: Any
    password_requested: Any
    fixes_requested: Any

    def let_go(self) -> None:
        """Choose none."""


def _deciding(
    table: MenuTable, steps: StepHistory, *, is_marked: bool
) -> tuple[MenuEntry | None, ...]:
    words = {
        MALICIOUS: say("Mark as malicious"),
        BENIGN: say("Mark as benign"),
        IGNORED: say("Mark as ignored"),
    }

    shown = keys_in_use.shown

    def mark(name: str, word: str) -> MenuEntry:
        return MenuEntry(words[word], lambda: table.mark_requested.emit(word), True, shown(name))

    return (
        *(mark(*each) for each in MARKS.items()),
        MenuEntry(
            say("Remove the mark"), lambda: table.mark_requested.emit(UNMARKED), is_marked, "Del"
        ),
        MenuEntry(say("Add a note"), table.edit_note, True, shown("add_note")),
        MenuEntry(
            say("Add a note to the last marked row"),
            table.marked_note_requested.emit,
            bool(steps.last_marked()),
            shown("note_on_marked"),
        ),
        MenuEntry(
            undo_words(steps), table.undo_requested.emit, bool(steps.done), shown("undo_mark")
        ),
        MenuEntry(
            redo_words(steps), table.redo_requested.emit, bool(steps.undone), shown("redo_mark")
        ),
        None,
    )


def _is_marked(table: MenuTable, decision: Callable[[int], Decision]) -> bool:
    return any(decision(each).mark for each in table.selected())


def row_menu(table: LinkMenuTable) -> tuple[MenuEntry | None, ...]:
    """What can be done with the current link; None stands for a line."""
    number, case, shown = table.current(), table.links.case, keys_in_use.shown
    row = case.rows[number] if number >= 0 else None
    has_base = row is not None and row.base is not None
    has_host = row is not None and row.host is not None
    return (
        MenuEntry(say("Open in Inspect"), lambda: table.row_opened.emit(number), True, "Return"),
        MenuEntry(
            say("Resolve against its base"),
            lambda: table.row_resolved.emit(number),
            has_base,
            "Shift+Return",
        ),
        MenuEntry(
            say("This page came from…"),
            lambda: table.base_requested.emit(row.file if row else -1),
            row is not None and case.heads[row.file].kind == HTML,
        ),
        MenuEntry(
            say("Review fixes of this file…"),
            lambda: table.fixes_requested.emit(row.file if row else -1),
            row is not None,
        ),
        MenuEntry(
            say("Write it differently…"), lambda: table.forms_requested.emit(number), has_base
        ),
        None,
        MenuEntry(say("Copy defanged"), table.copy_defanged, True, "Ctrl+C"),
        MenuEntry(say("Copy original"), table.copy_exact, True, "Ctrl+Shift+C"),
        None,
        *_deciding(table, case.steps, is_marked=_is_marked(table, case.decision)),
        None,
        MenuEntry(
            say("Select all links to this site"), table.select_site, has_host, shown("select_site")
        ),
        MenuEntry(
            say("Mark site as known"), table.known_requested.emit, has_host, shown("known_site")
        ),
    )


def file_menu(table: FileMenuTable) -> tuple[MenuEntry | None, ...]:
    """What can be done with the file or message that is chosen."""
    number, case = table.current(), table.files.case
    entry = table.files.entry(number)
    return (
        MenuEntry(say("Go to its links"), lambda: table.row_opened.emit(number), True, "Return"),
        MenuEntry(say("Show the links of all files"), table.let_go, True, "Escape"),
        None,
        *_deciding(
            table,
            case.steps,
            is_marked=_is_marked(table, table.files.decision),
        ),
        MenuEntry(
            say("This page came from…"),
            lambda: table.base_requested.emit(entry.key.file),
            entry.is_page,
        ),
        MenuEntry(
            say("Enter the password…"),
            lambda: table.password_requested.emit(entry.key.file),
            bool(entry.head.locked),
        ),
        MenuEntry(
            say("Review fixes of this file…"),
            lambda: table.fixes_requested.emit(entry.key.file),
            True,
        ),
    )


def details_menu(
    row: LinkRow, on_open: Callable[[], object], on_resolve: Callable[[], object]
) -> tuple[MenuEntry | None, ...]:
    """What can be done with the link whose bytes are shown."""
    return (
        *value_entries(Selection(), MenuValue(row.value)),
        None,
        MenuEntry(say("Open in Inspect"), on_open, True),
        MenuEntry(say("Resolve against its base"), on_resolve, row.base is not None),
    )


SIDE, STROKE, DOT = 9, 2, 4  # before zoom
COLORS = {MALICIOUS: "high", BENIGN: "low", IGNORED: "muted"}
# Lines through a square of one by one.
LINES = {
    MALICIOUS: (((0, 0), (1, 1)), ((0, 1), (1, 0))),
    BENIGN: (((0, 0.55), (0.35, 0.95)), ((0.35, 0.95), (1, 0.1))),
    IGNORED: (((0, 0.5), (1, 0.5)),),
}


def draw_signs(painter: QPainter, theme: Theme, decision: Decision, room: QRectF) -> None:
    """Draw what was decided into a cell."""
    side, dot = theme.pixels(SIDE), theme.pixels(DOT)
    place = QRectF(room.left(), room.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if decision.mark:
        pen = QPen(theme.color(COLORS[decision.mark]), theme.pixels(STROKE))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for start, end in LINES[decision.mark]:
            painter.drawLine(_point(place, *start), _point(place, *end))
    if decision.note:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("text"))
        left = place.right() + dot if decision.mark else place.left()
        painter.drawEllipse(QRectF(left, place.center().y() - dot / 2, dot, dot))
    painter.restore()


def _point(place: QRectF, x: float, y: float) -> QPointF:
    return QPointF(place.left() + x * place.width(), place.top() + y * place.height())


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


ROW = 29
# The headings and two rows are seen in the lowest window.
LEAST_ROWS = 3
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ROW_STEPS = {"next_row": 1, "previous_row": -1}
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class DecisionTable(QTableView):
    """Rows by number; it tells which is the current one, and what is wished of it."""

    selection_changed = Signal()  # another row is current, or other rows are shown or selected
    moved = Signal()  # by the user, not by another order
    row_opened = Signal(int)
    mark_requested = Signal(str)  # of all selected rows; UNMARKED takes the marks away
    note_written = Signal(int, str)  # the number of a row, and its note
    note_drafted = Signal(int, object)  # the same while it is written; None once it is not
    marked_note_requested = Signal()  # on the row that was marked last
    undo_requested = Signal()
    redo_requested = Signal()
    details_requested = Signal()  # as a sheet, where the window is small
    next_requested = Signal()  # the next file, or the next message
    sort_requested = Signal(str, bool)  # a column, and whether it falls

    marks_links = False  # and files otherwise
    priorities = ColumnPriorities()
    narrow = 0  # with less room than this, before zoom, marks are signs

    def __init__(self, theme: Theme, model: NumberedModel, name: str) -> None:
        """Start without rows."""
        super().__init__()
        self._theme = theme
        self.numbered = model
        self.setModel(model)
        self.setAccessibleName(name)
        self._sorted: tuple[str, bool] = ("", False)
        self._actions: dict[str, Callable[[], None]] = {
            "next_to_mark": self.next_requested.emit,
            "add_note": self.edit_note,
            "note_on_marked": self.marked_note_requested.emit,
            "undo_mark": self.undo_requested.emit,
            "redo_mark": self.redo_requested.emit,
            "remove_mark": lambda: self.mark_requested.emit(UNMARKED),
            "show_details": self.details_requested.emit,
            "open_row": self._open,
        }
        self._column_fit = ColumnFit(theme, model, self.priorities)
        self._hidden = -1  # the row to go to once it is shown
        self._follows: int | None = None  # the first file whose worst row is current until moved
        self._is_ordering = False
        self.nothing = ""  # what is told where there are no rows
        self._held: Any = None  # an order that came while a note was being written
        self._is_noting = False
        self._set_up()

    def delegate_of(self, cell: NumberedColumn) -> MarkedDelegate:
        """What paints a column."""
        raise NotImplementedError

    def wanted_widths(self, room: int) -> Mapping[str, int]:
        """The columns that are shown in so much room, each with its width before zoom."""
        raise NotImplementedError

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """What is decided with some rows."""
        raise NotImplementedError

    def number_of(self, key: DecisionKey) -> int:
        """The number of the row that something is decided with."""
        raise NotImplementedError

    def set_order(self, order: Any) -> None:
        """Hand an order on to the model."""
        raise NotImplementedError

    def follow(self, first: int | None) -> None:
        """Select the highest severity of the files from this number on until the user moves."""
        self._follows = first

    def keep(self, number: int) -> None:
        """Select a row as soon as it is shown: rows have other numbers now."""
        self._hidden = number

    def row_to_follow(self, first: int) -> int:
        """Return the row with the highest severity of the files from this number on, or -1."""
        raise NotImplementedError

    def show_order(self, order: Any) -> None:
        """Show rows in this order; the selection stays on rows that are still shown."""
        if self._is_noting:
            self._held = order
            return
        self._is_ordering = True
        current, scrolled = self.current(), self.verticalScrollBar().value()
        before, chosen, is_visible = self.numbered.numbers, self.selected(), self._is_in_sight()
        blocked = self.selectionModel().blockSignals(True)
        self.set_order(order)
        row = self.numbered.row_of(current) if current >= 0 else -1
        if row >= 0:
            choose_row(self, row)
        self.selectionModel().blockSignals(blocked)
        self._describe()
        self.executeDelayedItemsLayout()  # else it scrolls no further than before
        self.verticalScrollBar().setValue(scrolled)
        wanted = self._wanted_row(before, current, row)
        if wanted >= 0 and wanted != row:
            choose_row(self, wanted)
            self.scrollTo(self.currentIndex())
        elif is_visible:
            self.scrollTo(self.currentIndex())
        if len(chosen) > 1:
            self._select_again(chosen)
        self._is_ordering = False
        self.fit()
        self.selection_changed.emit()

    def _wanted_row(self, before: Sequence[int], current: int, row: int) -> int:
        """Return the row to select in a new order; ``row`` has the one that was current."""
        followed = -1 if self._follows is None else self.row_to_follow(self._follows)
        if followed >= 0:
            return followed
        hidden = self.numbered.row_of(self._hidden) if self._hidden >= 0 else -1
        if hidden >= 0:
            self._hidden = -1  # the filter that hid it is gone
            return hidden
        if row >= 0 or current < 0:
            return row if row >= 0 else self.first_row()
        if self._hidden < 0:
            self._hidden = current
        return self._next_shown(before, current)

    def first_row(self) -> int:
        """Return the row that is current where none was."""
        return 0 if self.numbered.numbers else -1

    def _next_shown(self, before: Sequence[int], current: int) -> int:
        """Return the row that came after the current one, else the one that came before it."""
        rows = {number: row for row, number in enumerate(self.numbered.numbers)}
        at = before.index(current) if current in before else 0
        near = chain(before[at + 1 :], reversed(before[:at]))
        return next((rows[each] for each in near if each in rows), self.first_row())

    def _select_again(self, numbers: Iterable[int]) -> None:
        """Select those that are still shown; one of them is the current one."""
        shown = frozenset(self.numbered.numbers).intersection(numbers)
        if shown:
            if self.current() not in shown:
                self.go(next(each for each in self.numbered.numbers if each in shown))
            select_numbers(self, self.numbered, shown)

    def _is_in_sight(self) -> bool:
        """Return True if the current row is not scrolled away from."""
        place = self.visualRect(self.currentIndex())
        return place.isValid() and self.viewport().rect().intersects(place)

    def selected(self) -> list[int]:
        """The numbers of the selected rows, from above; at least the current one, if any."""
        result = selected_numbers(self, self.numbered)
        current = self.current()
        return result or ([current] if current >= 0 else [])

    def current(self) -> int:
        """The number of the current row; -1 where there is none."""
        index = self.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else -1

    def go(self, number: int) -> None:
        """Make a row the current one, or as soon as it is shown."""
        row = self.numbered.row_of(number)
        self._move(-1 if row >= 0 else number)
        if row >= 0:
            choose_row(self, row)
            self.scrollTo(self.currentIndex())

    def _move(self, hidden: int = -1) -> None:
        """Follow nothing: the user selected something."""
        if not self._is_ordering:
            self._hidden, self._follows = hidden, None
            self.moved.emit()

    def go_to_all(self, numbers: Sequence[int]) -> None:
        """Make the first of the rows the current one, and select all of them."""
        self.go(numbers[0])
        if len(numbers) > 1:
            self._select_again(numbers)

    def step(self, steps: int) -> None:
        """Go to the next row, or to one before."""
        last = self.numbered.rowCount() - 1
        row = min(max(self.currentIndex().row() + steps, 0), last)
        if row >= 0:
            choose_row(self, row)
            self.scrollTo(self.currentIndex())

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first row and to the last one: columns are not walked through."""
        ends = {self.CursorAction.MoveHome: 0, self.CursorAction.MoveEnd: -1}
        if action not in ends or not self.numbered.numbers:
            return super().moveCursor(action, modifiers)
        return self.numbered.index(ends[action] % len(self.numbered.numbers), 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, letters decide."""
        if self._is_noting:
            return  # the key that ends a note comes by here too
        if (name := keys_in_use.name_of(event)) in MARKS:
            self._mark(MARKS[name])
        elif name in ROW_STEPS:
            self.step(ROW_STEPS[name])
        elif name in self._actions:
            self._actions[name]()
        elif name or Qt.Key(event.key()) not in ENTER:
            super().keyPressEvent(event)

    def _open(self) -> None:
        if self.current() >= 0:
            self.row_opened.emit(self.current())

    def _mark(self, word: str) -> None:
        """Mark by a key, which goes on to the next row unless several are marked."""
        marked = self.selected()
        self.mark_requested.emit(word)
        if len(marked) == 1 and self.selected() == marked:  # else a filter took the row away
            self.step(1)

    def edit_note(self) -> None:
        """Write a note on the current row, in its place."""
        if self.current() >= 0:
            self._is_noting = True
            row = self.currentIndex().row()
            self.edit(self.numbered.index(row, self.numbered.column(MARK)))

    @property
    def note_editor(self) -> QLineEdit | None:
        """Where a note is being written, if one is."""
        result = self.viewport().findChildren(QLineEdit, "note")
        return next((each for each in result if each.isVisible()), None)

    def closeEditor(self, editor: QWidget, _hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Go back to the rows, in the order that came meanwhile."""
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        self._is_noting = False
        held, self._held = self._held, None
        if held is not None:
            self.show_order(held)
        self.fit()
        self.setFocus()

    def show_decided(self, keys: Iterable[DecisionKey]) -> None:
        """Show what was decided: the current row, and all that is in sight."""
        few = [self.numbered.row_of(self.number_of(each)) for each in list(keys)[:1]]
        for row in {self.currentIndex().row(), *few}:
            if row >= 0:
                self.numbered.marked(row)
        self.viewport().update()

    def tell_nothing(self, words: str) -> None:
        """Say why there are no rows."""
        self.nothing = words
        self._describe()
        self.viewport().update()

    def _describe(self) -> None:
        """Only a table without rows is described by the reason for that."""
        self.setAccessibleDescription("" if self.numbered.rowCount() else self.nothing)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Where there are no rows, the reason stands in their place."""
        super().paintEvent(event)
        if self.nothing and not self.numbered.rowCount():
            paint_in_place_of_rows(self, self._theme, self.nothing)

    def keyboardSearch(self, _search: str) -> None:
        """Letters decide; what is looked for is typed into the filter."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns into the new width."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme or zoom: other heights and widths."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "_column_fit"):
            self.fit()

    def fit(self) -> None:
        """Show the columns that there is something in, and fit them into the width."""
        pixels, room = self._theme.pixels, self.viewport().width()
        self.verticalHeader().setDefaultSectionSize(pixels(ROW))
        self.setMinimumHeight(pixels(LEAST_ROWS * ROW))
        self.numbered.show_signs(wanted=room < pixels(self.narrow))
        sizes = self._column_fit.sizes(self.wanted_widths(room), room)
        for number in range(len(self.numbered.cells)):
            self.setColumnHidden(number, number not in sizes)
        for number, size in sizes.items():
            self.setColumnWidth(number, size)

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
        header.setHighlightSections(False)
        header.setMinimumSectionSize(SIGNED // 2)  # else the style widens the column of signs
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._on_header)
        self.selectionModel().currentRowChanged.connect(lambda: self._on_current())
        self.selectionModel().selectionChanged.connect(lambda: self._on_selection())
        self.doubleClicked.connect(lambda index: self.row_opened.emit(index.data(ROW_ROLE)))

    def set_delegates(self) -> None:
        """Give each column what paints it."""
        theme, model = self._theme, self.numbered
        for number, cell in enumerate(model.cells):
            if cell.name == LEVEL:
                severity_delegate = SeverityDelegate(
                    theme, lambda _row: (), self, sign=model.severity
                )
                self.setItemDelegateForColumn(number, severity_delegate)
            elif cell.name == MARK:
                notes = NoteDelegate(theme, cell.pieces, model, self)
                notes.written.connect(self.note_written)
                notes.drafted.connect(self.note_drafted)
                self.setItemDelegateForColumn(number, notes)
            else:
                self.setItemDelegateForColumn(number, self.delegate_of(cell))

    def _on_header(self, section: int) -> None:
        """Once rises, twice falls, and a third time as it was: the worst first."""
        name = self.numbered.cells[section].name
        self._sorted = {
            (name, False): (name, True),
            (name, True): ("", False),
        }.get(self._sorted, (name, False))
        self._show_sorting(section)
        self.sort_requested.emit(*self._sorted)

    def _show_sorting(self, section: int) -> None:
        name, falls = self._sorted
        header = self.horizontalHeader()
        header.setSortIndicatorShown(bool(name))
        orders = Qt.SortOrder
        header.setSortIndicator(section, orders.DescendingOrder if falls else orders.AscendingOrder)

    def _on_current(self) -> None:
        self._on_selection()

    def _on_selection(self) -> None:
        """Report it, once an order is shown as a whole."""
        if not self._is_ordering:
            self._move()
            self.selection_changed.emit()
