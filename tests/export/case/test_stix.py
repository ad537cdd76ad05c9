"""The STIX 2.1 bundle, read by the OASIS library."""

import json
from dataclasses import replace
from typing import Any

import pytest
import stix2  # type: ignore[import-untyped]

from tests.export.case.samples import MAIL, PAGE, case, hostile
from tests.for_each import for_each
from uriinspector.core.parse import parse
from uriinspector.documents.cases.link_row import IGNORED, MALICIOUS
from uriinspector.export.case import exchange_formats
from uriinspector.export.case.case_model import CaseExport
from uriinspector.export.formats import export_case_as
from uriinspector.export.options import ExportOptions

OBSERVABLES = {
    *("file", "email-addr", "email-message", "url", "domain-name", "ipv4-addr", "ipv6-addr")
}


def text_of(made: CaseExport, *, without: bool = False) -> str:
    return "".join(export_case_as(made, "stix", ExportOptions(without_recipient=without)))


def objects(made: CaseExport, *, without: bool = False) -> dict[str, list[Any]]:
    """Return the objects by type."""
    found: dict[str, list[Any]] = {}
    for each in json.loads(text_of(made, without=without))["objects"]:
        found.setdefault(each["type"], []).append(each)
    return found


def refs_in(each: dict[str, Any]) -> set[str]:
    found: set[str] = set()
    for name, value in each.items():
        if name.endswith("_ref"):
            found.add(value)
        elif name.endswith("_refs"):
            found |= set(value)
    return found | {ref for part in each.get("body_multipart", ()) for ref in refs_in(part)}


@for_each("made", case, hostile)
@for_each("without", False, True, ids=["all", "without recipient"])
def test_stix_bundle_is_read_by_the_stix2_library(made: Any, *, without: bool) -> None:
    text = text_of(made(), without=without)
    assert text.isascii()
    found = stix2.parse(text, allow_custom=False).objects
    names = [each.id for each in found]
    assert len(names) == len(set(names))
    for each in found:
        if each.type in OBSERVABLES:
            # The library derives the identifier from the properties that the standard
            # specifies.
            properties = {name: value for name, value in each.items() if name != "id"}
            assert each.id == type(each)(**properties).id
    written = json.loads(text)["objects"]
    assert {ref for each in written for ref in refs_in(each)} <= set(names)
    assert {each["spec_version"] for each in written} == {"2.1"}


def test_only_malicious_values_are_indicators_in_stix() -> None:
    found = objects(case())
    patterns = {each["pattern"] for each in found["indicator"]}
    assert patterns == {
        "[url:value = 'https://xn--bnk-6cd.example/login?uid=12345678']",
        "[url:value = 'https://evil.test/it\\'s#top' OR url:value = 'https://evil.test/it\\'s']",
        "[url:value = 'javascript:alert(1)']",
    }
    unmarked = case()
    unmarked = replace(unmarked, links=[each._replace(mark=None) for each in unmarked.links])
    assert "indicator" not in objects(unmarked)
    assert "relationship" not in objects(unmarked)


def test_indicator_is_based_on_the_observed_data_of_each_file() -> None:
    made = case(("a.html", PAGE), ("b.html", PAGE + b" "))
    made = replace(made, links=[each._replace(mark=MALICIOUS) for each in made.links])
    found = objects(made)
    assert len(found["indicator"]) == 2
    rests = {(each["source_ref"], each["target_ref"]) for each in found["relationship"]}
    assert rests == {
        (indicator["id"], seen["id"])
        for indicator in found["indicator"]
        for seen in found["observed-data"]
    }


def test_every_link_that_is_a_valid_url_is_exported_unchanged() -> None:
    made = case()
    urls = {each["value"] for each in objects(made)["url"]}
    for link in made.links:
        if link.row.host and link.row.target and parse(link.row.target).valid:
            assert link.row.target in urls
    # An invalid URL is exported as a browser requests it.
    assert "https://xn--bnk-6cd.example/login?uid=12345678" in urls
    assert "tel:+49" not in urls
    assert all(parse(each).valid for each in urls)


def test_stix_hosts_are_exported_by_kind() -> None:
    found = objects(
        case(("x.html", b"<a href='http://[2001:db8::1]/'></a><a href='http://0x7f.1/'>"))
    )
    assert [each["value"] for each in found["ipv6-addr"]] == ["2001:db8::1"]
    assert [each["value"] for each in found["ipv4-addr"]] == ["127.0.0.1"]
    assert "domain-name" not in found


def test_stix_message_has_sender_recipient_date_and_attachments() -> None:
    found = objects(case())
    (message,) = found["email-message"]
    addresses = {each["id"]: each for each in found["email-addr"]}
    files = {each["id"]: each for each in found["file"]}
    assert addresses[message["from_ref"]]["display_name"] == "Bank Service"
    assert [addresses[each]["value"] for each in message["to_refs"]] == ["ann@work.example"]
    assert message["date"] == "2026-11-22T00:10:00Z"
    assert message["message_id"] == "<4711@news.example>"
    assert message["is_multipart"]
    (part,) = message["body_multipart"]
    assert files[part["body_raw_ref"]]["name"] == "terms.zip"
    assert files[part["body_raw_ref"]]["hashes"].keys() == {"SHA-256"}


@for_each("date", "", "Date: yesterday\n", "Date: Sun, 22 Nov 2026 01:10:00 -0000\n")
def test_stix_leaves_out_dates_without_a_time_zone(date: str) -> None:
    octets = f"From: a@a.test\n{date}Subject: x\n\nhttp://a.test/".encode()
    (message,) = objects(case(("m.eml", octets)))["email-message"]
    assert "date" not in message


def test_stix_message_without_headers_is_only_a_file() -> None:
    found = objects(case(("m.eml", b"To: b@b.test\nMIME-Version: 1.0\n\nhttp://a.test/")))
    assert "email-message" not in found
    assert [each["name"] for each in found["file"]] == ["m.eml"]


def test_decisions_and_unread_parts_are_notes_in_stix() -> None:
    found = objects(case())
    notes = {each["abstract"]: each["content"] for each in found["note"]}
    assert notes["Not checked"] == "Part 1.2, application/zip: damaged archive"
    assert "Reported by ann[@]work[.]example,\nsee hxxps://desk[.]example" in notes[
        "Marked malicious"
    ] or any("Reported by" in each["content"] for each in found["note"])
    assert notes["Note"].endswith("Look again")
    (grouping,) = found["grouping"]
    assert "Left out: " in grouping["description"]
    assert "1 file was not read." in grouping["description"]


def test_ignored_links_are_not_in_stix() -> None:
    made = case(("page.html", PAGE))
    made = replace(made, links=[each._replace(mark=IGNORED) for each in made.links])
    assert "url" not in objects(made)


def test_long_stix_bundle_is_written_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = json.loads(text_of(case(("m.eml", MAIL))))
    monkeypatch.setattr(exchange_formats, "PIECE", 2)
    assert json.loads(text_of(case(("m.eml", MAIL)))) == whole
