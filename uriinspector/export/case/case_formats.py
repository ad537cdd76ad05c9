"""Every form in which a case is handed on: the table that menus and commands go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uriinspector.export.case.case_html import html
from uriinspector.export.case.case_markdown import markdown
from uriinspector.export.case.case_report import CaseReport, case_report
from uriinspector.export.case.link_tables import csv, json_lines
from uriinspector.export.case.misp import misp
from uriinspector.export.case.recipient_removal import cleaned
from uriinspector.export.case.stix.bundle import stix
from uriinspector.export.formats import ExportOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.export.case.case_model import CaseExport


class CaseFormat(NamedTuple):
    """One form: its name, the ending of its files, what it is, and what writes it piece by piece.

    ``is_exact``: for machines, to the letter whatever is wished; ``is_table``: a row for each row
    that is given, and not a statement about the whole.
    """

    name: str
    ending: str
    title: str
    write: Callable[[CaseExport, ExportOptions], Iterator[str]]
    is_exact: bool = False
    is_table: bool = False


def _report(case: CaseExport, options: ExportOptions) -> CaseReport:
    return case_report(case, exact=options.exact, translator=options.say, language=options.language)


def _markdown(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    return markdown(_report(case, options))


def _html(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    return html(_report(case, options))


def _csv(case: CaseExport, _: ExportOptions) -> Iterator[str]:
    return csv(case)


def _json_lines(case: CaseExport, _: ExportOptions) -> Iterator[str]:
    return json_lines(case)


def _stix(case: CaseExport, _: ExportOptions) -> Iterator[str]:
    return stix(case)


def _misp(case: CaseExport, _: ExportOptions) -> Iterator[str]:
    return misp(case)


CASE_FORMATS = {
    each.name: each
    for each in (
        CaseFormat("markdown", "md", "Report in Markdown", _markdown),
        CaseFormat("html", "html", "Report as a page", _html),
        CaseFormat("csv", "csv", "Rows as CSV, defanged", _csv, is_table=True),
        CaseFormat(
            *("jsonl", "jsonl", "Rows as JSON lines for machines, exact", _json_lines),
            is_exact=True,
            is_table=True,
        ),
        CaseFormat("stix", "json", "STIX 2.1 for machines, exact", _stix, is_exact=True),
        CaseFormat("misp", "json", "MISP event for machines, exact", _misp, is_exact=True),
    )
}


def export_case_as(
    case: CaseExport, form: str, wishes: ExportOptions | None = None
) -> Iterator[str]:
    """The case in a form, piece by piece; without recipient data if that is wished."""
    wished = wishes or ExportOptions()
    return CASE_FORMATS[form].write(cleaned(case) if wished.without_recipient else case, wished)
