"""Repetition: each skill has a question that tests it, and answers rate it."""

from dataclasses import replace

from tests.for_each import for_each
from uriinspector.lessons.draw import Draw
from uriinspector.lessons.kinds.table import drawn
from uriinspector.lessons.repetition import (
    AGAIN,
    GOOD,
    HARD,
    MOST_AT_ONCE,
    MOST_REVIEWS,
    OF_MISTAKE,
    DueSkill,
    Review,
    ReviewLog,
    Skill,
    due_before,
    exercises,
    question_for,
    repetition_round,
)
from uriinspector.lessons.score import Attempt
from uriinspector.lessons.spot_the_host import spot_round
from uriinspector.lessons.tricks import LEADS_TO
from uriinspector.lessons.wrong_answers import answers_of, wrong_answers

ANSWER = Attempt(29_000_000, "dots/up", "target", 1, "seed", {}, "x", right=True)
KINDS = ("target", "where", "site", "mark")


def rated(*attempts: Attempt) -> dict[str, list[int]]:
    log = ReviewLog()
    log.add(attempts)
    return {skill: [each.rating for each in rows] for skill, rows in log.by_skill.items()}


def test_answers_are_rated_for_their_exercise() -> None:
    hinted, shown = replace(ANSWER, seed="2", hints=1), replace(ANSWER, seed="3", right=False)
    assert rated(ANSWER, hinted, shown) == {"dots/up": [GOOD, HARD, AGAIN]}


def test_named_mistake_becomes_a_skill() -> None:
    wrong = replace(ANSWER, right=False, mistake="glued")
    assert rated(wrong) == {"dots/up": [AGAIN], "mistake/glued": [AGAIN]}
    assert rated(replace(wrong, item="mistake/glued")) == {"mistake/glued": [AGAIN]}


def test_second_try_replaces_the_first() -> None:
    wrong = replace(ANSWER, right=False, mistake="glued")
    right = replace(ANSWER, tries=2)
    assert rated(wrong, right) == {"dots/up": [HARD], "mistake/glued": [AGAIN]}
    assert rated(ANSWER, replace(right, seed="other")) == {"dots/up": [GOOD, HARD]}


def test_only_the_last_reviews_count() -> None:
    log = ReviewLog()
    log.add(replace(ANSWER, minute=each, seed=str(each)) for each in range(100))
    assert log.by_skill["dots/up"][0] == Review(100 - MOST_REVIEWS, GOOD)


def skill_of(name: str, *attempts: Attempt) -> Skill:
    log = ReviewLog()
    log.add(attempts or [replace(ANSWER, item=name)])
    skill = log.skill(name)
    assert skill is not None
    return skill


def test_questions_outside_the_course_are_not_repeated() -> None:
    log = ReviewLog()
    odd = replace(ANSWER, kind="odd", item="x/y", mistake="glued", right=False)
    log.add([replace(ANSWER, item="nowhere/at-all"), odd, replace(ANSWER, mistake="none")])
    names = ("nowhere/at-all", "x/y", "mistake/glued", "mistake/none", "mistake/", "")
    assert [log.skill(each) for each in names] == [None] * 6
    assert log.skill("dots/up") is not None


def test_longest_overdue_comes_first() -> None:
    names = {"dots/up": 5, "host/host": 9, "merging/target": 4}
    due = [DueSkill(skill_of(name), at) for name, at in names.items()]
    assert [each.skill.name for each in due_before(due, 6)] == ["merging/target", "dots/up"]
    assert [each.skill.name for each in due_before(due, 5)] == ["merging/target"]


@for_each("name", *[name for name, row in exercises().items() if row[1].kind in KINDS])
def test_mistake_is_possible_in_the_question_that_repeats_it(name: str) -> None:
    _, exercise = exercises()[name]
    asked = drawn(exercise.kind, name, exercise.wishes)
    for wrong in wrong_answers(asked)[:4]:
        made = replace(ANSWER, item=name, kind=exercise.kind, given=asked.given, right=False)
        made = replace(made, mistake=wrong.mistake.code)
        again = question_for(skill_of(OF_MISTAKE + made.mistake, made), 1, "seed")
        codes = {each.mistake.code for each in wrong_answers(again)}
        first_codes = {each.mistake.code for each in answers_of([wrong.mistake], again)}
        assert made.mistake in codes | first_codes, again.given


@for_each("trick", "userinfo", "hyphen", "rare-ip", "final-dot", "no-host")
def test_spot_the_host_mistake_is_repeated_with_another_link(trick: str) -> None:
    link = next(each for each in spot_round("7K3-F2Q", trick, 5).links if not each.is_honest)
    given, (code, *_) = link.question.given, LEADS_TO[trick].split()
    made = replace(ANSWER, item="spot/host", kind="where", given=given, mistake=code, right=False)
    again = question_for(skill_of(OF_MISTAKE + code, made), 1, "seed")
    assert again.given != given
    assert any(each.mistake.code == code for each in wrong_answers(again))


@for_each(
    "given", {}, {"base": "x"}, {"base": "", "reference": "", "edition": "9"}, {"base": "x" * 9_999}
)
def test_damaged_question_is_replaced(given: dict[str, str]) -> None:
    made = replace(ANSWER, given=given, mistake="empty-host-left-out", right=False)
    assert question_for(skill_of("mistake/empty-host-left-out", made), 1, "seed").key


def test_round_asks_each_skill_once_up_to_a_limit() -> None:
    names = Draw("skills").sample(sorted(exercises()), MOST_AT_ONCE + 3)
    due = [DueSkill(skill_of(name), at) for at, name in enumerate(names)]
    asking = repetition_round(due, "7K3-F2Q", {})
    assert asking.count == MOST_AT_ONCE
    for name in names[:MOST_AT_ONCE]:
        assert asking.item == name
        asked = asking.ask()
        assert asked.question.kind == exercises()[name][1].kind
        checked = asking.check(asked.question.key)
        assert checked.judged.right
        assert asking.attempt(checked, 1, 1).item == name
        asking.finish(right=True, seconds=1)
    assert asking.is_over


def test_later_round_asks_another_question() -> None:
    due = [DueSkill(skill_of("dots/up"), 1)]
    first = repetition_round(due, "7K3-F2Q", {}).ask()
    again = repetition_round(due, "7K3-F2Q", {"dots/up": [ANSWER.outcome]}).ask()
    assert first.question.given != again.question.given
    assert repetition_round(due, "7K3-F2Q", {}).ask() == first
