"""Asks where a page came from, and shows what that changes before it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from threading import Event

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLineEdit, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.documents.base_change import BaseChange, TargetChange, base_change, base_element
from uriinspector.documents.scan import scan
from uriinspector.gui.documents.question_sheet import QuestionSheet
from uriinspector.gui.documents.read_errors import UNREADABLE, why
from uriinspector.gui.jobs.stream import JobBatch, ProcessEndedError, from_process
from uriinspector.gui.jobs.stream_job import ProgressBar, StreamJob
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside, plain_label
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.layouts import row, stretched

SIZE = (760, 560)
REST = 300  # milliseconds without a key before it is worked out
# Starting a process takes longer than reading this much.
AT_HAND = 1 << 19
LEAST_TABLE = 110


class PageOctets(NamedTuple):
    """A page, how it is read now, and how large it is."""

    name: str
    octets: Callable[[], bytes]
    address: str | None
    edition: str
    size: int


class BasePreview(NamedTuple):
    """What changes, and the BASE that the page has; or why that is not known."""

    change: BaseChange | None = None
    element: str | None = None
    problem: str = ""


def previews(
    page: PageOctets, address: str | None, href: str | None, own: bool, stopped: Event
) -> Iterator[JobBatch]:
    """One answer; ``own`` takes the BASE that the page has."""
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
    """The page read as it is judged now, and what would change."""
    document = scan(octets, name=name, base=now, edition=edition)
    element = base_element(document)
    yield BasePreview(base_change(document, address, element if own else href), element)


class BaseSheet(QuestionSheet):
    """Two lines, the address of the page and its BASE, and a table of targets before and after."""

    def __init__(self, parent: QWidget, theme: Theme, words: str, page: PageOctets) -> None:
        """Show how it is now."""
        super().__init__(parent, theme, say("This page came from"), words, say("Apply"))
        self._page = page
        self._has_base_line = False
        self.resize(min(theme.pixels(SIZE[0]), parent.window().width() - 40), self._height(parent))
        self.line.setText(page.address or "")
        self.line.setPlaceholderText("https://")
        self.base_line = QLineEdit()
        self.base_line.setAccessibleName(say("BASE to try"))
        self.base_line.setPlaceholderText(say("no BASE"))
        self.summary = plain_label(role="quiet")
        self.table = Grid(
            theme, Selection(), _columns(), say("Targets that change"), widest=3, spans=_no_span
        )
        self.table.setMinimumHeight(theme.pixels(LEAST_TABLE))
        self.job = StreamJob(self)
        self.progress = ProgressBar(self.job, theme.pixels(120))
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._lay_out()
        self._rest.timeout.connect(self._work_out)
        self.job.part_received.connect(self._on_answer)
        self.line.textChanged.connect(self._rest.start)
        self.base_line.textEdited.connect(self._on_base_typed)
        self.finished.connect(self.job.close)
        self._work_out()

    def _height(self, parent: QWidget) -> int:
        return min(self.theme.pixels(SIZE[1]), parent.window().height() - 40)

    def _lay_out(self) -> None:
        name = plain_label(say("BASE to try (not written):"), role="quiet")
        name.setWordWrap(False)
        place = self.body.indexOf(self.problem) + 1
        self.body.insertLayout(place, row(name, stretched(self.base_line)))
        self.body.insertLayout(place + 1, row(stretched(self.summary), self.progress))
        self.body.insertWidget(place + 2, self.table, 1)
        self.body.setStretch(place + 3, 0)  # the empty place below: the table takes its room

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
    return say("{count} of {total} references would have another target.", count=count, total=of)


def _columns() -> list[Column]:
    return [
        Column(say("Line"), lambda each: ours(number(each.line), Kind.MUTED), is_rigid=True),
        Column(say("As written"), lambda each: outside(each.value), is_uri=True),
        Column(say("Target now"), lambda each: _shown(each.before), is_uri=True),
        Column(say("Target then"), lambda each: _shown(each.after), is_uri=True),
    ]


def _shown(target: str | None) -> Pieces:
    return ours(say("none"), Kind.MUTED) if target is None else outside(target)


def _no_span(_row: TargetChange, _column: int) -> None:
    return None
