"""Dot segments are removed step by step: the rule, and both buffers after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QButtonGroup, QFrame, QRadioButton, QWidget

from uriinspector.analysis.finding import EVIDENCE, Arg, Phrase
from uriinspector.gui.accessibility import announce
from uriinspector.gui.learn.answer_line import AnswerLine
from uriinspector.gui.learn.answer_pane import CORRECT, AnswerPane, show_state
from uriinspector.gui.learn.choice_pane import ChoiceLine
from uriinspector.gui.learn.row_stack import RowStack
from uriinspector.gui.learn.sentences import phrase_runs, spoken
from uriinspector.gui.learn.signs import DONE, Sign
from uriinspector.gui.learn.typed_pane import AnswerEdit
from uriinspector.gui.text.paragraph import ParagraphLabel
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import card, field_card
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.answer_lines import step_line
from uriinspector.lessons.kinds.dot_removals import steps_of
from uriinspector.lessons.mistakes.dots import SEPARATOR

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer

NAME_WIDTH = 120  # before zoom


class StepsPane(AnswerPane):
    """Steps that are right stay above; the one that is asked has five rules and two fields."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Start with the first step."""
        super().__init__(theme, asked)
        self._steps = steps_of(asked.question)
        self._done: list[str] = []
        self.stack = RowStack(spacing=6)
        self.state = ParagraphLabel(theme)
        self._group = QButtonGroup(self)
        self.rules = [
            ChoiceLine(theme, QRadioButton(letter), letter, asked.question)
            for letter in asked.choices
        ]
        for each in self.rules:
            self._group.addButton(each.button)
        self.output, self.input = (
            self._field(say("Output after it")),
            self._field(say("Input after it")),
        )
        self.output.submitted.connect(self.input.setFocus)
        self.input.submitted.connect(self.submitted)
        self.line = AnswerLine(theme, asked.question)
        self.asking = QWidget()
        column_of(
            card(self.state),
            *self.rules,
            self._named(say("Output after it"), self.output),
            self._named(say("Input after it"), self.input),
            into=self.asking,
            margins=(0, 0, 0, 0),
            spacing=6,
        )
        column_of(*(self.stack, self.asking, self.line), into=self, margins=(0, 0, 0, 0), spacing=6)
        self._ask()

    def answer(self) -> str:
        """The steps that are right, and the one that is asked; "" without a rule."""
        letter = self._letter()
        return "\n".join([*self._done, self._row(letter)]) if letter else ""

    def is_advanced(self) -> bool:
        """Take a step that is right, as long as others follow."""
        at = len(self._done)
        if at + 1 >= len(self._steps) or self._row(self._letter()) != self._steps[at].text:
            return False
        self.line.hide()
        self._done.append(self._steps[at].text)
        self.stack.add_row(self._done_row(at))
        self._ask()
        self.take_focus()
        announce(f"{say('correct')}. {self.state.text()}")
        return True

    def press(self, text: str) -> bool:
        """Choose a rule by its letter, and go on to the output."""
        chosen = next((each for each in self.rules if each.text == text.upper()), None)
        if chosen is not None and chosen.button.isEnabled():
            chosen.button.click()
            self.output.setFocus()
        return chosen is not None

    def take_focus(self) -> None:
        """Let arrows and letters choose the rule."""
        chosen = self._group.checkedButton() or self.rules[0].button
        chosen.setFocus()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Keep a wrong step in sight; a right answer is all of its steps."""
        if checked.judged.right:
            self.line.hide()
            self.stack.add_row(self._done_row(len(self._steps) - 1))
        elif checked.answer:
            last = self._row(self._letter())
            self.line.show_answer(last, is_correct=False, is_own=True)
        if checked.is_last:
            self.asking.hide()

    def _ask(self) -> None:
        """Ask for the next step; the fields begin with what the buffers are."""
        step = self._steps[len(self._done)]
        self._group.setExclusive(False)
        for each in self.rules:
            each.button.setChecked(False)
        self._group.setExclusive(True)
        self.output.set_text(step.output_before)
        self.input.set_text(step.input_before)
        number, rest = Arg("number", str(len(self._done) + 1)), step.input_before
        output, left = Arg("output", step.output_before, EVIDENCE), Arg("input", rest, EVIDENCE)
        phrase = Phrase("Step {number}: output {output}, input {input}", (number, output, left))
        if not step.output_before:
            phrase = Phrase("Step {number}: no output, input {input}", (number, left))
        self.state.tell(list(phrase_runs(phrase)))

    def _letter(self) -> str:
        return next((each.text for each in self.rules if each.button.isChecked()), "")

    def _row(self, letter: str) -> str:
        return SEPARATOR.join((letter, self.output.text(), self.input.text()))

    def _done_row(self, at: int) -> QFrame:
        frame, label = QFrame(), ParagraphLabel(self.theme)
        frame.setObjectName("choice")
        phrase = step_line(self._steps[at])
        label.tell(list(phrase_runs(phrase)))
        number = plain_label(str(at + 1), role="quiet")
        number.setWordWrap(False)
        sign = Sign(self.theme, DONE)
        sign.show_sign(DONE, say("correct"))
        row(number, stretched(label), sign, into=frame, margins=(14, 6, 14, 6), spacing=10)
        show_state(frame, CORRECT)
        frame.setAccessibleName(f"{at + 1}. {spoken(phrase)}, {say('correct')}")
        return frame

    def _field(self, name: str) -> AnswerEdit:
        field = AnswerEdit(self.theme)
        field.setPlaceholderText(say("Empty"))
        field.setAccessibleName(name)
        return field

    def _named(self, words: str, field: AnswerEdit) -> QWidget:
        holder, name = QWidget(), plain_label(words)
        name.setFixedWidth(self.theme.pixels(NAME_WIDTH))
        row(name, stretched(field_card(field)), into=holder, margins=(0, 0, 0, 0))
        return holder
