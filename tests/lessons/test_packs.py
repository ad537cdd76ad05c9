"""Packs: faults are reported by line, and each student always gets the same sheet."""

import random
import re
from collections.abc import Iterable

import pytest

from tests.for_each import for_each
from uriinspector.analysis.list_problems import ListError
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.lessons.kinds.table import KINDS, judged
from uriinspector.lessons.pack import Scoring, sheet_of, student_codes
from uriinspector.lessons.pack_file import LONGEST, read_pack
from uriinspector.lessons.question import NoQuestionError
from uriinspector.lessons.tricks import TRICKS

EXAMPLE = shipped_text("lessons/example.toml")
HEAD = 'pack = 1\nid = "a"\nversion = 1\ntitle = "t"\n'


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(ListError) as told:
        read_pack(text)
    return told.value.texts


def test_example_is_a_valid_pack() -> None:
    pack = read_pack(EXAMPLE)
    assert (pack.title, pack.edition, pack.scoring.first) == ("Relative references", "2005", 1.0)
    assert [item.code for item in pack.items] == [
        *("merge", "origins", "classic", "spot", "ours", "parts")
    ]
    assert len(sheet_of(pack, "ann").rows) == 20


@for_each("names", KINDS, TRICKS, ids=["kinds", "tricks"])
def test_example_names_every_kind_and_trick(names: Iterable[str]) -> None:
    comments = " ".join(line for line in EXAMPLE.splitlines() if line.startswith(("#", "kind")))
    words = set(re.findall(r"[\w-]+", comments))
    assert [each for each in names if each not in words] == []


def test_packs_give_repeatable_different_sheets() -> None:
    pack = read_pack(re.sub(r"(?m)^# (?=\[\[item|id =|kind =|count =)", "", EXAMPLE))
    assert [item.code for item in pack.items][-2:] == ["escapes", "scripts"]
    assert len(sheet_of(pack, "ann").rows) == 24
    pack = read_pack(EXAMPLE)
    assert sheet_of(pack, "ann") == sheet_of(read_pack(EXAMPLE), "ann")
    other = sheet_of(read_pack(EXAMPLE.replace("version = 1 ", "version = 2 ")), "ann")
    assert sheet_of(pack, "ann").rows[0] != other.rows[0]
    assert sheet_of(pack, "ann").code != other.code
    pack = read_pack(EXAMPLE)
    sheets = [sheet_of(pack, student) for student in student_codes(pack, 30)]
    for item in ("merge", "origins", "spot", "parts"):
        firsts = [next(row.question for row in sheet.rows if row.item == item) for sheet in sheets]
        assert len({tuple(question.given.values()) for question in firsts}) >= 29


def test_sheet_has_every_question_once_and_a_right_key() -> None:
    text = HEAD + '[[item]]\nid = "x"\nkind = "where"\ncount = 60\ntricks = ["userinfo"]\n'
    rows = sheet_of(read_pack(text), "ann").rows
    assert len({tuple(row.question.given.values()) for row in rows}) == 60
    for row in sheet_of(read_pack(EXAMPLE), "bob").rows:
        assert judged(row.question, row.question.key).right is True


def test_fixed_questions_are_the_same_for_all() -> None:
    pack = read_pack(EXAMPLE)
    for item in ("classic", "ours"):
        one, other = (
            [row.question for row in sheet_of(pack, name).rows if row.item == item]
            for name in ("ann", "bob")
        )
        assert one == other


@for_each(
    "before, after, fault",
    ('id = "spot"', 'id = "sp ot"', 'line 38: id "sp ot": only letters, digits'),
    ('id = "spot"', 'id = "merge"', 'line 38: "merge" occurs twice'),
    ("count = 2", "coutn = 2", 'line 23: unknown field "coutn"; similar: count'),
    ("count = 2", "count = 0", "line 23: count is not a number from 1 to 100"),
    ("count = 2", 'count = "2"', "line 23: count is not a whole number"),
    ('kind = "mark"', 'kind = "marc"', 'line 53: kind: unknown "marc"; similar: mark'),
    ('kind = "mark"', 'kind = "prose"', 'kind: unknown "prose"; '),
    ('"x93.test"', '"www.school.example"', 'line 48: the answer is "x93.test", not "www'),
    ("{host}", "{hots}", "line 16: unknown placeholder {hots}; available: {scheme}, {host}"),
    ('"1997", "2005"]', '"1999"]', 'line 31: editions: unknown "1999"; similar: 1997'),
    ("kept-last-segment", "kept-segment", 'line 15: about: unknown "kept-segment"; similar'),
    ("userinfo", "userinf", 'line 41: tricks: unknown "userinf"; similar: userinfo'),
    ('title = "Relative references"', "", "line 1: title is missing, or is not text"),
    ("version = 1 ", "version = true ", "line 5: version is not a number from 1 to 1,000,000"),
    ("pack = 1 ", "pack = 2 ", "line 3: pack must be 1"),
    ('references = ["../../../g", "//g", "?y"]', "", "fixed questions with a base need references"),
    ('base = "http://a/b/c/d;p?q"', "", "fixed questions with references need one base"),
    ('says = "x93.test"', "count = 3", '"count" is only for randomly drawn questions, not for '
                                       "fixed ones"),
    ('text = "https://www.school.example@x93.test/"', "", '"says" is only for fixed questions'),
    ("[[item]]", "[item]", "not valid TOML"),
    ("material = 2", "material = 3", 'line 8: material: unknown "3"; allowed: 1, 2'),
    ("material = 2", "material = true", 'line 8: material: unknown "True"; allowed: 1, 2'),
    ('edition = "2005" ', 'due = "28.11.2026" ',
        "line 7: \"due\" must be a date without quotation marks, such as 2026-11-28, or "
        "2026-11-28T18"),
    ('edition = "2005" ', 'reasons = "later" ', 'reasons: unknown "later"; allowed: at once'),
    ('edition = "2005" ', "scoring.first = 2 ", "first is not a number from 0 to 1"),
    ('edition = "2005" ', "scoring = 2 ", "scoring is not a table"),
    ("count = 2", "level = 1.5", "level is not a whole number"),
    ("count = 2", "no_colors = 1", "no_colors is not true or false"),
)  # fmt: skip
def test_fault_is_reported_with_its_line(before: str, after: str, fault: str) -> None:
    assert EXAMPLE.count(before) >= 1
    assert any(
        fault in each
        for each in faults(
            EXAMPLE.replace(before, after, 1)
            if before not in {"[[item]]", "userinfo"}
            else EXAMPLE.replace(before, after)
        )
    )


@for_each(
    "text, fault",
    (HEAD, 'questions must begin with "[[item]]"'),
    (HEAD + "item = [1]\n", "a row must be a table"),
    ("x" * (LONGEST + 1), "the file is larger than 256 KB"),
    (HEAD + '[[item]]\nid = "x"\nkind = "where"\n' * 201, "more than 200 items"),
    (HEAD + '[[item]]\nid = "x"\nkind = "where"\ncount = 100\n' * 11, "more than 1,000 questions"),
)
def test_pack_is_limited_in_size(text: str, fault: str) -> None:
    assert any(fault in each for each in faults(text))


def test_pack_may_have_entries_for_the_window() -> None:
    head = 'language = "en"\nmaterial = 1\ntries = 2\nreasons = "at once"\ndue = 2026-11-28\n'
    item = '[[item]]\nid = "x"\nkind = "where"\nlevel = 2\nno_colours = true\n'
    pack = read_pack(HEAD + head + "[scoring]\nfirst = 0.5\n" + item)
    assert pack.scoring == Scoring(first=0.5)


def test_impossible_item_is_named() -> None:
    item = '[[item]]\nid = "x"\nkind = "target"\nreference = ["g"]\nabout = ["lost-query"]\n'
    with pytest.raises(NoQuestionError, match="x"):
        sheet_of(read_pack(HEAD + item), "ann")


def test_damaged_packs_are_reported_without_crashing() -> None:
    chance = random.Random(3)
    for _ in range(300):
        text = list(EXAMPLE)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(text))
            text[at : at + chance.randrange(9)] = chance.choices('[]{}="\n.#, 1ax\u202e', k=2)
        try:
            pack = read_pack("".join(text))
        except ListError:
            continue
        if sum(item.count for item in pack.items) < 40:
            assert sheet_of(pack, "ann").rows
