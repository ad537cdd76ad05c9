"""nntp: RFC 1738 3.7 in 1994, RFC 5538 in later editions."""

from hypothesis import given

import uriinspector
from tests.core.schemes.rows import (
    BRISK,
    actions,
    dossier,
    everything_holds,
    faults,
    fields,
    notes,
    tails,
    variants,
)
from tests.for_each import for_each
from uriinspector.core.compare import compare

every_edition = for_each("edition", *uriinspector.EDITIONS)
every_later_edition = for_each("edition", "1997", "2003", "2005")
HEADERS = "headers only"


@every_edition
@for_each(
    "text, port",
    ("nntp://news.server.example/example.group.this/12345", []),
    ("nntp://news.server.example:1190/example.group.this/12345", [("port", "1190")]),
)
def test_nntp_article_is_requested_by_its_number(
    text: str, port: list[tuple[str, str]], edition: str
) -> None:
    answer = dossier(text, edition)
    assert fields(answer) == [
        *(("host", "news.server.example"), *port),
        *(("group", "example.group.this"), ("article", "12345")),
    ]
    connect = f"connect news.server.example port {port[0][1] if port else 119}"
    group = r"send GROUP example.group.this\r\n"
    assert actions(answer) == [connect, group, r"send ARTICLE 12345\r\n"]
    assert variants(answer) == {HEADERS}
    assert actions(answer, HEADERS) == [group, r"send HEAD 12345\r\n"]
    assert answer.valid
    assert notes(text, edition) == [("local-clients", ""), ("local-number", "12345")]
    assert answer.default_port == 119


@every_edition
def test_article_number_is_optional_but_its_absence_is_noted(edition: str) -> None:
    text = "nntp://h/a.b"
    answer = dossier(text, edition)
    assert answer.valid
    assert notes(text, edition) == [("local-clients", ""), ("no-number", "a.b")]
    assert actions(answer) == [
        *("connect h port 119", r"send GROUP a.b\r\n", "show the list of articles in the group")
    ]
    assert [each.name for each in answer.fields if each.span is None] == ["port", "article"]


@for_each(
    "text, done", ("nntp://h", ["connect h port 119"]), ("nntp:a.b/1", []), ("nntp:///a.b/1", []),
    ("nntp://h:/a/1", ["connect h port 119", r"send GROUP a\r\n", r"send ARTICLE 1\r\n"]),
)  # fmt: skip
def test_nntp_links_without_group_or_article_are_described(text: str, done: list[str]) -> None:
    assert actions(dossier(text)) == done


@for_each(
    "text, found",
    # "nntp://" hostport "/" group
    ("nntp:h/a", [("nntpurl", "")]), ("nntp://h", [("nntpurl", "")]),
    ("nntp://u@h/a", [("nntpurl", "u")]), ("nntp:///a", [("host", "")]),
    ("nntp://h:/a", [("port", "")]),
    # group
    ("nntp://h/", [("group", "")]),
    ("nntp://h/1a", [("group", "1")]),
    ("nntp://h/a%20b", [("group", "%")]),
    # [ "/" digits ]
    ("nntp://h/a/", [("digits", "")]), ("nntp://h/ab/", [("digits", "")]),
    ("nntp://h/a/b", [("digits", "b")]), ("nntp://h/a/1/2", [("digits", "/")]),
    ("nntp://h/a/1?2", [("digits", "?")]),
)  # fmt: skip
def test_faults_of_nntp_links_in_1994_are_reported(text: str, found: list[tuple[str, str]]) -> None:
    answer = faults(text, "1994")
    assert answer[0][0] == found[0][0]
    assert answer[0][1].startswith(found[0][1])


@every_later_edition
@for_each(
    "text, found",
    # server "/" group
    ("nntp:h/a", [("nntpURL", "")]),
    ("nntp:", [("nntpURL", "")]),
    ("nntp://h", [("nntpURL", "")]),
    # group
    ("nntp://h/", [("group", "")]), ("nntp://h//1", [("group", "")]),
    ("nntp://h/a!", [("group", "!")]), ("nntp://h/a%", [("group", "%")]),
    # article-number
    ("nntp://h/a/", [("article-number", "")]),
    ("nntp://h/a/b", [("article-number", "b")]),
    ("nntp://h/a/1/2", [("article-number", "/")]),
    ("nntp://h/a/12345678901234567", [("article-number", "7")]),
    # no query
    ("nntp://h/a/1?2", [("nntpURL", "?2")]),
)  # fmt: skip
def test_faults_of_nntp_links_in_rfc_5538_are_reported(
    text: str, found: list[tuple[str, str]], edition: str
) -> None:
    assert faults(text, edition) == found


@for_each("text", "nntp://h/1.2%C3%A9", "nntp://[::1]/a/1234567890123456")
def test_valid_nntp_links_in_rfc_5538_have_no_faults(text: str) -> None:
    assert faults(text) == []


@for_each(
    "text, where", ("nntp://h/a%0D%0AQUIT/1", "a%0D%0AQUIT"), ("nntp://h/a/1%0AQUIT", "1%0AQUIT")
)
def test_escaped_line_ends_in_nntp_links_are_dangerous(text: str, where: str) -> None:
    assert notes(text, level="danger") == [("escaped-control", where)]


def test_userinfo_in_nntp_links_is_unusual() -> None:
    assert notes("nntp://u:p@h", level="unusual") == [("userinfo", "u:p")]


def test_nntp_default_port_may_be_omitted() -> None:
    assert compare("nntp://h:119/a/1", "nntp://H/a/1").first_equal == "scheme"


@BRISK
@given(tail=tails("//h", "a.b", "/1", "%0D%0A", "%2F", ":119"))
def test_describing_nntp_links_never_raises(tail: str) -> None:
    everything_holds(f"nntp:{tail}")
    everything_holds(f"nntp://h/{tail}")
