"""What an answer is chosen with or typed in, a class for each way to answer."""

from __future__ import annotations

from functools import partial

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
from uriinspector.gui.widgets.layouts import NO_MARGINS, column_of, row, stretched
from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer
from uriinspector.lessons.question import Question, letter_of

OPEN, CHOSEN, CORRECT, WRONG = "", "chosen", "correct", "wrong"


class AnswerPane(QWidget):
    """One question is answered here, by keys alone or by pointing."""

    submitted = Signal()  # Enter in a field

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Start without an answer."""
        super().__init__()
        self.theme = theme
        self.asked = asked

    def answer(self) -> str:
        """The answer as it is judged; "" where there is none yet."""
        raise NotImplementedError

    def missing_words(self) -> str:
        """What is said where there is no answer to judge."""
        return say("There is no answer yet.")

    def span(self) -> Span | None:
        """Where the answer is in the text, if it was marked there."""
        return None

    def is_advanced(self) -> bool:
        """Whether the answer is right so far, and goes on with another step."""
        return False

    def press(self, text: str) -> bool:
        """Take a digit or a letter that chooses something; whether there is such a choice."""
        del text
        return False

    def take_focus(self) -> None:
        """Let the keys go to the answer."""
        self.setFocus()

    def spoken(self) -> str:
        """The text that is marked, as it is written; "" where there is none here."""
        return ""

    def spell(self) -> str:
        """The text that is marked, character by character; "" where there is none here."""
        return ""

    def show_colors(self) -> None:
        """Show the components of the text that was marked, if any."""

    def right_words(self) -> str:
        """The right answer as the pane shows it, for who hears it; "" where the reason says it."""
        return ""

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show how it was judged; the answer stays in sight."""
        raise NotImplementedError


def show_state(frame: QFrame, state: str) -> None:
    """Draw a frame for an answer: chosen, correct or wrong."""
    frame.setProperty("answer", state)
    for each in (frame, *frame.findChildren(QLabel)):
        each.style().unpolish(each)  # the style sheet asks for it
        each.style().polish(each)


class AnswerLine(QFrame):
    """An answer that was given, struck out where it is wrong; or the right one."""

    def __init__(self, theme: Theme, question: Question) -> None:
        """Start hidden."""
        super().__init__()
        self.setObjectName("choice")
        self.label = AnswerText(theme, question)
        self.sign = Sign(theme, CROSS)
        self.tag = plain_label(role="tag", wraps=False)
        row(
            stretched(self.label),
            self.sign,
            self.tag,
            into=self,
            margins=(14, 8, 14, 8),
            spacing=10,
        )
        self.hide()

    def show_answer(self, text: str, *, is_correct: bool, is_own: bool) -> None:
        """Show an answer, and say whose it is."""
        self.label.show_answer(text, struck=not is_correct)
        show_state(self, CORRECT if is_correct else WRONG)
        words = say("your answer, correct") if is_own else say("correct")
        words = words if is_correct else say("your answer")
        self.sign.show_sign(DONE if is_correct else CROSS, words)
        self.tag.setText(words)
        self.setAccessibleName(f"{self.label.text()}, {words}")
        self.show()


class ChoiceLine(QFrame):
    """One answer, with its digit or letter on the button that chooses it."""

    def __init__(
        self, theme: Theme, button: QAbstractButton, text: str, question: Question
    ) -> None:
        """Show an answer."""
        super().__init__()
        self.setObjectName("choice")
        self.text = text
        self.button = button
        self.label = AnswerText(theme, question)
        self.label.show_offer(text)
        self.sign = Sign(theme, DONE)
        self.tag = plain_label(role="tag", wraps=False)
        name = say("Answer {number}: {text}", number=button.text(), text=self.label.text())
        self.button.setAccessibleName(name)
        self.button.toggled.connect(self._on_toggled)
        row(
            self.button,
            stretched(self.label),
            self.sign,
            self.tag,
            into=self,
            margins=(14, 8, 14, 8),
            spacing=10,
        )
        for each in (self.sign, self.tag):
            each.hide()

    def show_result(self, *, is_correct: bool) -> None:
        """Say whether it is right, and whether it was chosen."""
        is_chosen = self.button.isChecked()
        self.button.setEnabled(False)
        if not (is_correct or is_chosen):
            show_state(self, OPEN)
            return
        show_state(self, CORRECT if is_correct else WRONG)
        self.sign.show_sign(DONE if is_correct else CROSS, say("correct") if is_correct else "")
        words = say("your answer, correct") if is_chosen else say("correct")
        self.tag.setText(words if is_correct else say("your answer"))
        for each in (self.sign, self.tag):
            each.show()
        if not is_correct:
            self.label.show_offer(self.text, struck=True)
        self.button.setAccessibleDescription(self.tag.text())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose it wherever it is pressed."""
        if event.button() == Qt.MouseButton.LeftButton and self.button.isEnabled():
            self.button.click()
            take_focus(self.button)

    def _on_toggled(self, checked: bool) -> None:
        show_state(self, CHOSEN if checked else OPEN)


class ChoicePane(AnswerPane):
    """Rows of which one is chosen."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Offer the answers."""
        super().__init__(theme, asked)
        self._group = QButtonGroup(self)
        self.rows = [
            ChoiceLine(theme, self._button(number), text, asked.question)
            for number, text in enumerate(asked.choices, 1)
        ]
        for each in self.rows:
            self._group.addButton(each.button)
        column_of(*self.rows, into=self, margins=NO_MARGINS, spacing=8)

    def _button(self, number: int) -> QAbstractButton:
        return QRadioButton(str(number))

    def answer(self) -> str:
        """What is chosen."""
        return next((each.text for each in self.rows if each.button.isChecked()), "")

    def press(self, text: str) -> bool:
        """Choose by what is on the button."""
        chosen = next((each for each in self.rows if each.button.text() == text.upper()), None)
        if chosen is not None and chosen.button.isEnabled():
            chosen.button.click()
            take_focus(chosen.button)
        return chosen is not None

    def choose_example(self, *, rightly: bool) -> None:
        """Choose the right answer, or the first wrong one."""
        next(each for each in self.rows if self.is_right(each.text) == rightly).button.click()

    def take_focus(self) -> None:
        """Let arrows, digits and letters choose."""
        self.rows[0].button.setFocus()

    def is_right(self, text: str) -> bool:
        """Whether one of the answers is right, or one of those that are."""
        return text == self.asked.question.key

    def right_words(self) -> str:
        """What is on the button of the right one, and its words."""
        right = [each for each in self.rows if self.is_right(each.text)]
        return "; ".join(f"{each.button.text()}, {each.label.text()}" for each in right)

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show which one is right, and strike out another one that was chosen."""
        del checked
        for each in self.rows:
            each.show_result(is_correct=self.is_right(each.text))


def take_focus(button: QAbstractButton) -> None:
    """Give the keys to what was chosen, unless it may have none."""
    if button.focusPolicy() != Qt.FocusPolicy.NoFocus:
        button.setFocus()


NONE = "none"


class SeveralPane(ChoicePane):
    """Rows of which any number is chosen; that it is none has a button."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Offer the answers."""
        super().__init__(theme, asked)
        self._group.setExclusive(False)
        self._is_none = False
        self.none = button(say("None of these"), self._on_none)
        self.line = AnswerLine(theme, asked.question)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addWidget(self.line)
        layout.addLayout(row(self.none, None))

    def _button(self, number: int) -> QAbstractButton:
        # The reasons name choices by their letters.
        has_letters = bool(self.asked.question.choices)
        return QCheckBox(letter_of(number - 1) if has_letters else str(number))

    def answer(self) -> str:
        """All that is chosen."""
        if self._is_none:
            return NONE
        return " ".join(each.text for each in self.rows if each.button.isChecked())

    def is_right(self, text: str) -> bool:
        """Whether it is one of the right ones."""
        return text in self.asked.question.key.split()

    def right_words(self) -> str:
        """All that are right, or that none is."""
        return super().right_words() or self.none.text()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Judge each row by itself; what is right and was not chosen is shown, too."""
        for each in self.rows:
            each.show_result(is_correct=self.is_right(each.text))
        if self._is_none:
            is_right = bool(checked.judged.right)
            self.line.show_answer(NONE, is_correct=is_right, is_own=True)
        elif not any(self.is_right(each.text) for each in self.rows):
            self.line.show_answer(NONE, is_correct=True, is_own=False)
        self.none.hide()

    def _on_none(self) -> None:
        for each in self.rows:
            each.button.setChecked(False)
        self._is_none = True
        self.submitted.emit()


# What is said in the empty field.
TYPED = {
    "target": "Type the target",
    "site": "Type the registrable domain",
    "relative": "Type the reference",
    "write": "Type the URI reference",
    "encode": "Type the text with percent-encoding",
    "decode": "Type the decoded text",
    "where": "Type the host",
}
# What a button answers, by what is on it.
WITHOUT_TEXT = {
    "target": {"No target": "none"},
    "relative": {"Empty reference": "empty"},
    "where": {"No host": "none"},
    "site": {"No host": "none"},
}


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
        self.field.setPlaceholderText(say(TYPED[question.kind]))
        self.field.setAccessibleName(say("Your answer"))
        self.field.submitted.connect(self.submitted)
        self.buttons = [
            button(say(words), partial(self._give, answer))
            for words, answer in WITHOUT_TEXT.get(question.kind, {}).items()
        ]
        self.frame = field_card(self.field)
        self.line, self.key_line = AnswerLine(theme, question), AnswerLine(theme, question)
        column_of(
            row(stretched(self.frame), *self.buttons),
            self.line,
            self.key_line,
            into=self,
            margins=NO_MARGINS,
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
