"""Conversion of code points to UTF-16 units, and characters shown as chips."""

from hypothesis import given

from tests.for_each import for_each
from tests.gui.editor.nasty import NASTY
from uriinspector.gui.editor.look import CodeUnits, is_chip, is_mark, pieces


@given(NASTY)
def test_pieces_join_to_the_text_and_isolate_chips(text: str) -> None:
    found = list(pieces(text))
    assert "".join(run for run, _ in found) == text
    for run, chip in found:
        for character in run:
            assert is_chip(character) == chip or (chip and (is_mark(character) or character == " "))
        assert not chip or len(set(run)) == 1


@given(NASTY, NASTY)
def test_pieces_do_not_depend_on_where_the_text_is_split(before: str, text: str) -> None:
    whole = [chip for run, chip in pieces(before + text) for _ in run]
    parts = [chip for run, chip in pieces(text, before) for _ in run]
    assert whole[len(before) :] == parts


MARKS = [
    ("e\u0301", [False, False]),
    ("\u0301", [True]),
    ("/\u0338", [False, True]),
    ("\u200b\u0301", [True, True]),
    ("e" + "\u0301" * 5, [False, False, False, False, True, True]),
    ("a b", [False, False, False]),
    ("a   b", [False, False, True, True, False]),
    (" a", [True, False]),
]


@for_each("text, chips", *MARKS)
def test_isolated_marks_and_extra_spaces_are_chips(text: str, chips: list[bool]) -> None:
    assert [chip for run, chip in pieces(text) for _ in run] == chips


@given(NASTY)
def test_offsets_convert_to_utf16_units_and_back(text: str) -> None:
    units = CodeUnits(text)
    sizes = [2 if c > "\uffff" and not is_chip(c) else 1 for c in text]
    places = [sum(sizes[:at]) for at in range(len(text) + 1)]
    assert [units.of(at) for at in range(len(text) + 1)] == places
    assert [units.point(place) for place in places] == list(range(len(text) + 1))
    assert units.length == places[-1]


def test_offset_inside_a_surrogate_pair_maps_to_its_end() -> None:
    assert [CodeUnits("a\U0001f600b").point(unit) for unit in range(5)] == [0, 1, 2, 2, 3]


@for_each("character", "\u202e", "\u05d0", "\u2800", "\xa0", "\ud800", "\r", "\ufffc", "\uffff")
def test_deceptive_characters_are_chips(character: str) -> None:
    assert is_chip(character)


@for_each("character", "a", "~", " ", "\xe9", "\u0430", "\U0001f600")
def test_visible_characters_are_not_chips(character: str) -> None:
    assert not is_chip(character)
