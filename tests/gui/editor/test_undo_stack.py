"""Undo steps: typing is merged, and every other edit is a separate step."""

import pytest

from uriinspector.gui.editor import text_document as steps
from uriinspector.gui.editor.text_document import Edit, UndoStack


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


def test_consecutive_deletions_are_one_undo_step() -> None:
    back, forward = UndoStack(), UndoStack()
    for at, character in ((2, "c"), (1, "b"), (0, "a")):
        back.record(Edit(at, character, ""), typed=True)
    assert back.undo() == Edit(0, "", "abc")
    for character in "abc":
        forward.record(Edit(0, character, ""), typed=True)
    assert forward.undo() == Edit(0, "", "abc")


def test_typing_over_a_selection_is_one_undo_step() -> None:
    edits = UndoStack()
    edits.record(Edit(0, "old", "n"), typed=True)
    typed(edits, "ew", 1)
    assert edits.undo() == Edit(0, "new", "old")


def test_new_edit_clears_redo() -> None:
    edits = UndoStack()
    typed(edits, "a")
    edits.undo()
    assert edits.can_redo
    typed(edits, "b")
    assert not edits.can_redo


def test_typing_after_close_starts_a_new_undo_step() -> None:
    edits = UndoStack()
    typed(edits, "a")
    edits.close()
    typed(edits, "b", 1)
    assert edits.undo() == Edit(1, "b", "")


def test_undo_stack_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MOST_UNDONE", 10)
    edits = UndoStack()
    for _ in range(5):
        edits.record(Edit(0, "", "four"), typed=False)
    assert [edits.undo() is not None for _ in range(3)] == [True, True, False]
