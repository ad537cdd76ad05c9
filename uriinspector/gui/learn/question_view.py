"""One question after the other: what is given, the answer, and what is said of it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QVBoxLayout, QWidget

from uriinspector.gui.accessibility import announce
from uriinspector.gui.learn.choice_pane import ChoicePane
from uriinspector.gui.learn.given_texts import GivenTexts
from uriinspector.gui.learn.hint_card import HintCard
from uriinspector.gui.learn.left_rounds import LeftRound, QuestionParts
from uriinspector.gui.learn.panes import pane_of
from uriinspector.gui.learn.question_words import (
    asked_words,
    is_of_class,
    note_words,
    open_words,
    try_words,
)
from uriinspector.gui.learn.reason_card import ReasonCard
from uriinspector.gui.learn.round_card import RoundCard
from uriinspector.gui.learn.round_head import RoundHead
from uriinspector.gui.learn.row_stack import remove_all
from uriinspector.gui.storage.place_keys import keys_in_use
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import GAP, button, scrolled
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.exercise_round import SHOWN
from uriinspector.lessons.spot_the_host import SpotHostRound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from uriinspector.gui.learn.answer_pane import AnswerPane
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion, CheckedAnswer, ExerciseRound
    from uriinspector.lessons.hints import Hint

# With less room than this, before zoom, the second column goes under the first.
WIDE, SIDE = 880, 300
SETTLED = 60  # milliseconds


class QuestionView(QWidget):
    """A round, question by question."""

    answered = Signal(object, int)  # a CheckedAnswer and its seconds, as soon as it was judged
    finished = Signal()  # the round is over
    left = Signal()
    open_requested = Signal(object)  # a Question
    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start without a round."""
        super().__init__()
        self.setObjectName("page")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._theme = theme
        self.round: ExerciseRound | None = None
        self._began = 0.0
        self._is_over = False
        self.head = RoundHead(theme)
        self.head.left.connect(self.left)
        self.asks = plain_label(role="headline")
        self.check_button = button(say("Check answer"), self.check)
        self.enter = plain_label(say("Enter"), role="key")
        self.enter.setWordWrap(False)
        self.missing = plain_label(role="quiet")
        self.hints = HintCard(theme)
        self.rounds = RoundCard(theme, say("This round"))
        self.given: GivenTexts | None = None
        self.pane: AnswerPane | None = None
        self.reason: ReasonCard | None = None
        self._lay_out()
        self.hints.hint_requested.connect(self.ask_hint)
        self.hints.clause_requested.connect(self.clause_requested)

    def start(self, started: ExerciseRound, hints: Iterable[Hint] = ()) -> None:
        """Begin a round, or go on with it: a question that is open is asked again as it was."""
        self._begin(started)
        self.show_question(hints)

    def put_aside(self) -> LeftRound | None:
        """Take the round off the page, with all that is on it; None where there is none."""
        asking = self.round
        if asking is None or self.given is None or self.pane is None or self.reason is None:
            return None
        parts = QuestionParts(self.given, self.pane, self.reason)
        shown = tuple(each for each in parts if not each.isHidden())
        for each in parts:
            self._parts.removeWidget(each)
            each.hide()
        self.round = self.given = self.pane = self.reason = None
        seconds = monotonic() - self._began
        return LeftRound(asking, self.hints.given, parts, shown, self._is_over, seconds)

    def bring_back(self, left: LeftRound) -> None:
        """Show a round as it was left."""
        if left.parts is None:
            self.start(left.round, left.hints)
            return
        remove_all(self._parts)
        self._begin(left.round)
        self._is_over, self._began = left.is_over, monotonic() - left.seconds
        self.given, self.pane, reason = left.parts
        self.reason = reason
        for each in left.parts:
            self._parts.addWidget(each)
            each.setVisible(each in left.shown)
        self._show_head(left.round.asked, left.hints)
        self._suit_round(self.pane)
        self.fit()
        if reason not in left.shown:
            self._show_check(is_open=True)
            self._let_answer()
            return
        self.hints.let_ask(can_ask=not left.is_over)
        self._show_check(is_open=False)
        reason.setFocus()
        announce(f"{self.head.place.text()}. {self.asks.text()} {reason.spoken()}")

    def _begin(self, started: ExerciseRound) -> None:
        self.round = started
        self.head.begin(started)
        for each in (self.hints, self.rounds):
            each.setVisible(started.tells)

    def show_question(self, hints: Iterable[Hint] = ()) -> None:
        """Show the next question, and let the keys go to its answer."""
        assert self.round is not None
        asked = self.round.asked if self.round.is_open else self.round.ask()
        self._is_over = False
        self._began = monotonic()
        self._replace_parts(asked)
        self._show_head(asked, hints)
        self._show_check(is_open=True)
        self._let_answer()

    def _show_head(self, asked: AskedQuestion, hints: Iterable[Hint]) -> None:
        """Show what is around a question."""
        assert self.round is not None
        self.asks.setText(asked_words(asked))
        self.missing.setText("")
        self.head.show_place(self.round, len(self.round.results) + (not self._is_over))
        self.hints.clear()
        for each in hints:
            self.hints.show_hint(each, is_new=False)
        self.rounds.show_results(self.round.results)

    def _let_answer(self) -> None:
        """Let the keys go to the answer, and say what is asked."""
        self.take_focus()
        assert self.pane is not None
        assert self.given is not None
        # What has the keys may be below: a question is read from its beginning.
        QTimer.singleShot(0, self.pane, lambda: self.area.verticalScrollBar().setValue(0))
        self.pane.setAccessibleName(self.asks.text())
        texts = ". ".join(filter(None, (self.given.spoken(), self.pane.spoken())))
        announce(f"{self.head.place.text()}. {self.asks.text()} {texts}".strip())

    def check(self) -> None:
        """Judge the answer; without one, say what is missing."""
        if self.round is None or self.pane is None or self._is_over:
            return
        if self.pane.is_advanced():
            self.missing.setText("")
            return
        checked = self.round.check(self.pane.answer(), self.pane.span())
        if checked.judged.right is None and is_of_class(self.round):
            self.give_up()
            return
        if checked.judged.right is None:
            self.missing.setText(self.pane.missing_words())
            announce(self.missing.text(), is_urgent=True)
            return
        self._show_checked(checked)

    def take_focus(self) -> None:
        """Let the keys go to the answer, or to what was said of it; a class shows it by Space."""
        if self.reason is not None and not self.reason.isHidden():
            self.reason.setFocus()
        elif is_of_class(self.round):
            self.setFocus()
        elif self.pane is not None:
            self.pane.take_focus()

    def give_up(self) -> None:
        """Show the answer after a wrong one: the question is over."""
        if self.round is not None and self.pane is not None and not self._is_over:
            self._finish(right=False)
            self._show_reason(SHOWN)

    def answer_choice(self, *, rightly: bool) -> None:
        """Choose an answer as an example: the right one, or the first that is wrong."""
        if isinstance(self.pane, ChoicePane):
            self.pane.choose_example(rightly=rightly)
            self.check()
        else:
            self.give_up()

    def ask_hint(self) -> None:
        """Give the next hint."""
        if self.round is None or self._is_over or not self.round.tells:
            return
        hint = self.round.hint()
        if hint is not None:
            self.hints.show_hint(hint)

    def go_on(self) -> None:
        """The next question, or the end of the round."""
        assert self.round is not None
        if self.round.is_over:
            self.finished.emit()
        else:
            self.show_question()

    def try_again(self) -> None:
        """Answer once more."""
        assert self.pane is not None
        assert self.round is not None
        self.missing.setText("")
        self.pane.take_focus()
        self._show_check(is_open=True)
        announce(f"{try_words(self.round)} {self.asks.text()}")

    def spell(self) -> None:
        """Have the texts spoken character by character, by components after the answer."""
        if self.given is not None and self.pane is not None:
            announce(" ".join(filter(None, (self.given.spell(), self.pane.spell()))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits and letters choose, Enter checks, Esc leaves; two keys give hints and spell."""
        keys: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Return: self._on_enter,
            Qt.Key.Key_Enter: self._on_enter,
            Qt.Key.Key_Escape: self.left.emit,
        }
        if is_of_class(self.round):
            keys[Qt.Key.Key_Space] = self._on_enter
        is_control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        own = {"next_hint": self.ask_hint, "spell_texts": self.spell}
        if own_call := own.get(keys_in_use.name_of(event)):
            own_call()
        elif is_control and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.open_question()
        elif event.key() in keys:
            keys[event.key()]()
        elif not (self.pane is not None and event.text() and self.pane.press(event.text())):
            super().keyPressEvent(event)

    def open_question(self) -> None:
        """Open it in the workspace that answers it; before the answer that would be a hint."""
        if self.round is not None and self._is_over:
            self.open_requested.emit(self.round.asked.question)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the columns beside each other where there is room."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom leaves another room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_columns"):
            self.fit()

    def fit(self) -> None:
        """Lay the columns out in the width that there is."""
        is_wide = self.width() >= self._theme.pixels(WIDE)
        directions = QBoxLayout.Direction
        self._columns.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        side = self._theme.pixels(SIDE) if is_wide else 16_777_215
        self._side.setMaximumWidth(side)
        self._side.setMinimumWidth(side if is_wide else 0)
        self.head.fit(self.width())
        if self.given is not None:
            self.given.fit(is_wide=is_wide)

    def _on_enter(self) -> None:
        (self.go_on if self._is_over else self.check)()

    def _show_checked(self, checked: CheckedAnswer) -> None:
        assert self.round is not None
        assert self.pane is not None
        seconds = self._seconds()
        self.answered.emit(checked, seconds)
        if not self.round.tells:
            self._finish(right=bool(checked.judged.right))
            self.go_on()
            return
        if checked.is_last:
            self._finish(right=bool(checked.judged.right))
        self._show_reason(checked)

    def _finish(self, *, right: bool) -> None:
        assert self.round is not None
        self._is_over = True
        self.round.finish(right=right, seconds=self._seconds())
        self.rounds.show_results(self.round.results)
        self.head.bar.setValue(len(self.round.results))
        self.hints.let_ask(can_ask=False)

    def _show_reason(self, checked: CheckedAnswer) -> None:
        assert self.round is not None
        assert self.given is not None
        assert self.pane is not None
        assert self.reason is not None
        self.given.show_colors()
        has_help = bool(self.round.hints) or self.round.tries > 1
        question, right = self.round.asked.question, self.pane.right_words()
        note = note_words(self.round)
        self.reason.show_checked(checked, question, has_help=has_help, right=right, note=note)
        if not self.round.shows_answers:
            self.reason.show_answer.hide()
        self.reason.setFocus()  # before what had the focus is hidden
        self.pane.show_checked(checked)
        self.pane.show_colors()
        self._show_check(is_open=False)
        for wait in (0, SETTLED):  # what is above it grows when it is colored
            QTimer.singleShot(wait, self.reason, self._reveal_reason)
        announce(self.reason.spoken(), is_urgent=True)

    def _reveal_reason(self) -> None:
        """Bring the reason into sight whenever what is above it has found its height."""
        if self.reason is not None and self.reason.hasFocus():
            self.area.ensureWidgetVisible(self.reason, 0, 10)

    def _show_check(self, *, is_open: bool) -> None:
        for each in (self.check_button, self.enter, self.missing):
            each.setVisible(is_open)
        if self.reason is not None and is_open:
            self.reason.hide()

    def _seconds(self) -> int:
        return round(monotonic() - self._began)

    def _replace_parts(self, asked: AskedQuestion) -> None:
        """Put the widgets of another question in the place of those before."""
        remove_all(self._parts)
        self.given = GivenTexts(self._theme, asked)
        self.pane = pane_of(self._theme, asked)
        self.reason = reason = ReasonCard(self._theme, open_words(asked.question.kind))
        self.pane.submitted.connect(self._on_enter)
        reason.next_requested.connect(self.go_on)
        reason.again_requested.connect(self.try_again)
        reason.answer_requested.connect(self.give_up)
        reason.open_requested.connect(self.open_question)
        reason.clause_requested.connect(self.clause_requested)
        for each in (self.given, self.pane, self.reason):
            self._parts.addWidget(each)
        self._suit_round(self.pane)
        if self.given.editors:
            self.given.show()  # at once: what is not in sight yet takes no keys
        self.pane.show()
        self.fit()

    def _suit_round(self, pane: AnswerPane) -> None:
        """A class has no hints, and Space shows the answer; beginners have colors at once."""
        is_class = is_of_class(self.round)
        self._side.setVisible(not is_class)
        self.check_button.setText(say("Show the answer") if is_class else say("Check answer"))
        self.enter.setText(say("Space") if is_class else say("Enter"))
        if is_class and isinstance(pane, ChoicePane):
            for each in pane.rows:
                each.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it would keep Space
        is_colored = isinstance(self.round, SpotHostRound) and self.round.options.has_colors
        if is_colored and self.given is not None:
            self.given.show_colors()
            pane.show_colors()

    def _lay_out(self) -> None:
        self._parts = QVBoxLayout()
        self._parts.setSpacing(GAP)
        foot = row(self.check_button, self.enter, stretched(self.missing))
        main = QWidget()
        column_of(self.asks, self._parts, foot, None, into=main, margins=(0, 0, 0, 0), spacing=GAP)
        self._side = QWidget()
        column_of(self.hints, self.rounds, None, into=self._side, margins=(0, 0, 0, 0), spacing=GAP)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(GAP)
        self._columns.addWidget(main, 1)
        self._columns.addWidget(self._side)
        column = scrolled(self)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(GAP)
        column.addWidget(self.head)
        column.addLayout(self._columns, 1)
        area = self.findChild(QScrollArea)
        assert area is not None
        self.area = area
        area.verticalScrollBar().rangeChanged.connect(self._reveal_reason)
