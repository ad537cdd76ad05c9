"""Annotations drawn on a text: labels of parts, the registrable domain, faults."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.annotated import Annotated, annotated

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"


def of(text: str) -> Annotated:
    return annotated(uriinspector.inspect(text))


LABELS = [
    (PUZZLE, "scheme userinfo, not the host host path"),
    ("ssh://git@host.example:22/a?b#c", "scheme user name host port path query fragment"),
    ("http://a?#", "scheme host"), ("file:///etc", "scheme path"), ("../a", "path"),
    ("mailto:a@b.example", "scheme email address"),
    ("JavaScript:alert(1)", "scheme executable code"),
    ("", ""),
]  # fmt: skip


@for_each("text, expected", *LABELS)
def test_labels_describe_the_parts(text: str, expected: str) -> None:
    assert " ".join(each.label for each in of(text).stretches if each.part) == expected


SITES = [
    ("http://www.example.co.uk/", "example.co.uk"),
    ("http://WWW.Example.COM./", "Example.COM"),
    ("http://www.\u0430\u0440\u0440\u04cf\u0435.com/", "\u0430\u0440\u0440\u04cf\u0435.com"),
    ("http://a.b\u00fccher\u3002example/", "b\u00fccher\u3002example"),
    ("http://www.example%2ecom/", "example%2ecom"), ("http://10.0.0.1/", None),
    ("http://localhost/", None), ("../a", None),
]  # fmt: skip


@for_each("text, expected", *SITES)
def test_registrable_domain_is_found_as_written(text: str, expected: str | None) -> None:
    site = of(text).site
    assert (site.of(text) if site else None) == expected


def test_deceptive_user_name_is_distinguished_from_others() -> None:
    assert [span.of(PUZZLE) for span in of(PUZZLE).deceptive] == [PUZZLE[7:42]]
    assert of("http://user@host.example/").deceptive == ()


def test_worst_of_several_findings_is_marked() -> None:
    assert of(PUZZLE).marks == ((7, 42, "high"),)
    marks = of("https://a.example%2Fb/").marks
    assert marks == ((8, 17, "low"), (17, 20, "high"), (20, 21, "low"))
    marks = of("https://www.paypal.com:pw@host.example/%zz").marks
    assert marks == ((8, 25, "high"), (39, 40, "low"))


def test_encoding_problem_is_marked_by_its_kind() -> None:
    text = "http://host.example/a b/%7e"
    assert [each[:3] for each in of(text).problems] == [
        (21, 22, "excluded-char"),
        (24, 27, "encoded-unreserved"),
    ]
    wrapped = of(f"<{text}>")
    assert [each.start for each in wrapped.problems] == [25]
    assert of("http://host.example/a%20b").problems == ()


def test_missing_bracket_is_marked_at_its_position() -> None:
    assert of("http://[::1/").marks == ((7, 11, "low"), (11, 11, "low"))


def test_info_findings_and_findings_about_the_whole_are_not_marked() -> None:
    assert of("http://10.0.0.1/").marks == ()


@given(st.text(st.sampled_from("ab:/?#@[]%.\u202e\U0001f600 1"), max_size=40))
def test_stretches_cover_the_text_and_marks_never_overlap(text: str) -> None:
    found = of(text)
    assert "".join(text[each.start : each.end] for each in found.stretches) == text
    wide = [each for each in found.marks if each.start < each.end]
    assert all(a.end <= b.start for a, b in pairwise(wide))
    assert all(0 <= each.start <= each.end <= len(text) for each in found.marks)
