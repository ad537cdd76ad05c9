"""Actions on the case as a whole: open, save, discard, and the status line."""

from concurrent.futures import Future
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMenu

from uriinspector.documents.cases.contents import StepHistory, StepWriting, write_history
from uriinspector.documents.cases.link_row import Decision, DecisionKey
from uriinspector.documents.cases.schema import (
    DAMAGED,
    ENDING,
    MOVED,
    READ_ONLY,
    CaseError,
    is_case,
    is_damage,
)
from uriinspector.documents.cases.store import CaseFile
from uriinspector.gui.documents.case_export import suggested_file
from uriinspector.gui.documents.case_storage import CaseStorage, UnsavedWork, unsaved_work
from uriinspector.gui.documents.header_text import left_words
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.scan_queue import CaseContext
from uriinspector.gui.jobs.latest_job import timer_of
from uriinspector.gui.jobs.stream_job import NO_ANSWER, timely_answer
from uriinspector.gui.selection import add_entry, fill_when_opened
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.transfer.exporter import ask_for_file, may_be_written
from uriinspector.gui.transfer.incoming import is_remote
from uriinspector.gui.widgets.notice_strip import Notice

LOOK, WATCH = 50, 1_000
RESCUED = "The case file was moved or deleted. A copy is kept on this computer."
# The maximum number of unsaved cases in the menu.
OFFERED = 8


class CaseActions(QObject):
    """Actions that begin, open, save and discard a case."""

    case_changed = Signal(object, object)  # an OpenCase, and its CaseFile or None
    status_changed = Signal()  # the status line has changed
    saved = Signal(str)  # the path of the file that the case was saved in

    def __init__(self, context: CaseContext) -> None:
        super().__init__(context.strip)
        self._context = context
        self.case_storage = context.storage
        self._saving: Future[CaseFile] | None = None
        self._is_rescue = False
        self._status = ""
        self._is_handed_over = self._is_copy_wanted = False
        self._folder = ""  # the folder used last
        self.ask = ask_for_file
        self.ask_open = ask_for_case
        self._timer = timer_of(self, self._look, interval=LOOK)
        self._watch_timer = timer_of(self, self._watch_file, interval=WATCH)
        self._watch_timer.start()
        self._rescued = ""  # the missing file for which the case was last saved elsewhere
        context.scan_queue.took.connect(self._on_read)
        context.scan_queue.began.connect(self._on_began)
        context.scan_queue.ended.connect(self._on_ended)

    @property
    def is_settled(self) -> bool:
        """True if everything is stored and the status line shows it."""
        return not self._timer.isActive()

    def fill(self, menu: QMenu) -> None:
        """Fill a menu with all actions each time it opens."""

        def build() -> None:
            queue = self._context.scan_queue
            can_forget = queue.case.steps.is_filled and not queue.is_reopening
            add_entry(menu, say("New case"), self.new)
            add_entry(menu, say("Open case…"), self.open_asked)
            add_entry(menu, say("Save case as…"), self.save).setEnabled(self._can_save)
            forgetting = add_entry(menu, say("Delete the undo history"), self.forget_steps)
            forgetting.setEnabled(can_forget)
            if self.case_storage.file is not None and not self.case_storage.is_saved:
                menu.addSeparator()
                add_entry(menu, say("Discard the case"), self.discard)
            unsaved_cases = list(islice(self.case_storage.left(), OFFERED))
            if unsaved_cases:
                menu.addSection(say("Not saved"))
            for each in unsaved_cases:
                add_entry(menu, left_words(each), partial(self.open, each.path))

        fill_when_opened(menu, build)

    def new(self) -> None:
        """Begin a new case; an unsaved one with decisions stays on disk."""
        before = self.leave()
        self.case_changed.emit(OpenCase(), None)
        if before is not None:
            words = say("The previous case was not saved. A copy is kept on this computer.")
            self._offer_case(words, say("Reopen"), before)

    def open(self, path: Path) -> None:
        """Open a case in place of the current one."""
        if is_remote(str(path)):
            self._complain(say("network files are never opened"))
            return
        if path == self.case_storage.file:
            return
        try:
            file = timely_answer(lambda: CaseFile.open(path), late=CaseFile.close)
        except (CaseError, TimeoutError) as error:
            why = say(error.why if isinstance(error, CaseError) else NO_ANSWER)
            self._complain(say("{file}: {why}", file=visible(path.name), why=why))
            return
        self.leave()
        self.case_storage.use(file)
        self._context.strip.dismiss()
        self.case_changed.emit(OpenCase(), file)
        if self.case_storage.is_saved:
            self.saved.emit(str(path))
        if not file.can_write:
            self._complain(say(READ_ONLY))

    def open_asked(self) -> None:
        result = self.ask_open()
        if result:
            self.open(Path(result))

    def save(self) -> None:
        """Ask for a file name, save the case, and keep storing it there."""
        if not self._can_save or self._saving is not None:
            self._context.notify(say("There is no case to save."))
            return
        name = suggested_file(self._context.case, "", self._folder)
        chosen = self.ask(say("Save case"), name, ENDING)
        if not may_be_written(chosen, self._complain):
            return
        self._folder = str(Path(chosen).parent)
        self._saving = self.case_storage.save(self._context.case, Path(chosen))
        self._timer.start()

    def discard(self) -> None:
        """Begin a new case, and delete the current one if it is unsaved."""
        self._stop()
        self.case_storage.discard()
        self.case_changed.emit(OpenCase(), None)

    def forget_steps(self) -> None:
        """Delete the undo history, which contains earlier notes and marks."""
        self._context.case.steps.clear()
        self.decide({}, partial(write_history, history=StepHistory()))
        self._context.notify(say("Undo history deleted. Marks and notes are kept."))

    def leave(self) -> Path | None:
        """Close the case; return its path if it is unsaved and stays on disk."""
        self._stop()
        is_wanted = self._is_copy_wanted or self._context.case.is_decided()
        self._is_copy_wanted = False
        return self.case_storage.leave(is_wanted=is_wanted)

    def unsaved(self) -> UnsavedWork | None:
        """Return what would be lost if the case were closed now, or None."""
        queue = self._context.scan_queue
        is_reading = queue.is_busy and not queue.is_reopening
        return unsaved_work(
            queue.case, self.case_storage, is_reading=is_reading, can_save=self._can_save
        )

    def keep_copy(self) -> None:
        """Keep a copy when the case is closed, even if it has no decisions."""
        self._is_copy_wanted = True

    def hand_over(self) -> CaseStorage:
        """Return the storage for the page that replaces this one; the case is not closed."""
        if self._saving is not None:
            self.finish()
        self._timer.stop()
        self._is_handed_over = True
        return self.case_storage

    def close(self) -> bool:
        """Close the case, unless another page has taken it over; return True if it was closed."""
        if not self._is_handed_over:
            self.leave()
        return not self._is_handed_over

    def offer(self) -> None:
        """Offer to reopen the newest unsaved case."""
        unsaved_case = next(self.case_storage.left(), None)
        if unsaved_case is not None:
            self._offer_case(left_words(unsaved_case), say("Reopen"), unsaved_case.path)

    def finish(self) -> None:
        """Wait until everything is written, and update the status."""
        self.case_storage.finish()
        self._look()

    def watch(self) -> None:
        """Watch the state of the storage, and report changes."""
        self._timer.start()
        self._look()

    def status(self) -> str:
        """Say where the case is stored, or why it is not."""
        keeping = self.case_storage
        if keeping.problem:
            return say(keeping.problem)
        if self._saving is not None:
            return say("Saving the case…")
        if keeping.is_saved and keeping.file is not None:
            return say("Saved in {file}", file=visible(keeping.file.name))
        if keeping.file is not None or keeping.folder is not None:
            return say("Not saved; a copy is kept on this computer")
        return say("Not saved: the case will be lost when you close the window")

    def decide(
        self, decisions: dict[DecisionKey, Decision], write_steps: StepWriting | None = None
    ) -> None:
        """Store decisions, and the steps to undo them."""
        self.case_storage.decide(decisions, write_steps)
        self._timer.start()

    def _stop(self) -> None:
        """Stop reading, and finish saving."""
        self._context.scan_queue.stop()
        if self._saving is not None:
            self.finish()

    @property
    def _can_save(self) -> bool:
        return bool(self._context.case.heads) and not self._context.scan_queue.is_reopening

    def _on_read(self, read: object) -> None:
        self.case_storage.add(read)  # type: ignore[arg-type]  # a signal carries any object
        self._timer.start()

    def _on_began(self, names: list[str]) -> None:
        self.case_storage.wait_for(names)

    def _on_ended(self) -> None:
        """Stop storing a damaged case: writing would lose the parts that could not be read."""
        if any(is_damage(each.why) for each in self._context.case.troubles):
            self.case_storage.refuse(DAMAGED)
        self._timer.start()

    def _look(self) -> None:
        if self._saving is not None and self._saving.done():
            self._on_saved()
        if self.case_storage.is_idle and self._saving is None:
            self._timer.stop()
        status = self.status()
        if status != self._status:
            self._status = status
            self.status_changed.emit()
            if self.case_storage.problem:
                self._complain(status)

    def _watch_file(self) -> None:
        """If the case file is gone, save the case elsewhere; try this only once."""
        storage = self.case_storage
        if (
            storage.problem != MOVED
            or self._saving is not None
            or self._context.scan_queue.is_reopening
        ):
            return
        self._look()
        if self._rescued != str(storage.file):
            self._rescued = str(storage.file)
            self._saving = storage.save_again(self._context.case)
            self._is_rescue = self._saving is not None
            self._timer.start()

    def _on_saved(self) -> None:
        assert self._saving is not None
        trouble, self._saving = self._saving.exception(), None
        was_rescue, self._is_rescue = self._is_rescue, False
        if isinstance(trouble, CaseError):
            self._complain(say("Not saved: {why}", why=say(trouble.why)))
            return
        assert self.case_storage.file is not None
        if was_rescue:
            self._context.strip.show_notice(
                Notice(say(RESCUED), "medium", say("Save case as…"), self.save)
            )
            return
        self.saved.emit(str(self.case_storage.file))
        words = say("Saved as {file}.", file=visible(self.case_storage.file.name))
        left_out = self.case_storage.not_stored(self._context.case)
        if left_out:
            words += " " + say_count(
                left_out,
                "The source of 1 file is missing: too large or deleted.",
                "The source of {count} files is missing: too large or deleted.",
            )
        self._context.notify(words)

    def _complain(self, words: str) -> None:
        self._context.complain(words)

    def _offer_case(self, words: str, does: str, path: Path) -> None:
        self._context.strip.show_notice(Notice(words, "info", does, lambda: self.open(path)))


def is_case_file(name: str) -> bool:
    """Return True if a local file is a case; False if the disk does not respond in time."""
    try:
        return not is_remote(name) and timely_answer(lambda: is_case(Path(name)))
    except TimeoutError:
        return False  # the scan waits for it in the background, and can be stopped


def ask_for_case() -> str:
    """Show the dialog for opening a case; return the path, or an empty string."""
    kinds = f"{say('Cases')} (*.{ENDING})"
    return QFileDialog.getOpenFileName(None, say("Open case"), "", kinds)[0]
