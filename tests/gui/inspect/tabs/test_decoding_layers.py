"""Decoding layer by layer: what came out of escapes is marked in each."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.analysis.unpack import decode_escapes
from uriinspector.gui.inspect.escapes_tab import as_written, decoded_once
from uriinspector.gui.text.pieces import Kind


@for_each(
    "text, texts",
    ("a", ["a"]),
    ("%2541", ["%2541", "%41", "A"]),
    ("%25%34%31", ["%25%34%31", "%41", "A"]),
    ("%zz%41", ["%zz%41", "%zzA"]),
    ("%C3%A9%ff", ["%C3%A9%ff", "Ã©ÿ"]),  # octet by octet where it is no UTF-8
)
def test_every_layer_is_a_text_of_its_own(text: str, texts: list[str]) -> None:
    found = [as_written(text)]
    while found[-1].has_more:
        found.append(decoded_once(found[-1].text))
    assert [each.text for each in found] == texts


def test_what_came_out_is_marked() -> None:
    found = decoded_once("a%2Fb%E2%80%AEc")
    marked = [piece.text for piece in found.pieces if piece.kind is Kind.ADDED]
    assert marked == ["/", "‹U+202E›"]
    assert found.runs == 2


@given(st.text(alphabet="%2541aéF "))
def test_a_layer_is_what_the_engine_decodes(text: str) -> None:
    assert decoded_once(text).text == decode_escapes(text)


@given(st.text(alphabet="%2541"))
def test_layers_come_to_an_end(text: str) -> None:
    found = [as_written(text)]
    while found[-1].has_more:
        found.append(decoded_once(found[-1].text))
    assert all(len(after.text) < len(before.text) for before, after in pairwise(found))
