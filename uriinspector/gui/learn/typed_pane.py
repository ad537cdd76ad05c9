"""An answer that is typed, in one line; a button says what is no text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.learn.answer_pane import AnswerPane
from uriinspector.gui.learn.choice_pane import AnswerLine
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button, field_card
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.link_question import NO_HOST

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer


class AnswerEdit(UriEdit):
    """One line, without colors and labels: the answer is to be found, not read off."""

    has_ribbon = False
    least_lines = 1
    text_size = 16


class TypedPane(AnswerPane):
    """A field for the answer, and below it what was answered."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Start empty."""
        super().__init__(theme, asked)
        kind = asked.question.kind
        self.field = AnswerEdit(theme)
        words = {
            "target": say("Type the target"),
            "site": say("Type the registrable domain"),
        }.get(kind, say("Type the host"))
        self.field.setPlaceholderText(words)
        self.field.setAccessibleName(say("Your answer"))
        self.field.submitted.connect(self.submitted)
        none = say("No target") if kind == "target" else say("No host")
        self.buttons = [button(none, lambda: self._give(NO_HOST))]
        self.frame = field_card(self.field)
        self.line, self.key_line = AnswerLine(theme, kind), AnswerLine(theme, kind)
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
            if not is_right:
                key = self.asked.question.key
                self.key_line.show_answer(key, is_correct=True, is_own=False)

    def _give(self, answer: str) -> None:
        self.field.set_text(answer)
        self.submitted.emit()
