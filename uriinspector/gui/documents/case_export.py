"""Exports of a case: rows or reports, written to a file in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import overload

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from uriinspector.analysis.whole_files import replacing, why_not
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import IGNORED, Head
from uriinspector.documents.scan_state import PARQUET
from uriinspector.export.case.case_model import CaseExport, CaseLink, FileDecision, file_of, link_of
from uriinspector.export.case.recipient_removal import NOTE, cleaned
from uriinspector.export.formats import CASE_FORMATS, export_case_as
from uriinspector.export.language import english, speaking
from uriinspector.export.options import ExportOptions, RefusedError
from uriinspector.gui.documents.file_reader import NO_LIBRARY
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.order import Order, OrderRequest, RowQuery, order_of
from uriinspector.gui.documents.scan_queue import CaseContext
from uriinspector.gui.documents.table import LinkTable
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.jobs.stream_job import timely_answer
from uriinspector.gui.selection import add_entry, to_clipboard
from uriinspector.gui.storage.settings import Settings
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import language, number, say, say_count
from uriinspector.gui.transfer.exporter import ask_for_file, may_be_written
from uriinspector.gui.transfer.incoming import is_remote
from uriinspector.gui.widgets.notice_strip import Notice


class ExportSheet(NamedTuple):
    """Row numbers of a case, in order; ``counts`` has the number of links in each grouped row."""

    case: OpenCase
    numbers: Sequence[int]
    counts: dict[int, int]
    options: ExportOptions = ExportOptions()
    edition: str = "2005"
    name: str = ""  # the name of a saved case


class ExportRequest(NamedTuple):
    """A path, a format, and the rows to export: if there is a ``query``, those that match it."""

    path: Path
    sheet: ExportSheet
    form: str
    query: RowQuery | None = None

    def arranged(self, stopped: Event) -> ExportRequest:
        """Return the request with the rows that match the query."""
        if self.query is None:
            return self
        order = order_of(OrderRequest(self.sheet.case, self.query), stopped) or Order()
        sheet = self.sheet._replace(numbers=order.numbers, counts=order.counts or {})
        return self._replace(sheet=sheet)


class ExportResult(NamedTuple):
    """A written file, or the reason why it could not be written."""

    request: ExportRequest
    problem: str = ""


class StoppedError(Exception): ...


class SheetEntries(Sequence[CaseLink]):
    """The rows of a sheet as entries of an export, created on each access."""

    def __init__(self, sheet: ExportSheet, stopped: Event) -> None:
        self._sheet = sheet
        self._stopped = stopped

    def __len__(self) -> int:
        return len(self._sheet.numbers)

    @overload
    def __getitem__(self, index: int) -> CaseLink: ...
    @overload
    def __getitem__(self, index: slice) -> SheetEntries: ...
    def __getitem__(self, index: int | slice) -> CaseLink | SheetEntries:
        sheet = self._sheet
        if isinstance(index, slice):
            return SheetEntries(sheet._replace(numbers=sheet.numbers[index]), self._stopped)
        if self._stopped.is_set():
            raise StoppedError
        number = sheet.numbers[index]
        row, case = sheet.case.rows[number], sheet.case
        head, links = case.heads[row.file], sheet.counts.get(number, 1)
        return link_of(row, head, sheet.edition, case.decision(number), links=links)


def whole(sheet: ExportSheet) -> ExportSheet:
    """Return the sheet with all rows of the case, ungrouped."""
    return sheet._replace(numbers=range(len(sheet.case.rows)), counts={})


def export_case(sheet: ExportSheet, stopped: Event) -> CaseExport:
    """Return the case in the form that exports need."""
    heads = sheet.case.heads
    many = sheet.options.say("{count} files", count=len(heads))
    title = heads[0].name if len(heads) == 1 else sheet.name or many
    explanation = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return CaseExport(
        title,
        explanation,
        tuple(file_of(head, decided_in(sheet.case, at)) for at, head in enumerate(heads)),
        SheetEntries(sheet, stopped),
        tuple(sheet.case.troubles),
    )


def decided_in(case: OpenCase, file: int) -> tuple[FileDecision, ...]:
    """Return the decisions on a file and on the emails in it."""
    keys = [entry.key for entry in case.files.in_file(file)]
    decisions = (FileDecision(key.part, case.decision(key)) for key in keys)
    return tuple(each for each in decisions if any(each.decision))


def pieces(sheet: ExportSheet, form: str, stopped: Event) -> Iterator[str]:
    """Yield the content of an export: the shown rows for tables, the whole case for other
    formats.
    """
    wanted = sheet if CASE_FORMATS[form].is_table else whole(sheet)
    if CASE_FORMATS[form].is_exact:
        # Machine-readable formats are always in English.
        wanted = wanted._replace(options=sheet.options._replace(say=english))
    return export_case_as(export_case(wanted, stopped), form, wanted.options)


def write(path: Path, sheet: ExportSheet, form: str, stopped: Event) -> None:
    """Write an export; if it is stopped, an existing file stays unchanged."""
    if form == PARQUET:
        _write_table(path, sheet, stopped)
        return
    with suppress(StoppedError), replacing(path) as file:
        for text in pieces(sheet, form, stopped):
            if stopped.is_set():
                raise StoppedError
            file.write(text.encode("utf-8", "surrogatepass"))


def _write_table(path: Path, sheet: ExportSheet, stopped: Event) -> None:
    """Write the rows as Parquet, with the columns that ``uriinspect table`` adds."""
    try:
        from uriinspector.arrow.results import write_links
    except ImportError as error:
        raise OSError(NO_LIBRARY) from error
    case = export_case(sheet, stopped)
    if sheet.options.without_recipient:
        case = cleaned(case)
    with suppress(StoppedError), replacing(path) as file:
        write_links(case, file)


def written(request: ExportRequest, stopped: Event) -> ExportResult:
    """Write an export in the worker thread; return the result."""
    request = request.arranged(stopped)
    try:
        write(request.path, request.sheet, request.form, stopped)
    except RefusedError as fault:
        return ExportResult(request, fault.why)
    except (OSError, ValueError) as trouble:
        return ExportResult(request, why_not(trouble))
    return ExportResult(request)


# Characters that some file systems do not allow in names.
UNFIT = expression(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
LONGEST = 80


def suggested_file(case: OpenCase, what: str, folder: str = "") -> str:
    """Return a file name without an extension, from the name of the document and ``what``.

    ``folder`` is the folder used last; if it is empty, the document's folder is used.
    """
    heads = case.heads
    name = " ".join(filter(None, (_document(heads), what))) or "case"
    place = folder or _folder(heads)
    return str(Path(place) / name) if place else name


def _document(heads: list[Head]) -> str:
    """Return the name of the only file, or of the folder that contains all files."""
    if len(heads) == 1:
        name = Path(heads[0].name).stem or heads[0].name
    else:
        parents = {Path(each.path).parent for each in heads}
        name = parents.pop().name if len(parents) == 1 else ""
    return UNFIT.sub("_", visible(name)).strip(" .")[:LONGEST]


def _folder(heads: list[Head]) -> str:
    """Return the folder of the first file, if it is local and the disk responds."""
    path = heads[0].path if heads else ""
    parent = Path(path).parent
    if not path or is_remote(path) or not parent.is_absolute():
        return ""
    try:
        return str(parent) if timely_answer(parent.is_dir) else ""
    except OSError:
        return ""


# Parquet is written by an optional library.
FORMS = {name: (each.title, each.ending) for name, each in CASE_FORMATS.items()}
FORMS[PARQUET] = ("Rows as Parquet, original links", "parquet")
REPORTS = frozenset({"markdown", "html"})
# Formats for exchange with other programs, which omit some links; and tables that omit decisions.
EXCHANGED, UNDECIDED = frozenset({"stix", "misp"}), frozenset({"targets", "timeline"})


class ExportActions(QObject):
    """Actions that export the shown rows, or the whole case.

    The program cannot reopen exports; to save a case for reopening, use ``CaseActions``.
    """

    def __init__(
        self, context: CaseContext, table: LinkTable, query: Callable[[], RowQuery | None]
    ) -> None:
        """``query`` returns the query for the rows to export, or None for the table's rows."""
        super().__init__(table)
        self._context = context
        self._table = table
        self._query = query
        self._folder = ""  # the folder used last
        self.ask = ask_for_file
        self._job = LatestJob(
            written, self, self._on_written, rest=0, can_stop=True, is_awaited=True
        )

    def fill(self, menu: QMenu) -> None:
        for form, (title, _) in FORMS.items():
            add_entry(menu, say("{what}…", what=say(title)), partial(self.save, form))

    def save(self, form: str) -> None:
        """Ask for a file name, and export the shown rows or the whole case."""
        links = self._table.links
        order = links.order
        if self._job.is_busy:
            return
        if not links.case.heads:
            self._context.notify(say("There is no link to export."))
            return
        title, ending = FORMS[form]
        names = {
            "stix": "STIX",
            "misp": "MISP",
            "targets": say("targets"),
            "messages": say("messages"),
        }
        what = names.get(form) or (say("report") if form in REPORTS else say("links"))
        name = suggested_file(links.case, what, self._folder)
        chosen = self.ask(say(title), name, ending)
        if not may_be_written(chosen, self._context.complain):
            return
        self._folder = str(Path(chosen).parent)
        wishes = export_options(self._context.profile.settings)
        of_case = (self._context.edition, self._context.storage.name)
        sheet = ExportSheet(links.case, order.numbers, order.counts or {}, wishes, *of_case)
        self._job.ask(ExportRequest(Path(chosen), sheet, form, self._query()), is_long=True)

    def _on_written(self, result: ExportResult) -> None:
        (path, sheet, form, _), problem = result
        if problem:
            self._context.complain(say("{file}: {why}", file=path.name, why=say(problem)))
            return
        title = say(FORMS[form][0])
        saved = say(
            "{what}: saved as {file} in {folder}.", what=title, file=path.name, folder=path.parent
        )
        words = [saved, *left_out(sheet, form)]
        if sheet.options.without_recipient:
            words.append(say(NOTE))
        copying = partial(to_clipboard, str(path))
        self._context.strip.show_notice(Notice(" ".join(words), "info", say("Copy path"), copying))


def left_out(sheet: ExportSheet, form: str) -> Iterator[str]:
    """Yield sentences about what the export does not contain."""
    from uriinspector.export.case.case_report import FILES, ROOM  # imported by the export anyway

    case = sheet.case
    if form == PARQUET or (CASE_FORMATS[form].is_table and form != "messages"):
        yield from _rows_left_out(sheet)
    if form in UNDECIDED and case.is_decided():
        yield say("Marks and notes are not part of this format.")
    ignored = sum(mark == IGNORED for mark in case.marks.values())
    if form in EXCHANGED and ignored:
        yield say_count(
            ignored,
            "1 link marked as ignored was left out.",
            "{count} links marked as ignored were left out.",
        )
    if form in EXCHANGED and not all(kind.host for kind in case.rows.kinds[:]):
        yield say("Links without a host are left out; the file states how many.")
    if form in REPORTS and (len(case.sites) > ROOM.sites or len(case.heads) > FILES):
        words = "The report lists up to {sites} sites and {files} files and counts the others."
        yield say(words, sites=ROOM.sites, files=FILES)


def _rows_left_out(sheet: ExportSheet) -> Iterator[str]:
    rows, total = len(sheet.numbers), len(sheet.case.rows)
    links = sum(sheet.counts.get(each, 1) for each in sheet.numbers)
    if rows != links:
        yield say(
            "Grouped: {rows} for {links}; each row shows one link from its group.",
            rows=say_count(rows, "1 row", "{count} rows"),
            links=say_count(links, "1 link", "{count} links"),
        )
    if links < total:
        yield say(
            "{left} of {links} left out: not shown in the table.",
            left=number(total - links),
            links=say_count(total, "1 link", "{count} links"),
        )


def export_options(settings: Settings) -> ExportOptions:
    """Return the export options in the settings."""
    wanted = ExportOptions(without_recipient=settings["without_recipient"])
    if settings["english_reports"]:
        return wanted
    return wanted._replace(say=speaking(language()))
