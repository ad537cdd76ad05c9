"""The page of lessons, rounds of questions, and packs."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.gui.inspect.card_page import CardPage
from uriinspector.gui.learn.lesson_view import DueQuestions, LessonView
from uriinspector.gui.learn.pack_view import (
    PackView,
    ask_for_pack,
    file_name,
    hand_in,
    has_reasons,
    now,
    show_class_sheets,
)
from uriinspector.gui.learn.question_view import DUE, SPOT, LeftRound, QuestionView, key_of
from uriinspector.gui.learn.rounds import ClassZoom, RoundEnd, RoundKeeper, SpotStart
from uriinspector.gui.learn.sentences import is_of_class
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.transfer.exporter import ask_for_file
from uriinspector.gui.transfer.small_files import OpenedPack, open_pack
from uriinspector.gui.widgets.layouts import NO_MARGINS, column_of, stack_of
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip
from uriinspector.lessons import exercise_round
from uriinspector.lessons.draw import code_of
from uriinspector.lessons.exercise_round import (
    CheckedAnswer,
    ExerciseRound,
    OwnRound,
    PackRound,
    item_of,
    pack_round,
)
from uriinspector.lessons.hints import Hint
from uriinspector.lessons.kinds.written_references import EMPTY
from uriinspector.lessons.lesson import Exercise, Lesson, course
from uriinspector.lessons.mistakes.page_bases import PageBase
from uriinspector.lessons.pack import Sheet
from uriinspector.lessons.question import Question
from uriinspector.lessons.repetition import RepetitionRound, begun_round
from uriinspector.lessons.spot_the_host import ANY, SpotHostRound, SpotOptions, spot_code, spot_host

if TYPE_CHECKING:
    from uriinspector.gui.storage.profile import Profile


class LearnState(NamedTuple):
    """The state of the page that survives a change of language."""

    lesson: int
    round: ExerciseRound | None
    pack: OpenedPack | None = None
    student: str = ""
    zoom: int = 0  # the zoom before a round for a class, or 0
    hints: tuple[Hint, ...] = ()  # for the open question
    left: tuple[LeftRound, ...] = ()


def new_code(profile: Profile) -> str:
    """Return a random code; if nothing is stored, as for screenshots, always the same."""
    return code_of(secrets.token_hex(16) if profile.learning_file is not None else "example")


def learner_code(profile: Profile) -> str:
    """Return the learner's code, made once at random."""
    if not profile.settings["learner"]:
        profile.settings.set("learner", new_code(profile))
    return str(profile.settings["learner"])


STAYS = "What you answer stays on this computer."
NOTHING_TO_ASK = "There is nothing to ask about this."
RESERVED = "All names and addresses are reserved for examples."


class LearnPage(CardPage):
    """The workspace: a lesson, a question, the end of a round, or a pack."""

    described = Signal(str)
    inspect_requested = Signal(str, str)  # a link and its base, or ""
    resolve_requested = Signal(str, str, str)  # base, reference, edition
    compare_requested = Signal(str, str, str)  # two texts, edition

    def __init__(self, theme: Theme, profile: Profile) -> None:
        super().__init__(theme)
        self._profile = profile
        self._course = course()
        self.record = profile.learning
        self.lesson_view = LessonView(theme, self._course, self.record)
        self.lesson_view.learner = learner_code(self._profile)
        self.due_key = ""  # the shortcut in the menu
        self._spot_options = ANY
        self._class_zoom = ClassZoom(profile.settings)
        self._due = DueQuestions(profile)
        self.question_view = QuestionView(theme)
        self._rounds = rounds = RoundKeeper(
            self.question_view, self._class_zoom, lambda: self._show(self.question_view)
        )
        self.lesson_view.is_left = lambda item: rounds.begun(item) is not None
        self.round_end = RoundEnd(theme)
        self.pack_view = PackView(theme, self.record)
        self.ask_for_pack: Callable[[QWidget], str] = ask_for_pack
        self.ask_where: Callable[[str, str, str], str] = ask_for_file
        self.spot_start = SpotStart()
        self.strip = NoticeStrip(theme)
        self.strip.float_over(self)
        others = (self.question_view, self.round_end, self.pack_view, self.spot_start)
        self.stack = stack_of(self.lesson_view, *others)
        column_of(self.stack, into=self, margins=NO_MARGINS)
        self._wire()
        lessons = {each.code: each for each in self._course.lessons}
        last = lessons.get(profile.settings["lesson"], self._course.lessons[0])
        self.lesson_view.show_lesson(last)

    def show_lesson(self) -> None:
        self.lesson_view.refresh()
        self.show_due()
        self.lesson_view.take_focus()
        self._show(self.lesson_view)

    def open_lesson(self, number: int) -> None:
        """Show a lesson by its index."""
        lessons = self._course.lessons
        self.lesson_view.show_lesson(lessons[min(number, len(lessons) - 1)])
        self.show_lesson()

    def show_view(self, view: str, number: int) -> None:
        """Show a view of the command line, starting at the lesson of a number."""
        self.open_lesson(number - 1)
        if view == "spot":
            self.spot()
        if view in {"lesson", "spot"}:
            return
        kind = "where" if view in {"answered", "result"} else view
        lessons = self._course.lessons[self.lesson_view.lesson.number - 1 :] + self._course.lessons
        lesson, exercise = next(
            (each, one) for each in lessons for one in each.exercises if one.asks == kind
        )
        self.lesson_view.show_lesson(lesson)
        self.start(lesson, exercise)
        asking, count = self.question_view, 0
        if view == "answered":
            asking.answer_choice(rightly=False)
        while view == "result" and self.stack.currentWidget() is asking:
            count += 1
            asking.answer_choice(rightly=count not in {2, 5})
            asking.go_on()

    def start(self, lesson: Lesson, exercise: Exercise) -> None:
        """Continue the round of an exercise, or start one."""
        item = item_of(lesson, exercise)
        answers = self.record.answers(item)
        if self._rounds.go_on(item, is_known=bool(answers)):
            return
        code = learner_code(self._profile)
        self._rounds.ask(begun_round(lesson, exercise, code, answers))

    def choose_spot(self) -> None:
        """Ask for the options of a round of Spot the host."""
        is_question = self._rounds.interrupt()
        begun = self._rounds.begun(SPOT)
        self.spot_start.show_options(self._spot_options, is_question=is_question, begun=begun)
        self._show(self.spot_start)

    def spot(self, typed: str = "", options: SpotOptions = ANY) -> None:
        """Start a round of Spot the host with a given code, or a new one."""
        code = spot_code(typed)
        if typed.strip() and code is None:
            words = say("This is not the code of a round: {code}", code=visible(typed[:40]))
            self.strip.tell(Notice(words, "medium"))
            return
        self._spot_options = options
        chosen = code or new_code(self._profile)
        self._rounds.ask(spot_host(chosen, learner_code(self._profile), options))

    def show_due(self, _setting: str = "") -> None:
        self.lesson_view.show_due(self._due.skills(), self._due.days_to_next(), self.due_key)

    def repeat(self) -> None:
        """Start a round of due questions, or report that there are none."""
        due = self._due.skills()
        if not due:
            self.strip.tell(Notice(self._due.reason()))
            return
        if not self._rounds.go_on(DUE):
            self._rounds.ask(self._due.round_of(due, learner_code(self._profile)))

    def ask_link(self, text: str, base: str, edition: str) -> None:
        self._ask(len(text) + len(base), lambda: exercise_round.link_round(text, base, edition))

    def open_pack(self, path: str = "") -> None:
        """Open a teacher's pack; without a path, ask for one."""
        path = path or self.ask_for_pack(self)
        if path:
            self._show(self.pack_view)
            self.pack_view.show_pack(open_pack(path))
            self.pack_view.take_focus()

    def make_sheets(self) -> None:
        """Open the dialog for sheets of the shown pack, else of the lesson."""
        opened = self.pack_view.opened if self.stack.currentWidget() is self.pack_view else None
        show_class_sheets(self, self._theme, self.lesson_view.lesson, opened)

    def ask_pair(self, base: str, reference: str, edition: str) -> None:
        length = len(base) + len(reference)
        self._ask(length, lambda: exercise_round.resolved_round(base, reference, edition))

    def ask_compared(self, a: str, b: str, edition: str) -> None:
        self._ask(len(a) + len(b), lambda: exercise_round.compared_round(a, b, edition))

    def _ask(self, length: int, make: Callable[[], OwnRound | None]) -> None:
        """Start a round about the user's own texts, or report why that is not possible."""
        asked = make() if length <= exercise_round.LONGEST else None
        if asked is None:
            is_long = length > exercise_round.LONGEST
            words = say("This is too long to be asked about.") if is_long else say(NOTHING_TO_ASK)
            self.strip.tell(Notice(words, "medium"))
            return
        if not self._rounds.go_on(key_of(asked)):
            self._rounds.ask(asked)

    def page_state(self) -> LearnState:
        """Return the state that survives a change of language."""
        shown, asking = self.stack.currentWidget(), self.question_view.round
        is_asking = shown is self.question_view
        is_pack = shown is self.pack_view or (is_asking and isinstance(asking, PackRound))
        return LearnState(
            self.lesson_view.lesson.number - 1,
            asking if is_asking else None,
            self.pack_view.opened if is_pack else None,
            self.pack_view.student.text(),
            self._class_zoom.before,
            self.question_view.hints.given,
            self._rounds.left.without_widgets(),
        )

    def restore(self, state: LearnState) -> None:
        """Restore a state; an unanswered question is asked again."""
        self.open_lesson(state.lesson)
        self._class_zoom.before = state.zoom
        if state.pack is not None:
            self._show(self.pack_view)
            self.pack_view.show_pack(state.pack)
            self.pack_view.student.setText(state.student)
            if isinstance(state.round, PackRound):
                self.pack_view.show_sheet(state.round.sheet)
        self._rounds.left.put_all(state.left)
        if state.round is not None and not state.round.is_over:
            self._rounds.ask(state.round, state.hints if state.round.is_open else ())

    def is_settled(self) -> bool:
        """Return True if the result of the example is shown."""
        return not self.lesson_view.example.job.is_waiting

    def showEvent(self, event: QShowEvent) -> None:
        """Update the status bar and what is due, and focus the exercises."""
        super().showEvent(event)
        self._describe()
        self.show_due()  # midnight may have passed
        if self.stack.currentWidget() is self.lesson_view:
            self.lesson_view.take_focus(prefers_due=True)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the background work and close the record of answers."""
        self.lesson_view.example.job.close()
        self.pack_view.job.close()
        self.record.close()
        super().closeEvent(event)

    def _show(self, view: QWidget) -> None:
        self.close_card()
        if view is not self.question_view:
            self._rounds.put_aside()
            self._class_zoom.use(is_on=False)
        self.stack.setCurrentWidget(view)
        self._describe()

    def _describe(self) -> None:
        is_lesson = self.stack.currentWidget() in {self.lesson_view, self.pack_view}
        is_brought = isinstance(self.question_view.round, OwnRound | PackRound)
        self.described.emit(say(STAYS) if is_lesson or is_brought else say(RESERVED))

    def _wire(self) -> None:
        view = self.lesson_view
        view.exercise_chosen.connect(self.start)
        view.lesson_shown.connect(lambda code: self._profile.settings.set("lesson", code))
        view.open_requested.connect(self._on_example)
        view.pack_requested.connect(self.open_pack)
        view.sheets_requested.connect(self.make_sheets)
        view.spot_requested.connect(self.choose_spot)
        self.spot_start.started.connect(self.spot)
        self.spot_start.left.connect(self._on_spot_left)
        self.spot_start.resumed.connect(lambda: self._rounds.go_on(SPOT))
        view.due.repeat_requested.connect(self.repeat)
        self._profile.settings.changed.connect(self.show_due)
        packs = self.pack_view
        packs.start_requested.connect(self._start_sheet)
        packs.hand_in_requested.connect(self._hand_in)
        packs.other_requested.connect(self.open_pack)
        packs.sheets_requested.connect(self.make_sheets)
        packs.left.connect(self.show_lesson)
        asking = self.question_view
        asking.answered.connect(self._on_answered)
        asking.finished.connect(self._on_finished)
        asking.left.connect(self._on_left)
        asking.open_requested.connect(self._open_question)
        self.round_end.again_requested.connect(self._on_again)
        self.round_end.next_requested.connect(self._on_next)
        self.round_end.tricks.trick_requested.connect(
            lambda trick: self.spot("", self._spot_options._replace(trick=trick))
        )
        self.round_end.lesson_requested.connect(self.show_lesson)

    def _on_answered(self, checked: CheckedAnswer, seconds: int) -> None:
        """Store an answer immediately, in case the program is killed."""
        asking = self.question_view.round
        assert asking is not None
        if isinstance(asking, OwnRound) or is_of_class(asking):
            return
        attempt = asking.attempt(checked, self.record.minute(), seconds)
        self.record.add([attempt], keep=self._profile.settings["keep_answers"])
        if self.record.problem:
            self.strip.tell(Notice(say(self.record.problem), "medium"))

    def _on_finished(self) -> None:
        ended = self.question_view.round
        assert ended is not None
        if isinstance(ended, PackRound):
            self._show_sheet(ended)
            return
        has_next = self._next_of(ended) is not None
        self.round_end.show_round(ended, has_next=has_next, due=len(self._due.skills()))
        self._show(self.round_end)

    def _start_sheet(self, sheet: Sheet, again: bool) -> None:
        tells = has_reasons(sheet.pack, now())
        asked = pack_round(sheet, self.record.answers, has_reasons=tells, again=again)
        if again or not self._rounds.go_on(key_of(asked)):
            self._rounds.ask(asked)

    def _on_left(self) -> None:
        """Leave a pack for its view, any other round for the lesson."""
        asking = self.question_view.round
        if asking is not None and asking.is_over:
            self._on_finished()
        elif isinstance(asking, PackRound):
            self._show_sheet(asking)
        else:
            self.show_lesson()

    def _on_spot_left(self) -> None:
        if not self._rounds.resume():
            self.show_lesson()

    def _show_sheet(self, asking: PackRound) -> None:
        self.pack_view.show_sheet(asking.sheet)
        self.pack_view.take_focus()
        self._show(self.pack_view)

    def _hand_in(self, sheet: Sheet, as_page: bool) -> None:
        """Write the answers or a page of results to a file; nothing is sent."""
        title, ending = (say("Results"), "html") if as_page else (say("Hand in"), "csv")
        place = self.ask_where(title, file_name(sheet), ending)
        words = hand_in(place, sheet, self.record.answers, as_page=as_page)
        if words:
            self.strip.tell(words)

    def _on_again(self) -> None:
        ended = self.question_view.round
        assert ended is not None
        if isinstance(ended, SpotHostRound):
            self.spot("", ended.options)
        elif isinstance(ended, RepetitionRound):
            self.repeat()
        elif isinstance(ended, OwnRound):
            self._ask(0, lambda: ended.again)
        else:
            self.start(ended.lesson, ended.exercise)

    def _on_next(self) -> None:
        ended = self.question_view.round
        if ended is not None and (following := self._next_of(ended)):
            self.lesson_view.show_lesson(following[0])
            self.start(*following)

    def _next_of(self, ended: ExerciseRound) -> tuple[Lesson, Exercise] | None:
        """Return the next exercise of the course, or None."""
        every = [(each, one) for each in self._course.lessons for one in each.exercises]
        if isinstance(ended, SpotHostRound | OwnRound | RepetitionRound):
            return None
        at = every.index((ended.lesson, ended.exercise)) + 1
        return every[at] if at < len(every) else None

    def _on_example(self, base: str, text: str) -> None:
        resolve, inspect = self.resolve_requested.emit, self.inspect_requested.emit
        resolve(base, text, "2005") if base else inspect(text, "")

    def _open_question(self, question: Question) -> None:
        """Open the question in the workspace that shows its answer."""
        given, key = question.given, question.key
        edition = given.get("edition", "2005")
        if question.kind == "base":
            page = PageBase(**given)
            self.resolve_requested.emit(page.key or given["url"], page.link, "2005")
        elif question.kind == "relative":
            self.resolve_requested.emit(given["base"], "" if key == EMPTY else key, edition)
        elif "reference" in given:
            self.resolve_requested.emit(given["base"], given["reference"], edition)
        elif question.kind == "rung":
            self.compare_requested.emit(given["a"], given["b"], edition)
        else:
            text = key if question.kind == "encode" else given.get("text", key)
            self.inspect_requested.emit(text, given.get("base", ""))

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Move the focus on from a visible widget.

        Qt also calls this when it hides the focused widget, and would focus the next one; a screen
        reader would announce that before the page has set the focus. So for a hidden widget the
        page waits, and moves the focus on only if nothing has taken it.
        """
        holder = QApplication.focusWidget()
        if holder is None or holder.isVisible() or not self.isAncestorOf(holder):
            return super().focusNextPrevChild(is_next)
        QTimer.singleShot(0, self, self._move_focus_on)
        return True

    def _move_focus_on(self) -> None:
        holder = QApplication.focusWidget()
        if holder is not None and not holder.isVisible() and self.isAncestorOf(holder):
            super().focusNextPrevChild(True)
