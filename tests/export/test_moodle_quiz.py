"""Questions for Moodle: well-formed, with exact answers, named feedback and no live links."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from uriinspector.export.moodle_quiz import as_moodle, nolink, right_texts, unmarked, wildcard_free
from uriinspector.export.sheet_forms import SheetForm
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.pack import sheet_of, student_codes
from uriinspector.lessons.pack_file import read_pack

HEAD = 'pack = 1\nid = "school.example/x"\nversion = 1\ntitle = "Links & bases/1"\n'
ALL = HEAD + "".join(f'[[item]]\nid = "{kind}"\nkind = "{kind}"\ncount = 2\n' for kind in KINDS)
HARMFUL = (
    HEAD + '[[item]]\nid = "x"\nkind = "target"\nbase = "http://a.test/b*c"\n'
    'references = ["*\\u0001\\u202e<b>]]>&amp;", ""]\n'
    '[[item]]\nid = "y"\nkind = "where"\ntext = "https://a.test@b.test/<script>"\n'
)
BARE = re.compile(r"[a-z]+://|www\.|\w@\w", re.IGNORECASE)
SPAN = re.compile(r'<span class="nolink"><code>.*?</code></span>', re.DOTALL)


def quiz(text: str, count: int = 6) -> ElementTree.Element:
    pack = read_pack(text)
    sheets = [sheet_of(pack, student) for student in student_codes(pack, count)]
    return ElementTree.fromstring("".join(as_moodle(pack, sheets, SheetForm())))


def answers(question: ElementTree.Element, fraction: str) -> list[str]:
    return [
        each.findtext("text") or ""
        for each in question.iter("answer")
        if each.get("fraction") == fraction
    ]


def test_each_item_is_a_category_with_variants() -> None:
    found = list(quiz(ALL).iter("question"))
    categories = [
        each.findtext("category/text") for each in found if each.find("category") is not None
    ]
    kinds = [kind for kind in KINDS if kind != "write"]
    assert categories == [f"$course$/top/Links & bases//1/{kind}" for kind in kinds]
    names = [each.findtext("name/text") for each in found if each.get("type") != "category"]
    assert len(names) == len(set(names)) >= 5 * len(kinds)


def test_what_cannot_be_marked_is_left_out_and_named() -> None:
    assert unmarked(read_pack(ALL)) == ["write"]


@pytest.mark.parametrize("text", [ALL, HARMFUL])
def test_no_address_can_become_a_link(text: str) -> None:
    for each in quiz(text).iter():
        if each.get("format") == "html":
            html = each.findtext("text") or ""
            assert not BARE.search(SPAN.sub("", html)), html
            assert not re.search(r"<(?!/?(?:p|span|code|em|br)\b)|\shref=[^&]*>", html), html


def test_a_star_is_a_star_and_a_control_character_is_shown() -> None:
    first, *_ = (each for each in quiz(HARMFUL).iter("question") if each.get("type") != "category")
    (right,) = answers(first, "100")
    assert right == "http://a.test/\\*\u2039U+0001\u203a\u202e<b>]]>&amp;"
    assert wildcard_free("a*") == "a\\*"
    assert nolink("<") == '<span class="nolink"><code>&lt;</code></span>'


@pytest.mark.parametrize(
    "kind", ["target", "where", "site", "origin", "valid", "steps", "relative"]
)
def test_right_texts_are_right(kind: str) -> None:
    for number in range(20):
        question = drawn(kind, f"m{number}")
        assert question.key in set(right_texts(question))
        assert all(judged(question, text).right for text in right_texts(question))


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


@pytest.mark.parametrize(
    ("kind", "single"), [("mark", "true"), ("rung", "true"), ("editions", "false")]
)
def test_choices_sum_up_to_the_whole(kind: str, single: str) -> None:
    for question in quiz(ALL).iter("question"):
        if (question.findtext("name/text") or "").startswith(f"{kind} "):
            parts = [float(each.get("fraction") or 0) for each in question.iter("answer")]
            assert question.findtext("single") == single
            assert sum(part for part in parts if part > 0) == pytest.approx(100, abs=0.01)
            assert len(parts) > 1
