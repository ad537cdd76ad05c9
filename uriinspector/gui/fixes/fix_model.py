"""The model of the list of changes: each row is a link before and after, and why."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, Qt, Signal

from uriinspector.analysis.citation import shown_cite
from uriinspector.core.model import Span
from uriinspector.documents.fixes.component_fixes import fix_codes
from uriinspector.gui.fixes.fix_review import ALL, FixReview
from uriinspector.gui.fixes.ribbon_line import RibbonText
from uriinspector.gui.tables.table_model import ROOT, ROW_ROLE, Index
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.pieces import LONGEST, Kind, cut_in_middle
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.documents.fixes.component_fixes import TextFix
    from uriinspector.documents.fixes.proposals import DecidedFix, FixProposal
    from uriinspector.gui.fixes.fix_review import Decisions, ReviewedFile

Role = Qt.ItemDataRole


class FixModel(QAbstractListModel):
    """The rows of a view, by the number of the proposal."""

    decided = Signal()

    def __init__(self) -> None:
        """Start without rows."""
        super().__init__()
        self.review = FixReview()
        self.view = ALL
        self.edition = "2005"
        self.numbers: list[int] = []

    def use(self, review: FixReview, view: str) -> None:
        """Show these."""
        self.beginResetModel()
        self.review, self.view = review, view
        self.numbers = review.numbers(view)
        self.endResetModel()

    def add(self, events: Iterable[ReviewedFile | FixProposal]) -> None:
        """Something more was read."""
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
        """Decide, and show it; whether anything is another way now."""
        is_new = self.review.decide(decisions)
        if is_new:
            self.show_decided(decisions)
        return is_new

    def show_decided(self, numbers: Iterable[int]) -> None:
        """These were decided anew."""
        rows = [row for each in numbers if (row := self.row_of(each)) >= 0]
        if rows:
            self.dataChanged.emit(self.index(min(rows)), self.index(max(rows)))
        self.decided.emit()

    def row_of(self, number: int) -> int:
        """Where a proposal is; -1 where it is not shown."""
        row = bisect_left(self.numbers, number)
        return row if row < len(self.numbers) and self.numbers[row] == number else -1

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self.numbers)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A row with something to take has a box to tick."""
        flags = super().flags(index)
        if index.isValid() and self._can_tick(self.numbers[index.row()]):
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Answer for one row; it is handed on by its number."""
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
        """Tick a row, or skip it."""
        if role != Role.CheckStateRole or not index.isValid():
            return False
        del value
        return self.decide(self.review.toggled([self.numbers[index.row()]]))

    def _can_tick(self, number: int) -> bool:
        return bool(self.review.proposals[number].fixes) or self.review.is_taken(number)

    def state(self, number: int) -> Qt.CheckState:
        """Whether all of it is taken, some of it, or nothing."""
        if not self.review.is_taken(number):
            return Qt.CheckState.Unchecked
        is_whole = self.review.is_whole(number)
        return Qt.CheckState.Checked if is_whole else Qt.CheckState.PartiallyChecked

    def sentence(self, number: int) -> str:
        """The row in words: before, after, because."""
        proposal, fix = self.review.proposals[number], self.review.fix_of(number)
        before = _words(proposal.value)
        if fix.fixes:
            values = {"before": before, "after": _words(fix.fixed), "why": self.why(number)}
            return say("before {before}, after {after}, because {why}", **values)
        return say("{before}: not changed, because {why}", before=before, why=self.why(number))

    def why(self, number: int) -> str:
        """The reasons of a row, in one line."""
        proposal, fix = self.review.proposals[number], self.review.fix_of(number)
        reasons = reasons_of(fix.fixes)
        decision = self.review.decision(number)
        open_choices = (
            say(each.title)
            for at, each in enumerate(proposal.choices)
            if not decision.picked_name(at)
        )
        reasons += [say("Your choice: {what}", what=each) for each in dict.fromkeys(open_choices)]
        if why := fix.omitted or proposal.omitted:
            reasons.append(say(why))
        if not reasons:
            reasons.append(say("skipped"))
        return " · ".join(reasons)

    def open_choices(self, number: int) -> int:
        """How many choices of a link nobody has made."""
        return len(self.review.proposals[number].choices) - len(self.review.decision(number).picked)

    def place(self, number: int) -> str:
        """Where a link is: the file, where there are several, and line and column."""
        proposal = self.review.proposals[number]
        where = f"{proposal.line}:{proposal.column}"
        if len(self.review.files) > 1:
            where = f"{visible(self.review.files[proposal.file].name)} · {where}"
        return where

    def ribbons(self, number: int) -> tuple[RibbonText, RibbonText | None]:
        """The link before and after; the latter only where it is changed."""
        proposal, fix = self.review.proposals[number], self.review.fix_of(number)
        return ribbons_of(proposal, fix, self.edition)


def ribbons_of(
    proposal: FixProposal, fix: DecidedFix, edition: str
) -> tuple[RibbonText, RibbonText | None]:
    """What is cut of the one, and what is added in the other."""
    if not fix.fixes:
        spans = tuple(Span(each.start, each.end) for each in proposal.choices)
        return RibbonText(proposal.value, spans, Kind.DIFFERS, edition), None
    cut, added, shift = [], [], 0
    for each in fix.fixes:
        cut.append(Span(each.start, each.end))
        size = len(each.replacement)
        added.append(Span(each.start + shift, each.start + shift + size))
        shift += size - (each.end - each.start)
    before = RibbonText(proposal.value, tuple(cut), Kind.CUT, edition)
    return before, RibbonText(fix.fixed, tuple(added), Kind.ADDED, edition)


def reasons_of(fixes: Iterable[TextFix]) -> list[str]:
    """What changes do, each once, and by which clauses."""
    cites: dict[str, dict[str, None]] = {}
    for each in fixes:
        cites.setdefault(say(each.title).rstrip("."), {}).update(dict.fromkeys(each.cites))
    return [f"{title} ({clauses_of(clauses)})" for title, clauses in cites.items()]


def finding_titles(proposal: FixProposal, codes: set[str]) -> list[str]:
    """The findings that fixes of these kinds end."""
    return [
        say(title) for found, title in proposal.findings if not codes.isdisjoint(fix_codes(found))
    ]


def clauses_of(cites: Iterable[str]) -> str:
    """Clauses in one line."""
    return ", ".join(shown_cite(each, say("appendix")) for each in cites)


def _words(text: str) -> str:
    return visible(cut_in_middle(text, LONGEST)) or say("empty")
