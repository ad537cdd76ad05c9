"""The review of fixes: what is proposed above, one change at length below, and saving."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QSizePolicy, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.documents.fixes.proposals import FixProposal
from uriinspector.gui.accessibility.announcements import announce_answer
from uriinspector.gui.fixes.fix_details import FixDetails
from uriinspector.gui.fixes.fix_list import FixList
from uriinspector.gui.fixes.fix_menus import fill_kinds, fill_saving
from uriinspector.gui.fixes.fix_model import FixModel
from uriinspector.gui.fixes.fix_review import ALL, CHOICES, LEFT, FixReview, ReviewedFile
from uriinspector.gui.fixes.fix_words import nothing, saved, summary
from uriinspector.gui.fixes.place_confirmation import PlaceConfirmation
from uriinspector.gui.fixes.review_stream import review_batches
from uriinspector.gui.fixes.saving import (
    COPY,
    PATCH,
    PLACE,
    RESTORE,
    DecidedFile,
    SaveRequest,
    patch_root,
    restored_batches,
    saved_batches,
)
from uriinspector.gui.jobs.progress_bar import ProgressBar
from uriinspector.gui.jobs.stream_job import StreamJob
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.save_dialog import ask_for_file, may_be_written
from uriinspector.gui.widgets.cards import GAP, FoldingLayout, button, card, chooser, menu_button
from uriinspector.gui.widgets.divided_panes import DividedPanes
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.notice_strip import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QResizeEvent

    from uriinspector.gui.fixes.review_stream import ReviewSource
    from uriinspector.gui.fixes.saving import SaveResult
    from uriinspector.gui.jobs.stream import JobBatch
    from uriinspector.gui.theme import Theme

# With less height than this, before zoom, there is room for the list or the details.
BOTH = 430
PROGRESS = 120


class ReviewState(NamedTuple):
    """What of a review outlasts a change of the language."""

    review: FixReview
    sources: tuple[ReviewSource, ...]
    edition: str
    is_whole: bool


class FixReviewPage(QWidget):
    """Proposals come as they are found; nothing is written before somebody says so."""

    left = Signal()
    clause_requested = Signal(str)
    notice_raised = Signal(object)  # a Notice
    written_in_place = Signal(object)  # the results

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to review."""
        super().__init__()
        self._theme = theme
        self._sources: tuple[ReviewSource, ...] = ()
        self._wanted: dict[tuple[int, int], FixProposal] = {}
        self._request = SaveRequest(COPY, ())
        self._results: list[SaveResult] = []
        self._is_small = self._is_whole = False
        self.model = FixModel()
        self.list = FixList(theme, self.model)
        self.details = FixDetails(theme, self.model)
        self.job, self.saver = StreamJob(self), StreamJob(self)
        self.ask, self.ask_for_folder = ask_for_file, QFileDialog.getExistingDirectory
        self.sheet: PlaceConfirmation | None = None
        self._make_header(theme)
        self._lay_out()
        self._wire()

    def open(
        self,
        sources: Iterable[ReviewSource],
        edition: str,
        wanted: Iterable[FixProposal] = (),
    ) -> None:
        """Read these files, and show what is proposed for them, and what somebody wants besides."""
        self._sources = tuple(sources)
        self._wanted = {(each.file, each.number): each for each in wanted}
        self.model.edition = edition
        self._is_whole = False
        self.model.use(FixReview(), self.view)
        size = sum(each.size for each in self._sources)
        self.job.run(partial(review_batches, self._sources), size=size)
        self._show_summary()

    def restore(self, state: ReviewState) -> None:
        """Show what was decided before; what was not read to its end is read again."""
        if not state.is_whole:
            self.open(state.sources, state.edition)
            return
        self._sources, self._is_whole = state.sources, True
        self.model.edition = state.edition
        self.model.use(state.review, self.view)
        self._show_summary()

    def state(self) -> ReviewState:
        """What is there, and what was decided."""
        is_whole, review = self._is_whole, self.model.review
        self.stop()
        return ReviewState(review, self._sources, self.model.edition, is_whole)

    @property
    def view(self) -> str:
        """Which rows are shown."""
        return str(self.views.currentData())

    @property
    def is_settled(self) -> bool:
        """Whether nothing is being read or written."""
        return not self.job.is_busy and not self.saver.is_busy

    def stop(self) -> None:
        """Read and write no further."""
        self.job.close()
        self.saver.close()

    def undo(self) -> None:
        """Take the last decision back."""
        self.model.show_decided(self.model.review.undo())

    def redo(self) -> None:
        """Decide again what was taken back."""
        self.model.show_decided(self.model.review.redo())

    def save_copy(self) -> None:
        """Save each file that is changed beside the old one, under another name."""
        files = self._decided()
        if len(files) > 1:
            folder = self.ask_for_folder(self, say("Folder for the copies"), self._folder())
            self._save(COPY, files, folder)
        elif self._has(files):
            name = Path(files[0].source.name)
            place = str(Path(self._folder()) / f"{name.stem} {say('fixed')}")
            ending = name.suffix.removeprefix(".") or "txt"
            self._save(COPY, files, self.ask(say("Save a copy…"), place, ending))

    def save_patch(self) -> None:
        """Save all changes as one patch."""
        files = self._decided()
        if self._has(files):
            name = Path(files[0].source.name).stem if len(files) == 1 else say("fixes")
            place = str(Path(self._folder()) / name)
            self._save(PATCH, files, self.ask(say("Save as a patch…"), place, "patch"))

    def write_in_place(self) -> None:
        """Change the files themselves, once somebody has said so."""
        files = self._decided()
        if not self._has(files):
            return
        count = sum(len(each.changes) for each in files)
        self.sheet = PlaceConfirmation(self, self._theme, [f.source for f in files], count)
        self.sheet.confirmed.connect(lambda: self._save(PLACE, files, "."))
        self.sheet.finished.connect(self._on_sheet_closed)
        self.sheet.open()

    def restore_files(self, written: tuple[SaveResult, ...]) -> None:
        """Put the old files back in the place of those that were written."""
        self._request, self._results = SaveRequest(RESTORE, ()), []
        size = sum(each.size for each in self._sources)
        self.saver.run(partial(restored_batches, written), size=size)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a small window there is room for the list or for the details."""
        super().resizeEvent(event)
        self._head.fit(self.width() - 24)
        is_small = self.height() < self._theme.pixels(BOTH)
        if is_small != self._is_small:
            self._is_small = is_small
            self._show_details(False)

    def _show_details(self, wanted: bool) -> None:
        """Show the details in place of the list, where there is no room for both."""
        self.details.setVisible(wanted or not self._is_small)
        self.list_card.setVisible(not (wanted and self._is_small))
        self.details.back.setVisible(self._is_small)
        if wanted:
            self.details.focus_first()

    def _on_details_left(self) -> None:
        self._show_details(False)
        self.list.setFocus()

    def _on_sheet_closed(self) -> None:
        self.sheet = None

    def _decided(self) -> list[DecidedFile]:
        review = self.model.review
        sources = {each.number: each for each in self._sources}
        result = []
        for number, proposals in review.accepted().items():
            fixes = {at: review.fix_of(at) for at in proposals}
            changes = {
                proposals[at].number: (proposals[at].value, fix.fixes)
                for at, fix in fixes.items()
                if fix.fixes
            }
            if changes:
                digest = review.files[number].sha256
                result.append(DecidedFile(sources[number], digest, changes))
        return result

    def _has(self, files: list[DecidedFile]) -> bool:
        if not files:
            self.notice_raised.emit(Notice(say("Nothing was written: no change is taken.")))
        return bool(files)

    def _folder(self) -> str:
        path = next((each.path for each in self._sources if each.path), "")
        return str(Path(path).parent) if path else ""

    def _save(self, how: str, files: list[DecidedFile], place: str) -> None:
        if not may_be_written(
            place, lambda words: self.notice_raised.emit(Notice(words, "medium"))
        ):
            return
        self._request, self._results = SaveRequest(how, tuple(files), Path(place)), []
        size = sum(each.source.size for each in files)
        self.saver.run(partial(saved_batches, self._request), size=size)

    def _on_rows(self, batch: JobBatch) -> None:
        """What is wanted for a link takes the place of what is proposed for it."""
        wanted = self._wanted
        for each in batch.rows:
            if isinstance(each, ReviewedFile):
                more = [one for (file, _), one in wanted.items() if file == each.number]
                self.model.add([each, *more])
        proposals = (each for each in batch.rows if isinstance(each, FixProposal))
        self.model.add(one for one in proposals if (one.file, one.number) not in wanted)

    def _on_read(self, whole: bool) -> None:
        self._is_whole = whole
        if self.list.current() < 0:
            self.list.choose(0)
        if not whole:
            self.notice_raised.emit(Notice(say("Stopped: not all links were checked."), "medium"))
        self._show_summary()
        announce_answer(self.list, self.summary.text())

    def _on_saved(self, whole: bool) -> None:
        request, results = self._request, self._results
        words, is_faulty = saved(results, request.how, patch_root(request.files))
        if not whole:
            words, is_faulty = f"{say('Stopped before the end.')} {words}", True
        written = [each for each in results if each.place]
        notice = Notice(words, "medium" if is_faulty else "info")
        if request.how == PLACE and written:
            back = partial(self.restore_files, tuple(written))
            notice = notice._replace(does=say("Undo"), action=back)
        self.notice_raised.emit(notice)
        if request.how in {PLACE, RESTORE} and written:
            self.written_in_place.emit(written)
            self.open(self._sources, self.model.edition)

    def _show_summary(self) -> None:
        review = self.model.review
        is_busy = self.job.is_busy
        self.summary.setText(say("Checking the links…") if is_busy else summary(review))
        self.list.tell_nothing("" if is_busy else nothing(review, self.view))
        self.kinds.setEnabled(bool(review.proposals))
        self.saving.setEnabled(review.changed > 0 and self.is_settled)

    def _make_header(self, theme: Theme) -> None:
        self.title = plain_label(say("Review fixes"), role="title")
        self.summary = plain_label(role="quiet")
        self.summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.views = chooser(
            say("Rows shown"),
            {
                ALL: say("All changes"),
                CHOICES: say("Choices left to you"),
                LEFT: say("Links not changed"),
            },
        )
        self.kinds, self.saving = menu_button(say("All of a kind")), menu_button(say("Save"))
        self.kinds.setMenu(QMenu(self))
        self.saving.setMenu(QMenu(self))
        fill_kinds(self.kinds.menu(), self.model)
        fill_saving(
            self.saving.menu(),
            {
                say("Save a copy…"): self.save_copy,
                say("Save as a patch…"): self.save_patch,
                say("Change the file in place…"): self.write_in_place,
            },
        )
        self.back = button(say("Back to the links"), self.left.emit)
        pixels = theme.pixels(PROGRESS)
        self.progress, self.writing = ProgressBar(self.job, pixels), ProgressBar(self.saver, pixels)

    def _lay_out(self) -> None:
        first = row(self.title, self.progress, self.writing, None)
        self._head = FoldingLayout(first, row(self.views, self.kinds, self.saving, self.back))
        head = column_of(self._head, self.summary, spacing=2)
        self.list_card = card(self.list, margins=(1, 1))
        panes = DividedPanes(Qt.Orientation.Vertical, say("Changes, change details"), GAP)
        panes.addWidget(self.list_card)
        panes.addWidget(self.details)
        panes.setStretchFactor(0, 3)
        panes.setStretchFactor(1, 2)
        panes.setSizes([330, 250])
        column_of(
            card(head, margins=(14, 8)),
            stretched(panes),
            into=self,
            margins=(0, 0, 0, 0),
            spacing=GAP,
        )

    def _wire(self) -> None:
        self.job.part_received.connect(self._on_rows)
        self.job.ended.connect(self._on_read)
        self.saver.part_received.connect(lambda batch: self._results.extend(batch.rows))
        self.saver.ended.connect(self._on_saved)
        self.views.currentIndexChanged.connect(self._on_view)
        self.model.decided.connect(self._show_summary)
        self.list.row_changed.connect(self.details.show_fix)
        self.list.details_requested.connect(lambda: self._show_details(True))
        self.list.undo_requested.connect(self.undo)
        self.list.copied.connect(lambda words: self.notice_raised.emit(Notice(words)))
        self.list.left.connect(self.left)
        self.details.left.connect(self._on_details_left)
        self.details.clause_requested.connect(self.clause_requested)
        self.details.step_requested.connect(self._step)

    def _step(self, steps: int) -> None:
        self.list.choose(self.list.currentIndex().row() + steps)

    def _on_view(self) -> None:
        self.model.use(self.model.review, self.view)
        self._show_summary()
