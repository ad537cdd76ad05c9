"""A round as far as it was answered: who stops in the midst of one goes on there another day."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from uriinspector.lessons.attempt import by_question
from uriinspector.lessons.exercise_round import (
    AskedQuestion,
    ExerciseRound,
    RoundResult,
    item_of,
)
from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.lesson import ROUND, course
from uriinspector.lessons.mistakes.table import MISTAKES
from uriinspector.lessons.repetition import repetition_seed
from uriinspector.lessons.score import level_after

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uriinspector.lessons.attempt import Attempt
    from uriinspector.lessons.lesson import Exercise, Lesson
    from uriinspector.lessons.mistake import Mistake
    from uriinspector.lessons.score import QuestionOutcome

LONGEST = 20_000  # characters of a question that was kept; none that is drawn is as long


def begun_round(
    lesson: Lesson, exercise: Exercise, learner: str, attempts: Sequence[Attempt]
) -> ExerciseRound:
    """The round that the next question of an exercise is in, with what was answered of it."""
    questions = by_question(attempts)
    asked_again = repeated(item_of(lesson, exercise), learner, questions)
    own = [at for at in range(len(questions)) if at not in asked_again]
    in_round = own[len(own) - len(own) % ROUND :]
    before = [each[-1].outcome for at, each in enumerate(questions) if at not in in_round]
    results = [_result(exercise, questions[at], before) for at in in_round]
    known = [each for each in results if each is not None]
    if len(known) < len(results):  # damaged: the next question begins a round
        known, before = [], [each[-1].outcome for each in questions]
    first = len(questions) - len(known)
    return ExerciseRound(course(), lesson, exercise, learner, before, first, known)


def answered_in_round(item: str, learner: str, attempts: Sequence[Attempt]) -> int:
    """How many questions of the round are answered that the next one is in."""
    questions = by_question(attempts)
    return (len(questions) - len(repeated(item, learner, questions))) % ROUND


def repeated(item: str, learner: str, questions: Sequence[Sequence[Attempt]]) -> set[int]:
    """Which questions were asked because they were due: these are of no round."""
    return {
        at
        for at, tries in enumerate(questions)
        if tries[-1].seed == repetition_seed(item, learner, at)
    }


def _result(
    exercise: Exercise, tries: Sequence[Attempt], before: Sequence[QuestionOutcome]
) -> RoundResult | None:
    """What came of a question; None where it is not one of the exercise."""
    last = tries[-1]
    if (last.given.get("of") or last.kind) != exercise.asks or sum(
        map(len, last.given.values())
    ) > LONGEST:
        return None
    try:
        question = replace(KINDS[last.kind].question(last.given), seed=last.seed)
    except (KeyError, ValueError):
        return None
    level = level_after(before, exercise.levels)
    asked = AskedQuestion(question, exercise.form(level), level)
    mistake = next((by_code()[e.mistake] for e in tries if e.mistake in by_code()), None)
    return RoundResult(asked, last.outcome, mistake, last.seconds)


@cache
def by_code() -> Mapping[str, Mistake]:
    """The first row of each mistake."""
    return {each.code: each for each in reversed(MISTAKES)}
