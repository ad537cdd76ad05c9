"""The view of a lesson: its text, example, exercises and mistakes."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QSizePolicy, QWidget

from uriinspector.core.model import NamedTuple, Part
from uriinspector.gui.learn.given_texts import LiveExample
from uriinspector.gui.learn.progress_rows import (
    COLORS,
    DONE,
    EMPTY,
    HALF,
    CiteLine,
    LinedRow,
    RowsCard,
    Sign,
    sign_words,
    thin_bar,
)
from uriinspector.gui.learn.sentences import (
    AnswerText,
    form_words,
    lesson_runs,
    numbered_title,
    spoken,
)
from uriinspector.gui.storage.learning_record import LearningRecord
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.text.paragraph import ParagraphLabel
from uriinspector.gui.text.pieces import plain_label, show_tip
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import icon, pixels
from uriinspector.gui.widgets.cards import (
    GAP,
    CardFrame,
    DisclosureButton,
    button,
    card,
    chooser,
    explain,
    scrolled,
)
from uriinspector.gui.widgets.layouts import (
    NO_MARGINS,
    Content,
    TurningLayout,
    column_of,
    row,
    stretched,
)
from uriinspector.gui.widgets.view_parts import Fitted, Restyled
from uriinspector.lessons.exercise_round import item_of
from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.lesson import ROUND, Course, Exercise, Lesson
from uriinspector.lessons.mistake import Mistake, allowed_answers
from uriinspector.lessons.question import Question
from uriinspector.lessons.repetition import (
    MOST_AT_ONCE,
    DueSkill,
    RepetitionRound,
    answered_in_round,
    exercises,
    repetition_round,
)
from uriinspector.lessons.score import (
    QuestionOutcome,
    is_done,
    level_after,
    points_of,
    written_points,
)
from uriinspector.lessons.wrong_answers import answers_of, family_of

ROW = 32  # before zoom
INDENT = "\u2007\u2007  "  # of the second line: two digits and a space
TITLE_MARGIN = 48  # icon of a lesson, and space around its title


class CourseOutline(Fitted, Restyled, CardFrame):
    """The list of lessons, one of which is open."""

    last_attribute = "list"

    lesson_chosen = Signal(int)
    lesson_entered = Signal()  # Enter on the open lesson

    def __init__(self, course: Course, *buttons: QWidget) -> None:
        """Create the list, with ``buttons`` below it."""
        super().__init__()
        self._course = course
        self._signs: list[str] = []
        self._due: Mapping[str, int] = {}
        self.bar = thin_bar()
        self.progress = plain_label(role="quiet")
        self.list = QListWidget()
        self.list.setAccessibleName(say("Lessons"))
        self.list.setObjectName("outline")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setWordWrap(False)
        font = self.list.font()
        font.setFeature(QFont.Tag("tnum"), 1)  # digits of one width
        self.list.setFont(font)
        for lesson in course.lessons:
            self.list.addItem(QListWidgetItem(numbered(lesson)))
        self.list.currentRowChanged.connect(self.lesson_chosen)
        self.list.itemActivated.connect(lambda _: self.lesson_entered.emit())
        column_of(
            plain_label(say(course.title), role="title"),
            self.bar,
            self.progress,
            stretched(self.list),
            *buttons,
            into=self,
            margins=(12, 12, 12, 12),
            spacing=8,
        )

    def show_progress(self, signs: Sequence[str], done: int, count: int) -> None:
        """Show each lesson's progress, and the number of exercises done."""
        self._signs = list(signs)
        self.bar.setRange(0, count)
        self.bar.setValue(done)
        words = say("{done} of {count} exercises done", done=done, count=count)
        self.progress.setText(words)
        self.bar.setAccessibleName(words)
        self.restyle()

    def show_due(self, counts: Mapping[str, int]) -> None:
        """Show the numbers of due questions, by lesson code."""
        self._due = counts
        self.restyle()

    def choose(self, number: int) -> None:
        """Select a lesson without emitting ``lesson_chosen``."""
        blocked = self.list.blockSignals(True)
        self.list.setCurrentRow(number)
        self.list.blockSignals(blocked)

    def restyle(self) -> None:
        side = pixels(16)
        self.list.setIconSize(QSize(side, side))
        for number, (name, lesson) in enumerate(
            zip(self._signs, self._course.lessons, strict=False)
        ):
            item, title = self.list.item(number), say(lesson.title)
            item.setIcon(icon(name, COLORS[name]))
            sign, due = sign_words(name), self._due.get(lesson.code, 0)
            words = say(
                "Lesson {number}, {title}: {sign}", number=lesson.number, title=title, sign=sign
            )
            tags = [say("{count} due", count=due)] if due else []
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join((words, *tags)))
            self._show_title(item, " \u00b7 ".join((numbered(lesson), *tags)))

    fit = restyle

    def _show_title(self, item: QListWidgetItem, title: str) -> None:
        """Show a title in one or two lines."""
        metrics = self.list.fontMetrics()
        room = self.list.viewport().width() - pixels(TITLE_MARGIN)
        first, rest = title, ""
        while metrics.horizontalAdvance(first) > room and " " in first.strip():
            first, _, word = first.rpartition(" ")
            rest = f"{word} {rest}".strip()
        elided = metrics.elidedText(f"{INDENT}{rest}", Qt.TextElideMode.ElideRight, room)
        item.setText(f"{first}\n{elided}" if rest else title)
        height = pixels(ROW) + (metrics.lineSpacing() if rest else 0)
        item.setSizeHint(QSize(0, height))


def numbered(lesson: Lesson) -> str:
    """Return the number, padded to the width of two digits, and the title."""
    return f"{lesson.number:\u2007>2}  {say(lesson.title)}"


MOST_LESSONS = 3


def due_words(count: int) -> str:
    return say("Due today: {count}", count=count) if count else say("Nothing is due today.")


class DueCard(CardFrame):
    """The card of due questions; hidden until one is scheduled."""

    repeat_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = plain_label(role="title", wraps=False)
        self.words = plain_label(role="quiet")
        self.repeat = button(say("Repeat"), self.repeat_requested.emit)
        self.key = plain_label(role="key", wraps=False)
        self.key.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        parts = (self.title, stretched(self.words), row(self.repeat, self.key, None))
        self._line = TurningLayout(*parts, margins=(16, 8, 12, 8), spacing=8)
        self.setLayout(self._line)
        self.arrange(is_flat=False)
        self.hide()

    def show_due(self, due: Sequence[DueSkill], days: int | None, key: str) -> None:
        """Show the due skills; if there are none, show that the next is due in ``days`` days."""
        self.title.setText(due_words(len(due)))
        self.words.setText(_lessons(due) if due else _later(days or 1))
        self.key.setText(key)
        self.repeat.setVisible(bool(due))
        self.key.setVisible(bool(due and key))
        self.repeat.setAccessibleName(f"{self.title.text()}: {self.repeat.text()}")
        self.repeat.setAccessibleDescription(self.words.text())
        self.setVisible(bool(due) or days is not None)

    def arrange(self, *, is_flat: bool) -> None:
        """Lay the card out in a row, to save height, or in a column."""
        self._line.turn(is_wide=is_flat)


def _lessons(due: Sequence[DueSkill]) -> str:
    """Return the lessons with the most due questions."""
    counts = Counter(each.skill.lesson.title for each in due).most_common()
    rows = [say("{title}: {count}", title=say(title), count=n) for title, n in counts]
    others = sum(count for _, count in counts[MOST_LESSONS:])
    rows[MOST_LESSONS:] = [say("other lessons: {count}", count=others)] if others else []
    words = " · ".join(rows)
    if len(due) <= MOST_AT_ONCE:
        return words
    rounds = say("A round asks {count} of the due questions, the oldest first.", count=MOST_AT_ONCE)
    return f"{words}. {rounds}"


def _later(days: int) -> str:
    return say_count(
        days, "The next question is due tomorrow.", "The next question is due in {count} days."
    )


class DueQuestions:
    """The questions that are due, unless the settings disable them."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    @property
    def _is_on(self) -> bool:
        return bool(self._profile.settings["due"])

    def skills(self) -> list[DueSkill]:
        """Return the due skills, longest overdue first."""
        return self._profile.learning.due() if self._is_on else []

    def days_to_next(self) -> int | None:
        """Return the number of days until the next question is due; None if none is scheduled."""
        return self._profile.learning.days_to_next() if self._is_on else None

    def reason(self) -> str:
        """Return why there is nothing to ask."""
        return due_words(0) if self._is_on else say("Due questions are turned off in Settings.")

    def round_of(self, due: Sequence[DueSkill], learner: str) -> RepetitionRound:
        """Return a round of due questions, at the levels that their exercises have reached."""
        skills = [each.skill for each in due]
        items = {item_of(each.lesson, each.exercise) for each in skills}
        items |= {each.name for each in skills}
        outcomes = {item: self._profile.learning.outcomes(item) for item in items}
        return repetition_round(due, learner, outcomes)


class ExerciseProgress(NamedTuple):
    """An exercise, and the outcomes of its questions."""

    exercise: Exercise
    outcomes: Sequence[QuestionOutcome]
    answered: int = 0  # number of questions answered in the current round
    is_left: bool = False  # a question is still open

    @property
    def sign(self) -> str:
        """Return the icon for done, started or not started."""
        if is_done(self.outcomes):
            return DONE
        return HALF if self.outcomes else EMPTY

    @property
    def score(self) -> str:
        """Return the points and the number of questions, or ""."""
        if not self.outcomes:
            return ""
        points = written_points(points_of(self.outcomes))
        return say("{points} of {count}", points=points, count=len(self.outcomes))

    @property
    def words(self) -> str:
        """Return the label of the button that starts or continues a round."""
        if self.answered or self.is_left:
            return say("Continue")
        return say("Another round") if self.outcomes else say("Start")

    @property
    def place(self) -> str:
        """Return where the round will continue, or ""."""
        if not (self.answered or self.is_left):
            return ""
        return say("next: question {number} of {count}", number=self.answered + 1, count=ROUND)


class ExerciseList(RowsCard):
    """A row for each exercise."""

    exercise_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(say("Exercises"))
        self.buttons: list[QPushButton] = []
        self._progress: Sequence[ExerciseProgress] = ()
        self.column.addStretch(1)

    def show_exercises(self, exercises: Sequence[ExerciseProgress], learner: str) -> None:
        """Show exercises, and the code that determines their questions."""
        self.show_aside(say("your own questions: {code}", code=learner))
        self.buttons = []
        self._progress = exercises
        self.stack.show_rows([self._row(each) for each in exercises])

    def take_focus(self) -> None:
        """Focus the button of the round to continue, or of the first unfinished exercise."""
        begun = [n for n, each in enumerate(self._progress) if each.place]
        open_ones = [n for n, each in enumerate(self._progress) if each.sign != DONE]
        if self.buttons:
            self.buttons[(begun or open_ones or [0])[0]].setFocus()

    def _row(self, progress: ExerciseProgress) -> QWidget:
        exercise, title = progress.exercise, say(progress.exercise.title)
        level = level_after(progress.outcomes, exercise.levels)
        how = [form_words(exercise.kind, exercise.form(level))]
        if exercise.levels > 1:
            how.append(say("level {level} of {count}", level=level, count=exercise.levels))
        if progress.place:
            how.append(progress.place)
        how_words = " · ".join(how)
        words = column_of(plain_label(title), plain_label(how_words, role="quiet"), spacing=2)
        score = plain_label(progress.score, wraps=False)
        name = f"{progress.words}: {title}"
        start = button(progress.words, partial(self.exercise_chosen.emit, exercise), name=name)
        about = (sign_words(progress.sign), progress.score, how_words)
        start.setAccessibleDescription(". ".join(filter(None, about)))
        self.buttons.append(start)
        sign = Sign(progress.sign)
        return LinedRow(sign, stretched(words), score, start, height=8, spacing=12)


class MistakeExample(NamedTuple):
    """A mistake, and the wrong answer that it leads to for the lesson's example."""

    mistake: Mistake
    question: Question
    answer: str


def mistake_examples(lesson: Lesson) -> list[MistakeExample]:
    """Return the mistakes that can be made on a lesson's example."""
    examples = (_example(lesson, code) for code in lesson.about)
    return [each for each in examples if each is not None and not _is_right_elsewhere(lesson, each)]


def _is_right_elsewhere(lesson: Lesson, example: MistakeExample) -> bool:
    """Return True if the answer is right in any edition that the lesson asks about."""
    return example.question.kind == "target" and any(
        example.answer in allowed_answers(*lesson.example, year) for year in _years(lesson)
    )


def _example(lesson: Lesson, code: str) -> MistakeExample | None:
    for question in _questions(lesson):
        rows = [each for each in family_of(question).mistakes if each.code == code]
        answers = answers_of(rows, question)
        if answers:
            return MistakeExample(answers[0].mistake, question, answers[0].text)
    return None


def _questions(lesson: Lesson) -> Iterator[Question]:
    """Yield the questions about a lesson's example."""
    base, text = lesson.example
    given, kinds = {"text": text, "base": base}, {each.kind for each in lesson.exercises}
    for year in dict.fromkeys(("2005", *_years(lesson))) if base else ():
        yield KINDS["target"].question({"base": base, "reference": text, "edition": year})
    for kind in ("where",) if base else ("where", "site"):
        if base or kind in kinds:
            yield KINDS[kind].question(given)
    for part in Part if "mark" in kinds and not base else ():
        yield KINDS["mark"].question({**given, "part": part})


def _years(lesson: Lesson) -> list[str]:
    """Return the editions for which the lesson asks about targets."""
    return [each.wishes.edition for each in lesson.exercises if each.kind == "target"]


class LessonMistakes(RowsCard):
    """The wrong answers to the lesson's example, one for each mistake."""

    def __init__(self) -> None:
        super().__init__(say("Wrong answers to the example"))
        self._lesson: Lesson | None = None
        self._counts: Counter[str] = Counter()
        self.switch = DisclosureButton()
        self.switch.clicked.connect(self._show)
        show_tip(self.switch, say("Show which mistakes give which wrong answers to the example"))
        self.column.insertLayout(1, row(self.switch, None))
        self.column.addStretch(1)

    def show_lesson(self, lesson: Lesson, counts: Counter[str]) -> None:
        """Offer the mistakes of a lesson; they are open once the user has made one."""
        if lesson != self._lesson or counts.total() > self._counts.total():
            self.switch.setChecked(counts.total() > 0)
        self._lesson, self._counts = lesson, counts
        self._show()

    def _show(self) -> None:
        examples = mistake_examples(self._lesson) if self._lesson else []
        is_open = self.switch.isChecked()
        self.switch.set_label(say("Hide answers") if is_open else say("Show answers"))
        rows = (self._row(each, self._counts[each.mistake.code]) for each in examples)
        self.stack.show_rows(rows if is_open else ())
        self.setVisible(bool(examples))

    def _row(self, example: MistakeExample, count: int) -> QWidget:
        answer = AnswerText(example.question, 13)
        answer.show_answer(example.answer)
        head: list[Content] = [stretched(answer)]
        if count:
            times = say_count(
                count, "you made this mistake once", "you made this mistake {count} times"
            )
            head.append(plain_label(times, role="warned", wraps=False))
        lines = [spoken(example.mistake.reason)]
        if example.question.kind == "mark":
            lines.insert(0, say("Asked for: {part}", part=say(example.question.given["part"])))
        labels = [plain_label(each, role="quiet") for each in lines]
        return LinedRow(stretched(column_of(row(*head), *labels, spacing=4)), height=8)


# Below these widths (before zoom), mistakes go below the exercises; the outline becomes a menu.
WIDE, MEDIUM = 1060, 700
OUTLINE, SIDE = 262, 262
NO_LIMIT = 16_777_215


class LessonView(Fitted, Restyled, QWidget):
    """The outline of lessons, and the open lesson."""

    last_attribute = "_columns"

    exercise_chosen = Signal(object, object)  # a Lesson and an Exercise
    lesson_shown = Signal(str)  # its code
    open_requested = Signal(str, str)
    pack_requested = Signal()
    sheets_requested = Signal()
    spot_requested = Signal()

    def __init__(self, course: Course, record: LearningRecord) -> None:
        super().__init__()
        self.setObjectName("page")
        self._course = course
        self._record = record
        self.learner = ""
        self.is_left: Callable[[str], bool] = lambda _item: False
        self.lesson: Lesson = course.lessons[0]
        self.outline = CourseOutline(
            course,
            button(say("Spot the host…"), self.spot_requested.emit, act="spot"),
            button(
                say("Open a teacher's pack…"),
                self.pack_requested.emit,
                does=say("Answer the questions in a teacher's file"),
            ),
            button(
                say("Sheets for a class…"),
                self.sheets_requested.emit,
                does=say("Print the questions of a pack or a lesson"),
            ),
        )
        self.menu = chooser(
            say("Lessons"), {each.code: numbered_title(each) for each in course.lessons}
        )
        self.title = plain_label(role="headline")
        self.text = ParagraphLabel()
        self._cites = CiteLine(partial(explain, self))
        self.example = LiveExample()
        self.exercises = ExerciseList()
        self.due = DueCard()
        self.mistakes = LessonMistakes()
        self._lay_out()
        self._wire()

    def show_lesson(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.title.setText(numbered_title(lesson))
        self.text.set_runs(lesson_runs(" ".join(map(say, lesson.text))))
        self._cites.show_cites(lesson.cites)
        self.example.show_example(*lesson.example)
        self.outline.choose(lesson.number - 1)
        self.menu.blockSignals(True)
        self.menu.setCurrentIndex(lesson.number - 1)
        self.menu.blockSignals(False)
        self.refresh()
        self.lesson_shown.emit(lesson.code)

    def refresh(self) -> None:
        """Update the progress and the user's mistakes."""
        lesson = self.lesson
        self.exercises.show_exercises(list(self._places(lesson)), self.learner)
        items = [item_of(*each) for each in exercises().values()]
        self.mistakes.show_lesson(lesson, self._record.mistakes(items))
        signs = [
            [progress.sign for progress in self._progress(each)] for each in self._course.lessons
        ]
        every = [sign for own in signs for sign in own]
        self.outline.show_progress(list(map(_together, signs)), every.count(DONE), len(every))

    def show_due(self, due: Sequence[DueSkill], days: int | None, key: str) -> None:
        """Show the number of due questions, in total and by lesson."""
        self.due.show_due(due, days, key)
        self.outline.show_due(Counter(each.skill.lesson.code for each in due))

    def take_focus(self, *, prefers_due: bool = False) -> None:
        """Focus the exercises, or the button for due questions."""
        if prefers_due and self.due.isVisible() and not self.due.repeat.isHidden():
            self.due.repeat.setFocus()
        else:
            self.exercises.take_focus()

    def fit(self) -> None:
        is_wide, is_medium = self.width() >= pixels(WIDE), self.width() >= pixels(MEDIUM)
        self._columns.turn(is_wide=is_wide)
        self._side.setMaximumWidth(pixels(SIDE) if is_wide else NO_LIMIT)
        self._side.setMinimumWidth(pixels(SIDE) if is_wide else 0)
        # This is not at the end of a column, where it would be overlooked.
        if is_wide or is_medium:
            (self._side_column if is_wide else self._left_column).insertWidget(0, self.due)
        else:
            self._main_column.insertWidget(1, self.due)
        self.due.arrange(is_flat=not (is_wide or is_medium))
        self.due.setMaximumWidth(pixels(OUTLINE) if is_wide or is_medium else NO_LIMIT)
        self.outline.setVisible(is_medium)
        self.outline.setFixedWidth(pixels(OUTLINE))
        self.menu.setVisible(not is_medium)

    restyle = fit

    def _progress(self, lesson: Lesson) -> list[ExerciseProgress]:
        return [
            ExerciseProgress(each, self._record.outcomes(item_of(lesson, each)))
            for each in lesson.exercises
        ]

    def _places(self, lesson: Lesson) -> Iterator[ExerciseProgress]:
        """Yield the progress of each exercise, including its place in the current round."""
        for each in self._progress(lesson):
            item = item_of(lesson, each.exercise)
            answered = answered_in_round(item, self.learner, self._record.answers(item))
            yield each._replace(answered=answered, is_left=self.is_left(item))

    def _lay_out(self) -> None:
        words = card(self.title, self.text, self._cites)
        main, inner, self._side = QWidget(), QWidget(), QWidget()
        parts = (self.menu, words, self.example, self.exercises, None)
        self._main_column = column_of(*parts, into=main, margins=NO_MARGINS, spacing=GAP)
        side = (self.due, stretched(self.mistakes))
        self._side_column = column_of(*side, into=self._side, margins=NO_MARGINS, spacing=GAP)
        self._columns = TurningLayout(stretched(main), self._side)
        scrolled(inner, stretched(self._columns), margins=(0, 8, 16, 8))
        outline = stretched(self.outline)
        self._left_column = column_of(outline, margins=(12, 8, 0, 12), spacing=GAP)
        row(self._left_column, stretched(inner), into=self, margins=NO_MARGINS, spacing=GAP)

    def _wire(self) -> None:
        self.outline.lesson_chosen.connect(self._on_lesson)
        self.outline.lesson_entered.connect(self.exercises.take_focus)
        self.menu.currentIndexChanged.connect(self._on_lesson)
        self.exercises.exercise_chosen.connect(
            lambda exercise: self.exercise_chosen.emit(self.lesson, exercise)
        )
        self.example.open_requested.connect(self.open_requested)

    def _on_lesson(self, number: int) -> None:
        if number >= 0:
            self.show_lesson(self._course.lessons[number])


def _together(signs: list[str]) -> str:
    return signs[0] if len(set(signs)) == 1 else HALF
