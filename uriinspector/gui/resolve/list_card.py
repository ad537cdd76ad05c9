"""The card on which a pasted list is resolved, row for row, and marked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QFrame

from uriinspector.export.judged_answers import RIGHT, UNMARKED, WRONG
from uriinspector.gui.accessibility.announcements import announce
from uriinspector.gui.editor.clipboard_text import to_clipboard
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.jobs.progress_bar import WIDTH, ProgressBar
from uriinspector.gui.jobs.stream_job import StreamJob
from uriinspector.gui.resolve.list_table import ListTable
from uriinspector.gui.resolve.pasted_list import (
    SHAPES,
    PastedList,
    Saved,
    answered,
    fits,
    saved,
    shape_of,
)
from uriinspector.gui.resolve.variants import STRICT_2005, Variant
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.small_files import read_file
from uriinspector.gui.widgets.cards import FoldingLayout, button
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QResizeEvent

    from uriinspector.gui.jobs.stream import JobBatch
    from uriinspector.gui.resolve.pasted_list import ListAnswer, ListFormat
    from uriinspector.gui.theme import Theme

# A base is typed to its end before a list is resolved anew, in milliseconds.
REST = 250
# More rows than these are written beside the window.
FEW = 1_000
NARROWEST = 90  # of the chooser
HINT = (
    "Paste, open or drop one reference per line, or table cells: reference and expected target, "
    "with an optional base in front."
)


def _codes_in(picture: tuple[bytes, str]) -> tuple[Sequence[str], str]:
    """Return the texts of the codes in a picture, and the path it was read from."""
    from uriinspector.gui.transfer.image_codes import find_codes

    return find_codes(picture[0]).texts, picture[1]


class ListCard(QFrame):
    """References, one a row; choosing a row shows its steps."""

    pair_chosen = Signal(str, str)  # base, reference
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        """Start without a list."""
        super().__init__()
        self.setObjectName("card")
        self.text = ""
        self._chosen_shape: ListFormat | None = None
        self._against: tuple[str, Variant] = ("", STRICT_2005)
        self.job = StreamJob(self)
        self.saver = LatestJob(saved, self)
        self.picture_job = LatestJob(_codes_in, self, rest=0)
        self.picture_job.answered.connect(self._take_codes)
        self.title = plain_label(role="title")
        self.summary = plain_label(role="quiet")
        self.shape = QComboBox()
        for each in SHAPES:
            self.shape.addItem(say(each.title))
        self.shape.setMinimumWidth(NARROWEST)
        self.shape.setAccessibleName(say("Columns of the list"))
        self.only_wrong = QCheckBox(say("Only wrong rows"))
        self.paste = button(say("Paste a list"), self.take_clipboard)
        self.open = button(say("Open a list…"), self._on_open)
        self.done = button(say("Back to the steps"), self.closed.emit)
        self.progress = ProgressBar(self.job, theme.pixels(WIDTH))
        self.table = ListTable(theme)
        self.copy = button(say("Copy original"), lambda: self._hand_on(None))
        self.copy.setAccessibleName(say("Copy original: {what}", what=say("the table as CSV")))
        self.save = button(say("Save as CSV with original links…"), self._on_save)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._lay_out()
        self._wire()
        self._tell()

    def take_clipboard(self) -> None:
        """Take the list that is on the clipboard."""
        self.show_list(QGuiApplication.clipboard().text())

    def take_file(self, path: str) -> None:
        """Take the list that is in a file."""
        content = read_file(path)
        if content.picture is not None:
            self.picture_job.ask((content.picture, path), is_long=True)
        else:
            self._take_codes((content.texts, path))

    def _take_codes(self, codes: tuple[Sequence[str], str] | None) -> None:
        """Take the texts of a file, or say that there are none."""
        texts, path = codes or ((), "")
        if texts:
            self.show_list("\n".join(texts))
        elif path:
            file = visible(Path(path).name)
            self.summary.setText(say("Cannot read a list from this file: {file}", file=file))
            announce(self.summary.text())

    def take(self, data: QMimeData) -> bool:
        """Take what is dropped, if there is a list in it."""
        path = next((each.toLocalFile() for each in data.urls() if each.isLocalFile()), "")
        if path:
            self.take_file(path)
        elif data.hasText():
            self.show_list(data.text())
        return bool(path) or data.hasText()

    def show_list(self, text: str) -> None:
        """Resolve these lines, read as somebody chose if they can be, else as they look."""
        if self.picture_job.is_waiting:
            self.picture_job.drop()
        self.text = text if text.strip() else ""
        self.shape.blockSignals(True)
        chosen = self._chosen_shape
        shape = chosen if chosen is not None and fits(text, chosen) else shape_of(text)
        self.shape.setCurrentIndex(SHAPES.index(shape))
        self.shape.blockSignals(False)
        self.refresh()
        self.take_focus()

    def resolve_against(self, base: str, variant: Variant) -> None:
        """Resolve in this way from now on, against this base where a row has none of its own."""
        if (base, variant) != self._against:
            self._against = (base, variant)
            if self.text:
                self._rest.start()

    def take_focus(self) -> None:
        """Give the keys to the table, or to the button that brings one."""
        (self.table if self.text else self.paste).setFocus()

    def refresh(self) -> None:
        """Resolve the list anew."""
        self._rest.stop()
        self.job.close()
        self.table.begin(self._against[0])
        if self.text:
            pasted = PastedList(self.text, SHAPES[self.shape.currentIndex()])
            self.job.start(answered, pasted, *self._against, size=len(self.text))
        self._tell()

    def stop(self) -> None:
        """Stop what is still at work."""
        self._rest.stop()
        for each in (self.job, self.saver, self.picture_job):
            each.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the title where there is no room beside it."""
        super().resizeEvent(event)
        self._head.fit(self.width())

    def _on_shape(self, number: int) -> None:
        self._chosen_shape = SHAPES[number]

    def _on_came(self, part: JobBatch) -> None:
        self.table.take(part.rows)
        self._tell()

    def _tell(self, *, is_whole: bool = True) -> None:
        marks, count = self.table.marks, len(self.table.answers)
        is_ready = count > 0 and not self.job.is_busy
        for each in (self.table, self.shape, self.copy, self.save):
            each.setVisible(bool(self.text))
        for each in (self.copy, self.save):
            each.setEnabled(is_ready)
        self.only_wrong.setVisible(marks[WRONG] > 0 or self.only_wrong.isChecked())
        if not self.text:
            self.title.setText(say("No list yet"))
            self.summary.setText(say(HINT))
            return
        self.title.setText(say_count(count, "1 reference", "{count} references"))
        self.summary.setText(self._summary_text(count - marks[UNMARKED], is_whole=is_whole))

    def _summary_text(self, marked: int, *, is_whole: bool) -> str:
        if not is_whole:
            return say("Stopped before the end of the list.")
        if not marked:
            return say("Press Enter to show the steps of a line.")
        right = self.table.marks[RIGHT]
        return say("{right} of {count} match the expected target", right=right, count=marked)

    def _on_open(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(self, say("Open a list…"))
        if path:
            self.take_file(path)

    def _on_save(self) -> None:
        words = say("Save as CSV with original links…")
        path, _kind = QFileDialog.getSaveFileName(self, words, "resolved.csv")
        if path:
            self._hand_on(Path(path))

    def _hand_on(self, path: Path | None) -> None:
        answers = self.table.answers
        self.saver.ask((path, answers), is_long=len(answers) > FEW)

    def _on_saved(self, saved: Saved) -> None:
        if saved.text is not None:
            to_clipboard(saved.text)
        elif saved.trouble:
            self.summary.setText(say("Not saved: {why}", why=saved.trouble))
        else:
            self.summary.setText(say("Saved unchanged: the file contains clickable links."))

    def _on_opened(self, chosen: ListAnswer) -> None:
        if not chosen.is_fault:
            self.pair_chosen.emit(chosen.base, chosen.reference)

    def _lay_out(self) -> None:
        title = row(self.title, None, self.progress)
        self._head = FoldingLayout(title, row(self.paste, self.open, self.shape, self.done))
        self._head.setContentsMargins(10, 8, 14, 4)
        under = row(stretched(self.summary), self.only_wrong, margins=(10, 0, 14, 8))
        foot = row(None, self.copy, self.save, margins=(10, 6, 14, 8))
        column = column_of(
            self._head,
            under,
            stretched(self.table),
            foot,
            into=self,
            margins=(1, 0, 1, 1),
            spacing=0,
        )
        column.addStretch(0)
        self.title.setWordWrap(False)

    def _wire(self) -> None:
        self.job.part_received.connect(self._on_came)
        self.job.ended.connect(lambda whole: self._tell(is_whole=whole))
        self.saver.answered.connect(self._on_saved)
        self._rest.timeout.connect(self.refresh)
        self.shape.activated.connect(self._on_shape)
        self.shape.currentIndexChanged.connect(self.refresh)
        self.only_wrong.toggled.connect(lambda on: self.table.show_only_wrong(on=on))
        self.table.row_opened.connect(self._on_opened)
