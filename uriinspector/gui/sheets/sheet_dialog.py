"""Sheets for a class from a pack or a lesson: the students, the content, and the file."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QRadioButton, QSpinBox, QWidget

from uriinspector.core.model import translated
from uriinspector.documents.regular_files import open_regular
from uriinspector.export.judged_answers import (
    SEVERAL,
    STUDENT_LIST_MOST_OCTETS,
    StudentsError,
    read_students,
)
from uriinspector.export.sheet_forms import ALONE, WITH, WITHOUT
from uriinspector.gui.accessibility import announce
from uriinspector.gui.jobs.stream_job import INLINE_SIZE, ProgressBar, StreamJob, timely_answer
from uriinspector.gui.sheets.sheet_file import A4, LETTER, SheetFile, sheet_file
from uriinspector.gui.sheets.sheet_parts import HTML, PDF, SheetRequest
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import LANGUAGES, language, say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.exporter import ask_for_file, may_be_written
from uriinspector.gui.transfer.text_kinds import is_remote
from uriinspector.gui.widgets.cards import DialogSheet, button, chooser
from uriinspector.gui.widgets.layouts import row, stretched
from uriinspector.lessons.pack import student_codes

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QComboBox

    from uriinspector.gui.jobs.stream import JobBatch
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.pack import Pack

SIZE, BAR = (620, 470), 150
LONGEST = 80  # characters in the name of a file
MOST, USUAL = 1_000, 30  # students: all pages are kept until the file is whole
KEYS = {
    WITHOUT: "Questions",
    WITH: "Questions with the right answers",
    ALONE: "Right answers alone",
}


class ClassChoice(QWidget):
    """The students of a class: a number of them with codes, or the names of a list."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plain")
        self.ask_for_list: Callable[[QWidget], str] = ask_for_list
        self._data, self._name = b"", ""
        self._students: tuple[str, ...] = ()
        self.by_count = QRadioButton(say("Students with codes"))
        self.by_list = QRadioButton(say("Students of a list"))
        self.count = QSpinBox()
        self.count.setRange(1, MOST)
        self.count.setValue(USUAL)
        self.count.setAccessibleName(say("Number of students"))
        self.open = button(say("Open a list (CSV)…"), self.choose_list)
        self.column = chooser(say("Column with the names"), {})
        self.words = plain_label(say(FORM_OF_LIST), role="quiet")
        self.by_count.setChecked(True)
        self._lay_out()
        self.by_count.toggled.connect(self._on_way)
        self.count.valueChanged.connect(self.changed)
        self.column.activated.connect(self._read)
        self._on_way()

    def students(self, pack: Pack) -> tuple[str, ...]:
        """Who gets a sheet; empty as long as there is no list."""
        if self.by_count.isChecked():
            return tuple(student_codes(pack, self.count.value()))
        return self._students

    def choose_list(self) -> None:
        """Ask for a list, and read it."""
        path = self.ask_for_list(self)
        if path:
            self.read_list(path)

    def read_list(self, path: str) -> None:
        """Read the names of a file on this computer."""
        self.by_list.setChecked(True)
        self._name, self._data, self._students = visible(Path(path).name, 80), b"", ()
        self._offer((), "")
        try:
            self._data = _file_content(path)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            self._tell(say("Cannot read the file: {why}", why=why))
            return
        self._read()

    def _read(self) -> None:
        """Read the names in the column that is chosen, or in the usual one."""
        chosen = self.column.currentData()
        self._students = ()
        try:
            found = read_students(self._data, (chosen,) if chosen else ())
        except StudentsError as error:
            self._offer(error.columns, "")
            text = say(CHOOSE) if error.text == SEVERAL else translated(error.text, say)
            self._tell(text)
            return
        if len(found.students) > MOST:
            self._tell(say("A list has at most {count} students here.", count=MOST))
            return
        self._students = found.students
        used = found.columns[found.used[0]] if found.used else ""
        self._offer(found.columns, used)
        first, last = (visible(found.students[at], 60) for at in (0, -1))
        count = say_count(len(found.students), "1 student", "{count} students")
        names = first if len(found.students) == 1 else f"{first} \u2026 {last}"
        self._tell(f"{count}: {names}")

    def _offer(self, columns: tuple[str, ...], used: str) -> None:
        """Let another column be chosen where there are several."""
        self.column.clear()
        if not used:
            self.column.addItem(say("Choose a column"), "")
        for each in columns:
            if each:
                self.column.addItem(visible(each, 60), each)
        self.column.setCurrentIndex(max(self.column.findData(used), 0))
        self._column_row.setVisible(len(columns) > 1)

    def _tell(self, words: str) -> None:
        self.words.setText(f"{self._name}: {words}")
        self.words.setAccessibleName(self.words.text())
        self.changed.emit()

    def _on_way(self) -> None:
        is_count = self.by_count.isChecked()
        self.count.setEnabled(is_count)
        self.open.setEnabled(not is_count)
        self.changed.emit()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        label = plain_label(say("Column with the names"))
        label.setBuddy(self.column)
        self._column_row = QWidget()
        self._column_row.setObjectName("plain")
        row(label, self.column, None, into=self._column_row, margins=(0, 0, 0, 0))
        self._column_row.hide()
        grid.addWidget(self.by_count, 0, 0)
        grid.addLayout(row(self.count, None), 0, 1)
        grid.addWidget(self.by_list, 1, 0)
        grid.addLayout(row(self.open, None), 1, 1)
        grid.addWidget(self.words, 2, 1)
        grid.addWidget(self._column_row, 3, 1)


def ask_for_list(parent: QWidget) -> str:
    """The file with the names, by the dialog of the platform."""
    title = say("Open a list of students")
    return QFileDialog.getOpenFileName(parent, title, "", "*.csv *.tsv *.txt")[0]


def _file_content(path: str) -> bytes:
    if is_remote(path):
        raise OSError(0, say("Network files are never opened."))

    def read() -> bytes:
        with open_regular(path) as file:
            return file.read(STUDENT_LIST_MOST_OCTETS)

    return timely_answer(read)


class ClassSheets(DialogSheet):
    """What is chosen above, how far the file is below."""

    def __init__(self, parent: QWidget, theme: Theme, pack: Pack) -> None:
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
        students = self.chosen.students(self._pack)
        if not students or self.job.is_busy:
            return
        has_names = self.chosen.by_list.isChecked()
        fields = (self.key, self.language, self.paper)
        key, tongue, paper = (str(each.currentData()) for each in fields)
        request = SheetRequest(self._pack, students, has_names, key, tongue, ending, paper)
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
        can_save = not self.job.is_busy and bool(self.chosen.students(self._pack))
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


FORM_OF_LIST = (
    "One student per line. Of several columns, the one called \u201cstudent\u201d or "
    "\u201cname\u201d counts."
)
CHOOSE = "Choose the column with the names."
QUESTIONS = "{count} questions for each student"
NOTE = (
    "Each student begins on a new page. The same pack, version and name, or code, always give the "
    "same questions."
)
