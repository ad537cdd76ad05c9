"""Which pane a question is answered in: those to mark, to order, to fill."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QWidget,
)

from uriinspector.core.model import EVIDENCE, Marked, Span, message
from uriinspector.gui.accessibility import announce
from uriinspector.gui.editor.look import SpokenText
from uriinspector.gui.learn.answer_pane import (
    CORRECT,
    WRONG,
    AnswerEdit,
    AnswerLine,
    AnswerPane,
    ChoiceLine,
    ChoicePane,
    SeveralPane,
    TypedPane,
    show_state,
)
from uriinspector.gui.learn.given_texts import QuietEdit
from uriinspector.gui.learn.progress_rows import DONE, RowStack, Sign
from uriinspector.gui.learn.progress_rows import WRONG as CROSS
from uriinspector.gui.learn.sentences import AnswerText, answer_words, phrase_runs, spoken
from uriinspector.gui.text.paragraph import ParagraphLabel
from uriinspector.gui.text.pieces import plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import FoldingLayout, button, card, field_card
from uriinspector.gui.widgets.layouts import NO_MARGINS, column_of, row, stretched
from uriinspector.lessons.answer_lines import step_line
from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer
from uriinspector.lessons.kinds.dot_removals import steps_of
from uriinspector.lessons.kinds.targets import ORIGINS
from uriinspector.lessons.lesson import CHOOSE, MARK, ORDER, SEVERAL, STEPS, TABLE, TYPE
from uriinspector.lessons.mistakes.characters import NO_LETTER as NO_LETTER
from uriinspector.lessons.mistakes.dots import SEPARATOR
from uriinspector.lessons.mistakes.grammar_answers import NO, GrammarText

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


# What a button answers, by what is on it; by kind of question.
UNMARKED = {
    "valid": {"It matches": "yes"},
    "letters": {"No such letter": "none"},
    "mark": {"Not present": "none", "Empty": "empty"},
    "where": {"No host": "none"},
}


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
            button(say(words), partial(self._give, answer))
            for words, answer in UNMARKED[asked.question.kind].items()
        ]
        question = asked.question
        self.line, self.key_line = AnswerLine(theme, question), AnswerLine(theme, question)
        column_of(
            field_card(self.editor),
            row(stretched(self.help), *self.buttons),
            self.line,
            self.key_line,
            into=self,
            margins=NO_MARGINS,
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


COMPONENT_WIDTH = 96  # before zoom


class OriginRow(QFrame):
    """One component, and where it comes from: one stop of Tab, arrows or a letter choose."""

    def __init__(self, theme: Theme, part: str) -> None:
        """Start without a choice."""
        super().__init__()
        self.setObjectName("choice")
        self.part = part
        self.name = plain_label(say(part), role="title")
        self.name.setFixedWidth(theme.pixels(COMPONENT_WIDTH))
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        for origin in ORIGINS:
            choice = QRadioButton(say(origin))
            choice.setAccessibleName(say("{part}: {origin}", part=say(part), origin=say(origin)))
            self._group.addButton(choice)
            self.buttons[origin] = choice
        self.sign = Sign(theme, DONE)
        self.tag = plain_label(role="tag", wraps=False)
        choices = row(self.name, *self.buttons.values(), None, spacing=18)
        self._line = FoldingLayout(choices, row(self.sign, self.tag, None, spacing=18))
        self._line.setContentsMargins(14, 8, 14, 8)
        self.setLayout(self._line)
        for each in (self.sign, self.tag):
            each.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the result under the choices where there is no room beside them."""
        super().resizeEvent(event)
        self._line.fit(self.width())

    def chosen(self) -> str:
        """The origin that is chosen; "" while none is."""
        return next((name for name, each in self.buttons.items() if each.isChecked()), "")

    def has_keys(self) -> bool:
        """Whether a letter is for this row."""
        return QApplication.focusWidget() in self.buttons.values()

    def show_result(self, key: str, *, is_last: bool) -> None:
        """Say whether it is right; which one is right is said when the question is over."""
        is_right = self.chosen() == key
        show_state(self, CORRECT if is_right else WRONG)
        words = say("correct") if is_right else say("wrong")
        if is_last and not is_right:
            words = say("correct: {origin}", origin=say(key))
        self.sign.show_sign(DONE if is_right else CROSS, words)
        self.tag.setText(words)
        for each in (self.sign, self.tag):
            each.show()
        self._line.fit(self.width())
        for choice in self.buttons.values():
            choice.setEnabled(not is_last)
            choice.setAccessibleDescription(words)

    def forget_result(self) -> None:
        """Another choice is not judged yet."""
        show_state(self, "")
        for each in (self.sign, self.tag):
            each.hide()


class OriginPane(AnswerPane):
    """A row for each component of the target that is present."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Offer three origins for each."""
        super().__init__(theme, asked)
        self.rows = [OriginRow(theme, part) for part in asked.question.given["parts"].split()]
        column_of(*self.rows, into=self, margins=NO_MARGINS, spacing=6)
        for each in self.rows:
            for choice in each.buttons.values():
                choice.clicked.connect(each.forget_result)

    def answer(self) -> str:
        """One word for each component; "" while one is missing."""
        words = [each.chosen() for each in self.rows]
        return " ".join(words) if all(words) else ""

    def press(self, text: str) -> bool:
        """Choose by the first letter, and go on to the next row."""
        letters = {say(origin)[:1].lower(): origin for origin in ORIGINS}
        at = next((n for n, each in enumerate(self.rows) if each.has_keys()), None)
        origin = letters.get(text.lower())
        if at is None or origin is None:
            return False
        choice = self.rows[at].buttons[origin]
        if choice.isEnabled():
            choice.click()
            self._focus_row(min(at + 1, len(self.rows) - 1))
        return True

    def take_focus(self) -> None:
        """Start with the first component that is not right yet."""
        self._focus_row(0)

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Judge each row by itself."""
        keys = self.asked.question.key.split()
        for each, key in zip(self.rows, keys, strict=True):
            each.show_result(key, is_last=checked.is_last)

    def _focus_row(self, at: int) -> None:
        buttons = self.rows[at].buttons
        chosen = self.rows[at].chosen()
        buttons[chosen or ORIGINS[0]].setFocus()


OFFER = Qt.ItemDataRole.UserRole
ROW_KEYS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End})


class SequenceList(QListWidget):
    """What was put into the order so far: as high as its rows."""

    def __init__(self, theme: Theme) -> None:
        """Start empty."""
        super().__init__()
        self._theme = theme
        self.setAccessibleName(say("Your order"))
        self.setObjectName("outline")
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.fit()

    def offers(self) -> list[str]:
        """The letters in their order."""
        return [self.item(at).data(OFFER) for at in range(self.count())]

    def show_offers(self, rows: list[tuple[str, str]], current: int) -> None:
        """Show these letters, each with its words."""
        self.clear()
        for number, (offer, words) in enumerate(rows, 1):
            item = QListWidgetItem(f"{number}.  {offer}  {words}")
            item.setData(OFFER, offer)
            self.addItem(item)
        self.setCurrentRow(min(current, self.count() - 1))
        self.fit()

    def fit(self) -> None:
        """Be as high as the rows; without any, as high as one."""
        rows = sum(self.sizeHintForRow(at) for at in range(self.count()))
        self.setFixedHeight(max(rows, self._theme.pixels(30)) + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave letters, and what moves or removes a row, to the pane: a list would search."""
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if is_plain and event.key() in ROW_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps the words at other places."""
        super().resizeEvent(event)
        self.fit()

    def minimumSizeHint(self) -> QSize:
        """Be as narrow as there is room."""
        return QSize(60, super().minimumSizeHint().height())


class OfferRow(QFrame):
    """One line that can be added, as often as it is needed."""

    def __init__(self, theme: Theme, offer: str, asked: AskedQuestion) -> None:
        """Show the letter on a button."""
        super().__init__()
        self.setObjectName("choice")
        self.offer = offer
        self.label = AnswerText(theme, asked.question)
        self.label.show_offer(offer)
        self.button = button(offer, lambda: None)
        words = say("Add {letter}: {text}", letter=offer, text=self.label.text())
        self.button.setAccessibleName(words)
        row(self.button, stretched(self.label), into=self, margins=(10, 5, 10, 5), spacing=10)


class SequencePane(AnswerPane):
    """Lines to choose from, and below them the order that they are put into."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        """Start without an order."""
        super().__init__(theme, asked)
        self.rows = [OfferRow(theme, offer, asked) for offer in asked.choices]
        for each in self.rows:
            each.button.clicked.connect(partial(self.add, each.offer))
        self.list = SequenceList(theme)
        self.list.setAccessibleDescription(_help())
        self.help = plain_label(_help(), role="quiet")
        self.tools = self._tools()
        self.line = AnswerLine(theme, asked.question)
        self.key_line = AnswerLine(theme, asked.question)
        title = plain_label(say("Your order"), role="title")
        self.order = card(row(title, None, *self.tools), self.list, self.help)
        column_of(
            *self.rows,
            *(self.order, self.line, self.key_line),
            into=self,
            margins=NO_MARGINS,
            spacing=6,
        )

    def answer(self) -> str:
        """The letters in their order."""
        return " ".join(self.list.offers())

    def add(self, offer: str) -> None:
        """Put a line behind the others."""
        offers = [*self.list.offers(), offer]
        self._show(offers, len(offers) - 1)

    def shift(self, step: int) -> None:
        """Move the line that is chosen up or down."""
        offers, at = self.list.offers(), self.list.currentRow()
        if 0 <= at < len(offers) and 0 <= at + step < len(offers):
            offers.insert(at + step, offers.pop(at))
            self._show(offers, at + step)

    def remove(self) -> None:
        """Take the line that is chosen out of the order."""
        offers, at = self.list.offers(), self.list.currentRow()
        if 0 <= at < len(offers):
            del offers[at]
            self._show(offers, at)

    def press(self, text: str) -> bool:
        """Add a line by its letter."""
        offer = text.upper()
        if offer not in self.asked.choices or not self.list.isEnabled():
            return False
        self.add(offer)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt and arrows move a line, Delete removes it."""
        is_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        steps = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1} if is_alt else {}
        erasers = {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}
        if event.key() in steps:
            self.shift(steps[event.key()])
        elif event.key() in erasers and self.list.isEnabled():
            self.remove()
        else:
            super().keyPressEvent(event)

    def take_focus(self) -> None:
        """Let the keys go to the order."""
        self.list.setFocus()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Keep the answer in sight; the right one comes where the question is over."""
        is_right = bool(checked.judged.right)
        if checked.answer.strip():
            self.line.show_answer(checked.answer, is_correct=is_right, is_own=True)
        if checked.is_last:
            self.order.hide()
            for each in self.rows:
                each.button.setEnabled(False)
            if not is_right:
                key = self.asked.question.key
                self.key_line.show_answer(key, is_correct=True, is_own=False)

    def _show(self, offers: list[str], current: int) -> None:
        words = {each.offer: each.label.text() for each in self.rows}
        self.list.show_offers([(each, words[each]) for each in offers], current)
        announce(" ".join(offers) or say("Empty"))

    def _tools(self) -> list[QPushButton]:
        return [
            button(say("Up"), lambda: self.shift(-1)),
            button(say("Down"), lambda: self.shift(1)),
            button(say("Remove"), self.remove),
        ]


def _help() -> str:
    return say("Letters add a line. Alt+Up and Alt+Down move it, Delete removes it.")


BUFFER_WIDTH = 120  # before zoom


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
            margins=NO_MARGINS,
            spacing=6,
        )
        column_of(*(self.stack, self.asking, self.line), into=self, margins=NO_MARGINS, spacing=6)
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
        number, rest = str(len(self._done) + 1), step.input_before
        output, left = Marked(step.output_before, EVIDENCE), Marked(rest, EVIDENCE)
        phrase = message(
            "Step {number}: output {output}, input {input}",
            number=number,
            output=output,
            input=left,
        )
        if not step.output_before:
            phrase = message("Step {number}: no output, input {input}", number=number, input=left)
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
        number = plain_label(str(at + 1), role="quiet", wraps=False)
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
        name.setFixedWidth(self.theme.pixels(BUFFER_WIDTH))
        row(name, stretched(field_card(field)), into=holder, margins=NO_MARGINS)
        return holder


PANES: dict[str, type[AnswerPane]] = {
    CHOOSE: ChoicePane,
    SEVERAL: SeveralPane,
    TYPE: TypedPane,
    MARK: MarkedPane,
    TABLE: OriginPane,
    ORDER: SequencePane,
    STEPS: StepsPane,
}


def pane_of(theme: Theme, asked: AskedQuestion) -> AnswerPane:
    """An empty pane for a question."""
    return PANES[asked.form](theme, asked)
