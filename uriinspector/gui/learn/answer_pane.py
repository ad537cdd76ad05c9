"""Panes for answering by choice or typing, and their base class."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QFrame,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from uriinspector.core.model import Span
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.jobs.latest_job import AT_ONCE
from uriinspector.gui.learn.given_texts import component_look
from uriinspector.gui.learn.progress_rows import DONE, Sign
from uriinspector.gui.learn.progress_rows import WRONG as CROSS
from uriinspector.gui.learn.sentences import AnswerText
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button, field_card
from uriinspector.gui.widgets.layouts import NO_MARGINS, Content, column_of, row, stretched
from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer
from uriinspector.lessons.question import Question, letter_of

OPEN, CHOSEN, CORRECT, WRONG = "", "chosen", "correct", "wrong"


class AnswerPane(QWidget):
    """A pane for answering one question, by keyboard or pointer."""

    submitted = Signal()  # by Enter in a field

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        super().__init__()
        self.theme = theme
        self.asked = asked

    def answer(self) -> str:
        """Return the answer to be judged, or "" if there is none yet."""
        raise NotImplementedError

    def missing_words(self) -> str:
        return say("There is no answer yet.")

    def span(self) -> Span | None:
        """Return the marked span, if the answer was marked in the text."""
        return None

    def is_advanced(self) -> bool:
        """Take a right partial answer and go on to the next step; return False if there is none."""
        return False

    def press(self, text: str) -> bool:
        """Choose by a digit or letter; return False if there is no such choice."""
        del text
        return False

    def take_focus(self) -> None:
        """Focus the widget for answering."""
        self.setFocus()

    def spoken(self) -> str:
        """Return the text to mark, for screen readers; "" if there is none here."""
        return ""

    def spell(self) -> str:
        """Return the text to mark, spelled out; "" if there is none here."""
        return ""

    def show_colors(self) -> None:
        """Color the components of a text to mark; other panes do nothing."""

    def right_words(self) -> str:
        """Return the right answer as shown, for screen readers; "" if the reason has it."""
        return ""

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show how the answer was judged, without hiding it."""
        raise NotImplementedError

    def lay_out(self, *contents: Content, spacing: int = 8) -> QVBoxLayout:
        return column_of(*contents, into=self, margins=NO_MARGINS, spacing=spacing)


def show_state(frame: QFrame, state: str) -> None:
    frame.setProperty("answer", state)
    for each in (frame, *frame.findChildren(QLabel)):
        each.style().unpolish(each)  # the style sheet depends on the property
        each.style().polish(each)


class JudgedRow(QFrame):
    """A row that can be marked as right or wrong: by its color, a sign and words."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("choice")
        self.sign = Sign(theme, DONE)
        self.tag = plain_label(role="tag", wraps=False)
        self.forget_result()

    def lay_out(self, *contents: Content) -> None:
        """Put the contents before the sign."""
        parts = (*contents, self.sign, self.tag)
        row(*parts, into=self, margins=(14, 8, 14, 8), spacing=10)

    def judge(self, words: str, *, is_correct: bool) -> None:
        show_state(self, CORRECT if is_correct else WRONG)
        self.sign.show_sign(DONE if is_correct else CROSS, say("correct") if is_correct else "")
        self.tag.setText(words)
        self.sign.show()
        self.tag.show()

    def forget_result(self) -> None:
        show_state(self, OPEN)
        self.sign.hide()
        self.tag.hide()


def own_words(*, is_correct: bool, is_own: bool = True) -> str:
    """Return the words for an answer of the user, or for the right one."""
    if not is_correct:
        return say("your answer")
    return say("your answer, correct") if is_own else say("correct")


class AnswerLine(JudgedRow):
    """The given answer, struck through if it is wrong, or the right one."""

    def __init__(self, theme: Theme, question: Question) -> None:
        super().__init__(theme)
        self.label = AnswerText(theme, question)
        self.lay_out(stretched(self.label))
        self.hide()

    def show_answer(self, text: str, *, is_correct: bool, is_own: bool) -> None:
        """Show an answer, and whether it is the user's or the right one."""
        self.label.show_answer(text, struck=not is_correct)
        self.judge(own_words(is_correct=is_correct, is_own=is_own), is_correct=is_correct)
        self.setAccessibleName(f"{self.label.text()}, {self.tag.text()}")
        self.show()


class ChoiceLine(JudgedRow):
    """An answer to choose, with a digit or letter on its button."""

    def __init__(
        self, theme: Theme, button: QAbstractButton, text: str, question: Question
    ) -> None:
        super().__init__(theme)
        self.text = text
        self.button = button
        self.label = AnswerText(theme, question)
        self.label.show_offer(text)
        name = say("Answer {number}: {text}", number=button.text(), text=self.label.text())
        self.button.setAccessibleName(name)
        self.button.toggled.connect(lambda is_on: show_state(self, CHOSEN if is_on else OPEN))
        self.lay_out(self.button, stretched(self.label))

    def show_result(self, *, is_correct: bool) -> None:
        """Show whether the answer is right, and whether it was chosen."""
        is_chosen = self.button.isChecked()
        self.button.setEnabled(False)
        if not (is_correct or is_chosen):
            show_state(self, OPEN)
            return
        self.judge(own_words(is_correct=is_correct, is_own=is_chosen), is_correct=is_correct)
        if not is_correct:
            self.label.show_offer(self.text, struck=True)
        self.button.setAccessibleDescription(self.tag.text())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the answer on a click anywhere in the row."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.choose()

    def choose(self) -> None:
        """Choose the answer, and focus its button unless that does not accept the focus."""
        if self.button.isEnabled():
            self.button.click()
            if self.button.focusPolicy() != Qt.FocusPolicy.NoFocus:
                self.button.setFocus()


class ChoicePane(AnswerPane):
    """Answers of which one can be chosen."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        super().__init__(theme, asked)
        self._group = QButtonGroup(self)
        self.rows = [
            ChoiceLine(theme, self._button(number), text, asked.question)
            for number, text in enumerate(asked.choices, 1)
        ]
        for each in self.rows:
            self._group.addButton(each.button)
        self.column = self.lay_out(*self.rows)

    def _button(self, number: int) -> QAbstractButton:
        return QRadioButton(str(number))

    def answer(self) -> str:
        return " ".join(each.text for each in self.rows if each.button.isChecked())

    def press(self, text: str) -> bool:
        """Choose by the digit or letter on a button."""
        chosen = next((each for each in self.rows if each.button.text() == text.upper()), None)
        if chosen is not None:
            chosen.choose()
        return chosen is not None

    def choose_example(self, *, rightly: bool) -> None:
        next(each for each in self.rows if self.is_right(each.text) == rightly).button.click()

    def take_focus(self) -> None:
        """Focus the first button, so that arrows, digits and letters choose."""
        self.rows[0].button.setFocus()

    def is_right(self, text: str) -> bool:
        return text == self.asked.question.key

    def right_words(self) -> str:
        """Return the right answers with their buttons."""
        right = [each for each in self.rows if self.is_right(each.text)]
        return "; ".join(f"{each.button.text()}, {each.label.text()}" for each in right)

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Mark the right answers, and strike through wrong choices."""
        del checked
        for each in self.rows:
            each.show_result(is_correct=self.is_right(each.text))


NONE = "none"


class SeveralPane(ChoicePane):
    """Answers of which any number can be chosen, with a button for none."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        super().__init__(theme, asked)
        self._group.setExclusive(False)
        self._is_none = False
        self.none = button(say("None of these"), self._on_none)
        self.line = AnswerLine(theme, asked.question)
        self.column.addWidget(self.line)
        self.column.addLayout(row(self.none, None))

    def _button(self, number: int) -> QAbstractButton:
        # Reasons refer to choices by their letters.
        has_letters = bool(self.asked.question.choices)
        return QCheckBox(letter_of(number - 1) if has_letters else str(number))

    def answer(self) -> str:
        return NONE if self._is_none else super().answer()

    def is_right(self, text: str) -> bool:
        return text in self.asked.question.key.split()

    def right_words(self) -> str:
        """Return all right answers, or the label of the button for none."""
        return super().right_words() or self.none.text()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Judge each row; right answers that were not chosen are shown as well."""
        super().show_checked(checked)
        is_right = bool(checked.judged.right) or not self._is_none
        if self._is_none or not any(self.is_right(each.text) for each in self.rows):
            self.line.show_answer(NONE, is_correct=is_right, is_own=self._is_none)
        self.none.hide()

    def _on_none(self) -> None:
        for each in self.rows:
            each.button.setChecked(False)
        self._is_none = True
        self.submitted.emit()


class LinedPane(AnswerPane):
    """A pane with the judged answer below it, then the right one.

    ``special`` has the buttons for answers that are not given in the pane, by kind of question:
    label -> answer.
    """

    special: ClassVar[Mapping[str, Mapping[str, str]]] = {}

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        super().__init__(theme, asked)
        self.line, self.key_line = (AnswerLine(theme, asked.question) for _ in range(2))
        self.buttons = [
            button(say(words), partial(self.give, answer))
            for words, answer in self.special.get(asked.question.kind, {}).items()
        ]
        self.until_over: list[QWidget] = [*self.buttons]  # hidden when the question is over

    def give(self, answer: str) -> None:
        """Give the answer of a button."""
        raise NotImplementedError

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show the answer; the right one only if the question is over."""
        is_right, key = bool(checked.judged.right), self.asked.question.key
        if checked.answer.strip():
            self.line.show_answer(checked.answer, is_correct=is_right, is_own=True)
        if not checked.is_last:
            return
        for each in self.until_over:
            each.hide()
        if key and not is_right:
            self.key_line.show_answer(key, is_correct=True, is_own=False)


# Placeholders of the empty field.
TYPED = {
    "target": "Type the target",
    "site": "Type the registrable domain",
    "relative": "Type the reference",
    "write": "Type the URI reference",
    "encode": "Type the text with percent-encoding",
    "decode": "Type the decoded text",
    "where": "Type the host",
}


class AnswerEdit(UriEdit):
    """A line without colors and labels, which would give away the answer."""

    has_ribbon = False
    least_lines = 1
    text_size = 16


class WrittenEdit(AnswerEdit):
    """A line whose components are shown while it is edited."""

    has_ribbon = True

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.text_edited.connect(self._color)

    def _color(self) -> None:
        if len(self.text()) <= AT_ONCE:
            self.show_look(*component_look(self.text(), "2005"))


class TypedPane(LinedPane):
    """A field for the answer, above the judged answer."""

    special: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "target": {"No target": "none"},
        "relative": {"Empty reference": "empty"},
        "where": {"No host": "none"},
        "site": {"No host": "none"},
    }

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        super().__init__(theme, asked)
        kind = asked.question.kind
        self.field = WrittenEdit(theme) if kind == "write" else AnswerEdit(theme)
        self.field.setPlaceholderText(say(TYPED[kind]))
        self.field.setAccessibleName(say("Your answer"))
        self.field.submitted.connect(self.submitted)
        frame = field_card(self.field)
        self.until_over.append(frame)
        self.lay_out(row(stretched(frame), *self.buttons), self.line, self.key_line)

    def answer(self) -> str:
        """Return the exact text."""
        return self.field.text()

    def take_focus(self) -> None:
        """Focus the field with its text selected."""
        self.field.setFocus()
        self.field.selectAll()

    def give(self, answer: str) -> None:
        self.field.set_text(answer)
        self.submitted.emit()
