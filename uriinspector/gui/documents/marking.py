"""Deciding row by row with single keys: marks, notes, one step back, and what is known."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from uriinspector.documents.cases.known_sites import WORST, KnownSites
from uriinspector.gui.documents.link_cells import mark_words
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.widgets.notice_strip import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Sized

    from uriinspector.documents.cases.link_row import Decision, DecisionKey
    from uriinspector.gui.documents.decision_table import DecisionTable
    from uriinspector.gui.documents.file_table import FileTable
    from uriinspector.gui.documents.open_case import OpenCase
    from uriinspector.gui.documents.table import LinkTable
    from uriinspector.gui.storage.name_file import NameFile
    from uriinspector.gui.widgets.notice_strip import NoticeStrip

# So many steps can be taken back.
STEPS = 1_000


class Marking(QObject):
    """What keys in the tables of links and of files do to the case."""

    decided = Signal(object)  # what is now so, by the keys of what was decided
    drafted = Signal(object)  # the same of a note that is still being written
    known_changed = Signal()

    def __init__(
        self, table: LinkTable, files: FileTable, strip: NoticeStrip, known: NameFile
    ) -> None:
        """``known`` is the file of the sites that somebody knows."""
        super().__init__(table)
        self._table = table
        self._files = files
        self._strip = strip
        self._file = known
        self._offer: Notice | None = None  # of the last step, as long as it can be taken back
        self.known = KnownSites(known.names)
        tables: tuple[DecisionTable, ...] = (table, files)
        for each in tables:
            each.mark_requested.connect(partial(self._mark, each))
            each.note_written.connect(partial(self._note, each))
            each.note_drafted.connect(partial(self._draft, each))
            each.undo_requested.connect(self.undo)
            each.next_requested.connect(partial(self._next_file, each))
        table.known_requested.connect(self.know)
        table.copied.connect(self._say)

    @property
    def _case(self) -> OpenCase:
        return self._table.links.case

    def _mark(self, table: DecisionTable, word: str) -> None:
        """Mark all selected rows, and all that they stand for: one step to be taken back."""
        keys = table.keys_of(table.selected())
        decisions = {each: self._case.decision(each) for each in keys}
        changed = {
            key: each._replace(mark=word) for key, each in decisions.items() if each.mark != word
        }
        if changed:
            self._decide(changed)
        if len(changed) > 1:
            self._offer = Notice(marked_words(table, changed, word), "info", *self._undoing())
            self._strip.tell(self._offer)

    def _undoing(self) -> tuple[str, Callable[[], object]]:
        """Offer to take the last step back, as long as it is the last one."""
        step = self._case.done[-1]

        def undo() -> None:
            if self._case.done and self._case.done[-1] is step:
                self.undo()

        return say("Undo"), undo

    def _note(self, table: DecisionTable, number: int, note: str) -> None:
        """Write a note on a row, or on all that it stands for."""
        keys = table.keys_of([number])
        if note != self._case.decision(keys[0]).note:
            self._decide({each: self._case.decision(each)._replace(note=note) for each in keys})

    def _draft(self, table: DecisionTable, number: int, note: str | None) -> None:
        """Tell what is being written, or once it is not any more, what is decided."""
        decisions = {each: self._case.decision(each) for each in table.keys_of([number])}
        if note is not None:
            decisions = {key: each._replace(note=note) for key, each in decisions.items()}
        self.drafted.emit(decisions)

    def undo(self) -> None:
        """Take the last marks or note back, and go where they were."""
        if self._case.done:
            self._withdraw()
            before = self._case.done.pop()
            self._case.decide(before)
            self._tell(before)
            table, _ = self._table_of(before)
            table.go_to_all([table.number_of(key) for key in before])

    def _next_file(self, asking: DecisionTable) -> None:
        """Go to the next message that nobody has marked yet; or to the first link of the next file.

        Round and round: where the files are listed, they are what one goes through.
        """
        table, number = self._table, self._table.current()
        if self._files.isVisible():
            is_link = asking is table and number >= 0
            row = self._case.rows[number] if is_link else None
            self._files.go_on(row and self._case.files.of(row.file, row.part))
            return
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

    def _decide(self, decisions: dict[DecisionKey, Decision]) -> None:
        case = self._case
        self._withdraw()
        case.done.append({key: case.decision(key) for key in decisions})
        del case.done[:-STEPS]
        case.decide(decisions)
        self._tell(decisions)

    def _withdraw(self) -> None:
        """What was told of the last step is no longer so, or no longer the last."""
        self._strip.withdraw(self._offer)
        self._offer = None

    def _tell(self, decisions: dict[DecisionKey, Decision]) -> None:
        self.decided.emit(decisions)
        table, _ = self._table_of(decisions)
        table.show_decided(decisions)

    def _table_of(
        self, decisions: dict[DecisionKey, Decision]
    ) -> tuple[DecisionTable, DecisionKey]:
        """The table that something was decided in, and the first thing that was."""
        key = next(iter(decisions))
        return (self._table if isinstance(key, int) else self._files), key

    def _say(self, words: str) -> None:
        self._strip.tell(Notice(words))


def marked_words(table: DecisionTable, changed: Sized, word: str) -> str:
    """How many were marked, and as what."""
    count = len(changed)
    if table.marks_links:
        if not word:
            return say_count(count, "Mark of 1 link removed.", "Marks of {count} links removed.")
        return say_count(
            count,
            "1 link marked as {mark}.",
            "{count} links marked as {mark}.",
            mark=mark_words(word),
        )
    if not word:
        return say_count(count, "Mark of 1 file removed.", "Marks of {count} files removed.")
    return say_count(
        count, "1 file marked as {mark}.", "{count} files marked as {mark}.", mark=mark_words(word)
    )
