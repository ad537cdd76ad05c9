"""The list of findings: rows of several lines that are painted, with links and a button in them.

Widgets in every row would cost a second for two hundred findings; what is painted costs what is
in sight.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
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
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from uriinspector.analysis.finding import Finding
from uriinspector.gui.inspect.finding_groups import FindingGroups, FindingLine
from uriinspector.gui.inspect.finding_row import (
    CLAUSE,
    FIX,
    PLACES,
    ClickTarget,
    FindingRow,
    spoken,
    words_of,
)
from uriinspector.gui.inspect.place_row import PlaceRow, place_words
from uriinspector.gui.selection import index_of
from uriinspector.gui.text.paragraph import Paragraph, TextRun
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.view_parts import begin_at_first_row, draw_focus, find_viewport

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
QWIDGETSIZE_MAX = 16_777_215
LAYOUTS_PER_FINDING = (
    4  # as many layouts for each finding: of some widths, and of what it said before
)


class FindingModel(QAbstractListModel):
    """Findings in their order: the worst first, equal ones in one row."""

    def __init__(self) -> None:
        """Start without findings."""
        super().__init__()
        self.grouping = FindingGroups()

    @property
    def rows(self) -> tuple[FindingLine, ...]:
        """What is listed."""
        return self.grouping.rows

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The finding of each row."""
        return tuple(each.finding for each in self.rows)

    def set_findings(self, findings: Sequence[Finding]) -> bool:
        """Show these: the one way in; tell whether they are others than before."""
        result = tuple(findings)
        if result == self.grouping.findings:
            return False
        self.beginResetModel()
        self.grouping = FindingGroups(result, self.grouping.open)
        self.endResetModel()
        return True

    def toggle(self, row: int) -> None:
        """Show the places of a finding that is said more than once, or hide them."""
        shown = self.rows[row]
        if shown.is_open:
            self.beginRemoveRows(ROOT, row + 1, row + shown.times)
            self.grouping.toggle(row)
            self.endRemoveRows()
        else:
            self.beginInsertRows(ROOT, row + 1, row + shown.times)
            self.grouping.toggle(row)
            self.endInsertRows()
        self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the findings."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer in plain words."""
        if not index.isValid():
            return None
        finding, times, _, is_place, _ = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return place_words(finding) if is_place else say(finding.title)
            case Qt.ItemDataRole.AccessibleTextRole:
                return place_words(finding) if is_place else spoken(finding, times)
            case Qt.ItemDataRole.UserRole:
                return finding
        return None


class FindingDelegate(QStyledItemDelegate):
    """Paints a row as the view has laid it out."""

    def __init__(self, view: FindingList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the words are at this width."""
        return QSize(0, self._view.laid_out(index.row()).height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground, the row, and the line below it."""
        self._view.draw(painter, option.rect, index.row())


class FindingList(QListView):
    """One finding a row; links and the button in the current row can be reached by arrow keys."""

    clause_requested = Signal(str)
    fix_requested = Signal(str)
    explain_requested = Signal(object)  # a Finding
    finding_entered = Signal(object)  # a Finding or None
    entered_row = Signal(QRect)  # the place of the row that the keys have come to
    menu_requested = Signal(object, object)  # the Finding, and where on the screen

    def __init__(self, theme: Theme) -> None:
        """Start without findings."""
        super().__init__()
        find_viewport(self)
        self._theme = theme
        self.model_of_findings = FindingModel()
        self._laid: dict[Hashable, FindingRow | PlaceRow] = {}  # by width and words
        self._under = -1
        self._aimed = -1  # which target of the current row the keys are at
        self._grows = False
        self._empty: tuple[TextRun, ...] = ()
        self.setModel(self.model_of_findings)
        self.setItemDelegate(FindingDelegate(self))
        self.setAccessibleName(say("Findings"))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)

    def grow(self, *, on: bool = True) -> None:
        """Be as high as all rows are, without a scroll bar; or have one again."""
        if on == self._grows:
            return
        self._grows = on
        policies = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAlwaysOff if on else policies.ScrollBarAsNeeded
        )
        if not on:
            self.setMinimumHeight(0)
            self.setMaximumHeight(QWIDGETSIZE_MAX)
        self.scheduleDelayedItemsLayout()

    def updateGeometries(self) -> None:
        """After the rows were laid out their height is known."""
        super().updateGeometries()
        if self._grows:
            rows = range(self.model_of_findings.rowCount())
            high = sum(self.laid_out(number).height for number in rows) or self._empty_height()
            if self.minimumHeight() != high or self.maximumHeight() != high:
                self.setFixedHeight(high)

    def _empty_height(self) -> int:
        margin = self._theme.pixels(14)
        words = Paragraph(self._theme, self._empty, max(self.viewport().width() - 2 * margin, 60))
        return round(words.height) + 2 * margin

    def show_findings(self, findings: Sequence[Finding], empty: Sequence[TextRun]) -> None:
        """Show these; where there are none, the words for that."""
        if self.model_of_findings.set_findings(findings):
            self._under = self._aimed = -1
        if self._empty != tuple(empty):
            self._empty = tuple(empty)
            self.viewport().update()

    def laid_out(self, number: int) -> FindingRow | PlaceRow:
        """The row at the width that there is; while one types most say what they said before."""
        rows, width = self.model_of_findings.rows, self.viewport().width()
        finding, times, is_open, is_place, has_fix = rows[number]
        of = (finding.start, finding.end) if is_place else (times, is_open)
        key = (width, is_place, of, words_of(finding))
        if key not in self._laid:
            if len(self._laid) >= max(LAYOUTS_PER_FINDING * len(rows), LAYOUTS_PER_FINDING):
                self._laid.clear()
            self._laid[key] = (
                PlaceRow(self._theme, finding, width, has_fix=has_fix)
                if is_place
                else FindingRow(self._theme, finding, width, times, is_open=is_open)
            )
        return self._laid[key]

    def draw(self, painter: QPainter, place: QRect, number: int) -> None:
        """Paint a row: its ground by what is selected and hovered."""
        index = self.model_of_findings.index(number)
        is_selected = self.selectionModel().isSelected(index)
        if is_selected or number == self._under:
            ground = "selected" if is_selected else "hover"
            painter.fillRect(place, self._theme.color(ground))
        has_keys = is_selected and self.hasFocus()
        self.laid_out(number).draw(painter, place, self._aimed if has_keys else -1)
        if is_selected:
            edge = place.adjusted(0, 0, 0, 0)
            edge.setWidth(self._theme.pixels(3))
            painter.fillRect(edge, self._theme.color("accent" if has_keys else "border"))
        painter.setPen(self._theme.color("line"))
        painter.drawLine(place.bottomLeft(), place.bottomRight())

    def empty_words(self) -> str:
        """What is said where there is nothing."""
        return "".join(run.text for run in self._empty)

    def mark(self, number: int) -> None:
        """Show a row as the one below the pointer; -1 for none."""
        if number != self._under:
            self._under = number
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say in words that there is nothing, and what that means."""
        super().paintEvent(event)
        if self._empty and not self.model_of_findings.rows:
            painter = QPainter(self.viewport())
            margin = self._theme.pixels(14)
            width = self.viewport().width() - 2 * margin
            Paragraph(self._theme, self._empty, width).draw(painter, margin, margin)
            painter.end()
        draw_focus(self, self._theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """At another width the words wrap elsewhere."""
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """The theme has changed."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "_laid"):
            self._laid.clear()
            self.scheduleDelayedItemsLayout()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """In another row the keys begin with the row itself."""
        self._aimed = -1
        super().currentChanged(current, previous)
        if current.isValid():
            self.entered_row.emit(self.visualRect(current))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with a finding."""
        index, place = index_of(self, event)
        if index.isValid():
            self.menu_requested.emit(self._finding(index.row()), place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from link to link, Return follows one or explains the finding."""
        begin_at_first_row(self, event)
        number, key = self.currentIndex().row(), event.key()
        if number < 0 or key not in _KEYS:
            super().keyPressEvent(event)
            return
        targets = self.laid_out(number).targets
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            step = 1 if key == Qt.Key.Key_Right else -1
            self._aimed = min(max(self._aimed + step, -1), len(targets) - 1)
            self.viewport().update()
        elif 0 <= self._aimed < len(targets):
            self._use(number, targets[self._aimed])
        else:
            self.explain_requested.emit(self._finding(number))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a link opens its card, one on the button asks for the fix."""
        super().mouseReleaseEvent(event)
        target = self._target_at(event.position().toPoint())
        if target and event.button() == Qt.MouseButton.LeftButton:
            self._use(self.indexAt(event.position().toPoint()).row(), target)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The whole finding is explained."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self._target_at(event.position().toPoint()) is None:
            self.explain_requested.emit(self._finding(index.row()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the row below the pointer."""
        super().mouseMoveEvent(event)
        at = event.position().toPoint()
        hand = Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(hand if self._target_at(at) else Qt.CursorShape.ArrowCursor)
        self._enter(self.indexAt(at).row())

    def viewportEvent(self, event: QEvent) -> bool:
        """The pointer has left."""
        if event.type() == event.Type.Leave:
            self._enter(-1)
        return super().viewportEvent(event)

    def _enter(self, number: int) -> None:
        if number != self._under:
            self.mark(number)
            self.finding_entered.emit(self._finding(number) if number >= 0 else None)

    def _finding(self, number: int) -> Finding:
        return self.model_of_findings.rows[number].finding

    def _target_at(self, at: QPoint) -> ClickTarget | None:
        index = self.indexAt(at)
        if not index.isValid():
            return None
        inside = at - self.visualRect(index).topLeft()
        targets = self.laid_out(index.row()).targets
        return next((each for each in targets if each.place.contains(inside)), None)

    def _use(self, number: int, target: ClickTarget) -> None:
        fix = self._finding(number).fix
        if target.kind == PLACES:
            self.model_of_findings.toggle(number)
        elif target.kind == CLAUSE:
            self.clause_requested.emit(target.value)
        elif target.kind == FIX and fix:
            self.fix_requested.emit(fix.text)


_KEYS = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
