"""An answer about levels of comparison gets the rule, or the remaining differences."""

import uriinspector
from tests.for_each import for_each
from uriinspector.lessons.answer_lines import answer_lines, solved_lines
from uriinspector.lessons.kinds import ladder_levels
from uriinspector.lessons.kinds.table import drawn, judged
from uriinspector.lessons.lesson import Exercise, course
from uriinspector.lessons.mistakes.sameness import LEVELS, NOT_SHOWN

SEEDS = 60
# The clause of each level, by the contents of the two editions with section 6.2.
CLAUSES = {
    "case": ("§6.2.2.1",), "percent-encoding": ("§6.2.2.2",), "dot-segments": ("§6.2.2.3",),
    "scheme": ("§6.2.3", "RFC 8141 §3.1"),
}  # fmt: skip
EXERCISES = [
    (lesson.code, exercise)
    for lesson in course().lessons
    for exercise in lesson.exercises
    if exercise.kind == "rung"
]


@for_each("lesson, exercise", *EXERCISES)
def test_reason_names_the_rule_or_the_differences(lesson: str, exercise: Exercise) -> None:
    for number in range(SEEDS):
        asked = drawn("rung", f"{lesson} {exercise.code} {number}", exercise.wishes)
        given = asked.given
        compared = uriinspector.compare(given["a"], given["b"], edition=given["edition"])
        for place, level in enumerate((*LEVELS, NOT_SHOWN)):
            answer = judged(asked, "ABCDEF"[place])
            words = answer.diagnosis.text
            if compared.first_equal is None:
                assert "After the last level, the texts still differ in the " in words
                is_encoded_name = "A URN keeps percent-encoding: " in words
                assert answer.diagnosis.cites == (("RFC 8141 3.1",) if is_encoded_name else ())
                continue
            assert "made equal by: " in words
            assert any(each in words for each in CLAUSES[compared.first_equal])
            assert answer.diagnosis.cites
            is_too_low = place < LEVELS.index(compared.first_equal)
            assert ("They differ there in the " in words) == is_too_low
            assert answer.right == (level == compared.first_equal)


@for_each(
    "a, b, encoded",
    ("urn:example:a%6C", "urn:example:al", "%6C"),
    ("URN:example:al", "urn:example:a%6c", "%6c"),
    ("urn:example:a%2Fb", "urn:example:a/b", "%2F"),
    ("urn:example:a%6C", "urn:example:bl", ""),
    ("urn:example:AL", "urn:example:al", ""),
    ("http://a.test/%2F", "http://a.test//", ""),
)
def test_urn_that_differs_only_in_encoding_gets_an_explanation(
    a: str, b: str, encoded: str
) -> None:
    asked = ladder_levels.question({"a": a, "b": b})
    answer = ladder_levels.judge(asked, "C")
    assert asked.key == "F"
    words = f"A URN keeps percent-encoding: {encoded} is not decoded for the comparison."
    assert (words in answer.diagnosis.text) == bool(encoded)
    assert ("A URN keeps" in answer.diagnosis.text) == bool(encoded)


@for_each(
    "a, b, answer, words",
    (
        "HTTP://a.example:80/%61",
        "http://a.example/a",
        "B",
        "At the level you chose, the two texts still differ. They differ there in the port: 80 and "
        "not present. They differ there in the path: /%61 and /a. Applied first: scheme and host "
        "in lowercase (RFC 3986 §6.2.2.1) and unnecessary percent-encoding is decoded (RFC 3986 "
        "§6.2.2.2). The texts are then made equal by: default port (RFC 3986 §6.2.3).",
    ),
    ("http://a.example/?", "http://a.example/", "F",
        "After the last level, the texts still differ in the query: empty and not present."),
    ("http://a.example/", "http://a.example/", "A",
        "The two texts are the same, character by character."),
    (f"http://a.example/{'x' * 900}", "http://a.example/", "F",
        f"After the last level, the texts still differ in the path: /{'x' * 199}… and /."),
)  # fmt: skip
def test_wrong_level_has_a_reason(a: str, b: str, answer: str, words: str) -> None:
    assert judged(ladder_levels.question({"a": a, "b": b}), answer).diagnosis.text == words


def test_right_level_is_explained_by_its_rule() -> None:
    asked = ladder_levels.question({"a": "http://a.example:80/", "b": "http://a.example/"})
    lines = list(answer_lines(asked))
    rule = "The texts are made equal by: default port (RFC 3986 §6.2.3)."
    assert lines == ["After normalization according to the rules of the scheme", rule]
    assert solved_lines(asked) == answer_lines(asked)
