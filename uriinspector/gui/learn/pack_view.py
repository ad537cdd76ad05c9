"""A question pack of a teacher: its students, handing in answers, printing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple
from uriinspector.export.judged_answers import PackQuestions, judged_rows, pack_table
from uriinspector.export.language import speaking
from uriinspector.export.sheet_forms import WITH, SheetForm, answers_as_csv
from uriinspector.export.sheet_page import as_result_pages, student_results
from uriinspector.gui.accessibility import announce
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.learn.progress_rows import RowStack
from uriinspector.gui.text.pieces import plain_label, visible
from uriinspector.gui.text.translation import language, say, say_count
from uriinspector.gui.theme import Theme
from uriinspector.gui.transfer.incoming import is_remote
from uriinspector.gui.widgets.cards import button, card, line_edit, scrolled
from uriinspector.gui.widgets.layouts import NO_MARGINS, column_of, row
from uriinspector.gui.widgets.notice_strip import Notice
from uriinspector.lessons.exercise_round import GivenAnswer, given_answers
from uriinspector.lessons.lesson import Lesson
from uriinspector.lessons.pack import (
    AFTER_THE_DEADLINE,
    AT_ONCE,
    Pack,
    Sheet,
    lesson_pack,
    sheet_of,
)
from uriinspector.lessons.question import NoQuestionError
from uriinspector.lessons.score import Attempt

if TYPE_CHECKING:
    from uriinspector.gui.storage.learning_record import LearningRecord
    from uriinspector.gui.transfer.small_files import OpenedPack


LONGEST_NAME = 200
# Maximum number of questions drawn without a worker.
AT_ONCE_DRAWN = 10


class DrawnSheet(NamedTuple):
    """The questions of a student, or the item that has no questions to draw."""

    sheet: Sheet | None
    fault: str = ""


def drawn_sheet(asked: tuple[Pack, str]) -> DrawnSheet:
    try:
        return DrawnSheet(sheet_of(*asked))
    except NoQuestionError as fault:
        return DrawnSheet(None, str(fault))


def has_reasons(pack: Pack, now: datetime) -> bool:
    """Return True if answers are judged immediately."""
    return pack.reasons == AT_ONCE or (pack.reasons == AFTER_THE_DEADLINE and is_over(pack, now))


def is_over(pack: Pack, now: datetime) -> bool:
    """Return True if the pack's deadline, if any, has passed; ``now`` has a time zone."""
    due = pack.due
    if isinstance(due, datetime):
        return now >= (due if due.tzinfo else due.replace(tzinfo=now.tzinfo))
    return isinstance(due, date) and now.date() > due


class PackView(QWidget):
    """The opened pack, or why it cannot be used."""

    start_requested = Signal(object, bool)  # a Sheet; True starts at the first question
    hand_in_requested = Signal(object, bool)  # a Sheet; True makes a page with the results
    other_requested = Signal()
    sheets_requested = Signal()
    left = Signal()

    def __init__(self, theme: Theme, record: LearningRecord) -> None:
        super().__init__()
        self.setObjectName("page")
        self._record = record
        self.opened: OpenedPack | None = None
        self.sheet: Sheet | None = None
        self.job = LatestJob(drawn_sheet, self)
        self.job.answered.connect(self._on_drawn)
        self.title = plain_label(role="headline")
        self.facts = plain_label()
        self.faults = RowStack(spacing=4)
        self.student = line_edit(say("Your name or code"), say("As your teacher lists it"))
        self.student.setMaxLength(LONGEST_NAME)
        self.student.returnPressed.connect(self.start)
        self.student.textChanged.connect(self._forget)
        self.progress = plain_label()
        self.begin = button(say("Start"), self.start)
        self.again = button(say("Answer again"), lambda: self._begin(again=True))
        self.hand_in = button(say("Hand in…"), lambda: self._on_hand_in(as_page=False))
        self.results = button(say("Results as a page…"), lambda: self._on_hand_in(as_page=True))
        self.other = button(say("Open a teacher's pack…"), self.other_requested.emit)
        self.sheets = button(say("Sheets for a class…"), self.sheets_requested.emit)
        self.back = button(say("Back to the lesson"), self.left.emit)
        self.note = plain_label(say(NOTE), role="quiet")
        self._lay_out(theme)

    def show_pack(self, opened: OpenedPack) -> None:
        self.opened, self.sheet = opened, None
        pack = opened.pack
        self.title.setText(visible(pack.title) if pack else say("The pack cannot be used"))
        self.facts.setText(_facts(pack) if pack else opened.name)
        self.faults.show_rows(plain_label(text) for text in opened.problems)
        for each in (self.asking, self.sheets):
            each.setVisible(pack is not None)
        self._forget()
        announce(" ".join((self.title.text(), self.facts.text(), *opened.problems)))

    def show_sheet(self, sheet: Sheet) -> None:
        """Show the progress of a student."""
        self.sheet = sheet
        count, done = len(sheet.rows), len(given_answers(sheet, self._record.answers))
        words = say("{done} of {count} questions answered", done=done, count=count)
        code = say("code of the questions: {code}", code=sheet.code)
        self.progress.setText(f"{words} · {code}")
        is_open = done < count
        is_silent = not has_reasons(sheet.pack, now())
        self.begin.setText(say("Go on") if done else say("Start"))
        self.begin.setVisible(is_open or not done)
        self.again.setVisible(is_silent and not is_open)
        self.hand_in.setVisible(done > 0)
        self.results.setVisible(done > 0 and not is_silent)
        self._show_buttons()
        announce(self.progress.text())

    def take_focus(self) -> None:
        """Focus the name, or the next button to press."""
        if self.opened is None or self.opened.pack is None:
            self.other.setFocus()
        elif self.sheet is None:
            self.student.setFocus()
            self.student.selectAll()
        else:
            (self.begin if self.begin.isVisibleTo(self) else self.hand_in).setFocus()

    def start(self) -> None:
        """Ask the first open question."""
        self._begin(again=False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _begin(self, *, again: bool) -> None:
        pack = self.opened.pack if self.opened else None
        name = self.student.text().strip()
        if pack is None:
            return
        if not name:
            self.progress.setText(say("Type your name or code first."))
            self.progress.show()
            self.student.setFocus()
            announce(self.progress.text(), is_urgent=True)
        elif self.sheet is not None:
            self.start_requested.emit(self.sheet, again)
        else:
            self.progress.setText(say("The questions are drawn…"))
            self.progress.show()
            total = sum(len(each.fixed) or each.count for each in pack.items)
            self.job.ask((pack, name), is_long=total > AT_ONCE_DRAWN)

    def _on_drawn(self, drawn: DrawnSheet) -> None:
        if drawn.sheet is not None:
            self.show_sheet(drawn.sheet)
            if self.begin.isVisibleTo(self):
                self.start_requested.emit(drawn.sheet, False)
            else:
                self.take_focus()
            return
        words = say("No question of this item can be drawn: {item}", item=visible(drawn.fault))
        self.progress.setText(words)
        announce(words, is_urgent=True)

    def _forget(self) -> None:
        """Reset the student's questions after a change of the name."""
        self.sheet = None
        self.progress.setText("")
        self.begin.setText(say("Start"))
        self.begin.show()
        for each in (self.again, self.hand_in, self.results):
            each.hide()
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.progress.setVisible(bool(self.progress.text()))
        self.note.setVisible(self.hand_in.isVisibleTo(self))

    def _on_hand_in(self, *, as_page: bool) -> None:
        if self.sheet is not None:
            self.hand_in_requested.emit(self.sheet, as_page)

    def _lay_out(self, theme: Theme) -> None:
        self.asking = QWidget()
        label = plain_label(say("Your name or code"), role="quiet")
        label.setBuddy(self.student)
        self.student.setMinimumHeight(theme.pixels(30))
        column_of(
            label,
            self.student,
            row(self.begin, self.again, self.hand_in, self.results, None),
            self.progress,
            self.note,
            into=self.asking,
            margins=NO_MARGINS,
            spacing=8,
        )
        pack = card(self.title, self.facts, self.faults, self.asking)
        scrolled(self, pack, row(self.sheets, self.other, self.back, None), None)


def now() -> datetime:
    return datetime.now().astimezone()


def _facts(pack: Pack) -> str:
    total = sum(len(each.fixed) or each.count for each in pack.items)
    facts = [
        say("{code}, version {version}", code=visible(pack.code), version=pack.version),
        say_count(total, "1 question", "{count} questions"),
        say_count(pack.tries, "1 try each", "{count} tries each")
        if pack.tries
        else say("answers until they are right"),
    ]
    if pack.due is not None:
        facts.append(say("due: {when}", when=pack.due_text))
    if not has_reasons(pack, now()):
        facts[2] = say("not said at once what is right")
    return " · ".join(facts)


NOTE = (
    "The file has your name, your answers, tries and hints, and no marks. It is sent nowhere: give "
    "it to your teacher."
)

LONGEST = 80


def ask_for_pack(parent: QWidget) -> str:
    title = say("Open a teacher's pack")
    return QFileDialog.getOpenFileName(parent, title, "", "*.toml")[0]


def file_name(sheet: Sheet) -> str:
    """Return a file name for a student, of letters and digits."""
    words = re.findall(r"\w+", f"{sheet.pack.title} {sheet.student}")
    return " ".join(words)[:LONGEST].strip() or sheet.code


def result_page(sheet: Sheet, answers: Mapping[int, GivenAnswer]) -> Iterator[str]:
    """Return the judged answers of a student as an HTML page."""
    questions = PackQuestions(sheet.pack)
    table = pack_table("".join(answers_as_csv(sheet, answers, SheetForm())))
    rows = list(judged_rows(table, questions))
    form = SheetForm(WITH, speaking(language()), has_names=True)
    yield from as_result_pages(sheet.pack, student_results(questions.sheets, rows), form)


def hand_in(
    place: str,
    sheet: Sheet,
    attempts_of: Callable[[str], Sequence[Attempt]],
    *,
    as_page: bool = False,
) -> Notice | None:
    """Write the answers, or a page with results; return None if no place was chosen."""
    if not place:
        return None
    if is_remote(place):
        return Notice(say("Network locations are never written to."), "medium")
    answers = given_answers(sheet, attempts_of)
    try:
        with replacing(Path(place), mode=0o600) as file:
            lines = answers_as_csv(sheet, answers, SheetForm())
            for line in result_page(sheet, answers) if as_page else lines:
                file.write(line.encode("utf-8", "backslashreplace"))
    except OSError as error:
        why = error.strerror or ""
        return Notice(say("Cannot write the file: {why}", why=why), "medium")
    return Notice(say("Saved. Give this file to your teacher: {file}", file=Path(place).name))


def show_class_sheets(
    parent: QWidget, theme: Theme, lesson: Lesson, opened: OpenedPack | None
) -> None:
    """Open the dialog for sheets, whose modules are loaded on first use."""
    from uriinspector.gui.sheets import ClassSheets

    pack = opened.pack if opened is not None else None
    pack = pack or lesson_pack(lesson.code)
    if pack is not None:
        ClassSheets(parent, theme, pack).open()
