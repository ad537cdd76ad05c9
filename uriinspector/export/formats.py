"""Every form in which something is handed on: the tables that menus and commands go by.

There is one table for a link, one for a case, and one for documents just as they were scanned.  The
command line reads them whenever it starts, so what writes a form is loaded when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from uriinspector.core.model import NamedTuple
from uriinspector.export.language import Translator, english
from uriinspector.export.svg.face import FACE, Face

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.documents.document import Document
    from uriinspector.documents.site.site_check import SiteCheck
    from uriinspector.export.case.case_model import CaseExport
    from uriinspector.export.case.case_report import CaseReport
    from uriinspector.export.report import Report
    from uriinspector.export.scan_formats import ScanText
    from uriinspector.export.svg.svg_page import SvgPage


class ExportOptions(NamedTuple):
    """How it is wanted: links to the letter, without recipient data; pictures in which theme.

    ``say`` tells what is for people in a ``language``; machines are told English.
    """

    exact: bool = False
    without_recipient: bool = False
    theme: str = "light"
    face: Face = FACE
    say: Translator = english
    language: str = "en"


class ExportMaterial(NamedTuple):
    """What is handed on, as it is wished; ``removed`` counts what was taken out before, if asked.

    ``notes`` say so in words.
    """

    inspection: Inspection
    options: ExportOptions
    removed: int | None = None
    notes: tuple[str, ...] = ()


LinkWriter: TypeAlias = "Callable[[ExportMaterial], str]"
CaseWriter: TypeAlias = "Callable[[CaseExport, ExportOptions], Iterator[str]]"
SiteWriter: TypeAlias = "Callable[[SiteCheck, ExportOptions], Iterator[str]]"
# The document, its name, and the least severity that is told.
ScanWriter: TypeAlias = "Callable[[Document, str, str], ScanText]"
Writer = TypeVar("Writer")


class Format(NamedTuple, Generic[Writer]):
    """One form: its name, the ending of its files, what it is, and what writes it.

    ``is_exact``: for machines, to the letter whatever is wished; ``is_table``: a row for each row
    that is given, and not a statement about the whole.  ``gather`` puts together what was written
    file by file.  ``is_drawn``: what is written has to be drawn yet, which only the window can.
    ``words`` and ``tells`` are what a menu says of it.
    """

    name: str
    ending: str
    title: str
    write: Writer
    is_exact: bool = False
    is_table: bool = False
    gather: Callable[[Iterable[str]], Iterable[str]] = iter
    is_drawn: bool = False
    words: str = ""
    tells: str = ""


def _table(*rows: Format[Writer]) -> dict[str, Format[Writer]]:
    return {each.name: each for each in rows}


def _report(given: ExportMaterial) -> Report:
    from uriinspector.export.report import report

    exact, _, _, _, say, language = given.options
    return report(given.inspection, exact=exact, notes=given.notes, say=say, language=language)


def _markdown(given: ExportMaterial) -> str:
    from uriinspector.export.markdown import markdown

    return markdown(_report(given))


def _html(given: ExportMaterial) -> str:
    from uriinspector.export.page import html

    return html(_report(given))


def _json(given: ExportMaterial) -> str:
    import json

    record = given.inspection.to_dict()
    if given.removed is not None:
        record["recipient_data_removed"] = given.removed
    return json.dumps(record, indent=2) + "\n"


def _svg(given: ExportMaterial) -> str:
    from uriinspector.export.svg.svg_image import SvgImage

    return _picture(SvgImage, given)


def _route(given: ExportMaterial) -> str:
    from uriinspector.export.svg.svg_page import RouteImage

    return _picture(RouteImage, given)


def _values(given: ExportMaterial) -> str:
    from uriinspector.export.svg.svg_page import ValueImage

    return _picture(ValueImage, given)


def _picture(page: type[SvgPage], given: ExportMaterial) -> str:
    exact, _, theme, face, say, _ = given.options
    return page(given.inspection, theme, face, exact=exact, notes=given.notes, say=say).drawn()


LINK_FORMATS: dict[str, Format[LinkWriter]] = _table(
    Format(
        *("markdown", "md", "Markdown report", _markdown),
        words="Report as &Markdown…",
        tells="Save the report as a Markdown file",
    ),
    Format(
        *("html", "html", "HTML report", _html),
        words="Report as &HTML…",
        tells="Save the report as an HTML file",
    ),
    Format(
        *("json", "json", "JSON, original links", _json),
        is_exact=True,
        words="&JSON, original links…",
        tells="Save all results as JSON, with original links",
    ),
    Format(
        *("svg", "svg", "Annotated image", _svg),
        words="Image as &SVG…",
        tells="Save the annotated link as an SVG image with selectable text",
    ),
    Format(
        *("png", "png", "Annotated image", _svg),
        is_drawn=True,
        words="Image as P&NG…",
        tells="Save the annotated link as a PNG image",
    ),
    Format(
        *("route", "svg", "Route as a graph", _route),
        words="R&oute as SVG…",
        tells="Save the route as an SVG image: a box for each stop, and what leads to it",
    ),
    Format(
        *("values", "svg", "Values as a graph", _values),
        words="&Values as SVG…",
        tells="Save the values in the link as an SVG image: how each was decoded",
    ),
)


def material(inspection: Inspection, options: ExportOptions) -> ExportMaterial:
    """What is handed on, whatever the form: without recipient data if that is wished.

    RefusedError where a recipient's address would remain in it.
    """
    if not options.without_recipient:
        return ExportMaterial(inspection, options)
    from uriinspector.export.recipients import refuse_hosts, without_recipient

    cleaned = without_recipient(inspection)
    refuse_hosts(cleaned.inspection)
    return ExportMaterial(cleaned.inspection, options, cleaned.removed, (cleaned.note,))


def export_as(inspection: Inspection, form: str, wishes: ExportOptions | None = None) -> str:
    """The inspection in a form."""
    return LINK_FORMATS[form].write(material(inspection, wishes or ExportOptions()))


def _case_report(case: CaseExport, options: ExportOptions) -> CaseReport:
    from uriinspector.export.case.case_report import case_report

    return case_report(case, exact=options.exact, translator=options.say, language=options.language)


def _case_markdown(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    from uriinspector.export.case.case_markdown import markdown

    return markdown(_case_report(case, options))


def _case_html(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    from uriinspector.export.case.case_html import html

    return html(_case_report(case, options))


def _case_csv(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    from uriinspector.export.case.link_tables import csv_rows

    return csv_rows(case, exact=options.exact)


def _with_header(rows: Iterable[str]) -> Iterable[str]:
    from uriinspector.export.case.link_tables import with_header

    return with_header(rows)


def _timeline(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    from uriinspector.export.case.case_report import timeline_rows

    return timeline_rows(case, exact=options.exact)


def _in_order(rows: Iterable[str]) -> Iterable[str]:
    from uriinspector.export.case.case_report import in_order

    return in_order(rows)


def _targets(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    from uriinspector.export.case.link_tables import target_rows

    return target_rows(case, exact=options.exact)


def _with_target_header(rows: Iterable[str]) -> Iterable[str]:
    from uriinspector.export.case.link_tables import with_target_header

    return with_target_header(rows)


def _case_lines(case: CaseExport, _: ExportOptions) -> Iterator[str]:
    from uriinspector.export.case.link_tables import json_lines

    return json_lines(case)


def _stix(case: CaseExport, _: ExportOptions) -> Iterator[str]:
    from uriinspector.export.case.stix import stix

    return stix(case)


def _misp(case: CaseExport, _: ExportOptions) -> Iterator[str]:
    from uriinspector.export.case.misp import misp

    return misp(case)


CASE_FORMATS: dict[str, Format[CaseWriter]] = _table(
    Format("markdown", "md", "Markdown report", _case_markdown),
    Format("html", "html", "HTML report", _case_html),
    Format(*("csv", "csv", "Rows as CSV, defanged", _case_csv), is_table=True, gather=_with_header),
    Format(
        *("jsonl", "jsonl", "Rows as JSON Lines, original links", _case_lines),
        is_exact=True,
        is_table=True,
    ),
    Format(
        *("targets", "csv", "References by target as CSV, defanged", _targets),
        is_table=True,
        gather=_with_target_header,
    ),
    Format(
        *("timeline", "csv", "Times as CSV, defanged", _timeline), is_table=True, gather=_in_order
    ),
    Format("stix", "json", "STIX 2.1, original links", _stix, is_exact=True),
    Format("misp", "json", "MISP event, original links", _misp, is_exact=True),
)


def export_case_as(
    case: CaseExport, form: str, wishes: ExportOptions | None = None
) -> Iterator[str]:
    """The case in a form, piece by piece; without recipient data if that is wished."""
    return iter(CASE_FORMATS[form].gather(case_pieces(case, form, wishes or ExportOptions())))


def case_pieces(case: CaseExport, form: str, options: ExportOptions) -> Iterator[str]:
    """The same before it is put together with what was written of other files.

    RefusedError where a recipient's address would remain in it.
    """
    write = CASE_FORMATS[form].write
    if not options.without_recipient:
        return write(case, options)
    from uriinspector.export.case.recipient_removal import cleaned, refuse_remaining

    return refuse_remaining(case, write(cleaned(case), options))


def _scan_json(document: Document, name: str, least: str) -> ScanText:
    from uriinspector.export.scan_formats import as_json

    return as_json(document, name, least)


def _scan_lines(document: Document, name: str, least: str) -> ScanText:
    from uriinspector.export.scan_formats import as_lines

    return as_lines(document, name, least)


def _scan_sarif(document: Document, name: str, least: str) -> ScanText:
    from uriinspector.export.scan_formats import as_sarif

    return as_sarif(document, name, least)


def _sarif_run(lines: Iterable[str]) -> Iterable[str]:
    from uriinspector.export.scan_formats import sarif_run

    return sarif_run(lines)


def _site_rows(check: SiteCheck, _: ExportOptions) -> Iterator[str]:
    from uriinspector.export.site_tables import page_rows

    return page_rows(check)


def _site_json(check: SiteCheck, _: ExportOptions) -> Iterator[str]:
    from uriinspector.export.site_tables import site_json

    return site_json(check)


def _site_image(check: SiteCheck, options: ExportOptions) -> Iterator[str]:
    from uriinspector.export.svg.svg_page import SiteImage

    exact, _, theme, face, say, _ = options
    yield SiteImage(check, theme, face, exact=exact, say=say).drawn()


SITE_FORMATS: dict[str, Format[SiteWriter]] = _table(
    Format(
        *("site-csv", "csv", "Pages of a site as CSV", _site_rows),
        is_table=True,
        words="Pages as &CSV…",
        tells="Save a table with a row for each page as a CSV file",
    ),
    Format(
        *("site-json", "json", "A site as JSON, original links", _site_json),
        is_exact=True,
        words="&JSON, original links…",
        tells="Save all pages and findings as JSON, with original links",
    ),
    Format(
        *("site-svg", "svg", "Structure of a site", _site_image),
        words="Structure as S&VG…",
        tells="Save the structure as an SVG image: pages, the links between them, broken links",
    ),
)
# A case knows no context and no octets of its documents any more: these are made before that.
SCAN_FORMATS: dict[str, Format[ScanWriter]] = _table(
    Format("json", "json", "JSON, original links", _scan_json, is_exact=True),
    Format("jsonl", "jsonl", "JSON Lines, original links", _scan_lines, True, is_table=True),
    Format("sarif", "sarif", "SARIF 2.1.0", _scan_sarif, True, gather=_sarif_run),
)
