"""Work on hostile texts is linear in their length, and nothing raises."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.international.display import decide_host
from uriinspector.analysis.international.idna import label_fault, map_label, transitional
from uriinspector.analysis.international.known_names import index
from uriinspector.analysis.international.lookalike import Imitation, find_imitation
from uriinspector.analysis.international.scripts import (
    appearance,
    appearances,
    looks_like_ascii,
    normalized,
    restriction_level,
    script_runs,
    skeleton,
)


def imitated(host: str) -> Imitation | None:
    return find_imitation(host, host, index())


VERBS: list[Callable[[str], object]] = [
    appearance, appearances, decide_host, imitated, label_fault, looks_like_ascii, map_label,
    restriction_level, script_runs, skeleton, transitional,
]  # fmt: skip
PATTERNS = ["a\u0315\u0300", "\u0344", "é", "xn--a.", "a.", "-", "\u1112\u1161", "한", "\u202e"]


@pytest.mark.parametrize("verb", VERBS)
@for_each("pattern", *PATTERNS)
def test_analysis_of_international_names_takes_linear_time(
    verb: Callable[[str], object], pattern: str
) -> None:
    assert is_linear_over(verb, lambda size: pattern * size, 1_000)


def test_normalization_of_many_marks_takes_linear_time() -> None:
    def text(size: int) -> str:
        return "a" + "\u0315\u0300" * size

    assert is_linear_over(lambda text: normalized("NFD", text), text, 5_000)


@for_each("text", "é" * 1000, "e\u0301" * 1000, "한" * 1000, "ab\u0327\u0301" * 999)
def test_normalization_in_pieces_equals_the_whole(text: str) -> None:
    assert normalized("NFD", text) == "".join(normalized("NFD", char) for char in text)
    assert normalized("NFC", normalized("NFD", text)) == normalized("NFC", text)


@given(st.text(st.characters(codec=None, categories=None), max_size=80))
def test_international_name_analysis_never_raises(text: str) -> None:
    for verb in VERBS:
        verb(text)
