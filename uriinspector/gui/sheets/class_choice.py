"""For whom sheets are made: so many students without names, or those of a list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QRadioButton, QSpinBox, QWidget

from uriinspector.core.model import NamedTuple, translated
from uriinspector.documents.regular_files import open_regular
from uriinspector.export.student_list import MOST_OCTETS, SEVERAL, StudentsError, read_students
from uriinspector.gui.jobs.timely_answer import timely_answer
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.transfer.local_paths import is_remote
from uriinspector.gui.widgets.cards import button, chooser
from uriinspector.gui.widgets.layouts import row
from uriinspector.lessons.pack import student_codes

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.lessons.pack import Pack

# The pages of all are kept until the file is whole.
MOST, USUAL = 1_000, 30


class ChosenClass(NamedTuple):
    """The students, and whether they have names, and not codes."""

    students: tuple[str, ...]
    has_names: bool


class ClassChoice(QWidget):
    """Two ways, of which one counts."""

    changed = Signal()

    def __init__(self) -> None:
        """Begin with students without names."""
        super().__init__()
        self.setObjectName("plain")
        self.ask_for_list: Callable[[QWidget], str] = ask_for_list
        self._data = b""
        self._name = ""
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
        self._students: tuple[str, ...] = ()

    def chosen(self, pack: Pack) -> ChosenClass | None:
        """Who gets a sheet; None as long as there is no list."""
        if self.by_count.isChecked():
            return ChosenClass(tuple(student_codes(pack, self.count.value())), has_names=False)
        return ChosenClass(self._students, has_names=True) if self._students else None

    def choose_list(self) -> None:
        """Ask for a list, and read it."""
        path = self.ask_for_list(self)
        if path:
            self.read_list(path)

    def read_list(self, path: str) -> None:
        """Read the names of a file on this computer."""
        self.by_list.setChecked(True)
        self._name, self._data = visible(Path(path).name, 80), b""
        self.column.clear()
        try:
            self._data = _octets(path)
        except (OSError, ValueError) as error:
            self._tell(say("Cannot read the file: {why}", why=_why(error)))
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


def _octets(path: str) -> bytes:
    if is_remote(path):
        raise OSError(0, say("Network files are never opened."))

    def read() -> bytes:
        with open_regular(path) as file:
            return file.read(MOST_OCTETS)

    return timely_answer(read)


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


FORM_OF_LIST = (
    "One student per line. Of several columns, the one called \u201cstudent\u201d or "
    "\u201cname\u201d counts."
)
CHOOSE = "Choose the column with the names."
