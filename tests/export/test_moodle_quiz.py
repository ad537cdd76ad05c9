"""Moodle quizzes: well-formed XML, exact answers, feedback, and no live links."""

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from tests.for_each import for_each
from tests.lessons.question_kinds import ASKED, asked_items
from uriinspector.core.model import message
from uriinspector.export.language import speaking
from uriinspector.export.moodle_quiz import (
    as_moodle,
    html_of,
    nolink,
    right_texts,
    unmarked,
    wildcard_free,
)
from uriinspector.export.sheet_forms import SheetForm
from uriinspector.lessons.hints import RUNGS
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.pack import sheet_of, student_codes
from uriinspector.lessons.pack_file import read_pack

HEAD = 'pack = 1\nid = "school.example/x"\nversion = 1\ntitle = "Links & bases/1"\n'
ALL = HEAD + "".join(
    f'[[item]]\nid = "{asks}"\nkind = "{kind}"\n{of}count = 2\n' for asks, kind, of in asked_items()
)
HARMFUL = (
    HEAD + '[[item]]\nid = "x"\nkind = "target"\nbase = "http://a.test/b*c"\n'
    'references = ["*\\u0001\\u202e<b>]]>&amp;", ""]\n'
    '[[item]]\nid = "y"\nkind = "where"\ntext = "https://a.test@b.test/<script>"\n'
)
BARE = re.compile(r"[a-z]+://|www\.|\w@\w", re.IGNORECASE)
FORM, GERMAN = SheetForm(), SheetForm(say=speaking("de"))
SPAN = re.compile(r'<span class="nolink"><code>.*?</code></span>', re.DOTALL)


def quiz(text: str, count: int = 6) -> ElementTree.Element:
    pack = read_pack(text)
    sheets = [sheet_of(pack, student) for student in student_codes(pack, count)]
    return ElementTree.fromstring("".join(as_moodle(pack, sheets, SheetForm())))


def questions(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in root.iter("question") if each.get("type") != "category"]


def answers(question: ElementTree.Element, fraction: str) -> list[str]:
    return [
        each.findtext("text") or ""
        for each in question.iter("answer")
        if each.get("fraction") == fraction
    ]


def test_moodle_item_is_a_category_with_variants() -> None:
    found = list(quiz(ALL).iter("question"))
    categories = [
        each.findtext("category/text") for each in found if each.find("category") is not None
    ]
    kinds = [kind for kind in ASKED if kind != "write"]
    assert categories == [f"$course$/top/Links & bases//1/{kind}" for kind in kinds]
    names = [each.findtext("name/text") for each in found if each.get("type") != "category"]
    assert len(names) == len(set(names)) >= 5 * len(kinds)


def test_unmarkable_questions_are_left_out_and_named() -> None:
    assert unmarked(read_pack(ALL)) == ["write"]


@for_each("text", ALL, HARMFUL)
def test_moodle_addresses_cannot_become_links(text: str) -> None:
    for each in quiz(text).iter():
        if each.get("format") == "html":
            html = each.findtext("text") or ""
            assert not BARE.search(SPAN.sub("", html)), html
            assert not re.search(r"<(?!/?(?:p|span|code|em|br)\b)|\shref=[^&]*>", html), html


def test_asterisk_is_escaped_and_control_character_is_shown() -> None:
    first, *_ = (each for each in quiz(HARMFUL).iter("question") if each.get("type") != "category")
    (right,) = answers(first, "100")
    assert right == "http://a.test/\\*\u2039U+0001\u203a\u202e<b>]]>&amp;"
    assert wildcard_free("a*") == "a\\*"
    assert nolink("<") == '<span class="nolink"><code>&lt;</code></span>'


@for_each("kind", "target", "where", "site", "origin", "valid", "steps", "relative")
def test_moodle_right_texts_are_judged_right(kind: str) -> None:
    for number in range(20):
        question = drawn(kind, f"m{number}")
        for form in (FORM, GERMAN):
            texts = set(right_texts(question, form))
            assert {question.key, form.written(kind, question.key)} <= texts
            assert [text for text in texts if not judged(question, text).right] == []


def test_answers_are_exact_and_wrong_ones_have_feedback() -> None:
    pack = read_pack(ALL)
    sheets = [sheet_of(pack, student) for student in student_codes(pack, 6)]
    keys = {row.question.key for sheet in sheets for row in sheet.rows if row.item == "target"}
    found = [
        each
        for each in quiz(ALL).iter("question")
        if (each.findtext("name/text") or "").startswith("target ")
    ]
    assert {text.replace("\\*", "*") for each in found for text in answers(each, "100")} <= keys
    for each in found:
        wrong = [part for part in each.iter("answer") if part.get("fraction") == "0"]
        assert len(wrong) > 5
        assert all(unescape(part.findtext("feedback/text") or "") for part in wrong)


@for_each("kind, single", ("mark", "true"), ("rung", "true"), ("editions", "false"))
def test_fractions_of_choices_add_up_to_100(kind: str, single: str) -> None:
    for question in quiz(ALL).iter("question"):
        if (question.findtext("name/text") or "").startswith(f"{kind} "):
            parts = [float(each.get("fraction") or 0) for each in question.iter("answer")]
            assert question.findtext("single") == single
            assert sum(part for part in parts if part > 0) == pytest.approx(100, abs=0.01)
            assert len(parts) > 1


def test_penalty_follows_the_scoring_of_the_pack() -> None:
    for lines, cost in (
        ("", "0.5000000"),
        ("[scoring]\nsecond = 0.75\n", "0.2500000"),
        ("[scoring]\nfirst = 0.6\nsecond = 0.4\n", "0.3333333"),
        ("[scoring]\nfirst = 0.5\nsecond = 1.0\n", "0.0000000"),
        ("[scoring]\nfirst = 0\nsecond = 0\n", "0.0000000"),
    ):
        item = '[[item]]\nid = "x"\nkind = "where"\n'
        found = questions(quiz(f"{HEAD}{lines}{item}"))
        assert {each.findtext("penalty") for each in found} == {cost}


def test_moodle_hints_are_a_pointer_the_rule_and_a_solved_example() -> None:
    for each in questions(quiz(ALL)):
        hints = [part.findtext("text") or "" for part in each.iter("hint")]
        assert len(hints) == RUNGS - 1, each.findtext("name/text")
        assert all(hints)
        assert {part.get("format") for part in each.iter("hint")} == {"html"}
        # Hints are after the answers, in the order in which Moodle shows them.
        assert [part.tag for part in each][-RUNGS:] == ["penalty", *["hint"] * (RUNGS - 1)]
    (target, *_) = (x for x in questions(quiz(ALL)) if x.findtext("name/text") == "target 1")
    look, rule, solved = (part.findtext("text") or "" for part in target.iter("hint"))
    assert "RFC 3986 5.2" in rule
    assert solved.count("nolink") >= 3
    assert look != rule


def test_hints_do_not_contain_the_answer() -> None:
    pack = read_pack(ALL)
    rows = {
        f"{row.item} 1": row.question.key
        for row in sheet_of(pack, student_codes(pack, 1)[0]).rows
        if row.number == 1 and row.question.kind in {"target", "where", "site", "relative"}
    }
    for each in questions(quiz(ALL, 1)):
        key = rows.get(each.findtext("name/text") or "")
        for part in each.iter("hint") if key else ():
            assert f"<code>{key}</code>" not in unescape(part.findtext("text") or "")


def test_pack_without_reasons_has_no_hints() -> None:
    root = quiz(ALL.replace("[[item]]", 'reasons = "never"\n[[item]]', 1), 1)
    assert not list(root.iter("hint"))
    assert len(list(root.iter("penalty"))) == len(questions(root))


def test_addresses_in_moodle_explanations_are_not_links() -> None:
    shown = html_of((message('See http://a.test/ or www.b.test, a@b.test, not "@" alone.'),), FORM)
    assert shown.count("nolink") == 3
    assert BARE.search(SPAN.sub("", shown)) is None


def test_german_quiz_accepts_german_words_and_shows_them() -> None:
    question = KINDS["target"].question({"base": "http://a/", "reference": "", "edition": "1997"})
    texts = set(right_texts(question, GERMAN))
    assert {"dasselbe Dokument", "same document", "Dasselbe Dokument"} <= texts
    for kind, given, words in (
        ("where", {"text": "mailto:a@b"}, {"keiner", "keinem", "none", "fehlt"}),
        ("relative", {"base": "http://a/b", "target": "http://a/b"}, {"leer", "Leer", "empty"}),
        (
            "origin",
            {"base": "http://a/b", "reference": "g"},
            {"bbz", "b b z", "bbm", "Basis, Basis, zusammengef\u00fchrt"},
        ),
        (
            "where",
            {"text": "http://\u0431\u0438\u0431\u043b\u0438\u043e\u0442\u0435\u043a\u0430.test/"},
            {"\u0431\u0438\u0431\u043b\u0438\u043e\u0442\u0435\u043a\u0430.test"},
        ),
    ):
        found = set(right_texts(KINDS[kind].question(given), GERMAN))
        # Moodle ignores case in origins.
        assert words <= found | {each.lower() for each in found}, kind


def test_german_quiz_shows_the_words_of_its_question() -> None:
    pack = read_pack(
        HEAD + '[[item]]\nid = "x"\nkind = "mark"\ntext = "http://h.example/"\nparts = ["port"]\n'
    )
    quiz_text = "".join(as_moodle(pack, [sheet_of(pack, "ann")], GERMAN))
    (question,) = questions(ElementTree.fromstring(quiz_text))
    assert [re.sub("<.*?>", "", each) for each in answers(question, "100")] == ["fehlt"]
