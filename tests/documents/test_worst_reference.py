"""A link gets the same verdict in the scan, the table and the export."""

from dataclasses import FrozenInstanceError
from typing import Any
from urllib.parse import quote

import pytest

import uriinspector
from tests.for_each import for_each
from uriinspector import Inspection, inspect
from uriinspector.documents.cases.link_row import head_of, row_of
from uriinspector.documents.document import Link, worst_of
from uriinspector.documents.document_values import ONE
from uriinspector.documents.judge import Judge
from uriinspector.export.case.case_model import CaseExport, file_of, link_of
from uriinspector.export.formats import export_case_as
from uriinspector.export.options import ExportOptions

BASE = "https://page.test/dir/"
TWO_BAD = "http://a.test:22/ 1x, http://www.paypal.com@0x7f.1/ 2x"
PAGES = {
    "two bad candidates": f"<img srcset='{TWO_BAD}'>",
    "the second is worse": "<img srcset='a.png 1x, http://www.paypal.com@0x7f.1/ 2x'>",
    "equally calm ones": "<img srcset='a.png 1x, b.png 2x'>",
    "none at all": "<img srcset=' , '>",
    "addresses that are told of clicks": f"<a href='/x' ping='{TWO_BAD.replace(',', '')}'>",
    "a text that names another site": "<a href='http://evil.test/'>www.bank.com</a>",
    "a single one": "<a href='http://www.paypal.com@0x7f.1/'>",
}


def links(page: str) -> list[Link]:
    return list(uriinspector.scan(page, name="x.html", base=BASE).links)


@for_each("page", *PAGES.values(), ids=PAGES)
def test_row_and_export_agree_with_the_document(page: str) -> None:
    document = uriinspector.scan(page, name="x.html", base=BASE)
    head = head_of(document, "x.html", 0)
    for link in document.links:
        row = row_of(link, 0)
        of_row = row.inspection("2005", head.protect)
        of_link = link_of(row, head, "2005").inspection()
        for again in (of_row, of_link):
            assert again.findings == link.findings
            assert again.verdict == link.verdict
            assert again.target == link.target == row.target
            assert again.text == link.inspection.text


def test_exported_case_has_the_findings_of_every_candidate() -> None:
    document = uriinspector.scan(PAGES["two bad candidates"], name="x.html")
    head = head_of(document, "x.html", 0)
    handed_on = [link_of(row_of(each, 0), head, "2005") for each in document.links]
    case = CaseExport("x", "2026-11-22T00:00:00Z", (file_of(head),), handed_on)
    told = "".join(export_case_as(case, "markdown", ExportOptions()))
    (link,) = document.links
    assert len({each.code for each in link.findings}) > 2
    assert all(each.code in told for each in link.findings)


def test_link_is_judged_by_its_worst_candidate() -> None:
    (link,) = links(PAGES["the second is worse"])
    assert link.verdict.host == "127.0.0.1"
    assert link.target == "http://www.paypal.com@0x7f.1/"
    assert link.inspection.verdict.host == "127.0.0.1"


def test_link_is_judged_once_for_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    judge = Judge.of

    def counted(self: Judge, text: str, base: str | None, **place: Any) -> object:
        asked.append(text)
        return judge(self, text, base, **place)

    monkeypatch.setattr(Judge, "of", counted)
    for link in links("<a href='http://u@a.test/'>x</a><img srcset='a.png 1x, b.png 2x'>"):
        row_of(link, 0)
    assert asked == ["http://u@a.test/", "a.png", "b.png"]


def test_inspection_of_a_link_is_read_only() -> None:
    made: Any = uriinspector.inspect("http://a.test/", base=BASE)
    for name in ("text", "findings", "verdict", "nested"):
        with pytest.raises(FrozenInstanceError):
            setattr(made, name, ())
    other = made.judged_as(made.verdict, ())
    assert (other.text, other.target, other.findings) == (made.text, made.target, ())


REDIRECTIONS = {
    "a known redirector": ("https://www.google.com/url?q={}", "subdomain-deception"),
    "a mail gateway": ("https://eur01.safelinks.protection.outlook.com/?url={}&data=x",
        "subdomain-deception"),
    "two of them": ("https://www.google.com/url?q=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3D{}",
        "subdomain-deception"),
}  # fmt: skip


@for_each("written, code", *REDIRECTIONS.values(), ids=REDIRECTIONS)
def test_row_shows_the_finding_of_the_nested_link(written: str, code: str) -> None:
    bad = quote("https://www.paypal.com.evil.test/login", safe="")
    document = uriinspector.scan(f"<a href='{written.format(bad)}'>", name="x.html")
    (link,) = document.links
    row = row_of(link, 0)
    assert (row.severity, row.code) == (link.verdict.severity, code) == ("high", code)
    ((report_row,),) = document.rows()
    assert (report_row.severity, report_row.code) == ("high", code)


def test_row_shows_its_own_finding_if_the_nested_link_is_no_worse() -> None:
    page = (
        "<a href='https://www.google.com/url?q=https%3A%2F%2Fexample.org%2F'></a>"
        "<a href='https://www.paypal.com@evil.test/?u=https%3A%2F%2Fexample.org%2F'></a>"
    )
    calm, bad = (row_of(each, 0) for each in uriinspector.scan(page, name="x.html").links)
    assert (calm.severity, calm.code) == ("info", "rewriter")
    assert (bad.severity, bad.code) == ("high", "userinfo-deceptive")


def test_whitespace_around_a_link_counts_only_outside_markup() -> None:
    judged: list[str] = []

    def judge(text: str) -> Inspection:
        judged.append(text)
        return inspect(text)

    worst_of(" http://a.test/ ", ONE, judge)
    worst_of(" http://a.test/ ", ONE, judge, in_markup=True)
    assert judged == [" http://a.test/ ", "http://a.test/"]
