"""Exports of a case have no live content."""

import csv
import io
import json

from tests.export import test_hostile
from tests.export.case.samples import hostile
from tests.for_each import for_each
from uriinspector.analysis.defang import defang
from uriinspector.analysis.safe_text import visible
from uriinspector.export.csv import FORMULA
from uriinspector.export.formats import CASE_FORMATS, export_case_as
from uriinspector.export.options import ExportOptions

WAYS = {"all": ExportOptions(), "without recipient": ExportOptions(without_recipient=True)}


def see_that_csv_is_tame(source: str) -> None:
    rows = list(csv.DictReader(io.StringIO(source, newline="")))
    assert len(rows) == len(hostile().links)
    for row in rows:
        assert not any(cell.startswith(FORMULA) for cell in row.values())
        for name in ("value", "text", "base", "target", "host", "note"):
            assert not test_hostile.LINK.search(row[name])


def see_that_a_timeline_is_tame(source: str) -> None:
    rows = list(csv.DictReader(io.StringIO(source, newline="")))
    assert len(rows) + 1 == len(source.split("\n")) - 1
    for row in rows:
        assert not any(cell.startswith(FORMULA) for cell in row.values())
        for name in ("meaning", "text", "link"):
            assert not test_hostile.LINK.search(row[name])


def see_that_targets_are_tame(source: str) -> None:
    rows = list(csv.DictReader(io.StringIO(source, newline="")))
    for row in rows:
        assert not any(cell.startswith(FORMULA) for cell in row.values())
        for name in ("target", "host", "written", "base"):
            assert not test_hostile.LINK.search(row[name])


def see_that_messages_are_tame(source: str) -> None:
    for row in csv.DictReader(io.StringIO(source, newline="")):
        assert not any(cell.startswith(FORMULA) for cell in row.values())
        assert not any(test_hostile.LINK.search(cell) for cell in row.values())


TAME = {
    "messages": see_that_messages_are_tame,
    "targets": see_that_targets_are_tame,
    "timeline": see_that_a_timeline_is_tame,
    "markdown": test_hostile.see_that_markdown_is_tame,
    "html": test_hostile.see_that_html_is_tame,
    "csv": see_that_csv_is_tame,
}


@for_each("way", *WAYS)
@for_each("form", *TAME)
def test_exports_of_a_case_have_no_live_content(form: str, way: str) -> None:
    TAME[form]("".join(export_case_as(hostile(), form, WAYS[way])))


def test_every_defanged_format_is_checked() -> None:
    assert set(TAME) == {name for name, each in CASE_FORMATS.items() if not each.is_exact}


def test_titles_of_exact_exports_mention_original_links() -> None:
    exact = {each.title for each in CASE_FORMATS.values() if each.is_exact}
    assert {title for title in exact if title.endswith(", original links")} == exact
    assert len(exact) == 3


def test_original_links_are_written_on_request() -> None:
    page = "".join(export_case_as(hostile(), "html", ExportOptions(exact=True)))
    assert "original links" in page
    assert "http://evil.example/x.png" in page


def test_case_json_lines_are_exact() -> None:
    rows = [json.loads(line) for line in export_case_as(hostile(), "jsonl")]
    given = hostile().links
    assert [row["value"] for row in rows] == [each.row.value for each in given]
    assert [row["note"] or "" for row in rows] == [each.note for each in given]
    assert [row["text"] for row in rows] == [each.shown for each in given]
    assert [row["mark"] for row in rows] == [each.mark for each in given]


def test_every_site_can_be_read_from_the_html_page() -> None:
    made = hostile()
    text = test_hostile.Page("".join(export_case_as(made, "html"))).text
    for site in {each.row.site for each in made.links if each.row.host}:
        assert visible(defang(site)) in text
