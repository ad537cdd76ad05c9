"""Stores the open case in its file, and finds cases that were not saved. No Qt.

Decisions are written before anything else, and the caller waits for them, so that no visible
decision is lost if the program is killed. After a timeout, later calls wait only briefly, until
everything has been written.

An unsaved case is kept in the program's own folder. If it contains decisions, it stays there and is
offered again; otherwise it is deleted when the window closes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from queue import Empty, PriorityQueue
from secrets import token_hex
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import Decision, DecisionKey, Head
from uriinspector.documents.cases.row_columns import KindAnswers
from uriinspector.documents.cases.schema import (
    DAMAGED,
    ENDING,
    MOVED,
    READ_ONLY,
    CaseError,
    ChangedError,
)
from uriinspector.documents.cases.store import CaseFile, CaseSummary, Contents, Read, save
from uriinspector.documents.scan_state import PARQUET
from uriinspector.gui.documents.source_octets import NoSourceError, NotStoredError, octets_of
from uriinspector.gui.jobs.stream_job import timely_answer
from uriinspector.gui.text.translation import say, say_count

if TYPE_CHECKING:
    from uriinspector.documents.cases.contents import StepWriting
    from uriinspector.gui.documents.open_case import OpenCase

    Job: TypeAlias = Callable[[CaseFile], object]
    Save: TypeAlias = Callable[["CaseFile | None"], CaseFile]


DECIDED, READ, OCTETS = range(3)
# The maximum number of items per transaction; seconds to wait for a decision to be written,
# normally and after a timeout.
ENTRIES, PATIENCE, IMPATIENCE = 20, 1.0, 0.03
# Seconds between checks that the file is still there.
WATCH = 1.0


class CaseWriter:
    """A thread that writes to a case file; its jobs wait until the file exists."""

    def __init__(self, file: CaseFile | None) -> None:
        self.file = file
        self.problem = READ_ONLY if file and not file.can_write else ""
        self._jobs: PriorityQueue[tuple[int, int, Callable[[], object] | None]] = PriorityQueue()
        self._numbers = count()
        self._read: deque[Read | None] = deque()
        self._is_wanted = True
        self._is_late = False  # True if the last decision may not be written yet
        self._thread = Thread(target=self._run, name="case", daemon=True)
        self._thread.start()

    @property
    def is_idle(self) -> bool:
        """True if everything is written."""
        return self._jobs.unfinished_tasks == 0

    def finish(self) -> None:
        """Wait until everything is written."""
        self._jobs.join()

    def add(self, read: Read) -> None:
        """Write an item that was read and, with the lowest priority, the bytes of its file."""
        self._read.append(read)
        self._put(READ, self._add)
        number, head = read
        if isinstance(head, Head):
            self._put(OCTETS, lambda file: file.keep_octets(number, head))

    def decide(
        self, decisions: Mapping[DecisionKey, Decision], write_steps: StepWriting | None = None
    ) -> None:
        """Write decisions and wait until they are stored, unless the disk does not respond."""
        done = Event()

        def job() -> None:
            try:
                self._do(lambda file: file.decide(decisions, write_steps))
            finally:
                done.set()

        self._is_late = self._is_late and not self.is_idle
        self._jobs.put((DECIDED, next(self._numbers), job))
        self._is_late = not done.wait(IMPATIENCE if self._is_late else PATIENCE)

    def wait_for(self, paths: list[str]) -> None:
        """Store which files are being read."""
        self._put(READ, lambda file: file.wait_for(paths))

    def begin(self, making: Callable[[], CaseFile]) -> None:
        """Create the file to write to, before any other job."""

        def job() -> None:
            try:
                self.file = making()
            except CaseError as error:
                self.problem = error.why

        self._jobs.put((DECIDED, next(self._numbers), job))

    def move(self, saving: Save) -> Future[CaseFile]:
        """Continue in another file, created by ``saving``."""
        future: Future[CaseFile] = Future()
        self._read.append(None)  # everything before this belongs to the old file

        def job() -> None:
            while self._read.popleft() is not None:
                pass
            try:
                self.file = saving(self.file)
                self.problem = ""
            except CaseError as error:
                future.set_exception(error)
            else:
                future.set_result(self.file)

        self._jobs.put((READ, next(self._numbers), job))
        return future

    def close(self, *, at_once: bool = False) -> None:
        """Stop the thread after writing the rest, or immediately; the file stays open."""
        self._is_wanted = not at_once
        self._put(OCTETS, None)
        self._thread.join()

    def _put(self, when: int, job: Job | None) -> None:
        self._jobs.put((when, next(self._numbers), job and partial(self._do, job)))

    def _run(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=WATCH)[2]
            except Empty:
                self._look()
                continue
            if job is not None and self._is_wanted:
                job()
            self._jobs.task_done()
            if job is None:
                return

    def _look(self) -> None:
        """Detect that the file was moved or deleted, since anything written to it would be lost."""
        if self.file is not None and not self.problem and not self.file.is_in_place:
            self.problem = MOVED

    def _do(self, job: Job) -> None:
        if self.file is None or self.problem == DAMAGED or (self.problem and job == self._add):
            self._take(len(self._read))  # after a gap, later items could not be read
            return
        try:
            job(self.file)
        except CaseError as error:
            self.problem = error.why
        self._look()

    def _add(self, file: CaseFile) -> None:
        """Write several items in one transaction, because each transaction waits for the disk."""
        reads = self._take(ENTRIES)
        if reads:
            file.add(reads)

    def _take(self, most: int) -> list[Read]:
        """Return the next items, up to the point where the case moves to another file."""
        result: list[Read] = []
        while self._read and len(result) < most and (read := self._read[0]) is not None:
            result.append(read)
            self._read.popleft()
        return result


class UnsavedCase(NamedTuple):
    """An unsaved case, the time of its last change, and the number of decided files."""

    path: Path
    at: float
    summary: CaseSummary
    decided_files: int = 0


class CaseStorage:
    """Stores an ``OpenCase`` in a ``CaseFile``.

    The file is written in the background, moved when the case is saved, and deleted if an
    unsaved case need not be kept. Without a folder, nothing is stored until the case is saved.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.is_saved = False
        self._writer: CaseWriter | None = None
        self._waits: list[str] = []

    @property
    def file(self) -> Path | None:
        """Return the path of the case file; None if nothing is stored."""
        file = self._writer and self._writer.file
        return file.path if file else None

    @property
    def name(self) -> str:
        """Return the name of the saved case, or an empty string."""
        return self.file.stem if self.is_saved and self.file else ""

    @property
    def problem(self) -> str:
        """Return why nothing can be stored any more, or an empty string."""
        return self._writer.problem if self._writer else ""

    def refuse(self, why: str) -> None:
        """Stop storing, and report this reason as the problem."""
        if self._writer:
            self._writer.problem = why

    @property
    def is_idle(self) -> bool:
        return self._writer is None or self._writer.is_idle

    def finish(self) -> None:
        if self._writer:
            self._writer.finish()

    def add(self, read: Read) -> None:
        """Store what was read; begin a new file if there is none."""
        if self._writer is None and self.folder:
            self._begin(self.folder)
        if self._writer:
            self._writer.add(read)

    def decide(
        self, decisions: Mapping[DecisionKey, Decision], write_steps: StepWriting | None = None
    ) -> None:
        """Store decisions, and the steps to undo them."""
        if self._writer:
            self._writer.decide(decisions, write_steps)

    def wait_for(self, paths: list[str]) -> None:
        """Store which files are being read, in case the reading is interrupted."""
        self._waits = paths
        if self._writer:
            self._writer.wait_for(paths)

    def use(self, file: CaseFile) -> None:
        """Continue in the file of a case that has been opened."""
        self._writer = CaseWriter(file)
        self.is_saved = file.path.parent != self.folder

    def save(self, case: OpenCase, path: Path) -> Future[CaseFile]:
        """Save the case to a file, and continue there."""
        links, mails = case.rows, tuple(case.heads)
        troubles = tuple(case.troubles)
        decided = (case.decisions, case.steps.copy)
        contents = Contents(mails, links, len(links), troubles, *decided, case.reopened)
        if self._writer is None:
            self._writer = CaseWriter(None)
        was_saved = self.is_saved

        def saving(old: CaseFile | None) -> CaseFile:
            if old and old.path == path and self.problem != MOVED:
                if self.problem:
                    raise CaseError(self.problem)
                return old
            case_file = save(path, contents, old)
            if old:
                old.close() if was_saved else old.remove()
            self.is_saved = path.parent != self.folder
            return case_file

        return self._writer.move(saving)

    def save_again(self, case: OpenCase) -> Future[CaseFile] | None:
        """Store a case whose file is gone as an unsaved case."""
        return self.save(case, self.folder / _new_name()) if self.folder else None

    def octets(self, case: OpenCase, number: int, start: int, end: int) -> bytes:
        """Return bytes of a file from the disk or, failing that, from the case.

        Paths in a reopened case are not trusted: opening them could access another computer.
        """
        if case.heads[number].kind == PARQUET:
            raise NoSourceError
        trouble: OSError | ChangedError | NotStoredError = NotStoredError()
        if number >= case.reopened:
            try:
                return timely_answer(lambda: octets_of(case.heads[number], start, end))
            except (OSError, ChangedError) as error:
                trouble = error
        file = self._writer and self._writer.file
        result = file.octets(number, start, end) if file else None
        if result is None:
            raise trouble
        return result

    def not_stored(self, case: OpenCase) -> int:
        """Return the number of files whose bytes are not in the case file."""
        file = self._writer and self._writer.file
        return len(case.heads) - (file.summary().stored_files if file else 0)

    def leave(self, *, is_wanted: bool) -> Path | None:
        """Close the case; delete it if it is unsaved, has no decisions, and no copy is wanted.

        Returns the path of an unsaved case that stays on disk.
        """
        goes = not self.is_saved and not is_wanted and not self._has_decisions()
        left = None if goes or self.is_saved else self.file
        self._let_go(goes=goes)
        return left

    def discard(self) -> None:
        """Close the case, and delete it if it is unsaved."""
        self._let_go(goes=not self.is_saved)

    def left(self) -> Iterator[UnsavedCase]:
        """Yield the unsaved cases, newest first, except those open in other windows."""
        paths = sorted(self.folder.glob(f"*.{ENDING}"), reverse=True) if self.folder else []
        for path in paths:
            try:
                at = path.stat().st_mtime
                file = CaseFile.open(path)
            except (OSError, CaseError):
                continue
            with closing(file), suppress(CaseError):
                summary = file.summary()
                if summary.files:
                    yield UnsavedCase(path, at, summary, file.decided_files())
                else:
                    file.remove()  # empty: the program ended before anything was read

    def is_reopenable(self, path: Path) -> bool:
        """Return True if a case is not empty and not open in another window."""
        try:
            with closing(CaseFile.open(path)) as file:
                return file.summary().files > 0
        except (OSError, CaseError):
            return False

    def _let_go(self, *, goes: bool) -> None:
        writer, self._writer = self._writer, None
        self.is_saved, self._waits = False, []
        if writer is None:
            return
        writer.close(at_once=goes)
        if writer.file:
            writer.file.remove() if goes else writer.file.close()

    def _has_decisions(self) -> bool:
        """Return True if the file contains decisions, which may not be loaded yet."""
        file = self._writer and self._writer.file
        try:
            return bool(file and file.summary().decisions)
        except CaseError:
            return True  # unknown, so assume there are some

    def _begin(self, folder: Path) -> None:
        """Create the file in the thread, because each step waits for the disk."""
        self._writer = CaseWriter(None)
        self._writer.begin(lambda: CaseFile.make(folder / _new_name()))
        self._writer.wait_for(self._waits)


def _new_name() -> str:
    return f"{datetime.now():%Y-%m-%d %H.%M.%S} {token_hex(2)}.{ENDING}"


# Medium and high: links of these severities usually need a review.
SERIOUS = (2, 3)


class UnsavedWork(NamedTuple):
    """Reasons to ask before quitting, and the choices to offer."""

    words: tuple[str, ...]
    can_save: bool
    can_keep: bool
    is_saved: bool


def unsaved_work(
    case: OpenCase, storage: CaseStorage, *, is_reading: bool, can_save: bool
) -> UnsavedWork | None:
    """Return what would be lost on quitting; None if everything is saved."""
    is_saved = storage.is_saved and not storage.problem
    if not (case.heads or is_reading) or (is_saved and not is_reading):
        return None
    words = [] if is_saved else [_decided(case)]
    if is_reading:
        words.append(say("Files are still being read. Anything not yet read is left out."))
    if storage.problem:
        words.append(say(storage.problem))
    can_keep = storage.file is not None and not storage.is_saved and not storage.problem
    if can_keep:
        words.append(
            say("A copy can be kept on this computer. Documents will then offer to open it again.")
        )
    return UnsavedWork(tuple(words), can_save and not is_saved, can_keep, is_saved)


def _decided(case: OpenCase) -> str:
    """Return how many links are decided, and how many serious ones have no mark."""
    if len(case.files) > 1:
        return _decided_files(case)
    links = _links(len(case.rows))
    serious = _serious_links(case)
    values = {
        "links": links,
        "decided": say_count(
            len(case.decisions()), "1 is marked or has a note", "{count} are marked or have notes"
        ),
        "left": sum(at not in case.marks for at in serious),
        "serious": len(serious),
    }
    if not serious:
        return say("{links}: {decided}.", **values)
    return say(
        "{links}: {decided}. Of medium or high severity and not marked: {left} of {serious}.",
        **values,
    )


def _serious_links(case: OpenCase) -> list[int]:
    is_serious = KindAnswers(case.rows, lambda kind: kind.rank in SERIOUS)
    return [at for at, kind in enumerate(case.rows.kind_of) if is_serious[kind]]


def _decided_files(case: OpenCase) -> str:
    """Return how many emails, files and links are decided, and how many serious ones are not."""
    counts, serious = case.counts(), _serious_links(case)
    entries = [each.key for each in case.files.single() if each.rank in SERIOUS]
    words = [
        say(
            "{amount}, {links}. Marked or with a note: {files}, {decided}.",
            amount=counts.words(say_count),
            links=_links(counts.links),
            files=_files(case, len(case.decided_files(case.file_marks | case.file_notes))),
            decided=_links(len(case.marks | case.notes)),
        )
    ]
    if entries or serious:
        of_files = sum(key not in case.file_marks for key in entries)
        of_links = sum(at not in case.marks for at in serious)
        words.append(
            say(
                "Of medium or high severity and not marked: {left} of {files}, {rest} of {links}.",
                left=of_files,
                files=_files(case, len(entries)),
                rest=of_links,
                links=_links(len(serious)),
            )
        )
    return " ".join(words)


def _files(case: OpenCase, count: int) -> str:
    if case.files.are_emails:
        return say_count(count, "1 email", "{count} emails")
    return say_count(count, "1 file", "{count} files")


def _links(count: int) -> str:
    return say_count(count, "1 link", "{count} links")
