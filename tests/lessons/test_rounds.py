"""Rounds: levels, second tries, hints, and the question after a mistake with two causes."""

import pytest

from tests.for_each import for_each
from uriinspector.core.model import Span
from uriinspector.lessons.exercise_round import ELSEWHERE, ExerciseRound, item_of
from uriinspector.lessons.kinds.table import drawn, judged
from uriinspector.lessons.lesson import CHOOSE, MARK, ROUND, TABLE, TYPE, course
from uriinspector.lessons.mistakes.pairs import RESOLVING
from uriinspector.lessons.question import Wishes
from uriinspector.lessons.score import (
    Attempt,
    QuestionOutcome,
    is_done,
    level_after,
    outcomes_of,
    points_of,
    written_points,
)
from uriinspector.lessons.wrong_answers import answers_of, parting, wrong_answers

RIGHT, WRONG = QuestionOutcome(right=True), QuestionOutcome(right=False)
SECOND, HINTED = QuestionOutcome(right=True, tries=2), QuestionOutcome(right=True, hints=1)


def begun(lesson_code: str, exercise_code: str, *before: QuestionOutcome) -> ExerciseRound:
    lesson = next(each for each in course().lessons if each.code == lesson_code)
    exercise = lesson.exercise(exercise_code)
    assert exercise is not None
    return ExerciseRound(course(), lesson, exercise, "7K3-F2Q", before, len(before))


@for_each(
    "outcomes, level",
    ((), 1), ((RIGHT,), 1), ((RIGHT, RIGHT), 2), ((RIGHT, WRONG, RIGHT), 1),
    ((RIGHT, RIGHT, WRONG), 1), ((RIGHT, RIGHT, RIGHT, RIGHT), 3), ((RIGHT,) * 9, 3),
    ((RIGHT, RIGHT, SECOND, RIGHT), 2), ((RIGHT, RIGHT, HINTED), 2), ((WRONG, WRONG), 1),
)  # fmt: skip
def test_two_right_answers_raise_the_level_and_a_wrong_one_lowers_it(
    outcomes: tuple[QuestionOutcome, ...], level: int
) -> None:
    assert level_after(outcomes, 3) == level


def test_points_are_whole_or_half() -> None:
    assert points_of([RIGHT, SECOND, HINTED, WRONG]) == 2
    assert [written_points(each) for each in (0, 0.5, 1, 3.5)] == ["0", "½", "1", "3½"]
    assert is_done([WRONG, RIGHT, RIGHT, RIGHT, RIGHT])
    assert not is_done([RIGHT, RIGHT, RIGHT, WRONG, WRONG])


def test_round_depends_on_the_learner() -> None:
    first, again = begun("dots", "up"), begun("dots", "up")
    assert first.ask() == again.ask()
    other = begun("dots", "up")
    other.learner = "000-001"
    assert other.ask().question.given != first.asked.question.given


def test_form_of_the_answer_follows_the_level() -> None:
    assert begun("host", "host").ask().form == CHOOSE
    assert begun("host", "host", RIGHT, RIGHT).ask().form == TYPE
    assert begun("host", "host", *[RIGHT] * 4).ask().form in {MARK, TYPE}
    assert begun("merging", "origins").ask().form == TABLE
    assert begun("components", "five").ask().form == MARK


def test_questions_without_a_unique_marked_text_are_typed() -> None:
    for number in range(40):
        asked = begun("addresses", "address", *[RIGHT] * (4 + number)).ask()
        key, text = asked.question.key, asked.question.given["text"]
        assert (asked.form == MARK) == (text.count(key) == 1)


def test_typed_target_has_a_second_try_and_keeps_the_first_mistake() -> None:
    going = begun("dots", "up", RIGHT, RIGHT)
    asked = going.ask()
    assert asked.form == TYPE
    first = going.check(wrong_answers(asked.question)[0].text)
    assert (first.judged.right, first.is_last) == (False, False)
    assert going.check(" ").judged.right is None
    second = going.check(f" {asked.question.key} ")
    assert (second.judged.right, second.is_last) == (True, True)
    result = going.finish(right=True, seconds=7)
    assert result.outcome == SECOND
    assert result.mistake is not None
    assert result.mistake.code == first.judged.diagnosis.mistake


def test_chosen_answer_has_no_second_try() -> None:
    going = begun("dots", "up")
    asked = going.ask()
    wrong = next(each for each in asked.choices if each != asked.question.key)
    assert going.check(wrong).is_last


def test_shown_answer_scores_no_points() -> None:
    going = begun("merging", "target", RIGHT, RIGHT)
    going.ask()
    assert [each.rung for each in iter(going.hint, None)] == [1, 2, 3, 4]
    checked = going.check(going.asked.question.key)
    assert checked.judged.right
    assert not going.attempt(checked, 0, 0).right
    assert going.finish(right=True, seconds=1).outcome.points == 0


def test_same_text_at_another_position_is_not_the_component() -> None:
    going = begun("components", "five")
    for _ in range(ROUND):
        asked = going.ask()
        text, key = asked.question.given["text"], asked.question.key
        if key in text:
            start = text.index(key)
            assert going.check(key, Span(start, start + len(key))).judged.right
            elsewhere = going.check(key, Span(start + 1, start + 1 + len(key)))
            assert elsewhere.judged.diagnosis.near == (ELSEWHERE,)
        going.finish(right=True, seconds=0)
    assert going.is_over


def test_next_question_distinguishes_two_possible_causes() -> None:
    by_code = {each.code: each for each in reversed(RESOLVING)}
    pairs = [
        ("kept-last-segment", "glued"),
        ("climbed-too-far", "climbed-too-short"),
        ("relative-as-root", "first-folder-only"),
        ("dropped-base-query", "empty-is-directory"),
    ]
    for first, second in pairs:
        causes = (by_code[first], by_code[second])
        question = parting("target", f"{first} {second}", Wishes(), causes)
        ours, theirs = ({w.text for w in answers_of((c,), question)} for c in causes)
        assert ours != theirs
        assert not ours & theirs


def test_round_distinguishes_the_causes_of_an_ambiguous_mistake() -> None:
    for number in range(200):
        going = begun("dots", "up", RIGHT, RIGHT, *[RIGHT, WRONG] * number)
        asked = going.ask()
        for wrong in wrong_answers(asked.question):
            causes = judged(asked.question, wrong.text).diagnosis.causes
            if asked.form == TYPE and len(causes) > 1:
                assert going.check(wrong.text).causes == causes[:2]
                going.finish(right=False, seconds=0)
                after = going.ask().question
                ours, theirs = ({w.text for w in answers_of((c,), after)} for c in causes[:2])
                assert ours != theirs or not ours
                return
    pytest.fail("no ambiguous answer in all these questions")


def test_second_try_replaces_the_first_in_outcomes() -> None:
    def attempt(seed: str, *, right: bool, tries: int = 1) -> Attempt:
        return Attempt(0, "a/b", "target", 1, seed, {}, "", right, tries=tries)

    attempts = [attempt("1", right=False), attempt("1", right=True, tries=2)]
    attempts.append(attempt("2", right=True))
    assert outcomes_of(attempts) == [SECOND, RIGHT]


def test_exercise_is_stored_by_its_name() -> None:
    lesson = course().lessons[0]
    assert item_of(lesson, lesson.exercises[0]) == "components/five"
    assert drawn("mark", "x").kind == "mark"
