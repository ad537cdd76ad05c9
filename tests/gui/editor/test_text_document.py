"""The text of the editor: undo steps, excerpts of huge texts, UTF-16 units and chips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.gui.editor.nasty import NASTY
from uriinspector.gui.editor import text_document as steps
from uriinspector.gui.editor.look import CodeUnits, is_chip, is_mark, pieces
from uriinspector.gui.editor.text_document import Edit, TextChange, TextExcerpt, UndoStack
from uriinspector.gui.editor.uri_edit import ExcerptBar, UriEdit


def typed(edits: UndoStack, text: str, at: int = 0) -> None:
    for index, character in enumerate(text):
        edits.record(Edit(at + index, "", character), typed=True)


def test_typing_is_one_undo_step_per_component() -> None:
    edits = UndoStack()
    typed(edits, "http://ab/cd")
    assert [edits.undo(), edits.undo()] == [Edit(10, "cd", ""), Edit(7, "ab/", "")]


def test_paste_is_a_separate_undo_step() -> None:
    edits = UndoStack()
    typed(edits, "ab")
    edits.record(Edit(2, "", "paste"), typed=False)
    typed(edits, "cd", 7)
    assert edits.undo() == Edit(7, "cd", "")
    assert edits.undo() == Edit(2, "paste", "")
    assert edits.undo() == Edit(0, "ab", "")
    assert edits.undo() is None
    assert [edits.redo() for _ in range(4)] == [
        Edit(0, "", "ab"),
        Edit(2, "", "paste"),
        Edit(7, "", "cd"),
        None,
    ]


def test_deletions_and_replacements_are_one_undo_step() -> None:
    back, forward = UndoStack(), UndoStack()
    for at, character in ((2, "c"), (1, "b"), (0, "a")):
        back.record(Edit(at, character, ""), typed=True)
    assert back.undo() == Edit(0, "", "abc")
    for character in "abc":
        forward.record(Edit(0, character, ""), typed=True)
    assert forward.undo() == Edit(0, "", "abc")
    edits = UndoStack()
    edits.record(Edit(0, "old", "n"), typed=True)
    typed(edits, "ew", 1)
    assert edits.undo() == Edit(0, "new", "old")


def test_new_edit_clears_redo_and_a_close_ends_the_step() -> None:
    edits = UndoStack()
    typed(edits, "a")
    edits.undo()
    assert edits.can_redo
    typed(edits, "b")
    assert not edits.can_redo
    edits.close()
    typed(edits, "b", 1)
    assert edits.undo() == Edit(1, "b", "")


def test_undo_stack_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MOST_UNDONE", 10)
    edits = UndoStack()
    for _ in range(5):
        edits.record(Edit(0, "", "four"), typed=False)
    assert [edits.undo() is not None for _ in range(3)] == [True, True, False]


LIMIT = 10


def applied(text: str, changes: list[TextChange]) -> str:
    for start, end, new in changes:
        assert 0 <= start <= end <= len(text)
        text = text[:start] + new + text[end:]
    return text


EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.floats(0, 1), st.text("abc", max_size=30), st.integers(-1, 2)),
    max_size=12,
)


@given(EDITS)
def test_shown_text_always_matches_the_excerpt(edits: list[tuple[float, float, str, int]]) -> None:
    kept, model, shown = TextExcerpt(LIMIT), "", ""
    for first, second, new, turn in edits:
        start, end = sorted((round(first * len(model)), round(second * len(model))))
        model = model[:start] + new + model[end:]
        shown = applied(shown, kept.replace(start, end, new))
        if turn < 2:
            shown = applied(shown, kept.page(turn))
        else:
            shown = applied(shown, kept.show(start, start))
            assert kept.shown.start <= start <= kept.shown.end
        assert kept.text == model
        assert shown == kept.shown.of(model)
        assert len(shown) == min(len(model), LIMIT)


def test_typing_in_a_full_excerpt_makes_small_changes() -> None:
    kept = TextExcerpt(LIMIT)
    kept.replace(0, 0, "0123456789abcdef")
    assert kept.shown == (0, 10)
    assert kept.replace(3, 3, "x") == [TextChange(3, 3, "x"), TextChange(10, 11, "")]
    assert kept.replace(3, 4, "") == [TextChange(3, 4, ""), TextChange(9, 9, "9")]


def test_show_moves_the_excerpt_to_the_span() -> None:
    kept = TextExcerpt(LIMIT)
    kept.replace(0, 0, "x" * 100)
    kept.show(50, 52)
    assert kept.shown == (46, 56)
    assert kept.show(50, 52) == []
    kept.page(1)
    assert kept.shown == (56, 66)
    kept.page(9)
    assert kept.shown == (90, 100)


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
    ("e\u0301", [False, False]), ("\u0301", [True]), ("/\u0338", [False, True]),
    ("\u200b\u0301", [True, True]),
    ("e" + "\u0301" * 5, [False, False, False, False, True, True]),
    ("a b", [False, False, False]),
    ("a   b", [False, False, True, True, False]),
    (" a", [True, False]),
]  # fmt: skip


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


@pytest.fixture
def bar(small: UriEdit) -> ExcerptBar:
    bar = ExcerptBar(small)
    bar.setParent(small.parentWidget())
    return bar


def test_excerpt_bar_is_hidden_for_a_short_text(bar: ExcerptBar, small: UriEdit) -> None:
    small.set_text("0123456789")
    assert bar.isHidden()


def test_excerpt_bar_shows_and_moves_the_excerpt(bar: ExcerptBar, small: UriEdit) -> None:
    small.set_text("x" * 1234)
    assert not bar.isHidden()
    assert bar.note.text().startswith("Showing characters 1 to 10 of 1,234;")
    assert (bar.earlier.isEnabled(), bar.later.isEnabled()) == (False, True)
    bar.later.click()
    assert bar.note.text().startswith("Showing characters 11 to 20 of 1,234;")
    bar.earlier.click()
    assert small.shown == (0, 10)
    small.select(1230, 1232)
    assert (bar.earlier.isEnabled(), bar.later.isEnabled()) == (True, False)


def test_excerpt_bar_shows_a_running_inspection(bar: ExcerptBar) -> None:
    bar.show_waiting(waiting=True)
    assert not bar.isHidden()
    assert bar.note.text() == "Inspecting…"
    assert bar.earlier.isHidden()
    bar.show_waiting(waiting=False)
    assert bar.isHidden()
