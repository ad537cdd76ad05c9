"""A table of components: for each of them base, reference or merged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QButtonGroup, QFrame, QRadioButton

from uriinspector.gui.learn.answer_pane import CORRECT, WRONG, AnswerPane, show_state
from uriinspector.gui.learn.signs import DONE, Sign
from uriinspector.gui.learn.signs import WRONG as CROSS
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import FoldingLayout
from uriinspector.gui.widgets.layouts import column_of, row
from uriinspector.lessons.kinds.targets import ORIGINS

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer

NAME_WIDTH = 96  # before zoom


class OriginRow(QFrame):
    """One component, and where it comes from: one stop of Tab, arrows or a letter choose."""

    def __init__(self, theme: Theme, part: str) -> None:
        """Start without a choice."""
        super().__init__()
        self.setObjectName("choice")
        self.part = part
        self.name = plain_label(say(part), role="title")
        self.name.setFixedWidth(theme.pixels(NAME_WIDTH))
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        for origin in ORIGINS:
            choice = QRadioButton(say(origin))
            choice.setAccessibleName(say("{part}: {origin}", part=say(part), origin=say(origin)))
            self._group.addButton(choice)
            self.buttons[origin] = choice
        self.sign = Sign(theme, DONE)
        self.tag = plain_label(role="tag")
        self.tag.setWordWrap(False)
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
        column_of(*self.rows, into=self, margins=(0, 0, 0, 0), spacing=6)
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
