"""The table view: painted cells, a shared selection, and column widths that fit the window."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from uriinspector.core.model import Span
from uriinspector.gui.selection import (
    MenuEntry,
    MenuValue,
    Selection,
    copy_links_defanged,
    copy_links_exact,
    index_of,
    open_menu,
    value_entries,
)
from uriinspector.gui.tables.table_model import ROW_ROLE, Column, Index, LazyModel, never
from uriinspector.gui.text.marked_text import MarkedLayout
from uriinspector.gui.text.paragraph import Cache, TextStyle, metrics_of
from uriinspector.gui.text.pieces import Pieces, fitted, plain_text
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.notice_strip import Notice, copied_notice
from uriinspector.gui.widgets.severity_sign import SeverityBadge, word_of
from uriinspector.gui.widgets.view_parts import (
    ENTER,
    begin_at_first_row,
    draw_bar,
    draw_focus,
    find_viewport,
    paint_in_place_of_rows,
)

# Bold styles of interface text and of link text, to measure column widths.
WIDEST = (TextStyle(size=13, weight=600), TextStyle(size=12, weight=600, evidence=True))
CACHE_SIZE = 256  # layouts per column: more than its visible cells
LEFT, RIGHT = 16, 4  # margins of the text in a cell; headers have the same
DIM = 0.5  # opacity of faint rows


class MarkedDelegate(QStyledItemDelegate):
    """A delegate that paints text either wrapped, or on one line so that its first mark is
    visible.
    """

    def __init__(
        self,
        column: Column,
        parent: QWidget,
        is_pointed: Callable[[Index], bool] = lambda _index: False,
    ) -> None:
        """Create the delegate; ``is_pointed`` returns True for a row highlighted from
        another pane.
        """
        super().__init__(parent)
        self.column = column
        self._is_pointed = is_pointed
        self._layouts: Cache[MarkedLayout] = Cache(CACHE_SIZE)
        self._widths: Cache[float] = Cache(CACHE_SIZE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Let the style paint the background, then paint the text."""
        super().paint(painter, option, index)
        place, view = QRectF(option.rect), option.widget
        if not place.left() and isinstance(view, QTableView):
            is_focused = view.hasFocus() and view.currentIndex().row() == index.row()
            if is_focused or view.selectionModel().isRowSelected(index.row()):
                draw_bar(painter, place, has_focus=view.hasFocus())
        self.draw(painter, place.adjusted(LEFT, 0, -RIGHT, 0), index.data(ROW_ROLE))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Remove the text from the option, so that the style paints only the background."""
        super().initStyleOption(option, index)
        option.text = ""
        if self._is_pointed(index):
            # Imported here: the 500 names in its enumerations would slow down the
            # start.
            from PySide6.QtWidgets import QStyle

            option.state |= QStyle.StateFlag.State_MouseOver

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the width of the text on one line, and its height at the column's width."""
        shown = self.column.pieces(index.data(ROW_ROLE))
        side, above = LEFT + RIGHT, 2 * pixels(self.column.above)
        width = self.width_of(plain_text(shown)) + side + 2
        view = option.widget
        if not self.column.wraps or not isinstance(view, QTableView):
            return QSize(round(width), round(QFontMetricsF(self.font()).height()) + above)
        room = view.columnWidth(index.column()) - side
        return QSize(round(width), round(self._laid_out(shown, room).height) + above)

    def font(self) -> QFont:
        """Return the font for links or for interface text."""
        return theme.uri_font(12) if self.column.is_uri else theme.interface_font()

    def width_of(self, text: str) -> float:
        """Return the width that the text would have on one line in bold."""
        look = WIDEST[self.column.is_uri]
        return self._widths.get(text, lambda: metrics_of(look).horizontalAdvance(text))

    def draw(self, painter: QPainter, room: QRectF, value: Any) -> None:
        """Paint a value's text into a rectangle."""
        shown = self.column.pieces(value)
        if not shown:
            return
        lines = self._laid_out(shown, room.width())
        top = room.top() + max((room.height() - lines.height) / 2, 0)
        painter.save()
        painter.setOpacity(DIM if self.column.is_dim(value) else 1)
        painter.setClipRect(room.adjusted(-2, 0, 2, 0))
        lines.draw(painter, room.left(), top)
        painter.restore()

    def _laid_out(self, pieces: Pieces, width: float) -> MarkedLayout:
        """Return the layout of a cell from the cache: most cells stay the same while the
        user types.
        """

        def lay_out() -> MarkedLayout:
            shown, how = pieces, self.column
            if not how.wraps:
                shown = fitted(shown, width, self.width_of, keeps_end=how.keeps_end)
            return MarkedLayout(shown, self.font(), width, wraps=how.wraps, is_uri=how.is_uri)

        return self._layouts.get((pieces, width), lay_out)


HEIGHT, GAP = 18, 8


class SeverityDelegate(MarkedDelegate):
    """A delegate that paints a severity badge before the text, if the row has a severity."""

    def draw(self, painter: QPainter, room: QRectF, value: Any) -> None:
        severity = self.column.sign(value)
        if word_of(severity):
            width, height = SeverityBadge.width(severity), pixels(HEIGHT)
            place = QRectF(room.left(), room.center().y() - height / 2, width, height)
            painter.save()
            SeverityBadge.draw(painter, severity, place)
            painter.restore()
            room = room.adjusted(width + pixels(GAP), 0, 0, 0)
        super().draw(painter, room, value)


if TYPE_CHECKING:
    Base = QAbstractItemView
else:
    Base = object  # a mixin: the other base class is the QWidget


class LinkedView(Base):
    """Base class of views with the page's selection, highlighted span and context menus."""

    row_opened = Signal(object)  # by Enter or a double click
    row_chosen = Signal(object)  # the value of the row that is current now, or None
    link: SpanLink

    @property
    def current_value(self) -> Any:
        """Return the value of the current row, or None."""
        return self.currentIndex().data(ROW_ROLE)

    def set_up_cells(self, columns: Sequence[Column]) -> None:
        """Set the selection mode, and a delegate for each column."""
        find_viewport(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for number, each in enumerate(columns):
            delegate = SeverityDelegate(each, self, self.link.is_pointed)
            self.setItemDelegateForColumn(number, delegate)
        self.doubleClicked.connect(lambda index: self.row_opened.emit(index.data(ROW_ROLE)))
        self.selectionModel().currentRowChanged.connect(
            lambda index: self.row_chosen.emit(index.data(ROW_ROLE))
        )

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index, place = index_of(self, event)
        open_menu(self, self.link.entries_at(index), place)

    def showEvent(self, event: QShowEvent) -> None:
        """Follow selection changes that happened while the view was hidden."""
        super().showEvent(event)
        self.link.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.link.leave()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.link.leave()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """On keyboard focus, make a row current without selecting it in other panes."""
        with self.link.quietly():
            super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the current row with Enter."""
        begin_at_first_row(self, event)
        if event.key() in ENTER and self.currentIndex().isValid():
            self.row_opened.emit(self.currentIndex().data(ROW_ROLE))
        else:
            super().keyPressEvent(event)


class SpanLink(QObject):
    """Connects a view to the shared selection; a hidden view is updated when it is shown."""

    def __init__(
        self,
        view: QAbstractItemView,
        selection: Selection,
        span_of: Callable[[Index], Span | None],
        find: Callable[[Span], QModelIndex],
        pointed_at: Callable[[Index], Span | None] | None = None,
        *,
        by_cell: bool = False,
    ) -> None:
        """Connect a view; ``find`` returns the index of a span, ``pointed_at`` the span to
        highlight.
        """
        super().__init__(view)
        self._view = view
        self._selection = selection
        self._span_of = span_of
        self._find = find
        self._pointed_at = pointed_at or span_of
        self._by_cell = by_cell
        self._follows = False
        self._is_source = False
        self._pointed = QPersistentModelIndex()
        view.setMouseTracking(True)
        view.entered.connect(self._on_entered)
        view.viewportEntered.connect(self.leave)
        selection.span_selected.connect(self._on_selected)
        selection.span_hovered.connect(self._on_hovered)

    def value_at(self, index: Index) -> MenuValue:
        """Return the value for a cell's context menu: its part of the link, or else its text."""
        span = self._span_of(index)
        text = self._selection.text
        is_inside = span is not None and span.start < span.end <= len(text)
        value = span.of(text) if span is not None and is_inside else str(index.data() or "")
        return MenuValue(value, span)

    def entries_at(self, index: Index) -> tuple[MenuEntry | None, ...]:
        return value_entries(self._selection, self.value_at(index)) if index.isValid() else ()

    def watch(self) -> None:
        """Connect to the view's selection model, which is replaced whenever the model is."""
        self._view.selectionModel().currentChanged.connect(self._on_current)

    def follow(self) -> None:
        """Make the row of the shared selection the current row."""
        span, current = self._selection.span, self._view.currentIndex()
        if span is None and current.isValid() and self._span_of(current) is None:
            return  # keep a selected row that has no span
        index = self._find(span) if span else QModelIndex()
        with self.quietly():
            if index.isValid():
                self._view.setCurrentIndex(index)
                self._view.scrollTo(index)
            else:
                self._view.selectionModel().clear()

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Suppress reports of the current row inside this context."""
        self._follows = True
        try:
            yield
        finally:
            self._follows = False

    def leave(self) -> None:
        """Report that the pointer has left the rows."""
        self._point(None)

    def is_pointed(self, index: Index) -> bool:
        """Return True if another pane is pointing at this row's span."""
        return self._pointed.isValid() and (
            self._pointed.row() == index.row()
            and self._pointed.parent() == index.parent()
            and (not self._by_cell or self._pointed.column() == index.column())
        )

    def _on_current(self, current: QModelIndex) -> None:
        span = self._span_of(current) if current.isValid() and not self._follows else None
        if span:
            self._selection.select(span)

    def _on_entered(self, index: QModelIndex) -> None:
        self._point(self._pointed_at(index))

    def _point(self, span: Span | None) -> None:
        self._is_source = True
        self._selection.hover(span)
        self._is_source = False

    def _on_selected(self, span: Span | None) -> None:
        current = self._view.currentIndex()
        if self._view.isVisible() and not (current.isValid() and self._span_of(current) == span):
            self.follow()

    def _on_hovered(self, span: Span | None) -> None:
        if self._view.isVisible() and not self._is_source:
            self._pointed = QPersistentModelIndex(self._find(span) if span else QModelIndex())
            self._view.viewport().update()


SHOWN_FROM = 4  # pixels from the left edge, inside the first column


class NumberedView(Base):
    """Base class of views with numbered rows, multiple selection, and a text for an empty view."""

    nothing = ""  # the text shown in place of rows

    @property
    def numbers(self) -> Sequence[int]:
        """Return the numbers of all rows in order."""
        raise NotImplementedError

    def current(self) -> int:
        """Return the number of the current row, or -1."""
        index = self.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else -1

    def selected(self) -> list[int]:
        """Return the numbers of the selected rows in order; if none are selected, that of the
        current row.
        """
        selection = self.selectionModel().selection()
        ranges = sorted(
            (each.top(), each.bottom()) for each in map(selection.at, range(selection.size()))
        )
        rows = dict.fromkeys(row for top, bottom in ranges for row in range(top, bottom + 1))
        current = self.current()
        numbers = [self.numbers[row] for row in rows]
        return numbers or ([current] if current >= 0 else [])

    def entries(self) -> Iterable[MenuEntry | None]:
        """Return the entries of the current row's context menu; None is a separator."""
        raise NotImplementedError

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.current() >= 0:
            open_menu(self, tuple(self.entries()), event.globalPos())

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: letters are shortcuts, and there is a filter for searching."""

    def set_empty_text(self, words: str) -> None:
        """Set the text that is shown if there are no rows."""
        self.nothing = words
        self.describe()
        self.viewport().update()

    def describe(self) -> None:
        """Set the description for screen readers: the text for an empty view, or nothing."""
        self.setAccessibleDescription("" if self.model().rowCount() else self.nothing)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.nothing and not self.model().rowCount():
            paint_in_place_of_rows(self, self.nothing)
        self._cover_cut_row()
        draw_focus(self)

    def _cover_cut_row(self) -> None:
        """Paint over the last row if its end is not visible, unless it is the current row."""
        area = self.viewport().rect()
        index = self.indexAt(area.bottomLeft() + QPoint(SHOWN_FROM, 0))
        place = self.visualRect(index)
        is_current = index.row() == self.currentIndex().row()
        if index.isValid() and not is_current and 0 < place.top() < area.bottom() < place.bottom():
            painter = QPainter(self.viewport())
            painter.fillRect(area.adjusted(0, place.top(), 0, 0), theme.color("card"))
            painter.end()


class CopiedLinks(Base):
    """A view whose selected links can be copied."""

    copied = Signal(object)  # a Notice

    def links_selected(self) -> Iterable[str]:
        """Return the links in the selected rows."""
        raise NotImplementedError

    def copy_defanged(self) -> None:
        """Copy the selected links defanged, so that no program makes them clickable."""
        if words := copy_links_defanged(self.links_selected()):
            self.copied.emit(copied_notice(words, self.copy_exact))

    def copy_exact(self) -> None:
        if words := copy_links_exact(self.links_selected()):
            self.copied.emit(Notice(words))


def nearest(spans: Iterable[Span | None], wanted: Span) -> int:
    """Return the index of the best span: an equal one, the smallest around it, or one inside it.

    Returns -1 if there is none.
    """
    around, inside = -1, -1
    least = 0
    for index, span in enumerate(spans):
        if span is None:
            continue
        if span == wanted:
            return index
        size = span.end - span.start
        if span.start <= wanted.start and wanted.end <= span.end and (around < 0 or size < least):
            around, least = index, size
        elif inside < 0 and wanted.start <= span.start and span.end <= wanted.end and size:
            inside = index
    return around if around >= 0 else inside


def distributed(
    wanted: Sequence[int], room: int, least: int, widest: int, rigid: Collection[int] = ()
) -> list[int]:
    """Return the column widths: extra room goes to ``widest``, a shortage is shared.

    If there is too little room, wide columns are cut to the same width. Rigid columns are cut only
    when the others have their minimum width.
    """
    left = room - sum(wanted)
    if left >= 0:
        return [size + left * (index == widest) for index, size in enumerate(wanted)]
    soft = [index for index in range(len(wanted)) if index not in rigid]
    number = sum(wanted[index] for index in rigid)
    if sum(min(wanted[index], least) for index in soft) > room - number:
        return _cut(wanted, room, least)
    sizes = list(wanted)
    for index, size in zip(
        soft, _cut([wanted[n] for n in soft], room - number, least), strict=True
    ):
        sizes[index] = size
    return sizes


def _cut(wanted: Sequence[int], room: int, least: int) -> list[int]:
    """Cut widths to a common maximum; pixels left over from rounding go to the first cut column."""
    low, high = least, max([least, *wanted])
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(size, middle) for size in wanted) <= room:
            low = middle
        else:
            high = middle - 1
    sizes = [min(size, low) for size in wanted]
    spare = max(room - sum(sizes), 0)
    first = next((index for index, size in enumerate(wanted) if size > low), len(wanted) - 1)
    return [size + spare * (index == first) for index, size in enumerate(sizes)]


ROW, LEAST, MOST = 28, 64, 420  # height of rows, minimum and maximum width of columns
MEASURED = 40  # rows measured for the width of columns


class Grid(LinkedView, QTableView):
    """A table that shares the selection of the page."""

    def __init__(
        self,
        selection: Selection | None,
        columns: Sequence[Column],
        name: str,
        *,
        widest: int,
        spans: Callable[[Any, int], Span | None] = lambda _row, _column: None,
        pointed: Callable[[Any, int], Span | None] | None = None,
        by_cell: bool = False,
    ) -> None:
        """Create the table; ``spans`` returns the span of a row or cell, ``pointed`` its
        highlighted span.

        Without ``selection``, rows are not connected to other panes.
        """
        super().__init__()
        self._columns = columns
        self._widest = widest
        self._spans = spans
        self._wanted: list[int] = []
        self.lazy = LazyModel(columns)
        self.setModel(self.lazy)
        self.setAccessibleName(name)
        highlighted = pointed or spans
        self.link = SpanLink(
            self,
            selection or Selection(),
            _in_row(spans),
            self._find,
            pointed_at=_in_row(highlighted),
            by_cell=by_cell,
        )
        self.link.watch()
        self._by_cell = by_cell
        self._set_up()

    def set_rows(self, rows: Iterable[Any]) -> None:
        self.lazy.set_rows(rows)
        self._measure()
        self.link.follow()

    def set_sequence(self, rows: Sequence[Any]) -> None:
        """Show rows from a sequence that creates them on each access."""
        self.lazy.set_sequence(rows)
        self._measure()

    def show_column(self, number: int, *, shown: bool) -> None:
        self.setColumnHidden(number, not shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide columns meant only for wider tables, and fit the others."""
        super().resizeEvent(event)
        for number, each in enumerate(self._columns):
            if each.least:
                self.show_column(number, shown=self.width() >= pixels(each.least))
        self._fit()
        current = self.currentIndex()
        if self.visualRect(current).intersects(self.viewport().rect()):
            self.scrollTo(current)  # keep the current row visible in the smaller view

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self._hide_cut_row()

    def _hide_cut_row(self) -> None:
        """Paint over the last row if the bottom edge of the view cuts it off."""
        view = self.viewport()
        number = self.rowAt(view.height() - 1)
        top = self.rowViewportPosition(number)
        if number > 0 < top and top + self.rowHeight(number) > view.height():
            painter = QPainter(view)
            painter.fillRect(0, top, view.width(), view.height() - top, theme.color("card"))
            painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._wanted:
            self._measure()

    def _set_up(self) -> None:
        behaviour = QAbstractItemView.SelectionBehavior
        self.setProperty("cells", self._by_cell)  # the style sheet frames the current cell
        self.setSelectionBehavior(behaviour.SelectItems if self._by_cell else behaviour.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.set_up_cells(self._columns)
        self.lazy.rowsInserted.connect(self._on_inserted)
        self.lazy.modelReset.connect(lambda: self._span(0))

    def _measure(self) -> None:
        """Measure the first rows to determine the preferred width of each column."""
        if self.verticalHeader().defaultSectionSize() != pixels(ROW):  # avoids a repaint
            self.verticalHeader().setDefaultSectionSize(pixels(ROW))
        self._wanted = []
        for number in range(len(self._columns)):
            delegate = self.itemDelegateForColumn(number)
            assert isinstance(delegate, MarkedDelegate)
            title = self.horizontalHeader().sectionSizeHint(number)  # the header's font is bolder
            if not title:  # the column is hidden
                title = round(delegate.width_of(self._columns[number].title)) + pixels(22)
            pieces = self._columns[number].uncovered or self._columns[number].pieces
            shown = (
                delegate.width_of(max(plain_text(pieces(row)).split("\n"), key=len)) + pixels(22)
                for row in self.lazy.rows[:MEASURED]
                if not self._columns[number].spans_all(row)
            )
            self._wanted.append(round(min(max([title, *shown]), pixels(MOST))))
        self._fit()

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._span(first)
        if any(each.wraps for each in self._columns):
            for number in range(first, last + 1):
                self.resizeRowToContents(number)

    def _span(self, first: int) -> None:
        """Let the headings span all columns, from row ``first`` on."""
        if first == 0:
            self.clearSpans()
        if self._columns[0].spans_all is never:
            return
        for number, row in enumerate(self.lazy.rows[first:], first):
            if self._columns[0].spans_all(row):
                self.setSpan(number, 0, 1, len(self._columns))

    def _fit(self) -> None:
        shown = [n for n in range(len(self._columns)) if not self.isColumnHidden(n)]
        if not self._wanted or not shown:
            return
        widest = shown.index(self._widest) if self._widest in shown else len(shown) - 1
        sizes = distributed(
            [self._wanted[n] for n in shown],
            self.viewport().width(),
            pixels(LEAST),
            widest,
            rigid=[place for place, n in enumerate(shown) if self._columns[n].is_rigid],
        )
        for number, size in zip(shown, sizes, strict=True):
            self.setColumnWidth(number, size)
        if any(each.wraps for each in self._columns):
            self.resizeRowsToContents()

    def _find(self, span: Span) -> QModelIndex:
        row, column = max(self.currentIndex().row(), 0), max(self.currentIndex().column(), 0)
        if not self._by_cell:
            row = nearest((self._spans(each, column) for each in self.lazy.rows), span)
        elif self.lazy.rows:
            value = self.lazy.rows[row]
            column = nearest((self._spans(value, n) for n in range(len(self._columns))), span)
        return self.lazy.index(row, column)


def _in_row(spans: Callable[[Any, int], Span | None]) -> Callable[[Index], Span | None]:
    return lambda index: spans(index.data(ROW_ROLE), index.column())
