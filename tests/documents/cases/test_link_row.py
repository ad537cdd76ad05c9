"""Rows of links: host, site, and the fields left empty without findings."""

import uriinspector
from tests.for_each import for_each
from uriinspector.documents.cases.link_row import LinkRow, named_host, row_of


def row(value: str, base: str | None = None) -> LinkRow:
    document = uriinspector.scan(f'<a href="{value}">x</a>', name="a.html", base=base)
    return row_of(document.links[0], 7)


@for_each(
    "value, base, host, site",
    ("http://a.b.example/", None, "a.b.example", "b.example"),
    # The host is shown although the scheme is unknown.
    ("//a.b.example/x", None, "a.b.example", "b.example"),
    (" //A.B.example/x", None, "a.b.example", "b.example"),
    ("//a.b.example/x", "http://c.example/", "a.b.example", "b.example"),
    ("/x", "http://c.example/", "c.example", "c.example"),
    ("/x", None, None, "no base"),
    ("///x", None, None, "no base"),
)
def test_row_shows_the_named_host(
    value: str, base: str | None, host: str | None, site: str
) -> None:
    found = row(value, base)
    assert (found.host, found.site) == (host, site)


@for_each(
    "value, site",
    *(("http://", "nowhere"), ("https://", "nowhere"), ("ws://", "nowhere")),
    *(("wss://", "nowhere"), ("ftp://", "nowhere"), (" WSS://", "nowhere")),
    *(("mailto:a@b.example", "mailto:"), ("javascript:x()", "javascript:")),
    *(("#x", "same document"), ("a.example:80", "no base"), ("x", "no base")),
)
def test_link_without_host_has_a_replacement_for_its_site(value: str, site: str) -> None:
    assert row(value).site == site


def test_row_without_findings_has_empty_title_and_code() -> None:
    found = row("http://a.com/")
    assert (found.title, found.code, found.file) == ("", "", 7)


@for_each(
    "value, host",
    ("//a.example", "a.example"), (" //a.example ", "a.example"), ("//", None),
    ("/a.example", None), ("http://a.example", None), ("//a b", None),
)  # fmt: skip
def test_scheme_relative_reference_has_a_named_host(value: str, host: str | None) -> None:
    assert named_host(value) == host
