"""news: RFC 1738 3.6 and the drafts in 1994, RFC 5538 in later editions."""

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
)
from tests.for_each import for_each

LATER = ["1997", "2003", "2005"]
every_edition = for_each("edition", *uriinspector.EDITIONS)
every_later_edition = for_each("edition", *LATER)
ANY = "connect the user's news server"
LISTED = "show the list of articles in the group"


@every_edition
@for_each(
    "text, found, done",
    ("news:*", [("group", "*")], [ANY, r"send LIST\r\n"]),
    ("news:comp.infosystems.www.misc", [("group", "comp.infosystems.www.misc")],
        [ANY, r"send GROUP comp.infosystems.www.misc\r\n", LISTED]),
    ("news:unique@full.domain.name", [("article", "unique@full.domain.name"), ("unique", "unique"),
        ("domain", "full.domain.name")], [ANY, r"send ARTICLE <unique@full.domain.name>\r\n"]),
)  # fmt: skip
def test_news_forms_of_rfc_1738_are_described(
    text: str, found: list[tuple[str, str]], done: list[str], edition: str
) -> None:
    answer = dossier(text, edition)
    assert fields(answer) == found
    assert actions(answer) == done
    assert answer.valid
    assert answer.notes == ()


@every_later_edition
@for_each(
    "text, found, done",
    ("news://server.example/ab.cd@example.com",
        [*(("host", "server.example"), ("article", "ab.cd@example.com")),
        *(("unique", "ab.cd"), ("domain", "example.com"))],
        ["connect server.example port 119", r"send ARTICLE <ab.cd@example.com>\r\n"]),
    ("news://news.example:1119/example.group.this",
        [("host", "news.example"), ("port", "1119"), ("group", "example.group.this")],
        ["connect news.example port 1119", r"send GROUP example.group.this\r\n", LISTED]),
    ("news://news.example/example.*", [("host", "news.example"), ("group", "example.*")],
        ["connect news.example port 119", r"send LIST ACTIVE example.*\r\n"]),
    ("news://news.example/*", [("host", "news.example"), ("group", "*")],
        ["connect news.example port 119", r"send LIST\r\n"]),
    ("news:///example.group.this", [("group", "example.group.this")],
        [ANY, r"send GROUP example.group.this\r\n", LISTED]),
    ("news:p0624081dc30b8699bf9b@%5B10.20.30.108%5D",
        [("article", "p0624081dc30b8699bf9b@[10.20.30.108]"), ("unique", "p0624081dc30b8699bf9b"),
        ("domain", "[10.20.30.108]")],
        [ANY, r"send ARTICLE <p0624081dc30b8699bf9b@[10.20.30.108]>\r\n"]),
)  # fmt: skip
def test_news_forms_of_rfc_5538_are_described(
    text: str, found: list[tuple[str, str]], done: list[str], edition: str
) -> None:
    answer = dossier(text, edition)
    assert fields(answer) == found
    assert actions(answer) == done
    assert answer.valid
    assert answer.cites == ("RFC 5538 2.2",)


@for_each(
    "text, found",
    # grouppart
    ("news:", [("group", "")]),
    ("news:a*", [("group", "*")]),
    # group
    ("news:1a", [("group", "1")]), ("news:.a", [("group", ".")]), ("news:a%2Db", [("group", "%")]),
    ("news:a!b", [("group", "!")]),
    # article
    ("news:@b.c", [("article", "")]),
    ("news:a b@c", [("article", " ")]),
    ("news:<a@b>", [("article", "<"), ("host", "b>")]),
    ("news:a@b@c", [("article", "@")]),
    # host
    ("news:a@", [("host", "")]), ("news:a@b_c", [("host", "b_c")]),
    ("news:a@b:1", [("host", "b:1")]), ("news:a@1.2.3", [("host", "1.2.3")]),
)  # fmt: skip
def test_faults_of_news_links_in_1994_are_reported(text: str, found: list[tuple[str, str]]) -> None:
    assert faults(text, "1994") == found


@every_later_edition
@for_each(
    "text, found",
    # [ server "/" ]
    ("news://server", [("newsURL", "")]),
    ("news://u@server", [("newsURL", "")]),
    # newsgroups
    ("news:a!b", [("newsgroups", "!")]), ("news:a/1", [("newsgroups", "/")]),
    ("news:a%2", [("newsgroups", "%2")]), ("news:a,b", [("newsgroups", ",")]),
    # article
    ("news:@b", [("article", "")]), ("news:a@", [("article", "")]), ("news:a%40b", []),
    ("news:a/b@c", [("article", "/")]), ("news:a%20b@c", [("article", "%20")]),
    ("news:%C3%A9@c", [("article", "%C3%A9")]), ("news:a(b@c", [("article", "(")]),
    ("news:a%@c", [("article", "%")]),
    ("news:%3Ca@b%3E", [("article", "%3C"), ("article", "%3E")]),
    ("news:a@%5B1", [("article", "")]),
    # query and fragment
    ("news:a?b", [("newsURL", "?b")]),
    ("news:a?", [("newsURL", "?")]),
)  # fmt: skip
def test_faults_of_news_links_in_rfc_5538_are_reported(
    text: str, found: list[tuple[str, str]], edition: str
) -> None:
    assert faults(text, edition) == found


@for_each("text", "news:a..b@c", "news:%22a(b)%22@c", "news:a%2Fb%23@c.d")
def test_valid_news_links_in_rfc_5538_have_no_faults(text: str) -> None:
    assert faults(text) == []


@for_each("text", "news:%3Ca@b%3E", "news:%3ca@b%3e", "news:<a@b>")
@every_edition
def test_brackets_around_a_message_id_are_dropped_and_noted(text: str, edition: str) -> None:
    codes = [code for code, _ in notes(text, edition, level="unusual")]
    assert codes == ["angle-bracket", "angle-bracket"]
    assert r"send ARTICLE <a@b>\r\n" in actions(dossier(text, edition))


@every_edition
def test_escaped_line_ends_in_news_links_are_dangerous(edition: str) -> None:
    text = "news:a%0D%0AQUIT@b"
    assert notes(text, edition, level="danger") == [("escaped-control", "a%0D%0AQUIT@b")]


@BRISK
@given(tail=tails("*", "a.b", "//s/", "%3C", "%3E", "%40", "%22", "%5B", "%5D", "%0D%0A"))
def test_describing_news_links_never_raises(tail: str) -> None:
    everything_holds(f"news:{tail}")
    everything_holds(f"news://s/{tail}")
