"""The single regular expression for RFC 3986 agrees with the grammar, part by part."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.aimed_references import AIMS, aimed
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector import parse
from uriinspector.core.editions.year2005 import WHOLE, violations

TEXTS = st.one_of(
    st.text(alphabet="aZ0:/?#@%4-._~!$&'()*+,;=|\u00e9"), *[aimed("2005")[aim] for aim in AIMS]
)


@settings(max_examples=at_most(1_000), derandomize=True)
@given(TEXTS)
def test_whole_expression_matches_valid_texts_without_brackets(text: str) -> None:
    is_faultless = next(violations(parse(text)), None) is None
    assert (WHOLE.fullmatch(text) is not None) == (is_faultless and "[" not in text)


@for_each("text", "", "a:", "//", "//@:", "//h:/", "a/b:c", "a:b:c", "?/?", "#/?", "./a:b")
def test_whole_expression_matches_every_valid_form(text: str) -> None:
    assert WHOLE.fullmatch(text)


@for_each("text", "1:b", ":", "//a@b@c", "//h:x", "a b", "#a#b", "%", "%4", "a%zz", "|")
def test_whole_expression_matches_no_invalid_text(text: str) -> None:
    assert WHOLE.fullmatch(text) is None
