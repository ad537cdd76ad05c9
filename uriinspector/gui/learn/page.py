"""The page of lessons, rounds of questions, and teachers' packs with their students."""

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QFileDialog, QWidget

from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple
from uriinspector.export.judged_answers import PackQuestions, judged_rows, pack_table
from uriinspector.export.language import speaking
from uriinspector.export.sheet_forms import WITH, SheetForm, answers_as_csv
from uriinspector.export.sheet_page import as_result_pages, student_results
from uriinspector.gui.accessibility import announce
from uriinspector.gui.inspect.card_page import CardPage
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.learn.lesson_view import DueQuestions, LessonView, due_words
from uriinspector.gui.learn.progress_rows import DONE, WRONG, LinedRow, RowsCard, RowStack, Sign
from uriinspector.gui.learn.question_view import (
    DUE,
    SPOT,
    LeftRound,
    LeftRounds,
    QuestionView,
    RoundCard,
    key_of,
    score_words,
)
from uriinspector.gui.learn.sentences import is_of_class, round_words
from uriinspector.gui.storage.learning_record import LearningRecord
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.storage.settings import Settings
from uriinspector.gui.text.pieces import buddy, plain_label, visible
from uriinspector.gui.text.translation import language, say, say_count
from uriinspector.gui.theme import ZOOMS, pixels
from uriinspector.gui.transfer.exporter import ask_for_file
from uriinspector.gui.transfer.incoming import is_remote
from uriinspector.gui.transfer.small_files import OpenedPack, open_pack
from uriinspector.gui.widgets.cards import button, card, chooser, line_edit, scrolled
from uriinspector.gui.widgets.layouts import NO_MARGINS, column_of, fields, row, stack_of, stretched
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip
from uriinspector.lessons import exercise_round
from uriinspector.lessons.draw import code_of
from uriinspector.lessons.exercise_round import (
    CheckedAnswer,
    ExerciseRound,
    OwnRound,
    PackRound,
    given_answers,
    item_of,
    pack_round,
)
from uriinspector.lessons.hints import Hint
from uriinspector.lessons.kinds.written_references import reference_of
from uriinspector.lessons.lesson import Exercise, Lesson, course
from uriinspector.lessons.mistakes.page_bases import PageBase
from uriinspector.lessons.pack import (
    AFTER_THE_DEADLINE,
    AT_ONCE,
    Pack,
    Sheet,
    lesson_pack,
    sheet_of,
)
from uriinspector.lessons.question import NoQuestionError, Question
from uriinspector.lessons.repetition import RepetitionRound, begun_round, exercises
from uriinspector.lessons.score import AMONG, WANTED, Attempt, is_done
from uriinspector.lessons.spot_the_host import (
    ANY,
    TITLE,
    WAYS,
    SpotHostRound,
    SpotOptions,
    SpotResult,
    TrickResult,
    spot_code,
    spot_host,
)
from uriinspector.lessons.tricks import TITLES


class ClassZoom:
    """Switches to the maximum zoom for a class, and back; neither change is stored."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.before = 0  # the zoom to restore; 0 if there is none

    def use(self, *, is_on: bool) -> None:
        """Switch to the maximum zoom, or back."""
        if is_on and not self.before:
            self.before = self._settings["zoom"]
            self._settings.set("zoom", ZOOMS[-1], keep=False)
        elif self.before and not is_on:
            self._settings.set("zoom", self.before, keep=False)
            self.before = 0


class RoundKeeper:
    """Keeps the current and interrupted rounds; ``show`` shows the question view."""

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
        """Start a round; an unfinished round of the same exercise is dropped."""
        self.put_aside()
        self.left.drop(key_of(asking))
        self._zoom.use(is_on=is_of_class(asking))
        self._view.start(asking, hints)
        self._show()
        self._view.take_focus()  # not possible while it was hidden

    def go_on(self, key: str, *, is_known: bool = True) -> bool:
        """Continue an unfinished round; return False if there is none.

        If its question has been answered, the next one is asked. A round whose answers were
        cleared (``is_known`` is False) is dropped.
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
        """Put the current round aside until ``resume``; return False if there is none."""
        asking = self._view.round
        is_open = asking is not None and not asking.is_over
        self._interrupted = key_of(asking) if asking is not None and is_open else ""
        self.put_aside()
        return is_open

    def resume(self) -> bool:
        """Resume the interrupted round where it left off; return False if there is none."""
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
    "20 links, one after another. 8 of them are legitimate, although some of these 8 look odd. "
    "Wrong answers about legitimate links are counted separately."
)
SHARED = "The same code and the same choice of links always give the same round."
CLASS = (
    "For use in class, shown at 200%. Keys 1 to 4 enter the answer of the class; Space shows the "
    "right answer. No answers are kept."
)
WIDEST = 640  # before zoom


class LeavableView(QWidget):
    """A view that Esc closes."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("page")
        self.back = button(say("Back to the lesson"), self.left.emit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class SpotStart(LeavableView):
    """The view that starts a round of Spot the host, with its options."""

    started = Signal(str, object)  # the typed code, or "", and SpotOptions
    resumed = Signal()  # to continue the unfinished round

    def __init__(self) -> None:
        super().__init__()
        tricks = {"": say("All of them")} | {name: say(title) for name, title in TITLES.items()}
        self.trick = chooser(say("Links to practice with"), tricks)
        self.way = chooser(say("Question"), {name: say(title) for name, title in WAYS.items()})
        self.code = line_edit(say("Code of a round of Spot the host, optional"), "7K3-F2Q")
        self.code.setAccessibleDescription(say(SHARED))
        self.colors = QCheckBox(say("Color the components before the question is answered"))
        self.for_class = QCheckBox(say("For a class"))
        self.for_class.setAccessibleDescription(say(CLASS))
        self.start = button(say("Start"), self._on_start)
        self.resume = button("", self.resumed.emit)
        words = say("Your question is kept, but not counted. Press Esc to return to it.")
        self.notice = plain_label(words, role="quiet")
        self._lay_out()

    def show_options(
        self, options: SpotOptions, *, is_question: bool = False, begun: ExerciseRound | None = None
    ) -> None:
        """Show options, and buttons for rounds that can be resumed."""
        self.notice.setVisible(is_question)
        back = say("Back to the question") if is_question else say("Back to the lesson")
        self.back.setText(back)
        self.resume.setVisible(begun is not None)
        if begun is not None:
            number, count = len(begun.results) + 1, begun.count
            self.resume.setText(say("Continue at {number} of {count}", number=number, count=count))
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
        """Start on Enter, wherever the focus is."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            (self.resume.click if self.resume.hasFocus() else self._on_start)()
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
                    (buddy(say("Links to practice with"), self.trick), self.trick),
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
    """Return the number of false alarms, and the median time, which is not part of the points."""
    words = say(
        "Wrong answers about legitimate links: {count} of {honest}.",
        count=result.false_alarms,
        honest=result.honest,
    )
    if result.seconds is None:
        return words
    return f"{words} {say('Median time: {seconds} s.', seconds=round(result.seconds))}"


class TrickCard(RowsCard):
    """The results by trick; tricks with wrong answers come first."""

    trick_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__(say("By kind of link"))
        self.hide()

    def show_result(self, result: SpotResult) -> None:
        rows = sorted(result.tricks, key=lambda each: each.right == each.asked)
        self.stack.show_rows(self._row(each) for each in rows)
        self.setVisible(bool(rows))

    def _row(self, result: TrickResult) -> QWidget:
        is_seen = result.right == result.asked
        title = say(TITLES[result.trick])
        score = say("{right} of {asked}", right=result.right, asked=result.asked)
        sign = Sign(DONE if is_seen else WRONG, 16)
        sign.setAccessibleName(say("all correct") if is_seen else say("not all correct"))
        practice = button(say("Practice"), partial(self.trick_requested.emit, result.trick))
        practice.setAccessibleName(f"{practice.text()}: {title}")
        practice.setAccessibleDescription(score)
        count = plain_label(score, wraps=False)
        line = LinedRow(sign, stretched(plain_label(title)), count, practice, spacing=12)
        practice.setVisible(not is_seen)
        line.setAccessibleName(f"{title}: {score}")
        return line


class RoundEnd(LeavableView):
    """The summary of a round."""

    again_requested = Signal()
    next_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = plain_label(role="quiet")
        self.score = plain_label(role="headline")
        self.words = plain_label()
        self.results = RoundCard(say("Your answers"))
        self.tricks = TrickCard()
        self.again = button(say("Another round"), self.again_requested.emit)
        self.next = button(say("Next exercise"), self.next_requested.emit)
        buttons = row(self.next, self.again, self.back, None)
        score = card(self.title, self.score, self.words, buttons)
        scrolled(self, score, self.tricks, self.results, None)

    def show_round(self, ended: ExerciseRound, *, has_next: bool, due: int) -> None:
        """Show the summary of a round; ``due`` is the number of questions still due."""
        self._show_tricks(ended)
        outcomes = [*ended.before, *(each.outcome for each in ended.results)]
        is_repetition = isinstance(ended, RepetitionRound)
        titles = round_words(ended)
        self.title.setText(titles[0] if is_repetition else " · ".join(titles))
        self.score.setText(_headline(ended))
        if isinstance(ended, SpotHostRound):
            words = summary_words(ended.result())
        elif isinstance(ended, OwnRound):
            words = say(
                "These questions were about text you entered yourself. No answers were kept."
            )
        elif is_repetition:
            words = say("Still due today: {count}.", count=due) if due else due_words(0)
        elif is_done(outcomes):
            words = say("This exercise is done.")
        else:
            words = say(
                "Done when {wanted} of the last {among} questions are answered correctly on the "
                "first try.",
                wanted=WANTED,
                among=AMONG,
            )
        counting = say("First try: 1 point. With a hint or on the second try: ½. Answer shown: 0.")
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
        """Show results by trick after Spot the host; hide the list of answers from a class."""
        self.tricks.hide()
        if isinstance(ended, SpotHostRound):
            self.tricks.show_result(ended.result())
        self.results.setVisible(not is_of_class(ended))


def _headline(ended: ExerciseRound) -> str:
    """Return the points or, for a class, the number of right answers."""
    if not (isinstance(ended, SpotHostRound) and ended.options.is_class):
        return say("Points: {score}", score=score_words(ended.results))
    result = ended.result()
    if not result.asked:
        return say("All answers were shown")
    return say("Correct: {right} of {asked}", right=result.right, asked=result.asked)


LONGEST_NAME = 200
# Maximum number of questions drawn without a worker.
AT_ONCE_DRAWN = 10


class DrawnSheet(NamedTuple):
    """The questions of a student, or an item from which no question can be drawn."""

    sheet: Sheet | None
    fault: str = ""


def drawn_sheet(asked: tuple[Pack, str]) -> DrawnSheet:
    try:
        return DrawnSheet(sheet_of(*asked))
    except NoQuestionError as fault:
        return DrawnSheet(None, str(fault))


def has_reasons(pack: Pack, now: datetime) -> bool:
    """Return True if reasons are shown right after each answer."""
    return pack.reasons == AT_ONCE or (pack.reasons == AFTER_THE_DEADLINE and is_over(pack, now))


def is_over(pack: Pack, now: datetime) -> bool:
    """Return True if the pack's deadline, if any, has passed; ``now`` has a time zone."""
    due = pack.due
    if isinstance(due, datetime):
        return now >= (due if due.tzinfo else due.replace(tzinfo=now.tzinfo))
    return isinstance(due, date) and now.date() > due


class PackView(LeavableView):
    """The open pack, or the reason why it cannot be used."""

    start_requested = Signal(object, bool)  # a Sheet; True to start at the first question
    hand_in_requested = Signal(object, bool)  # a Sheet; True for a page with the results
    other_requested = Signal()
    sheets_requested = Signal()

    def __init__(self, record: LearningRecord) -> None:
        super().__init__()
        self._record = record
        self.opened: OpenedPack | None = None
        self.sheet: Sheet | None = None
        self.job = LatestJob(drawn_sheet, self, self._on_drawn)
        self.title = plain_label(role="headline")
        self.facts = plain_label()
        self.faults = RowStack(spacing=4)
        self.student = line_edit(
            say("Your name or code"), say("As it appears on your teacher's list")
        )
        self.student.setMaxLength(LONGEST_NAME)
        self.student.returnPressed.connect(self.start)
        self.student.textChanged.connect(self._forget)
        self.progress = plain_label()
        self.begin = button(say("Start"), self.start)
        self.again = button(say("Answer again"), lambda: self._begin(again=True))
        words = say("Save your answers as a file for the teacher")
        self.hand_in = button(say("Hand in…"), lambda: self._on_hand_in(as_page=False), does=words)
        words = say("Save your results as a web page")
        self.results = button(
            say("Results as a web page…"), lambda: self._on_hand_in(as_page=True), does=words
        )
        self.other = button(say("Open a teacher's pack…"), self.other_requested.emit)
        self.sheets = button(say("Sheets for a class…"), self.sheets_requested.emit)
        self.note = plain_label(say(NOTE), role="quiet")
        self._lay_out()

    def show_pack(self, opened: OpenedPack) -> None:
        self.opened, self.sheet = opened, None
        pack = opened.pack
        self.title.setText(visible(pack.title) if pack else say("The pack cannot be used"))
        self.facts.setText(_facts(pack) if pack else opened.name)
        self.faults.show_rows(plain_label(text) for text in opened.problems)
        for each in (self.asking, self.sheets):
            each.setVisible(pack is not None)
        self._forget()
        announce(" ".join((self.title.text(), self.facts.text(), *opened.problems)))

    def show_sheet(self, sheet: Sheet) -> None:
        """Show the progress of a student."""
        self.sheet = sheet
        count, done = len(sheet.rows), len(given_answers(sheet, self._record.answers))
        words = say("{done} of {count} questions answered", done=done, count=count)
        code = say("code of the questions: {code}", code=sheet.code)
        self.progress.setText(f"{words} · {code}")
        is_open = done < count
        is_silent = not has_reasons(sheet.pack, now())
        self.begin.setText(say("Continue") if done else say("Start"))
        self.begin.setVisible(is_open or not done)
        self.again.setVisible(is_silent and not is_open)
        self.hand_in.setVisible(done > 0)
        self.results.setVisible(done > 0 and not is_silent)
        self._show_buttons()
        announce(self.progress.text())

    def take_focus(self) -> None:
        """Focus the name, or the next button to press."""
        if self.opened is None or self.opened.pack is None:
            self.other.setFocus()
        elif self.sheet is None:
            self.student.setFocus()
            self.student.selectAll()
        else:
            (self.begin if self.begin.isVisibleTo(self) else self.hand_in).setFocus()

    def start(self) -> None:
        """Ask the first open question."""
        self._begin(again=False)

    def _begin(self, *, again: bool) -> None:
        pack = self.opened.pack if self.opened else None
        name = self.student.text().strip()
        if pack is None:
            return
        if not name:
            self.progress.setText(say("Type your name or code first."))
            self.progress.show()
            self.student.setFocus()
            announce(self.progress.text(), is_urgent=True)
        elif self.sheet is not None:
            self.start_requested.emit(self.sheet, again)
        else:
            self.progress.setText(say("Selecting the questions…"))
            self.progress.show()
            self.job.ask((pack, name), is_long=pack.question_count > AT_ONCE_DRAWN)

    def _on_drawn(self, drawn: DrawnSheet) -> None:
        if drawn.sheet is not None:
            self.show_sheet(drawn.sheet)
            if self.begin.isVisibleTo(self):
                self.start_requested.emit(drawn.sheet, False)
            else:
                self.take_focus()
            return
        words = say("No question can be drawn from this item: {item}", item=visible(drawn.fault))
        self.progress.setText(words)
        announce(words, is_urgent=True)

    def _forget(self) -> None:
        """Reset the questions when the student's name changes."""
        self.sheet = None
        self.progress.setText("")
        self.begin.setText(say("Start"))
        self.begin.show()
        for each in (self.again, self.hand_in, self.results):
            each.hide()
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.progress.setVisible(bool(self.progress.text()))
        self.note.setVisible(self.hand_in.isVisibleTo(self))

    def _on_hand_in(self, *, as_page: bool) -> None:
        if self.sheet is not None:
            self.hand_in_requested.emit(self.sheet, as_page)

    def _lay_out(self) -> None:
        self.asking = QWidget()
        label = plain_label(say("Your name or code"), role="quiet")
        label.setBuddy(self.student)
        self.student.setMinimumHeight(pixels(30))
        column_of(
            label,
            self.student,
            row(self.begin, self.again, self.hand_in, self.results, None),
            self.progress,
            self.note,
            into=self.asking,
            margins=NO_MARGINS,
            spacing=8,
        )
        pack = card(self.title, self.facts, self.faults, self.asking)
        scrolled(self, pack, row(self.sheets, self.other, self.back, None), None)


def now() -> datetime:
    return datetime.now().astimezone()


def _facts(pack: Pack) -> str:
    facts = [
        say("{code}, version {version}", code=visible(pack.code), version=pack.version),
        say_count(pack.question_count, "1 question", "{count} questions"),
        say_count(pack.tries, "1 try each", "{count} tries each")
        if pack.tries
        else say("until the answer is correct"),
    ]
    if pack.due is not None:
        facts.append(say("due: {when}", when=pack.due_text))
    if not has_reasons(pack, now()):
        facts[2] = say("correct answers are not shown right away")
    return " · ".join(facts)


NOTE = (
    "The file contains your name, answers, tries and hints, but no marks. It is not sent "
    "anywhere: give it to your teacher."
)

LONGEST = 80


def ask_for_pack(parent: QWidget) -> str:
    title = say("Open a teacher's pack")
    return QFileDialog.getOpenFileName(parent, title, "", "*.toml")[0]


def file_name(sheet: Sheet) -> str:
    """Return a file name for a student, made up of letters and digits."""
    words = re.findall(r"\w+", f"{sheet.pack.title} {sheet.student}")
    return " ".join(words)[:LONGEST].strip() or sheet.code


def result_page(sheet: Sheet, answers: Mapping[int, Attempt]) -> Iterator[str]:
    """Return the judged answers of a student as an HTML page."""
    questions = PackQuestions(sheet.pack)
    table = pack_table("".join(answers_as_csv(sheet, answers, SheetForm())))
    rows = list(judged_rows(table, questions))
    form = SheetForm(WITH, speaking(language()), has_names=True)
    yield from as_result_pages(sheet.pack, student_results(questions.sheets, rows), form)


def hand_in(
    place: str,
    sheet: Sheet,
    attempts_of: Callable[[str], Sequence[Attempt]],
    *,
    as_page: bool = False,
) -> Notice | None:
    """Write the answers, or a page with results; return None if no place was chosen."""
    if not place:
        return None
    if is_remote(place):
        return Notice(say("The program never writes to network locations."), "medium")
    answers = given_answers(sheet, attempts_of)
    try:
        with replacing(Path(place), mode=0o600) as file:
            lines = answers_as_csv(sheet, answers, SheetForm())
            for line in result_page(sheet, answers) if as_page else lines:
                file.write(line.encode("utf-8", "backslashreplace"))
    except OSError as error:
        why = error.strerror or ""
        return Notice(say("Cannot write the file: {why}", why=why), "medium")
    return Notice(say("Saved. Give this file to your teacher: {file}", file=Path(place).name))


def show_class_sheets(parent: QWidget, lesson: Lesson, opened: OpenedPack | None) -> None:
    """Open the dialog for sheets, whose modules are loaded on first use."""
    from uriinspector.gui.sheets import ClassSheets

    pack = opened.pack if opened is not None else None
    pack = pack or lesson_pack(lesson.code)
    if pack is not None:
        ClassSheets(parent, pack).open()


class LearnState(NamedTuple):
    """The state of the page that survives a language change."""

    lesson: int
    round: ExerciseRound | None
    pack: OpenedPack | None = None
    student: str = ""
    zoom: int = 0  # the zoom to restore after a class; 0 if there is none
    hints: tuple[Hint, ...] = ()  # for the open question
    left: tuple[LeftRound, ...] = ()


def new_code(profile: Profile) -> str:
    """Return a random code or, if nothing is stored (as for screenshots), a fixed one."""
    return code_of(secrets.token_hex(16) if profile.learning_file is not None else "example")


def learner_code(profile: Profile) -> str:
    """Return the learner's code, chosen at random on first use."""
    if not profile.settings["learner"]:
        profile.settings.set("learner", new_code(profile))
    return str(profile.settings["learner"])


STAYS = "Your answers stay on this computer."
NOTHING_TO_ASK = "There are no questions about this."
RESERVED = "All names and addresses are reserved for examples."


class LearnPage(CardPage):
    """The workspace: a lesson, a question, the summary of a round, or a pack."""

    described = Signal(str)
    inspect_requested = Signal(str, str)  # a link and its base, or ""
    resolve_requested = Signal(str, str, str)  # base, reference, edition
    compare_requested = Signal(str, str, str)  # two texts, edition

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self._profile = profile
        self._course = course()
        self.record = profile.learning
        self.lesson_view = LessonView(self._course, self.record)
        self.lesson_view.learner = learner_code(self._profile)
        self.due_key = ""  # the shortcut shown in the menu
        self._spot_options = ANY
        self._class_zoom = ClassZoom(profile.settings)
        self._due = DueQuestions(profile)
        self.question_view = QuestionView()
        self._rounds = rounds = RoundKeeper(
            self.question_view, self._class_zoom, lambda: self._show(self.question_view)
        )
        self.lesson_view.is_left = lambda item: rounds.begun(item) is not None
        self.round_end = RoundEnd()
        self.pack_view = PackView(self.record)
        self.ask_for_pack: Callable[[QWidget], str] = ask_for_pack
        self.ask_where: Callable[[str, str, str], str] = ask_for_file
        self.spot_start = SpotStart()
        self.strip = NoticeStrip()
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
        """Show a view named on the command line, for the lesson with this number."""
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
        """Continue the unfinished round of an exercise, or start a round."""
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
            self.strip.show_notice(Notice(words, "medium"))
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
            self.strip.show_notice(Notice(self._due.reason()))
            return
        if not self._rounds.go_on(DUE):
            self._rounds.ask(self._due.round_of(due, learner_code(self._profile)))

    def ask_link(self, text: str, base: str, edition: str) -> None:
        self._ask(exercise_round.link_round, text, base, edition)

    def open_pack(self, path: str = "") -> None:
        """Open a teacher's pack; if no path is given, ask for one."""
        path = path or self.ask_for_pack(self)
        if path:
            self._show(self.pack_view)
            self.pack_view.show_pack(open_pack(path))
            self.pack_view.take_focus()

    def make_sheets(self) -> None:
        """Open the dialog for sheets of the shown pack or, if there is none, of the lesson."""
        opened = self.pack_view.opened if self.stack.currentWidget() is self.pack_view else None
        show_class_sheets(self, self.lesson_view.lesson, opened)

    def ask_pair(self, base: str, reference: str, edition: str) -> None:
        self._ask(exercise_round.resolved_round, base, reference, edition)

    def ask_compared(self, a: str, b: str, edition: str) -> None:
        self._ask(exercise_round.compared_round, a, b, edition)

    def _ask(
        self, make: Callable[[str, str, str], OwnRound | None], one: str, other: str, edition: str
    ) -> None:
        """Start a round about the user's own texts, or report why that is not possible."""
        is_long = len(one) + len(other) > exercise_round.LONGEST
        asked = None if is_long else make(one, other, edition)
        if asked is None:
            words = say("This text is too long for a question.") if is_long else say(NOTHING_TO_ASK)
            self.strip.show_notice(Notice(words, "medium"))
        else:
            self._go_on_or_ask(asked)

    def _go_on_or_ask(self, asked: ExerciseRound) -> None:
        """Continue the unfinished round with the same key, or start this one."""
        if not self._rounds.go_on(key_of(asked)):
            self._rounds.ask(asked)

    def page_state(self) -> LearnState:
        """Return the state that survives a language change."""
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
        return not self.lesson_view.example.job.is_busy

    def showEvent(self, event: QShowEvent) -> None:
        """Update the status bar and the due questions, and focus the exercises."""
        super().showEvent(event)
        self._describe()
        self.show_due()  # a new day may have begun
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
        self.round_end.left.connect(self.show_lesson)

    def _on_answered(self, checked: CheckedAnswer, seconds: int) -> None:
        """Store an answer immediately, in case the program is killed."""
        asking = self.question_view.round
        assert asking is not None
        if isinstance(asking, OwnRound) or is_of_class(asking):
            return
        attempt = asking.attempt(checked, self.record.minute(), seconds)
        self.record.add([attempt], keep=self._profile.settings["keep_answers"])
        if self.record.problem:
            self.strip.show_notice(Notice(say(self.record.problem), "medium"))

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
        shows_reasons = has_reasons(sheet.pack, now())
        asked = pack_round(sheet, self.record.answers, has_reasons=shows_reasons, again=again)
        if again:
            self._rounds.ask(asked)
        else:
            self._go_on_or_ask(asked)

    def _on_left(self) -> None:
        """Leave a question, and return to the view of the pack or lesson."""
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
        """Write the answers, or a page of results, to a file; nothing is sent."""
        title, ending = (say("Results"), "html") if as_page else (say("Hand in"), "csv")
        place = self.ask_where(title, file_name(sheet), ending)
        words = hand_in(place, sheet, self.record.answers, as_page=as_page)
        if words:
            self.strip.show_notice(words)

    def _on_again(self) -> None:
        ended = self.question_view.round
        assert ended is not None
        if isinstance(ended, SpotHostRound):
            self.spot("", ended.options)
        elif isinstance(ended, RepetitionRound):
            self.repeat()
        elif isinstance(ended, OwnRound):
            self._go_on_or_ask(ended.again)
        else:
            self.start(ended.lesson, ended.exercise)

    def _on_next(self) -> None:
        ended = self.question_view.round
        if ended is not None and (following := self._next_of(ended)):
            self.lesson_view.show_lesson(following[0])
            self.start(*following)

    def _next_of(self, ended: ExerciseRound) -> tuple[Lesson, Exercise] | None:
        """Return the exercise after this one in the course, or None."""
        every = list(exercises().values())
        if isinstance(ended, SpotHostRound | OwnRound | RepetitionRound):
            return None
        at = every.index((ended.lesson, ended.exercise)) + 1
        return every[at] if at < len(every) else None

    def _on_example(self, base: str, text: str) -> None:
        resolve, inspect = self.resolve_requested.emit, self.inspect_requested.emit
        resolve(base, text, "2005") if base else inspect(text, "")

    def _open_question(self, question: Question) -> None:
        """Open a question in the workspace that shows its answer."""
        given, key, edition = question.given, question.key, question.edition
        if question.kind == "base":
            page = PageBase(**given)
            self.resolve_requested.emit(page.key or given["url"], page.link, "2005")
        elif question.kind == "relative":
            self.resolve_requested.emit(given["base"], reference_of(key), edition)
        elif "reference" in given:
            self.resolve_requested.emit(given["base"], given["reference"], edition)
        elif question.kind == "rung":
            self.compare_requested.emit(given["a"], given["b"], edition)
        else:
            text = key if question.kind == "encode" else given.get("text", key)
            self.inspect_requested.emit(text, given.get("base", ""))

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Move the focus only from a visible widget.

        Qt also calls this when it hides the focused widget, and would focus the next one; a
        screen reader would announce that before the page has set the focus. So if the
        focused widget is hidden, the page waits, and moves the focus only if nothing else
        has taken it.
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
