"""Starting, leaving, resuming and ending rounds of questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from uriinspector.gui.accessibility import announce
from uriinspector.gui.learn.lesson_view import due_words
from uriinspector.gui.learn.progress_rows import DONE, WRONG, LinedRow, RowsCard, Sign
from uriinspector.gui.learn.question_view import (
    LeftRounds,
    QuestionView,
    RoundCard,
    key_of,
    score_words,
)
from uriinspector.gui.learn.sentences import is_of_class, round_words
from uriinspector.gui.text.pieces import buddy, plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import ZOOMS, Theme
from uriinspector.gui.widgets.cards import button, card, chooser, line_edit, scrolled
from uriinspector.gui.widgets.layouts import fields, row, stretched
from uriinspector.lessons.exercise_round import ExerciseRound, OwnRound
from uriinspector.lessons.hints import Hint
from uriinspector.lessons.repetition import RepetitionRound
from uriinspector.lessons.score import AMONG, WANTED, is_done
from uriinspector.lessons.spot_the_host import (
    TITLE,
    WAYS,
    SpotHostRound,
    SpotOptions,
    SpotResult,
    TrickResult,
)
from uriinspector.lessons.tricks import TITLES

if TYPE_CHECKING:
    from uriinspector.gui.storage.settings import Settings


class ClassZoom:
    """The maximum zoom for a class, and the return to the previous one; neither is stored."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.before = 0  # the zoom to restore, or 0

    def use(self, *, is_on: bool) -> None:
        """Switch to the maximum zoom, or back."""
        if is_on and not self.before:
            self.before = self._settings["zoom"]
            self._settings.set("zoom", ZOOMS[-1], keep=False)
        elif self.before and not is_on:
            self._settings.set("zoom", self.before, keep=False)
            self.before = 0


class RoundKeeper:
    """The current and the interrupted rounds; ``show`` is called to show the question view."""

    def __init__(self, view: QuestionView, zoom: ClassZoom, show: Callable[[], None]) -> None:
        self._view = view
        self._zoom = zoom
        self._show = show
        self._interrupted = ""
        self.left = LeftRounds()

    def put_aside(self) -> None:
        """Put the current round aside, unless it is over."""
        asking = self._view.round
        left = self._view.put_aside() if asking is not None and not asking.is_over else None
        if left is not None:
            self.left.put(left)

    def ask(self, asking: ExerciseRound, hints: Iterable[Hint] = ()) -> None:
        """Start a round, dropping one of the same exercise that was left."""
        self.put_aside()
        self.left.drop(key_of(asking))
        self._zoom.use(is_on=is_of_class(asking))
        self._view.start(asking, hints)
        self._show()
        self._view.take_focus()  # hidden widgets did not accept the focus

    def go_on(self, key: str, *, is_known: bool = True) -> bool:
        """Continue a round that was left; return False if there is none.

        If its question is over, the next one is asked. A round whose answers were cleared
        (``is_known`` is False) is dropped.
        """
        asking = self._view.round
        if asking is not None and key_of(asking) == key:
            self.put_aside()
        left = self.left.get(key)
        if left is not None and left.round.results and not is_known:
            self.left.drop(key)
        if not self._bring_back(key):
            return False
        if left is not None and left.is_over:
            self._view.go_on()
        return True

    def interrupt(self) -> bool:
        """Put the current round aside, to resume it; return False if there is none."""
        asking = self._view.round
        is_open = asking is not None and not asking.is_over
        self._interrupted = key_of(asking) if asking is not None and is_open else ""
        self.put_aside()
        return is_open

    def resume(self) -> bool:
        """Resume the interrupted round as it was; return False if there is none."""
        key, self._interrupted = self._interrupted, ""
        return self._bring_back(key)

    def begun(self, key: str) -> ExerciseRound | None:
        left = self.left.get(key)
        return left.round if left is not None else None

    def _bring_back(self, key: str) -> bool:
        left = self.left.take(key)
        if left is None:
            return False
        self.put_aside()
        self._zoom.use(is_on=is_of_class(left.round))
        self._view.bring_back(left)
        self._show()
        self._view.take_focus()
        return True


INTRODUCTION = (
    "20 links, one after the other. 8 of them are honest; some of those look odd. Wrong answers to"
    " honest links are counted separately."
)
SHARED = "The same code and the same links to practice always give the same round."
CLASS = (
    "For a class: shown at 200%. Keys 1 to 4 enter the answer of the class, Space shows the right"
    " one. Nothing is kept."
)
WIDEST = 640  # before zoom


class SpotStart(QWidget):
    """The options of a round of Spot the host."""

    started = Signal(str, object)  # the typed code, or "", and SpotOptions
    left = Signal()
    resumed = Signal()  # the round that was left

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("page")
        tricks = {"": say("All of them")} | {name: say(title) for name, title in TITLES.items()}
        self.trick = chooser(say("Links to practice"), tricks)
        self.way = chooser(say("Question"), {name: say(title) for name, title in WAYS.items()})
        self.code = line_edit(say("Code of a round of Spot the host, optional"), "7K3-F2Q")
        self.code.setAccessibleDescription(say(SHARED))
        self.colors = QCheckBox(say("Color the components before the answer"))
        self.for_class = QCheckBox(say("For a class"))
        self.for_class.setAccessibleDescription(say(CLASS))
        self.start = button(say("Start"), self._on_start)
        self.back = button(say("Back to the lesson"), self.left.emit)
        self.resume = button("", self.resumed.emit)
        words = say("Your question is kept and not counted. Esc goes back to it.")
        self.notice = plain_label(words, role="quiet")
        self._lay_out()

    def show_options(
        self,
        options: SpotOptions,
        *,
        is_question: bool = False,
        begun: ExerciseRound | None = None,
    ) -> None:
        """Show options, and the rounds that can be resumed."""
        self.notice.setVisible(is_question)
        back = say("Back to the question") if is_question else say("Back to the lesson")
        self.back.setText(back)
        self.resume.setVisible(begun is not None)
        if begun is not None:
            number, count = len(begun.results) + 1, begun.count
            self.resume.setText(say("Go on at {number} of {count}", number=number, count=count))
        if is_question:
            announce(self.notice.text())
        self.trick.setCurrentIndex(max(0, self.trick.findData(options.trick)))
        self.way.setCurrentIndex(max(0, self.way.findData(options.way)))
        self.colors.setChecked(options.has_colors)
        self.for_class.setChecked(options.is_class)
        self.code.clear()
        self.start.setFocus()

    def options(self) -> SpotOptions:
        return SpotOptions(
            str(self.trick.currentData()),
            str(self.way.currentData()),
            self.colors.isChecked(),
            self.for_class.isChecked(),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start on Enter, wherever the focus is; leave on Esc."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            (self.resume.click if self.resume.hasFocus() else self._on_start)()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_start(self) -> None:
        self.started.emit(self.code.text(), self.options())

    def _lay_out(self) -> None:
        scrolled(
            self,
            card(
                plain_label(say(TITLE), role="headline"),
                plain_label(say(INTRODUCTION)),
                fields(
                    (buddy(say("Links to practice"), self.trick), self.trick),
                    (buddy(say("Question"), self.way), self.way),
                    (buddy(say("Code of a round"), self.code), self.code),
                ),
                plain_label(say(SHARED), role="quiet"),
                self.colors,
                self.for_class,
                plain_label(say(CLASS), role="quiet"),
                self.notice,
                row(self.start, plain_label("Enter", role="key"), self.resume, self.back, None),
            ),
            None,
        )


def summary_words(result: SpotResult) -> str:
    """Return the number of false alarms, and the median time, which does not count."""
    words = say(
        "Honest links answered wrong: {count} of {honest}.",
        count=result.false_alarms,
        honest=result.honest,
    )
    if result.seconds is None:
        return words
    return f"{words} {say('Median time: {seconds} s.', seconds=round(result.seconds))}"


class TrickCard(RowsCard):
    """A row for each trick; those with wrong answers come first."""

    trick_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, say("By kind of link"))
        self.hide()

    def show_result(self, result: SpotResult) -> None:
        rows = sorted(result.tricks, key=lambda each: each.right == each.asked)
        self.stack.show_rows(self._row(each) for each in rows)
        self.setVisible(bool(rows))

    def _row(self, result: TrickResult) -> QWidget:
        is_seen = result.right == result.asked
        title = say(TITLES[result.trick])
        score = say("{right} of {asked}", right=result.right, asked=result.asked)
        sign = Sign(self._theme, DONE if is_seen else WRONG, 16)
        sign.setAccessibleName(say("all correct") if is_seen else say("not all correct"))
        practice = button(say("Practice"), partial(self.trick_requested.emit, result.trick))
        practice.setAccessibleName(f"{practice.text()}: {title}")
        practice.setAccessibleDescription(score)
        count = plain_label(score, wraps=False)
        line = LinedRow(sign, stretched(plain_label(title)), count, practice, spacing=12)
        practice.setVisible(not is_seen)
        line.setAccessibleName(f"{title}: {score}")
        return line


class RoundEnd(QWidget):
    """The summary of a round."""

    again_requested = Signal()
    next_requested = Signal()
    lesson_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("page")
        self.title = plain_label(role="quiet")
        self.score = plain_label(role="headline")
        self.words = plain_label()
        self.results = RoundCard(theme, say("Your answers"))
        self.tricks = TrickCard(theme)
        self.again = button(say("Another round"), self.again_requested.emit)
        self.next = button(say("Next exercise"), self.next_requested.emit)
        self.back = button(say("Back to the lesson"), self.lesson_requested.emit)
        buttons = row(self.next, self.again, self.back, None)
        score = card(self.title, self.score, self.words, buttons)
        scrolled(self, score, self.tricks, self.results, None)

    def show_round(self, ended: ExerciseRound, *, has_next: bool, due: int) -> None:
        """Show a round; ``due`` is the number of questions that are still due."""
        self._show_tricks(ended)
        outcomes = [*ended.before, *(each.outcome for each in ended.results)]
        is_repetition = isinstance(ended, RepetitionRound)
        titles = round_words(ended)
        self.title.setText(titles[0] if is_repetition else " · ".join(titles))
        self.score.setText(_headline(ended))
        if isinstance(ended, SpotHostRound):
            words = summary_words(ended.result())
        elif isinstance(ended, OwnRound):
            words = say("These questions were about your own texts. Nothing was kept.")
        elif is_repetition:
            words = say("Still due today: {count}.", count=due) if due else due_words(0)
        elif is_done(outcomes):
            words = say("This exercise is done.")
        else:
            words = say(
                "Done when {wanted} of the last {among} questions were correct at once.",
                wanted=WANTED,
                among=AMONG,
            )
        counting = say("At once: 1 point. With a hint or on the second try: ½. Shown: 0.")
        is_class = is_of_class(ended)
        self.words.setText(words if is_class else f"{words} {counting}")
        self.results.show_results(ended.results)
        self.next.setVisible(has_next)
        has_more = bool(due) or not is_repetition
        self.again.setVisible(has_more)
        first = self.next if has_next and is_done(outcomes) else self.again
        (first if has_more else self.back).setFocus()
        announce(f"{self.score.text()}. {words}")

    def _show_tricks(self, ended: ExerciseRound) -> None:
        """Show results by trick for Spot the host; hide the single answers for a class."""
        self.tricks.hide()
        if isinstance(ended, SpotHostRound):
            self.tricks.show_result(ended.result())
        self.results.setVisible(not is_of_class(ended))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.lesson_requested.emit()
        else:
            super().keyPressEvent(event)


def _headline(ended: ExerciseRound) -> str:
    """Return the points; for a class, the number of right answers."""
    if not (isinstance(ended, SpotHostRound) and ended.options.is_class):
        return say("Points: {score}", score=score_words(ended.results))
    result = ended.result()
    if not result.asked:
        return say("All answers were shown")
    return say("Correct: {right} of {asked}", right=result.right, asked=result.asked)
