"""nntp: RFC 1738 3.7 in 1994, RFC 5538 in later editions."""

from hypothesis import given

from tests.core.schemes.rows import BRISK, actions, dossier, everything_holds, faults, tails
from tests.for_each import for_each
from uriinspector.core.compare import compare

every_later_edition = for_each("edition", "1997", "2003", "2005")


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


def test_nntp_default_port_may_be_omitted() -> None:
    assert compare("nntp://h:119/a/1", "nntp://H/a/1").first_equal == "scheme"


@BRISK
@given(tail=tails("//h", "a.b", "/1", "%0D%0A", "%2F", ":119"))
def test_describing_nntp_links_never_raises(tail: str) -> None:
    everything_holds(f"nntp:{tail}")
    everything_holds(f"nntp://h/{tail}")
