"""Known sites: the hosts they cover and the rows they fold."""

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.finding import RANK
from uriinspector.documents.cases.link_row import row_of
from uriinspector.documents.cases.row_columns import KnownSites

# Known name, host, and whether the name covers the host.
NAMES = [
    ("example.com", "example.com", True), ("example.com", "www.example.com", True),
    ("example.com", "a.b.example.com", True), ("Example.COM.", "example.com", True),
    ("*.example.com", "example.com", True), (".example.com", "x.example.com", True),
    ("example.com", "example.com.", True),
    ("bücher.example", "xn--bcher-kva.example", True),
    ("www.example.com", "example.com", False),
    ("example.com", "notexample.com", False),
    ("example.com", "example.com.evil.test", False),
    ("com", "example.com", False), ("com", "com", True), ("github.io", "evil.github.io", False),
    ("me.github.io", "me.github.io", True), ("10.0.0.1", "10.0.0.1", True),
    ("0.1", "10.0.0.1", False), ("[::1]", "[::1]", True),
    ("http://example.com/", "example.com", False), ("a b", "b", False), ("", "", False),
]  # fmt: skip


@for_each("name, host, stands", *NAMES)
def test_known_site_covers_subdomains_but_not_public_suffixes(
    name: str, host: str, stands: bool
) -> None:
    known = KnownSites([name])
    assert known.has(host) is stands
    assert known.has(host) is stands


# Page, and whether its one link is folded when example.com is known.
PAGES = [
    ('<a href="https://example.com/x">x</a>', True),
    ('<a href="http://www.example.com">x</a>', True),
    ('<a href="HTTPS://EXAMPLE.com:8443/?q">x</a>', True),
    ('<base href="https://example.com/"><a href="x">x</a>', True),
    ('<a href="https://other.test/">x</a>', False),
    ('<a href="https://other.test/r?url=https://example.com/">x</a>', False),
    ('<a href="https://example.com/r?url=https://other.test/">x</a>', False),
    ('<a href="https://example.com/r?url=https%3A%2F%2Fother.test/">x</a>', False),
    ('<a href="https://example.com@other.test/">x</a>', False),
    ('<a href="https://a:b@example.com/">x</a>', False),
    ('<a href="https://example.com/">https://www.paypal.com/</a>', False),
    ('<a href="mailto:a@example.com">x</a>', False),
    ('<a href="#x">x</a>', False),
]


@for_each("page, folds", *PAGES)
def test_direct_links_to_known_sites_are_collapsed(page: str, folds: bool) -> None:
    known = KnownSites(["example.com"])
    assert known.folds(row_of(uriinspector.scan(page.encode()).links[-1], 0)) is folds


@for_each("severity", *RANK)
def test_rows_of_medium_or_high_severity_are_never_collapsed(severity: str) -> None:
    page = b'<a href="https://example.com/x">x</a>'
    row = row_of(uriinspector.scan(page).links[0], 0)._replace(rank=RANK[severity])
    assert KnownSites(["example.com"]).folds(row) is (severity in {"info", "low"})


def test_links_marked_malicious_are_never_collapsed() -> None:
    row = row_of(uriinspector.scan(b'<a href="https://example.com/x">x</a>').links[0], 0)
    known = KnownSites(["example.com"])
    assert known.folds(row, "ignored")
    assert not known.folds(row, "malicious")
    assert not KnownSites()
