"""Links in running text: live ones, defanged ones, and lists of hosts."""

from functools import partial
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis.strategies import lists, sampled_from

from tests.analysis.test_defanged_links import CALM, NAMES, SCHEMES
from tests.for_each import for_each
from tests.linear import is_linear_over, seconds
from uriinspector.analysis import running_text
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.running_text import (
    LONGEST,
    LONGEST_CHARACTER,
    STARTS,
    addresses,
    references_in,
)

# In running text, these could be something else.
ALONE = frozenset(
    {"a].example", "a].[example", "a(.]example", "http:// ", "a [.] b and c", "urn:a[.]b"}
)
AROUND = ("see {} today", "{}", "got {}, then", '"{}"', "({})", "one.\n{}\nnext", "- {}")


def meant(text: str) -> list[str]:
    """Return the meaning of each link in a text."""
    return [inspect(each).meant.text for each in references_in(text)]


@for_each("around", *AROUND)
@for_each("name", *[each for each in NAMES if each not in ALONE])
def test_defanged_host_is_found_between_words(name: str, around: str) -> None:
    assert meant(around.format(f"{name}/x")) == ["a.example/x"]
    assert meant(around.format(f"hxxp://{name}/x")) == ["http://a.example/x"]


@for_each("around", *AROUND[:4])
@for_each("scheme", *[each for each in SCHEMES if each not in ALONE])
def test_defanged_scheme_is_found_between_words(scheme: str, around: str) -> None:
    assert meant(around.format(f"{scheme}a.example/x")) == ["http://a.example/x"]


@for_each("text", *[each for each in CALM if "://" not in each and each not in ALONE])
def test_code_and_prose_contain_no_defanged_links(text: str) -> None:
    assert references_in(f"so {text} it is") == []


@for_each(
    "text, links",
    ("one.example\ntwo.example/a?b=c\n", ["one.example", "two.example/a?b=c"]),
    ("- one.example\n- 192.0.2.7:8080\r\n", ["one.example", "192.0.2.7:8080"]),
    ("Seen:\n1. one.example;\n2. two.example\nand no more", ["one.example", "two.example"]),
    ("one.example\n", []), ("readme.md\nsetup.py\nmain.rs\n", []), ("1.2.3\n4.5.6\n", []),
    ("Hello.there\nGood.bye\n", []), ("first line ends.\nsecond.\n", []),
    ("one.example is here\ntwo.example is not\n", []),
)  # fmt: skip
def test_hosts_on_separate_lines_are_links(text: str, links: list[str]) -> None:
    assert references_in(text) == links


@for_each(
    "text, link",
    ("see <http://a.example/a\n  b> there", "http://a.example/ab"),
    ('see "http://a.example/a b" there', "http://a.example/ab"),
    ("see \u201chttp://a.example/a\r\nb\u201d there", "http://a.example/ab"),
    ("see <URL: http://a.example/a\nb > there", "http://a.example/ab"),
    ("see <http://a.example/a|some words> there", "http://a.example/a"),
    ("see <http://a.example/a b there", "http://a.example/a"),
    ('see <http://a.example/a b" there', "http://a.example/a"),
)
def test_white_space_is_dropped_only_inside_brackets_and_quotes(text: str, link: str) -> None:
    assert references_in(text) == [link]


@for_each("letter", "\u00e9", "\u202e", "\U0001f600", "\ud800")
@for_each("before", "http://a.example/", '"http://a.example/')
def test_overlong_link_is_cut_between_characters(before: str, letter: str) -> None:
    for more in range(4):
        text = before + "x" * more + letter * LONGEST
        [link] = references_in(text)
        assert text[before.startswith('"') :].startswith(link)
        assert len(link.encode("utf-8", "surrogatepass")) > LONGEST - LONGEST_CHARACTER


def test_longer_of_two_overlapping_links_is_kept() -> None:
    text = "see me[at]a.example[.]com and (http://b.example/)."
    assert references_in(text) == ["me[at]a.example[.]com", "http://b.example/"]


@for_each(
    "unit", "[.]", "a[.", "a [.] ", "hxxp[:]", "http(:)//", "a.b\n", "a.\n", "\\.", "(at) ", "%3A"
)
def test_searching_running_text_takes_linear_time(unit: str) -> None:
    assert is_linear_over(references_in, lambda size: unit * (size // len(unit)), 40_000)


@for_each("unit", " ", "\n", "\t", " \r\n", "\xa0", "\xe4", '"', "< ")
def test_text_without_references_is_skipped_quickly(unit: str) -> None:
    octets = (unit * (1 << 18)).encode()
    passed, searched = [
        min(seconds(partial(work, octets)) for _ in range(3)) for work in (_read, _searched)
    ]
    assert passed * 4 < searched


def _read(octets: bytes) -> None:
    assert not list(addresses(octets, 0, len(octets)))


def _searched(octets: bytes) -> None:
    assert not STARTS.search(octets)


PIECES = (
    *("<", '"', "\u201c", "\xab", "URL:", "url:", "http://", "hxxp[:]//", "h**ps://", "a.b"),
    *("www.", "[.]", "(dot)", "{DOT}", "mid:", "cid: <", "tel:", "mailto:", "x", ".", ":", "//"),
    *("\\\\", "[//]", "\xa0", "\xe4", "ftp.", "a[.]b", "-", "_", "@", "/", "urn:", " ", "\n", "\f"),
)


@for_each("step", 0, 7, 1_024)
@given(text=lists(sampled_from(PIECES), max_size=30).map("".join))
def test_quick_search_finds_the_same_link_starts(step: int, text: str) -> None:
    octets, at = text.encode(), 0
    with patch.object(running_text, "AT_ONCE", step):
        while match := STARTS.search(octets, at):
            other = running_text.next_start(octets, at, len(octets))
            assert other is not None
            assert (other.span(), other.groupdict()) == (match.span(), match.groupdict())
            at = match.end()
        assert running_text.next_start(octets, at, len(octets)) is None


@for_each("char", "é", "字", "\U0001f600", "\udcff")
@for_each("more", "", "a", "ab", "abc")
def test_long_run_of_text_is_not_cut_inside_a_character(char: str, more: str) -> None:
    for text in (char * 200 + more + "@evil.]tt", "a[.]example/" + more + char * 1000):
        for each in references_in(text):
            assert "\ufffd" not in each
            assert each in text


@for_each(
    "piece",
    *("http://a.example/b,", "http://é.example/b,", "[http://é](", "http://é\\n", "'http://é'"),
    *("“http://é ", "«URL:http://a.b ", "http://a.é&gt;", "http://a.é。", '"http://a '),
)
def test_adjacent_links_take_no_longer_than_separate_ones(piece: str) -> None:
    """Each is searched up to its end, not together with all that follow."""
    apart, together = "http://a.example/b é\n" * 1000, piece * 1000
    ratios: list[float] = []
    for _ in range(5):
        ratios.append(
            seconds(lambda: references_in(together, len(together)))
            / seconds(lambda: references_in(apart + str(len(ratios)), len(apart)))
        )
        if ratios[-1] < 30:
            return
    pytest.fail(f"{min(ratios):.0f} times as long")
