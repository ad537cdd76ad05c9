"""Thousands of things done to one editor at random: it neither fails, nor drifts, nor grows."""

from __future__ import annotations

import gc
import random
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication, QWidget

import uriinspector
from tests.gui.editor.conftest import shown
from tests.gui.editor.driver import Keys, carried, check, compose, paste, press, type_in
from tests.gui.editor.nasty import CHARACTERS
from uriinspector.core.model import Span
from uriinspector.gui.editor.field import UriEdit

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme

LIMIT = 300
LONGEST = 900
ERASERS = (Keys.Key_Backspace, Keys.Key_Delete)
MOVES = (Keys.Key_Left, Keys.Key_Right, Keys.Key_Home, Keys.Key_End, Keys.Key_Up, Keys.Key_Down)
LETTERS = CHARACTERS + "abcdefghijkl/.:?#@%" * 3


class Soak:
    """A person who does anything, and remembers what the text must be."""

    def __init__(self, editor: UriEdit, seed: int) -> None:
        self.editor = editor
        self.random = random.Random(seed)
        self.model = ""
        self.texts = {""}

    def text(self, most: int) -> str:
        return "".join(self.random.choices(LETTERS, k=self.random.randrange(most)))

    def put(self, start: int, end: int, new: str) -> None:
        self.model = self.model[:start] + new + self.model[end:]

    def step(self) -> None:
        todo = self.random.choices(
            (self.type, self.paste, self.erase, self.undo, self.select, self.move, self.replace),
            (8, 3, 5, 4, 4, 4, 1),
        )[0]
        todo()
        if len(self.model) > LONGEST:
            self.replace()
        self.texts.add(self.model)
        assert self.editor.text() == self.model, todo.__name__

    def type(self) -> None:
        letter = carried(self.random.choice(LETTERS)) or "x"
        span = self.editor.selected()
        if letter < " " or letter == "\x7f":
            paste(self.editor, letter)
        elif self.random.random() < 0.1:
            compose(self.editor, "n")
            self.put(*span, "")
            self.texts.add(self.model)
            compose(self.editor, "", letter)
            span = Span(span.start, span.start)
        else:
            type_in(self.editor, letter)
        self.put(*span, letter)

    def paste(self) -> None:
        new = carried(self.text(40))
        self.put(*self.editor.selected(), new)
        paste(self.editor, new)

    def erase(self) -> None:
        start, end = self.editor.selected()
        key = self.random.choice(ERASERS)
        press(self.editor, key, "\b")
        if start < end:
            self.put(start, end, "")
        else:
            found = self.editor.text()
            left = len(self.model) - len(found)
            at = start - left if key == Keys.Key_Backspace else start
            assert left <= 1 or key == Keys.Key_Delete  # one letter with its marks
            self.put(max(at, 0), max(at, 0) + left, "")

    def undo(self) -> None:
        before = self.editor.text()
        self.editor.undo()
        after = self.editor.text()
        assert after in self.texts
        if self.editor.can_redo and after != before:
            self.editor.redo()
            assert self.editor.text() == before
            self.editor.undo()
        self.model = self.editor.text()
        assert self.model == after

    def select(self) -> None:
        start, end = sorted(self.random.randrange(len(self.model) + 1) for _ in range(2))
        self.editor.selection.select(Span(start, min(end, start + 60)))
        self.editor.selection.hover(self.random.choice((None, Span(start, end))))

    def move(self) -> None:
        for _ in range(self.random.randrange(4)):
            press(self.editor, self.random.choice(MOVES))

    def replace(self) -> None:
        self.model = self.text(200)
        self.editor.set_text(self.model)


@pytest.fixture
def watched(theme: Theme, host: QWidget) -> UriEdit:
    """An editor that is coloured by what is found in it."""
    editor = shown(UriEdit(theme, limit=LIMIT), host)
    editor.text_edited.connect(lambda: editor.show_inspection(uriinspector.inspect(editor.text())))
    return editor


def soaked(editor: UriEdit, steps: int, seed: int) -> None:
    soak = Soak(editor, seed)
    soak.replace()
    for number in range(steps):
        soak.step()
        if number % 50 == 0:
            check(editor, soak.model)
            QApplication.processEvents()
        if len(soak.texts) > 5_000:
            editor.set_text("")
            soak.model = ""
    check(editor, soak.model)


def test_some_hundred_edits_at_random(watched: UriEdit) -> None:
    soaked(watched, 400, 1)


@pytest.mark.full
def test_twenty_thousand_edits_at_random(watched: UriEdit) -> None:
    soaked(watched, 2_000, 2)
    gc.collect()
    tracemalloc.start()
    soaked(watched, 9_000, 3)
    gc.collect()
    first, _ = tracemalloc.get_traced_memory()
    children = len(watched.findChildren(QWidget))
    soaked(watched, 9_000, 4)
    gc.collect()
    second, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert second - first < 6_000_000  # what can be undone is kept: some hundred bytes a step
    assert len(watched.findChildren(QWidget)) == children
    assert watched.document().blockCount() == 1
