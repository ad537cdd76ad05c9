"""The query as a table of decoded keys and values that can be edited in place."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.values.codings import (
    encoded_by,
    octets_as_written,
    recoded_by,
    stages_of,
)
from uriinspector.core.expression import lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import pairs
from uriinspector.gui.editor.uri_edit import SmallEdit
from uriinspector.gui.inspect.component_rows import ValueMeanings
from uriinspector.gui.inspect.detail_tabs import Tab, footed
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid, MarkedDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE, Column, Index
from uriinspector.gui.text.pieces import Pieces, muted, ours, outside, plain_label
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import button

KEY, VALUE, MEANING = range(3)
# In queries of other schemes, "+" is a literal plus sign (RFC 6068 5).
FORMS = frozenset({"", "http", "https", "ws", "wss"})
FORM, PERCENT = "form", "percent"
# The key of a new pair.
NEW_KEY = "key"


class RunEdit(NamedTuple):
    """A range of the link with its replacement."""

    span: Span
    new: str


class QueryRow(NamedTuple):
    """A key and its value, with their positions."""

    number: int
    name: Span
    value: Span | None
    text: str
    coding: str
    meaning: str = ""

    @property
    def whole(self) -> Span:
        return Span(self.name.start, (self.value or self.name).end)

    def span(self, column: int) -> Span | None:
        """Return the span of a cell; for the meaning, the span of the value."""
        return self.name if column == KEY else self.value or self.name

    def content(self, column: int) -> str:
        """Return the decoded key or value, or the text as written if it is not valid UTF-8."""
        span = self.name if column == KEY else self.value
        return _decoded(span.of(self.text), self.coding) if span else ""

    def pieces(self, column: int) -> Pieces:
        if column == VALUE and self.value is None:
            return muted(say('no "="'))
        content = self.content(column)
        return outside(content) if content else muted(say("empty"))

    def changed(self, column: int, content: str) -> RunEdit | None:
        """Return the edit for new content in the same encoding; None if nothing changes."""
        if content == self.content(column):
            return None
        span = self.name if column == KEY else self.value
        if span is None:
            return RunEdit(Span(self.name.end, self.name.end), "=" + _encoded(content))
        written = span.of(self.text)
        if _plain(written, self.coding) is None:
            return RunEdit(span, content)  # cells with invalid UTF-8 show the text as written
        return RunEdit(span, recoded_by(written, (self.coding,), octets_as_written(content)))


def query_rows(reference: Reference, meanings: ValueMeanings | None = None) -> list[QueryRow]:
    """Return a row for each pair, in order."""
    text, span = reference.text, reference.span(Part.QUERY)
    coding = FORM if lowered(reference.scheme or "") in FORMS else PERCENT
    rows = []
    for number, (name, value) in enumerate(pairs(text, span)):
        meaning = meanings.meaning(value) if meanings and value else ""
        rows.append(QueryRow(number, name, value, text, coding, meaning))
    return rows


def added(reference: Reference, rows: list[QueryRow], after: int) -> RunEdit | None:
    """Return the edit that adds a pair after row ``after``; None if the link cannot have a
    query.
    """
    if rows:
        end = rows[after].whole.end
        return RunEdit(Span(end, end), f"&{NEW_KEY}=")
    query, path = reference.span(Part.QUERY), reference.span(Part.PATH)
    if query is not None:
        return RunEdit(Span(query.end, query.end), f"{NEW_KEY}=")
    is_opaque = reference.span(Part.AUTHORITY) is None and reference.scheme is not None
    if is_opaque and lowered(reference.scheme or "") != "mailto":
        return None
    return RunEdit(Span(path.end, path.end), f"?{NEW_KEY}=") if path is not None else None


def removed(rows: list[QueryRow], number: int) -> RunEdit:
    """Return the edit that removes a pair and its separator."""
    whole = rows[number].whole
    if number + 1 < len(rows):
        return RunEdit(Span(whole.start, rows[number + 1].whole.start), "")
    if number:
        return RunEdit(Span(rows[number - 1].whole.end, whole.end), "")
    return RunEdit(whole, "")


def moved(rows: list[QueryRow], number: int, steps: int) -> RunEdit | None:
    """Return the edit that swaps a pair with its neighbor; None at the end of the list."""
    other = number + steps
    if not 0 <= other < len(rows):
        return None
    first, second = (rows[each].whole for each in sorted((number, other)))
    text = rows[number].text
    between = text[first.end : second.start]
    return RunEdit(Span(first.start, second.end), second.of(text) + between + first.of(text))


def _plain(written: str, coding: str) -> str | None:
    """Return the decoded text; None if it is not valid UTF-8."""
    try:
        return stages_of(written, (coding,))[-1].decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None


def _decoded(written: str, coding: str) -> str:
    plain = _plain(written, coding)
    return written if plain is None else plain


def _encoded(content: str) -> str:
    """Encode new text; a space becomes "%20", which all parsers understand."""
    return encoded_by(octets_as_written(content), (PERCENT,))


# The maximum height of the cell editor, before zoom; longer text scrolls.
LINES = 84


class CellEdit(MarkedDelegate):
    """A delegate that edits a cell: Enter applies the new text, Esc discards it."""

    written = Signal(object, str)  # the row, and its new text

    def __init__(self, column: Column, text: Callable[[Any], str], parent: QWidget) -> None:
        """``text`` returns the editable text of a row."""
        super().__init__(column, parent)
        self._text = text

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index
    ) -> QWidget:
        edit = SmallEdit()
        edit.setParent(parent)
        edit.setObjectName("cell")
        edit.allow(pixels(LINES))
        edit.setAccessibleName(self.column.title)
        edit.setPlaceholderText("")
        edit.submitted.connect(lambda: self._keep(edit))
        edit.text_edited.connect(lambda: self._grow(edit))
        return edit

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, SmallEdit)
        editor.set_text(self._text(index.data(ROW_ROLE)))
        editor.selectAll()

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: Index) -> None:
        """Emit the new text; the model itself is read-only."""
        assert isinstance(editor, SmallEdit)
        self.written.emit(index.data(ROW_ROLE), editor.text())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Cover the cell, and the cells below it if the text has several lines."""
        place = option.rect
        editor.setGeometry(place)
        editor.setMinimumHeight(place.height())
        assert isinstance(editor, SmallEdit)
        self._grow(editor)

    def _grow(self, edit: SmallEdit) -> None:
        edit.resize(edit.width(), max(edit.minimumHeight(), edit.sizeHint().height()))

    def _keep(self, edit: SmallEdit) -> None:
        self.commitData.emit(edit)
        self.closeEditor.emit(edit, self.EndEditHint.NoHint)


KEYPAD = Qt.KeyboardModifier.KeypadModifier


class PairGrid(Grid):
    """A table with keyboard shortcuts for rows."""

    keys: Mapping[tuple[int, bool], Callable[[], None]] = MappingProxyType({})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Trigger the shortcut of a key, pressed alone or with Alt."""
        is_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        on = self.keys.get((event.key(), is_alt))
        if on is not None and (is_alt or not event.modifiers() & ~KEYPAD):
            on()
        else:
            super().keyPressEvent(event)


class QueryTab(Tab):
    """The tab with key-value pairs; each edit is one undo step."""

    edit_requested = Signal(object, str)  # a Span and its replacement
    undo_requested = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._inspection: Inspection | None = None
        self._rows: list[QueryRow] = []
        # Row and column to select after the edit is shown, and whether to edit it.
        self._wanted: tuple[int, int, bool] | None = None
        self.grid = PairGrid(
            *(selection, _columns(), say("Query")),
            widest=VALUE,
            spans=lambda row, column: row.span(column),
            by_cell=True,
        )
        self.note = plain_label(role="quiet")
        self.add = button(say("Add"), self._on_add)
        self.remove = button(say("Remove"), self._on_remove)
        self.up = button(say("Move up"), partial(self._on_move, -1))
        self.down = button(say("Move down"), partial(self._on_move, 1))
        self.undo = button(say("Undo"), self.undo_requested.emit)
        self._let_edit()
        buttons = (self.add, self.remove, self.up, self.down, self.undo)
        self.fill(footed(self.grid, self.note, *buttons))
        self.grid.selectionModel().currentChanged.connect(self._on_current)
        self.grid.row_opened.connect(lambda _row: self._edit(self.grid.currentIndex()))

    def present(self, inspection: Inspection) -> str:
        """Show the pairs; if there is no query, a first pair can be added."""
        self._inspection = inspection
        self._rows = query_rows(inspection.reference, ValueMeanings(inspection.values))
        self.grid.set_rows(self._rows)
        can_add = added(inspection.reference, self._rows, -1) is not None
        self.add.setEnabled(can_add)
        self.note.setText(self._words())
        self._go()
        self._on_current()
        return "" if self._rows or can_add else say("This link cannot have a query.")

    def _words(self) -> str:
        if not self._rows:
            return say("This link has no key-value pairs.")
        return say_count(len(self._rows), "1 pair", "{count} pairs")

    def _let_edit(self) -> None:
        for column, each in enumerate(_columns()[: VALUE + 1]):
            content = partial(QueryRow.content, column=column)
            cell = CellEdit(each, content, self.grid)
            cell.written.connect(partial(self._on_written, column))
            self.grid.setItemDelegateForColumn(column, cell)
        self.grid.keys = {
            (Qt.Key.Key_Insert, False): self._on_add,
            (Qt.Key.Key_Delete, False): self._on_remove,
            (Qt.Key.Key_Up, True): partial(self._on_move, -1),
            (Qt.Key.Key_Down, True): partial(self._on_move, 1),
        }

    def _on_written(self, column: int, row: QueryRow, content: str) -> None:
        self._wanted = (row.number, column, False)
        self._request(row.changed(column, content))

    def _on_add(self) -> None:
        if self._inspection is None or not self.add.isEnabled():
            return
        number = self._number()
        number = len(self._rows) - 1 if number < 0 else number
        self._wanted = (number + 1, KEY, True)
        self._request(added(self._inspection.reference, self._rows, number))

    def _on_remove(self) -> None:
        number = self._number()
        if number >= 0:
            self._wanted = (min(number, len(self._rows) - 2), self._column(), False)
            self._request(removed(self._rows, number))

    def _on_move(self, steps: int) -> None:
        number = self._number()
        if number >= 0:
            self._wanted = (number + steps, self._column(), False)
            self._request(moved(self._rows, number, steps))

    def _request(self, edit: RunEdit | None) -> None:
        """Request an edit, after the cell editor has closed."""
        if edit is None:
            self._wanted = None
        else:
            QTimer.singleShot(0, self, lambda: self.edit_requested.emit(*edit))

    def _go(self) -> None:
        """Select the cell that was edited."""
        wanted, self._wanted = self._wanted, None
        if wanted is None or wanted[0] < 0:
            return
        number, column, is_edited = wanted
        index = self.grid.lazy.index(number, column)
        self.grid.setCurrentIndex(index)
        if is_edited:
            self._edit(index)

    def _edit(self, index: QModelIndex) -> None:
        if index.isValid() and index.column() == MEANING:
            index = index.siblingAtColumn(VALUE)
        if index.isValid():
            self.grid.setCurrentIndex(index)
            self.grid.edit(index)

    def _number(self) -> int:
        return self.grid.currentIndex().row()

    def _column(self) -> int:
        return max(self.grid.currentIndex().column(), KEY)

    def _on_current(self, *_indexes: QModelIndex) -> None:
        number = self._number()
        self.remove.setEnabled(number >= 0)
        self.up.setEnabled(number > 0)
        self.down.setEnabled(0 <= number < len(self._rows) - 1)


def _columns() -> list[Column]:
    return [
        Column(say("Key"), lambda row: row.pieces(KEY), is_uri=True, is_editable=True),
        Column(say("Value"), lambda row: row.pieces(VALUE), is_uri=True, is_editable=True),
        Column(say("Meaning"), lambda row: ours(row.meaning)),
    ]
