"""Rows of the normalization steps, and the checklist."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

import uriinspector
from tests.for_each import for_each
from uriinspector.core.compare import normalize
from uriinspector.core.model import Span
from uriinspector.core.parse import parse
from uriinspector.gui.inspect.normal_tab import (
    TITLES,
    PracticeRow,
    RungRow,
    practice_rows,
    rung_rows,
)
from uriinspector.gui.text.pieces import Kind, outside, plain_text

TEXT = "HTTP://EXAMPLE.com:80/%7euser/./a/../b%2fc"


def ladder(text: str, edition: str = "2005") -> dict[str, RungRow]:
    return {row.name: row for row in rung_rows(uriinspector.inspect(text, edition=edition))}


def marked(row: RungRow, kind: Kind) -> list[str]:
    return [piece.text for piece in row.shown if piece.kind is kind]


@for_each(
    "rung, cut, added",
    ("string", [], []),
    ("case", ["HTTP", "EXAMPLE", "e", "f"], ["http", "example", "E", "F"]),
    ("percent-encoding", ["%7E"], ["~"]),
    ("dot-segments", ["./a/../"], []),
    ("scheme", [":80"], []),
)
def test_each_normalization_step_marks_its_changes(
    rung: str, cut: list[str], added: list[str]
) -> None:
    row = ladder(TEXT)[rung]
    assert (marked(row, Kind.CUT), marked(row, Kind.ADDED)) == (cut, added)


def test_every_normalization_step_has_title_note_and_clause() -> None:
    for edition in uriinspector.EDITIONS:
        rows = ladder(TEXT, edition)
        assert list(rows) == list(TITLES)
        assert all(row.title and row.note for row in rows.values())
    assert all("RFC 3986 6.2" in plain_text(row.cell) for row in ladder(TEXT).values())


def test_normalization_step_without_change_is_unchanged() -> None:
    assert plain_text(ladder("http://a/")["case"].shown) == "unchanged"
    assert plain_text(ladder("http://a/")["protocol"].shown) == "not reached"


@given(st.text(alphabet="hHtTpP:/.%7eEaA?#@8"))
def test_rows_match_the_normalization_engine(text: str) -> None:
    rows = list(ladder(text).values())
    rungs = normalize(parse(text))
    assert [row.text for row in rows] == [rung.text for rung in rungs]
    for before, row in pairwise(rows):
        if row.text not in (None, before.text):
            made = [piece for piece in row.shown if piece.kind is not Kind.CUT]
            assert plain_text(made) == plain_text(outside(row.text or ""))


def rules(text: str) -> list[PracticeRow]:
    return list(practice_rows(uriinspector.inspect(text)))


def test_checklist_counts_violations() -> None:
    signs = [plain_text(rule.sign) for rule in rules(TEXT)]
    assert signs == [
        "not followed",
        "not followed",
        "not followed",
        "not followed (2)",
        "followed",
        "not followed (2)",
    ]
    assert rules(TEXT)[0].spans == (Span(0, 4),)


def test_checklist_is_not_applicable_to_a_relative_path() -> None:
    assert [plain_text(rule.sign) for rule in rules("a")] == ["not applicable"] * 6
