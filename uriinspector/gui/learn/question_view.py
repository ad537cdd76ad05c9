"""The view of a round: questions, answers, reasons, hints and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from time import monotonic

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.gui.accessibility import announce
from uriinspector.gui.learn.given_texts import GivenTexts
from uriinspector.gui.learn.panes import AnswerPane, ChoicePane, pane_of
from uriinspector.gui.learn.progress_rows import (
    DONE,
    NEARLY,
    WRONG,
    CiteLine,
    LinedRow,
    RowsCard,
    Sign,
    remove_all,
    sign_of,
    sign_words,
    thin_bar,
)
from uriinspector.gui.learn.sentences import (
    as_sentence,
    asked_words,
    first_sentence,
    is_of_class,
    joined_runs,
    note_words,
    open_words,
    round_words,
    spoken,
    try_words,
)
from uriinspector.gui.place_keys import keys_in_use
from uriinspector.gui.text.paragraph import NEW_LINE, WORDS, ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import GAP, CardFrame, button, explain, scrolled
from uriinspector.gui.widgets.layouts import (
    NO_MARGINS,
    TurningLayout,
    column_of,
    fill,
    row,
    stretched,
)
from uriinspector.gui.widgets.severity_sign import SeverityCard
from uriinspector.gui.widgets.view_parts import Fitted, Restyled
from uriinspector.lessons.answer_lines import answer_lines
from uriinspector.lessons.diagnosis import Diagnosis
from uriinspector.lessons.exercise_round import (
    SHOWN,
    AskedQuestion,
    CheckedAnswer,
    ExerciseRound,
    OwnRound,
    PackRound,
    RoundResult,
)
from uriinspector.lessons.hints import RUNGS, Hint
from uriinspector.lessons.kinds.table import judged
from uriinspector.lessons.question import Question
from uriinspector.lessons.repetition import RepetitionRound
from uriinspector.lessons.score import points_of, written_points
from uriinspector.lessons.spot_the_host import SpotHostRound

# The titles of hints that are still hidden.
HINT_TITLES = (
    "1. Where to look",
    "2. The rule",
    "3. Another question, solved",
    "4. The answer (0 points)",
)


class HintCard(RowsCard):
    """The card with the hints, which are shown one by one and counted."""

    hint_requested = Signal()

    def __init__(self) -> None:
        super().__init__(say("Hints"), spacing=8)
        words = say("Show the next hint")
        self.more = button(say("Hint"), self.hint_requested.emit, act="next_hint", does=words)
        key = plain_label(keys_in_use.listed("next_hint"), role="key", wraps=False)
        self.titles = [plain_label(words, role="quiet") for words in map(say, HINT_TITLES)]
        fill(self.column, *self.titles, row(self.more, key, None))
        self.given: tuple[Hint, ...] = ()
        self.clear()

    def clear(self) -> None:
        """Remove all hints, for a new question."""
        self.stack.show_rows(())
        self.given = ()
        for title in self.titles:
            title.show()
        self._count(0)

    def show_hint(self, hint: Hint, *, is_new: bool = True) -> None:
        """Show the next hint; announce it if it is new."""
        self.given += (hint,)
        label = ParagraphLabel()
        lines = joined_runs(hint.lines, between=NEW_LINE)
        label.set_runs((TextRun(f"{hint.rung}  ", WORDS), *lines))
        self.stack.add_row(label)
        if hint.cite:
            cite_line, links = QWidget(), CiteLine(partial(explain, self))
            links.setContentsMargins(0, 0, 0, 0)
            links.show_cites([hint.cite])
            cite_line.setLayout(links)
            self.stack.add_row(cite_line)
        self.titles[hint.rung - 1].hide()
        self._count(hint.rung)
        if is_new:
            announce(" ".join(as_sentence(spoken(each)) for each in hint.lines))

    def let_ask(self, *, can_ask: bool) -> None:
        self.more.setEnabled(can_ask)

    def _count(self, used: int) -> None:
        self.show_aside(say("{used} of {count} used", used=used, count=RUNGS))
        self.more.setEnabled(used < RUNGS)


SPOT, DUE = "spot", "due"


class QuestionParts(NamedTuple):
    """The widgets of a question."""

    given: GivenTexts
    pane: AnswerPane
    reason: ReasonCard


class LeftRound(NamedTuple):
    """An unfinished round that was left, with its current question.

    ``parts`` are the question's widgets; None if the language has changed since.
    """

    round: ExerciseRound
    hints: tuple[Hint, ...] = ()
    parts: QuestionParts | None = None
    shown: tuple[QWidget, ...] = ()  # those that were visible
    is_over: bool = False
    seconds: float = 0.0


class LeftRounds:
    """Unfinished rounds that were left, at most one per key (see ``key_of``)."""

    def __init__(self) -> None:
        self._rounds: dict[str, LeftRound] = {}

    def put(self, left: LeftRound) -> None:
        """Store a round, replacing any other one of the same exercise."""
        key = key_of(left.round)
        self.drop(key)
        self._rounds[key] = left

    def take(self, key: str) -> LeftRound | None:
        """Remove and return a round, if there is one."""
        return self._rounds.pop(key, None)

    def get(self, key: str) -> LeftRound | None:
        return self._rounds.get(key)

    def drop(self, key: str) -> None:
        """Remove a round and delete its widgets."""
        left = self.take(key)
        for each in (left.parts or ()) if left is not None else ():
            each.deleteLater()

    def without_widgets(self) -> tuple[LeftRound, ...]:
        """Return the rounds without their widgets, for use in a new page."""
        return tuple(LeftRound(each.round, each.hints) for each in self._rounds.values())

    def put_all(self, rounds: Iterable[LeftRound]) -> None:
        for each in rounds:
            self.put(each)


def key_of(asking: ExerciseRound) -> str:
    """Return the key that identifies a round among unfinished ones."""
    if isinstance(asking, SpotHostRound):
        return SPOT
    if isinstance(asking, RepetitionRound):
        return DUE
    if isinstance(asking, PackRound):
        return f"pack {asking.sheet.code}"
    if isinstance(asking, OwnRound):
        given = (text for each in asking.questions for text in each.question.given.values())
        return "\0".join(("own", *given))
    return asking.item


TITLE = TextStyle(size=16, weight=600)
MOST_CITES = 3
# Kinds of questions whose right answer is visible above, or that have several right answers.
SHOWN_ABOVE = frozenset({"editions", "rung", "base", "valid"})


class ReasonCard(SeverityCard):
    """The card with the judgment and the reason; Enter continues."""

    next_requested = Signal()
    again_requested = Signal()
    answer_requested = Signal()
    open_requested = Signal()

    def __init__(self, opens: str) -> None:
        """Create a hidden card; ``opens`` is the label of the button to open the question
        elsewhere.
        """
        super().__init__()
        self._is_last = True
        self._is_calm = False
        self._right = ""
        self.sign = Sign(WRONG, 24)
        self.title = ParagraphLabel()
        self.text = ParagraphLabel()
        words = f"{say('Next question')} ({say('Enter')})"
        self.next = button(say("Next"), self.next_requested.emit, does=words)
        self.again = button(say("Try again"), self.again_requested.emit)
        self.show_answer = button(say("Show the answer"), self.answer_requested.emit)
        self.open = button(opens, self.open_requested.emit, does=f"{opens} ({say('Ctrl+Enter')})")
        key = plain_label("Enter", role="key", wraps=False)
        self.cites = CiteLine(partial(explain, self))
        head = row(self.sign, stretched(self.title), spacing=10)
        parts = row(self.open, self.show_answer, None, self.again, self.next, key)
        whole = (head, self.text, self.cites, parts)
        column_of(*whole, into=self, margins=(20, 12, 12, 12), spacing=8)
        self.hide()

    def severity(self) -> str:
        """Return "info" if right or revealed, else "medium": "high" is for harmful links."""
        return "info" if self._is_calm else "medium"

    def answer_enter(self) -> None:
        (self.next_requested if self._is_last else self.again_requested).emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Continue with Enter; open the question in another workspace with Ctrl+Enter."""
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.open_requested.emit()
        else:
            super().keyPressEvent(event)

    def show_checked(
        self,
        checked: CheckedAnswer,
        question: Question,
        *,
        has_help: bool,
        right: str = "",
        note: str = "",
    ) -> None:
        """Show how an answer was judged, followed by ``note``.

        ``right`` is the right answer for screen readers, if it is only shown above.
        """
        is_right, is_shown = bool(checked.judged.right), checked is SHOWN
        self._is_last, self._is_calm = checked.is_last, is_right or is_shown
        self.sign.show_sign((NEARLY if has_help else DONE) if is_right else WRONG)
        self.sign.setVisible(not is_shown)
        # Revealed answers are explained like right ones.
        judgement = judged(question, question.key) if is_shown else checked.judged
        diagnosis = judgement.diagnosis
        if is_right:
            title, rest = say("Correct"), [*_of_right(diagnosis, question)]
        else:
            title, rest = _of_wrong(diagnosis, is_shown=is_shown)
        is_above = question.kind in SHOWN_ABOVE
        self._right = right if not is_right and checked.is_last and is_above else ""
        if not is_right and checked.is_last and not is_above:
            rest += [TextRun(NEW_LINE if rest else "", WORDS), *_answer_runs(question)]
        if note:
            rest += [TextRun(NEW_LINE if rest else "", WORDS), TextRun(note, WORDS)]
        self.title.set_runs([TextRun(title, TITLE)])
        self.text.set_runs(rest)
        self.text.setVisible(bool(rest))
        self.cites.show_cites(_cites(diagnosis))
        self.next.setVisible(checked.is_last)
        self.again.setVisible(not checked.is_last)
        self.show_answer.setVisible(not checked.is_last)
        self.setAccessibleName(self.spoken())
        self.show()

    def spoken(self) -> str:
        """Return the card's text, including "right" or "wrong", which the card shows only by color
        and icon.
        """
        whole = "".join(run.text for run in self.text.runs())
        texts = [self.title.text(), *(each.strip() for each in whole.split(NEW_LINE))]
        if not self._is_calm:
            texts.insert(0, say("Wrong"))
        if self._right:
            texts.append(say("Correct answer: {answer}", answer=self._right))
        return " ".join(map(as_sentence, filter(None, texts)))


def _of_right(diagnosis: Diagnosis, question: Question) -> Iterator[TextRun]:
    """Yield the runs below a right answer, such as a note that a shorter one is also right."""
    if diagnosis.near:
        yield from joined_runs(diagnosis.near)
    elif question.kind not in {*SHOWN_ABOVE, "write"}:
        yield from _answer_runs(question)


def _of_wrong(diagnosis: Diagnosis, *, is_shown: bool) -> tuple[str, list[TextRun]]:
    """Return the title and runs for a wrong or a revealed answer."""
    if is_shown:
        return say("The answer"), [*joined_runs(diagnosis.near)]
    phrases = diagnosis.phrases
    if not diagnosis.causes:
        return say("This answer is not right."), [*joined_runs(phrases)]
    first, rest = first_sentence(spoken(phrases[0]))
    return first, [TextRun(f"{rest} " if rest else "", WORDS), *joined_runs(phrases[1:])]


def _answer_runs(question: Question) -> Iterator[TextRun]:
    yield from joined_runs(answer_lines(question), between=NEW_LINE)


def _cites(diagnosis: Diagnosis) -> list[str]:
    of_causes = (cite for each in diagnosis.causes[:2] for cite in each.cites)
    return list(dict.fromkeys((*diagnosis.cites, *of_causes)))[:MOST_CITES]


def result_words(result: RoundResult) -> str:
    """Return the outcome of a question: the mistake made, or how the question was solved."""
    outcome = result.outcome
    if result.mistake is not None and not outcome.right:
        return first_sentence(spoken(result.mistake.reason))[0]
    if outcome.at_once:
        return say("Correct on the first try")
    if outcome.right:
        return say("Correct with a hint") if outcome.hints else say("Correct on the second try")
    is_shown = outcome.hints or not result.is_answered
    return say("Answer shown") if is_shown else say("Wrong, but not a known mistake")


def score_words(results: Sequence[RoundResult]) -> str:
    """Return the points and the number of questions in a round, not a percentage."""
    points = points_of(each.outcome for each in results)
    return say("{points} of {count}", points=written_points(points), count=len(results))


class RoundCard(RowsCard):
    """The results of a round, one row per question, in order."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.nothing = plain_label(say("No questions answered yet."), role="quiet")
        self.column.addWidget(self.nothing)

    def show_results(self, results: Sequence[RoundResult]) -> None:
        self.stack.show_rows(self._row(*each) for each in enumerate(results, 1))
        self.show_aside(score_words(results) if results else "")
        self.nothing.setVisible(not results)

    def _row(self, number: int, result: RoundResult) -> QWidget:
        sign = Sign(sign_of(result.outcome), 16)
        words, seconds = result_words(result), say("{seconds} s", seconds=result.seconds)
        labels = [plain_label(each, role="quiet", wraps=False) for each in (str(number), seconds)]
        frame = LinedRow(labels[0], sign, stretched(plain_label(words)), labels[1])
        shown = sign_words(sign.name)
        frame.setAccessibleName(
            say("Question {number}: {sign}. {words}", number=number, sign=shown, words=words)
        )
        return frame


BAR = 160
# Below these widths (before zoom): the exercise goes below the lesson; the bar is hidden.
WIDE_HEAD, MEDIUM = 880, 560


class RoundHead(CardFrame):
    """The head of a round: lesson, exercise, number of the question, and a button to leave."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = plain_label(role="title")
        self.subtitle = plain_label(role="quiet")
        self.place = plain_label(role="quiet", wraps=False)
        self.bar = thin_bar()
        self.bar.setMaximumWidth(pixels(BAR))
        words = f"{say('Back to the lesson')} ({say('Esc')})"
        self.leave = button(say("Leave"), self.left.emit, does=words)
        self._words = TurningLayout(self.title, stretched(self.subtitle))
        parts = (stretched(self._words), self.place, self.bar, self.leave)
        row(*parts, into=self, margins=(16, 8, 12, 8), spacing=12)

    def begin(self, asking: ExerciseRound) -> None:
        self.bar.setRange(0, asking.count)

    def show_place(self, asking: ExerciseRound, number: int) -> None:
        for label, words in zip((self.title, self.subtitle), round_words(asking), strict=True):
            label.setText(words)
        self.place.setText(say("{number} of {count}", number=number, count=asking.count))
        self.bar.setValue(number - 1)
        self.bar.setAccessibleName(self.place.text())

    def fit(self, width: int) -> None:
        is_wide = width >= pixels(WIDE_HEAD)
        self._words.turn(is_wide=is_wide)
        self._words.setSpacing(12 if is_wide else 2)
        self.title.setWordWrap(not is_wide)
        self.bar.setVisible(width >= pixels(MEDIUM))


# Below this width (before zoom), the second column goes below the first.
WIDE, SIDE = 880, 300
SETTLED = 60  # milliseconds


class QuestionView(Fitted, Restyled, QWidget):
    """A round, question by question."""

    last_attribute = "_columns"

    answered = Signal(object, int)  # a CheckedAnswer and its seconds, immediately after judging
    finished = Signal()  # the round is over
    left = Signal()
    open_requested = Signal(object)  # a Question

    # The parts of the question; only set once there is a round.
    given: GivenTexts
    pane: AnswerPane
    reason: ReasonCard

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.round: ExerciseRound | None = None
        self._began = 0.0
        self._is_over = False
        self.head = RoundHead()
        self.head.left.connect(self.left)
        self.asks = plain_label(role="headline")
        words = f"{say('Check answer')} ({say('Enter')})"
        self.check_button = button(say("Check answer"), self.check, does=words)
        self.enter = plain_label(say("Enter"), role="key", wraps=False)
        self.missing = plain_label(role="quiet")
        self.hints = HintCard()
        self.rounds = RoundCard(say("This round"))
        self._lay_out()
        self.hints.hint_requested.connect(self.ask_hint)

    @property
    def asking(self) -> ExerciseRound:
        """The current round; there must be one."""
        assert self.round is not None
        return self.round

    def start(self, started: ExerciseRound, hints: Iterable[Hint] = ()) -> None:
        """Start a round or continue it; an open question is asked again."""
        self._begin(started)
        self.show_question(hints)

    def put_aside(self) -> LeftRound | None:
        """Remove the round from the page and return it with its widgets; None if there is none."""
        asking = self.round
        if asking is None:
            return None
        parts = QuestionParts(self.given, self.pane, self.reason)
        shown = tuple(each for each in parts if not each.isHidden())
        for each in parts:
            self._parts.removeWidget(each)
            each.hide()
        self.round = None
        seconds = monotonic() - self._began
        return LeftRound(asking, self.hints.given, parts, shown, self._is_over, seconds)

    def bring_back(self, left: LeftRound) -> None:
        if left.parts is None:
            self.start(left.round, left.hints)
            return
        remove_all(self._parts)
        self._begin(left.round)
        self._is_over, self._began = left.is_over, monotonic() - left.seconds
        self.given, self.pane, self.reason = left.parts
        for each in left.parts:
            self._parts.addWidget(each)
            each.setVisible(each in left.shown)
        self._show_head(left.round.asked, left.hints)
        self._suit_round()
        self.fit()
        if self.reason not in left.shown:
            self._show_check(is_open=True)
            self._let_answer()
            return
        self.hints.let_ask(can_ask=not left.is_over)
        self._show_check(is_open=False)
        self.reason.setFocus()
        announce(f"{self.head.place.text()}. {self.asks.text()} {self.reason.spoken()}")

    def _begin(self, started: ExerciseRound) -> None:
        self.round = started
        self.head.begin(started)
        for each in (self.hints, self.rounds):
            each.setVisible(started.gives_feedback)

    def show_question(self, hints: Iterable[Hint] = ()) -> None:
        """Show the next question; an open one is shown again."""
        asked = self.asking.asked if self.asking.is_open else self.asking.ask()
        self._is_over = False
        self._began = monotonic()
        self._replace_parts(asked)
        self._show_head(asked, hints)
        self._show_check(is_open=True)
        self._let_answer()

    def _show_head(self, asked: AskedQuestion, hints: Iterable[Hint]) -> None:
        """Update the head, the hints and the results for a question."""
        self.asks.setText(asked_words(asked))
        self.missing.setText("")
        self.head.show_place(self.asking, len(self.asking.results) + (not self._is_over))
        self.hints.clear()
        for each in hints:
            self.hints.show_hint(each, is_new=False)
        self.rounds.show_results(self.asking.results)

    def _let_answer(self) -> None:
        """Focus the answer and announce the question."""
        self.take_focus()
        # The focused widget can be far down, so scroll to the beginning of the question.
        QTimer.singleShot(0, self.pane, lambda: self.area.verticalScrollBar().setValue(0))
        self.pane.setAccessibleName(self.asks.text())
        texts = ". ".join(filter(None, (self.given.spoken(), self.pane.spoken())))
        announce(f"{self.head.place.text()}. {self.asks.text()} {texts}".strip())

    def check(self) -> None:
        """Judge the answer; if there is none, say what is missing."""
        if self.round is None or self._is_over:
            return
        if self.pane.is_advanced():
            self.missing.setText("")
            return
        checked = self.round.check(self.pane.answer(), self.pane.span())
        if checked.judged.right is not None:
            self._show_checked(checked)
        elif is_of_class(self.round):
            self.give_up()
        else:
            self.missing.setText(self.pane.missing_words())
            announce(self.missing.text(), is_urgent=True)

    def take_focus(self) -> None:
        """Focus the answer or the reason; in a class, the view itself, so that Space works."""
        if not self.reason.isHidden():
            self.reason.setFocus()
        elif is_of_class(self.round):
            self.setFocus()
        else:
            self.pane.take_focus()

    def give_up(self) -> None:
        """Show the answer and end the question."""
        if self.round is not None and not self._is_over:
            self._finish(right=False)
            self._show_reason(SHOWN)

    def answer_choice(self, *, rightly: bool) -> None:
        """In a question with choices, choose the right answer or a wrong one; in other questions,
        reveal the answer.
        """
        if isinstance(self.pane, ChoicePane):
            self.pane.choose_example(rightly=rightly)
            self.check()
        else:
            self.give_up()

    def ask_hint(self) -> None:
        if self.round is None or self._is_over or not self.round.gives_feedback:
            return
        hint = self.round.hint()
        if hint is not None:
            self.hints.show_hint(hint)

    def go_on(self) -> None:
        """Show the next question, or end the round."""
        if self.asking.is_over:
            self.finished.emit()
        else:
            self.show_question()

    def try_again(self) -> None:
        self.missing.setText("")
        self.pane.take_focus()
        self._show_check(is_open=True)
        announce(f"{try_words(self.asking)} {self.asks.text()}")

    def spell(self) -> None:
        """Announce the texts, spelled out or, after the answer, by component."""
        if self.round is not None:
            announce(" ".join(filter(None, (self.given.spell(), self.pane.spell()))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with digits and letters, check with Enter, leave with Esc; handle shortcuts."""
        key = event.key()
        own = {"next_hint": self.ask_hint, "spell_texts": self.spell}.get(
            keys_in_use.name_of(event)
        )
        is_enter = key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if own:
            own()
        elif is_enter and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.open_question()
        elif is_enter or (key == Qt.Key.Key_Space and is_of_class(self.round)):
            self._on_enter()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif not (self.round is not None and event.text() and self.pane.press(event.text())):
            super().keyPressEvent(event)

    def open_question(self) -> None:
        """Open an answered question in another workspace; before, that would be a hint."""
        if self.round is not None and self._is_over:
            self.open_requested.emit(self.round.asked.question)

    def fit(self) -> None:
        is_wide = self.width() >= pixels(WIDE)
        self._columns.turn(is_wide=is_wide)
        side = pixels(SIDE) if is_wide else 16_777_215
        self._side.setMaximumWidth(side)
        self._side.setMinimumWidth(side if is_wide else 0)
        self.head.fit(self.width())
        if self.round is not None:
            self.given.fit(is_wide=is_wide)

    restyle = fit

    def _on_enter(self) -> None:
        (self.go_on if self._is_over else self.check)()

    def _show_checked(self, checked: CheckedAnswer) -> None:
        self.answered.emit(checked, self._seconds())
        gives_feedback = self.asking.gives_feedback
        if checked.is_last or not gives_feedback:
            self._finish(right=bool(checked.judged.right))
        if gives_feedback:
            self._show_reason(checked)
        else:
            self.go_on()

    def _finish(self, *, right: bool) -> None:
        self._is_over = True
        self.asking.finish(right=right, seconds=self._seconds())
        self.rounds.show_results(self.asking.results)
        self.head.bar.setValue(len(self.asking.results))
        self.hints.let_ask(can_ask=False)

    def _show_reason(self, checked: CheckedAnswer) -> None:
        asking = self.asking
        self.given.show_colors()
        self.reason.show_checked(
            checked,
            asking.asked.question,
            has_help=bool(asking.hints) or asking.tries > 1,
            right=self.pane.right_words(),
            note=note_words(asking),
        )
        if not asking.shows_answers:
            self.reason.show_answer.hide()
        self.reason.setFocus()  # before Qt hides the focused widget
        self.pane.show_checked(checked)
        if checked.is_last:
            self.pane.show_colors()
        self._show_check(is_open=False)
        for wait in (0, SETTLED):  # the texts above grow when they are colored
            QTimer.singleShot(wait, self.reason, self._reveal_reason)
        announce(self.reason.spoken(), is_urgent=True)

    def _reveal_reason(self) -> None:
        """Scroll to the reason, if it still has the focus."""
        if self.round is not None and self.reason.hasFocus():
            self.area.ensureWidgetVisible(self.reason, 0, 10)

    def _show_check(self, *, is_open: bool) -> None:
        for each in (self.check_button, self.enter, self.missing):
            each.setVisible(is_open)
        if is_open:
            self.reason.hide()

    def _seconds(self) -> int:
        return round(monotonic() - self._began)

    def _replace_parts(self, asked: AskedQuestion) -> None:
        remove_all(self._parts)
        self.given = GivenTexts(asked)
        self.pane = pane_of(asked)
        self.reason = ReasonCard(open_words(asked.question.kind))
        self.pane.submitted.connect(self._on_enter)
        self.reason.next_requested.connect(self.go_on)
        self.reason.again_requested.connect(self.try_again)
        self.reason.answer_requested.connect(self.give_up)
        self.reason.open_requested.connect(self.open_question)
        fill(self._parts, self.given, self.pane, self.reason)
        self._suit_round()
        if self.given.editors:
            self.given.show()  # hidden widgets do not accept the focus
        self.pane.show()
        self.fit()

    def _suit_round(self) -> None:
        """Hide the hints in a class, and color the texts if that is an option of the round."""
        is_class = is_of_class(self.round)
        self._side.setVisible(not is_class)
        self.check_button.setText(say("Show the answer") if is_class else say("Check answer"))
        self.enter.setText(say("Space") if is_class else say("Enter"))
        if is_class and isinstance(self.pane, ChoicePane):
            for each in self.pane.rows:
                each.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # which would take Space
        if isinstance(self.round, SpotHostRound) and self.round.options.has_colors:
            self.given.show_colors()
            self.pane.show_colors()

    def _lay_out(self) -> None:
        self._parts = column_of(spacing=GAP)
        foot = row(self.check_button, self.enter, stretched(self.missing))
        main = QWidget()
        column_of(self.asks, self._parts, foot, None, into=main, margins=NO_MARGINS, spacing=GAP)
        self._side = QWidget()
        column_of(self.hints, self.rounds, None, into=self._side, margins=NO_MARGINS, spacing=GAP)
        self._columns = TurningLayout(stretched(main), self._side)
        scrolled(self, self.head, stretched(self._columns))
        area = self.findChild(QScrollArea)
        assert area is not None
        self.area = area
        area.verticalScrollBar().rangeChanged.connect(self._reveal_reason)
