"""Panes for answers: chosen, typed, marked, put in order, or given step by step."""

import re
from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from uriinspector.core.model import EVIDENCE, Marked, Span, message
from uriinspector.gui.accessibility import announce
from uriinspector.gui.editor.look import SpokenText
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.jobs.latest_job import AT_ONCE
from uriinspector.gui.learn.given_texts import QuietEdit, component_look
from uriinspector.gui.learn.progress_rows import DONE, RowStack, Sign
from uriinspector.gui.learn.progress_rows import WRONG as CROSS
from uriinspector.gui.learn.sentences import AnswerText, answer_words, spoken
from uriinspector.gui.text.paragraph import ParagraphLabel, message_runs
from uriinspector.gui.text.pieces import plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import FoldingLayout, button, card, field_card
from uriinspector.gui.widgets.layouts import NO_MARGINS, Content, column_of, fields, row, stretched
from uriinspector.gui.widgets.view_parts import Fitted
from uriinspector.lessons.answer_lines import step_line
from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer
from uriinspector.lessons.kinds.dot_removals import steps_of
from uriinspector.lessons.kinds.targets import ORIGINS
from uriinspector.lessons.lesson import CHOOSE, MARK, ORDER, SEVERAL, STEPS, TABLE, TYPE
from uriinspector.lessons.mistake import NONE
from uriinspector.lessons.mistakes.dots import SEPARATOR
from uriinspector.lessons.mistakes.grammar_answers import NO, GrammarText
from uriinspector.lessons.question import Question, letter_of

OPEN, CHOSEN, CORRECT, WRONG = "", "chosen", "correct", "wrong"


class AnswerPane(QWidget):
    """A pane for answering one question, by keyboard or pointer."""

    submitted = Signal()  # Enter was pressed in a field

    def __init__(self, asked: AskedQuestion) -> None:
        super().__init__()
        self.asked = asked

    def answer(self) -> str:
        """Return the answer to judge, or "" if there is none yet."""
        raise NotImplementedError

    def missing_words(self) -> str:
        return say("There is no answer yet.")

    def span(self) -> Span | None:
        """Return the marked span, if the answer was marked in the text."""
        return None

    def is_advanced(self) -> bool:
        """Accept a right step and ask for the next; return False otherwise."""
        return False

    def press(self, text: str) -> bool:
        """Choose the answer that a digit or letter stands for; return False if there is none."""
        del text
        return False

    def take_focus(self) -> None:
        """Focus the widget that takes the answer."""
        self.setFocus()

    def spoken(self) -> str:
        """Return the text to mark, for screen readers; "" if there is nothing to mark."""
        return ""

    def spell(self) -> str:
        """Return the text to mark, spelled out; "" if there is nothing to mark."""
        return ""

    def show_colors(self) -> None:
        """Color the components of the text to mark; panes without one do nothing."""

    def right_words(self) -> str:
        """Return the right answer as shown, for screen readers; "" if the reason contains it."""
        return ""

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show how the answer was judged; the answer stays visible."""
        raise NotImplementedError

    def lay_out(self, *contents: Content, spacing: int = 8) -> QVBoxLayout:
        return column_of(*contents, into=self, margins=NO_MARGINS, spacing=spacing)


def show_state(frame: QFrame, state: str) -> None:
    frame.setProperty("answer", state)
    for each in (frame, *frame.findChildren(QLabel)):
        each.style().unpolish(each)  # the style sheet depends on the property
        each.style().polish(each)


class JudgedRow(QFrame):
    """A row that can be marked as right or wrong, by color, icon and words."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("choice")
        self.sign = Sign(DONE)
        self.tag = plain_label(role="tag", wraps=False)
        self.forget_result()

    def lay_out(self, *contents: Content) -> None:
        """Put the contents before the icon."""
        parts = (*contents, self.sign, self.tag)
        row(*parts, into=self, margins=(16, 8, 12, 8), spacing=10)

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
    """Return the label of an answer: the user's own (right or wrong), or the right answer."""
    if not is_correct:
        return say("your answer")
    return say("your answer, correct") if is_own else say("correct")


class AnswerLine(JudgedRow):
    """The user's answer, struck through if wrong, or the right answer."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.label = AnswerText(question)
        self.lay_out(stretched(self.label))
        self.hide()

    def show_answer(self, text: str, *, is_correct: bool, is_own: bool) -> None:
        """Show an answer; ``is_own`` is True if it is the user's."""
        self.label.show_answer(text, struck=not is_correct)
        self.judge(own_words(is_correct=is_correct, is_own=is_own), is_correct=is_correct)
        self.setAccessibleName(f"{self.label.text()}, {self.tag.text()}")
        self.show()


class ChoiceLine(JudgedRow):
    """An answer that can be chosen, with a digit or letter on its button."""

    def __init__(self, button: QAbstractButton, text: str, question: Question) -> None:
        super().__init__()
        self.text = text
        self.button = button
        self.label = AnswerText(question)
        self.label.show_offer(text)
        name = say("Answer {number}: {text}", number=button.text(), text=self.label.text())
        self.button.setAccessibleName(name)
        self.button.toggled.connect(lambda is_on: show_state(self, CHOSEN if is_on else OPEN))
        self.lay_out(self.button, stretched(self.label))

    def show_result(self, *, is_correct: bool) -> None:
        """Show whether the answer is right, and whether the user chose it."""
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
        """Choose the answer, and focus its button if it accepts the focus."""
        if self.button.isEnabled():
            self.button.click()
            if self.button.focusPolicy() != Qt.FocusPolicy.NoFocus:
                self.button.setFocus()


class ChoicePane(AnswerPane):
    """A pane in which one answer can be chosen."""

    def __init__(self, asked: AskedQuestion) -> None:
        super().__init__(asked)
        self._group = QButtonGroup(self)
        self.rows = [
            ChoiceLine(self._button(number), text, asked.question)
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
        """Choose the answer whose button has this digit or letter."""
        chosen = next((each for each in self.rows if each.button.text() == text.upper()), None)
        if chosen is not None:
            chosen.choose()
        return chosen is not None

    def choose_example(self, *, rightly: bool) -> None:
        next(each for each in self.rows if self.is_right(each.text) == rightly).button.click()

    def take_focus(self) -> None:
        """Focus the first button, so that arrow keys, digits and letters work."""
        self.rows[0].button.setFocus()

    def is_right(self, text: str) -> bool:
        return text == self.asked.question.key

    def right_words(self) -> str:
        """Return the right answers with the labels of their buttons."""
        right = [each for each in self.rows if self.is_right(each.text)]
        return "; ".join(f"{each.button.text()}, {each.label.text()}" for each in right)

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Mark the right answers, and strike through wrong choices."""
        del checked
        for each in self.rows:
            each.show_result(is_correct=self.is_right(each.text))


class SeveralPane(ChoicePane):
    """A pane in which any number of answers can be chosen, with a button for none."""

    def __init__(self, asked: AskedQuestion) -> None:
        super().__init__(asked)
        self._group.setExclusive(False)
        self._is_none = False
        self.none = button(say("None of these"), self._on_none)
        self.line = AnswerLine(asked.question)
        self.column.addWidget(self.line)
        self.column.addLayout(row(self.none, None))

    def _button(self, number: int) -> QAbstractButton:
        # Explanations refer to choices by their letters.
        has_letters = bool(self.asked.question.choices)
        return QCheckBox(letter_of(number - 1) if has_letters else str(number))

    def answer(self) -> str:
        return NONE if self._is_none else super().answer()

    def is_right(self, text: str) -> bool:
        return text in self.asked.question.key.split()

    def right_words(self) -> str:
        """Return all right answers or, if there are none, the label of the button for none."""
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
    """A pane with the judged answer below it, followed by the right one.

    ``special`` has, by kind of question, the buttons for answers that cannot be given in the pane,
    as a mapping from label to answer.
    """

    special: ClassVar[Mapping[str, Mapping[str, str]]] = {}

    def __init__(self, asked: AskedQuestion) -> None:
        super().__init__(asked)
        self.line, self.key_line = (AnswerLine(asked.question) for _ in range(2))
        self.buttons = [
            button(say(words), partial(self.give, answer))
            for words, answer in self.special.get(asked.question.kind, {}).items()
        ]
        self.until_over: list[QWidget] = [*self.buttons]  # hidden when the question is over

    def give(self, answer: str) -> None:
        """Give the answer that a button stands for."""
        raise NotImplementedError

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show the answer, and the right one if the question is over."""
        is_right, key = bool(checked.judged.right), self.asked.question.key
        if checked.answer.strip():
            self.line.show_answer(checked.answer, is_correct=is_right, is_own=True)
        if not checked.is_last:
            return
        for each in self.until_over:
            each.hide()
        if key and not is_right:
            self.key_line.show_answer(key, is_correct=True, is_own=False)


# Placeholders of the empty answer field.
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
    """A single-line editor without colors and labels, which would give the answer away."""

    has_ribbon = False
    least_lines = 1
    text_size = 16


class WrittenEdit(AnswerEdit):
    """An answer editor that shows the components of its text."""

    has_ribbon = True

    def __init__(self) -> None:
        super().__init__()
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

    def __init__(self, asked: AskedQuestion) -> None:
        super().__init__(asked)
        kind = asked.question.kind
        self.field = WrittenEdit() if kind == "write" else AnswerEdit()
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


# Prefixes of answers that are character numbers, by kind of question.
NUMBERED = {"valid": f"{NO} ", "letters": ""}
# One delimiter, or the text before the next delimiter.
PIECE = re.compile(r"([^:/?#\[\]@!$&'()*+,;=.]+|.)?", re.DOTALL)


class MarkEdit(QuietEdit):
    """A read-only text in which a span can be marked, also with the keyboard."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Extend the mark with "[" and "]" to the next delimiter."""
        text, (start, end) = self.text(), self.selected()
        if event.text() == "[":
            start -= _next_piece(text[:start][::-1])
        elif event.text() == "]":
            end += _next_piece(text[end:])
        else:
            super().keyPressEvent(event)
            return
        self.select(start, end)
        announce(SpokenText(text[start:end]).text)


def _next_piece(text: str) -> int:
    """Return the length of the text before its first delimiter, or 1 if it begins with one."""
    match = PIECE.match(text)
    return match.end() if match else 0


class MarkedPane(LinedPane):
    """A text to mark, with buttons for answers that cannot be marked."""

    special: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "valid": {"Matches the grammar": "yes"},
        "letters": {"No such letter": "none"},
        "mark": {"Not present": "none", "Empty": "empty"},
        "where": {"No host": "none"},
    }

    def __init__(self, asked: AskedQuestion) -> None:
        super().__init__(asked)
        self._given = ""  # the answer of the last button, or ""
        self.editor = MarkEdit(say("Mark text in this link"))
        self.editor.show_text(asked.question.given["text"])
        self.editor.select(0, 0)  # so that marking starts at the first character
        self.editor.submitted.connect(self.submitted)
        self.editor.selectionChanged.connect(self._on_marked)
        help_words = say(
            "Drag, or press Shift and an arrow key. “[” and “]” extend the marked text."
        )
        help_label = plain_label(help_words, role="quiet")
        self.until_over.append(help_label)
        tools = row(stretched(help_label), *self.buttons)
        self.lay_out(field_card(self.editor), tools, self.line, self.key_line)

    def answer(self) -> str:
        """Return the marked text or its position, or the answer given by a button."""
        span, front = self.span(), NUMBERED.get(self.asked.question.kind)
        if span is None:
            return self._given
        if front is None:
            return span.of(self.editor.text())
        # A position is one marked character; if more are marked, it is unclear which is meant.
        return f"{front}{span.start + 1}" if span.end - span.start == 1 else ""

    def missing_words(self) -> str:
        """Return what is missing or, if more than one character is marked, say so."""
        start, end = self.editor.selected()
        if end - start < 2:
            return super().missing_words()
        return say("{count} characters are marked. Mark only one.", count=end - start)

    def span(self) -> Span | None:
        """Return the marked span; None if a button gave the answer."""
        return None if self._given else Span(*self.editor.selected())

    def take_focus(self) -> None:
        self.editor.setFocus()

    def spoken(self) -> str:
        """Return the text with its title, since no other widget contains it."""
        return f"{self.editor.accessibleName()}: {visible(self.editor.text())}"

    def spell(self) -> str:
        """Return the text spelled out, or described by components."""
        return self.editor.spell()

    def right_words(self) -> str:
        """Return the right answer in the form in which the pane will show it."""
        key = self.asked.question.key
        return answer_words(key, self.asked.question) or visible(key)

    def show_colors(self) -> None:
        """Show the components, once they no longer give the answer away."""
        given, kind = self.asked.question.given, self.asked.question.kind
        if kind in {"where", "letters"}:
            self.editor.show_link(given.get("base", ""))
        else:
            self.editor.show_components(given["edition"])
        first = GrammarText(**given).first if kind == "valid" else None
        if first is not None:
            self.editor.select(first.start, first.end)

    def give(self, answer: str) -> None:
        self._given = answer
        self.submitted.emit()

    def _on_marked(self) -> None:
        self._given = ""


COMPONENT_WIDTH = 96  # before zoom


class OriginRow(JudgedRow):
    """A component and the choice of its origin, as one tab stop."""

    def __init__(self, part: str) -> None:
        super().__init__()
        name = plain_label(say(part), role="title")
        name.setFixedWidth(pixels(COMPONENT_WIDTH))
        self._group = QButtonGroup(self)
        self.buttons = {origin: QRadioButton(say(origin)) for origin in ORIGINS}
        for choice in self.buttons.values():
            words = say("{part}: {origin}", part=say(part), origin=choice.text())
            choice.setAccessibleName(words)
            choice.clicked.connect(self.forget_result)
            self._group.addButton(choice)
        choices = row(name, *self.buttons.values(), None, spacing=18)
        self._line = FoldingLayout(choices, row(self.sign, self.tag, None, spacing=18))
        self._line.setContentsMargins(16, 8, 12, 8)
        self.setLayout(self._line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._line.fit(self.width())

    def chosen(self) -> str:
        return next((name for name, each in self.buttons.items() if each.isChecked()), "")

    def take_focus(self) -> None:
        self.buttons[self.chosen() or ORIGINS[0]].setFocus()

    def show_result(self, key: str, *, is_last: bool) -> None:
        """Show whether the choice is right; show the right one only if the question is over."""
        is_right = self.chosen() == key
        words = say("correct") if is_right else say("wrong")
        if is_last and not is_right:
            words = say("correct: {origin}", origin=say(key))
        self.judge(words, is_correct=is_right)
        self._line.fit(self.width())
        for choice in self.buttons.values():
            choice.setEnabled(not is_last)
            choice.setAccessibleDescription(words)


class OriginPane(AnswerPane):
    """Asks for the origin of each component of the target."""

    def __init__(self, asked: AskedQuestion) -> None:
        super().__init__(asked)
        self.rows = [OriginRow(part) for part in asked.question.given["parts"].split()]
        self.lay_out(*self.rows, spacing=6)

    def answer(self) -> str:
        """Return one word for each component; "" until all are chosen."""
        words = [each.chosen() for each in self.rows]
        return " ".join(words) if all(words) else ""

    def press(self, text: str) -> bool:
        """Choose an origin by its first letter, and move to the next row."""
        letters = {say(origin)[:1].lower(): origin for origin in ORIGINS}
        origin, focused = letters.get(text.lower(), ""), QApplication.focusWidget()
        for each, following in zip(self.rows, (*self.rows[1:], self.rows[-1]), strict=True):
            if origin and focused in each.buttons.values():
                if each.buttons[origin].isEnabled():
                    each.buttons[origin].click()
                    following.take_focus()
                return True
        return False

    def take_focus(self) -> None:
        self.rows[0].take_focus()

    def show_checked(self, checked: CheckedAnswer) -> None:
        keys = self.asked.question.key.split()
        for each, key in zip(self.rows, keys, strict=True):
            each.show_result(key, is_last=checked.is_last)


OFFER = Qt.ItemDataRole.UserRole
ROW_KEYS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End})


class SequenceList(Fitted, QListWidget):
    """The chosen order of lines; its height fits the rows."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(say("Your order"))
        self.setObjectName("outline")
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.fit()

    def offers(self) -> list[str]:
        return [self.item(at).data(OFFER) for at in range(self.count())]

    def show_offers(self, rows: list[tuple[str, str]], current: int) -> None:
        self.clear()
        for number, (offer, words) in enumerate(rows, 1):
            item = QListWidgetItem(f"{number}.  {offer}  {words}")
            item.setData(OFFER, offer)
            self.addItem(item)
        self.setCurrentRow(min(current, self.count() - 1))
        self.fit()

    def fit(self) -> None:
        """Set the height to that of the rows, or to one row if there are none."""
        rows = sum(self.sizeHintForRow(at) for at in range(self.count()))
        self.setFixedHeight(max(rows, pixels(30)) + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle keys that move in the list; ignore others, which would start a search."""
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if is_plain and event.key() in ROW_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def minimumSizeHint(self) -> QSize:
        return QSize(60, super().minimumSizeHint().height())


ADD = "Letter keys add lines. Alt+Up and Alt+Down move a line, Delete removes it."


class SequencePane(LinedPane):
    """Lines to choose from, above the chosen order."""

    def __init__(self, asked: AskedQuestion) -> None:
        super().__init__(asked)
        question = asked.question
        self.rows = [
            ChoiceLine(button(offer, partial(self.add, offer)), offer, question)
            for offer in asked.choices
        ]
        for each in self.rows:
            words = say("Add {letter}: {text}", letter=each.text, text=each.label.text())
            each.button.setAccessibleName(words)
        self.list = SequenceList()
        self.list.setAccessibleDescription(say(ADD))
        head = row(
            plain_label(say("Your order"), role="title"),
            None,
            button(say("Up"), lambda: self.shift(-1)),
            button(say("Down"), lambda: self.shift(1)),
            button(say("Remove"), self.remove),
        )
        order = card(head, self.list, plain_label(say(ADD), role="quiet"))
        self.until_over.append(order)
        self.lay_out(*self.rows, order, self.line, self.key_line, spacing=6)

    def answer(self) -> str:
        return " ".join(self.list.offers())

    def add(self, offer: str) -> None:
        """Add a line at the end."""
        offers = [*self.list.offers(), offer]
        self._show(offers, len(offers) - 1)

    def shift(self, step: int) -> None:
        offers, at = self.list.offers(), self.list.currentRow()
        if 0 <= at < len(offers) and 0 <= at + step < len(offers):
            offers.insert(at + step, offers.pop(at))
            self._show(offers, at + step)

    def remove(self) -> None:
        offers, at = self.list.offers(), self.list.currentRow()
        if 0 <= at < len(offers):
            del offers[at]
            self._show(offers, at)

    def press(self, text: str) -> bool:
        offer = text.upper()
        if offer not in self.asked.choices or not self.list.isEnabled():
            return False
        self.add(offer)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move a line with Alt and arrow keys; remove it with Delete."""
        is_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        steps = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1} if is_alt else {}
        if event.key() in steps:
            self.shift(steps[event.key()])
        elif event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace} and self.list.isEnabled():
            self.remove()
        else:
            super().keyPressEvent(event)

    def take_focus(self) -> None:
        self.list.setFocus()

    def show_checked(self, checked: CheckedAnswer) -> None:
        super().show_checked(checked)
        for each in self.rows:
            each.button.setDisabled(checked.is_last)

    def _show(self, offers: list[str], current: int) -> None:
        words = {each.text: each.label.text() for each in self.rows}
        self.list.show_offers([(each, words[each]) for each in offers], current)
        announce(" ".join(offers) or say("Empty"))


class StepsPane(AnswerPane):
    """The steps so far, and the next one: a choice of rules and two fields."""

    def __init__(self, asked: AskedQuestion) -> None:
        super().__init__(asked)
        self._steps = steps_of(asked.question)
        self._done: list[str] = []
        self.stack = RowStack(spacing=6)
        self.state = ParagraphLabel()
        self._group = QButtonGroup(self)
        self.rules = [
            ChoiceLine(QRadioButton(letter), letter, asked.question) for letter in asked.choices
        ]
        for each in self.rules:
            self._group.addButton(each.button)
        self.output, self.input = AnswerEdit(), AnswerEdit()
        names = {
            say("Output after this step"): self.output,
            say("Input after this step"): self.input,
        }
        for name, field in names.items():
            field.setPlaceholderText(say("Empty"))
            field.setAccessibleName(name)
        self.output.submitted.connect(self.input.setFocus)
        self.input.submitted.connect(self.submitted)
        self.line = AnswerLine(asked.question)
        self.asking = QWidget()
        buffers = fields(*((plain_label(name), field_card(each)) for name, each in names.items()))
        parts: tuple[Content, ...] = (card(self.state), *self.rules, buffers)
        column_of(*parts, into=self.asking, margins=NO_MARGINS, spacing=6)
        self.lay_out(self.stack, self.asking, self.line, spacing=6)
        self._ask()

    def answer(self) -> str:
        """Return the steps so far and the next one; "" if no rule is chosen."""
        return "\n".join([*self._done, self._row()]) if self._group.checkedButton() else ""

    def is_advanced(self) -> bool:
        """Accept the next step if it is right and not the last; return False otherwise."""
        at = len(self._done)
        if at + 1 >= len(self._steps) or self._row() != self._steps[at].text:
            return False
        self.line.hide()
        self._done.append(self._steps[at].text)
        self.stack.add_row(self._done_row(at))
        self._ask()
        self.take_focus()
        announce(f"{say('correct')}. {self.state.text()}")
        return True

    def press(self, text: str) -> bool:
        """Choose a rule by its letter, and focus the output."""
        chosen = next((each for each in self.rules if each.text == text.upper()), None)
        if chosen is not None:
            chosen.choose()
            self.output.setFocus()
        return chosen is not None

    def take_focus(self) -> None:
        (self._group.checkedButton() or self.rules[0].button).setFocus()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show the wrong step, or all steps once they are complete."""
        if checked.judged.right:
            self.line.hide()
            self.stack.add_row(self._done_row(len(self._steps) - 1))
        elif checked.answer:
            self.line.show_answer(self._row(), is_correct=False, is_own=True)
        if checked.is_last:
            self.asking.hide()

    def _ask(self) -> None:
        """Ask for the next step; the fields initially contain the current buffers."""
        step = self._steps[len(self._done)]
        self._group.setExclusive(False)
        for each in self.rules:
            each.button.setChecked(False)
        self._group.setExclusive(True)
        output, left = step.output_before, step.input_before
        self.output.set_text(output)
        self.input.set_text(left)
        phrase = message(
            "Step {number}: output {output}, input {input}"
            if output
            else "Step {number}: no output, input {input}",
            number=str(len(self._done) + 1),
            output=Marked(output, EVIDENCE),
            input=Marked(left, EVIDENCE),
        )
        self.state.set_runs(message_runs(phrase))

    def _row(self) -> str:
        chosen = self._group.checkedButton()
        letter = chosen.text() if chosen else ""
        return SEPARATOR.join((letter, self.output.text(), self.input.text()))

    def _done_row(self, at: int) -> JudgedRow:
        done, label, phrase = JudgedRow(), ParagraphLabel(), self._steps[at]
        label.set_runs(message_runs(step_line(phrase)))
        done.lay_out(plain_label(str(at + 1), role="quiet", wraps=False), stretched(label))
        done.judge(say("correct"), is_correct=True)
        done.setAccessibleName(f"{at + 1}. {spoken(step_line(phrase))}, {say('correct')}")
        return done


PANES: dict[str, type[AnswerPane]] = {
    CHOOSE: ChoicePane,
    SEVERAL: SeveralPane,
    TYPE: TypedPane,
    MARK: MarkedPane,
    TABLE: OriginPane,
    ORDER: SequencePane,
    STEPS: StepsPane,
}


def pane_of(asked: AskedQuestion) -> AnswerPane:
    return PANES[asked.form](asked)
