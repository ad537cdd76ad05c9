"""The tables of export formats, which menus and commands use.

There is one each for links, cases, sites and scanned documents. The command line reads them at
every start, so a format's module is only imported when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar, cast

from uriinspector.core.model import NamedTuple
from uriinspector.export.options import ExportMaterial, ExportOptions

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.documents.document import Document
    from uriinspector.documents.site.site_check import SiteCheck
    from uriinspector.export.case.case_model import CaseExport
    from uriinspector.export.scan_formats import ScanText


LinkWriter: TypeAlias = "Callable[[ExportMaterial], str]"
CaseWriter: TypeAlias = "Callable[[CaseExport, ExportOptions], Iterator[str]]"
SiteWriter: TypeAlias = "Callable[[SiteCheck, ExportOptions], Iterator[str]]"
# The parameters are the document, its name, and the minimum severity.
ScanWriter: TypeAlias = "Callable[[Document, str, str], ScanText]"
Writer = TypeVar("Writer")


class Format(NamedTuple, Generic[Writer]):
    """A format: its name, file extension, title, and the function that writes it.

    ``writer`` is "module:function" in this package, imported on first use. ``is_exact`` is True for
    machine formats, which always contain original links. ``is_table`` is True if there is one row
    per input row rather than a report on the whole. ``gatherer`` combines the results for several
    files. ``is_drawn`` is True if the result has to be rendered, which only the window can do.
    ``words`` and ``description`` are the menu text and its status tip.
    """

    name: str
    ending: str
    title: str
    writer: str
    is_exact: bool = False
    is_table: bool = False
    gatherer: str = ""
    is_drawn: bool = False
    words: str = ""
    description: str = ""

    @property
    def write(self) -> Writer:
        return cast("Writer", _function(self.writer))

    def gather(self, texts: Iterable[str]) -> Iterable[str]:
        """Combine the results for several files."""
        return cast("Iterable[str]", _function(self.gatherer)(texts)) if self.gatherer else texts


def _function(name: str) -> Callable[..., object]:
    module, _, function = name.partition(":")
    return cast(
        "Callable[..., object]", getattr(import_module(f"uriinspector.export.{module}"), function)
    )


def _table(*rows: Format[Writer]) -> dict[str, Format[Writer]]:
    return {each.name: each for each in rows}


LINK_FORMATS: dict[str, Format[LinkWriter]] = _table(
    Format(
        *("markdown", "md", "Markdown report", "markdown:markdown"),
        words="Report as &Markdown…",
        description="Save the report as a Markdown file",
    ),
    Format(
        *("html", "html", "HTML report", "page:html"),
        words="Report as &HTML…",
        description="Save the report as an HTML file",
    ),
    Format(
        *("json", "json", "JSON, original links", "json_lines:json_report"),
        is_exact=True,
        words="&JSON, original links…",
        description="Save all results as JSON, with original links",
    ),
    Format(
        *("svg", "svg", "Annotated image", "svg_images:svg_image"),
        words="Image as &SVG…",
        description="Save the annotated link as an SVG image with selectable text",
    ),
    Format(
        *("png", "png", "Annotated image", "svg_images:svg_image"),
        is_drawn=True,
        words="Image as P&NG…",
        description="Save the annotated link as a PNG image",
    ),
    Format(
        *("route", "svg", "Route as a graph", "svg_images:route_image"),
        words="R&oute as SVG…",
        description="Save the route as an SVG image, with a box for each stop",
    ),
    Format(
        *("values", "svg", "Values as a graph", "svg_images:value_image"),
        words="&Values as SVG…",
        description="Save the values in the link as an SVG image that shows how each was decoded",
    ),
)


def material(inspection: Inspection, options: ExportOptions) -> ExportMaterial:
    """Prepare an inspection for export, without recipient data if requested.

    Raise RefusedError if a recipient's address would remain in the export.
    """
    if not options.without_recipient:
        return ExportMaterial(inspection, options)
    from uriinspector.export.recipient_data import refuse_hosts, without_recipient

    cleaned = without_recipient(inspection)
    refuse_hosts(cleaned.inspection)
    return ExportMaterial(cleaned.inspection, options, cleaned.removed, (cleaned.note,))


def export_as(inspection: Inspection, form: str, wishes: ExportOptions | None = None) -> str:
    return LINK_FORMATS[form].write(material(inspection, wishes or ExportOptions()))


CASE_FORMATS: dict[str, Format[CaseWriter]] = _table(
    Format("markdown", "md", "Markdown report", "markdown:case_markdown"),
    Format("html", "html", "HTML report", "page:case_html"),
    Format(
        *("csv", "csv", "Rows as CSV, defanged", "case.link_tables:csv_rows"),
        is_table=True,
        gatherer="case.link_tables:with_header",
    ),
    Format(
        *("jsonl", "jsonl", "Rows as JSON Lines, original links", "case.link_tables:json_lines"),
        is_exact=True,
        is_table=True,
    ),
    Format(
        *(
            "targets",
            "csv",
            "References by target as CSV, defanged",
            "case.link_tables:target_rows",
        ),
        is_table=True,
        gatherer="case.link_tables:with_target_header",
    ),
    Format(
        *("timeline", "csv", "Timeline as CSV, defanged", "case.case_report:timeline_rows"),
        is_table=True,
        gatherer="case.case_report:in_order",
    ),
    Format(
        *("messages", "csv", "Messages as CSV, defanged", "case.link_tables:message_rows"),
        is_table=True,
        gatherer="case.link_tables:with_message_header",
    ),
    Format("stix", "json", "STIX 2.1, original links", "case.exchange_formats:stix", is_exact=True),
    Format(
        "misp", "json", "MISP event, original links", "case.exchange_formats:misp", is_exact=True
    ),
)


def export_case_as(
    case: CaseExport, form: str, wishes: ExportOptions | None = None
) -> Iterator[str]:
    """Yield the case in a format, piece by piece, without recipient data if requested."""
    return iter(CASE_FORMATS[form].gather(case_pieces(case, form, wishes or ExportOptions())))


def case_pieces(case: CaseExport, form: str, options: ExportOptions) -> Iterator[str]:
    """Yield the case before results for several files are combined.

    Raise RefusedError if a recipient's address would remain in the export.
    """
    write = CASE_FORMATS[form].write
    if not options.without_recipient:
        return write(case, options)
    from uriinspector.export.case.recipient_removal import cleaned, refuse_remaining

    return refuse_remaining(case, write(cleaned(case), options))


SITE_FORMATS: dict[str, Format[SiteWriter]] = _table(
    Format(
        *("site-csv", "csv", "Pages of a site as CSV", "scan_formats:page_rows"),
        is_table=True,
        words="Pages as &CSV…",
        description="Save a table with a row for each page as a CSV file",
    ),
    Format(
        *("site-json", "json", "A site as JSON, original links", "scan_formats:site_json"),
        is_exact=True,
        words="&JSON, original links…",
        description="Save all pages and findings as JSON, with original links",
    ),
    Format(
        *("site-svg", "svg", "Structure of a site", "svg_images:site_image"),
        words="Structure as S&VG…",
        description=(
            "Save the structure as an SVG image: pages, the links between them, broken links"
        ),
    ),
)
# These are made from documents, since cases do not store the contexts and bytes that these formats
# need.
SCAN_FORMATS: dict[str, Format[ScanWriter]] = _table(
    Format("json", "json", "JSON, original links", "scan_formats:as_json", is_exact=True),
    Format(
        "jsonl", "jsonl", "JSON Lines, original links", "scan_formats:as_lines", True, is_table=True
    ),
    Format(
        "sarif",
        "sarif",
        "SARIF 2.1.0",
        "scan_formats:as_sarif",
        True,
        gatherer="scan_formats:sarif_run",
    ),
)
