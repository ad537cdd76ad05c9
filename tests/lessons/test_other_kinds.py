"""Questions with choices, rules to name or texts to write: judgments and reasons."""

from html.parser import HTMLParser
from itertools import pairwise

from tests.for_each import for_each
from tests.lessons.question_kinds import ASKED, drawn_question
from tests.lessons.witness import transformed
from uriinspector.core.compare import compare
from uriinspector.lessons.kinds.dot_removals import steps_of
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.lesson import course
from uriinspector.lessons.mistake import components
from uriinspector.lessons.mistakes.reference_writing import EFFECTS
from uriinspector.lessons.mistakes.table import ANSWER_ROWS, MISTAKES
from uriinspector.lessons.question import Wishes, chosen, in_order, letter_for

BASE = "http://a/b/c/d;p?q"
RUNG = {"a": "http://h.example/a", "b": "http://h.example/a"}


def test_shortest_reference_from_a_host_has_no_slash() -> None:
    """RFC 3986 5.2.3: merging inserts a slash after the host."""
    given = {"base": "http://h.example", "target": "http://h.example/x", "edition": "2005"}
    assert KINDS["relative"].question(given).key == "x"


def test_printed_results_have_the_host_of_the_base() -> None:
    bases, references = ("{scheme}://{host}",), ("{name}", "../{name}")
    for number in range(40):
        wishes = Wishes(bases=bases, references=references)
        given = drawn("editions", f"g{number}", wishes).given
        assert components(given["result"])[1] == components(given["base"])[1]


RELATIVE = [
    one.wishes for each in course().lessons for one in each.exercises if one.kind == "relative"
]


# These say where a reference leads, not why it was chosen.
EFFECT_CODES = {None, *EFFECTS}


@for_each("wishes", *RELATIVE)
def test_answers_to_other_questions_seldom_have_a_named_mistake(wishes: Wishes) -> None:
    """They are wrong by chance, so nothing but where they lead can be inferred from them."""
    questions = [drawn("relative", f"other-{number}", wishes) for number in range(400)]
    judgements = [judged(one, other.key) for one, other in pairwise(questions)]
    wrong = [each for each in judgements if each.right is False]
    named = [each for each in wrong if each.diagnosis.mistake not in EFFECT_CODES]
    assert len(named) <= len(wrong) * 0.02


def test_line_order_is_judged() -> None:
    asked = KINDS["steps"].question({"base": BASE, "reference": "../g?y", "of": "lines"})
    letters = asked.key.split()
    assert judged(asked, "".join(letters).lower()).right is True
    swapped = [letters[1], letters[0], *letters[2:]]
    assert judged(asked, " ".join(swapped)).diagnosis.text == (
        f"3 of {len(letters)} lines are in the right order."
    )
    assert judged(asked, " ".join(letters[1:])).diagnosis.mistake == "line-left-out"
    strange = next(each for each in "ABCDEFG" if each not in letters)
    assert judged(asked, strange).diagnosis.mistake == "line-too-many"
    assert judged(asked, "first the base").diagnosis.text == "Answer with the letters of the lines."


def test_choice_is_named_by_letter_code_or_text() -> None:
    asked = KINDS["rung"].question(RUNG)
    for answer in ("a", "A.", "A)", "string", "As they are, character by character"):
        assert chosen(asked, answer) == "string"
    assert chosen(asked, "x") is None
    assert in_order(asked, "b, A") == ["case", "string"]
    assert in_order(asked, "keine") == []
    assert in_order(asked, "Z") is None
    assert [letter_for(code, asked) for code in ("case", "scheme")] == ["B", "E"]


@for_each("number", *range(80))
def test_independent_computation_gives_the_same_steps(number: int) -> None:
    asked = drawn("steps", f"w{number}")
    target, _ = transformed(asked.given["base"], asked.given["reference"])
    rows = steps_of(asked)
    assert "".join(each.letter for each in rows) == asked.key
    assert rows[-1].input == ""
    assert target.startswith(f"{asked.given['base'].partition('/')[0]}//")
    assert rows[-1].output in target


class Bases(HTMLParser):
    """A parser for the first base element with an address, and the last link."""

    def __init__(self) -> None:
        super().__init__()
        self.base: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address = dict(attrs).get("href")
        if tag == "base" and address is not None and self.base is None:
            self.base = address


@for_each("number", *range(60))
def test_independent_computation_gives_the_same_base(number: int) -> None:
    asked = drawn("base", f"w{number}")
    reader = Bases()
    reader.feed(asked.given["page"])
    url = asked.given["url"]
    assert chosen(asked, asked.key) == (
        url if reader.base is None else transformed(url, reader.base)[0]
    )


@for_each("number", *range(60))
def test_shortest_reference_leads_to_the_target(number: int) -> None:
    asked = drawn("relative", f"w{number}")
    reference = "" if asked.key == "empty" else asked.key
    target, _ = transformed(asked.given["base"], reference)
    assert target == asked.given["target"]


@for_each("number", *range(60))
def test_right_answer_is_the_first_level_on_which_both_are_equal(number: int) -> None:
    asked = drawn("rung", f"w{number}")
    comparison = compare(asked.given["a"], asked.given["b"])
    code = chosen(asked, asked.key)
    equal = [rung.name for rung in comparison.rungs if rung.equal]
    assert (equal[0] if equal else "not-shown") == code


@for_each("edition", "1997", "2003", "2005")
def test_line_orders_are_drawn_in_editions_with_an_algorithm(edition: str) -> None:
    asked = drawn("steps", "x", Wishes(edition=edition, of="lines"))
    assert asked.given["edition"] == edition
    assert judged(asked, asked.key).right is True


def test_every_code_of_a_diagnosis_can_be_explained() -> None:
    known = {each.code for each in (*MISTAKES, *ANSWER_ROWS)}
    for kind in ASKED:
        for number in range(12):
            asked = drawn_question(kind, f"c{number}")
            for answer in (
                "none",
                "A",
                "B C",
                "EEC",
                "yes",
                "2005",
                "bbb",
                "rbmrr",
                "x.test",
                "a?b",
            ):
                diagnosis = judged(asked, answer).diagnosis
                codes = {*(each.code for each in diagnosis.causes), *diagnosis.also}
                assert codes <= known, (kind, answer, codes - known)


BUFFERS = {"base": BASE, "reference": "../g"}
# E E C E: the steps for http://a/b/c/d;p?q and ../g
FIRST = "E | /b | /c/../g"


@for_each(
    "rows, right, mistake, near",
    ([FIRST, "E | /b/c | /../g", "C | /b | /g", "E | /b/g | "], True, None, ""),
    ([FIRST], False, "stopped-early", "Step 2 is rule E"),
    (["E | b | /c/../g"], False, "segment-without-slash", ""),
    (["E | /b/ | c/../g"], False, "next-slash-moved", ""),
    (["E | /b/c | /../g"], False, "next-segment-moved", ""),
    (["E | /b/c/../g | "], False, "whole-input-moved", ""),
    (["E | /x | /c/../g"], False, None, "The output is wrong."),
    (["E | /b | /c"], False, None, "The input is wrong."),
    (["A |  | /b/c/../g"], False, None, "Step 1 is rule E"),
    ([FIRST, "E | /b/c | /../g", "C | /b/c | /g"], False, "output-segment-left", ""),
    ([FIRST, "E | /b/c | /../g", "C | /b/ | /g"], False, "output-slash-left", ""),
    ([FIRST, "E | /b/c | /../g", "C | /b | g"], False, "input-slash-removed", ""),
    ([FIRST, "E | /b/c | /../g", "E | /b/c/.. | /g"], False, "dot-segment-moved", ""),
    ([FIRST, "E | /b/c | /../g", "B | /b | /g"], False, "rules-swapped", ""),
    ([FIRST, "E | /b/c | /../g", "A | /b | /g"], False, "rule-a-after-slash", ""),
    ([FIRST, "E | /b/c | /../g", "D | /b | /g"], False, None, "Step 3 is rule C"),
    ([FIRST, "E | /b/c | /../g", "C | /b | /g", "E | /b/g | ", "E | /b/g | "], False, None,
        "After step 4"),
    (["|"], False, None, "Step 1 is rule E"),
)  # fmt: skip
def test_steps_with_buffers_are_judged_one_by_one(
    rows: list[str], right: bool, mistake: str | None, near: str
) -> None:
    result = judged(KINDS["steps"].question(BUFFERS), "\n".join(rows))
    assert (result.right, result.diagnosis.mistake) == (right, mistake)
    assert near in result.diagnosis.text


def test_rule_d_for_a_final_dot_segment_is_named_as_a_mistake() -> None:
    asked = KINDS["steps"].question({"base": BASE, "reference": ".."})
    rows = [each.text for each in steps_of(asked)]
    assert judged(asked, "\n".join(rows)).right
    rows[2] = "D" + rows[2][1:]
    assert judged(asked, "\n".join(rows)).diagnosis.mistake == "rule-d-after-slash"
