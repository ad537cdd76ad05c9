"""Hints fit the question and its edition."""

import re
from collections.abc import Callable

from tests.for_each import for_each
from uriinspector.core.parse import parse
from uriinspector.lessons.hints import (
    ALGORITHM,
    FORMS,
    NUMBERS,
    TRICKS,
    another_of,
    form_of,
    hint,
    hint_rows,
    row_of,
)
from uriinspector.lessons.kinds.scenes import SCENES
from uriinspector.lessons.kinds.table import KINDS, drawn
from uriinspector.lessons.lesson import Exercise, Lesson, course
from uriinspector.lessons.question import Question, Wishes
from uriinspector.lessons.tricks import TITLES

SEEDS = 25
EXERCISES = [(each, one) for each in course().lessons for one in each.exercises]
DOCUMENTS = {
    "1994": ("RFC 1738", "url-draft"),
    "1997": ("url-syntax-05",),
    "2003": ("rfc2396bis-01",),
}
OTHERS = ("RFC 1738", "url-draft", "url-syntax", "rfc2396bis")


def named(value: object) -> str:
    return value.code if isinstance(value, Lesson | Exercise) else str(value)


def texts_of(question: Question) -> str:
    return " ".join(question.given.values())


def has_numbers(question: Question) -> bool:
    texts = [question.given.get(name, "") for name in ("text", "a", "b")]
    hosts = [parse(text).host or "" for text in texts]
    return question.given.get("part") == "host" or any(
        NUMBERS.fullmatch(host) or host.startswith("[") for host in hosts
    )


def involves(part: str) -> Callable[[Question], bool]:
    """Return a check whether a question is about a component or has texts that contain it."""
    return lambda question: (
        question.given.get("part") == part
        or any(
            getattr(parse(question.given.get(name, "")), part) is not None
            for name in ("text", "a", "b")
        )
    )


# Topics that a hint may mention only if the question is about them or contains them.
PRESUPPOSED: dict[str, Callable[[Question], bool]] = {
    r"IPv[46]|IP address": has_numbers,
    r"[Bb]ackslash": lambda question: "\\" in texts_of(question),
    r"[Uu]serinfo (?:can|with)|\"@\"": lambda question: (
        "@" in texts_of(question) or question.given.get("part") in {"userinfo", "host"}
    ),
    r"\bladder\b": lambda question: question.kind == "rung",
    r"dot.segments?": lambda question: (
        bool(re.search(r"(?:^|[/ ])\.{1,2}(?:[/ ?#]|$)", texts_of(question)))
        or question.kind == "editions"
    ),
    r"xn--|A-label": lambda question: (
        not texts_of(question).isascii() or "xn--" in texts_of(question)
    ),
    r"namespace": lambda question: "urn:" in texts_of(question).lower(),
    r"default port": lambda question: (
        involves("port")(question) or question.given.get("part") in {"port", "authority"}
    ),
    r"base element|BASE element": lambda question: question.kind == "base",
    r"two slashes at the start": lambda question: "//" in texts_of(question),
}


@for_each("lesson, exercise", *EXERCISES)
def test_hints_suit_the_question(lesson: Lesson, exercise: Exercise) -> None:
    for level in range(1, exercise.levels + 1):
        wishes = exercise.wishes_at(level)
        for number in range(SEEDS):
            question = drawn(exercise.kind, f"{lesson.code} {level} {number}", wishes)
            look, rule = (hint(question, rung, wishes, "seed") for rung in (1, 2))
            words = " ".join(line for each in (look, rule) for line in each.lines)
            for topic, is_there in PRESUPPOSED.items():
                found = re.search(topic, words)
                assert not found or is_there(question), f"{found} in {words} for {question}"
            documents = DOCUMENTS.get(question.given.get("edition", "2005"))
            if documents is None:
                assert not rule.cite.startswith(OTHERS)
            elif question.kind in {*ALGORITHM, "valid", "write", "rung"}:
                is_of_web = rule.cite.startswith(("RFC 3986 7.4", "RFC 8141"))
                assert is_of_web or rule.cite.startswith(documents)


@for_each("lesson, exercise", *EXERCISES)
def test_solved_example_has_the_form_of_the_question(lesson: Lesson, exercise: Exercise) -> None:
    for level in range(1, exercise.levels + 1):
        wishes = exercise.wishes_at(level)
        for number in range(8):
            question = drawn(exercise.kind, f"{lesson.code} {level} {number}", wishes)
            other = another_of(question, wishes, f"{number}")
            assert form_of(other) == form_of(question)
            assert other.given != question.given


def test_every_form_has_hints_and_every_hint_a_form() -> None:
    met = set()
    for lesson, exercise in EXERCISES:
        for level in range(1, exercise.levels + 1):
            for number in range(60):
                wishes = exercise.wishes_at(level)
                question = drawn(exercise.kind, f"{lesson.code} {level} {number}", wishes)
                row_of(question)  # there is one
                met.add((exercise.kind, form_of(question)))
    never = set(hint_rows()) - met
    # Only in packs, and in questions about the user's texts.
    assert never <= {
        *(("where", form) for form in ("inner", "inner-fragment", *SCENES)),
        *(("mark", f"{part}-alone") for part in ("userinfo", "host", "port")),
        *(("rung", form) for form in ("number", "empty")),
    }
    assert set(FORMS) <= set(KINDS)
    assert {trick for tricks in TRICKS.values() for trick in tricks} <= set(TITLES)


def innermost(text: str) -> dict[str, str]:
    return {"text": text, "of": "innermost"}


@for_each(
    "kind, given, form",
    ("where", {"text": "https://a.example\\@b.example/"}, "backslash"),
    ("where", {"text": "https://a@b.example/"}, "userinfo"),
    ("where", {"text": "//b.example/", "base": "http://a.example/"}, "two-slashes"),
    ("where", {"text": "b.example/", "base": "http://a.example/"}, "relative"),
    ("where", {"text": "data:,https"}, "no-authority"),
    ("where", {"text": "http://b\u00fccher.example/"}, "letters"),
    ("where", {"text": "http://XN--a-0.example/"}, "letters"),
    ("where", {"text": "http://0x7f.1/"}, "number"),
    ("where", {"text": "http://a%62.example/"}, "encoded"),
    ("where", {"text": "http://a.example/@b"}, ""),
    ("mark", {"text": "urn:a:b", "part": "host"}, "host-alone"),
    ("mark", {"text": "urn:a:b", "part": "query"}, "query"),
    ("mark", {"text": "http://a/b", "part": "host"}, "host"),
    ("rung", {"a": "urn:a:b", "b": "URN:a:b"}, "names"),
    ("rung", {"a": "http://a/B", "b": "http://a/b"}, "case"),
    ("rung", {"a": "http://a/%62", "b": "http://a/b"}, "encoded"),
    ("rung", {"a": "http://a/./b", "b": "http://A/b"}, "dots"),
    ("rung", {"a": "http://a:80/b", "b": "http://A/b"}, "port"),
    ("rung", {"a": "http://a/b?", "b": "http://a/b"}, "empty"),
    ("rung", {"a": "http://10.1/", "b": "http://10.0.0.1/"}, "number"),
    ("rung", {"a": "http://a/b", "b": "http://c/b"}, ""),
    ("where", innermost("http://a/?b=https%3A%2F%2Fc.example/"), "inner-query"),
    ("where", innermost("http://a@d/https://c.example/"), "inner-path"),
    ("where", innermost("http://a/#https://c.example/"), "inner-fragment"),
    ("where", innermost("http://a/"), "inner"),
    ("steps", {"base": "http://a/b", "reference": "../c"}, ""),
    ("steps", {"base": "http://a/b", "reference": "../c", "of": "lines"}, "lines"),
    ("write", {"wants": "[]"}, ""),
)
def test_question_has_the_expected_form(kind: str, given: dict[str, str], form: str) -> None:
    if kind == "write":
        assert not form_of(drawn(kind, "any"))
    else:
        assert form_of(KINDS[kind].question(given)) == form


def test_rules_have_at_most_twenty_words() -> None:
    for row in hint_rows().values():
        assert all(len(each.split()) <= 20 for each in (row.look, row.rule, *row.rules.values())), (
            row
        )


@for_each(
    "reference, edition, words",
    ("?y", "1997", "replaces the last segment"), ("?y", "2005", "keeps the whole path"),
    ("#s", "2003", "current document"), ("#s", "2005", "keeps the path and query"),
    ("../g", "1997", "above the root it is kept"), ("?y", "1994", "does not say"),
)  # fmt: skip
def test_hint_gives_the_rule_of_the_edition(reference: str, edition: str, words: str) -> None:
    given = {"base": "http://a.example/b/c?q", "reference": reference, "edition": edition}
    [rule] = hint(KINDS["target"].question(given), 2, Wishes(), "seed").lines
    assert words in rule
