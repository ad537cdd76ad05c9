"""A round of questions: what is asked next, how an answer is judged, and what it counts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Phrase
from uriinspector.core.model import NamedTuple
from uriinspector.lessons.answer_offers import offers
from uriinspector.lessons.attempt import Attempt
from uriinspector.lessons.diagnosis import UNNAMED, Diagnosis
from uriinspector.lessons.draw import Draw, seed_of
from uriinspector.lessons.hints import RUNGS, hint
from uriinspector.lessons.kinds.component_marks import span_asked
from uriinspector.lessons.kinds.table import drawn, judged
from uriinspector.lessons.lesson import CHOOSE, MARK, ROUND, SEVERAL, TYPE
from uriinspector.lessons.question import Judged
from uriinspector.lessons.score import QuestionOutcome, level_after
from uriinspector.lessons.wrong_answers import choices, family_of, parting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.core.model import Span
    from uriinspector.lessons.hints import Hint
    from uriinspector.lessons.lesson import Course, Exercise, Lesson
    from uriinspector.lessons.mistake import Mistake
    from uriinspector.lessons.question import Question

# A question that was just asked is drawn again so many times.
MOST_REPEATS = 5
ELSEWHERE = Phrase("The marked text is in two places. The component is at the other one.")


class AskedQuestion(NamedTuple):
    """A question, how it is answered, and what there is to choose from."""

    question: Question
    form: str
    level: int
    choices: tuple[str, ...] = ()


class CheckedAnswer(NamedTuple):
    """An answer as it was judged; ``is_last`` where the question is over with it."""

    answer: str
    judged: Judged
    is_last: bool

    @property
    def causes(self) -> tuple[Mistake, ...]:
        """The two likeliest causes where one of them is to be found out."""
        diagnosis = self.judged.diagnosis
        return () if diagnosis.is_joint or len(diagnosis.causes) < 2 else diagnosis.causes[:2]


class RoundResult(NamedTuple):
    """A question of the round that is over."""

    asked: AskedQuestion
    outcome: QuestionOutcome
    mistake: Mistake | None
    seconds: int
    is_answered: bool = True


@dataclass
class ExerciseRound:
    """Some questions of one exercise; what was answered before decides the level."""

    course: Course
    lesson: Lesson
    exercise: Exercise
    learner: str
    before: Sequence[QuestionOutcome] = ()
    first: int = 0  # the number of the first question of this round, among all of the exercise
    results: list[RoundResult] = field(default_factory=list)
    tries: int = 0
    hints: int = 0
    _asked: AskedQuestion | None = None
    _causes: tuple[Mistake, ...] = ()
    _mistake: Mistake | None = None

    @property
    def item(self) -> str:
        """The exercise, as its answers are kept."""
        return item_of(self.lesson, self.exercise)

    @property
    def count(self) -> int:
        """How many questions there are."""
        return ROUND

    @property
    def is_over(self) -> bool:
        """Whether all questions were asked and answered."""
        return len(self.results) >= self.count

    @property
    def tells(self) -> bool:
        """Whether it is said at once what is right."""
        return True

    @property
    def shows_answers(self) -> bool:
        """Whether the right answer can be asked for after a wrong one."""
        return True

    @property
    def level(self) -> int:
        """The level of the next question."""
        outcomes = (*self.before, *(each.outcome for each in self.results))
        return level_after(outcomes, self.exercise.levels)

    @property
    def is_open(self) -> bool:
        """Whether a question was asked and is not over."""
        last = self.results[-1].asked if self.results else None
        return self._asked is not None and self._asked is not last

    @property
    def asked(self) -> AskedQuestion:
        """The question that is asked now."""
        return self._asked or self.ask()

    def ask(self) -> AskedQuestion:
        """The next question: after a mistake with two causes one on which they part."""
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
        self._causes, self._mistake = (), None
        self.tries = self.hints = 0
        self._asked = self._formed(question, level)
        return self._asked

    def _formed(self, question: Question, level: int) -> AskedQuestion:
        """What cannot be chosen or marked is typed."""
        form, offered = self.exercise.form(level), offers(question)
        if offered:
            return AskedQuestion(question, form, level, offered)
        if form == CHOOSE:
            offered = choices(question, Draw(question.seed, "choices"), self.lesson.about)
            return AskedQuestion(question, CHOOSE if offered else TYPE, level, offered)
        is_text = form == MARK and question.kind == "where"
        if is_text and question.given["text"].count(question.key) != 1:
            form = TYPE
        return AskedQuestion(question, form, level)

    def check(self, answer: str, span: Span | None = None) -> CheckedAnswer:
        """Judge an answer; an empty one is no try."""
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
        """How many tries the question has: what is chosen is chosen once."""
        return 1 if self.asked.form in {CHOOSE, SEVERAL} else self.exercise.tries

    def hint(self) -> Hint | None:
        """The next hint; None where the answer was given already."""
        if self.hints >= RUNGS:
            return None
        self.hints += 1
        asked = self.asked
        wishes = self.exercise.wishes_at(asked.level)
        return hint(asked.question, self.hints, wishes, asked.question.seed)

    @property
    def is_shown(self) -> bool:
        """Whether the answer was given away."""
        return self.hints >= RUNGS

    def finish(self, *, right: bool, seconds: int) -> RoundResult:
        """End the question that is asked; who was shown the answer did not give it."""
        outcome = QuestionOutcome(right and not self.is_shown, max(self.tries, 1), self.hints)
        result = RoundResult(self.asked, outcome, self._mistake, seconds, bool(self.tries))
        self.results.append(result)
        return result

    def attempt(self, checked: CheckedAnswer, minute: int, seconds: int) -> Attempt:
        """What is kept of an answer."""
        asked, judgement = self.asked, checked.judged
        return Attempt(
            *(minute, self.item, asked.question.kind, asked.level, asked.question.seed),
            asked.question.given,
            checked.answer,
            bool(judgement.right) and not self.is_shown,
            *(judgement.diagnosis.mistake or "", self.hints, max(self.tries, 1), seconds),
        )


SHOWN = CheckedAnswer("", Judged(False, UNNAMED), is_last=True)


def item_of(lesson: Lesson, exercise: Exercise) -> str:
    """An exercise of the course by its name."""
    return f"{lesson.code}/{exercise.code}"
