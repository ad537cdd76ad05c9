"""Panes for marking, ordering and step-by-step answers, and the table of all panes."""

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

# Prefixes of answers that are the number of the marked character, by kind of question.
NUMBERED = {"valid": f"{NO} ", "letters": ""}
DELIMITERS = ":/?#[]@!$&'()*+,;=."


class MarkEdit(QuietEdit):
    """A read-only text in which a span can be marked, with the keyboard too."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Extend the mark to the next delimiter with brackets."""
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


# Buttons for answers that cannot be marked, by kind of question: label -> answer.
UNMARKED = {
    "valid": {"It matches": "yes"},
    "letters": {"No such letter": "none"},
    "mark": {"Not present": "none", "Empty": "empty"},
    "where": {"No host": "none"},
}


class MarkedPane(AnswerPane):
    """A text to mark, and buttons for answers that cannot be marked."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        super().__init__(theme, asked)
        self._given = ""  # the answer of a button
        self.editor = MarkEdit(theme, say("Link to mark in"))
        self.editor.show_text(asked.question.given["text"])
        self.editor.select(0, 0)  # so that marking starts at the first character
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
        """Return the marked text or its position, or the answer of a button."""
        if self._given:
            return self._given
        span = self.editor.selected()
        marked = span.of(self.editor.text())
        front = NUMBERED.get(self.asked.question.kind)
        if front is None:
            return marked
        # A position is a single character; with several, it is unclear which is meant.
        return f"{front}{span.start + 1}" if len(marked) == 1 else ""

    def missing_words(self) -> str:
        """Return another message if several characters are marked instead of one."""
        count = len(self.editor.selected().of(self.editor.text()))
        if count < 2:
            return super().missing_words()
        return say("{count} characters are marked. Mark only one.", count=count)

    def span(self) -> Span | None:
        """Return the marked span; None for the answer of a button."""
        return None if self._given else Span(*self.editor.selected())

    def take_focus(self) -> None:
        self.editor.setFocus()

    def spoken(self) -> str:
        """Return the text with its name, as no other widget has it."""
        return f"{self.editor.accessibleName()}: {visible(self.editor.text())}"

    def spell(self) -> str:
        """Return the text spelled out, or its components."""
        return self.editor.spell()

    def right_words(self) -> str:
        """Return the right answer as the pane will show it."""
        key = self.asked.question.key
        return answer_words(key, self.asked.question) or visible(key)

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show the answer, and the right one."""
        is_right = bool(checked.judged.right)
        if checked.answer.strip():
            self.line.show_answer(checked.answer, is_correct=is_right, is_own=True)
        if not is_right:
            self.key_line.show_answer(self.asked.question.key, is_correct=True, is_own=False)
        self.help.hide()
        for each in self.buttons:
            each.hide()

    def show_colors(self) -> None:
        """Show the components, as they no longer give the answer away."""
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
    """A component and the choice of its origin: a single tab stop."""

    def __init__(self, theme: Theme, part: str) -> None:
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
        super().resizeEvent(event)
        self._line.fit(self.width())

    def chosen(self) -> str:
        return next((name for name, each in self.buttons.items() if each.isChecked()), "")

    def has_keys(self) -> bool:
        return QApplication.focusWidget() in self.buttons.values()

    def show_result(self, key: str, *, is_last: bool) -> None:
        """Show whether the choice is right; show the right one only if the question is over."""
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
        """Remove the result after another choice."""
        show_state(self, "")
        for each in (self.sign, self.tag):
            each.hide()


class OriginPane(AnswerPane):
    """A row for each component of the target that is present."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
        super().__init__(theme, asked)
        self.rows = [OriginRow(theme, part) for part in asked.question.given["parts"].split()]
        column_of(*self.rows, into=self, margins=NO_MARGINS, spacing=6)
        for each in self.rows:
            for choice in each.buttons.values():
                choice.clicked.connect(each.forget_result)

    def answer(self) -> str:
        """Return one word for each component; "" while one is missing."""
        words = [each.chosen() for each in self.rows]
        return " ".join(words) if all(words) else ""

    def press(self, text: str) -> bool:
        """Choose an origin by its first letter, and go to the next row."""
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
        self._focus_row(0)

    def show_checked(self, checked: CheckedAnswer) -> None:
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
    """The chosen order of lines, as high as its rows."""

    def __init__(self, theme: Theme) -> None:
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
        """Set the height to that of the rows; at least one row."""
        rows = sum(self.sizeHintForRow(at) for at in range(self.count()))
        self.setFixedHeight(max(rows, self._theme.pixels(30)) + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore letters and keys for moving and removing rows: a list would search."""
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if is_plain and event.key() in ROW_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the height, as lines may wrap differently."""
        super().resizeEvent(event)
        self.fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(60, super().minimumSizeHint().height())


class OfferRow(QFrame):
    """A line that can be added to the order, any number of times."""

    def __init__(self, theme: Theme, offer: str, asked: AskedQuestion) -> None:
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
    """Lines to choose from, and the chosen order below."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
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
        erasers = {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}
        if event.key() in steps:
            self.shift(steps[event.key()])
        elif event.key() in erasers and self.list.isEnabled():
            self.remove()
        else:
            super().keyPressEvent(event)

    def take_focus(self) -> None:
        self.list.setFocus()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show the answer; the right one only if the question is over."""
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
    """The steps done, and the next one, with rules to choose from and two fields."""

    def __init__(self, theme: Theme, asked: AskedQuestion) -> None:
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
        """Return the steps done and the next one; "" if no rule is chosen."""
        letter = self._letter()
        return "\n".join([*self._done, self._row(letter)]) if letter else ""

    def is_advanced(self) -> bool:
        """Take the next step if it is right and not the last; return False otherwise."""
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
        """Choose a rule by its letter, and focus the output."""
        chosen = next((each for each in self.rules if each.text == text.upper()), None)
        if chosen is not None and chosen.button.isEnabled():
            chosen.button.click()
            self.output.setFocus()
        return chosen is not None

    def take_focus(self) -> None:
        chosen = self._group.checkedButton() or self.rules[0].button
        chosen.setFocus()

    def show_checked(self, checked: CheckedAnswer) -> None:
        """Show a wrong step, or the completed steps."""
        if checked.judged.right:
            self.line.hide()
            self.stack.add_row(self._done_row(len(self._steps) - 1))
        elif checked.answer:
            last = self._row(self._letter())
            self.line.show_answer(last, is_correct=False, is_own=True)
        if checked.is_last:
            self.asking.hide()

    def _ask(self) -> None:
        """Ask for the next step; the fields contain the current buffers."""
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
    return PANES[asked.form](theme, asked)
