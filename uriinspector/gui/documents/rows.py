"""Base class of the models of links and files, and texts about marks and steps."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QDateTime, QLocale, Qt

from uriinspector.analysis.domains import site_of
from uriinspector.analysis.finding import SEVERITIES
from uriinspector.documents.cases.contents import DecisionStep, StepHistory
from uriinspector.documents.cases.link_row import BENIGN, CALM, IGNORED, MALICIOUS, Decision
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.tables.table_model import Column, Index, LazyModel
from uriinspector.gui.text.pieces import Kind, Pieces, fitted, ours, outside, plain_text, visible
from uriinspector.gui.text.translation import language, say, say_count
from uriinspector.gui.widgets.severity_sign import word_of

LEVEL, MARK = "level", "mark"
# The width of the column that takes the remaining room.
REST = -1


class RowModel(LazyModel):
    """A model of row numbers in a given order."""

    def __init__(self, case: OpenCase, no_order: Any) -> None:
        self.case = case
        self._no_order = self.order = no_order
        self.noted = ""  # the column for editing notes
        super().__init__(self.columns())

    def columns(self) -> tuple[Column, ...]:
        raise NotImplementedError

    def severity(self, number: int) -> str:
        raise NotImplementedError

    def decision(self, number: int) -> Decision:
        raise NotImplementedError

    def name(self, number: int) -> str:
        """Return a short name for a row."""
        raise NotImplementedError

    @property
    def numbers(self) -> Sequence[int]:
        numbers: Sequence[int] = self.order.numbers
        return numbers

    def set_case(self, case: OpenCase) -> None:
        """Switch to another case, which has no rows until it is sorted."""
        self.case = case
        self.set_order(self._no_order)

    def set_order(self, order: Any) -> None:
        """Show these rows in this order."""
        if order == self.order:
            # The rows are the same, but their content may not be; a reset would clear
            # the selection.
            if self.numbers:
                last = self.index(len(self.numbers) - 1, len(self.cells) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.order = order
        self.set_sequence(order.numbers)

    def decided_columns(self) -> tuple[Column, Column]:
        """Return the columns for severity and mark."""
        return (
            Column(
                *(say("Severity"), lambda n: ours(word_of(self.severity(n)))), name=LEVEL, width=32
            ),
            Column(say("Marked as"), lambda n: mark_pieces(self.decision(n)), name=MARK),
        )

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column; that of the severity column is only a tooltip."""
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return self.column_title(section)
            if role == Qt.ItemDataRole.TextAlignmentRole and section == self.last:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            if role == Qt.ItemDataRole.DisplayRole and self.cells[section].name == LEVEL:
                return ""
        return super().headerData(section, orientation, role)

    @property
    def last(self) -> int:
        """Return the last visible column, which shows the marks."""
        return max(at for at, cell in enumerate(self.cells) if cell.width)

    def column(self, name: str) -> int:
        return [cell.name for cell in self.cells].index(name)

    def row_of(self, number: int) -> int:
        """Return the index of a row, or -1 if it is not shown."""
        try:
            return self.numbers.index(number)
        except ValueError:
            return -1

    def marked(self, row: int) -> None:
        """Report that a row has changed."""
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.cells) - 1))

    def tip_lines(self, column: Column, value: int) -> list[str]:
        """Return the full text of a cell, and the note of the row."""
        note = self.decision(value).note
        noted = [say("Note: {note}", note=visible(note))] if note else []
        return [*column.lines(value), *noted]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags; the notes column is editable."""
        item_flag = super().flags(index)
        is_noted = index.isValid() and self.cells[index.column()].name == self.noted
        return item_flag | Qt.ItemFlag.ItemIsEditable if is_noted else item_flag


def host_pieces(host: str, rest: str = "") -> Pieces:
    """Return a host with its site emphasized; everything else is muted."""
    site = site_of(host.removesuffix(".")) or host
    front = host[: max(host.lower().rfind(site), 0)]
    return (*outside(front, Kind.MUTED), *outside(host[len(front) :]), *outside(rest, Kind.MUTED))


def fitted_name(pieces: Pieces, room: float, width: Callable[[str], float]) -> Pieces:
    """Fit a host into a width: first the text after its site is cut, then its first labels."""
    last = max((at for at, each in enumerate(pieces) if each.kind is not Kind.MUTED), default=-1)
    name = pieces[: last + 1] or pieces
    if width(plain_text(name)) <= room:
        return fitted(pieces, room, width)
    return fitted(name, room, width, keeps_end=True)


def severity_of(rank: int) -> str:
    """Return the name of a severity, or an empty string if there are no findings."""
    return SEVERITIES[rank] if rank != CALM else ""


def mark_words(word: str) -> str:
    return {MALICIOUS: say("malicious"), BENIGN: say("benign"), IGNORED: say("ignored")}[word]


def mark_pieces(decision: Decision) -> Pieces:
    kinds = {MALICIOUS: Kind.FAULT, BENIGN: Kind.ADDED}
    word, note = decision
    text = ours(mark_words(word), kinds.get(word, Kind.MUTED)) if word else ()
    if not note:
        return text
    return (*text, *(ours("  ") if text else ()), *ours(visible(note)))


def undo_words(steps: StepHistory) -> str:
    """Return the menu text of undo."""
    if not steps.done:
        return say("Undo the last action")
    return say("Undo: {step}", step=step_words(steps.done[-1]))


def redo_words(steps: StepHistory) -> str:
    """Return the menu text of redo."""
    if not steps.undone:
        return say("Redo the last undone action")
    return say("Redo: {step}", step=step_words(steps.undone[-1]))


def step_words(step: DecisionStep) -> str:
    """Return what a step did, and when; the words follow "Undo" or "Redo"."""
    moment = QDateTime.fromSecsSinceEpoch(step.at)
    is_today = moment.date() == QDateTime.currentDateTime().date()
    form = "HH:mm" if is_today else say("d MMM yyyy, HH:mm")
    return f"{_deed(step)} ({QLocale(language()).toString(moment, form)})"


def _deed(step: DecisionStep) -> str:
    are_links = isinstance(next(iter(step.changes)), int)
    changes = set(step.changes.values())
    marks = {each.after.mark for each in changes}
    notes = {each.after.note for each in changes}
    count = len(step.changes)
    is_marking = all(each.before.note == each.after.note for each in changes)
    is_noting = all(each.before.mark == each.after.mark for each in changes)
    if is_marking and len(marks) == 1:
        return _marking(count, marks.pop(), are_links=are_links)
    if is_noting and notes == {""}:
        if are_links:
            return say_count(count, "remove the note on 1 link", "remove notes on {count} links")
        return say_count(count, "remove the note on 1 file", "remove notes on {count} files")
    if is_noting:
        if are_links:
            return say_count(count, "note on 1 link", "note on {count} links")
        return say_count(count, "note on 1 file", "note on {count} files")
    return say_count(count, "change 1 row", "change {count} rows")


def _marking(count: int, mark: str, *, are_links: bool) -> str:
    if not mark and are_links:
        return say_count(count, "remove the mark from 1 link", "remove marks from {count} links")
    if not mark:
        return say_count(count, "remove the mark from 1 file", "remove marks from {count} files")
    word = mark_words(mark)
    if are_links:
        return say_count(count, "mark 1 link as {mark}", "mark {count} links as {mark}", mark=word)
    return say_count(count, "mark 1 file as {mark}", "mark {count} files as {mark}", mark=word)
