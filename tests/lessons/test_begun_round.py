"""Continuing a round from the stored answers."""

from dataclasses import replace

from uriinspector.lessons.exercise_round import ExerciseRound
from uriinspector.lessons.lesson import ROUND, course
from uriinspector.lessons.repetition import answered_in_round, begun_round, repetition_seed
from uriinspector.lessons.score import Attempt, by_question
from uriinspector.lessons.wrong_answers import wrong_answers

LESSON = next(each for each in course().lessons if each.code == "dots")
EXERCISE = LESSON.exercises[0]
LEARNER, ITEM = "7K3-F2Q", "dots/up"


def answered(count: int, *, wrong: frozenset[int] = frozenset()) -> list[Attempt]:
    """Answer a number of questions; those in ``wrong`` first wrong, then right."""
    attempts: list[Attempt] = []
    while count:
        asking = begun_round(LESSON, EXERCISE, LEARNER, attempts)
        asked = asking.asked
        tries = [asked.question.key]
        if len(by_question(attempts)) in wrong and asking.tries_left_at_first() > 1:
            tries.insert(0, wrong_answers(asked.question)[0].text)
        for answer in tries:
            checked = asking.check(answer)
            attempts.append(asking.attempt(checked, 1, 5))
        count -= 1
    return attempts


def questions_of(asking: ExerciseRound) -> list[object]:
    return [each.asked.question.given for each in asking.results]


def test_continued_round_has_its_answers_and_the_same_question() -> None:
    attempts = answered(4, wrong=frozenset({3}))
    assert len(attempts) == 5
    begun = begun_round(LESSON, EXERCISE, LEARNER, attempts)
    assert questions_of(begun) == [each[-1].given for each in by_question(attempts)]
    assert [each.outcome.points for each in begun.results] == [1.0, 1.0, 1.0, 0.5]
    assert begun.results[3].mistake is not None
    assert begun.first == 0
    whole = begun_round(LESSON, EXERCISE, LEARNER, ())
    for number in range(4):
        assert whole.asked.question.given == begun.results[number].asked.question.given
        for each in by_question(attempts)[number]:
            whole.check(each.answer)
        whole.finish(right=True, seconds=5)
        whole.ask()
    assert begun.asked.question.given == whole.asked.question.given
    assert begun.asked.level == whole.asked.level


def test_finished_round_is_followed_by_a_new_one() -> None:
    attempts = answered(ROUND)
    begun = begun_round(LESSON, EXERCISE, LEARNER, attempts)
    assert not begun.results
    assert begun.first == ROUND
    assert answered_in_round(ITEM, LEARNER, attempts) == 0
    assert answered_in_round(ITEM, LEARNER, attempts[:-1]) == ROUND - 1


def test_repeated_questions_are_not_part_of_a_round() -> None:
    attempts = answered(2)
    due = replace(attempts[0], seed=repetition_seed(ITEM, LEARNER, 2))
    attempts.append(due)
    assert answered_in_round(ITEM, LEARNER, attempts) == 2
    begun = begun_round(LESSON, EXERCISE, LEARNER, attempts)
    assert len(begun.results) == 2
    assert len(begun.before) == 1
    assert begun.first + len(begun.results) == 3


def test_damaged_answer_restarts_the_round() -> None:
    attempts = answered(2)
    for damage in (
        replace(attempts[1], kind="where"),
        replace(attempts[1], given={}),
        replace(attempts[1], given={"base": "x" * 30_000}),
    ):
        begun = begun_round(LESSON, EXERCISE, LEARNER, [attempts[0], damage])
        assert not begun.results
        assert begun.first == 2
