"""Class sheets made from a pack or a lesson: the students, the content, the file.

Qt breaks tables between any two lines. So each row is a separate document, which moves to the next
page if it does not fit, and the student's head is drawn on every page.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from threading import Event

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, Qt, QUrl, QUuid, Signal
from PySide6.QtGui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFileDialog, QRadioButton, QSpinBox, QWidget

from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import replacing, why_not
from uriinspector.core.expression import expression
from uriinspector.core.model import LANGUAGES, NamedTuple
from uriinspector.export.judged_answers import (
    SEVERAL,
    STUDENT_LIST_MOST_OCTETS,
    StudentsError,
    read_students,
)
from uriinspector.export.sheet_forms import ALONE, WITH, WITHOUT
from uriinspector.export.sheet_page import PAGE_END, TABLE, SheetMarkup, page_start
from uriinspector.gui.accessibility import announce
from uriinspector.gui.fonts import LIGATURES, interface_font, uri_font
from uriinspector.gui.jobs.stream import JobBatch, ProcessEndedError, from_process
from uriinspector.gui.jobs.stream_job import INLINE_SIZE, ProgressBar, StreamJob, timely_answer
from uriinspector.gui.sheet_parts import HTML, PDF, SheetRequest, UndrawnItem, sheet_parts
from uriinspector.gui.text.pieces import buddy, plain_label, visible
from uriinspector.gui.text.translation import language, say, say_count
from uriinspector.gui.theme import pixels
from uriinspector.gui.transfer.exporter import ask_for_file, may_be_written
from uriinspector.gui.transfer.incoming import is_remote
from uriinspector.gui.widgets.cards import DialogSheet, button, chooser
from uriinspector.gui.widgets.layouts import NO_MARGINS, fields, fill, row, stretched
from uriinspector.lessons.pack import Pack, student_codes

A4, LETTER = "a4", "letter"
PAPERS = {A4: QPageSize.PageSizeId.A4, LETTER: QPageSize.PageSizeId.Letter}
MARGINS = QMarginsF(18, 18, 18, 18)  # millimeters; the same in printed HTML
RESOLUTION, POINT = 1200, 1200 / 72
FOOTER, AROUND, AROUND_KEY = 20 * POINT, 13 * POINT, 6.5 * POINT  # below all rows, below a row
# Sizes are in screen pixels; documents scale them to the paper's resolution.
STYLE = """
div { color: #000 } table { border-collapse: collapse }
h1 { font-size: large; margin: 0 } .key h1 { font-size: medium }
p, td { line-height: 125%; margin: 0 }
li { line-height: 125%; margin: 2px 0 0 0 } ul, ol { margin: 1px 0 0 0 }
.choices { list-style-type: upper-alpha }
code { font-family: FAMILIES; font-size: 10.5pt; white-space: pre-wrap }
.head p { margin-top: 2px } .head .pack { color: #555; font-size: 9pt }
td { padding-top: 4px } thead td { border-bottom: 1px solid #444; padding: 0 0 6px 0 }
.label { color: #555 } .fields td { padding: 2px 6px 0 0 }
.answer { margin-top: 6px } .answer td { border: 1px solid #444; padding: 7px }
.form, .wrong, .cites, .end { color: #555; font-size: 9pt } .form { margin-top: 3px }
.lesson p { margin-bottom: 6px } .key li { font-size: 9pt } .key li code { font-size: 8.5pt }
"""
# Timestamps written by Qt: they are removed, so that identical sheets result in identical files.
MOMENT = expression(
    rb"/(?:CreationDate|ModDate) \(D:[^)]*\)| xmp:(?:Create|Modify|Metadata)Date=\"[^\"]*\""
)


class SheetFile(NamedTuple):
    """The written file and its page count (0 for HTML), or a problem."""

    place: str
    students: int = 0
    pages: int = 0
    problem: str = ""


def sheet_file(request: SheetRequest, place: str, stopped: Event) -> Iterator[JobBatch]:
    """Yield progress, then the file; an existing file is only replaced by a complete one."""
    of = len(request.students)
    form = BrowserPage(request) if request.ending == HTML else PaperPages(request)
    try:
        for batch in from_process(sheet_parts, (request,), stopped):
            (part,) = batch.rows
            if isinstance(part, UndrawnItem):
                problem = say("No question can be drawn from this item: {item}", item=part.code)
                yield JobBatch([SheetFile(place, problem=problem)], of, of)
                return
            form.add(part)
            yield JobBatch([], batch.done, of)
        if not stopped.is_set():
            data = form.finish()
            with replacing(Path(place)) as file:
                file.write(data)
            yield JobBatch([SheetFile(place, of, form.count)], of, of)
    except OSError as error:
        problem = say("Cannot write the file: {why}", why=why_not(error))
        yield JobBatch([SheetFile(place, problem=problem)], of, of)
    except ProcessEndedError:
        yield JobBatch([SheetFile(place, problem=say("The sheets could not be created."))], of, of)
    finally:
        form.close()


class BrowserPage:
    """An HTML file, whose number of printed pages is unknown."""

    count = 0

    def __init__(self, request: SheetRequest) -> None:
        self._form = request.form
        self._pieces = [page_start(request.title, self._form)]

    def add(self, sheet: SheetMarkup) -> None:
        self._pieces.append(sheet.section(self._form))

    def finish(self) -> bytes:
        return "".join((*self._pieces, PAGE_END)).encode("utf-8")

    def close(self) -> None:
        """Do nothing, because HTML uses no device that must be closed."""


class PaperText(QTextDocument):
    """Rows of a sheet as a document that loads no resources."""

    def __init__(self, writer: QPdfWriter, markup: str, kind: str = "") -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.documentLayout().setPaintDevice(writer)
        self.setDocumentMargin(0)
        self.setIndentWidth(24)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # as in browsers
        self.setDefaultTextOption(option)
        font = interface_font()
        font.setPointSizeF(11)
        for ligature in LIGATURES:  # ligatures cannot be copied as letters
            font.setFeature(QFont.Tag(ligature), 0)
        self.setDefaultFont(font)
        families = ", ".join(f'"{each}"' for each in uri_font().families())
        self.setDefaultStyleSheet(STYLE.replace("FAMILIES", families))
        # Replace characters without a glyph, and <wbr>, which Qt does not know.
        shown = "\n".join(map(visible, markup.split("\n"))).replace("<wbr>", "\u200b")
        self.setHtml(f'<div class="{kind}">{TABLE}{shown}</table></div>')
        self.setTextWidth(writer.width())

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Load neither images nor style sheets."""
        return None

    def pieces(self, room: float) -> list[tuple[float, float]]:
        """Return the offset and height of the part on each page."""
        height = self.size().height()
        if height <= room:
            return [(0.0, height)]
        self.setPageSize(QSizeF(self.textWidth(), room))
        table = self.rootFrame().childFrames()[0]
        end = self.documentLayout().frameBoundingRect(table).bottom()
        return [(at * room, min(room, end - at * room)) for at in range(self.pageCount())]


class PlacedText(NamedTuple):
    """A document, or a part of it, placed on a page."""

    text: PaperText
    top: float
    begins: float
    height: float


class PaperPages:
    """A PDF, drawn sheet by sheet."""

    def __init__(self, request: SheetRequest) -> None:
        form, pack = request.form, request.pack
        self._translate = form.say
        self._is_key = form.key == ALONE
        self.count = 0
        self._buffer = QBuffer()
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._writer = writer = QPdfWriter(self._buffer)
        writer.setResolution(RESOLUTION)
        writer.setCreator("URI Inspector")
        writer.setTitle(request.title)
        name = repr((pack.code, pack.version, *request[1:])).encode()
        writer.setDocumentId(QUuid.createUuidV5(QUuid(), name))  # Qt would choose a random one
        writer.setPageSize(QPageSize(PAPERS[request.paper]))
        writer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
        self._painter = QPainter(writer)
        self._pages: list[list[PlacedText]] = []
        self._y = 0.0  # where the last page continues

    def add(self, sheet: SheetMarkup) -> None:
        """Draw a sheet; an answer key continues on the last page instead of starting a new one."""
        if self._is_key:
            first = sheet.head + "".join(sheet.rows[:1])  # so that they stay together
            self._place((first, *sheet.rows[1:]))
            self._draw(self._pages[:-1], self.count)
            del self._pages[:-1]
        else:
            self._place(sheet.rows, PaperText(self._writer, sheet.head))
            self._draw(self._pages, 0, sheet.code)
            self._pages.clear()

    def finish(self) -> bytes:
        self._draw(self._pages, self.count)
        self.close()
        return MOMENT.sub(lambda each: b" " * len(each[0]), bytes(self._buffer.data().data()))

    def close(self) -> None:
        """End painting, because a device must not be deleted while a painter is active."""
        if self._painter.isActive():
            self._painter.end()
        self._buffer.close()

    def _place(self, rows: Iterable[str], head: PaperText | None = None) -> None:
        """Distribute rows over pages, dividing a row only if it is longer than a page."""
        kind, gap = ("key", AROUND_KEY) if self._is_key else ("", AROUND)
        bottom, above, top = self._writer.height() - FOOTER, [], 0.0
        if head:
            height = min(head.size().height(), bottom / 2)  # a title can be very long
            above, top = [PlacedText(head, 0.0, 0.0, height)], height + gap
        if head or not self._pages:
            self._begin(above, top)
        for each in rows:
            text = PaperText(self._writer, each, kind)
            for begins, height in text.pieces(bottom - top):
                if self._y + height > bottom + 1:
                    self._begin(above, top)
                self._pages[-1].append(PlacedText(text, self._y, begins, height))
                self._y += height
            self._y += gap

    def _begin(self, above: list[PlacedText], top: float) -> None:
        self._pages.append([*above])
        self._y = top

    def _draw(self, pages: list[list[PlacedText]], before: int, code: str = "") -> None:
        """Draw pages, numbered from ``before + 1``; with ``code``, their count is shown, too."""
        words = self._translate("Page {number} of {count}" if code else "Page {number}")
        words = words.replace("{count}", str(len(pages)))
        for number, page in enumerate(pages, before + 1):
            shown = " \u00b7 ".join(filter(None, (code, words.replace("{number}", str(number)))))
            line = f'<tr><td class="end" align="right">{shown}</td></tr>'
            footer = PaperText(self._writer, line)
            height = footer.size().height()
            if self.count:
                self._writer.newPage()
            self.count += 1
            last = PlacedText(footer, self._writer.height() - height, 0.0, height)
            for each in (*page, last):
                self._painter.save()
                self._painter.translate(0.0, each.top - each.begins)
                clip = QRectF(0.0, each.begins, self._writer.width(), each.height)
                each.text.drawContents(self._painter, clip)
                self._painter.restore()


SIZE, BAR = (620, 470), 150
LONGEST = 80  # maximum length of a file name
MOST, USUAL = 1_000, 30  # students: all pages are in memory until the file is complete
KEYS = {
    WITHOUT: "Questions",
    WITH: "Questions with the right answers",
    ALONE: "Only the right answers",
}


class ClassChoice(QWidget):
    """The choice of students: a number of codes, or names from a list."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plain")
        self.ask_for_list: Callable[[QWidget], str] = ask_for_list
        self._data, self._name = b"", ""
        self._students: tuple[str, ...] = ()
        self.by_count = QRadioButton(say("Students with codes"))
        self.by_list = QRadioButton(say("Students from a list"))
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
        """Return the codes or names of the students; no names until a list is chosen."""
        if self.by_count.isChecked():
            return tuple(student_codes(pack, self.count.value()))
        return self._students

    def choose_list(self) -> None:
        path = self.ask_for_list(self)
        if path:
            self.read_list(path)

    def read_list(self, path: str) -> None:
        self.by_list.setChecked(True)
        self._name, self._data, self._students = visible(Path(path).name, 80), b"", ()
        self._offer((), "")
        try:
            self._data = _file_content(path)
        except (OSError, ValueError) as error:
            why = why_not(error)
            self._set_status(say("Cannot read the file: {why}", why=why))
            return
        self._read()

    def _read(self) -> None:
        """Read the names in the chosen column or, if none, in one with a common title for names."""
        chosen = self.column.currentData()
        self._students = ()
        try:
            found = read_students(self._data, (chosen,) if chosen else ())
        except StudentsError as error:
            self._offer(error.columns, "")
            text = say(CHOOSE) if error.text == SEVERAL else say(error.text)
            self._set_status(text)
            return
        if len(found.students) > MOST:
            self._set_status(say("A list can have at most {count} students.", count=MOST))
            return
        self._students = found.students
        used = found.columns[found.used[0]] if found.used else ""
        self._offer(found.columns, used)
        first, last = (visible(found.students[at], 60) for at in (0, -1))
        count = say_count(len(found.students), "1 student", "{count} students")
        names = first if len(found.students) == 1 else f"{first} \u2026 {last}"
        self._set_status(f"{count}: {names}")

    def _offer(self, columns: tuple[str, ...], used: str) -> None:
        """If a list has several columns, let the user choose one."""
        self.column.clear()
        if not used:
            self.column.addItem(say("Choose a column"), "")
        for each in columns:
            if each:
                self.column.addItem(visible(each, 60), each)
        self.column.setCurrentIndex(max(self.column.findData(used), 0))
        self._column_row.setVisible(len(columns) > 1)

    def _set_status(self, words: str) -> None:
        self.words.setText(f"{self._name}: {words}")
        self.words.setAccessibleName(self.words.text())
        self.changed.emit()

    def _on_way(self) -> None:
        is_count = self.by_count.isChecked()
        self.count.setEnabled(is_count)
        self.open.setEnabled(not is_count)
        self.changed.emit()

    def _lay_out(self) -> None:
        label = buddy(say("Column with the names"), self.column)
        self._column_row = QWidget()
        self._column_row.setObjectName("plain")
        row(label, self.column, None, into=self._column_row)
        self._column_row.hide()
        ways = ((self.by_count, row(self.count, None)), (self.by_list, row(self.open, None)))
        grid = fields(*ways, spacing=(14, 6))
        grid.setContentsMargins(*NO_MARGINS)
        self.setLayout(grid)
        grid.addWidget(self.words, 2, 1)
        grid.addWidget(self._column_row, 3, 1)


def ask_for_list(parent: QWidget) -> str:
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
    """The dialog for sheets: choices at the top, progress at the bottom."""

    def __init__(self, parent: QWidget, pack: Pack) -> None:
        super().__init__(parent, say("Sheets for a class"), SIZE)
        self._pack = pack
        self.ask_file: Callable[[str, str, str], str] = ask_for_file
        self.job = StreamJob(self)
        self.chosen = ClassChoice()
        self.key = chooser(say("Content"), {name: say(words) for name, words in KEYS.items()})
        self.paper = chooser(say("Paper size"), {A4: "A4", LETTER: say("Letter")})
        self.language = chooser(say("Language of the sheets"), LANGUAGES)
        own = language() if pack.lesson else pack.language
        self.language.setCurrentIndex(max(self.language.findData(own), 0))
        self.progress = ProgressBar(self.job, pixels(BAR))
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
        """Ask for a file and write the sheets to it."""
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
        self._set_status(say("Creating the sheets…"))
        self.job.run(partial(sheet_file, request, place), size=INLINE_SIZE + 1)
        self._let_save()

    def _on_part(self, batch: JobBatch) -> None:
        for each in batch.rows:
            self._on_file(each)
        if not batch.rows:
            self._set_status(say("{done} of {count} sheets", done=batch.done, count=batch.of))

    def _on_file(self, file: SheetFile) -> None:
        if file.problem:
            self._set_status("")
            self._complain(file.problem)
            return
        words = say("Saved as {file}.", file=visible(Path(file.place).name))
        facts = [say_count(file.students, "1 student", "{count} students")]
        if file.pages:
            facts.append(say_count(file.pages, "1 page", "{count} pages"))
        self._set_status(f"{words} {', '.join(facts)}.")
        announce(self.words.text())

    def _on_end(self, is_whole: bool) -> None:
        if not is_whole:
            self._set_status(say("Stopped: no file was written."))
            announce(self.words.text())
        self._let_save()

    def _show_class(self) -> None:
        """Show the number of questions for each student, clearing any problem."""
        count = self._pack.question_count
        self._set_status(
            say_count(count, "1 question for each student", "{count} questions for each student")
        )
        self._complain("")
        self._let_save()

    def _let_save(self) -> None:
        can_save = not self.job.is_busy and bool(self.chosen.students(self._pack))
        for each in (self.as_pdf, self.as_html):
            each.setEnabled(can_save)
        self.chosen.setEnabled(not self.job.is_busy)

    def _set_status(self, words: str) -> None:
        self.words.setText(words)

    def _complain(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        if words:
            announce(words, is_urgent=True)

    def _lay_out(self) -> None:
        lesson = self._pack.lesson
        title = f"{lesson.number}. {say(self._pack.title)}" if lesson else self._pack.title
        choices = fields(
            (buddy(say("Content"), self.key), row(self.key, None)),
            (buddy(say("Language of the sheets"), self.language), row(self.language, None)),
            (buddy(say("Paper size"), self.paper), row(self.paper, None)),
        )
        fill(
            self.body,
            plain_label(visible(title, 200), role="title"),
            self.chosen,
            choices,
            plain_label(say(NOTE), role="quiet"),
            row(stretched(self.words), self.progress),
            self.problem,
            None,
            row(self.as_pdf, self.as_html, None),
        )


def _file_name(request: SheetRequest) -> str:
    """Return a file name, in letters and digits, that says whether the file has answers."""
    title = request.title
    words = re.findall(r"\w+", title if request.key == WITHOUT else f"{title} {say('answers')}")
    return " ".join(words)[:LONGEST].strip() or say("sheets")


FORM_OF_LIST = (
    "One student per line. If there are several columns, the one called “student” or “name” is "
    "used."
)
CHOOSE = "Choose the column with the names."
NOTE = (
    "Each student's sheet begins on a new page. The same pack, version and name (or code) "
    "always give the same questions."
)
