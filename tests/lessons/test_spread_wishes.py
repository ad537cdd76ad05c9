"""Spread packs: alternatives of an item come equally often for each student."""

import hashlib
from collections import Counter

import pytest

from tests.for_each import for_each
from uriinspector.lessons.draw import Draw
from uriinspector.lessons.kinds.links import NESTING
from uriinspector.lessons.kinds.table import judged
from uriinspector.lessons.pack import Pack, SpreadWishes, sheet_of, student_codes
from uriinspector.lessons.pack_file import read_pack
from uriinspector.lessons.question import NoQuestionError, Wishes
from uriinspector.lessons.tricks import TRICKS

HEAD = 'pack = 1\nid = "school.example/spread"\nversion = 1\ntitle = "t"\n'
LOWER = "abcdefghijklmnopqrstuvwxyz"
SPREAD = f"{HEAD}material = 2\n"
ITEMS = """[[item]]
id = "spot"
kind = "where"
count = 8
tricks = ["userinfo", "path", "final-dot", "rare-ip"]
[[item]]
id = "parts"
kind = "mark"
count = 7
parts = ["scheme", "path", "query"]
[[item]]
id = "merge"
kind = "target"
count = 5
base = ["http://{host}/{dir}/{dir}/{file}"]
reference = ["{name}", "../{name}", "?{query}", "{name}", "#{fragment}"]
"""


def trick_of(text: str) -> str:
    authority = text.partition("//")[2].partition("/")[0]
    if "@" in authority:
        return "userinfo"
    if not any(char in "ghijklmnopqrstuvwyz" for char in authority):
        return "rare-ip"
    return "final-dot" if authority.endswith(".") else "path"


def form_of(reference: str) -> str:
    return (
        reference[:2]
        if reference.startswith("..")
        else reference[:1].strip("abcdefghijklmnopqrstuvwxyz")
    )


def counts(pack: Pack, student: str) -> tuple[Counter[str], Counter[str], Counter[str]]:
    rows = sheet_of(pack, student).rows
    return (
        Counter(trick_of(row.question.given["text"]) for row in rows if row.item == "spot"),
        Counter(row.question.given["part"] for row in rows if row.item == "parts"),
        Counter(form_of(row.question.given["reference"]) for row in rows if row.item == "merge"),
    )


def test_alternatives_are_drawn_evenly_in_different_orders() -> None:
    pack = read_pack(SPREAD + ITEMS)
    for student in student_codes(pack, 20):
        tricks, parts, references = counts(pack, student)
        assert set(tricks.values()) == {2}
        assert sorted(parts.values()) == [2, 2, 3]
        assert sorted(references.values()) == [1, 1, 1, 2]
    orders = {
        tuple(trick_of(row.question.given["text"]) for row in sheet_of(pack, student).rows[:8])
        for student in student_codes(pack, 30)
    }
    assert len(orders) > 20


def test_pack_without_spread_can_repeat_an_alternative() -> None:
    """As earlier packs were drawn, whose sheets have been given out."""
    pack = read_pack(HEAD + ITEMS)
    assert any(counts(pack, student)[0].most_common(1)[0][1] > 2 for student in "abcdef")


def test_impossible_alternatives_of_an_item_are_skipped() -> None:
    item = (
        '[[item]]\nid = "x"\nkind = "target"\ncount = 4\nbase = ["http://{host}/{dir}/{file}"]\n'
        'reference = ["{name}", "?{query}"]\nabout = ["query-replaces-segment"]\n'
    )
    rows = sheet_of(read_pack(SPREAD + item), "ann").rows
    assert [row.question.given["reference"][0] for row in rows] == ["?"] * 4
    impossible = item.replace("query-replaces-segment", "lost-query").replace("?{query}", "..")
    with pytest.raises(NoQuestionError, match="x"):
        sheet_of(read_pack(SPREAD + impossible), "ann")


def test_exhausted_alternative_does_not_repeat_questions() -> None:
    item = (
        '[[item]]\nid = "x"\nkind = "target"\ncount = 6\nbase = ["http://a.example/b/{name}"]\n'
        'reference = ["{name}/{name}", "http://a.example/"]\n'
    )
    rows = sheet_of(read_pack(SPREAD + item), "ann").rows
    assert len({tuple(row.question.given.values()) for row in rows}) == 6


def test_wishes_with_a_single_alternative_are_unchanged() -> None:
    for wishes in (Wishes(), Wishes(tricks=("plain",)), Wishes(parts=("path", "path"))):
        assert list(SpreadWishes(wishes, Draw("x")).for_next_question()) == [(wishes, False)]


@for_each("trick", *TRICKS)
def test_class_has_hardly_any_duplicate_links(trick: str) -> None:
    head = SPREAD.replace("spread", trick)
    of = 'of = "innermost"\n' if trick in NESTING else ""
    pack = read_pack(head + f'[[item]]\nid = "x"\nkind = "where"\ntricks = ["{trick}"]\n{of}')
    rows = [sheet_of(pack, student).rows[0] for student in student_codes(pack, 30)]
    assert len({tuple(row.question.given.values()) for row in rows}) >= 29
    for row in rows:
        assert judged(row.question, row.question.key).right is True
        assert (row.question.key == "none") == (trick in {"no-host", "name"})


SUMS = {HEAD: "3cb1c88ce26222fd", SPREAD: "8159cb3e133fbece"}


@for_each("head", *SUMS, ids=["before", "spread"])
def test_two_hundred_drawn_questions_do_not_change(head: str) -> None:
    """A changed sum means that sheets already given out have lost their keys."""
    pack = read_pack(head + ITEMS)
    rows = [row for student in student_codes(pack, 10) for row in sheet_of(pack, student).rows]
    assert len(rows) == 200
    texts = [f"{row.item} {row.number} {dict(row.question.given)}" for row in rows]
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16] == SUMS[head]
