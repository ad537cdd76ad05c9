"""Handing on what was decided: the table as a file, written beside the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from uriinspector.documents.cases.link_row import IGNORED
from uriinspector.documents.scan_state import PARQUET
from uriinspector.export.case.recipient_removal import NOTE
from uriinspector.export.formats import CASE_FORMATS
from uriinspector.export.options import ExportOptions
from uriinspector.gui.documents.case_export import ExportRequest, ExportResult, ExportSheet, written
from uriinspector.gui.documents.suggested_files import suggested_file
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.text.translation import language, number, say, say_count
from uriinspector.gui.transfer.exporter import ask_for_file, may_be_written
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip

if TYPE_CHECKING:
    from uriinspector.gui.documents.table import LinkTable
    from uriinspector.gui.storage.settings import Settings


# Tables of Parquet are written by a library that need not be there.
FORMS = {name: (each.title, each.ending) for name, each in CASE_FORMATS.items()}
FORMS[PARQUET] = ("Rows as Parquet, original links", "parquet")
REPORTS = frozenset({"markdown", "html"})
# Forms for other programs, which leave some links out, and tables without what was decided.
EXCHANGED, UNDECIDED = frozenset({"stix", "misp"}), frozenset({"targets", "timeline"})


class ExportActions(QObject):
    """What people do to hand on an ``OpenCase``: its rows that are shown, or all of it, as a file.

    No program reads that file back; a case that goes on is saved by ``CaseActions``.
    """

    def __init__(
        self,
        table: LinkTable,
        strip: NoticeStrip,
        wishes: Callable[[], ExportOptions],
        edition: Callable[[], str],
        name: Callable[[], str],
    ) -> None:
        """Take the wishes, the edition that reads references, and the name of the case."""
        super().__init__(table)
        self._table = table
        self._strip = strip
        self._export_options = wishes
        self._edition = edition
        self._name = name
        self._folder = ""  # that was chosen last
        self.ask = ask_for_file
        self._job = LatestJob(written, self, rest=0, can_stop=True)
        self._job.answered.connect(self._on_written)

    def fill(self, menu: QMenu) -> None:
        """Put the ways of handing on into a menu."""
        for form, (title, _) in FORMS.items():
            action = menu.addAction(say("{what}…", what=say(title)))
            action.triggered.connect(partial(self.save, form))

    def save(self, form: str, *_: object) -> None:
        """Write the rows that are shown, or the whole case, into a file."""
        links = self._table.links
        order = links.order
        if self._job.is_waiting:
            return
        if not links.case.heads:
            self._strip.tell(Notice(say("There is no link to export.")))
            return
        title, ending = FORMS[form]
        names = {"stix": "STIX", "misp": "MISP", "targets": say("targets")}
        what = names.get(form) or (say("report") if form in REPORTS else say("links"))
        name = suggested_file(links.case, what, self._folder)
        chosen = self.ask(say(title), name, ending)
        if not may_be_written(chosen, self._complain):
            return
        self._folder = str(Path(chosen).parent)
        counts, wishes = order.counts or {}, self._export_options()
        of_case = (self._edition(), self._name())
        sheet = ExportSheet(links.case, order.numbers, counts, wishes, *of_case)
        self._job.ask(ExportRequest(Path(chosen), sheet, form), is_long=True)

    def close(self) -> None:
        """Write no further, and leave nothing behind that is not whole."""
        self._job.close(wait=True)

    def _on_written(self, result: ExportResult) -> None:
        (path, sheet, form), problem = result
        if problem:
            self._complain(say("{file}: {why}", file=path.name, why=say(problem)))
            return
        words = [say("Saved as {file}.", file=path.name), *left_out(sheet, form)]
        if sheet.options.without_recipient:
            words.append(say(NOTE))
        self._strip.tell(Notice(" ".join(words)))

    def _complain(self, words: str) -> None:
        self._strip.tell(Notice(words, "medium"))


def left_out(sheet: ExportSheet, form: str) -> Iterator[str]:
    """Yield what an export does not contain, in sentences."""
    from uriinspector.export.case.case_report import FILES, ROOM  # loaded by the export anyway

    case = sheet.case
    if form == PARQUET or CASE_FORMATS[form].is_table:
        yield from _rows_left_out(sheet)
    if form in UNDECIDED and case.is_decided():
        yield say("Marks and notes are not part of this format.")
    ignored = sum(mark == IGNORED for mark in case.marks.values())
    if form in EXCHANGED and ignored:
        yield say_count(
            ignored,
            "1 link marked as ignored left out.",
            "{count} links marked as ignored left out.",
        )
    if form in EXCHANGED and not all(kind.host for kind in case.rows.kinds[:]):
        yield say("Links without a host are left out and counted in the file.")
    if form in REPORTS and (len(case.sites) > ROOM.sites or len(case.heads) > FILES):
        words = "The report lists up to {sites} sites and {files} files and counts the others."
        yield say(words, sites=ROOM.sites, files=FILES)


def _rows_left_out(sheet: ExportSheet) -> Iterator[str]:
    rows, total = len(sheet.numbers), len(sheet.case.rows)
    links = sum(sheet.counts.get(each, 1) for each in sheet.numbers)
    if rows != links:
        yield say(
            "Grouped: {rows} for {links}, each with one link of its group.",
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
    """How it is wanted, by what is set."""
    wanted = ExportOptions(without_recipient=settings["without_recipient"])
    if settings["english_reports"]:
        return wanted
    return wanted._replace(say=say, language=language())
