"""What was read and decided goes into the file of the case beside the window, in its order.

No Qt here.  What somebody decides goes before all else, and is waited for, so that nothing that is
shown as decided is lost, whatever ends the program.  A disk that once did not answer is waited for
no more until all is written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from itertools import count
from queue import Empty, PriorityQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.documents.cases.link_row import Decision, DecisionKey, Head
from uriinspector.documents.cases.schema import DAMAGED, MOVED, READ_ONLY, CaseError

if TYPE_CHECKING:
    from uriinspector.documents.cases.contents import StepWriting
    from uriinspector.documents.cases.store import CaseFile, Read

    Job: TypeAlias = Callable[[CaseFile], object]
    Save: TypeAlias = Callable[["CaseFile | None"], CaseFile]

DECIDED, READ, OCTETS = range(3)
# So much of what was read goes into one transaction, and so long a key waits for the disk; so long
# for one that did not answer in that time.
ENTRIES, PATIENCE, IMPATIENCE = 20, 1.0, 0.03
# How often it is asked whether the file is still there, in seconds.
WATCH = 1.0


class CaseWriter:
    """One thread that writes into one file; without one all waits until there is one."""

    def __init__(self, file: CaseFile | None) -> None:
        """Begin to wait for something to write."""
        self.file = file
        self.problem = READ_ONLY if file and not file.can_write else ""
        self._jobs: PriorityQueue[tuple[int, int, Callable[[], object] | None]] = PriorityQueue()
        self._numbers = count()
        self._read: deque[Read | None] = deque()
        self._is_wanted = True
        self._is_late = False  # whether what was decided last may not be written yet
        self._thread = Thread(target=self._run, name="case", daemon=True)
        self._thread.start()

    @property
    def is_idle(self) -> bool:
        """Whether all is written."""
        return self._jobs.unfinished_tasks == 0

    def finish(self) -> None:
        """Wait until all is written."""
        self._jobs.join()

    def add(self, read: Read) -> None:
        """Write what was read, and when there is nothing else to do the octets of a file."""
        self._read.append(read)
        self._put(READ, self._add)
        number, head = read
        if isinstance(head, Head):
            self._put(OCTETS, lambda file: file.keep_octets(number, head))

    def decide(
        self, decisions: Mapping[DecisionKey, Decision], write_steps: StepWriting | None = None
    ) -> None:
        """Write what was decided: it is in the file after this, unless the disk does not answer."""
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
        """These are being read."""
        self._put(READ, lambda file: file.wait_for(paths))

    def begin(self, making: Callable[[], CaseFile]) -> None:
        """Write into the file that this makes, before all else."""

        def job() -> None:
            try:
                self.file = making()
            except CaseError as error:
                self.problem = error.why

        self._jobs.put((DECIDED, next(self._numbers), job))

    def move(self, saving: Save) -> Future[CaseFile]:
        """Write into another file from here on: the one that this makes."""
        future: Future[CaseFile] = Future()
        self._read.append(None)  # the other file begins with all that came before

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
        """Write what is left, unless it is not wanted any more, and end; the file stays open."""
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
        """Whether the file is still there: what is written to one without a name is lost."""
        if self.file is not None and not self.problem and not self.file.is_in_place:
            self.problem = MOVED

    def _do(self, job: Job) -> None:
        if self.file is None or self.problem == DAMAGED or (self.problem and job == self._add):
            self._take(len(self._read))  # behind a gap nothing could be read again
            return
        try:
            job(self.file)
        except CaseError as error:
            self.problem = error.why
        self._look()

    def _add(self, file: CaseFile) -> None:
        """What waits, in few transactions: each of them waits for the disk."""
        reads = self._take(ENTRIES)
        if reads:
            file.add(reads)

    def _take(self, most: int) -> list[Read]:
        """What came first, up to where the case moves into another file."""
        result: list[Read] = []
        while self._read and len(result) < most and (read := self._read[0]) is not None:
            result.append(read)
            self._read.popleft()
        return result
