"""Thousands of random edits: the editor does not fail, lose text, or leak memory."""

import gc
import random
import resource

import pytest
from PySide6.QtWidgets import QApplication, QWidget

import uriinspector
from tests.gui.editor.conftest import shown
from tests.gui.editor.driver import Keys, carried, check, compose, paste, press, type_in
from tests.gui.editor.nasty import CHARACTERS
from uriinspector.core.model import Span
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.theme import Theme

LIMIT = 300
LONGEST = 900
ERASERS = (Keys.Key_Backspace, Keys.Key_Delete)
MOVES = (Keys.Key_Left, Keys.Key_Right, Keys.Key_Home, Keys.Key_End, Keys.Key_Up, Keys.Key_Down)
LETTERS = CHARACTERS + "abcdefghijkl/.:?#@%" * 3


class Soak:
    """A simulated user who edits at random and tracks the expected text."""

    def __init__(self, editor: UriEdit, seed: int) -> None:
        self.editor = editor
        self.random = random.Random(seed)
        self.model = ""
        self.seen = {hash(editor.text())}  # hashes, to keep memory use low

    def text(self, most: int) -> str:
        return "".join(self.random.choices(LETTERS, k=self.random.randrange(most)))

    def put(self, start: int, end: int, new: str) -> None:
        self.model = self.model[:start] + new + self.model[end:]

    def run(self, steps: int) -> None:
        self.replace()
        for number in range(steps):
            self.step()
            if number % 50 == 0:
                check(self.editor, self.model)
                QApplication.processEvents()
        check(self.editor, self.model)

    def step(self) -> None:
        todo = self.random.choices(
            (self.type, self.paste, self.erase, self.undo, self.select, self.move, self.replace),
            (8, 3, 5, 4, 4, 4, 1),
        )[0]
        todo()
        if len(self.model) > LONGEST:
            self.replace()
        self.seen.add(hash(self.model))
        assert self.editor.text() == self.model, todo.__name__

    def type(self) -> None:
        letter = carried(self.random.choice(LETTERS)) or "x"
        span = self.editor.selected()
        if letter < " " or letter == "\x7f":
            paste(self.editor, letter)
        elif self.random.random() < 0.1:
            compose(self.editor, "n")
            self.put(*span, "")
            self.seen.add(hash(self.model))
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
            assert left <= 1 or key == Keys.Key_Delete  # Delete also removes combining marks
            self.put(max(at, 0), max(at, 0) + left, "")

    def undo(self) -> None:
        before = self.editor.text()
        self.editor.undo()
        after = self.editor.text()
        assert hash(after) in self.seen
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
        self.seen.add(hash(self.model))
        self.editor.set_text(self.model)


@pytest.fixture
def watched(theme: Theme, host: QWidget) -> UriEdit:  # noqa: ARG001
    """An editor that is colored after each edit."""
    editor = shown(UriEdit(limit=LIMIT), host)
    editor.text_edited.connect(lambda: editor.show_inspection(uriinspector.inspect(editor.text())))
    return editor


def test_hundreds_of_random_edits_keep_the_text(watched: UriEdit) -> None:
    Soak(watched, 1).run(400)


@pytest.mark.full
def test_thousands_of_random_edits_do_not_leak(watched: UriEdit) -> None:
    soak = Soak(watched, 2)
    soak.run(2_000)
    objects, memory = [], []
    for _ in range(2):
        soak.run(9_000)
        gc.collect()
        objects.append(len(gc.get_objects()))
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    assert objects[1] - objects[0] < 20_000  # undo keeps one or two objects a step
    assert memory[1] - memory[0] < 40_000  # kilobytes
    assert len(watched.findChildren(QWidget)) < 10
    assert watched.document().blockCount() == 1
