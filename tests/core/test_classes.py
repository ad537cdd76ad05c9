"""Equivalence classes of a list at a rung agree with comparing its members pairwise."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector import EDITIONS
from uriinspector.core.compare import RUNGS, classes, compare

LIST = (
    "http://example.com/", "HTTP://EXAMPLE.com/", "http://example.com", "http://example.com:80/",
    "http://example.com/%7euser", "http://example.com/~user", "http://example.com/a/../~user",
    "http://example.org/",
)  # fmt: skip


@for_each(
    "rung, sizes",
    ("string", [1, 1, 1, 1, 1, 1, 1, 1]), ("case", [2, 1, 1, 1, 1, 1, 1]),
    ("percent-encoding", [2, 1, 1, 2, 1, 1]), ("dot-segments", [2, 1, 1, 3, 1]),
    ("scheme", [4, 3, 1]),
)  # fmt: skip
def test_equivalence_classes_grow_from_rung_to_rung(rung: str, sizes: list[int]) -> None:
    assert [len(each.texts) for each in classes(LIST, rung)] == sizes


def test_members_of_equivalence_classes_keep_their_order() -> None:
    found = classes(["http://a/", "b", "HTTP://A", "http://a/"])
    assert [each.texts for each in found] == [("http://a/", "HTTP://A", "http://a/"), ("b",)]
    assert [each.form for each in found] == ["http://a/", "b"]


def test_urns_are_classified_by_the_rules_of_their_edition() -> None:
    pair = ("urn:example:a?=x", "URN:Example:a")
    assert len(classes(pair, urn_edition="rfc8141")) == 1
    assert len(classes(pair, urn_edition="rfc2141")) == 2


def test_classes_cannot_use_the_protocol_rung() -> None:
    with pytest.raises(ValueError, match="unknown rung 'protocol'"):
        classes(LIST, "protocol")


@for_each("edition", *EDITIONS)
@given(st.lists(st.sampled_from([*LIST, "urn:a:b", "URN:A:b", "%41", "A"]), max_size=6))
def test_texts_equal_at_a_rung_are_in_one_class(edition: str, texts: list[str]) -> None:
    for rung in RUNGS:
        of = {text: each for each in classes(texts, rung, edition=edition) for text in each.texts}
        for a, b in combinations(texts, 2):
            rungs = {each.name: each.equal for each in compare(a, b, edition=edition).rungs}
            meet = rungs[rung]
            if meet is None:  # relative references are not compared
                meet = a == b
            assert (of[a] is of[b]) == meet, (rung, a, b)


def test_grouping_into_classes_takes_linear_time() -> None:
    def text(size: int) -> str:
        return "\n".join(f"HTTP://a/%7e{number}" for number in range(size))

    assert is_linear_over(lambda text: classes(text.split("\n")), text, 2_000)
