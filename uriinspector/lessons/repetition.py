"""Spaced repetition: exercises and mistakes that come back after a while.

Each of them is a *skill*, never a text: when it comes back, another question is drawn. How well a
skill is mastered follows from the answers alone, so nothing else has to be stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.draw import seed_of
from uriinspector.lessons.exercise_round import AskedQuestion, ExerciseRound, RoundResult, item_of
from uriinspector.lessons.kinds.table import KINDS, drawn
from uriinspector.lessons.lesson import ROUND, Exercise, Lesson, course
from uriinspector.lessons.mistake import by_code
from uriinspector.lessons.mistakes.table import MISTAKES, mistakes_of
from uriinspector.lessons.question import NoQuestionError, Question, Wishes
from uriinspector.lessons.score import Attempt, QuestionOutcome, by_question, level_after
from uriinspector.lessons.tricks import LEADS_TO
from uriinspector.lessons.wrong_answers import answers_of

TITLE = "Due today"
OF_MISTAKE = "mistake/"
# Only this many reviews of a skill count: more would make no noticeable difference.
MOST_REVIEWS = 30
MOST_AT_ONCE = 12
# The maximum number of draws for a question that allows a certain mistake.
MOST_DRAWS = 30
LONGEST = 4_000  # maximum length of a question to repeat
SPOT = "spot/"
AGAIN, HARD, GOOD = 1, 2, 3  # as in FSRS; its fourth rating, "easy", would reward speed


class Review(NamedTuple):
    """When a question that needed a skill was answered, and the rating of the answer."""

    minute: int
    rating: int


class Skill(NamedTuple):
    """A skill, with the exercise that tests it and, for a mistake, the last answer that made it."""

    name: str
    lesson: Lesson
    exercise: Exercise
    wrong: Attempt | None = None


class DueSkill(NamedTuple):
    """A skill and the minute at which it became due."""

    skill: Skill
    minute: int


def rating_of(outcome: QuestionOutcome) -> int:
    """Rate an outcome: right on the first try, right with help, or not right."""
    if outcome.at_once:
        return GOOD
    return HARD if outcome.right else AGAIN


class ReviewLog:
    """The last reviews of each skill; answers are added in chronological order."""

    def __init__(self) -> None:
        self.by_skill: dict[str, list[Review]] = {}
        self._wrong: dict[str, Attempt] = {}  # the last answer that made each mistake
        self._before: tuple[str, str] | None = None

    def add(self, attempts: Iterable[Attempt]) -> set[str]:
        """Add answers, and return the names of the skills that they concern."""
        changed: set[str] = set()
        for each in attempts:
            question = (each.item, each.seed)
            if each.tries > 1 and question == self._before:
                self.by_skill[each.item].pop()  # a second try replaces the first
            self._before = question
            self._note(each.item, Review(each.minute, rating_of(each.outcome)))
            changed.add(each.item)
            own = OF_MISTAKE + each.mistake
            if each.mistake:
                self._wrong[own] = each
            if each.mistake and own != each.item:
                self._note(own, Review(each.minute, AGAIN))
                changed.add(own)
        return changed

    def skill(self, name: str) -> Skill | None:
        """Return the skill with this name; None if it is not part of this course."""
        every, last = exercises(), self._wrong.get(name)
        if last is None:
            return Skill(name, *every[name]) if name in every else None
        code = last.mistake
        if not any(each.code == code for each in mistakes_of(last.kind)):
            return None
        asked = last.given.get("of") or last.kind
        fitting = [row for row in every.values() if row[1].asks == asked]
        if not fitting:
            return None
        about = [row for row in fitting if code in row[0].about]
        place = every[last.item] if every.get(last.item) in fitting else (about or fitting)[0]
        return Skill(name, *place, last)

    def _note(self, skill: str, review: Review) -> None:
        reviews = self.by_skill.setdefault(skill, [])
        reviews.append(review)
        del reviews[:-MOST_REVIEWS]


@cache
def exercises() -> Mapping[str, tuple[Lesson, Exercise]]:
    return {item_of(each, one): (each, one) for each in course().lessons for one in each.exercises}


def due_before(due: Iterable[DueSkill], end: int) -> list[DueSkill]:
    """Return the skills that are due before a minute, the longest overdue first."""
    rows = (each for each in due if each.minute < end)
    return sorted(rows, key=lambda each: (each.minute, each.skill.lesson.number, each.skill.name))


@dataclass
class RepetitionRound(ExerciseRound):
    """A round with one question for each due skill, the longest overdue first."""

    skills: tuple[Skill, ...] = ()
    done_before: Mapping[str, Sequence[QuestionOutcome]] | None = None

    @property
    def item(self) -> str:
        """The name of the skill that the question is about."""
        return self.skills[min(len(self.results), len(self.skills) - 1)].name

    @property
    def count(self) -> int:
        return len(self.skills)

    @property
    def level(self) -> int:
        """The level reached in the exercise."""
        outcomes = (self.done_before or {}).get(item_of(self.lesson, self.exercise), ())
        return level_after(outcomes, self.exercise.levels)

    def next_question(self) -> AskedQuestion:
        skill = self.skills[len(self.results)]
        self.lesson, self.exercise = skill.lesson, skill.exercise
        count = len((self.done_before or {}).get(skill.name, ()))
        seed = repetition_seed(skill.name, self.learner, count)
        question = replace(question_for(skill, self.level, seed), seed=seed)
        return self._formed(question, self.level)


def repetition_seed(skill: str, learner: str, count: int) -> str:
    """Return the seed of the question about a skill after ``count`` answers."""
    return seed_of(course().code, course().version, skill, learner, "repetition", count)


def question_for(skill: Skill, level: int, seed: str) -> Question:
    """Draw a question for a skill; for a mistake, one that allows the mistake.

    If none can be drawn, return the question on which the mistake was made.
    """
    wishes, kind = skill.exercise.wishes_at(level), skill.exercise.kind
    if skill.wrong is None:
        return drawn(kind, seed, wishes)
    code = skill.wrong.mistake
    mistakes = [each for each in mistakes_of(kind) if each.code == code]
    if skill.wrong.item.startswith(SPOT):
        tricks = tuple(name for name, codes in LEADS_TO.items() if code in codes.split())
        wishes = Wishes(tricks=tricks or wishes.tricks)
    for number in range(MOST_DRAWS):
        try:
            question = drawn(kind, seed_of(seed, number), replace(wishes, about=(code,)))
        except NoQuestionError:
            break
        if answers_of(mistakes, question):
            return question
    return stored_question(skill.wrong, LONGEST) or drawn(kind, seed, wishes)


def stored_question(attempt: Attempt, longest: int) -> Question | None:
    """Return the question of a stored answer; None if it is too long or damaged."""
    with suppress(KeyError, ValueError):
        if sum(map(len, attempt.given.values())) <= longest:
            return replace(KINDS[attempt.kind].question(attempt.given), seed=attempt.seed)
    return None


def repetition_round(
    due: Iterable[DueSkill], learner: str, outcomes: Mapping[str, Sequence[QuestionOutcome]]
) -> RepetitionRound:
    """Return a round of the due skills, up to a maximum number."""
    asked = tuple(each.skill for each in due)[:MOST_AT_ONCE]
    first = asked[0]
    return RepetitionRound(
        course(), first.lesson, first.exercise, learner, skills=asked, done_before=outcomes
    )


FIRST_ROWS = by_code(MISTAKES[::-1])
LONGEST_QUESTION = 20_000  # maximum length of a stored question


def begun_round(
    lesson: Lesson, exercise: Exercise, learner: str, attempts: Sequence[Attempt]
) -> ExerciseRound:
    """Return the unfinished round of an exercise with its answers so far, or a new round."""
    questions = by_question(attempts)
    asked_again = repeated(item_of(lesson, exercise), learner, questions)
    own = [at for at in range(len(questions)) if at not in asked_again]
    in_round = own[len(own) - len(own) % ROUND :]
    before = [each[-1].outcome for at, each in enumerate(questions) if at not in in_round]
    results = [_begun_result(exercise, questions[at], before) for at in in_round]
    known = [each for each in results if each is not None]
    if len(known) < len(results):  # damaged: begin a new round
        known, before = [], [each[-1].outcome for each in questions]
    first = len(questions) - len(known)
    return ExerciseRound(course(), lesson, exercise, learner, before, first, known)


def answered_in_round(item: str, learner: str, attempts: Sequence[Attempt]) -> int:
    """Return how many questions in the unfinished round have been answered."""
    questions = by_question(attempts)
    return (len(questions) - len(repeated(item, learner, questions))) % ROUND


def repeated(item: str, learner: str, questions: Sequence[Sequence[Attempt]]) -> set[int]:
    """Return the indexes of questions that were repetitions and thus not part of a round."""
    return {
        at
        for at, tries in enumerate(questions)
        if tries[-1].seed == repetition_seed(item, learner, at)
    }


def _begun_result(
    exercise: Exercise, tries: Sequence[Attempt], before: Sequence[QuestionOutcome]
) -> RoundResult | None:
    """Return the result of a stored question; None if it does not belong to the exercise."""
    last = tries[-1]
    question = stored_question(last, LONGEST_QUESTION)
    if question is None or (last.given.get("of") or last.kind) != exercise.asks:
        return None
    level = level_after(before, exercise.levels)
    asked = AskedQuestion(question, exercise.form(level), level)
    mistake = next((FIRST_ROWS[e.mistake] for e in tries if e.mistake in FIRST_ROWS), None)
    return RoundResult(asked, last.outcome, mistake, last.seconds)
