"""A round of questions: from an exercise, a pack, or the user's own texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from uriinspector.core.model import NamedTuple, Part, Span, message
from uriinspector.core.parse import resolve
from uriinspector.lessons.answer_lines import offers
from uriinspector.lessons.diagnosis import UNNAMED, Diagnosis
from uriinspector.lessons.draw import Draw, seed_of
from uriinspector.lessons.hints import RUNGS, Hint, hint
from uriinspector.lessons.kinds.links import SITE, WHERE, span_asked
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.lesson import (
    CHOOSE,
    FORMS,
    MARK,
    ROUND,
    SEVERAL,
    TABLE,
    TYPE,
    Course,
    Exercise,
    Lesson,
    course,
)
from uriinspector.lessons.mistake import Mistake
from uriinspector.lessons.mistakes.hosts import LinkQuestion, site_or_host
from uriinspector.lessons.mistakes.part_spans import MarkedLink
from uriinspector.lessons.question import Judged, NoQuestionError, Question, Wishes, meant
from uriinspector.lessons.score import Attempt, QuestionOutcome, level_after
from uriinspector.lessons.tricks import HONEST, LEADS_TO
from uriinspector.lessons.wrong_answers import choices, family_of, parting

if TYPE_CHECKING:
    from uriinspector.lessons.pack import Sheet, SheetRow

# The maximum number of draws to avoid repeating the last question.
MOST_REPEATS = 5
ELSEWHERE = message("The marked text occurs in two places. The component is in the other place.")


class AskedQuestion(NamedTuple):
    """A question, how it is answered, and the choices."""

    question: Question
    form: str
    level: int
    choices: tuple[str, ...] = ()


class CheckedAnswer(NamedTuple):
    """An answer and its judgment; ``is_last`` is True if it ends the question."""

    answer: str
    judged: Judged
    is_last: bool

    @property
    def causes(self) -> tuple[Mistake, ...]:
        """The two likeliest causes if the next question should distinguish them; otherwise
        empty.
        """
        diagnosis = self.judged.diagnosis
        return () if diagnosis.is_joint or len(diagnosis.causes) < 2 else diagnosis.causes[:2]


class RoundResult(NamedTuple):
    """A finished question of a round."""

    asked: AskedQuestion
    outcome: QuestionOutcome
    mistake: Mistake | None
    seconds: int
    is_answered: bool = True


@dataclass
class ExerciseRound:
    """A round of questions from one exercise; earlier answers determine the level."""

    course: Course
    lesson: Lesson
    exercise: Exercise
    learner: str
    before: Sequence[QuestionOutcome] = ()
    first: int = 0  # index of this round's first question in the exercise
    results: list[RoundResult] = field(default_factory=list)
    tries: int = 0
    hints: int = 0
    shows_answers: ClassVar[bool] = True  # True if the right answer can be shown after a wrong one
    _asked: AskedQuestion | None = None
    _causes: tuple[Mistake, ...] = ()
    _mistake: Mistake | None = None

    @property
    def item(self) -> str:
        """The name of the exercise, as used in stored answers."""
        return item_of(self.lesson, self.exercise)

    @property
    def count(self) -> int:
        return ROUND

    @property
    def is_over(self) -> bool:
        return len(self.results) >= self.count

    @property
    def gives_feedback(self) -> bool:
        """True if each answer is judged right away."""
        return True

    @property
    def level(self) -> int:
        outcomes = (*self.before, *(each.outcome for each in self.results))
        return level_after(outcomes, self.exercise.levels)

    @property
    def is_open(self) -> bool:
        """True if a question has been asked and is not finished."""
        last = self.results[-1].asked if self.results else None
        return self._asked is not None and self._asked is not last

    @property
    def asked(self) -> AskedQuestion:
        """The current question; the first one is drawn if there is none."""
        return self._asked or self.ask()

    def ask(self) -> AskedQuestion:
        """Ask the next question."""
        self._asked = asked = self.next_question()
        self._causes, self._mistake = (), None
        self.tries = self.hints = 0
        return asked

    def next_question(self) -> AskedQuestion:
        """Draw the next question; after a mistake with two causes, one that distinguishes them."""
        level, causes = self.level, self._causes
        before = self.results[-1].asked if self.results else None
        number = self.first + len(self.results)
        wishes = self.exercise.wishes_at(level)
        for repeat in range(MOST_REPEATS):
            seed = seed_of(
                *(self.course.code, self.course.version, self.item),
                *(self.learner, number, level, repeat),
            )
            question = (
                parting(self.exercise.kind, seed, wishes, causes)
                if causes
                else replace(drawn(self.exercise.kind, seed, wishes), seed=seed)
            )
            if before is None or before.question.given != question.given:
                break
        return self._formed(question, level)

    def _formed(self, question: Question, level: int) -> AskedQuestion:
        """Choose the form of answer; the answer is typed if it cannot be chosen or marked."""
        form, offered = self.exercise.form(level), offers(question)
        if offered:
            return AskedQuestion(question, form, level, offered)
        if form == CHOOSE:
            offered = choices(question, Draw(question.seed, "choices"), self.lesson.about)
            return AskedQuestion(question, CHOOSE if offered else TYPE, level, offered)
        if form == MARK and question.kind == "where" and not occurs_once(question):
            form = TYPE
        return AskedQuestion(question, form, level)

    def check(self, answer: str, span: Span | None = None) -> CheckedAnswer:
        """Judge an answer; an empty one does not count as a try."""
        question = self.asked.question
        result = judged(question, answer)
        if result.right is None:
            return CheckedAnswer(answer, result, is_last=False)
        if result.right and span is not None and span_asked(question) not in {None, span}:
            result = Judged(False, Diagnosis(near=(ELSEWHERE,)))
        self.tries += 1
        is_last = bool(result.right) or self.tries >= self.tries_left_at_first()
        checked = CheckedAnswer(answer, result, is_last)
        if not result.right:
            self._causes = checked.causes if family_of(question).mistakes else ()
            causes = result.diagnosis.causes
            self._mistake = self._mistake or (causes[0] if causes else None)
        return checked

    def tries_left_at_first(self) -> int:
        """Return the number of tries allowed; a multiple-choice question allows one."""
        return 1 if self.asked.form in {CHOOSE, SEVERAL} else self.exercise.tries

    def hint(self) -> Hint | None:
        """Return the next hint; None if there is no feedback, or the answer was already shown."""
        if not self.gives_feedback or self.is_shown:
            return None
        self.hints += 1
        with suppress(NoQuestionError):
            return hint(self.asked.question, self.hints, self.wishes, self.seed)
        return Hint(self.hints, ())

    @property
    def wishes(self) -> Wishes:
        """The requirements for drawing questions like the current one."""
        return self.exercise.wishes_at(self.asked.level)

    @property
    def seed(self) -> str:
        """The seed of the current question."""
        return self.asked.question.seed

    @property
    def is_shown(self) -> bool:
        """True if the last hint, which shows the answer, was given."""
        return self.hints >= RUNGS

    def finish(self, *, right: bool, seconds: int) -> RoundResult:
        """Finish the current question; it does not count as right if the answer was shown."""
        outcome = QuestionOutcome(right and not self.is_shown, max(self.tries, 1), self.hints)
        result = RoundResult(self.asked, outcome, self._mistake, seconds, bool(self.tries))
        self.results.append(result)
        return result

    def attempt(self, checked: CheckedAnswer, minute: int, seconds: int) -> Attempt:
        """Return the answer in the form in which it is stored."""
        asked, judgement = self.asked, checked.judged
        return Attempt(
            *(minute, self.item, asked.question.kind, asked.level, self.seed),
            asked.question.given,
            checked.answer,
            bool(judgement.right) and not self.is_shown,
            *(judgement.diagnosis.mistake or "", self.hints, max(self.tries, 1), seconds),
        )


def occurs_once(question: Question) -> bool:
    """Return True if the right answer can be marked in the text of the question."""
    return question.given["text"].count(question.key) == 1


SHOWN = CheckedAnswer("", Judged(False, UNNAMED), is_last=True)


def lone_exercise(lesson: str, code: str, title: str, kind: str) -> tuple[Lesson, Exercise]:
    """Return an exercise that is not part of the course, with its lesson."""
    exercise = Exercise(code, title, kind, Wishes(), Wishes())
    return Lesson(lesson, 0, title, (), (), ("", ""), (), (exercise,)), exercise


def item_of(lesson: Lesson, exercise: Exercise) -> str:
    """Return an exercise's name, as used in stored answers."""
    return f"{lesson.code}/{exercise.code}"


# The answers to these are typed, because sheets also ask for them in words.
TYPED = frozenset({"target", "where", "site"})
UNTIL_RIGHT = 1_000_000


@dataclass
class PackRound(ExerciseRound):
    """The questions of a sheet; it continues from earlier answers."""

    shows_answers: ClassVar[bool] = False  # the last hint shows the right answer
    sheet: Sheet = field(kw_only=True)
    answers: dict[int, Attempt] = field(default_factory=dict)
    has_reasons: bool = True

    @property
    def count(self) -> int:
        return len(self.sheet.rows)

    @property
    def gives_feedback(self) -> bool:
        return self.has_reasons

    @property
    def row(self) -> SheetRow:
        return self.sheet.rows[len(self.results)]

    def ask(self) -> AskedQuestion:
        """Ask the sheet's next question; tries and hints from its last answer still count."""
        asked, given = super().ask(), self.answers.get(len(self.results))
        if given and self.gives_feedback:
            self.tries, self.hints = given.tries, given.hints
        return asked

    def next_question(self) -> AskedQuestion:
        question = self.row.question
        return AskedQuestion(question, form_of(question), 1, offers(question))

    @property
    def item(self) -> str:
        return item_of_row(self.sheet, self.row)

    @property
    def seed(self) -> str:
        """The sheet's code; using it keeps the student's name out of stored seeds."""
        return self.sheet.code

    @property
    def wishes(self) -> Wishes:
        items = {each.code: each.wishes for each in self.sheet.pack.items}
        return items.get(self.row.item, Wishes())

    def tries_left_at_first(self) -> int:
        """Return the number of tries: one for a choice, or if there is no feedback."""
        is_chosen = self.asked.form in {CHOOSE, SEVERAL}
        return (
            (self.sheet.pack.tries or UNTIL_RIGHT) if self.gives_feedback and not is_chosen else 1
        )

    def attempt(self, checked: CheckedAnswer, minute: int, seconds: int) -> Attempt:
        stored = super().attempt(checked, minute, seconds)
        self.answers[len(self.results)] = stored
        return stored


def form_of(question: Question) -> str:
    """Return how a pack's question is answered."""
    return TYPE if question.kind in TYPED else FORMS[question.variant].split()[0]


def item_of_row(sheet: Sheet, row: SheetRow) -> str:
    """Return the name of a sheet's question, as used in stored answers."""
    return f"pack {sheet.code}/{row.item}/{row.number}"


def pack_round(
    sheet: Sheet,
    attempts_of: Callable[[str], Sequence[Attempt]],
    *,
    has_reasons: bool,
    again: bool = False,
) -> PackRound:
    """Return the round of a sheet from its first open question; with ``again``, from the
    beginning.
    """
    lesson, exercise = lone_exercise("pack", "pack", sheet.pack.title, "target")
    begun = PackRound(course(), lesson, exercise, "", sheet=sheet, has_reasons=has_reasons)
    begun.answers = given_answers(sheet, attempts_of)
    while not again and not begun.is_over:
        given = begun.answers.get(len(begun.results))
        if given is None:
            break
        asked = begun.ask()
        if not given.right and given.tries < begun.tries_left_at_first():
            break
        begun.results.append(RoundResult(asked, given.outcome, None, 0))
    return begun


def given_answers(
    sheet: Sheet, attempts_of: Callable[[str], Sequence[Attempt]]
) -> dict[int, Attempt]:
    """Return the last answer to each question of a sheet, by index."""
    every = (attempts_of(item_of_row(sheet, row)) for row in sheet.rows)
    return {at: attempts[-1] for at, attempts in enumerate(every) if attempts}


LINK, RESOLVED, COMPARED = "Link from Inspect", "Pair from Resolve", "Pair from Compare"
LONGEST = 2_000  # maximum total length; longer answers need not be typed
MOST_MARKED = 2
# The components to ask about, in order of preference.
MARKED_PARTS = (
    Part.USERINFO,
    Part.PORT,
    Part.QUERY,
    Part.FRAGMENT,
    Part.PATH,
    Part.HOST,
    Part.SCHEME,
)
# The mistakes that deceptive links invite; their answers are offered first.
DECEIVING = " ".join(codes for name, codes in LEADS_TO.items() if name not in HONEST).split()


@dataclass
class OwnRound(ExerciseRound):
    """A round about the user's own texts; its answers are not stored, for privacy."""

    title: str = ""
    questions: tuple[AskedQuestion, ...] = ()

    @property
    def count(self) -> int:
        return len(self.questions)

    def next_question(self) -> AskedQuestion:
        asked = self.questions[len(self.results)]
        wishes = Wishes(edition=asked.question.edition)
        self.exercise = Exercise("own", self.title, asked.question.kind, wishes, wishes)
        return asked

    @property
    def again(self) -> OwnRound:
        return own_round(self.title, self.questions)


def own_round(title: str, questions: tuple[AskedQuestion, ...]) -> OwnRound:
    lesson, exercise = lone_exercise("own", "own", title, questions[0].question.kind)
    return OwnRound(course(), lesson, exercise, "", title=title, questions=questions)


def resolved_round(base: str, reference: str, edition: str) -> OwnRound:
    """Return a round about the target of a base and a reference."""
    return own_round(RESOLVED, (_pair("target", TYPE, base, reference, edition),))


def compared_round(a: str, b: str, edition: str) -> OwnRound | None:
    """Return a round about the level on which two texts are equal; None if either is empty."""
    if not (a and b):
        return None
    return own_round(COMPARED, (_own("rung", CHOOSE, a=a, b=b, edition=edition),))


def link_round(text: str, base: str, edition: str) -> OwnRound | None:
    """Return a round about a link's host, domain, components and target; None if it would be
    empty.
    """
    questions = (*_hosts(text, base), *_marks(text, edition), *_at_base(text, base, edition))
    return own_round(LINK, questions) if questions else None


def _own(kind: str, form: str, **given: str) -> AskedQuestion:
    """Return a question about the user's own texts, which are its seed."""
    question = KINDS[kind].question(given)
    question = replace(question, seed=seed_of("own", kind, *question.given.values()))
    return AskedQuestion(question, form, 1, offers(question))


def _pair(kind: str, form: str, base: str, reference: str, edition: str) -> AskedQuestion:
    return _own(kind, form, base=base, reference=reference, edition=edition)


def _hosts(text: str, base: str) -> Iterator[AskedQuestion]:
    """Ask for the host that browsers go to and its registrable domain, if there is a host."""
    host = LinkQuestion(text, base).host
    if host is None:
        return
    kinds = [WHERE] if site_or_host(host) == host else [WHERE, SITE]
    for kind in kinds:
        asked = _own(kind, TYPE, text=text, base=base)
        offered = choices(asked.question, Draw(asked.question.seed, "choices"), DECEIVING)
        yield asked._replace(form=CHOOSE, choices=offered) if offered else asked


def _marks(text: str, edition: str) -> Iterator[AskedQuestion]:
    """Ask for components that are present and cannot be mistaken for a word that means "none"."""
    parts = (each for each in MARKED_PARTS if _can_be_marked(MarkedLink(text, each, edition).key))
    for part, _ in zip(parts, range(MOST_MARKED), strict=False):
        yield _own("mark", MARK, text=text, part=part.value, edition=edition)


def _can_be_marked(key: str | None) -> bool:
    return key is not None and key.strip() == key != "" and not meant(key)


def _at_base(text: str, base: str, edition: str) -> Iterable[AskedQuestion]:
    """Ask for the target of a reference with a base, and for the origins of its components."""
    if not base or MarkedLink(text, Part.SCHEME, edition).key is not None:
        return ()
    if resolve(base, text, edition=edition).target is None:
        return ()
    # The 1994 edition does not define origins of components.
    kinds = {"target": TYPE} if edition == "1994" else {"target": TYPE, "origin": TABLE}
    return (_pair(kind, form, base, text, edition) for kind, form in kinds.items())
