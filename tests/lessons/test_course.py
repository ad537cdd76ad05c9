"""The course: every lesson works, and its texts agree with the engine."""

import re

from tests.for_each import for_each
from tests.lessons.question_kinds import ASKED
from uriinspector import compare, resolve
from uriinspector.analysis.card import card_of
from uriinspector.analysis.inspection import inspect
from uriinspector.core.parse import parse
from uriinspector.lessons.answer_lines import offered, offers
from uriinspector.lessons.draw import Draw
from uriinspector.lessons.hints import RESOLUTION_CITES, RUNGS, form_of, hint, hint_rows
from uriinspector.lessons.kinds.scenes import SCENES
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.lesson import (
    CHOOSE,
    FORMS,
    ORDER,
    SEVERAL,
    STEPS,
    Exercise,
    Lesson,
    course,
)
from uriinspector.lessons.mistakes.table import MISTAKES
from uriinspector.lessons.wrong_answers import answers_of, choices, wrong_answers

LESSONS = course().lessons
EXERCISES = [(each, one) for each in LESSONS for one in each.exercises]
LEVELS = [(*each, level) for each in EXERCISES for level in range(1, each[1].levels + 1)]
MOST_WORDS = 90
QUESTIONS = 30


def named(value: object) -> str:
    return getattr(value, "code", str(value))


def test_lessons_are_numbered_and_have_unique_codes() -> None:
    assert [each.number for each in LESSONS] == list(range(1, len(LESSONS) + 1))
    assert len({each.code for each in LESSONS}) == len(LESSONS)


@for_each("lesson", *LESSONS)
def test_lesson_is_short_and_cites_cards(lesson: Lesson) -> None:
    assert sum(len(text.split()) for text in lesson.text) <= MOST_WORDS
    cards = [card_of(cite) for cite in lesson.cites]
    assert [card.cite for card in cards if card] == list(lesson.cites)
    assert not set(lesson.about) - {each.code for each in MISTAKES}
    assert all(text.count("`") % 2 == 0 for text in lesson.text)


@for_each("lesson, exercise, level", *LEVELS)
def test_questions_can_be_drawn_at_every_level(
    lesson: Lesson, exercise: Exercise, level: int
) -> None:
    wishes = exercise.wishes_at(level)
    questions = [drawn(exercise.kind, f"course-{n}", wishes) for n in range(QUESTIONS)]
    assert len({tuple(each.given.values()) for each in questions}) > QUESTIONS * 0.9
    for question in questions:
        assert judged(question, question.key).right
        if offers(question):
            assert exercise.form(level) in {CHOOSE, SEVERAL, ORDER, STEPS}
            assert len(offers(question)) > 2
            texts = [offered(question, each) for each in offers(question)]
            assert all(texts) or offers(question)[-1] == "browsers"
        elif exercise.form(level) == CHOOSE:
            answers = choices(question, Draw("choices"), lesson.about)
            assert question.key in answers
            assert len(set(answers)) == len(answers) in {3, 4}
            others = [each for each in answers if each != question.key]
            assert all(judged(question, each).diagnosis.causes for each in others)


@for_each("lesson, exercise", *EXERCISES)
def test_every_question_has_four_hints(lesson: Lesson, exercise: Exercise) -> None:
    del lesson
    for number in range(QUESTIONS):
        question = drawn(exercise.kind, f"hint-{number}", exercise.wishes)
        hints = [hint(question, rung, exercise.wishes, "seed") for rung in range(1, RUNGS + 1)]
        assert all(each.lines for each in hints)
        early = " ".join(line for each in hints[:2] for line in each.lines)
        assert question.key not in early or len(question.key) < len("userinfo")
        assert card_of(hints[1].cite)


def test_third_hint_solves_another_question_and_last_hint_has_the_answer() -> None:
    wishes = next(one.wishes for each, one in EXERCISES if (each.code, one.code) == ("dots", "up"))
    question = drawn("target", "a hint", wishes)
    assert list(hint(question, 4, wishes, "seed").lines)[-1] == f"Target: {question.key}"
    other = list(hint(question, 3, wishes, "seed").lines)
    base, reference = other[0].partition(": ")[2], other[1].partition(": ")[2]
    assert other[-1] == f"Target: {resolve(base, reference).target}"
    assert base != question.given["base"]


def test_every_form_has_a_first_hint_and_every_hint_a_card() -> None:
    for row in hint_rows().values():
        card = card_of(row.cite)
        assert card
        assert card.cite == row.cite
    for cite in RESOLUTION_CITES.values():
        card = card_of(cite)
        assert card
        assert card.cite == cite
    assert {kind for kind, _ in hint_rows()} == set(KINDS)
    assert set(FORMS) == {*ASKED, *SCENES}
    for number in range(200):
        assert ("target", form_of(drawn("target", f"{number}"))) in hint_rows()


def test_statements_in_lesson_texts_agree_with_the_engine() -> None:
    def target(base: str, reference: str, edition: str = "2005") -> str | None:
        return resolve(f"http://a{base}", reference, edition=edition).target

    assert target("/b/c/d;p", "g") == "http://a/b/c/g"
    assert target("/b/c?q", "g") == "http://a/b/g"
    assert target("/b/c", "/../g") == "http://a/g"
    assert target("/b/c", "?y") == "http://a/b/c?y"
    assert target("/b/c", "?y", "1997") == "http://a/b/?y"
    assert target("/b?q", "?") == "http://a/b?"
    assert target("/b?q", "") == "http://a/b?q"
    assert target("/b/c", "..g") == "http://a/b/..g"
    assert parse("http://a.example/?").query == ""
    assert parse("http://a.example/").query is None
    for spelling in ("3221225991", "0xc0000207", "0300.0.2.7"):
        assert inspect(f"http://{spelling}/").verdict.host == "192.0.2.7"
    for host in ("www.bank.example.x93.test", "www-bank-example.x93.test"):
        assert KINDS["site"].question({"text": f"https://{host}/"}).key == "x93.test"
    assert target("/b/c", "%2F") == "http://a/b/%2F"
    for text in ("http://[2001:db8::1]/maps", "http://a_b.example/"):
        assert [parse(text, edition=year).valid for year in ("1994", "1997", "2003", "2005")] == [
            False, False, True, True,
        ]  # fmt: skip
    for one, other, level in (
        ("http://a.example/%61", "http://a.example/a", "percent-encoding"),
        ("http://a.example/x%2Fy", "http://a.example/x/y", None),
        ("HTTP://A.example/", "http://a.example/", "case"),
        ("http://a.example/A", "http://a.example/a", None),
        ("http://a.example:80/", "http://a.example/", "scheme"),
    ):
        assert compare(one, other).first_equal == level
    page = '<!-- <base href="/x/"> --><a href="z">z</a><base href="y/"><base href="/w/">'
    base = KINDS["base"].question({"page": page, "url": "http://a.example/b/c"})
    right = offered(base, base.key)
    assert right
    assert right == "http://a.example/b/y/"
    differing = ("?y", "", "../../../../g", "/x/../g")
    for reference in differing:
        assert len({target("/b/c/d;p?q", reference, year) for year in ("1997", "2005")}) == 2


def test_hosts_in_lesson_texts_are_reserved_names() -> None:
    hosts = [
        host
        for lesson in LESSONS
        for text in (*lesson.text, *lesson.example)
        for host in re.findall(r"//([^/?#`\s\"]+)", text)
    ]
    assert hosts
    for host in hosts:
        read = inspect(f"http://{host}/").verdict.host
        assert re.search(
            r"(?:\.|^)(?:example|test|invalid)$|^192\.0\.2\.|^\[2001:db8:", read or ""
        ), host


def test_wrong_answers_are_judged_wrong_with_their_mistake() -> None:
    for kind in ("target", "where", "site", "mark"):
        for number in range(20):
            question = drawn(kind, f"wrong-{number}")
            for each in wrong_answers(question):
                result = judged(question, each.text)
                assert result.right is False
                codes = {cause.code for cause in result.diagnosis.causes}
                assert each.mistake.code in codes | set(result.diagnosis.also)
    origin = drawn("origin", "none")
    assert answers_of((), origin) == wrong_answers(origin) == []
