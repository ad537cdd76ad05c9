"""Marks and notes with single keys, undo and redo, and known sites."""

import time
from collections.abc import Callable, Sized
from functools import partial

from PySide6.QtCore import QObject, Signal

from uriinspector.documents.cases.contents import (
    DONE,
    MOST_STEPS,
    UNDONE,
    DecisionStep,
    StepWriting,
    write_draft,
    write_state,
    write_step,
)
from uriinspector.documents.cases.link_row import Decision, DecisionKey
from uriinspector.documents.cases.row_columns import WORST, KnownSites
from uriinspector.gui.documents.decision_table import DecisionTable
from uriinspector.gui.documents.rows import mark_words, step_words
from uriinspector.gui.documents.scan_queue import CaseContext
from uriinspector.gui.documents.table import FileTable, LinkTable
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.widgets.notice_strip import Notice


class Marking(QObject):
    """Handles the single keys in the link and file tables that change the case."""

    # The changed decisions by key, and a function that writes the undo steps.
    decided = Signal(object, object)
    drafted = Signal(object, object)  # the same for the draft of a note
    known_changed = Signal()
    reveal_requested = Signal()  # hidden rows are about to be selected

    def __init__(self, context: CaseContext, table: LinkTable, files: FileTable) -> None:
        super().__init__(table)
        self._context = context
        self._table = table
        self._files = files
        self._file = known = context.profile.known  # known sites
        self._offer: Notice | None = None  # the notice that offers to undo the last step
        self.known = KnownSites(known.names)
        tables: tuple[DecisionTable, ...] = (table, files)
        for each in tables:
            each.mark_requested.connect(partial(self._mark, each))
            each.note_written.connect(partial(self._note, each))
            each.note_drafted.connect(partial(self._draft, each))
            each.marked_note_requested.connect(self._note_on_marked)
            each.undo_requested.connect(self.undo)
            each.redo_requested.connect(self.redo)
            each.next_requested.connect(partial(self._next_file, each))
        table.known_requested.connect(self.know)
        table.copied.connect(context.strip.show_notice)

    def _mark(self, table: DecisionTable, word: str) -> None:
        """Mark all selected rows, and the links that they represent, as one undo step."""
        keys = table.keys_of(table.selected())
        decisions = {each: self._context.case.decision(each) for each in keys}
        changed = {
            key: each._replace(mark=word) for key, each in decisions.items() if each.mark != word
        }
        if changed:
            self._decide(changed)
        if len(changed) > 1:
            self._offer = Notice(marked_words(table, changed, word), "info", *self._undoing())
            self._context.strip.show_notice(self._offer)

    def _undoing(self) -> tuple[str, Callable[[], object]]:
        """Return the label and action of an undo button, which does nothing after further steps."""
        done = self._context.case.steps.done
        step = done[-1]

        def undo() -> None:
            if done and done[-1] is step:
                self.undo()

        return say("Undo"), undo

    def _note(self, table: DecisionTable, number: int, note: str) -> None:
        """Set the note of a row, or of each entry that it represents."""
        keys = table.keys_of([number])
        if note != self._context.case.decision(keys[0]).note:
            self._decide(
                {each: self._context.case.decision(each)._replace(note=note) for each in keys}
            )

    def _note_on_marked(self) -> None:
        """Edit the note of the row that was marked last, even if it is not selected."""
        keys = self._context.case.steps.last_marked()
        if not keys:
            self._context.notify(say("Nothing is marked yet."))
            return
        table = self._table if isinstance(keys[0], int) else self._files
        self._go_to_rows(table, [table.number_of(keys[0])])
        if table.current() == table.number_of(keys[0]):
            table.edit_note()

    def _go_to_rows(self, table: DecisionTable, numbers: list[int]) -> None:
        table.needed.emit()
        if all(table.numbered.row_of(each) < 0 for each in numbers):
            self.reveal_requested.emit()
        table.go_to_all(numbers)

    def _draft(self, table: DecisionTable, number: int, note: str | None) -> None:
        """Store the draft of a note, or delete it if ``note`` is None."""
        decisions = {each: self._context.case.decision(each) for each in table.keys_of([number])}
        step = None
        if note is not None:
            decisions = {key: each._replace(note=note) for key, each in decisions.items()}
            step = self._step(decisions)
        self.drafted.emit(decisions, partial(write_draft, step=step))

    def undo(self) -> None:
        """Undo the last step, and select its rows."""
        step = self._context.case.steps.undo()
        if step is None:
            self._context.notify(
                say(
                    "Nothing to undo. A case keeps up to {count} steps for undo.",
                    count=number(MOST_STEPS),
                )
            )
            return
        self._go_to(step, step.before, UNDONE)
        self._context.notify(say("Undone: {step}.", step=step_words(step)))

    def redo(self) -> None:
        """Redo the last undone step, and select its rows."""
        step = self._context.case.steps.redo()
        if step is None:
            self._context.notify(say("Nothing to redo."))
            return
        self._go_to(step, step.after, DONE)
        self._context.notify(say("Redone: {step}.", step=step_words(step)))

    def _go_to(
        self, step: DecisionStep, decisions: dict[DecisionKey, Decision], state: int
    ) -> None:
        self._withdraw()
        self._context.case.decide(decisions)
        self._apply(decisions, partial(write_state, number=step.number, state=state))
        table, _ = self._table_of(decisions)
        self._go_to_rows(table, [table.number_of(key) for key in decisions])

    def _next_file(self, asking: DecisionTable) -> None:
        """Go to the next unmarked email, or to the first link of the next file, wrapping around.

        If the list of files is visible, it determines the order.
        """
        table, number = self._table, self._table.current()
        if self._files.isVisible():
            is_link = asking is table and number >= 0
            row = self._context.case.rows[number] if is_link else None
            self._files.go_on(row and self._context.case.files.of(row.file, row.part))
            return
        if number < 0:
            return
        rows, order = self._context.case.rows, table.links.order.numbers
        here = rows.kind(number).file
        first: dict[int, int] = {}
        for each in order:
            first.setdefault(rows.kind(each).file, each)
        others = sorted(first)
        table.go(first[others[(others.index(here) + 1) % len(others)]])

    def know(self) -> None:
        """Add the site of the current row to the known sites."""
        number = self._table.current()
        if number < 0:
            return
        row = self._context.case.rows[number]
        if row.host is None:
            self._context.notify(say("This link has no site."))
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
        self._context.strip.show_notice(
            Notice(words, "info", say("Undo"), lambda: self._keep(before))
        )

    def use_known(self) -> None:
        """Load the known sites again."""
        self.known = KnownSites(self._file.names)
        self.known_changed.emit()

    def _keep(self, text: str) -> bool:
        rest = self._file.save(text)
        self.use_known()
        return rest

    def _decide(self, decisions: dict[DecisionKey, Decision]) -> None:
        self._withdraw()
        step = self._step(decisions)
        self._context.case.steps.add(step)
        self._context.case.decide(decisions)
        self._apply(decisions, partial(write_step, step=step))

    def _step(self, decisions: dict[DecisionKey, Decision]) -> DecisionStep:
        case = self._context.case
        old = {key: case.decision(key) for key in decisions}
        return case.steps.next_step(decisions, old, int(time.time()))

    def _withdraw(self) -> None:
        """Remove the notice about the last step, because it is out of date."""
        self._context.strip.withdraw(self._offer)
        self._offer = None

    def _apply(self, decisions: dict[DecisionKey, Decision], write_steps: StepWriting) -> None:
        self.decided.emit(decisions, write_steps)
        table, _ = self._table_of(decisions)
        table.show_decided(decisions)

    def _table_of(
        self, decisions: dict[DecisionKey, Decision]
    ) -> tuple[DecisionTable, DecisionKey]:
        """Return the table that the decisions belong to, and the first decision's key."""
        key = next(iter(decisions))
        return (self._table if isinstance(key, int) else self._files), key


def marked_words(table: DecisionTable, changed: Sized, word: str) -> str:
    """Return how many rows were given a mark, and which mark."""
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
