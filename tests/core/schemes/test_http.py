"""http and https: RFC 1738 3.3 in 1994, RFC 9110 4.2 in later editions."""

from tests.core.schemes.scheme_results import actions, dossier, faults, meanings, notes, values
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


def test_http_link_describes_its_request() -> None:
    found = dossier("http://h:8080/a?b#c", "2005")
    assert actions(found) == [
        "connect h port 8080", "send GET /a?b HTTP/1.1\\r\\n", "send Host: h:8080\\r\\n",
        "nothing #c",
    ]  # fmt: skip
    assert values(found)["query"] == "b"
    assert meanings(found)["port"] == "the default is 80"
    assert found.cites == ("RFC 9110 4.2",)
    assert dossier("http://h/").cites == ("RFC 1738 3.3",)


@for_each("text", "https://h", "https://h:443", "https://h:")
def test_empty_http_path_is_requested_as_a_slash(text: str) -> None:
    found = dossier(text, "2005")
    assert actions(found) == [
        "connect h port 443", "send GET / HTTP/1.1\\r\\n", "send Host: h\\r\\n",
    ]  # fmt: skip
    assert found.default_port == 443
    assert found.valid


def test_userinfo_is_noted_and_sent_as_basic_authorization() -> None:
    found = dossier("http://u:p@h/", "2005")
    assert notes(found) == {"userinfo": "unusual"}
    assert "send Authorization: Basic <the userinfo, in base64>\\r\\n" in actions(found)
    assert faults("http://u:p@h/") == [("httpurl", "u:p")]


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


def test_https_in_1994_has_the_generic_grammar_and_a_server() -> None:
    assert faults("https://h/a") == []
    assert faults("https:g") == [("https-URI", "")]
    assert dossier("https://h/a").cites == ("RFC 9110 4.2",)


def test_escaped_line_ends_in_http_links_are_dangerous() -> None:
    assert notes(dossier("http://h/a%0D%0Ab", "2005")) == {"escaped-control": "danger"}
    assert notes(dossier("http://h/?a%0D%0Ab", "2005")) == {"escaped-control": "danger"}


def test_lone_surrogate_is_sent_as_the_replacement_character() -> None:
    found = dossier("http://\ud800/\ud800", "2005")
    assert actions(found) == [
        "connect \\xef\\xbf\\xbd port 80",
        "send GET /\\xef\\xbf\\xbd HTTP/1.1\\r\\n",
        "send Host: \\xef\\xbf\\xbd\\r\\n",
    ]
