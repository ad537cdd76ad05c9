"""The pane of a site check: its folder and URL, and the findings with their remedies."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.finding import Finding, Fix
from uriinspector.documents.site.remedies import is_guess
from uriinspector.documents.site.site_check import SiteAddress, finding_of
from uriinspector.documents.site.site_store import SiteFinding
from uriinspector.export.formats import SITE_FORMATS
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.documents.open_case import SiteFindings
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
from uriinspector.gui.inspect.findings import INDENT, PAD, SIDE
from uriinspector.gui.inspect.row_list import (
    CLOSED,
    FIX,
    ON_BUTTON,
    OPEN,
    OPENED,
    ClickTarget,
    LaidRow,
    ListRow,
    RowList,
    TargetFlow,
)
from uriinspector.gui.inspect.row_list import QUIET as SMALL
from uriinspector.gui.jobs.latest_job import LatestJob, close_jobs
from uriinspector.gui.jobs.stream_job import INLINE_SIZE, ProgressBar, StreamJob
from uriinspector.gui.selection import MenuEntry, Selection, add_entry, open_menu, to_clipboard
from uriinspector.gui.text.paragraph import Paragraph, TextRun, draw_line, fitting, metrics_of
from uriinspector.gui.text.pieces import cut_in_middle, plain_label, show_tip, visible
from uriinspector.gui.text.translation import language, number, say, say_count
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.transfer.exporter import ask_for_file, may_be_written
from uriinspector.gui.widgets.cards import button, explain, line_edit, menu_button, rule
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.severity_sign import draw_shape, word_of

SHOW = "show"  # the action of a button that only shows the source
LONGEST, NAME = 200, 24  # maximum length of a reference in a row, and of the folder's name


def summary_words(summary: SiteSummary, results: SiteResults) -> str:
    """Return a summary of the check: the number of findings, and what was checked."""
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
    if results.count:
        count, fixed = results.count, len(results.mendable())
        found = say_count(count, "1 finding", "{count} findings")
        fixes = say("{fixed} can be fixed here, {left} cannot", fixed=fixed, left=count - fixed)
        sentences.insert(0, f"{found}: {fixes}.")
    if not summary.is_whole:
        sentences.insert(0, say("Stopped after {count} pages.", count=totals.number))
    if results.is_cut or len(results.groups) > MOST:
        sentences.append(say("Not all findings are listed here; the exports contain all of them."))
    return " ".join(sentences)


@dataclass(frozen=True)
class SiteRow(ListRow):
    """A finding of a site check at one or more places, with a button that fixes or shows it."""

    group: tuple[SiteFinding, ...]
    paths: tuple[str, ...]  # paths of the pages
    key: Hashable
    size: int = 0  # number of places, if several

    @cached_property
    def finding(self) -> Finding:
        return with_remedy(self.group[0])

    @property
    def look(self) -> Hashable:
        return self.key, self.title, self.second_line, self.action

    @property
    def title(self) -> str:
        """Return the finding in plain words."""
        return plain_words(self.finding)

    @property
    def spoken(self) -> str:
        shown = self.finding.severity, self.title, self.second_line, self.action[1]
        return f"{word_of(shown[0])}: {'. '.join(each.rstrip('.') for each in shown[1:])}"

    @property
    def tip(self) -> str:
        """Return the exact message with its clauses."""
        cites = shown_cites(self.finding.cites, ", ")
        return f"{visible(say(self.finding.message))} ({cites})"

    @property
    def second_line(self) -> str:
        where = place_words(self.paths[0], self.group[0])
        if self.size:
            pages = say_count(len(set(self.paths)), "1 page", "{count} pages")
            where = f"{say('{count} places', count=number(self.size))} \u00b7 {pages}"
        change = "" if self.size else change_words(self.group[0])
        return " \u00b7 ".join(filter(None, (where, change, say(self.finding.title))))

    @property
    def action(self) -> tuple[str, str]:
        """Return the button's action and label."""
        return action_for(self.group)

    def rows_inside(self, most: int) -> Iterable[ListRow]:
        for at, (each, path) in enumerate(zip(self.group[:most], self.paths, strict=False)):
            yield SitePlaceRow((each,), (path,), at)

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        """Lay out the finding above a muted line, with the button at the right edge."""
        del depth
        kind, words = self.action
        wide = max(metrics_of(ON_BUTTON).horizontalAdvance(words) + pixels(20), pixels(56))
        right = width - pixels(PAD - 4)
        eachplace = QRectF(right - wide, pixels(12), wide, pixels(24))
        targets = [ClickTarget(kind, "", words, eachplace, ON_BUTTON)]
        left, room = pixels(INDENT), max(width - pixels(INDENT + PAD) - wide - pixels(8), 40)
        sentence = Paragraph([TextRun(self.title)], room, 3)
        flow = TargetFlow(left, pixels(6) + sentence.height, room)
        free = room - pixels(90) * bool(self.size)
        second = fitting(self.second_line, SMALL, free, " \u00b7 ")
        place = flow.place(second.text, SMALL, gap=8)
        if self.size:
            flow.button(OPEN, f"{say('Places')} {OPENED if is_open else CLOSED}")
        sign = QRectF(pixels(PAD), pixels(9), pixels(SIDE), pixels(SIDE))

        def paint(painter: QPainter) -> None:
            draw_shape(painter, self.finding.severity, sign)
            sentence.draw(painter, left, pixels(6))
            draw_line(painter, [second], place)

        return LaidRow(round(flow.end + pixels(6)), [*targets, *flow.targets], paint)


class SitePlaceRow(SiteRow):
    """One of several places of a finding."""

    @property
    def title(self) -> str:
        return place_words(self.paths[0], self.group[0])

    @property
    def second_line(self) -> str:
        return change_words(self.group[0])


def with_remedy(row: SiteFinding) -> Finding:
    """Return a row's finding, with a fix if there is a single, certain one."""
    is_certain = len(row.remedies) == 1 and not is_guess(row.code, row.variant)
    remedy = Fix(say("Fix"), row.remedies[0]) if is_certain else None
    return finding_of(row)._replace(fix=remedy)


def plain_words(finding: Finding) -> str:
    return visible(say(finding.plain))


def place_words(path: str, finding: SiteFinding) -> str:
    """Return the page and the line of a finding; one about a whole page has no line."""
    if finding.value or finding.start:
        return say("{file}, line {line}", file=visible(path), line=number(finding.line))
    return visible(path)


def reference_of(finding: SiteFinding) -> str:
    return visible(finding.value[finding.first : finding.last][:LONGEST])


def change_words(finding: SiteFinding) -> str:
    """Return the reference and, after an arrow, what can be written in its place."""
    remedies = (visible(each[:LONGEST]) for each in finding.remedies)
    return " \u2192 ".join(filter(None, (reference_of(finding), " / ".join(remedies))))


def action_for(group: Sequence[SiteFinding]) -> tuple[str, str]:
    """Return the action and label of a button: fix one, fix several, choose a fix, or show."""
    mendable = [each for each in group if each.remedies]
    if not mendable:
        return SHOW, say("Show")
    if any(len(each.remedies) > 1 or is_guess(each.code, each.variant) for each in mendable):
        return FIX, say("Fix…")
    if len(mendable) > 1:
        return FIX, say("Fix {count}", count=number(len(mendable)))
    return FIX, say("Fix")


BAR = 120  # before zoom
PLACEHOLDER = "https://www.example.org/"
# Seconds between updates of the list during a check, and its maximum number of rows.
EVERY, MOST = 0.5, 300
WITH_RECIPIENT = (
    'Not exported: recipient data cannot be removed from this format. Turn off "Without recipient '
    'data" to export anyway.'
)


class SitePane(QWidget):
    """The pane of a site check: folder, URL and buttons above the list of findings."""

    source_requested = Signal(str, int)  # the path of a page, and the offset of a finding
    row_chosen = Signal(str, int)  # the same for the current row, whose source can be shown, too
    counted = Signal(int)  # the number of findings
    fixes_requested = Signal(object)  # findings by page path

    def __init__(self, root: str) -> None:
        super().__init__()
        self.root = root
        self.results = SiteResults()
        self.summary: SiteSummary | None = None
        self.finding: Finding | None = None  # of the row chosen last
        self.ask_folder, self.ask_file = ask_for_folder, ask_for_file
        self.without_recipient = False
        self._folder: TemporaryDirectory[str] | None = None
        self._shown = 0.0
        self._has_stopped = False
        self.job = StreamJob(self)
        self._copy_job = LatestJob(
            copied, self, self._on_saved, rest=0, can_stop=True, is_awaited=True
        )
        self._make()
        self._lay_out()
        self._wire()
        self.start()

    def start(self) -> None:
        """Start a check with the base URL entered; the old rows stay until there are new ones."""
        base = self.base.text().strip() or None
        try:
            SiteAddress(base)
        except ValueError:
            self._ask_for_base()
            self._complain(say("Not an http or https URL: {text}", text=visible(base or "")))
            return
        self._clear()
        self._folder = TemporaryDirectory(prefix="uriinspector-site-")
        names = theme.name, language()
        request = SiteRequest(self.root, base, self._folder.name, *names)
        self.job.start(site_batches, request, size=INLINE_SIZE + 1)

    def stop(self) -> None:
        """Stop the check and show its results so far; called again, stop immediately."""
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
        self._name_folder()
        self.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the check, and delete temporary files."""
        close_jobs(self)
        self._clear()
        super().closeEvent(event)

    def _make(self) -> None:
        self.folder_words = plain_label(role="title", wraps=False)
        self._name_folder()
        self.base = line_edit(say("Base URL of the site"), PLACEHOLDER)
        self.progress = ProgressBar(self.job, pixels(BAR))
        self.progress.cancel.clicked.disconnect()
        self.progress.cancel.clicked.connect(self.stop)
        self.progress.cancel.setText(say("Stop"))
        self.words = plain_label(role="quiet")
        self.problem = plain_label(role="warned")
        self.list = RowList(Selection(), say("Findings for the site"))
        words = say("Review each change before it is saved")
        self.fixes = button("", self._fix_all, is_primary=True, does=words)
        more = QMenu(self)
        self.more = menu_button(
            say("More"), more, say("Check again, with another folder or base URL")
        )
        add_entry(more, say("Check again"), self.start)
        add_entry(more, say("Choose folder…"), self.choose_folder)
        add_entry(more, say("Base URL…"), self._ask_for_base)
        self.export_menu = QMenu(self)
        words = say("Save or copy the results")
        self.export = menu_button(say("Export"), self.export_menu, words)
        for form, wanted in SITE_FORMATS.items():
            add_entry(self.export_menu, say(wanted.words), partial(self.save, form))

    def _ask_for_base(self) -> None:
        self.based.show()
        self.base.setFocus()

    def _name_folder(self) -> None:
        self.folder_words.setText(f"{cut_in_middle(visible(Path(self.root).name), NAME)}/")
        show_tip(self.folder_words, visible(self.root))

    def _lay_out(self) -> None:
        label = plain_label(say("Base URL"), role="quiet", wraps=False)
        label.setBuddy(self.base)
        self.based = QWidget()
        row(label, stretched(self.base), into=self.based, spacing=8)
        self.based.hide()
        buttons = (self.progress, self.more, self.export, self.fixes)
        head = column_of(
            row(stretched(self.folder_words), *buttons, spacing=8),
            self.words,
            self.based,
            self.problem,
            margins=(16, 8, 12, 8),
            spacing=8,
        )
        column_of(head, rule(), stretched(self.list), into=self, spacing=0)
        self.setFocusProxy(self.list)

    def _wire(self) -> None:
        self.base.returnPressed.connect(self.start)
        self.job.part_received.connect(self._on_batch)
        self.job.ended.connect(self._on_end)
        self.list.row_opened.connect(self._open_source)
        self.list.clicked.connect(self._on_current)  # after other links were shown
        self.list.row_used.connect(self._on_used)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.menu_requested.connect(
            lambda each, place: open_menu(self.list, self.entries(each), place)
        )

    def _clear(self) -> None:
        self.job.close()
        self.results, self.summary, self._has_stopped = SiteResults(), None, False
        self.export.setEnabled(False)
        self.fixes.setEnabled(False)
        self._show_words(say("Reading the folder…"))
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def entries(self, each: SiteRow) -> tuple[MenuEntry | None, ...]:
        """Return the context menu of a row."""
        words = f"{each.title} {each.second_line}"
        return (
            MenuEntry(say("Show the source"), partial(self._open_source, each)),
            MenuEntry(each.action[1], partial(self._fix, each), each.action[0] == FIX),
            None,
            MenuEntry(say("Explain"), partial(explain, self, each.finding)),
            MenuEntry(say("Copy the finding"), lambda: to_clipboard(words)),
        )

    def _on_used(self, each: SiteRow, target: ClickTarget) -> None:
        (self._fix if target.kind == FIX else self._open_source)(each)

    def _open_source(self, each: ListRow) -> None:
        if isinstance(each, SiteRow):
            self.source_requested.emit(self._path(each.paths[0]), each.group[0].start)

    def _on_current(self, index: QModelIndex) -> None:
        each = index.data(Qt.ItemDataRole.UserRole) if index.isValid() else None
        if isinstance(each, SiteRow) and self.isVisible() and not self.job.is_busy:
            self.finding = each.finding
            self.row_chosen.emit(self._path(each.paths[0]), each.group[0].start)

    def _fix(self, each: SiteRow) -> None:
        self.fixes_requested.emit(self.mendable(each.group))

    def _fix_all(self) -> None:
        self.fixes_requested.emit(self.mendable(self.results.mendable()))

    def mendable(self, findings: Iterable[SiteFinding]) -> dict[str, list[SiteFinding]]:
        """Return the findings that have remedies, by the path of their page."""
        pages: dict[str, list[SiteFinding]] = {}
        for each in findings:
            if each.remedies:
                pages.setdefault(self._path(self.results.path_of(each)), []).append(each)
        return pages

    def findings(self) -> dict[str, SiteFindings]:
        """Return the findings in each file that was checked, by its path."""
        return {
            self._path(path): [
                (each.start if each.value else -1, with_remedy(each)) for each in found
            ]
            for path, found in self.results.by_path().items()
        }

    def _path(self, path: str) -> str:
        return str(Path(self.root) / path)

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
            self._show_rows()
            if batch.of > 1:
                self._show_words(say("{done} of {count} pages", done=batch.done, count=batch.of))

    def _show_rows(self) -> None:
        results = self.results
        self.list.show_rows(
            [
                SiteRow(
                    tuple(group),
                    tuple(map(results.path_of, group)),
                    (group[0].code, group[0].variant, tuple(group[0].args.items())),
                    len(group) if len(group) > 1 else 0,
                )
                for group in results.worst(MOST)
            ],
            [TextRun(say("No findings about links within the site."))],
        )
        self.counted.emit(results.count)
        count = len(results.mendable())
        self.fixes.setText(say("Fix {count}…", count=number(count)) if count else say("Fix…"))
        self.fixes.setEnabled(count > 0 and not self.job.is_busy)

    def _on_end(self, _is_whole: bool) -> None:
        self._show_rows()
        if self.summary is None:
            if not self.problem.text():
                self._complain(say("The check was stopped. There is nothing to export."))
            return
        self.export.setEnabled(True)
        self._show_words(summary_words(self.summary, self.results))
        if self.list.rows.lines and not self.list.currentIndex().isValid():
            self.list.choose(0)
        announce_answer(self.list, self.words.text())

    def save(self, form: str) -> None:
        """Ask for a file name, and copy an export to it."""
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
            self._show_words(say("Saved as {file}.", file=visible(result.path.name)))

    def _show_words(self, words: str) -> None:
        self.words.setText(words)
        self.problem.clear()
        self.problem.hide()

    def _complain(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.show()
