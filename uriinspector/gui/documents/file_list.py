"""The list of files and messages, and the bar that filters it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import DecisionKey, FileKey
from uriinspector.gui.documents import file_model as columns
from uriinspector.gui.documents.decision_table import DecisionTable, file_menu
from uriinspector.gui.documents.file_model import (
    FAIL,
    NONE,
    OTHER,
    PASS,
    FileModel,
    FileOrder,
    FileOrderRequest,
    FileQuery,
    checks_of,
    file_order_of,
)
from uriinspector.gui.documents.numbered_model import (
    LEVEL,
    MARK,
    ColumnPriorities,
    NumberedColumn,
    choose_row,
)
from uriinspector.gui.documents.open_case import FileEntry
from uriinspector.gui.documents.table import (
    FILTER_BAR_LEAST,
    FILTER_BAR_NARROW,
    FilterEdit,
    LevelButtons,
)
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.selection import menu_of
from uriinspector.gui.tables.grid import MarkedDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.paragraph import TextStyle, font_of, metrics_of
from uriinspector.gui.text.pieces import Pieces
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button, card
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase


class FileBar(QWidget):
    """What is wanted of the list; it tells only that this has changed."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        """Wish for all rows."""
        super().__init__()
        self._theme = theme
        self.filter = FilterEdit(
            theme, say("Filter the files and messages"), say("Filter: sender, subject, assessment…")
        )
        self.filter.setMinimumWidth(theme.pixels(FILTER_BAR_LEAST))
        self.open = button("", self.changed.emit)
        self.open.setCheckable(True)
        self._left = 0
        self.levels = LevelButtons(theme, self)
        row(
            stretched(self.filter),
            self.open,
            *self.levels.buttons.values(),
            into=self,
            margins=(12, 7, 12, 7),
            spacing=8,
        )
        self.filter.textChanged.connect(lambda _text: self.changed.emit())
        self.levels.changed.connect(self.changed)
        self.levels.dress()

    def query(self, column: str, *, falls: bool) -> FileQuery:
        """All of it together."""
        is_open = self.open.isChecked()
        return FileQuery(self.filter.text().strip(), self.levels.rank, is_open, column, falls)

    def show_counts(self, case: OpenCase) -> None:
        """Write on the buttons how many there are of each level, and how many are left."""
        entries = list(case.files.single())
        self.levels.show_counts(len(entries), Counter(each.rank for each in entries))
        self._left = sum(each.key not in case.file_marks for each in entries)
        self._fit()

    def clear(self) -> None:
        """Want all again."""
        self.filter.clear()
        self.open.setChecked(False)
        self.levels.buttons[None].setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room numbers have to do."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of another theme."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "levels"):
            self.levels.dress()

    def _fit(self) -> None:
        is_wide = self.width() > self._theme.pixels(FILTER_BAR_NARROW)
        words = say("Not marked: {count}", count=self._left)
        self.open.setText(words if is_wide else f"☐ {number(self._left)}")
        self.open.setAccessibleName(words)
        self.levels.fit(is_wide=is_wide)


WORD = TextStyle(size=10, weight=600)
HEIGHT, GAP, SIDE, RADIUS = 18, 4, 5, 4


class CheckSign(NamedTuple):
    """A sign, its colour, and the colour behind it: never a colour alone."""

    sign: str
    letters: str
    behind: str


SIGNS = {
    PASS: CheckSign("✓", "muted", "hover"),
    FAIL: CheckSign("✗", "high", "high_card"),
    OTHER: CheckSign("!", "warning", "warning_card"),
    NONE: CheckSign("–", "muted", "hover"),
}


class CheckDelegate(MarkedDelegate):
    """A chip for each method that the receiver tells of; a reader of the screen has the words."""

    def __init__(
        self,
        theme: Theme,
        pieces: Callable[[int], Pieces],
        entry: Callable[[int], FileEntry],
        parent: QWidget,
    ) -> None:
        """``entry`` tells of which message a row is."""
        super().__init__(theme, pieces, parent)
        self._entry = entry

    def draw(self, painter: QPainter, room: QRectF, value: int) -> None:
        """Paint the chips, each method always in the same place."""
        checks = checks_of(self._entry(value))
        if not checks:
            super().draw(painter, room, value)
            return
        pixels, metrics = self.theme.pixels, metrics_of(self.theme, WORD)
        height, left = pixels(HEIGHT), room.left()
        painter.save()
        painter.setClipRect(room.adjusted(-2, 0, 2, 0))
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setFont(font_of(self.theme, WORD))
        for each in checks:
            sign, letters, behind = SIGNS.get(each.outcome, SIGNS[OTHER])
            words = f"{sign} {each.method}"
            width = metrics.horizontalAdvance(f"{SIGNS[PASS].sign} {each.method}")
            width += 2 * pixels(SIDE)
            if not each.outcome:  # its place stays empty
                left += width + pixels(GAP)
                continue
            place = QRectF(left, room.center().y() - height / 2, width, height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color(behind))
            painter.drawRoundedRect(place, pixels(RADIUS), pixels(RADIUS))
            painter.setPen(self.theme.color(letters))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
            left += width + pixels(GAP)
        painter.restore()


# How wide each column wants to be, before zoom.
WIDTHS = {
    LEVEL: 94,
    columns.SENDER: 190,
    columns.SUBJECT: 190,
    columns.SENTENCE: 380,
    columns.CHECKS: 174,
    columns.DATE: 118,
    columns.COUNT: 56,
    columns.FILE: 130,
}
LEAST_WIDTHS = {
    LEVEL: 94,
    columns.SENDER: 120,
    columns.SENTENCE: 150,
    columns.SUBJECT: 110,
    columns.CHECKS: 120,
    columns.DATE: 100,
}
# With less room than this, before zoom, a column is told by its row's tab and tooltip alone.
LEAST_ROOM = {columns.FILE: 1500, columns.COUNT: 1240, columns.DATE: 960, columns.CHECKS: 700}


class FileTable(DecisionTable):
    """Rows of files; none of them is the current one before somebody chooses it."""

    base_requested = Signal(int)  # where a page came from
    fixes_requested = Signal(int)
    password_requested = Signal(int)  # for an archive

    priorities = ColumnPriorities(
        rigid=frozenset({LEVEL, MARK, columns.CHECKS, columns.DATE, columns.COUNT}),
        widest=columns.SENTENCE,
        importance=(
            *(MARK, columns.SENDER, LEVEL, columns.SENTENCE, columns.SUBJECT),
            *(columns.CHECKS, columns.DATE, columns.COUNT, columns.FILE),
        ),
        least_widths=LEAST_WIDTHS,
    )
    narrow = LEAST_ROOM[columns.DATE]

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Start without rows."""
        self.files = FileModel(case)
        super().__init__(theme, self.files, say("Files and messages"))
        self._actions["leave_rows"] = self.let_go
        self.set_delegates()
        self.fit()

    def use(self, case: OpenCase) -> None:
        """Show another case."""
        self._hidden, self._follows = -1, None
        self.files.set_case(case)
        self.fit()

    def set_order(self, order: FileOrder) -> None:
        """Hand an order on to the model."""
        self.files.set_order(order)

    def current(self) -> int:
        """The number of the row that is chosen; -1 where all count."""
        index = self.currentIndex()
        is_chosen = index.isValid() and self.selectionModel().isRowSelected(index.row())
        return index.data(ROW_ROLE) if is_chosen else -1

    @property
    def entry(self) -> FileEntry | None:
        """The file or message that is chosen."""
        number = self.current()
        return self.files.entry(number) if number >= 0 else None

    def step(self, steps: int) -> None:
        """Go to the next row, or to one before; at first to the first."""
        if self.current() >= 0:
            super().step(steps)
        elif self.files.numbers:
            choose_row(self, 0)

    def go_on(self, entry: FileEntry | None = None) -> None:
        """Go to the next row that is not decided yet, round and round; else to the next.

        Where none is chosen, behind the one that is told.
        """
        numbers, case = self.files.numbers, self.files.case
        here = self.current()
        if here < 0 and entry is not None:
            here = case.files.numbers[entry.key]
        start = self.files.row_of(here) + 1 if here >= 0 else 0
        for each in (*numbers[start:], *numbers[:start]):
            entry = self.files.entry(each)
            if not entry.is_folder and entry.key not in case.file_marks:
                self.go(each)
                return
        if numbers:
            self.go(numbers[start % len(numbers)])

    def let_go(self) -> None:
        """Choose none: all count again, and no row looks chosen."""
        self.clearSelection()
        self.selectionModel().clearCurrentIndex()

    def first_row(self) -> int:
        """Return -1: as long as none is chosen, all count."""
        return -1

    def _on_current(self) -> None:
        """Ignore it: the selected row counts, not the one that has the focus."""

    def row_to_follow(self, first: int) -> int:
        """Return the row with the highest severity of the files from this number on, or -1."""
        entry, numbers = self.files.entry, self.files.numbers
        rows = (row for row, each in enumerate(numbers) if entry(each).key.file >= first)
        return max(rows, key=lambda row: entry(numbers[row]).rank, default=-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows choose, at first the first row."""
        arrows = (Qt.Key.Key_Down, Qt.Key.Key_Up)
        if self.current() < 0 and Qt.Key(event.key()) in arrows:
            self.step(1)
        else:
            super().keyPressEvent(event)

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """Files, or all messages in one where it only holds them together."""
        entries = self.files.case.files
        return list(dict.fromkeys(chain.from_iterable(map(entries.decided_with, numbers))))

    def number_of(self, key: DecisionKey) -> int:
        """The row of a file."""
        return -1 if isinstance(key, int) else self.files.case.files.numbers.get(key, -1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the row that is chosen."""
        if self.current() >= 0:
            menu = menu_of(self, file_menu(self))
            menu.exec(event.globalPos())
            menu.deleteLater()

    def delegate_of(self, cell: NumberedColumn) -> MarkedDelegate:
        """What paints a column."""
        if cell.name == columns.CHECKS:
            return CheckDelegate(self._theme, cell.pieces, self.files.entry, self)
        return MarkedDelegate(self._theme, cell.pieces, self)

    def wanted_widths(self, room: int) -> Mapping[str, int]:
        """The columns that there is room for, with their widths."""
        case, pixels = self.files.case, self._theme.pixels
        hidden = {name for name, least in LEAST_ROOM.items() if room < pixels(least)}
        if not case.files.has_messages:
            hidden |= {columns.SUBJECT, columns.CHECKS, columns.DATE}
        return {name: width for name, width in WIDTHS.items() if name not in hidden}


# With so many rows there is something to choose from.
LISTED = 2


class FileList(QObject):
    """Which files and messages are listed, and which of them is chosen; None is for all."""

    scope_changed = Signal()
    appeared = Signal()  # the list, which was not there before

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Start with nothing to list."""
        super().__init__()
        self._case = case
        self._sort = ("", False)
        self._known_scope: tuple[FileKey, ...] | None = None  # that the others were told of
        self.is_covered = False  # by a sheet
        self._has_appeared = False  # a sheet that goes shows no list that nobody was told of
        self.bar = FileBar(theme)
        self.table = FileTable(theme, case)
        self.table.tell_nothing(say("No file or message matches the filter."))
        self.card = card(self.bar, self.table, margins=(1, 1))
        self.card.hide()
        self.job = LatestJob(file_order_of, self, rest=0, can_stop=True)
        self.job.answered.connect(self._on_order)
        self.bar.changed.connect(self._arrange)
        self.bar.filter.left.connect(self.table.setFocus)
        self.table.sort_requested.connect(self._on_sort)
        self.table.selection_changed.connect(self._on_selection)

    def cover(self, *, covered: bool) -> None:
        """Make room for a sheet, or be there again."""
        self.is_covered = covered
        self.card.setVisible(self._has_appeared and not covered)

    @property
    def is_listed(self) -> bool:
        """Whether there is something to choose from."""
        return len(self._case.files) >= LISTED

    @property
    def entry(self) -> FileEntry | None:
        """The file or message that is chosen."""
        return self.table.entry if self.is_listed else None

    @property
    def scope(self) -> tuple[FileEntry, ...] | None:
        """Return the only files and messages whose links count; None where all of them do."""
        if self.entry is not None:
            return (self.entry,)
        order = self.table.files.order
        if not (order.is_filtered and self.is_listed):
            return None
        rows = map(self.table.files.entry, order.numbers)
        return tuple(each for each in rows if not each.is_folder)

    def use(self, case: OpenCase) -> None:
        """List the files of another case, or of the same one with other numbers."""
        self._case = case
        self.job.drop()
        self.table.use(case)

    def show_all(self) -> None:
        """List what there is by now."""
        self.bar.show_counts(self._case)
        self._arrange(patient=True)
        had_appeared, self._has_appeared = self._has_appeared, self.is_listed
        self.cover(covered=self.is_covered)
        if self.is_listed and not had_appeared:
            self.appeared.emit()

    def show_decided(self) -> None:
        """Something was decided: it may be what the list is sorted or filtered by."""
        self.bar.show_counts(self._case)
        if self.bar.open.isChecked() or self._sort[0] == "mark":
            self._arrange(patient=True)

    def _on_selection(self) -> None:
        scope = self.scope
        keys = None if scope is None else tuple(each.key for each in scope)
        if keys != self._known_scope:
            self._known_scope = keys
            self.scope_changed.emit()

    def _arrange(self, *, patient: bool = False) -> None:
        column, falls = self._sort
        request = FileOrderRequest(self._case, self.bar.query(column, falls=falls))
        self.job.ask(request, is_long=request.is_long, patient=patient)

    def _on_order(self, order: FileOrder) -> None:
        self.table.show_order(order)

    def _on_sort(self, column: str, falls: bool) -> None:
        self._sort = (column, falls)
        self._arrange()
