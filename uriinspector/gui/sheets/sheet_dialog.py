"""Sheets for a class from a pack or a lesson: for whom, what is on them, and as which file."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout

from uriinspector.export.sheet_forms import ALONE, WITH, WITHOUT
from uriinspector.gui.accessibility.announcements import announce
from uriinspector.gui.jobs.progress_bar import ProgressBar
from uriinspector.gui.jobs.stream_job import INLINE_SIZE, StreamJob
from uriinspector.gui.sheets.class_choice import ClassChoice
from uriinspector.gui.sheets.sheet_file import A4, LETTER, SheetFile, sheet_file
from uriinspector.gui.sheets.sheet_parts import HTML, PDF, SheetRequest
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import LANGUAGES, language, say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.save_dialog import ask_for_file, may_be_written
from uriinspector.gui.widgets.cards import button, chooser
from uriinspector.gui.widgets.dialog_sheet import DialogSheet
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QComboBox, QWidget

    from uriinspector.gui.jobs.stream import JobBatch
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.pack import Pack

SIZE, BAR = (620, 470), 150
LONGEST = 80
KEYS = {
    WITHOUT: "Questions",
    WITH: "Questions with the right answers",
    ALONE: "Right answers alone",
}


class ClassSheets(DialogSheet):
    """What is chosen above, how far the file is below."""

    def __init__(self, parent: QWidget, theme: Theme, pack: Pack) -> None:
        """Begin with a class of usual size, and the questions."""
        super().__init__(parent, theme, say("Sheets for a class"), SIZE)
        self._pack = pack
        self.ask_file: Callable[[str, str, str], str] = ask_for_file
        self.job = StreamJob(self)
        self.chosen = ClassChoice()
        self.key = chooser(say("Content"), {name: say(words) for name, words in KEYS.items()})
        self.paper = chooser(say("Paper size"), {A4: "A4", LETTER: say("Letter")})
        self.language = chooser(say("Language of the sheets"), LANGUAGES)
        own = language() if pack.lesson else pack.language
        self.language.setCurrentIndex(max(self.language.findData(own), 0))
        self.progress = ProgressBar(self.job, theme.pixels(BAR))
        self.words = plain_label(role="quiet")
        self.problem = plain_label(role="warned")
        self.problem.hide()
        self.as_pdf = button(say("Save as PDF…"), partial(self.save, PDF))
        self.as_html = button(say("Save as HTML…"), partial(self.save, HTML))
        self.as_pdf.setDefault(True)
        self._lay_out()
        self.chosen.changed.connect(self._show_class)
        self.job.part_received.connect(self._on_part)
        self.job.ended.connect(self._on_end)
        self.finished.connect(self.job.close)
        self._show_class()

    def save(self, ending: str) -> None:
        """Make the sheets, and write them where that is wanted."""
        wanted = self.chosen.chosen(self._pack)
        if wanted is None or self.job.is_busy:
            return
        tongue = str(self.language.currentData())
        request = SheetRequest(
            self._pack,
            wanted.students,
            wanted.has_names,
            str(self.key.currentData()),
            tongue,
            ending,
            str(self.paper.currentData()),
        )
        title = say("Save as PDF…") if ending == PDF else say("Save as HTML…")
        place = self.ask_file(title.rstrip("…"), _file_name(request), ending)
        if not may_be_written(place, self._complain):
            return
        self._complain("")
        self._tell(say("Making the sheets…"))
        self.job.run(partial(sheet_file, request, place), size=INLINE_SIZE + 1)
        self._let_save()

    def _on_part(self, batch: JobBatch) -> None:
        for each in batch.rows:
            self._on_file(each)
        if not batch.rows:
            self._tell(say("{done} of {count} sheets", done=batch.done, count=batch.of))

    def _on_file(self, file: SheetFile) -> None:
        if file.problem:
            self._tell("")
            self._complain(file.problem)
            return
        words = say("Saved as {file}.", file=visible(Path(file.place).name))
        facts = [say_count(file.students, "1 student", "{count} students")]
        if file.pages:
            facts.append(say_count(file.pages, "1 page", "{count} pages"))
        self._tell(f"{words} {', '.join(facts)}.")
        announce(self.words.text())

    def _on_end(self, is_whole: bool) -> None:
        if not is_whole:
            self._tell(say("Stopped: no file was written."))
            announce(self.words.text())
        self._let_save()

    def _show_class(self) -> None:
        """A pack as it is for these students."""
        count = sum(len(each.fixed) or each.count for each in self._pack.items)
        self._tell(say_count(count, "1 question for each student", QUESTIONS))
        self._complain("")
        self._let_save()

    def _let_save(self) -> None:
        can_save = not self.job.is_busy and self.chosen.chosen(self._pack) is not None
        for each in (self.as_pdf, self.as_html):
            each.setEnabled(can_save)
        self.chosen.setEnabled(not self.job.is_busy)

    def _tell(self, words: str) -> None:
        self.words.setText(words)

    def _complain(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        if words:
            announce(words, is_urgent=True)

    def _lay_out(self) -> None:
        lesson = self._pack.lesson
        title = f"{lesson.number}. {say(self._pack.title)}" if lesson else self._pack.title
        fields = QGridLayout()
        fields.setHorizontalSpacing(14)
        fields.setVerticalSpacing(8)
        fields.setColumnStretch(1, 1)
        rows: tuple[tuple[str, QComboBox], ...] = (
            (say("Content"), self.key),
            (say("Language of the sheets"), self.language),
            (say("Paper size"), self.paper),
        )
        for number, (words, field) in enumerate(rows):
            label = plain_label(words)
            label.setBuddy(field)
            fields.addWidget(label, number, 0)
            fields.addLayout(row(field, None), number, 1)
        self.body.addWidget(plain_label(visible(title, 200), role="title"))
        self.body.addWidget(self.chosen)
        self.body.addLayout(fields)
        self.body.addWidget(plain_label(say(NOTE), role="quiet"))
        self.body.addLayout(row(stretched(self.words), self.progress))
        self.body.addWidget(self.problem)
        self.body.addStretch(1)
        self.body.addLayout(row(self.as_pdf, self.as_html, None))


def _file_name(request: SheetRequest) -> str:
    """Of letters and digits that every system takes; what has answers is named after them."""
    title = request.title
    words = re.findall(r"\w+", title if request.key == WITHOUT else f"{title} {say('answers')}")
    return " ".join(words)[:LONGEST].strip() or say("sheets")


QUESTIONS = "{count} questions for each student"
NOTE = (
    "Each student begins on a new page. The same pack, version and name, or code, always give the "
    "same questions."
)
