"""The MISP event, read by PyMISP and validated by its schema and types."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pymisp

from tests.export.case.samples import PAGE, case, hostile
from tests.for_each import for_each
from uriinspector.documents.cases.link_row import BENIGN, IGNORED, MALICIOUS
from uriinspector.export.case.case_model import CaseExport
from uriinspector.export.formats import export_case_as
from uriinspector.export.options import ExportOptions

DATA = Path(pymisp.__file__).parent / "data"


def text_of(made: CaseExport, *, without: bool = False) -> str:
    return "".join(export_case_as(made, "misp", ExportOptions(without_recipient=without)))


def attributes(made: CaseExport, *, without: bool = False) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text_of(made, without=without))["Event"]["Attribute"]
    return found


def values(made: CaseExport, kind: str, *, without: bool = False) -> list[str]:
    return [each["value"] for each in attributes(made, without=without) if each["type"] == kind]


def marked(made: CaseExport, mark: str | None) -> CaseExport:
    return replace(made, links=[each._replace(mark=mark) for each in made.links])


@for_each("made", case, hostile)
@for_each("without", False, True, ids=["all", "without recipient"])
def test_misp_event_is_read_by_pymisp(made: Any, *, without: bool) -> None:
    text = text_of(made(), without=without)
    assert text.isascii()
    given = json.loads(text)
    jsonschema.validate(given, json.loads((DATA / "schema.json").read_text("utf-8")))
    event = pymisp.MISPEvent()
    event.from_dict(**json.loads(text))
    written = given["Event"]["Attribute"]
    assert [each.value for each in event.attributes] == [each["value"] for each in written]
    assert [each.to_ids for each in event.attributes] == [each["to_ids"] for each in written]
    types = json.loads((DATA / "describeTypes.json").read_text("utf-8"))["result"]
    for each in written:
        assert each["type"] in types["category_type_mappings"][each["category"]]
    assert max(Counter((each["type"], each["value"]) for each in written).values()) == 1
    assert len({each["uuid"] for each in written}) == len(written)


def test_only_malicious_values_are_for_detection_in_misp() -> None:
    acted = {each["value"] for each in attributes(case()) if each["to_ids"]}
    assert acted == {
        "https://xn--bnk-6cd.example/login?uid=12345678", "https://evil.test/it's#top",
        "https://evil.test/it's", "javascript:alert(1)",
    }  # fmt: skip
    for mark in (None, BENIGN, IGNORED):
        assert not any(each["to_ids"] for each in attributes(marked(case(), mark)))


def test_hosts_are_never_for_detection_in_misp() -> None:
    found = attributes(marked(case(), MALICIOUS))
    hosts = [each for each in found if each["type"] in {"domain", "hostname", "ip-dst"}]
    assert not any(each["to_ids"] for each in hosts)
    assert {each["value"]: each["type"] for each in hosts} == {
        "xn--bnk-6cd.example": "domain",
        "evil.test": "domain",
        "203.0.113.9": "ip-dst",
        "mail.example": "domain",
        "cdn.example": "domain",
        "one.example": "domain",
    }
    assert values(case(("x.html", b"<a href='http://www.a.test/'>")), "hostname") == ["www.a.test"]


def test_ignored_links_are_not_in_misp() -> None:
    assert values(marked(case(("page.html", PAGE)), IGNORED), "url") == []


def test_harmless_values_do_not_correlate_in_misp() -> None:
    made = case(
        ("x.html", b"<a href='http://www.bank.com@203.0.113.9/'>x</a><a href=http://b.test/>")
    )
    (worse, calm) = (each for each in attributes(made) if each["type"] == "url")
    assert (worse["disable_correlation"], calm["disable_correlation"]) == (False, True)
    benign = attributes(marked(made, BENIGN))
    assert all(each["disable_correlation"] for each in benign if each["type"] == "url")


def test_files_and_headers_are_misp_attributes() -> None:
    made = case()
    assert {each.split("|")[0] for each in values(made, "filename|sha256")} == {
        *("invoice.eml", "page.html", "terms.zip")
    }
    assert values(made, "email-src-display-name") == ["Bank Service"]
    assert values(made, "email-reply-to") == ["x@b\u0430nk.example"]
    assert values(made, "email-dst") == ["ann@work.example"]
    assert values(made, "email-subject") == ["Invoice for ann@work.example overdue"]
    assert values(made, "email-message-id") == ["<4711@news.example>"]
    assert values(made, "comment") == ["Not checked: part 1.2, application/zip: damaged archive"]


def test_file_name_with_a_bar_is_in_the_misp_comment() -> None:
    (only,) = (each for each in attributes(case(("a|b.html", PAGE))) if "sha256" in each["type"])
    assert only["type"] == "sha256"
    assert only["comment"] == "html, 2 links, a|b[.]html"


def test_misp_comments_are_sentences() -> None:
    (found,) = {c for each in attributes(case()) if "Reported" in (c := each["comment"])}
    assert found.startswith(
        "Names evil[.]test (reserved for tests), via Microsoft Safe Links. Marked malicious."
    )
    assert found.endswith("by ann[@]work[.]example, see hxxps://desk[.]example/?uid=12345678")
