"""Golden files of a case in every format."""

from pathlib import Path

from tests.export.case.samples import case, several
from tests.for_each import for_each
from tests.golden_files import compare
from uriinspector.export.formats import CASE_FORMATS, export_case_as
from uriinspector.export.language import english, speaking
from uriinspector.export.options import ExportOptions

FOLDER = Path(__file__).parent / "golden"


@for_each("without", False, True, ids=["all", "without-recipient"])
@for_each("form", *CASE_FORMATS)
def test_case_matches_its_golden_file(form: str, *, without: bool) -> None:
    found = "".join(export_case_as(case(), form, ExportOptions(without_recipient=without)))
    ending = CASE_FORMATS[form].ending
    compare(f"{form}{'-without-recipient' if without else ''}.{ending}", found, FOLDER)


@for_each("form", "markdown", "html", "stix", "misp", "targets", "timeline", "messages")
def test_case_of_several_files_matches_its_golden_file(form: str) -> None:
    is_read = form in {"markdown", "html"}
    options = ExportOptions(exact=is_read, say=speaking("de") if is_read else english)
    found = "".join(export_case_as(several(), form, options))
    compare(f"several.{form}.{CASE_FORMATS[form].ending}", found, FOLDER)
