"""The list of changes: each row shows a link before and after, with a checkbox."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QTextCharFormat,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from uriinspector.analysis.annotated import covering, labelled
from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.correction import SITE, FixChoice, TextFix, fix_codes, written_text
from uriinspector.analysis.escapes import FixOption
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.parse import parse
from uriinspector.documents.fixes.proposals import DecidedFix, FixProposal
from uriinspector.gui.fixes.fix_review import ALL, Decisions, FixReview, ReviewedFile, option_names
from uriinspector.gui.inspect.row_list import ON_BUTTON, ClickTarget, draw_target
from uriinspector.gui.place_keys import keys_in_use
from uriinspector.gui.selection import MenuEntry, open_menu
from uriinspector.gui.tables.grid import CopiedLinks, NumberedView
from uriinspector.gui.tables.table_model import ROOT, ROW_ROLE, Index
from uriinspector.gui.text.paragraph import (
    Cache,
    LaidRun,
    LaidText,
    TextRun,
    TextStyle,
    Wrap,
    cut,
    draw_line,
    metrics_of,
)
from uriinspector.gui.text.pieces import ELLIPSIS, LONGEST, Kind, cut_in_middle, outside, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.view_parts import ENTER, Restyled, draw_bar

# The fraction of the width reserved for text before the first change, if the text is too long.
BEFORE = 0.3
BEHIND = {Kind.CUT: "high_card", Kind.ADDED: "low_card", Kind.DIFFERS: "warning_card"}


class RibbonText(NamedTuple):
    """A text, its changed spans, and the kind of these changes: deletions or additions."""

    text: str
    changes: tuple[Span, ...]
    kind: Kind
    edition: str = "2005"
    tail: str = ""  # muted words behind the text


def ribbon_line(ribbon: RibbonText, font: QFont, width: float, advance: float) -> LaidText:
    """Lay out one line; a text that is too long is cut around its first change."""
    start, end = window(ribbon, int(width / advance) - len(ribbon.tail))
    dots = QTextCharFormat()
    dots.setForeground(theme.color("muted"))
    runs = [LaidRun(ELLIPSIS, dots)] if start else []
    runs += _runs(ribbon, start, end)
    if end < len(ribbon.text):
        runs.append(LaidRun(ELLIPSIS, dots))
    if ribbon.tail:
        runs.append(LaidRun(f" {ribbon.tail}", dots))
    return LaidText(runs, font, width, wrap=Wrap.NoWrap)


def window(ribbon: RibbonText, most: int) -> tuple[int, int]:
    """Return the span of a text that fits, from the beginning or around the first change."""
    text, most = ribbon.text, max(most, 8)
    if len(text) <= most:
        return 0, len(text)
    first = ribbon.changes[0] if ribbon.changes else None
    if first is None or min(first.end, first.start + most // 2) < most:
        return 0, most - 1
    start = max(first.start - int(BEFORE * most), 0)
    return start, min(start + most - 2, len(text))


def _runs(ribbon: RibbonText, start: int, end: int) -> Iterator[LaidRun]:
    reference = parse(ribbon.text, edition=ribbon.edition)
    for first, last, part, _ in covering(labelled(reference), len(ribbon.text)):
        for begin, stop, is_changed in _split(max(first, start), min(last, end), ribbon.changes):
            kind = ribbon.kind if is_changed else Kind.PLAIN
            for piece in outside(ribbon.text[begin:stop]):
                look = QTextCharFormat()
                look.setForeground(theme.color(part or "muted"))
                look.setFontStrikeOut(kind is Kind.CUT and not piece.text.isspace())
                if kind is Kind.ADDED or part is Part.HOST:
                    look.setFontWeight(QFont.Weight.DemiBold)
                look.setFontUnderline(kind is Kind.ADDED)  # seen in a selected row, too
                behind = BEHIND.get(kind) or ("warning_card" if piece.is_chip else None)
                yield LaidRun(piece.text, look, theme.color(behind) if behind else None)


def _split(start: int, end: int, changes: Sequence[Span]) -> Iterator[tuple[int, int, bool]]:
    """Split a span into changed and unchanged parts."""
    at = start
    for each in _within(start, end, changes):
        if at < each[0]:
            yield at, each[0], False
        yield each[0], each[1], True
        at = each[1]
    if at < end:
        yield at, end, False


def _within(start: int, end: int, changes: Iterable[Span]) -> Iterator[tuple[int, int]]:
    for each in changes:
        first, last = max(each.start, start), min(each.end, end)
        if first < last:
            yield first, last


SIZE = 13  # font size of the ribbons, before zoom
SIDE, ABOVE, BETWEEN, BOX, SIGN = 10, 6, 2, 28, 14
BOX_SIZE = 16
CACHE_SIZE = 128
EVIDENCE = TextStyle(size=SIZE, evidence=True)
NOTE = TextStyle("muted", 12)
STRONG_NOTE = TextStyle("warning", 12, weight=600)
CHOOSE = "choose"  # the action of a row's button
SIGNS = ("\u2212", "+")  # of the lines before and after, as color is never the only mark


class FixDelegate(QStyledItemDelegate):
    """A delegate for rows whose data is the number of a proposal."""

    def __init__(self, model: FixModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._lines: Cache[LaidText] = Cache(CACHE_SIZE)

    def height(self) -> int:
        """Return the height of every row: two ribbons and the reasons."""
        line = metrics_of(EVIDENCE).height()
        note = metrics_of(NOTE).height()
        return round(2 * line + note + 2 * pixels(ABOVE) + 2 * pixels(BETWEEN))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        return QSize(0, self.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Let the style paint the background, then paint the checkbox, the ribbons and the
        reasons.
        """
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        ground.features &= ~QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
        widget: QWidget = ground.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, widget)
        painter.save()
        self._draw_box(painter, ground.rect, index)
        number = index.data(ROW_ROLE)
        self._draw_lines(painter, QRectF(ground.rect), number)
        if button := self.button_of(ground.rect, number):
            draw_target(painter, button, is_aimed=False)
        painter.setPen(theme.color("line"))
        painter.drawLine(ground.rect.bottomLeft(), ground.rect.bottomRight())
        painter.restore()
        if ground.state & QStyle.StateFlag.State_Selected:
            draw_bar(painter, QRectF(ground.rect), has_focus=widget.hasFocus())

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Leave clicks to the list, because the style places the checkbox elsewhere."""
        del event, model, option, index
        return False

    def button_of(self, row: QRect, number: int) -> ClickTarget | None:
        """Return the button at the right edge of a row with a choice."""
        if not self._model.review.can_choose(number):
            return None
        words = say("Choose…")
        wide = metrics_of(ON_BUTTON).horizontalAdvance(words) + pixels(20)
        left, top = row.right() - wide - pixels(SIDE), row.top() + pixels(ABOVE)
        return ClickTarget(CHOOSE, "", words, QRectF(left, top, wide, pixels(24)), ON_BUTTON)

    def box_of(self, row: QRect) -> QRect:
        """Return the area of the checkbox in a row."""
        return row.adjusted(pixels(SIDE), 0, 0, 0).intersected(
            row.adjusted(0, 0, pixels(SIDE + BOX) - row.width(), 0)
        )

    def _draw_box(self, painter: QPainter, row: QRect, index: Index) -> None:
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is None:
            return
        unit = pixels(BOX_SIZE)
        line = metrics_of(EVIDENCE).height()
        left = row.left() + pixels(SIDE)
        top = row.top() + pixels(ABOVE) + (line - unit) / 2
        box = QRectF(left, top, unit, unit).adjusted(0.5, 0.5, -0.5, -0.5)
        is_empty = Qt.CheckState(state) == Qt.CheckState.Unchecked
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("muted" if is_empty else "accent"), 1))
        painter.setBrush(theme.color("card" if is_empty else "accent"))
        painter.drawRoundedRect(box, 3, 3)
        points = {
            Qt.CheckState.Checked: ((0.22, 0.52), (0.43, 0.72), (0.78, 0.3)),
            Qt.CheckState.PartiallyChecked: ((0.25, 0.5), (0.75, 0.5)),
        }.get(Qt.CheckState(state), ())
        painter.setPen(QPen(theme.color("card"), unit / 8))
        size = box.width()
        painter.drawPolyline(
            [QPointF(box.left() + x * size, box.top() + y * size) for x, y in points]
        )

    def _draw_lines(self, painter: QPainter, row: QRectF, number: int) -> None:
        line, note = metrics_of(EVIDENCE).height(), metrics_of(NOTE).height()
        left, top = row.left() + pixels(SIDE + BOX), row.top() + pixels(ABOVE)
        room = row.right() - left - pixels(SIDE)
        if button := self.button_of(row.toRect(), number):
            room = button.place.left() - left - pixels(SIDE)
        painter.setClipRect(row)
        ribbons = [each for each in self._model.ribbons(number) if each is not None]
        if len(ribbons) == 1:
            top += (line + pixels(BETWEEN)) / 2
        for sign, ribbon in zip(SIGNS, ribbons, strict=False):
            draw_line(painter, [TextRun(sign, NOTE)], QRectF(left, top, pixels(SIGN), line))
            width = round(room - pixels(SIGN))
            self._laid_out(ribbon, width).draw(painter, left + pixels(SIGN), top)
            top += line + pixels(BETWEEN)
        look = STRONG_NOTE if self._model.review.choices_left(number) else NOTE
        place = TextRun(f"{self._model.place(number)}   ", NOTE)
        rest = room - metrics_of(NOTE).horizontalAdvance(place.text)
        why = TextRun(self._model.why(number), look)
        words = [place, cut(why, rest, Qt.TextElideMode.ElideRight)]
        draw_line(painter, words, QRectF(left, top, room, note))

    def _laid_out(self, ribbon: RibbonText, width: int) -> LaidText:
        advance = metrics_of(EVIDENCE).horizontalAdvance("0")
        font = theme.uri_font(SIZE)
        return self._lines.get((ribbon, width), lambda: ribbon_line(ribbon, font, width, advance))


ROW_STEPS = {"next_row": 1, "previous_row": -1}
LEAST_ROWS = 2


class FixList(CopiedLinks, NumberedView, Restyled, QListView):
    """The list of changes, with keyboard shortcuts; it reports its current row."""

    last_attribute = "_delegate"

    row_changed = Signal(int)  # the number of the proposal, or -1
    details_requested = Signal()
    undo_requested = Signal()
    left = Signal()

    def __init__(self, model: FixModel) -> None:
        super().__init__()
        self.fixes = model
        self.setModel(model)
        self.setAccessibleName(say("Changes"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setTabKeyNavigation(False)
        self._delegate = FixDelegate(model, self)
        self.setItemDelegate(self._delegate)
        self.selectionModel().currentChanged.connect(self._on_current)
        model.modelReset.connect(lambda: self.choose(0))
        self.restyle()

    @property
    def numbers(self) -> Sequence[int]:
        return self.fixes.numbers

    def choose(self, row: int) -> None:
        index = self.fixes.index(row)
        if index.isValid():
            self.setCurrentIndex(index)
        else:
            self.row_changed.emit(-1)

    def toggle(self) -> None:
        """Take or skip the selected changes; show the options if there are only choices."""
        decisions = self.fixes.review.toggled(self.selected())
        if decisions:
            self.fixes.decide(decisions)
        else:
            self.show_options()

    def show_options(self) -> None:
        """Show the current row's options in a menu below its button."""
        number, row = self.current(), self.visualRect(self.currentIndex())
        button = self._delegate.button_of(row, number) if number >= 0 else None
        if button:
            place = button.place.bottomLeft().toPoint()
            open_menu(self, self.options(number), self.viewport().mapToGlobal(place))

    def options(self, number: int) -> tuple[MenuEntry | None, ...]:
        """Return a menu with the options of a proposal's choices."""
        entries: list[MenuEntry | None] = []
        for at, choice in enumerate(self.fixes.review.proposals[number].choices):
            entries += [None] if entries else []
            entries += [
                MenuEntry(words, partial(self.fixes.pick, number, at, name), can_take)
                for name, words, can_take in options_of(choice)
            ]
        return tuple(entries)

    def next_option(self) -> None:
        """Take the next option of the current row's first open choice, or of its last choice."""
        current = self.current()
        if current >= 0:
            self.fixes.decide(self.fixes.review.next_option(current))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the shortcuts of the list; Enter shows the details."""
        key, name = Qt.Key(event.key()), keys_in_use.name_of(event)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_defanged()
        elif name in ROW_STEPS:
            self.choose(self.currentIndex().row() + ROW_STEPS[name])
        elif name == "undo_mark":
            self.undo_requested.emit()
        elif name == "next_option":
            self.next_option()
        elif key == Qt.Key.Key_Space and not event.modifiers():
            self.toggle()
        elif key in ENTER:
            self.details_requested.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Toggle a row if its checkbox is clicked; show its options if its button is clicked."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        is_plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if index.isValid() and is_plain:
            row = self.visualRect(index)
            button = self._delegate.button_of(row, index.data(ROW_ROLE))
            if row.left() <= place.x() <= self._delegate.box_of(row).right():
                self.toggle()
            elif button and button.place.contains(place):
                self.show_options()

    def entries(self) -> tuple[MenuEntry | None, ...]:
        review, shown = self.fixes.review, keys_in_use.shown
        numbers = self.selected()
        is_taken = any(map(review.is_taken, numbers))
        words = say("Skip the selected changes") if is_taken else say("Accept the selected changes")
        can_choose = self.current() >= 0 and review.can_choose(self.current())
        return (
            MenuEntry(words, self.toggle, bool(review.toggled(numbers)), "Space"),
            MenuEntry(
                say("Choose the next option"), self.next_option, can_choose, shown("next_option")
            ),
            MenuEntry(say("Undo"), self.undo_requested.emit, review.can_undo, shown("undo_mark")),
            MenuEntry(say("Choose…"), self.show_options, can_choose),
            None,
            MenuEntry(say("Copy defanged"), self.copy_defanged, key="Ctrl+C"),
            MenuEntry(say("Copy original"), self.copy_exact, key="Ctrl+Shift+C"),
            None,
            MenuEntry(say("Show the details"), self.details_requested.emit, key="Return"),
            MenuEntry(say("Back to the links"), self.left.emit, key="Escape"),
        )

    def restyle(self) -> None:
        self.setMinimumHeight(LEAST_ROWS * self._delegate.height())
        self.scheduleDelayedItemsLayout()

    def _on_current(self, index: QModelIndex) -> None:
        self.row_changed.emit(index.data(ROW_ROLE) if index.isValid() else -1)

    def links_selected(self) -> list[str]:
        return [self.fixes.review.fix_of(each).fixed for each in self.selected()]


Role = Qt.ItemDataRole


class FixModel(QAbstractListModel):
    """A model of the proposals in a view."""

    decided = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.review = FixReview()
        self.view = ALL
        self.edition = "2005"
        self.numbers: list[int] = []

    def use(self, review: FixReview, view: str) -> None:
        self.beginResetModel()
        self.review, self.view = review, view
        self.numbers = review.numbers(view)
        self.endResetModel()

    def add(self, events: Iterable[ReviewedFile | FixProposal]) -> None:
        first = len(self.review.proposals)
        for each in events:
            self.review.add(each)
        added = range(first, len(self.review.proposals))
        numbers = [at for at in added if self.review.is_in(at, self.view)]
        if numbers:
            row = len(self.numbers)
            self.beginInsertRows(ROOT, row, row + len(numbers) - 1)
            self.numbers += numbers
            self.endInsertRows()

    def decide(self, decisions: Decisions) -> bool:
        """Apply decisions; return False if nothing changes."""
        is_new = self.review.decide(decisions)
        if is_new:
            self.show_decided(decisions)
        return is_new

    def show_decided(self, numbers: Iterable[int]) -> None:
        rows = [row for each in numbers if (row := self.row_of(each)) >= 0]
        if rows:
            self.dataChanged.emit(self.index(min(rows)), self.index(max(rows)))
        self.decided.emit()

    def row_of(self, number: int) -> int:
        """Return the row of a proposal; -1 if it is not in the view."""
        row = bisect_left(self.numbers, number)
        return row if row < len(self.numbers) and self.numbers[row] == number else -1

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.numbers)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Make rows checkable if they have a fix or a choice."""
        flags = super().flags(index)
        if index.isValid() and self._can_tick(self.numbers[index.row()]):
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return the data of a row; ROW_ROLE is the number of its proposal."""
        if not index.isValid():
            return None
        number = self.numbers[index.row()]
        if role == ROW_ROLE:
            return number
        if role == Role.CheckStateRole and self._can_tick(number):
            return self.state(number)
        if role in {Role.DisplayRole, Role.AccessibleTextRole}:
            return self.sentence(number)
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.CheckStateRole or not index.isValid():
            return False
        del value
        number = self.numbers[index.row()]
        return self.decide(self.review.toggled([number]) or self.review.next_option(number))

    def pick(self, number: int, choice: int, name: str) -> None:
        """Take an option of a choice; "" takes none."""
        self.decide({number: self.review.decision(number).pick(choice, name)})

    def _can_tick(self, number: int) -> bool:
        review = self.review
        has_fix = bool(review.proposals[number].fixes)
        return has_fix or review.is_taken(number) or review.can_choose(number)

    def state(self, number: int) -> Qt.CheckState:
        """Return the check state of a proposal; it can be partially taken."""
        if not self.review.is_taken(number):
            return Qt.CheckState.Unchecked
        is_whole = self.review.is_whole(number)
        return Qt.CheckState.Checked if is_whole else Qt.CheckState.PartiallyChecked

    def sentence(self, number: int) -> str:
        """Return a row as a sentence: before, after, and the reason."""
        proposal, fix = self.review.proposals[number], self.review.fix_of(number)
        before = _words(proposal.value)
        if fix.fixes:
            after = _words(written_text(proposal.value, fix.fixes))
            values = {"before": before, "after": after, "why": self.why(number)}
            return say("before: {before}; after: {after}; reason: {why}", **values)
        return say("{before}: not changed; reason: {why}", before=before, why=self.why(number))

    def why(self, number: int) -> str:
        proposal, fix = self.review.proposals[number], self.review.fix_of(number)
        reasons = reasons_of(fix.fixes, proposal.sentences)
        decision = self.review.decision(number)
        open_choices = (
            say(each.title)
            for at, each in enumerate(proposal.choices)
            if not decision.picked_name(at)
        )
        choices = [say("Your choice: {what}", what=each) for each in dict.fromkeys(open_choices)]
        if choices and not fix.fixes:
            reasons += [visible(say(each)).rstrip(".") for each in proposal.sentences]
        reasons += choices
        if why := fix.omitted or proposal.omitted:
            reasons.append(say(why))
        if not reasons:
            reasons.append(say("skipped"))
        return " · ".join(reasons)

    def place(self, number: int) -> str:
        """Return where a link is: line, column, and the file if there are several."""
        proposal = self.review.proposals[number]
        where = f"{proposal.line}:{proposal.column}"
        if len(self.review.files) > 1:
            where = f"{visible(self.review.files[proposal.file].name)} · {where}"
        return where

    def ribbons(self, number: int) -> tuple[RibbonText, RibbonText | None]:
        """Return the link before the fix and, if the fix changes it, after the fix.

        If only choices are open, the text with the first options is shown with a "?".
        """
        proposal, fix = self.review.proposals[number], self.review.fix_of(number)
        before, after = ribbons_of(proposal, fix, self.edition)
        if after is None and fix.omitted is None and self.review.choices_left(number):
            _, after = ribbons_of(proposal, self.review.pending(number), self.edition)
            tail = _asked(proposal)
            after = after and after._replace(kind=Kind.DIFFERS, tail=tail)
        return before, after


def ribbons_of(
    proposal: FixProposal, fix: DecidedFix, edition: str
) -> tuple[RibbonText, RibbonText | None]:
    """Return ribbons of the link before and after: deletions are marked, then additions."""
    if not fix.fixes:
        spans = tuple(Span(each.start, each.end) for each in proposal.choices)
        return RibbonText(proposal.value, spans, Kind.DIFFERS, edition), None
    cut, added, shift = [], [], 0
    for each in fix.fixes:
        cut.append(Span(each.start, each.end))
        size = len(each.written)
        added.append(Span(each.start + shift, each.start + shift + size))
        shift += size - (each.end - each.start)
    before = RibbonText(proposal.value, tuple(cut), Kind.CUT, edition)
    return before, RibbonText(
        written_text(proposal.value, fix.fixes), tuple(added), Kind.ADDED, edition
    )


def _asked(proposal: FixProposal) -> str:
    """Return a question mark, and the number of options if there are several."""
    most = max(len(list(option_names(each))) for each in proposal.choices)
    return "?" if most < 2 else f"?  {say('1 of {count} options', count=most)}"


def options_of(choice: FixChoice) -> list[tuple[str, str, bool]]:
    """Return each option's name, its words, and whether it can be taken; the last is "none"."""
    options = [(e.name, _option_words(e), e.replacement is not None) for e in choice.options]
    return [*options, ("", say("Leave it unchanged for now"), True)]


def _option_words(option: FixOption) -> str:
    meaning = say(option.meaning)
    if not option.replacement:
        return meaning
    return say('"{text}": {meaning}', text=visible(option.replacement), meaning=meaning)


def reasons_of(fixes: Iterable[TextFix], sentences: Sequence[str] = ()) -> list[str]:
    """Return the titles of fixes with their clauses, without duplicates.

    Fixes from a site check use its sentences as titles.
    """
    found = " ".join(visible(say(each)) for each in sentences)
    cites: dict[str, dict[str, None]] = {}
    for each in fixes:
        title = found if found and each.code == SITE else say(each.title)
        cites.setdefault(title.rstrip("."), {}).update(dict.fromkeys(each.cites))
    return [f"{title} ({clauses_of(clauses)})" for title, clauses in cites.items()]


def finding_titles(proposal: FixProposal, codes: set[str]) -> list[str]:
    """Return the titles of findings that fixes of these kinds resolve."""
    return [
        say(title) for found, title in proposal.findings if not codes.isdisjoint(fix_codes(found))
    ]


def clauses_of(cites: Iterable[str]) -> str:
    return ", ".join(shown_cite(each, say("appendix")) for each in cites)


def _words(text: str) -> str:
    return visible(cut_in_middle(text, LONGEST)) or say("empty")
