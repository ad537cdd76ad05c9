"""A few questions of each kind; tests/benchmarks/drawn_questions.py checks 100,000."""

from dataclasses import replace

from tests.benchmarks.drawn_questions import is_reserved, real_hosts
from tests.for_each import for_each
from tests.lessons.question_kinds import ASKED, drawn_question
from tests.lessons.second_opinions import AGREES
from uriinspector.lessons.kinds.table import drawn
from uriinspector.lessons.question import Wishes


def test_every_kind_has_an_independent_check() -> None:
    assert list(AGREES) == list(ASKED)


@for_each("kind", *ASKED)
def test_independent_check_agrees_with_the_key(kind: str) -> None:
    for number in range(60):
        question = drawn_question(kind, f"opinion-{number}")
        assert AGREES[kind](question), dict(question.given)
        assert not real_hosts(question)


def test_independent_check_can_disagree() -> None:
    for kind in ASKED:
        question, other = drawn_question(kind, "one"), drawn_question(kind, "other")
        number = 0
        while other.key == question.key:
            number += 1
            other = drawn_question(kind, f"other-{number}")
        assert not all(
            AGREES[kind](replace(each, key=wrong.key))
            for each, wrong in ((question, other), (other, question))
        )


def test_real_host_names_in_questions_are_found() -> None:
    for host in ("bank.com", "8.8.8.8", "example.com", "tests"):
        assert not is_reserved(host)
    question = drawn("where", "x", Wishes(tricks=("plain",)))
    real = {"text": "https://a.test/?u=https%3A%2F%2Fb.org"}
    assert real_hosts(replace(question, given=real)) == ["b.org"]
