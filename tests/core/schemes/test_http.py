"""http and https: RFC 1738 3.3 in 1994, RFC 9110 4.2 in later editions."""

from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each

LATER = ["1997", "2003", "2005"]


@for_each(
    "text",
    "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
    "http://info.cern.ch/hypertext/WWW/Addressing/URL/Overview.html", "http://h", "http://h/",
    "http://h:80/a;b:c@d&e=f?g;h:i@j&k=l", "http://h/?", "http://1.2.3.4/%20",
)  # fmt: skip
def test_valid_http_links_have_no_faults_in_1994_and_2005(text: str) -> None:
    assert dossier(text).valid
    assert dossier(text, "2005").valid


@for_each(
    "text, expected",
    ("http:h", [("httpurl", "")]), ("http:", [("httpurl", "")]), ("http:///a", [("host", "")]),
    ("http://h?q", [("httpurl", "?")]), ("http://h:/", [("port", "")]),
    ("http://h/a?b?c", [("search", "?")]), ("http://h/a?b/c", [("search", "/")]),
    ("http://h/~u", [("hpath", "~")]), ("http://h/a b", [("hpath", " ")]),
    ("http://h/%", [("hpath", "%")]),
)  # fmt: skip
def test_faults_of_http_links_in_1994_are_reported(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert faults(text) == expected


@for_each("edition", *LATER)
def test_later_editions_require_a_server_in_http_links(edition: str) -> None:
    assert ("http-URI", "") in faults("http:g", edition)
    assert ("http-URI", "") in faults("http:///a", edition)
    assert ("https-URI", "") in faults("https:", edition)
    assert values(dossier("http:g", edition))["host"] is None
    assert actions(dossier("http:g", edition)) == []


def test_escaped_line_ends_in_http_links_are_dangerous() -> None:
    assert notes(dossier("http://h/a%0D%0Ab", "2005")) == {"escaped-control": "danger"}
    assert notes(dossier("http://h/?a%0D%0Ab", "2005")) == {"escaped-control": "danger"}
