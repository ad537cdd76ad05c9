"""Questions with choices, rules to name or texts to write: judgments and reasons."""

import json
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
PAGE = '<base href="/x/">\n<base href="/y/">\n<!-- <base href="/z/"> --><a href="g">here</a>'
URL = "http://h.example/p/q?r"
WANTS = [{"valid": "1997"}, {"has": "userinfo"}, {"has_not": "port"}, {"length_at_most": 30}]


def rung(a: str, b: str) -> dict[str, str]:
    return {"a": a, "b": b}


# Kind, given fields, answer, right, code of the mistake, and part of the reason.
ANSWERS = (
    ("rung", rung("http://h.example/%7ea", "http://h.example/%7Ea"), "B", True, None, ""),
    ("rung", rung("http://h.example/%7ea", "http://h.example/%7Ea"), "case", True, None, ""),
    (*("rung", rung("http://h.example/%7ea", "http://h.example/%7Ea"), "f", False),
        *("lower-hex-called-different", "%7e and %7E")),
    ("rung", rung("http://h.example/A", "http://h.example/a"), "B", False, "path-case", "path"),
    ("rung", rung("http://h.example/a/", "http://h.example/a"), "E", False, "final-slash", ""),
    ("rung", rung("http://www.h.example/", "http://h.example/"), "E", False, "www-same", ""),
    ("rung", rung("https://h.example/", "http://h.example/"), "E", False, "http-https-same", ""),
    ("rung", rung("http://h.example/a%2Fb", "http://h.example/a/b"), "C", False,
        *("slash-escape-same", "")),
    ("rung", rung("http://h.example/?a%20b", "http://h.example/?a+b"), "C", False, "plus-same", ""),
    ("rung", rung("http://h.example/?a&b", "http://h.example/?b&a"), "A", False,
        *("parameter-order", "")),
    ("rung", rung("http://h.example/?", "http://h.example/"), "E", False, "empty-query-ignored",
        ""),
    ("rung", rung("http://h.example/#a", "http://h.example/"), "A", False, "fragment-ignored", ""),
    ("rung", rung("http://h.example:80/", "http://h.example/"), "F", False, "called-different", ""),
    ("rung", rung("http://h.example/./", "http://h.example/"), "E", False, "climbed-too-high", ""),
    ("rung", rung("http://h.example/./", "http://h.example/"), "A", False, "stopped-too-low", ""),
    ("rung", rung("http://h.example/x", "http://h.example/y"), "A", False, "called-same", ""),
    ("rung", rung("http://h.example/x", "http://h.example/y"), "Z", False, None, "choices"),
    ("valid", {"text": "http://h.example/a b"}, "no 19", True, None,
        'Corrected: "http://h.example/a%20b"'),
    ("valid", {"text": "http://h.example/a b"}, "Nein, 19", True, None, ""),
    ("valid", {"text": "http://h.example/a b"}, "19", True, None, ""),
    ("valid", {"text": "http://h.example/a b"}, "no", False, None, "Which character"),
    ("valid", {"text": "http://h.example/a b"}, "no 3", False,
        "earlier-place", "Up to that"),
    ("valid", {"text": "http://h.example/a b"}, "no 20", False,
        "later-violation", "before that"),
    ("valid", {"text": "http://h.example/a b"}, "perhaps", False, None, "yes, or no"),
    ("valid", {"text": "http://h.example/a b"}, "yes", False, "space-let-through", ""),
    ("valid", {"text": "http://h.example/\u00e9"}, "yes", False, "non-ascii-let-through",
        "/%C3%A9"),
    ("valid", {"text": "http://h.example/%zz"}, "yes", False, "bare-percent-let-through", ""),
    ("valid", {"text": "http://h.example/[a]"}, "yes", False, "bracket-let-through", ""),
    ("valid", {"text": "http://h.example/a|b"}, "yes", False, "excluded-let-through", ""),
    ("valid", {"text": "http://h.example/#a#b"}, "yes", False, "hash-let-through", ""),
    ("valid", {"text": "//", "edition": "1994"}, "yes", False, "something-missing", ""),
    ("valid", {"text": "../a"}, "yes", True, None, ""),
    ("valid", {"text": "../a"}, "no 1", False, "relative-called-invalid", ""),
    ("valid", {"text": "http://h.example:/"}, "no 17", False, "empty-port-called-invalid", ""),
    ("valid", {"text": "http://h_x.example/"}, "no 9", False, "underscore-called-invalid", ""),
    ("valid", {"text": "http://h.example/?"}, "no", False, "empty-called-invalid", ""),
    ("valid", {"text": "http://h.example/~a"}, "no 18", False, "called-invalid", ""),
    ("relative", {"base": BASE, "target": "http://a/b/g"}, "./../g", True, None, "shorter"),
    ("relative", {"base": BASE, "target": "http://a/b/g"}, "/b/g", True, None, ""),
    ("relative", {"base": BASE, "target": "http://a/b/c/d;p?q"}, "Empty", True, None, ""),
    ("relative", {"base": BASE, "target": "http://a/b/c/g"}, "g", True, None, ""),
    ("relative", {"base": BASE, "target": "http://a/b/c/g"}, "../g", False, "kept-last-segment",
        '"http://a/b/g"'),
    ("relative", {"base": BASE, "target": "http://a/g"}, "x", False, "leads-elsewhere",
        '"http://a/b/c/x"'),
    ("relative", {"base": BASE, "target": "http://a/b/"}, "../../b", False, "slash-missing",
        "is missing"),
    ("relative", {"base": BASE, "target": "http://a/b"}, "../../b/", False, "final-slash-added",
        "should not be there"),
    ("relative", {"base": BASE, "target": "http://a/b/g"}, "../../b/c/g", False,
        "leads-segments-added", "leads to"),
    ("relative", {"base": BASE, "target": "http://a/b/"}, "/", False, "folder-above",
        '"http://a/".'),
    ("write", {"wants": json.dumps(WANTS)}, "http://u@h.example/", True, None, ""),
    ("write", {"wants": json.dumps(WANTS)}, "http://u@h.example:1/", False, "condition-not-met",
        "port"),
    ("write", {"wants": json.dumps(WANTS)}, "http://h.example/ ", False, "condition-not-met",
        "userinfo"),
    ("write", {"wants": json.dumps(WANTS)}, "http://u@h.example/" + "a" * 30, False,
        *("condition-not-met", "30")),
    ("write", {"wants": '[{"empty": "query"}]'}, "?", True, None, ""),
    ("write", {"wants": '[{"empty": "query"}]'}, "a", False, "condition-not-met", "query"),
    ("write", {"wants": '[{"host_kind": "ipv6"}]'}, "//[::1]", True, None, ""),
    ("write", {"wants": '[{"finding": "userinfo-present"}]'}, "http://u@h.example/", True, None,
        ""),
    ("write", {"wants": '[{"no_finding": "userinfo-present"}]'}, "http://u@h.example/", False,
        *("condition-not-met", "")),
    ("write", {"wants": '[{"same_as": {"text": "http://h.example/", "rung": "scheme"}}]'},
        "HTTP://h.example:80", True, *(None, "")),
    ("write", {"wants": '[{"same_as": {"text": "http://h.example/", "rung": "case"}}]'},
        "http://h.example", False, *("condition-not-met", "case")),
    ("editions", {"base": BASE, "reference": "?y", "result": "http://a/b/c/?y"}, "1997", True, None,
        ""),
    ("editions", {"base": BASE, "reference": "?y", "result": "http://a/b/c/?y"}, "1994 1997", False,
        *("edition-too-many", "leaves this open")),
    ("editions", {"base": BASE, "reference": "g", "result": "http://a/b/c/g"},
        "browsers, 1994, 1997, 2003, 2005", True, *(None, "")),
    ("editions", {"base": BASE, "reference": "g", "result": "http://a/b/c/g"}, "2005", False,
        *("edition-left-out", "1994")),
    ("editions", {"base": BASE, "reference": "../../../g", "result": "http://a/g"}, "2005 Browser",
        True, *(None, "")),
    ("editions", {"base": BASE, "reference": "../../../g", "result": "http://a/g"},
        "1997 2005 browsers", False, *("edition-too-many", "http://a/../g")),
    ("editions", {"base": BASE, "reference": "g", "result": "http://x/"}, "none", True, None, ""),
    ("editions", {"base": BASE, "reference": "g", "result": "http://x/"}, "RFC", False, None,
        "years"),
    ("base", {"page": PAGE, "url": URL}, "http://h.example/x/", True, None, ""),
    ("base", {"page": PAGE, "url": URL}, "http://h.example/y/", False, "second-base", ""),
    ("base", {"page": PAGE, "url": URL}, "/x/", False, "base-not-resolved", ""),
    ("base", {"page": PAGE, "url": URL}, "http://h.example/z/", False, "base-in-comment", ""),
    ("base", {"page": '<base href="/x/"><a href="g">', "url": URL}, URL, False, "url-for-base", ""),
    ("base", {"page": '<a href="g">', "url": URL}, URL, True, None, ""),
    ("base", {"page": '<a href="g">', "url": URL}, "http://h.example/p/", False, "folder-for-base",
        ""),
    ("base", {"page": '<a href="g">', "url": URL}, "http://h.example/p/g", False, "target-for-base",
        ""),
    ("base", {"page": '<a href="g">', "url": URL}, "http://other.example/", False, None, "choices"),
    ("steps", {"base": BASE, "reference": "../g"}, "EECE", True, None, ""),
    ("steps", {"base": BASE, "reference": "../g"}, "2e 2e 2c 2e", True, None, ""),
    ("steps", {"base": BASE, "reference": "../g"}, "AE", False, "removed-before-merge",
        "Step 1 is rule E"),
    ("steps", {"base": BASE, "reference": "../g"}, "EEECE", False, "steps-of-whole-base",
        'the input is "/../g"'),
    ("steps", {"base": BASE, "reference": "../g"}, "ECE", False, "two-segments-at-once", ""),
    ("steps", {"base": BASE, "reference": "../g"}, "EEBE", False, "rules-swapped", ""),
    ("steps", {"base": BASE, "reference": "../g"}, "EEAE", False, "rule-a-after-slash", ""),
    ("steps", {"base": BASE, "reference": "../g"}, "EEC", False, "stopped-early", ""),
    ("steps", {"base": BASE, "reference": "../g"}, "EECEE", False, "step-after-the-end",
        "After step 4"),
    ("steps", {"base": BASE, "reference": "../g"}, "EEDE", False, "rule-d-after-slash", ""),
    ("steps", {"base": BASE, "reference": "../g"}, "EEEE", False, "dots-as-names", ""),
    ("steps", {"base": BASE, "reference": "../g"}, "EEEC", False, "dots-last", ""),
    ("steps", {"base": BASE, "reference": "../g"}, "EEE", False, "dot-steps-left-out", ""),
    ("steps", {"base": BASE, "reference": "../g"}, "CE", False, "name-steps-left-out", ""),
    ("steps", {"base": BASE, "reference": "../../g"}, "EECE", False, "dots-at-once", ""),
    ("steps", {"base": BASE, "reference": ".."}, "EEB", False,
        *("final-slash-not-moved", "Two mistakes at once.")),
    ("steps", {"base": "http://a/b/c/d/e", "reference": ".."}, "EEC", False,
        *("final-slash-not-moved", "You moved two segments in one step.")),
    ("steps", {"base": BASE, "reference": "../g"}, "ACBDAB", False, "wrong-step",
        "Step 1"),
    *(
        ("relative", {"base": "http://a/b/c/d", "target": target}, answer, False, mistake, "leads")
        for target, answer, mistake in (
            ("http://a/b/x", "x", "up-too-few"),
            ("http://a/x", "../x", "up-too-few"),
            ("http://a/b/x", "../../x", "kept-last-segment"),
            ("http://a/x", "x", "root-slash-left-out"),
            ("http://a/b/c/x", "c/x", "folder-repeated"),
            ("http://a/b/c/x", "b/c/x", "root-slash-left-out"),
            ("http://a/b/c/x", "d/x", "page-repeated"),
            ("http://a/b/c/x", "/x", "root-slash-added"),
            ("http://a/b/c/d?y", "/?y", "root-slash-added"),
            ("http://a/b/c/d?y", "y", "delimiter-left-out"),
            ("http://a/b/c/x?y#z", "x?y", "ending-left-out"),
            ("http://a/b/c/x?y#z", "x#z", "ending-left-out"),
            ("http://a/b/c/x?y", "x", "ending-left-out"),
            ("http://a/b/c/x", "x/", "final-slash-added"),
            ("http://a/b/c/x/", "x", "final-slash-left-out"),
            ("http://o/x", "/o/x", "host-without-slashes"),
            ("http://o/x", "o/x", "host-without-slashes"),
        )
    ),
    ("relative", {"base": "http://a/b/c/", "target": "http://a/b/x"}, "../../x", False,
        *("up-too-many", "leads")),
    ("relative", {"base": "http://a/b/c/", "target": "http://a/b/c/"}, "..", False,
        *("folder-above", "The reference leads to a folder above the target.")),
    ("relative", {"base": "http://a/b/c/d", "target": "http://a/x"}, "q/r", False,
        "leads-elsewhere", "leads"),
    *(
        ("relative", {"base": "http://a/b/c/d", "target": target}, answer, False, code, near)
        for target, answer, code, near in (
            ("http://a/b/", ".", "folder-inside", "The reference leads to a folder inside that "
            "of the target."),
            ("http://a/b/c/", "..", "folder-above", "The reference leads to a folder above the "
            "target."),
            ("http://a/b/", "../..", "folder-above", "The reference leads to a folder above the "
            "target."),
            ("http://a/b/c/d?y", "empty", "end-missing", "of the target is missing."),
            ("http://a/b/c/d?y", "?", "end-missing", 'leads to "http://a/b/c/d?"'),
        )
    ),
    ("valid", {"text": "http://h.example/a b c"}, "no 18", False,
        *("counted-from-zero", "You counted from 0")),
    ("valid", {"text": "http://h.example/a b c"}, "no 21", False, "later-violation", ""),
    ("valid", {"text": "http://h.example/a b c"}, "no 3", False,
        "earlier-place", "Up to that"),
    ("steps", {"base": "http://a/b/c", "reference": "./x/../y"}, "BECE", False,
        "first-step-left-out", ""),
    ("steps", {"base": BASE, "reference": ".."}, "EEC", False, "final-slash-not-moved", ""),
    ("steps", {"base": BASE, "reference": ".."}, "EED", False, "rule-d-after-slash", ""),
    ("steps", {"base": BASE, "reference": ".."}, "EEX", False, None, "letters A to E"),
)  # fmt: skip


@for_each("kind, given, answer, right, mistake, reason", *ANSWERS)
def test_answers_to_the_other_kinds_are_judged(
    kind: str, given: dict[str, str], answer: str, right: bool, mistake: str | None, reason: str
) -> None:
    judgement = judged(KINDS[kind].question(given), answer)
    assert (judgement.right, judgement.diagnosis.mistake) == (right, mistake)
    assert reason in judgement.diagnosis.text
    assert right or judgement.diagnosis.text


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
