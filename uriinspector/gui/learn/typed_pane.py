"""An answer that is typed, in one line; a button says what is no text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.jobs.latest_job import AT_ONCE
from uriinspector.gui.learn.answer_line import AnswerLine
from uriinspector.gui.learn.answer_pane import AnswerPane
from uriinspector.gui.learn.given_texts import component_look
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button, field_card
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.kinds.written_references import EMPTY
from uriinspector.lessons.mistake import NO_HOST

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer


def typed_words(kind: str) -> str:
    """What is said in the empty field."""
    words = {
        "target": say("Type the target"),
        "site": say("Type the registrable domain"),
        "relative": say("Type the reference"),
        "write": say("Type the URI reference"),
        "encode": say("Type the text with percent-encoding"),
        "decode": say("Type the decoded text"),
    }
    return words.get(kind) or say("Type the host")


def without_text(kind: str) -> dict[str, str]:
    """What a button answers, by what is on it."""
    answers = {
        "target": {say("No target"): NO_HOST},
        "relative": {say("Empty reference"): EMPTY},
        "write": {},
        "encode": {},
        "decode": {},
    }
    return answers[kind] if kind in answers else {say("No host"): NO_HOST}


class AnswerEdit(UriEdit):
    """One line, without colors and labels: the answer is to be found, not read off."""

    has_ribbon = False
    least_lines = 1
    text_size = 16


class WrittenEdit(AnswerEdit):
    """One line whose components are shown while it is written."""

    has_ribbon = True

    def __init__(self, theme: Theme) -> None:
        """Start empty."""
        super().__init__(theme)
        self.text_edited.connect(self._color)

    def _color(self) -> None:
        if len(self.text()) <= AT_ONCE:
            self.show_look(*component_look(self.text(), "2005"))


class TypedPane(AnswerPane):
    """A field for the answer, and below it what was answered."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Start empty."""
        super().__init__(theme, asked)
        question = asked.question
        self.field = WrittenEdit(theme) if question.kind == "write" else AnswerEdit(theme)
        self.field.setPlaceholderText(typed_words(question.kind))
        self.field.setAccessibleName(say("Your answer"))
        self.field.submitted.connect(self.submitted)
        self.buttons = [
            button(words, lambda answer=answer: self._give(answer))  # type: ignore[misc]
            for words, answer in without_text(question.kind).items()
        ]
        self.frame = field_card(self.field)
        self.line, self.key_line = AnswerLine(theme, question), AnswerLine(theme, question)
        column_of(
            row(stretched(self.frame), *self.buttons),
            self.line,
            self.key_line,
            into=self,
            margins=(0, 0, 0, 0),
            spacing=8,
        )

    def answer(self) -> str:
        """What was typed, as it is."""
        return self.field.text()

    def take_focus(self) -> None:
        """Type over what is there."""
        self.field.setFocus()
        self.field.selectAll()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Keep the answer in sight; the right one comes where the question is over."""
        is_right = bool(checked.judged.right)
        if checked.answer.strip():
            self.line.show_answer(checked.answer, is_correct=is_right, is_own=True)
        if checked.is_last:
            self.frame.hide()
            for each in self.buttons:
                each.hide()
            if not is_right and self.asked.question.key:
                key = self.asked.question.key
                self.key_line.show_answer(key, is_correct=True, is_own=False)

    def _give(self, answer: str) -> None:
        self.field.set_text(answer)
        self.submitted.emit()
