"""What is being read into a case, what waits, and when the window shows what has come meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import takewhile
from time import perf_counter
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import Head, Trouble
from uriinspector.documents.cases.row_columns import FileReplacement, RowBlock
from uriinspector.gui.documents.file_reader import ScanOptions, Source, name_of
from uriinspector.gui.documents.scan_stream import (
    STOPPED,
    FileToReread,
    RereadFailure,
    ScanEvent,
    case_events,
    reread_events,
    scan_events,
)
from uriinspector.gui.jobs.stream import Stream
from uriinspector.gui.jobs.stream_job import StreamJob

if TYPE_CHECKING:
    from uriinspector.documents.cases.store import CaseFile
    from uriinspector.gui.documents.open_case import OpenCase

# How often what was read meanwhile is shown, in milliseconds; the first rows are shown at once.
# Of many rows much is counted anew: that takes no more than this share of the time.
SHOW, SHARE = 300, 1 / 15


class ScanQueueState(NamedTuple):
    """What is under way: what is being read, whether it was kept before, and what waits."""

    stream: Stream | None
    is_reopening: bool
    waiting: list[Source | FileToReread]


class ScanQueue(QObject):
    """Reads files into a case, one go after another."""

    took = Signal(object)  # a Read: what the case now holds and did not before
    began = Signal(object)  # with these names; none when there is nothing more to read
    rows_came = Signal()  # something, and not only now
    ended = Signal()  # a go
    replaced = Signal()  # the links of a file, by others
    failed = Signal(object)  # the exception that kept a file from being read again

    def __init__(self, case: OpenCase, asked: Callable[[], ScanOptions], parent: QObject) -> None:
        """``asked`` tells how files are to be read from now on."""
        super().__init__(parent)
        self.case = case
        self.is_reopening = False  # whether what comes was kept before
        self._options_of = asked
        self._waiting: list[Source | FileToReread] = []
        self._job = StreamJob(self)
        self._job.part_received.connect(self._on_event)
        self._job.ended.connect(self._on_end)
        self._show_timer = QTimer(self)
        self._show_timer.setSingleShot(True)
        self._show_timer.timeout.connect(self._show)
        self._pause = 0  # before what came next is shown

    @property
    def is_busy(self) -> bool:
        """Whether something is being read."""
        return self._job.is_busy

    def use(self, case: OpenCase, file: CaseFile | None) -> None:
        """Read into another case, what its file holds first."""
        self.stop()
        self.case = case
        if file is not None:
            self.is_reopening = True
            self._job.follow(Stream(partial(case_events, file)))

    def read(self, sources: Iterable[Source]) -> None:
        """Read files, folders and what was pasted, behind those that are being read."""
        self._waiting += sources
        self._begin()

    def reread(self, file: FileToReread) -> None:
        """Read a file of the case again, behind what is being read."""
        self._waiting.append(file)
        self._begin()

    def stop(self) -> None:
        """Read no further; what came so far stays."""
        self._waiting.clear()
        self._job.stop()

    def hand_over(self) -> ScanQueueState:
        """Give what is under way to the next one, and forget it."""
        waiting, self._waiting = self._waiting, []
        self._show_timer.stop()
        return ScanQueueState(self._job.release(), self.is_reopening, waiting)

    def take_over(self, state: ScanQueueState) -> None:
        """Go on with what another one began."""
        stream, self.is_reopening, self._waiting = state
        self._job.follow(stream)

    def _begin(self) -> None:
        if self._job.is_busy or not self._waiting:
            return
        self.case.now = None
        first = self._waiting[0]
        if isinstance(first, FileToReread):
            del self._waiting[0]
            self._job.follow(Stream(partial(reread_events, first, self._options_of())))
            return
        sources = tuple(takewhile(lambda each: not isinstance(each, FileToReread), self._waiting))
        del self._waiting[: len(sources)]
        files = cast("tuple[Source, ...]", sources)
        self.began.emit([name_of(each) for each in files])
        self._job.follow(Stream(partial(scan_events, files, self._options_of())))

    def _on_event(self, event: ScanEvent) -> None:
        if isinstance(event, RereadFailure):
            self.failed.emit(event.error)
            return
        is_other = isinstance(event, FileReplacement) and not self.case.has_rows(event)
        self._add(event)
        if is_other:
            self.replaced.emit()
        if not self._show_timer.isActive():
            self._show_timer.start(self._pause)

    def _show(self) -> None:
        began = perf_counter()
        self.rows_came.emit()
        if self.case.rows:
            self._pause = max(SHOW, round(1000 * (perf_counter() - began) / SHARE))

    def _add(self, event: ScanEvent) -> None:
        case = self.case
        number = len(case.heads if isinstance(event, Head) else case.rows)
        case.add(event)
        if self.is_reopening:
            case.reopened = len(case.heads)
        elif isinstance(event, Head | Trouble | FileReplacement | list | RowBlock):
            self.took.emit((number, event))

    def _on_end(self, whole: bool) -> None:
        if not whole and self.case.now is not None:
            self._add(Trouble(self.case.now.path, STOPPED))
        self._pause = 0
        was_new, self.is_reopening = not self.is_reopening, False
        self._show_timer.stop()
        self.case.now = None
        if was_new:
            self.began.emit([])
        self._begin()
        self.ended.emit()
