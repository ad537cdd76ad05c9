"""A list of custom-painted rows with positions in the link, used for components and findings.

A widget for each row would take a second for 200 findings; only visible rows are painted. Rows
can have child rows, which are created when the row is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.selection import Selection, index_of
from uriinspector.gui.text.paragraph import (
    Paragraph,
    ParagraphLabel,
    TextRun,
    TextStyle,
    draw_line,
    font_of,
    metrics_of,
)
from uriinspector.gui.text.pieces import tip
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.cards import CardFrame, rule
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.view_parts import (
    ENTER,
    Restyled,
    begin_at_first_row,
    draw_bar,
    draw_focus,
    find_viewport,
)

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
HIGHEST = 16_777_215  # QWIDGETSIZE_MAX
FIRST, MORE = 100, 1_000  # child rows to show at first, and with each further step
LAYOUTS = 4  # cached layouts per row: for several widths, and for earlier content
MARGIN = 16  # around the text of an empty list, before zoom
CLAUSE, FIX, OPEN = "clause", "fix", "open"  # actions of targets
LINK, ON_BUTTON = TextStyle("muted", 12, dotted=True), TextStyle("text", 12)
ACCENT, QUIET = TextStyle("accent", 12), TextStyle("muted", 12)
KEYS = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space, *ENTER}


class ClickTarget(NamedTuple):
    """A clickable area in a row, relative to its top left corner.

    A target without ``look`` is painted by its row.
    """

    kind: str
    value: str
    words: str
    place: QRectF
    look: TextStyle | None = None


class LaidRow(NamedTuple):
    """The layout of a row at a given width; ``paint`` draws everything except the targets."""

    height: int
    targets: list[ClickTarget]
    paint: Callable[[QPainter], None]


class ListRow:
    """Base class of rows."""

    key: Hashable  # identifies the row among its siblings
    size: int = 0  # number of child rows
    opens: bool = False  # child rows are shown initially
    is_ruled = True  # with a line below

    @property
    def title(self) -> str:
        raise NotImplementedError

    @property
    def look(self) -> Hashable:
        """Return everything visible in the row, to serve as the key for cached layouts."""
        return self.title

    @property
    def spoken(self) -> str:
        """Return the text of the row for screen readers."""
        return self.title

    @property
    def tip(self) -> str:
        return ""

    @property
    def spans(self) -> tuple[Span, ...]:
        """Return the positions in the link; the first is selected with the row."""
        return ()

    def rows_inside(self, _most: int) -> Iterable[ListRow]:
        """Return the first ``_most`` child rows."""
        return ()

    def when_current(self) -> ListRow:
        """Return the row to paint while this row is current; it may show more."""
        return self

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        raise NotImplementedError


@dataclass(frozen=True)
class MoreRow(ListRow):
    """A row with the number of further rows; opening it shows some of them."""

    left: int
    key: Hashable = "more"

    @property
    def title(self) -> str:
        return say("and {count} more", count=f"{self.left:,}")

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        del is_open
        place = QRectF(pixels(16 * (depth + 1)), 0, width, pixels(28))

        def paint(painter: QPainter) -> None:
            draw_line(painter, [TextRun(self.title, ACCENT)], place)

        return LaidRow(round(place.height()), [ClickTarget(OPEN, "", self.title, place)], paint)


class ListLine(NamedTuple):
    """A row with its own and its ancestors' keys, and whether its child rows are shown."""

    row: ListRow
    path: tuple[Hashable, ...]
    is_open: bool = False

    @property
    def look(self) -> Hashable:
        return self.path, self.row.look, self.is_open


class ListedRowModel(QAbstractListModel):
    """The visible rows, including the child rows of open rows."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[ListLine, ...] = ()
        self._rows: Sequence[ListRow] = ()
        self._turned: set[tuple[Hashable, ...]] = set()  # opened or closed by the user
        self._wanted: dict[tuple[Hashable, ...], int] = {}

    def set_rows(self, rows: Iterable[ListRow]) -> bool:
        """Set the rows; return True if the number or order of visible rows has changed."""
        self._rows = tuple(rows)
        return self._renew()

    def turn(self, line: ListLine) -> None:
        """Expand or collapse a row, or load more rows at a ``MoreRow``."""
        if isinstance(line.row, MoreRow):
            upper = line.path[:-1]
            self._wanted[upper] = self._wanted.get(upper, FIRST) + MORE
        elif line.row.size:
            self._turned ^= {line.path}
        self._renew()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return line.row.title
            case Qt.ItemDataRole.AccessibleTextRole if line.row.size:
                return f"{line.row.spoken}, {say('expanded') if line.is_open else say('collapsed')}"
            case Qt.ItemDataRole.AccessibleTextRole:
                return line.row.spoken
            case Qt.ItemDataRole.ToolTipRole:
                return tip(line.row.tip) or None
            case Qt.ItemDataRole.UserRole:
                return line.row
        return None

    def row_at(self, span: Span | None) -> int:
        """Return the row with this span or the smallest one around it; -1 if there is none."""
        if span is None:
            return -1
        around = (
            (place.end - place.start, -len(line.path), number)
            for number, line in enumerate(self.lines)
            for place in line.row.spans
            if place.start <= span.start and span.end <= place.end
        )
        return min(around, default=(0, 0, -1))[2]

    def _renew(self) -> bool:
        before, after = self.lines, tuple(self._lines(self._rows, ()))
        if [each.path for each in before] != [each.path for each in after]:
            self.beginResetModel()
            self.lines = after
            self.endResetModel()
            return True
        self.lines = after
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            if old.look != new.look:  # row by row: only these are repainted
                self.dataChanged.emit(self.index(number), self.index(number))
        return False

    def _lines(self, rows: Iterable[ListRow], upper: tuple[Hashable, ...]) -> Iterator[ListLine]:
        for each in rows:
            path = (*upper, each.key)
            is_open = each.size > 0 and each.opens != (path in self._turned)
            yield ListLine(each, path, is_open)
            if is_open:
                most = self._wanted.get(path, FIRST)
                yield from self._lines(each.rows_inside(min(most, each.size)), path)
                if each.size > most:
                    yield ListLine(MoreRow(each.size - most), (*path, "more"))


class ListedRowDelegate(QStyledItemDelegate):
    """A delegate that paints rows as their list has laid them out."""

    def __init__(self, view: RowList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._view.laid_out(index.row()).height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self._view.draw(painter, option.rect, index.row())


class RowList(Restyled, QListView):
    """A list of rows with a shared selection; arrow keys reach the links and buttons."""

    last_attribute = "_laid"

    row_used = Signal(object, object)  # a row, and the ClickTarget in it
    row_opened = Signal(object)  # by Enter or a double click
    entered_row = Signal(QRect)  # the rectangle of the row that became current by keyboard
    menu_requested = Signal(object, object)  # a row, and a position on the screen

    def __init__(self, selection: Selection, name: str) -> None:
        super().__init__()
        find_viewport(self)
        self._selection = selection
        self.rows = ListedRowModel()
        self._laid: dict[Hashable, LaidRow] = {}
        self._under = -1
        self._aimed = -1  # index of the target with the keyboard focus
        self._pressed: tuple[int, ClickTarget | None] = (-1, None)
        self._grows = self._follows = self._is_source = False
        self._empty: tuple[TextRun, ...] = ()
        self.setModel(self.rows)
        self.setItemDelegate(ListedRowDelegate(self))
        self.setAccessibleName(name)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        selection.span_selected.connect(self.follow)
        selection.span_hovered.connect(self._on_hovered)

    def show_rows(self, rows: Iterable[ListRow], empty: Sequence[TextRun]) -> None:
        """Show rows, or the text ``empty`` if there are none."""
        self._follows = True
        if self.rows.set_rows(rows):
            self._under = self._aimed = -1
        self._follows = False
        if self._empty != tuple(empty):
            self._empty = tuple(empty)
            self.viewport().update()
        self.follow(self._selection.span)

    def grow(self, *, on: bool = True) -> None:
        """Fit the height to all rows, without a scroll bar; or return to scrolling."""
        if on != self._grows:
            self._grows = on
            bars = Qt.ScrollBarPolicy
            self.setVerticalScrollBarPolicy(
                bars.ScrollBarAlwaysOff if on else bars.ScrollBarAsNeeded
            )
            if not on:
                self.setMinimumHeight(0)
                self.setMaximumHeight(HIGHEST)
            self.scheduleDelayedItemsLayout()

    def updateGeometries(self) -> None:
        """Adapt the height after the rows have been laid out."""
        super().updateGeometries()
        if self._grows:
            high = sum(self.laid_out(n).height for n in range(len(self.rows.lines)))
            if not high:
                high = round(self._empty_words().height) + 2 * pixels(MARGIN)
            if self.minimumHeight() != high or self.maximumHeight() != high:
                self.setFixedHeight(high)

    def choose(self, number: int) -> None:
        """Make a row current without changing the shared selection; -1 for none."""
        self._follows = True
        if number < 0:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        else:
            self.setCurrentIndex(self.rows.index(number))
            self.scrollTo(self.rows.index(number))
        self._follows = False

    def follow(self, span: Span | None) -> None:
        """Select the row for a span that was selected elsewhere."""
        current = self._current()
        if span is None or current is None or span not in current.row.spans[:1]:
            self.choose(self.rows.row_at(span))

    def laid_out(self, number: int) -> LaidRow:
        """Return the cached layout of a row: most rows stay the same while the user types."""
        line, width = self.rows.lines[number], self.viewport().width()
        shown = line.row.when_current() if number == self.currentIndex().row() else line.row
        key = (width, len(line.path), shown.look, line.is_open)
        if key not in self._laid:
            if len(self._laid) >= LAYOUTS * len(self.rows.lines):
                self._laid.clear()
            self._laid[key] = shown.lay_out(width, len(line.path) - 1, is_open=line.is_open)
        return self._laid[key]

    def draw(self, painter: QPainter, place: QRect, number: int) -> None:
        """Paint a row, with a background that shows the selection and the pointer."""
        is_selected = self.selectionModel().isSelected(self.rows.index(number))
        if is_selected or number == self._under:
            painter.fillRect(place, theme.color("selected" if is_selected else "hover"))
        has_keys, laid = is_selected and self.hasFocus(), self.laid_out(number)
        painter.save()
        painter.translate(place.topLeft())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        laid.paint(painter)
        for at, target in enumerate(laid.targets):
            draw_target(painter, target, is_aimed=has_keys and at == self._aimed)
        painter.restore()
        if is_selected:
            draw_bar(painter, QRectF(place), has_focus=has_keys)
        if self.rows.lines[number].row.is_ruled:
            painter.setPen(theme.color("line"))
            painter.drawLine(place.bottomLeft(), place.bottomRight())

    def empty_words(self) -> str:
        return "".join(run.text for run in self._empty)

    def mark(self, number: int) -> None:
        """Highlight a row as if it were under the pointer; -1 for none."""
        if number != self._under:
            self._under = number
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or the text for an empty list."""
        super().paintEvent(event)
        if self._empty and not self.rows.lines:
            painter, margin = QPainter(self.viewport()), pixels(MARGIN)
            self._empty_words().draw(painter, margin, margin)
            painter.end()
        draw_focus(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)

    def restyle(self) -> None:
        self._laid.clear()
        self.scheduleDelayedItemsLayout()

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Lay out again, because changed content can have a different height."""
        super().dataChanged(first, last, list(roles))
        self.scheduleDelayedItemsLayout()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Update the shared selection, and move the keyboard focus from targets to the row."""
        self._aimed = -1
        super().currentChanged(current, previous)
        self.scheduleDelayedItemsLayout()  # the current row can be taller
        if current.isValid():
            self.entered_row.emit(self.visualRect(current))
            spans = self.rows.lines[current.row()].row.spans
            if not self._follows:
                self._selection.select(spans[0] if spans else None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index, place = index_of(self, event)
        if index.isValid():
            self.menu_requested.emit(self.rows.lines[index.row()].row, place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open and close rows, move between links with Left and Right, use a link with Return."""
        begin_at_first_row(self, event)
        line, key = self._current(), event.key()
        if line is None or key not in KEYS:
            super().keyPressEvent(event)
            return
        targets = self.laid_out(self.currentIndex().row()).targets
        aimed = targets[self._aimed] if 0 <= self._aimed < len(targets) else None
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            step = 1 if key == Qt.Key.Key_Right else -1
            if line.row.size and self._aimed < 0 and line.is_open != (step > 0):
                self._turn(line)
                return
            self._aimed = min(max(self._aimed + step, -1), len(targets) - 1)
            self.viewport().update()
        elif aimed:
            self._use(line, aimed)
        elif (key == Qt.Key.Key_Space and line.row.size) or isinstance(line.row, MoreRow):
            self._turn(line)
        else:
            self.row_opened.emit(line.row)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Find the target under the pointer before the row becomes current, and perhaps taller."""
        self._pressed = self._under_pointer(event.position().toPoint())
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        (number, target), self._pressed = self._pressed, (-1, None)
        if target and event.button() == Qt.MouseButton.LeftButton:
            self._use(self.rows.lines[number], target)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open or explain the row, unless a link was clicked."""
        number, target = self._under_pointer(event.position().toPoint())
        if number >= 0 and target is None:
            self.row_opened.emit(self.rows.lines[number].row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        number, target = self._under_pointer(event.position().toPoint())
        shapes = Qt.CursorShape
        self.viewport().setCursor(shapes.PointingHandCursor if target else shapes.ArrowCursor)
        self._enter(number)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == event.Type.Leave:
            self._enter(-1)
        return super().viewportEvent(event)

    def _enter(self, number: int) -> None:
        if number != self._under:
            self.mark(number)
            spans = self.rows.lines[number].row.spans if number >= 0 else ()
            self._is_source = True  # keeps this row marked, because others can have the same span
            self._selection.hover(spans[0] if spans else None)
            self._is_source = False

    def _on_hovered(self, span: Span | None) -> None:
        if not self._is_source:
            self.mark(self.rows.row_at(span))

    def _current(self) -> ListLine | None:
        number = self.currentIndex().row()
        return self.rows.lines[number] if 0 <= number < len(self.rows.lines) else None

    def _under_pointer(self, at: QPoint) -> tuple[int, ClickTarget | None]:
        index = self.indexAt(at)
        if not index.isValid():
            return -1, None
        inside, targets = at - self.visualRect(index).topLeft(), self.laid_out(index.row()).targets
        return index.row(), next((each for each in targets if each.place.contains(inside)), None)

    def _use(self, line: ListLine, target: ClickTarget) -> None:
        if target.kind == OPEN:
            self._turn(line)
        else:
            self.row_used.emit(line.row, target)

    def _turn(self, line: ListLine) -> None:
        """Open or close a row, and keep it current."""
        self._under = -1
        at = next((n for n, each in enumerate(self.rows.lines) if each.path == line.path), -1)
        self.rows.turn(line)
        self.choose(min(at, len(self.rows.lines) - 1))

    def _empty_words(self) -> Paragraph:
        width = self.viewport().width() - 2 * pixels(MARGIN)
        return Paragraph(self._empty, max(width, 60))


class RowCard(CardFrame):
    """A card with a title and a list of rows."""

    def __init__(self, selection: Selection, name: str, lowest: int) -> None:
        super().__init__()
        self._selection = selection
        self.title = ParagraphLabel(most=1)
        self.list = RowList(selection, name)
        head = row(stretched(self.title), margins=(16, 10, 16, 9))
        self.setMinimumHeight(lowest)
        column_of(head, rule(), self.list, into=self, margins=(0, 0, 0, 6), spacing=0)

    def sizeHint(self) -> QSize:
        """Return the minimum height: the layout stretches the card into the remaining room."""
        least = max(self.minimumHeight(), self.minimumSizeHint().height())
        return QSize(super().sizeHint().width(), least)


CLOSED, OPENED = "\u25be", "\u25b4"  # the last character of a button that shows more rows


def draw_target(painter: QPainter, target: ClickTarget, *, is_aimed: bool) -> None:
    """Paint a link or a button."""
    place = target.place
    if target.look == LINK:
        draw_line(painter, [TextRun(target.words, LINK)], place)
    elif target.look:
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("card"))
        radius = pixels(5)
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setPen(theme.color(target.look.color))
        painter.setFont(font_of(target.look))
        words, arrow = target.words, target.words[-1:]
        if arrow in (CLOSED, OPENED):  # a chevron, as on other buttons with more below
            words = f"{words[:-1]}    "
            turn = pixels(3) * (1 if arrow == CLOSED else -1)
            at = QPointF(place.right() - pixels(14), place.center().y() + 0.5)
            sides = (QPointF(-turn, -turn / 2), QPointF(0, turn / 2), QPointF(turn, -turn / 2))
            painter.drawPolyline([at + each for each in sides])
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
    if is_aimed:
        painter.setPen(QPen(theme.color("accent"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(place.adjusted(-3, -0.5, 3, 0.5), 5, 5)


class TargetFlow:
    """A layout that places words, links and buttons in lines, which wrap."""

    def __init__(self, left: float, top: float, room: float) -> None:
        self._left, self._room = left, room
        self._x, self._y = left, top
        self._line = pixels(20)
        self.targets: list[ClickTarget] = []

    @property
    def end(self) -> float:
        """Return the bottom edge of the last line."""
        return self._y + self._line

    def place(self, words: str, look: TextStyle, *, gap: int = 12) -> QRectF:
        """Reserve space for words, on the next line if necessary."""
        inner = pixels(9) if look == ON_BUTTON else 0
        wide = metrics_of(look).horizontalAdvance(words) + 2 * inner
        if self._x > self._left and self._x + wide > self._left + self._room:
            self._x, self._y = self._left, self._y + self._line + pixels(3)
        place = QRectF(self._x, self._y, min(wide, self._room), self._line)
        self._x += wide + pixels(gap)
        return place

    def has_room(self, link: str) -> bool:
        """Return True if a link fits in the current line."""
        return self._x + metrics_of(LINK).horizontalAdvance(link) <= self._left + self._room

    def link(self, clause: str, words: str) -> None:
        self.targets.append(ClickTarget(CLAUSE, clause, words, self.place(words, LINK), LINK))

    def end_of_line(self, words: str, *, after: str) -> QRectF | None:
        """Reserve the right end of the line for a button, if the button fits after a text."""
        wide, gap = metrics_of(ON_BUTTON).horizontalAdvance(words) + 2 * pixels(9), pixels(12)
        if metrics_of(QUIET).horizontalAdvance(after) + gap + wide > self._room:
            return None
        self._room -= gap + wide
        return QRectF(self._left + self._room + gap, self._y, wide, self._line)

    def button(self, kind: str, words: str, place: QRectF | None = None) -> None:
        place = place or self.place(words, ON_BUTTON)
        self.targets.append(ClickTarget(kind, "", words, place, ON_BUTTON))
