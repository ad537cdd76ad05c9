"""Deciding row by row with single keys: marks, notes, one step back, and what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from uriinspector.analysis.safe_text import visible
from uriinspector.documents.cases.known_sites import WORST, KnownSites
from uriinspector.gui.documents.order import GROUPS
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.notice_strip import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.documents.cases.link_row import Decision
    from uriinspector.gui.documents.open_case import OpenCase
    from uriinspector.gui.documents.table import LinkTable
    from uriinspector.gui.storage.name_file import NameFile
    from uriinspector.gui.widgets.notice_strip import NoticeStrip

# So many steps can be taken back.
STEPS = 1_000


class Marking(QObject):
    """What keys in the table do to the case."""

    decided = Signal(object)  # what is now so, by the numbers of the links
    known_changed = Signal()

    def __init__(self, table: LinkTable, strip: NoticeStrip, known: NameFile) -> None:
        """``known`` is the file of the sites that somebody knows."""
        super().__init__(table)
        self._table = table
        self._strip = strip
        self._file = known
        self.known = KnownSites(known.names)
        table.mark_requested.connect(self.mark)
        table.note_written.connect(self.note)
        table.undo_requested.connect(self.undo)
        table.known_requested.connect(self.know)
        table.file_requested.connect(self.next_file)

    @property
    def _case(self) -> OpenCase:
        return self._table.links.case

    def mark(self, word: str) -> None:
        """Mark the row, or every link that it stands for; the same mark again takes it away."""
        number = self._table.current()
        if number < 0:
            return
        taken = self._case.marks.get(number) == word
        new = "" if taken else word
        meant = self._meant(number)
        self._decide({each: self._case.decision(each)._replace(mark=new) for each in meant})
        if not taken:
            self._table.step(1)

    def note(self, number: int, note: str) -> None:
        """Write a note on a row, or on every link that it stands for."""
        if note != self._case.decision(number).note:
            meant = self._meant(number)
            self._decide({each: self._case.decision(each)._replace(note=note) for each in meant})

    def undo(self) -> None:
        """Take the last mark or note back, and go where it was."""
        if self._case.done:
            before = self._case.done.pop()
            self._case.decide(before)
            self._tell(before)
            self._table.go(next(iter(before)))

    def next_file(self) -> None:
        """Go to the first row of the next file that has one, round and round."""
        table, number = self._table, self._table.current()
        if number < 0:
            return
        rows, order = self._case.rows, table.links.order.numbers
        here = rows[number].file
        first: dict[int, int] = {}
        for each in order:
            first.setdefault(rows[each].file, each)
        others = sorted(first)
        table.go(first[others[(others.index(here) + 1) % len(others)]])

    def know(self) -> None:
        """Enter the site of the current row among those that are known."""
        number = self._table.current()
        if number < 0:
            return
        row = self._case.rows[number]
        if row.host is None:
            self._say(say("This link has no site."))
            return
        before, site = self._file.text, row.site
        if self.known.has(row.host):
            words = say("{site} is already marked as known.", site=visible(site))
        elif self._keep(before + ("" if before[-1:] in {"", "\n"} else "\n") + site + "\n"):
            words = say("{site} marked as known.", site=visible(site))
        else:
            words = say("{site} is marked as known until you close the window.", site=visible(site))
        if row.rank >= WORST:
            words += " " + say(
                "This row stays visible: rows of medium or high severity are never hidden."
            )
        self._strip.tell(Notice(words, "info", say("Undo"), lambda: self._keep(before)))

    def use_known(self) -> None:
        """Take what the file says now."""
        self.known = KnownSites(self._file.names)
        self.known_changed.emit()

    def _keep(self, text: str) -> bool:
        rest = self._file.save(text)
        self.use_known()
        return rest

    def _decide(self, decisions: dict[int, Decision]) -> None:
        case = self._case
        case.done.append({number: case.decision(number) for number in decisions})
        del case.done[:-STEPS]
        case.decide(decisions)
        self._tell(decisions)

    def _tell(self, decisions: dict[int, Decision]) -> None:
        self.decided.emit(decisions)
        links = self._table.links
        for number in self._in_sight(decisions):
            links.marked(number)
        self._table.fit()

    def _in_sight(self, decisions: Iterable[int]) -> Iterable[int]:
        """Of a whole group there is one row at most; it need not be looked for among thousands."""
        row = self._table.currentIndex().row()
        few = [self._table.links.row_of(each) for each in list(decisions)[:1]]
        return {each for each in (row, *few) if each >= 0}

    def _meant(self, number: int) -> list[int]:
        """The links that a row stands for."""
        links = self._table.links
        if links.count(number) == 1:
            return [number]
        rows = self._case.rows
        of = GROUPS[links.order.group]
        name = of(rows[number])
        return [each for each, row in enumerate(rows) if of(row) == name]

    def _say(self, words: str) -> None:
        self._strip.tell(Notice(words))
