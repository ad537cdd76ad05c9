"""Typed answers are right in any usual spelling, and wrong ones get the name of the mistake."""

import tomllib
from pathlib import Path
from typing import Any

from tests.for_each import for_each
from uriinspector.lessons.kinds.table import KINDS, judged

TABLE = tomllib.loads(Path(__file__).with_name("answers.toml").read_text("utf-8"))["question"]


def _answers(name: str) -> list[tuple[Any, ...]]:
    return [(row["kind"], row["given"], row[name]) for row in TABLE if name in row]


@for_each("kind, given, answers", *_answers("right"))
def test_unusual_spellings_of_a_right_answer_are_accepted(
    kind: str, given: dict[str, str], answers: list[str]
) -> None:
    judgements = {each: judged(KINDS[kind].question(given), each) for each in answers}
    assert [each for each, its in judgements.items() if not its.right] == []
    assert [each for each, its in judgements.items() if its.diagnosis.mistake] == []


@for_each("kind, given, answers", *_answers("near"))
def test_answer_that_only_resembles_the_right_one_is_wrong(
    kind: str, given: dict[str, str], answers: list[str]
) -> None:
    question = KINDS[kind].question(given)
    assert [each for each in answers if judged(question, each).right is not False] == []


@for_each("kind, given, answers", *_answers("wrong"))
def test_mistake_in_a_typed_answer_is_named(
    kind: str, given: dict[str, str], answers: dict[str, str]
) -> None:
    judgements = {each: judged(KINDS[kind].question(given), each) for each in answers}
    assert {each: its.diagnosis.mistake or "" for each, its in judgements.items()} == answers
    assert all(its.right is False and its.diagnosis.text for its in judgements.values())


@for_each("kind, given, reasons", *_answers("reason"))
def test_reason_of_a_typed_answer_contains_the_expected_words(
    kind: str, given: dict[str, str], reasons: dict[str, str]
) -> None:
    texts = {each: judged(KINDS[kind].question(given), each).diagnosis.text for each in reasons}
    assert [each for each, words in reasons.items() if words not in texts[each]] == []
