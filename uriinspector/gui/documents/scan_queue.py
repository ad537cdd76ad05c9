"""The queue of files to read, and the rereading of files with a new base or password.

Passwords are kept only in memory, until the window is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from threading import Event
from time import perf_counter
from typing import cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.documents.base_change import BaseChange, base_change, base_element
from uriinspector.documents.cases.link_row import Head, Trouble
from uriinspector.documents.cases.row_columns import FileReplacement, RowBlock
from uriinspector.documents.cases.store import CaseFile
from uriinspector.documents.document_values import RETRIEVAL
from uriinspector.documents.leaf import REFUSED
from uriinspector.documents.scan import scan
from uriinspector.gui.documents.case_storage import CaseStorage
from uriinspector.gui.documents.file_reader import (
    STOPPED,
    FileToReread,
    RereadFailure,
    ScanEvent,
    ScanOptions,
    Source,
    case_events,
    name_of,
    reread_events,
    scan_events,
)
from uriinspector.gui.documents.header_text import base_pieces
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.source_octets import UNREADABLE, why
from uriinspector.gui.jobs.latest_job import timer_of
from uriinspector.gui.jobs.stream import JobBatch, ProcessEndedError, Stream, from_process
from uriinspector.gui.jobs.stream_job import ProgressBar, StreamJob
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import Pieces, muted, outside, plain_label, plain_text, visible
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import DialogSheet, button, line_edit
from uriinspector.gui.widgets.layouts import fill, row, stretched
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip
from uriinspector.readers import browser

# Milliseconds between updates while reading, and the maximum share of the time they may take, since
# counting many rows is slow.
SHOW, SHARE = 300, 1 / 15


class ScanQueueState(NamedTuple):
    """The stream being read, whether it reopens a case, and the waiting files."""

    stream: Stream | None
    is_reopening: bool
    waiting: list[Source | FileToReread]


class ScanQueue(QObject):
    """A queue that reads files into a case, one batch after another."""

    took = Signal(object)  # a Read: new content of the case
    began = Signal(object)  # names of the sources; empty once nothing is left to read
    rows_came = Signal()  # rows were read; not emitted for each one
    ended = Signal()  # the current batch has ended
    replaced = Signal()  # the links of a file were replaced
    failed = Signal(object)  # an exception while a file was read again

    def __init__(self, case: OpenCase, asked: Callable[[], ScanOptions], parent: QObject) -> None:
        """``asked`` returns the options for the next batch."""
        super().__init__(parent)
        self.case = case
        self.is_reopening = False  # the batch comes from a case file
        self._options_of = asked
        self._waiting: list[Source | FileToReread] = []
        self._now: tuple[Source, ...] = ()  # sources being read
        self._left: list[Source | FileToReread] = []  # sources left over when the user stopped
        self._done: frozenset[str] = frozenset()  # paths to skip
        self._job = StreamJob(self)
        self._job.part_received.connect(self._on_event)
        self._job.ended.connect(self._on_end)
        self._show_timer = timer_of(self, self._show, is_single=True)
        self._pause = 0  # milliseconds until the next update

    @property
    def is_busy(self) -> bool:
        return self._job.is_busy

    @property
    def can_resume(self) -> bool:
        """True if the user stopped the reading before all files were read."""
        return bool(self._left) and not self.is_busy

    def use(self, case: OpenCase, file: CaseFile | None) -> None:
        """Switch to another case, and load the contents of its file."""
        self.stop()
        self._left = []
        self.case = case
        if file is not None:
            self.is_reopening = True
            self._job.follow(Stream(partial(case_events, file)))

    def read(self, sources: Iterable[Source]) -> None:
        """Read files, folders and pasted content, after anything already waiting."""
        self._waiting += sources
        self._begin()

    def reread(self, file: FileToReread) -> None:
        """Read a file of the case again, after anything already waiting."""
        self._waiting.append(file)
        self._begin()

    def stop(self) -> None:
        """Stop reading; everything read so far stays."""
        self._left, self._waiting = [*self._now, *self._waiting], []
        self._job.stop()

    def resume(self) -> None:
        """Read the files that were left when the user stopped the reading."""
        left, self._left = self._left, []
        self._done = frozenset(each.path for each in self.case.heads)
        self.case.troubles = [each for each in self.case.troubles if each.why != STOPPED]
        self._waiting += left
        self._begin()

    def hand_over(self) -> ScanQueueState:
        """Return the state for another queue, which takes over from this one."""
        waiting, self._waiting = self._waiting, []
        self._show_timer.stop()
        return ScanQueueState(self._job.release(), self.is_reopening, waiting)

    def take_over(self, state: ScanQueueState) -> None:
        """Take over from another queue."""
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
        files = self._now = cast("tuple[Source, ...]", sources)
        self.began.emit([name_of(each) for each in files])
        done, self._done = self._done, frozenset()
        self._job.follow(Stream(partial(scan_events, files, self._options_of(), done=done)))

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
        self._pause, self._now = 0, ()
        was_new, self.is_reopening = not self.is_reopening, False
        self._show_timer.stop()
        self.case.now = None
        if was_new:
            self.began.emit([])
        self._begin()
        self.ended.emit()


@dataclass(frozen=True)
class CaseContext:
    """The objects that the workspace's components share: settings, queue, storage and notices."""

    profile: Profile
    scan_queue: ScanQueue
    storage: CaseStorage
    strip: NoticeStrip

    @property
    def case(self) -> OpenCase:
        return self.scan_queue.case

    @property
    def edition(self) -> str:
        return str(self.profile.settings["edition"])

    def notify(self, words: str, kind: str = "info") -> None:
        self.strip.show_notice(Notice(words, kind))

    def complain(self, words: str) -> None:
        """Show a notice about a problem."""
        self.notify(words, "medium")


QUESTION_SHEET_SIZE = (520, 220)


class QuestionSheet(DialogSheet):
    """A dialog with a question, an input line, room for a problem, and a button."""

    answered = Signal(str)

    def __init__(self, parent: QWidget, title: str, words: str, accepting: str) -> None:
        """``accepting`` is the label of the button."""
        super().__init__(parent, title, QUESTION_SHEET_SIZE)
        self.words = plain_label(words)
        self.line = line_edit(title)
        self.problem = plain_label(role="warned")
        self.problem.hide()
        self.accepting = button(accepting, self._answer)
        self.accepting.setDefault(True)
        fill(self.body, self.words, self.line, self.problem, None)
        self.ask_by(self.accepting)
        self.line.returnPressed.connect(self._answer)
        self.line.textChanged.connect(lambda _text: self.problem.hide())
        self.line.setFocus()

    def complain(self, words: str) -> None:
        """Show a problem, so that the user can answer again."""
        self.problem.setText(words)
        self.problem.show()
        self.line.selectAll()
        self.line.setFocus()

    def _answer(self) -> None:
        self.answered.emit(self.line.text())


BASE_SHEET_SIZE = (760, 560)
REST = 300  # milliseconds after the last key
# Up to this size, reading is faster than starting a process.
AT_HAND = 1 << 19
LEAST_TABLE = 110


class PageOctets(NamedTuple):
    """A page with its base and size; ``octets`` returns its bytes."""

    name: str
    octets: Callable[[], bytes]
    address: str | None
    edition: str
    size: int


class BasePreview(NamedTuple):
    """The targets that would change, and the page's BASE if it has one; or a problem."""

    change: BaseChange | None = None
    element: str | None = None
    problem: str = ""


def previews(
    page: PageOctets, address: str | None, href: str | None, own: bool, stopped: Event
) -> Iterator[JobBatch]:
    """Yield one preview; with ``own``, the page's own BASE applies."""
    try:
        octets = page.octets()
        given = (page.name, octets, page.address, page.edition, address, href, own)
        is_little = len(octets) <= AT_HAND
        answers = preview(*given) if is_little else from_process(preview, given, stopped)
        yield from (JobBatch([each], 1, 1) for each in answers)
    except ProcessEndedError:
        pass
    except UNREADABLE as error:
        yield JobBatch([BasePreview(problem=why(error))], 1, 1)


def preview(
    name: str,
    octets: bytes,
    now: str | None,
    edition: str,
    address: str | None,
    href: str | None,
    own: bool,
) -> Iterator[BasePreview]:
    """Yield a preview of the targets that would change on a page."""
    document = scan(octets, name=name, base=now, edition=edition)
    element = base_element(document)
    yield BasePreview(base_change(document, address, element if own else href), element)


class BaseSheet(QuestionSheet):
    """The dialog about a page's address and its BASE, with a table of changed targets."""

    def __init__(self, parent: QWidget, words: str, page: PageOctets) -> None:
        super().__init__(parent, say("Address of the page"), words, say("Apply"))
        self._page = page
        self._has_base_line = False
        self.resize(
            min(pixels(BASE_SHEET_SIZE[0]), parent.window().width() - 40), self._height(parent)
        )
        self.line.setText(page.address or "")
        self.line.setPlaceholderText("https://")
        self.base_line = line_edit(say("BASE to try"), say("no BASE"))
        self.summary = plain_label(role="quiet")
        self.table = Grid(None, _columns(), say("Targets that change"), widest=3)
        self.table.setMinimumHeight(pixels(LEAST_TABLE))
        self.job = StreamJob(self)
        self.progress = ProgressBar(self.job, pixels(120))
        self._rest = timer_of(self, self._work_out, is_single=True, interval=REST)
        self._lay_out()
        self.job.part_received.connect(self._on_answer)
        self.line.textChanged.connect(self._rest.start)
        self.base_line.textEdited.connect(self._on_base_typed)
        self.finished.connect(self.job.close)
        self._work_out()

    def _height(self, parent: QWidget) -> int:
        return min(pixels(BASE_SHEET_SIZE[1]), parent.window().height() - 40)

    def _lay_out(self) -> None:
        name = plain_label(say("BASE to try (not saved):"), role="quiet")
        name.setWordWrap(False)
        place = self.body.indexOf(self.problem) + 1
        self.body.insertLayout(place, row(name, stretched(self.base_line)))
        self.body.insertLayout(place + 1, row(stretched(self.summary), self.progress))
        self.body.insertWidget(place + 2, self.table, 1)
        self.body.setStretch(place + 3, 0)  # the table gets the room instead

    def _on_base_typed(self) -> None:
        self._has_base_line = True
        self._rest.start()

    def _work_out(self) -> None:
        address, href = self.line.text().strip() or None, self.base_line.text().strip() or None
        own = not self._has_base_line
        work = partial(previews, self._page, address, href, own)
        self.job.run(work, size=self._page.size)

    def _on_answer(self, batch: JobBatch) -> None:
        answer: BasePreview = batch.rows[0]
        change = answer.change
        if change is None:
            self.summary.setText(answer.problem)
            return
        if not self._has_base_line:
            self.base_line.setText(answer.element or "")
        self.summary.setText(_summary(change))
        self.table.set_rows(change.changes)


def _summary(change: BaseChange) -> str:
    count, of = number(len(change.changes)), number(change.references)
    return say(
        "{count} of {total} references would have a different target.", count=count, total=of
    )


def _columns() -> list[Column]:
    return [
        Column(say("Line"), lambda each: muted(number(each.line)), is_rigid=True),
        Column(say("As written"), lambda each: outside(each.value), is_uri=True),
        Column(say("Current target"), lambda each: _shown(each.before), is_uri=True),
        Column(say("Target after the change"), lambda each: _shown(each.after), is_uri=True),
    ]


def _shown(target: str | None) -> Pieces:
    return muted(say("none")) if target is None else outside(target)


LOCKED = "{file} is encrypted. The password is not stored."
ORIGIN = (
    "Relative links in {file} are resolved against this address. Nothing is fetched. Leave the "
    "field empty to judge the page without an address."
)


class Rereading(QObject):
    """Dialogs for passwords and addresses, after which files are read again."""

    def __init__(self, parent: QWidget, context: CaseContext) -> None:
        super().__init__(parent)
        self._widget = parent
        self._context = context
        self._left: set[str] = set()  # hashes of archives to leave locked
        self._tried: set[str] = set()
        self.passwords: tuple[str, ...] = ()
        self.sheet: QuestionSheet | None = None
        context.scan_queue.ended.connect(self._on_ended)
        context.scan_queue.failed.connect(lambda error: context.complain(why(error)))

    def ask_for_password(self, file: int) -> None:
        head = self._head(file)
        words = say(LOCKED, file=visible(head.name))
        sheet = self._ask(say("Password"), words, say("Open archive"))
        if head.sha256 in self._tried:
            sheet.complain(say("This password does not work."))
        sheet.answered.connect(self._on_password)
        sheet.rejected.connect(self._on_left)
        sheet.open()

    def ask_for_base(self, file: int) -> None:
        """Ask for the address of a page."""
        head = self._head(file)
        words = f"{say(ORIGIN, file=visible(head.name))}\n\n{base_words(head)}"
        page = PageOctets(
            *(head.name, self._octets(file), base_set(head), self._context.edition, head.size)
        )
        self.sheet = sheet = BaseSheet(self._widget, words, page)
        sheet.finished.connect(self._on_finished)
        sheet.answered.connect(partial(self._on_base, file))
        sheet.open()

    def _ask(self, *words: str) -> QuestionSheet:
        self.sheet = QuestionSheet(self._widget, *words)
        self.sheet.finished.connect(self._on_finished)
        return self.sheet

    def _on_finished(self) -> None:
        self.sheet = None

    def _on_base(self, file: int, text: str) -> None:
        base = text.strip()
        if base and not is_base(base):
            assert self.sheet is not None
            self.sheet.complain(say("Not an absolute URL: {text}", text=visible(base)[:80]))
            return
        self._close()
        self._reread(file, base or None)

    def _on_password(self, text: str) -> None:
        self._close()
        if text and text not in self.passwords:
            self.passwords = (text, *self.passwords)
        for file in self._locked():
            head = self._head(file)
            self._tried.add(head.sha256)
            self._left.discard(head.sha256)
            self._reread(file, base_set(head))

    def _on_left(self) -> None:
        """Do not ask about these archives again; their locked parts stay unchecked."""
        self._left.update(self._head(file).sha256 for file in self._locked())

    def _on_ended(self) -> None:
        """Ask for the password of a locked archive, unless the user declined before."""
        case = self._context.case
        if self.sheet is not None or self._context.scan_queue.is_busy:
            return
        for file in self._locked():
            if file >= case.reopened and self._head(file).sha256 not in self._left:
                self.ask_for_password(file)
                return

    def _locked(self) -> list[int]:
        return [file for file, head in enumerate(self._context.case.heads) if head.locked]

    def _close(self) -> None:
        if self.sheet is not None:
            self.sheet.accept()

    def _reread(self, file: int, base: str | None) -> None:
        reread = FileToReread(file, self._head(file), self._octets(file), base)
        self._context.scan_queue.reread(reread)

    def _octets(self, file: int) -> Callable[[], bytes]:
        return partial(
            self._context.storage.octets, self._context.case, file, 0, self._head(file).size
        )

    def _head(self, file: int) -> Head:
        return self._context.case.heads[file]


def base_set(head: Head) -> str | None:
    """Return the address that the user has set for a file, or None."""
    bases = [*head.bases.values(), *(each.base for each in head.parts if each.base)]
    return next((each.text for each in bases if each.origin == RETRIEVAL), None)


def base_words(head: Head) -> str:
    """Return the current base of a page."""
    bases = [plain_text(line) for each in head.bases.values() for line in base_pieces(each)]
    return bases[-1] if bases else say("There is currently no base URL.")


def is_base(text: str) -> bool:
    """Return True if the text is a valid address of a page."""
    scheme = parse(text).scheme
    return scheme is not None and scheme.lower() not in REFUSED and browser.read(text).accepted
