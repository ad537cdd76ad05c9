"""An answer that is marked in the text: by dragging, by Shift and arrows, or by brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from uriinspector.core.model import Span
from uriinspector.gui.accessibility import announce
from uriinspector.gui.editor.look import SpokenText
from uriinspector.gui.learn.answer_line import AnswerLine
from uriinspector.gui.learn.answer_pane import AnswerPane
from uriinspector.gui.learn.answer_text import answer_words
from uriinspector.gui.learn.given_texts import QuietEdit
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button, field_card
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.kinds.links import ABSENT, EMPTY
from uriinspector.lessons.mistakes.characters import NO_LETTER as NO_LETTER
from uriinspector.lessons.mistakes.grammar_answers import NO, YES, GrammarText

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer

# Where the place of a mark is the answer: what is before its number.
NUMBERED = {"valid": f"{NO} ", "letters": ""}
DELIMITERS = ":/?#[]@!$&'()*+,;=."


class MarkEdit(QuietEdit):
    """A text that is marked: keys move the caret, and nothing changes it."""

    def __init__(self, theme: Theme, name: str) -> None:
        """Start without a mark."""
        super().__init__(theme, name)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Brackets move an end of the mark to the next delimiter."""
        steps = {"[": self._to_the_left, "]": self._to_the_right}
        if event.text() in steps:
            steps[event.text()]()
            span = self.selected()
            announce(SpokenText(span.of(self.text())).text)
        else:
            super().keyPressEvent(event)

    def _to_the_left(self) -> None:
        text, span = self.text(), self.selected()
        at = max(span.start - 1, 0)
        while at > 0 and text[at - 1] not in DELIMITERS and text[at] not in DELIMITERS:
            at -= 1
        self.select(at, span.end)

    def _to_the_right(self) -> None:
        text, span = self.text(), self.selected()
        at = min(span.end + 1, len(text))
        while at < len(text) and text[at] not in DELIMITERS and text[at - 1] not in DELIMITERS:
            at += 1
        self.select(span.start, at)


def unmarked_answers(kind: str) -> dict[str, str]:
    """What a button answers, by what is on it."""
    if kind == "valid":
        return {say("It matches"): YES}
    if kind == "letters":
        return {say("No such letter"): NO_LETTER}
    if kind == "mark":
        return {say("Not present"): ABSENT, say("Empty"): EMPTY}
    return {say("No host"): ABSENT}


class MarkedPane(AnswerPane):
    """The text itself, and buttons for what cannot be marked."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Show the text without colors."""
        super().__init__(theme, asked)
        self._given = ""  # by a button
        self.editor = MarkEdit(theme, say("Link to mark in"))
        self.editor.show_text(asked.question.given["text"])
        self.editor.select(0, 0)  # the first character is marked first
        self.editor.submitted.connect(self.submitted)
        self.editor.selectionChanged.connect(self._on_marked)
        self.help = plain_label(
            say("Drag, or press Shift and an arrow key. “[” and “]” widen the mark."), role="quiet"
        )
        self.buttons = [
            button(words, lambda answer=answer: self._give(answer))  # type: ignore[misc]
            for words, answer in unmarked_answers(asked.question.kind).items()
        ]
        question = asked.question
        self.line, self.key_line = AnswerLine(theme, question), AnswerLine(theme, question)
        column_of(
            field_card(self.editor),
            row(stretched(self.help), *self.buttons),
            self.line,
            self.key_line,
            into=self,
            margins=(0, 0, 0, 0),
            spacing=8,
        )

    def answer(self) -> str:
        """What is marked, or what a button said."""
        if self._given:
            return self._given
        span = self.editor.selected()
        marked = span.of(self.editor.text())
        front = NUMBERED.get(self.asked.question.kind)
        if front is None:
            return marked
        # Which of several characters is meant nobody knows: a place is one character.
        return f"{front}{span.start + 1}" if len(marked) == 1 else ""

    def missing_words(self) -> str:
        """Say it where more is marked than one character, and one was asked for."""
        count = len(self.editor.selected().of(self.editor.text()))
        if count < 2:
            return super().missing_words()
        return say("{count} characters are marked. Mark only one.", count=count)

    def span(self) -> Span | None:
        """Where the mark is."""
        return None if self._given else Span(*self.editor.selected())

    def take_focus(self) -> None:
        """Start at the beginning of the text."""
        self.editor.setFocus()

    def spoken(self) -> str:
        """The text with its name: there is nothing else that gives it."""
        return f"{self.editor.accessibleName()}: {visible(self.editor.text())}"

    def spell(self) -> str:
        """The text, character by character or by components."""
        return self.editor.spell()

    def right_words(self) -> str:
        """What will be in the line of the right answer."""
        key = self.asked.question.key
        return answer_words(key, self.asked.question) or visible(key)

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Keep the answer in sight, and show the right one."""
        is_right = bool(checked.judged.right)
        if checked.answer.strip():
            self.line.show_answer(checked.answer, is_correct=is_right, is_own=True)
        if not is_right:
            self.key_line.show_answer(self.asked.question.key, is_correct=True, is_own=False)
        self.help.hide()
        for each in self.buttons:
            each.hide()

    def show_colors(self) -> None:
        """Show the components: there is nothing to give away any more."""
        given = self.asked.question.given
        kind = self.asked.question.kind
        if kind in {"where", "letters"}:
            self.editor.show_link(given.get("base", ""))
        else:
            self.editor.show_components(given["edition"])
        first = GrammarText(given["text"], given["edition"]).first if kind == "valid" else None
        if first is not None:
            self.editor.select(first.start, first.end)

    def _give(self, answer: str) -> None:
        self._given = answer
        self.submitted.emit()

    def _on_marked(self) -> None:
        self._given = ""
