"""The pane of a site check: its folder and URL, the pages, and their findings."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from PySide6.QtCore import QByteArray, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtSvgWidgets import QSvgWidget
from PySide6.QtWidgets import QMenu, QScrollArea, QSplitter, QWidget

from uriinspector.analysis.citation import shown_cites
from uriinspector.documents.rules.site_references import BY_CODE
from uriinspector.documents.site.site_check import SiteAddress, finding_of
from uriinspector.documents.site.site_store import PageRow, SiteFinding
from uriinspector.export.formats import SITE_FORMATS
from uriinspector.gui.documents.site_stream import (
    STOP,
    SiteBatch,
    SiteExportResult,
    SiteRequest,
    SiteResults,
    SiteSummary,
    copied,
    export_file,
    site_batches,
)
from uriinspector.gui.documents.sources import ask_for_folder
from uriinspector.gui.jobs.latest_job import LatestJob, close_jobs
from uriinspector.gui.jobs.stream_job import INLINE_SIZE, ProgressBar, StreamJob
from uriinspector.gui.selection import add_entry
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside, plain_label, visible
from uriinspector.gui.text.translation import language, number, say, say_count
from uriinspector.gui.theme import theme
from uriinspector.gui.transfer.exporter import ask_for_file, may_be_written
from uriinspector.gui.widgets.cards import button, line_edit, menu_button
from uriinspector.gui.widgets.layouts import column_of, row, stack_of, stretched
from uriinspector.gui.widgets.severity_sign import word_of


def summary_words(summary: SiteSummary, *, is_cut: bool) -> str:
    """Return the result of a check in words."""
    totals = summary.totals
    words = [
        say_count(totals.number, "1 page or style sheet", "{count} pages and style sheets"),
        say_count(totals.links, "1 link", "{count} links"),
        say("{count} within the site", count=totals.inside),
        say("{count} broken", count=totals.broken),
    ]
    if summary.unread_count:
        words.append(say_count(summary.unread_count, "1 not checked", "{count} not checked"))
    sentences = [f"{', '.join(words)}."]
    if not summary.is_whole:
        sentences.insert(0, say("Stopped after {count} pages.", count=totals.number))
    if is_cut:
        sentences.append(say("Not all are listed here; the exports have all."))
    return " ".join(sentences)


def finding_words(row: SiteFinding) -> str:
    """Return title, message and clauses of a finding."""
    finding = finding_of(row)
    sentence = say(finding.message)
    cites = shown_cites(finding.cites, ", ")
    return f"{say(finding.title)}. {visible(sentence)} ({cites})"


def place_words(row: SiteFinding) -> str:
    """Return the position of a finding; an empty string if it is about the whole page."""
    return f"{row.line}:{row.column}" if row.value or row.start else ""


def page_grid() -> Grid:
    columns = (
        _severity(),
        Column(say("Page"), lambda row: outside(row.path), keeps_end=True),
        Column(say("Broken"), lambda row: _count(row.broken), is_rigid=True),
        Column(say("Findings"), lambda row: _count(row.findings), is_rigid=True),
        Column(say("Links"), lambda row: _count(row.links), is_rigid=True),
    )
    grid = _grid(columns, say("Pages of the site"), 1)
    grid.lazy.name_rows(page_sentence, (0,))
    return grid


def finding_grid() -> Grid:
    """Return the table of the findings of a page."""
    columns = (
        _severity(),
        Column(say("Finding"), lambda row: ours(say(BY_CODE[row.code].title))),
        Column(say("Line"), lambda row: ours(place_words(row), Kind.MUTED), is_rigid=True),
        Column(
            say("Reference"),
            lambda row: outside(row.value[row.first : row.last]),
            keeps_end=True,
            is_uri=True,
        ),
    )
    grid = _grid(columns, say("Findings of the page"), 3)
    grid.lazy.name_rows(finding_sentence, (0,))
    return grid


def page_sentence(row: PageRow) -> str:
    """Return a row as text for screen readers."""
    counts = say_count(row.findings, "1 finding", "{count} findings")
    broken = say("{count} broken", count=row.broken)
    return ", ".join(filter(None, (visible(row.path), word_of(row.severity or ""), broken, counts)))


def finding_sentence(row: SiteFinding) -> str:
    """Return a row as text for screen readers."""
    texts = (say(BY_CODE[row.code].title), word_of(row.severity), place_words(row))
    return ", ".join(filter(None, (*texts, visible(row.value[row.first : row.last]))))


def _severity() -> Column:
    """Return a column with the severity badge only; screen readers have it in the row's text."""
    return Column(
        say("Severity"),
        lambda _row: (),
        is_rigid=True,
        sign=lambda row: row.severity or "",
    )


def _grid(columns: tuple[Column, ...], name: str, widest: int) -> Grid:
    return Grid(None, columns, name, widest=widest)


def _count(count: int) -> Pieces:
    return ours(number(count), Kind.PLAIN if count else Kind.MUTED)


class SitePicture(QScrollArea):
    """A scrollable SVG image, which can be empty."""

    def __init__(self) -> None:
        super().__init__()
        self._size = QSize()
        self.drawing = QSvgWidget()
        self.setWidget(self.drawing)
        self.setAccessibleName(say("Structure of the site"))
        self.drawing.setAccessibleName(say("Structure of the site"))

    def show_picture(self, picture: str) -> None:
        """Show an SVG image, or nothing for an empty string."""
        self.drawing.load(QByteArray(picture.encode()))
        self._size = self.drawing.renderer().defaultSize() if picture else QSize()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Fit the image into the width, at most at its original size."""
        if self._size.isEmpty():
            self.drawing.resize(0, 0)
            return
        width = min(self.viewport().width(), theme.pixels(self._size.width()))
        self.drawing.resize(width, width * self._size.height() // self._size.width())


# Below this width, before zoom, some columns are hidden.
NARROW = 960
FINDINGS, LINKS, LINE = 3, 4, 2
BAR = 160
PLACEHOLDER = "https://www.example.org/"
# Seconds between updates of the table during a check.
EVERY = 0.5
WITH_RECIPIENT = (
    'Not exported: recipient data cannot be removed from this format. Turn off "Without recipient '
    'data" to export it.'
)


class SitePane(QWidget):
    """The pane of a site: folder and URL on top, pages on the left, findings on the right."""

    source_requested = Signal(str, int)  # the path of a page, and the offset of a finding
    fixes_requested = Signal(str)  # the path of a page

    def __init__(self, root: str) -> None:
        super().__init__()
        self.root = root
        self.results = SiteResults()
        self.summary: SiteSummary | None = None
        self.ask_folder, self.ask_file = ask_for_folder, ask_for_file
        self.without_recipient = False
        self._folder: TemporaryDirectory[str] | None = None
        self._shown = 0.0
        self._has_stopped = False
        self.job = StreamJob(self)
        self._copy_job = LatestJob(copied, self, rest=0, can_stop=True, is_awaited=True)
        self._make()
        self._lay_out()
        self._wire()
        self.start()

    def start(self) -> None:
        """Start a check with the current base URL."""
        base = self.base.text().strip() or None
        try:
            SiteAddress(base)
        except ValueError:
            self._complain(say("Not an http or https URL: {text}", text=visible(base or "")))
            self.base.setFocus()
            return
        self._clear()
        self._folder = TemporaryDirectory(prefix="uriinspector-site-")
        names = theme.name, language()
        request = SiteRequest(self.root, base, self._folder.name, *names)
        self.job.start(site_batches, request, size=INLINE_SIZE + 1)

    def stop(self) -> None:
        """Stop the check and show its results so far; the second time, stop immediately."""
        if self._folder is None or self._has_stopped:
            self.job.stop()
            return
        self._has_stopped = True
        (Path(self._folder.name) / STOP).touch()

    def choose_folder(self) -> None:
        """Ask for another folder, and check it."""
        for each in self.ask_folder(self, self.root):
            self.use(each)

    def use(self, root: str) -> None:
        """Check another folder."""
        self.root = root
        self.folder_words.setText(visible(root))
        self.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide some columns if there is little room."""
        super().resizeEvent(event)
        is_wide = self.width() >= theme.pixels(NARROW)
        for column in (FINDINGS, LINKS):
            self.pages.show_column(column, shown=is_wide)
        self.findings.show_column(LINE, shown=is_wide)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the check, and delete temporary files."""
        close_jobs(self)
        self._clear()
        super().closeEvent(event)

    def _make(self) -> None:
        self.folder_words = plain_label(visible(self.root), role="title")
        self.choose = button(say("Choose folder…"), self.choose_folder)
        self.base = line_edit(say("Base URL of the site"), PLACEHOLDER)
        self.check = button(say("Check"), self.start)
        self.progress = ProgressBar(self.job, theme.pixels(BAR))
        self.progress.cancel.clicked.disconnect()
        self.progress.cancel.clicked.connect(self.stop)
        self.words = plain_label(role="quiet")
        self.problem = plain_label(role="warned")
        self.pages = page_grid()
        self.findings = finding_grid()
        self.details = plain_label()
        self.picture = SitePicture()
        self.fixes = button(say("Review fixes"), self._on_fixes)
        self.structure = button(say("Structure"), self._show_structure)
        self.structure.setCheckable(True)
        self.export_menu = QMenu(self)
        self.export = menu_button(say("Export"))
        self.export.setMenu(self.export_menu)
        for form, each in SITE_FORMATS.items():
            add_entry(self.export_menu, say(each.words), partial(self.save, form))

    def _lay_out(self) -> None:
        label = plain_label(say("Base URL"), role="quiet")
        label.setBuddy(self.base)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.pages)
        self.splitter.addWidget(self.findings)
        self.splitter.setStretchFactor(0, 4)
        self.splitter.setStretchFactor(1, 5)
        self.listing = QWidget()
        self.listing.setObjectName("plain")
        column_of(stretched(self.splitter), self.details, into=self.listing)
        self.stack = stack_of(self.listing, self.picture)
        column_of(
            row(stretched(self.folder_words), self.choose, self.structure, self.fixes, self.export),
            row(label, stretched(self.base), self.check),
            row(stretched(self.words), self.progress),
            self.problem,
            stretched(self.stack),
            into=self,
            margins=(12, 8, 12, 8),
            spacing=8,
        )

    def _wire(self) -> None:
        self.base.returnPressed.connect(self.start)
        self.job.part_received.connect(self._on_batch)
        self.job.ended.connect(self._on_end)
        self.pages.row_opened.connect(lambda page: self._open_source(page, 0))
        self.findings.row_opened.connect(
            lambda each: self._open_source(self.results.pages[each.page], each.start)
        )
        self._copy_job.answered.connect(self._on_saved)
        self.pages.row_chosen.connect(self._on_page)
        self.findings.row_chosen.connect(self._on_finding)

    def _clear(self) -> None:
        self.job.close()
        self.results, self.summary, self._has_stopped = SiteResults(), None, False
        self.export.setEnabled(False)
        self.pages.set_rows(())
        self.findings.set_rows(())
        self.picture.show_picture("")
        self._tell(say("Reading the folder…"))
        self.details.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _open_source(self, page: PageRow, start: int) -> None:
        self.source_requested.emit(str(Path(self.root) / page.path), start)

    def _on_fixes(self) -> None:
        page = self.pages.current_value
        if page is not None:
            self.fixes_requested.emit(str(Path(self.root) / page.path))

    def _show_structure(self) -> None:
        self.stack.setCurrentIndex(int(self.structure.isChecked()))

    def _on_batch(self, batch: SiteBatch) -> None:
        self.results.add(batch)
        if batch.problem:
            self._complain(say(batch.problem))
        if batch.summary is not None:
            self.summary = batch.summary
            return
        now = perf_counter()
        if now - self._shown > EVERY:
            self._shown = now
            self.pages.set_rows(self.results.worst_pages())
            if batch.of > 1:
                self._tell(say("{done} of {count} pages", done=batch.done, count=batch.of))

    def _on_end(self, _is_whole: bool) -> None:
        self.pages.set_rows(self.results.all_pages())
        if self.summary is None:
            if not self.problem.text():
                self._complain(say("The check was stopped. There is nothing to export."))
            return
        self.export.setEnabled(True)
        self.picture.show_picture(self.summary.picture)
        self._tell(summary_words(self.summary, is_cut=self.results.is_cut))
        if self.results.pages:
            self.pages.setCurrentIndex(self.pages.lazy.index(0, 0))

    def _on_page(self, page: PageRow | None) -> None:
        self.findings.set_rows(self.results.of_page(page.number) if page else ())
        self.details.clear()
        if self.findings.lazy.rows:
            self.findings.setCurrentIndex(self.findings.lazy.index(0, 0))

    def _on_finding(self, finding: SiteFinding | None) -> None:
        self.details.setText(finding_words(finding) if finding else "")

    def save(self, form: str) -> None:
        """Ask for a file name, and copy an export there."""
        if self._folder is None or self.summary is None or self._copy_job.is_busy:
            return
        if self.without_recipient:
            self._complain(say(WITH_RECIPIENT))
            return
        wanted = SITE_FORMATS[form]
        chosen = self.ask_file(say(wanted.title), say("website"), wanted.ending)
        if not may_be_written(chosen, self._complain):
            return
        source = export_file(self._folder.name, form)
        self._copy_job.ask((source, Path(chosen)), is_long=True)

    def _on_saved(self, result: SiteExportResult) -> None:
        if result.problem:
            text = say("{file}: {why}", file=visible(result.path.name), why=result.problem)
            self._complain(text)
        else:
            self._tell(say("Saved as {file}.", file=visible(result.path.name)))

    def _tell(self, words: str) -> None:
        self.words.setText(words)
        self.problem.clear()
        self.problem.hide()

    def _complain(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.show()
