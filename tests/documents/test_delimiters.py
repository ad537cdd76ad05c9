"""Whitespace and delimiters in text, read alike by inspect, references_in and scan."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import uriinspector
from tests.examples import at_most
from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector import EDITIONS
from uriinspector.analysis.finding import LOW, RANK
from uriinspector.analysis.running_text import delimited_at, joined, references_in, unwrap

WHITE = "\t\n\x0b\x0c\r \u00a0\u2003\u2028\u202f\u3000"
PAIRS = ("<>", '""', "\u201c\u201d", "\u201e\u201c", "\u00ab\u00bb")
LINK = "http://www.example.org/a-b/c.html?q=1#f"
# The example in 1997 E and RFC 3986 C, with a line break in each bracket.
JIM = (
    'Yes, Jim, I found it under "http://www.w3.org/Addressing/",\n'
    "but you can probably pick it up from <ftp://foo.example.\n"
    "com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/\n"
    "ietf/uri/historical.html#WARNING>.\n"
)


def scanned(text: str) -> list[str]:
    return [link.value for link in uriinspector.scan(text, name="x.txt").links]


def inspected(text: str, edition: str = "2005") -> list[str]:
    layers = (each.layer for each in uriinspector.inspect(text, edition=edition).nested)
    return [layer.text for layer in layers if layer.via == "wrapped"]


@for_each("pair", *PAIRS)
@for_each("prefix", "", "URL:", "url: ", "URL:\u00a0")
@for_each(
    "written, value",
    ("ftp://ds.internic. net/rfc/", "ftp://ds.internic.net/rfc/"),
    ("ftp://ds.internic.\tnet/rfc/", "ftp://ds.internic.net/rfc/"),
    ("ftp://ds.internic.\u00a0net/rfc/", "ftp://ds.internic.net/rfc/"),
    ("ftp://ds.internic.\r\n   net/rfc/", "ftp://ds.internic.net/rfc/"),
    ("http://\nwww.w3.org/", "http://www.w3.org/"),
    ("http: //www.w3.org/a", "http://www.w3.org/a"),
    ("http://a.test/ b c", "http://a.test/bc"),
    ("http://a.test/\u2003b\u3000c", "http://a.test/bc"),
    (" http://a.test/ ", "http://a.test/"),
    ("http://a.test/?u=\nhttp://b.test/", "http://a.test/?u=http://b.test/"),
    ("mailto:joe @ example.com", "mailto:joe@example.com"),
    ("http://a.test/b\n:80/c", "http://a.test/b:80/c"),
)
def test_whitespace_between_delimiters_is_removed(
    written: str, value: str, prefix: str, pair: str
) -> None:
    text = f"{pair[0]}{prefix}{written}{pair[1]}"
    assert inspected(text) == [value]
    if not written.startswith("http: "):  # text is searched for schemes with slashes
        assert references_in(text) == scanned(text) == [value]
        assert references_in(f"see {text}, or not") == scanned(f"see {text}.") == [value]


@settings(max_examples=at_most(300), derandomize=True)
@given(
    st.lists(st.tuples(st.integers(8, len(LINK) - 1), st.sampled_from(WHITE)), max_size=6),
    st.sampled_from(["<>", '""']),
)
def test_inspect_list_and_scan_find_the_same_link(breaks: list[tuple[int, str]], pair: str) -> None:
    written = LINK
    for at, white in sorted(breaks, reverse=True):
        written = written[:at] + white + written[at:]
    text = f"{pair[0]}{written}{pair[1]}"
    assert inspected(text) == references_in(text) == scanned(text) == [LINK]


@for_each("edition", *EDITIONS)
def test_example_of_the_rfc_has_its_links_and_low_severity(edition: str) -> None:
    links = [
        "http://www.w3.org/Addressing/",
        "ftp://foo.example.com/rfc/",
        "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
    ]
    assert references_in(JIM) == scanned(JIM) == links
    whole = uriinspector.inspect(JIM, edition=edition)
    assert RANK[whole.verdict.severity or LOW] <= RANK[LOW]
    for written, link in zip(re.findall('<[^>]*>|"[^"]*"', JIM), links, strict=True):
        found = uriinspector.inspect(written, edition=edition)
        assert found.verdict.final_host == uriinspector.parse(link).host
        assert RANK[found.verdict.severity or LOW] <= RANK[LOW], found.findings
        if "\n" in written:
            assert inspected(written, edition) == [link]


@for_each("edition", *EDITIONS)
@for_each(
    "text",
    "<wais://>", '"wais://"', "<URL:wais://>", "URL:wais://", "<gopher:>", '"ssh://"',
    "the <telnet://> scheme", '"mailto:" and "data:"', "use <http://> or <https:// > here",
)  # fmt: skip
def test_mentioned_scheme_is_not_a_link(text: str, edition: str) -> None:
    assert references_in(text) == scanned(text) == []
    found = uriinspector.inspect(text, edition=edition)
    assert inspected(text, edition) == []
    assert RANK[found.verdict.severity or LOW] <= RANK[LOW], found.findings


@for_each("edition", *EDITIONS)
@for_each(
    "text, value",
    ("mailto:<joe@example.com>", "mailto:joe@example.com"),
    ("news:<a@b>", "news:a@b"), ("NEWS:<a@b>", "NEWS:a@b"),
    ("mid:<1@example.com>", "mid:1@example.com"), ("cid:<1@example.com>", "cid:1@example.com"),
    ("mailto: <joe@example.com>", "mailto:joe@example.com"),
    ("<mailto:<joe@example.com>>", "mailto:joe@example.com"),
    ("<URL:news:<a@b>>", "news:a@b"),
)  # fmt: skip
def test_bracketed_address_after_its_scheme_is_kept(text: str, value: str, edition: str) -> None:
    assert references_in(text) == scanned(text) == [value]
    assert references_in(f"write to {text}.") == [value]
    assert inspected(text, edition) == [value]
    found = uriinspector.inspect(text, edition=edition)
    assert RANK[found.verdict.severity or LOW] <= RANK[LOW], found.findings
    assert "<" not in found.verdict.headline


@for_each(
    "text, values",
    ('he said "http://a.test/ is nice"', ["http://a.test/"]),
    ('"http://a.test/ is a test, http://b.test/ too"', ["http://a.test/", "http://b.test/"]),
    ("<http://a.test/ http://b.test/>", ["http://a.test/", "http://b.test/"]),
    ("<http://a.test/ www.b.test>", ["http://a.test/", "www.b.test"]),
    ("<see http://a.test/x y>", ["http://a.test/x"]),
    ("<http://a.test/ and so on", ["http://a.test/"]),
    ("'http://a.test/ b'", ["http://a.test/"]),
    ("(http://a.test/ b)", ["http://a.test/"]),
    ("mailto:<>", []), ("mailto:<joe@example.com", []), ("mailto:", []), ("data:", []),
    ("http://a.test/\u00a0b", ["http://a.test/"]),
    ("<http://a.test/\u200bb c>", ["http://a.test/\u200bbc"]),
    ("<http://a.test/\x01b c>", ["http://a.test/\x01bc"]),
)  # fmt: skip
def test_several_links_between_delimiters_are_not_joined(text: str, values: list[str]) -> None:
    assert references_in(text) == scanned(text) == values
    if len(values) != 1:
        assert inspected(text) == []


def test_hyphen_at_a_line_end_gives_two_candidates() -> None:
    assert joined("http://a.test/b-\r\n  c-\nd", "<") == (
        "http://a.test/b-c-d",
        "http://a.test/bcd",
    )
    assert joined("http://a.test/b- c", '"') == ("http://a.test/b-c", None)


def test_delimited_reference_in_a_sentence_is_unwrapped() -> None:
    found = uriinspector.inspect("see <URL:ftp://ds.\tinternic.net/ rfc/> there")
    (layer,) = (each.layer for each in found.nested)
    assert (layer.via, layer.text) == ("wrapped", "ftp://ds.internic.net/rfc/")
    assert delimited_at("a <b", 3) is None


@for_each("text", "URL:http://a.test/", "<url:http://a.test/>")
def test_only_draft_03_requires_the_url_prefix(text: str) -> None:
    for edition in EDITIONS:
        findings = uriinspector.inspect(text, edition=edition).findings
        (wrapped,) = [each for each in findings if each.code == "wrapped"]
        assert ("Draft 03 requires" in wrapped.message) is (edition == "1994")


def test_control_characters_are_not_whitespace() -> None:
    for char in "\x00\x01\x1c\x1f\x7f\x85\u200b\ufeff":
        assert unwrap(f"{char}<http://a.test/>{char}").is_wrapped is False
        assert unwrap(f"<http://a.test/{char}b>").text == f"http://a.test/{char}b"


@pytest.mark.parametrize(
    "piece",
    [" ", "a ", "- \n", "\u00a0", "x\n", " a", "<", "mailto:<", '" ', "[", ")", "&gt", "https://"],
)
def test_unwrapping_delimiters_takes_linear_time(piece: str) -> None:
    def text(size: int) -> str:
        return f'"http://a.test/{piece * (size // len(piece))}"'

    assert is_linear_over(lambda each: (unwrap(each), references_in(each)), text, 30_000)
