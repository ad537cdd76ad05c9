"""Rows of CSV: answered, graded, and nothing in them that a spreadsheet runs."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from uriinspector.export.csv import guarded

if TYPE_CHECKING:
    from tests.cli.conftest import Command


def rows(out: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(out, newline="")))


def test_resolutions_are_graded(uriinspect: Command) -> None:
    given = b"g,http://a/b/g\r\n../g,http://a/b/g\r\n\r\ng\r\n"
    answer = uriinspect("batch", "resolve", "--base", "http://a/b/c", "-", given=given)
    assert rows(answer.out) == [
        ["reference", "expected", "got", "mark"],
        ["g", "http://a/b/g", "http://a/b/g", "right"],
        ["../g", "http://a/b/g", "http://a/g", "wrong"],
        ["g", "", "http://a/b/g", ""],
    ]
    assert (answer.status, answer.err) == (1, "uriinspect: 1 of 2 correct\n")


def test_columns_may_be_named_in_any_order(uriinspect: Command) -> None:
    given = b"\xef\xbb\xbfTarget,remark,URI,Base\nhttp://a/g,easy,g,http://a/b\n"
    answer = uriinspect("batch", "resolve", "-", given=given)
    assert rows(answer.out)[1] == ["g", "http://a/g", "http://a/g", "right"]
    assert answer.status == 0


def test_no_target_is_an_answer_too(uriinspect: Command) -> None:
    given = b"/a,b,none\nhttp://a/b,,same document\nhttp://a/b,,http://a/b\n"
    answer = uriinspect("batch", "resolve", "--edition", "1997", "-", given=given)
    assert [row[-1] for row in rows(answer.out)] == ["mark", "right", "right", "wrong"]


@pytest.mark.parametrize(
    ("expected", "mark"),
    [("yes", "right"), ("TRUE", "right"), ("no", "wrong"), ("perhaps", "wrong"), (" ", "")],
)
def test_validity_is_graded(expected: str, mark: str, uriinspect: Command) -> None:
    answer = uriinspect("batch", "valid", "-", given=f"http://a/,{expected}\n".encode())
    assert rows(answer.out)[1][-2:] == ["yes", mark]


def test_equality_is_graded(uriinspect: Command) -> None:
    given = b"a,b,expected\nHTTP://a,http://a,case\nHTTP://a,http://a,yes\na,b,no\na,b,yes\n"
    answer = uriinspect("batch", "equal", "-", given=given)
    assert [row[-2:] for row in rows(answer.out)] == [
        ["got", "mark"],
        ["case", "right"],
        ["case", "right"],
        ["not shown", "right"],
        ["not shown", "wrong"],
    ]


def test_a_bad_row_is_told_and_the_next_one_read(uriinspect: Command) -> None:
    given = b"http://a/,b\nonly\nx" + b"x" * (1 << 21) + b",y\nhttp://a/,c\n"
    answer = uriinspect("batch", "resolve", "-", given=given)
    assert [row[0] for row in rows(answer.out)] == ["reference", "b", "c"]
    assert "line 2: missing column: reference" in answer.err
    assert "line 3: field larger" in answer.err
    assert answer.status == 2


def test_rows_as_json(uriinspect: Command) -> None:
    answer = uriinspect("batch", "valid", "--json", "-", given=b"a b,no\n")
    found = json.loads(answer.out)
    assert found == {"given": ["a b"], "expected": "no", "got": "no", "mark": "right"}


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@a", "\tx", "\rx"])
def test_a_formula_is_guarded(cell: str, uriinspect: Command) -> None:
    answer = uriinspect("batch", "valid", "-", given=f'"{cell}",\n'.encode())
    assert rows(answer.out)[1][0] == guarded(cell) == f"'{cell}"


def test_octets_that_are_no_utf_8_come_back(uriinspect: Command) -> None:
    given = b"reference\n\xffx\n"
    from tests.cli.conftest import started

    assert b"\xffx,,no," in started("batch", "valid", "-", given=given).stdout
    assert uriinspect("batch", "valid", "-").out == "reference,expected,got,mark\n"
