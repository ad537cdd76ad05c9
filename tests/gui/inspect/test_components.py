"""Component rows: name, text, meaning and clause."""

from pytestqt.qtbot import QtBot

import uriinspector
from tests.for_each import for_each
from tests.gui.inspect.listed import rows_of, turn
from uriinspector.analysis.card import cards
from uriinspector.core.model import Part
from uriinspector.gui.inspect.component_rows import (
    RULES,
    ComponentRow,
    ValueMeanings,
    component_rows,
    rule_of,
)
from uriinspector.gui.jobs.latest_job import is_settled
from uriinspector.gui.shell.window import Window

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"


def rows(text: str, edition: str = "2005") -> dict[str, ComponentRow]:
    """Return all rows by the path of their keys."""
    found: dict[str, ComponentRow] = {}

    def take(level: list[ComponentRow], above: str) -> None:
        for row in level:
            found[f"{above}{row.key}"] = row
            take(list(row.children(50)), f"{above}{row.key}/")

    take(component_rows(uriinspector.inspect(text, edition=edition)), "")
    return found


@for_each(
    "key, name, shown, meaning, cite",
    ("scheme", "scheme", "http", "web page; default port 80", "RFC 3986 3.1"),
    ("authority/userinfo", "userinfo", "www.example.com&story=breaking_news",
        "a user name, no password", "RFC 3986 3.2.1"),
    ("authority/host", "host", "10.0.0.1", "private use, 10.0.0.0/8; IPv4", "RFC 3986 3.2.2"),
    ("path", "path", "/top_story.htm", "1 segment; path-abempty", "RFC 3986 3.3"),
)  # fmt: skip
def test_row_shows_name_text_meaning_and_clause(
    key: str, name: str, shown: str, meaning: str, cite: str
) -> None:
    row = rows(PUZZLE)[key]
    assert (row.title, row.shown, row.meaning, row.cite) == (name, shown, meaning, cite)


@for_each(
    "text, edition, kind",
    ("ftp://h/", "1994", "hostname"), ("http://1.2.3.4/", "1994", "hostnumber"),
    ("http://h/", "1997", "hostname"), ("http://h/", "2003", "hostname"),
    ("http://1.2.3.4/", "2003", "IPv4address"), ("http://h/", "2005", "reg-name"),
)  # fmt: skip
def test_host_kind_is_the_innermost_grammar_rule(text: str, edition: str, kind: str) -> None:
    assert rows(text, edition)["host"].meaning.rpartition("; ")[2] == kind


def test_url_path_excludes_the_leading_slash() -> None:
    found = {row.title: row.text for row in rows("ftp://h/a/b", "1994").values()}
    assert found["path"] == "/a/b"
    assert found["url-path"] == "a/b"


MEANINGS = [
    ("http://a?", "query", "nothing after the “?”"),
    ("http://a?x", "query", "text without key-value pairs"),
    ("http://a?x=1&&x=%41&y", "query", "3 pairs"),
    ("http://a?x=1&&x=%41&y", "query/0", "1 of 2 with this name"),
    ("http://a?x=1&&x=%41&y", "query/1", "decoded: A; 2 of 2 with this name"),
    ("http://a?x=1&&x=%41&y", "query/2", 'no "=" after the name'),
    ("http://u:p@a", "authority", "a user name and a host"),
    ("http://u:p@a:1", "authority", "a user name, a host and a port"),
    ("http://u:p@a", "authority/userinfo", "a user name and a password"),
    ("http://u:@a", "authority/userinfo", "a user name, an empty password"),
    ("http://a:80", "authority/port", "the default"),
    ("http://a:81", "authority/port", "the default is 80"),
    ("http://a:", "authority/port", "default 80"), ("what://a:81", "authority/port", ""),
    ("what://a:", "authority/port", "no number"), ("http:///a", "host", "no server"),
    ("http://0x7f.1/", "host", "browsers read the host as 127.0.0.1; loopback, 127.0.0.0/8; "
                               "reg-name"),
    ("http://[::1]/", "host", "loopback, ::1/128; IP-literal"),
    ("http://8.8.8.8/", "host", "IPv4"),
    ("http://www.bbc.co.uk/", "host", "registrable domain: bbc.co.uk; reg-name"),
    ("http://www.bbc.co.uk/", "host/0", "chosen by the owner of bbc.co.uk"),
    ("http://www.bbc.co.uk/", "host/1", "registrable domain: bbc.co.uk"),
    ("http://www.bbc.co.uk/", "host/2", "under the public suffix co.uk"),
    ("http://www.bbc.co.uk./", "host/2", "under the public suffix co.uk"),
    ("http://www.bbc.co.uk./", "host/4", "DNS root"),
    ("http://xn--bcher-kva.de/", "host/0", "decoded: bücher; registrable domain: xn--bcher-kva.de"),
    ("http://a/../b/./%41", "path/0", "one level up; applied on resolution"),
    ("http://a/../b/./%41", "path/2", "same level; removed on resolution"),
    ("http://a/../b/./%41", "path/3", "decoded: A"),
    ("http://a", "path", "no segments; path-abempty"),
    ("b/c", "path", "2 segments; path-noscheme"),
    ("mailto:a@b,c@d", "path", "according to the rules of mailto"),
    ("mailto:a@b,c@d", "path/1", "a recipient"),
    ("#x", "fragment", "is not sent"),
]  # fmt: skip


@for_each("text, key, meaning", *MEANINGS)
def test_row_shows_its_meaning(text: str, key: str, meaning: str) -> None:
    assert rows(text)[key].meaning == meaning


@for_each(
    "edition, text, key, name",
    ("1994", "ftp://u:p@a/b", "authority", "login"),
    ("1994", "ftp://u:p@a/b", "authority/userinfo", "user:password"),
    ("1994", "http://a/b?c", "query", "search"),
    ("1994", "http://a/b?c#d", "fragment", "fragment-id"),
    ("1997", "ftp://u@a/b", "authority", "site"),
    ("1997", "http://a/b", "path", "abs_path"),
    ("2003", "mailto:a@b", "path", "opaque-part"),
    ("2003", "foo://a_b@c@d/", "authority", "authority"),
    ("2005", "http://a/b", "path", "path"),
)
def test_row_names_follow_the_edition(edition: str, text: str, key: str, name: str) -> None:
    assert rows(text, edition)[key].name == name


def test_component_rows_are_nested() -> None:
    assert "authority/hostport 1" in rows("ftp://u@a:21/", "1997")
    assert rows("http://[::1]/")["host/IPv6address 1"].shown == "::1"
    assert rows("foo://a_b@c@d/", "2003")["authority/reg-name 0"].shown == "a_b@c@d"
    assert rows("<URL:http://a/>", "1994")["prefix 2"].shown == "URL:"
    found = rows("http://u:p:q@a/")
    assert found["authority/userinfo/user"].shown == "u"
    assert found["authority/userinfo/password"].shown == "p:q"
    found = rows("http://a/b;x=1;y/c")
    assert [found[f"path/0/{n}"].shown for n in range(2)] == ["x=1", "y"]
    assert found["path/0"].shown == "b;x=1;y"


@for_each("edition", *RULES)
@for_each("text", PUZZLE, "mailto:a@b", "../x;y?z=1#q", "http://a.b:1/")
def test_every_row_cites_a_clause_with_a_card(edition: str, text: str) -> None:
    found = {row.cite for row in rows(text, edition).values() if row.key != "absent"}
    assert sorted(found - cards().keys()) == []
    assert {rule_of(edition, part) for part in Part} <= cards().keys()


@for_each("edition", *RULES)
@for_each("text", PUZZLE, "<URL:ftp://u:p@a.b/c;type=i>", "urn:a:b?=c", "", "http:")
def test_row_span_matches_its_text(edition: str, text: str) -> None:
    text = uriinspector.inspect(text, edition=edition).meant.text
    for key, row in rows(text, edition).items():
        if row.span is not None and row.text is not None:
            held = row.span.of(text)
            assert held.endswith(row.text) if key.startswith("query/") else held == row.text


@for_each(
    "text, names",
    ("http://a/", "userinfo, port, query, fragment"),
    ("x", "scheme, authority, userinfo, host, port, query, fragment"),
    ("http://u@a:1/?b#c", ""),
)
def test_absent_components_share_a_row(text: str, names: str) -> None:
    absent = rows(text).get("absent")
    assert (absent.title if absent else "") == (f"Not present: {names}" if names else "")


def test_thousands_of_segments_are_counted_but_not_created() -> None:
    inspection = uriinspector.inspect("http://a" + "/b;c" * 50_000 + "?" + "k=v&" * 50_000)
    found = {row.key: row for row in component_rows(inspection)}
    assert found["path"].size == 50_000
    assert found["query"].size == 50_000
    assert found["path"].meaning.startswith("50,000 segments")
    assert len(list(found["path"].children(100))) == 100
    assert len(found["query"].shown) < 500


NOW = "2023-11-14 22:13:20 UTC"

ZIPPED = "eJzj4tLP1TcwNajKKi8yYPSSTcvMSVUoriwuSc1VSMsvSs0rzkxWSMxLzKksziwGADbBDzw"


def meanings(text: str) -> dict[str, str]:
    """Return the meaning of each row by the path of titles."""
    result: dict[str, str] = {}
    inspection = uriinspector.inspect(text)

    def take(level: list[ComponentRow], above: str) -> None:
        for row in level:
            result[f"{above}{row.title}"] = row.meaning
            take(list(row.children(50)), f"{above}{row.title}/")

    take(component_rows(inspection, ValueMeanings(inspection.values)), "")
    return result


@for_each("text, row, meaning",

        ("https://a.example/1700000000/b", "path/segment 1", f"{NOW}, if Unix seconds"),
        ("https://a.example/x?t=1700000000", "query/t", f"{NOW} (Unix seconds)"),
        (
            "https://a.example/1700000000",
            "path",
            f"{NOW}, if Unix seconds; 1 segment; path-abempty",
        ),
        ("https://a.example/?1700000000", "query",
            f"{NOW}, if Unix seconds; text without key-value pairs"),
        ("https://a.example/#1700000000", "fragment", f"{NOW}, if Unix seconds; is not sent"),
        ("https://a.example/?u=https%3A%2F%2Fb.test%2Fc", "query/u",
            "Link to b.test; decoded: https://b.test/c"),
        ("https://a.example/?d=eyJhIjoxLCJiIjoiaGVsbG8gd29ybGQifQ", "query/d",
            '"{"a":1,"b":"hello world"}" in base64; JSON'),
        ("https://a.example/?t=1700000000&t=2", "query/t", "2 of 2 with this name"),
        (
            "https://a.example/report-1700000000123.pdf/x",
            "path/segment 1",
            "2023-11-14 22:13:20.123 UTC, if Unix milliseconds",
        ))  # fmt: skip
def test_best_reading_comes_first_in_the_meaning(text: str, row: str, meaning: str) -> None:
    assert meanings(text)[row] == meaning


def test_each_encoding_layer_is_named() -> None:
    meaning = meanings(f"https://a.example/?gs_lp={ZIPPED}")["query/gs_lp"]
    assert meaning.startswith("Encoded in base64")
    assert len(meaning.split("; ")) > 1


@for_each(
    "text", "https://a.example/about/us?q=cats&lang=nice", "urn:isbn:1", "", "//", "mailto:a@b"
)
def test_meanings_are_unchanged_without_values(text: str) -> None:
    inspection = uriinspector.inspect(text)
    plain = [row.meaning for row in component_rows(inspection)]
    assert [row.meaning for row in component_rows(inspection, ValueMeanings(()))] == plain


def test_decoded_invisible_characters_are_not_shown_raw() -> None:
    every = meanings("https://a.example/?q=4oCuZXhlLmZpbGUubmFtZS50aGF0LmlzLmhpZGRlbg")
    assert "\u202e" not in "".join(every.values())


def test_values_are_decoded_after_the_verdict(qtbot: QtBot, window: Window) -> None:
    page = window.inspect_page
    window.show()
    window.show_text("https://a.example/?t=1700000000&x=1")
    turn(page.components.list, "query")

    def meaning() -> str:
        rows = rows_of(page.components.list)
        return str(next(row.meaning for row in rows if row.title == "t"))

    assert "values" not in vars(page.shown)  # the verdict decodes no values
    qtbot.waitUntil(lambda: meaning() == f"{NOW} (Unix seconds)")
    assert window.is_settled()


def test_values_of_a_long_text_are_decoded_in_the_background(qtbot: QtBot, window: Window) -> None:
    page = window.inspect_page
    window.show()
    window.show_text("https://a.example/1700000000/" + "a" * 5_000)
    qtbot.waitUntil(lambda: page.shown is not None and is_settled(page.components))
    turn(page.components.list, "path")
    assert f"{NOW}, if Unix seconds" in [each.meaning for each in rows_of(page.components.list)]


def test_values_of_a_replaced_text_are_not_shown(qtbot: QtBot, window: Window) -> None:
    page = window.inspect_page
    window.show()
    window.show_text("https://a.example/1700000000")
    window.show_text("https://a.example/about")
    qtbot.waitUntil(lambda: is_settled(page.components))
    assert not any(NOW in each.meaning for each in rows_of(page.components.list))
