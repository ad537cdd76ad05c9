"""The list of findings: rows of several lines that are painted, with links and a button in them.

Widgets in every row would cost a second for two hundred findings; what is painted costs what is
in sight.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
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

from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.finding import EVIDENCE, SEVERITIES, Finding, phrase_of
from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.selection import index_of
from uriinspector.gui.text.paragraph import (
    Paragraph,
    TextRun,
    TextStyle,
    draw_line,
    font_of,
    metrics_of,
)
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.severity_sign import SeverityBadge, word_of
from uriinspector.gui.widgets.view_parts import begin_at_first_row, draw_focus, find_viewport

CLAUSE, FIX, PLACES = "clause", "fix", "places"
PAD, TOP, BADGE = 12, 8, 18  # before zoom
CLOSED, OPEN = "\u25be", "\u25b4"  # on the button that shows where the same is said again
NARROW = 330  # below this, before zoom, the words stand under the badge
TITLE, WORDS, PROOF = (
    TextStyle(weight=600),
    TextStyle("muted"),
    TextStyle("text", 12, evidence=True),
)
LINK, BUTTON = TextStyle("muted", 12, dotted=True), TextStyle("text", 12)


class ClickTarget(NamedTuple):
    """Something in a row that can be clicked: where it is, from the row's corner.

    A link has the clause as its value; the text of a fix is asked of the finding itself.
    """

    kind: str
    value: str
    words: str
    place: QRectF


def cited(cite: str) -> str:
    """A clause as it is shown."""
    return shown_cite(cite, say("appendix"))


def spoken(finding: Finding, times: int = 1) -> str:
    """A finding in one breath."""
    texts = [f"{word_of(finding.severity)}: {say(finding.title)}", message(finding)]
    texts += [", ".join(map(cited, finding.cites))] if finding.cites else []
    texts += [say("Fix: {title}", title=say(finding.fix.title))] if finding.fix else []
    texts += [often(times)] if times > 1 else []
    return ". ".join(each.rstrip(".") for each in texts)


def often(times: int) -> str:
    """How often the same is said."""
    return say("{count} times", count=number(times))


def message(finding: Finding) -> str:
    """What it says, in the language of the window."""
    return "".join(run.text for run in message_runs(finding))


def message_runs(finding: Finding) -> list[TextRun]:
    """The same in its looks."""
    return [
        TextRun(visible(piece.text), PROOF if piece.kind == EVIDENCE else WORDS)
        for piece in phrase_of(finding).pieces(say)
    ]


def words_of(finding: Finding) -> Hashable:
    """All that a row shows of a finding: not where it is, nor the text that its fix would give."""
    args, fix = tuple(finding.args.items()), finding.fix.title if finding.fix else None
    return finding.severity, finding.title, finding.template, args, finding.cites, fix


def words_at(theme: Theme, width: int) -> float:
    """Where the words begin: beside the badge, or under it where there is little room."""
    pad = theme.pixels(PAD)
    if width < theme.pixels(NARROW):
        return float(pad)
    return pad + max(SeverityBadge.width(theme, each) for each in SEVERITIES) + theme.pixels(10)


class FindingRow:
    """Where everything of a row stands."""

    def __init__(
        self, theme: Theme, finding: Finding, width: int, times: int = 1, *, is_open: bool = False
    ) -> None:
        self._theme = theme
        sign = OPEN if is_open else CLOSED
        self._places = f"{often(times)} {sign}" if times > 1 else ""
        self._severity = finding.severity
        pad, top = theme.pixels(PAD), theme.pixels(TOP)
        badge = SeverityBadge.width(theme, finding.severity)
        self._badge = QRectF(pad, top, badge, theme.pixels(BADGE))
        self._x = words_at(theme, width)
        y = float(top if self._x > pad else top + theme.pixels(BADGE + 5))
        room = max(width - self._x - pad, 40)
        self._title = Paragraph(theme, [TextRun(say(finding.title), TITLE)], room)
        self._title_y = y + max(0, (theme.pixels(BADGE) - self._title.height) / 2)
        self._words = Paragraph(theme, message_runs(finding), room, most=8)
        self._words_y = self._title_y + self._title.height + theme.pixels(2)
        below = self._words_y + self._words.height + theme.pixels(4)
        self.targets, end = self._flow(finding, self._x, below, room)
        self.height = round(end + theme.pixels(TOP)) + 1

    def _flow(
        self, finding: Finding, left: float, y: float, room: float
    ) -> tuple[list[ClickTarget], float]:
        """The links and the button, in a row that wraps; and where it ends."""
        wanted = [(CLAUSE, cite, cited(cite)) for cite in finding.cites]
        wanted += [(FIX, "", say(finding.fix.title))] if finding.fix else []
        wanted += [(PLACES, "", self._places)] if self._places else []
        result, x, line = [], left, self._theme.pixels(21)
        for kind, value, words in wanted:
            look = LINK if kind == CLAUSE else BUTTON
            inner = 0 if kind == CLAUSE else self._theme.pixels(9)
            wide = metrics_of(self._theme, look).horizontalAdvance(words) + 2 * inner
            if x > left and x + wide > left + room:
                x, y = left, y + line + self._theme.pixels(3)
            result.append(ClickTarget(kind, value, words, QRectF(x, y, min(wide, room), line)))
            x += wide + self._theme.pixels(12)
        return result, y + (line if wanted else -self._theme.pixels(4))

    def draw(self, painter: QPainter, place: QRect, aimed: int) -> None:
        """Paint it; ``aimed`` is the target that the keys are at."""
        painter.save()
        painter.translate(place.topLeft())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        SeverityBadge.draw(painter, self._theme, self._severity, self._badge)
        self._title.draw(painter, self._x, self._title_y)
        self._words.draw(painter, self._x, self._words_y)
        draw_targets(painter, self._theme, self.targets, aimed)
        painter.restore()


def draw_targets(painter: QPainter, theme: Theme, targets: list[ClickTarget], aimed: int) -> None:
    """Paint links and buttons; ``aimed`` is the one that the keys are at."""
    for at, target in enumerate(targets):
        if target.kind == CLAUSE:
            draw_line(painter, theme, [TextRun(target.words, LINK)], target.place)
        else:
            _draw_button(painter, theme, target)
        if at == aimed:
            painter.setPen(QPen(theme.color("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(target.place.adjusted(-3, -0.5, 3, 0.5), 5, 5)


def _draw_button(painter: QPainter, theme: Theme, target: ClickTarget) -> None:
    radius = theme.pixels(5)
    painter.setPen(QPen(theme.color("border"), 1))
    painter.setBrush(theme.color("card"))
    painter.drawRoundedRect(target.place.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.setPen(theme.color(BUTTON.color))
    painter.setFont(font_of(theme, BUTTON))
    painter.drawText(target.place, Qt.AlignmentFlag.AlignCenter, target.words)


# So many are looked at, and so many rows laid out to know how long the list is; the text itself
# shows the places of all.
GROUPED, MOST = 1_000, 300


class FindingLine(NamedTuple):
    """A row: a finding, how often it is said, and whether its places stand below it.

    ``is_place``: one of the places of a row above; ``has_fix`` where its fix is another one.
    """

    finding: Finding
    times: int = 1
    is_open: bool = False
    is_place: bool = False
    has_fix: bool = False


class FindingGroups:
    """Findings in their order, equal ones together where the first of them stands."""

    def __init__(
        self, findings: Sequence[Finding] = (), is_open: frozenset[Hashable] = frozenset()
    ) -> None:
        """``is_open`` are the words of those that were open before."""
        self.findings = tuple(findings)
        groups: dict[Hashable, list[int]] = {}
        for at, each in enumerate(self.findings[:GROUPED]):
            groups.setdefault(words_of(each), []).append(at)
        self._groups = list(groups.items())[:MOST]
        self.open = is_open & groups.keys()
        self._make()

    @property
    def listed(self) -> int:
        """How many findings have a row."""
        return len(self._groups)

    def toggle(self, row: int) -> int:
        """Open or close the places of a row; tell how many rows that makes or takes."""
        words = words_of(self.rows[row].finding)
        self.open ^= {words}
        before = len(self.rows)
        self._make()
        return len(self.rows) - before

    def row_at(self, span: Span | None) -> int:
        """The row of the finding with that span, else of the smallest that holds it; -1: none."""
        if span is None:
            return -1
        holding = (
            (each.end - each.start, row)
            for each, row in self._row_of.items()
            if each.start <= span.start and span.end <= each.end
        )
        return min(holding, default=(0, -1))[1]

    def row_of(self, number: int) -> int:
        """The row of this one of the findings; -1: it has none."""
        return next((row for at, row in self._row_of.items() if at.number == number), -1)

    def _make(self) -> None:
        self.rows = tuple(self._rows())
        self._row_of: dict[_At, int] = {}
        at = 0
        for words, members in self._groups:
            is_open = words in self.open
            for place, member in enumerate(members):
                each = self.findings[member]
                self._row_of[_At(each.start, each.end, member)] = at + (place + 1) * is_open
            at += 1 + len(members) * is_open

    def _rows(self) -> Iterator[FindingLine]:
        for words, members in self._groups:
            is_open = words in self.open
            first = self.findings[members[0]]
            yield FindingLine(first, len(members), is_open)
            for member in members if is_open else ():
                each = self.findings[member]
                yield FindingLine(each, is_place=True, has_fix=each.fix != first.fix)


class _At(NamedTuple):
    """Where a finding stands, and which it is."""

    start: int
    end: int
    number: int


def span_of(finding: Finding) -> Span:
    """Where a finding stands."""
    return Span(finding.start, finding.end)


HEIGHT = 30  # before zoom


def place_words(finding: Finding) -> str:
    """Where it is, counted as in the table of components."""
    if finding.start == finding.end:
        return say("At {start}", start=finding.start)
    return say("At {start}–{end}", start=finding.start, end=finding.end)


class PlaceRow:
    """Where everything of such a row stands."""

    def __init__(self, theme: Theme, finding: Finding, width: int, *, has_fix: bool) -> None:
        self._theme = theme
        self.height = theme.pixels(HEIGHT)
        left, gap = words_at(theme, width), theme.pixels(12)
        self._words = [TextRun(place_words(finding), WORDS)]
        wide = metrics_of(theme, WORDS).horizontalAdvance(self._words[0].text)
        room = width - left - theme.pixels(PAD)
        self._place = QRectF(left, 0, min(wide, room), self.height)
        self.targets: list[ClickTarget] = []
        if finding.fix and has_fix:
            words = say(finding.fix.title)
            inner = metrics_of(theme, BUTTON).horizontalAdvance(words) + 2 * theme.pixels(9)
            tall, x = theme.pixels(21), left + wide + gap
            y = (self.height - tall) / 2
            if x + inner > left + room:
                x, y = left, self.height
                self.height += tall + theme.pixels(5)
            self.targets.append(ClickTarget(FIX, "", words, QRectF(x, y, min(inner, room), tall)))

    def draw(self, painter: QPainter, place: QRect, aimed: int) -> None:
        """Paint it; ``aimed`` is the target that the keys are at."""
        painter.save()
        painter.translate(place.topLeft())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_line(painter, self._theme, self._words, self._place)
        draw_targets(painter, self._theme, self.targets, aimed)
        painter.restore()


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
