"""Rows stored column by column, read back unchanged."""

import pickle

import pytest

from tests.for_each import for_each
from uriinspector.analysis.finding import Finding
from uriinspector.documents.cases.link_row import LinkRow, row_of
from uriinspector.documents.cases.row_columns import (
    LIMIT,
    KindAnswers,
    RowBlock,
    RowColumns,
    RowKind,
    interleaved,
)
from uriinspector.documents.scan import scan

PAGE = (
    "<base href=https://b.example/><a href=/x>x</a><a href=https://b.example/x>y</a><a href>z</a>"
    "<a href='https://evil.example/'>https://www.bank.example/</a><a href=#top>t</a>"
    "<a href=/x>u</a>"
)
ROWS = [row_of(link, 0) for link in scan(PAGE.encode(), name="a.html").links]


def test_rows_are_returned_unchanged_and_equal_texts_stored_once() -> None:
    columns = RowColumns(ROWS)
    for number in (len(ROWS), -len(ROWS) - 1):
        with pytest.raises(IndexError):
            columns[number]
    columns.extend(ROWS)
    assert list(columns) == ROWS * 2
    assert columns[1:4] == ROWS[1:4]
    assert (columns[-1], columns[0], len(columns)) == (ROWS[-1], ROWS[0], 2 * len(ROWS))
    assert any(each.own for each in columns)
    copies = [row._replace(value="".join(list(row.value))) for row in ROWS * 2]
    columns = RowColumns(copies)
    assert len(columns.kinds) < len(ROWS) <= len({id(each) for each in columns.values})
    assert len({id(each) for each in columns.targets}) <= len(ROWS)
    assert len(columns.unique) == len({row.target or row.value for row in ROWS})


@for_each("target", None, "", "http://a/", "http://other/")
def test_row_columns_keep_the_target(target: str | None) -> None:
    row = ROWS[0]._replace(value="http://a/", target=target)
    assert RowColumns([row])[0] == row


@for_each("place", -1, LIMIT - 1, LIMIT, 10**30)
def test_row_position_out_of_range_is_kept(place: int) -> None:
    row = ROWS[0]._replace(line=place, start=place, end=place)
    assert list(RowColumns([ROWS[1], row, ROWS[2]])) == [ROWS[1], row, ROWS[2]]


def test_own_finding_belongs_to_one_row_only() -> None:
    found = Finding("backslash", "high", 0, 1, "T", "t", ())
    rows = [ROWS[0], ROWS[0]._replace(own=(found,)), ROWS[0]]
    assert list(RowColumns(rows)) == rows


def odd_rows() -> list[LinkRow]:
    """Return rows, some with their own finding, some with a position outside any file."""
    found = Finding("backslash", "high", 0, 1, "T", "t", ())
    return [*ROWS, ROWS[0]._replace(own=(found,)), ROWS[1]._replace(start=LIMIT), *ROWS]


def test_row_columns_are_pickled_as_rows() -> None:
    sent = pickle.loads(pickle.dumps(RowColumns(odd_rows())))
    assert type(sent) is RowBlock
    assert list(sent) == odd_rows()


def test_row_block_is_appended_to_existing_rows() -> None:
    columns = RowColumns(odd_rows())
    columns.extend(RowColumns(odd_rows()))
    assert list(columns) == odd_rows() * 2
    assert len(columns.kinds) == len(set(columns.kinds))
    assert len({id(each) for each in columns.targets}) <= len(ROWS)


@for_each("owners", b"", b"\0\0\0", b"\2\0\1\1\0\2\2", bytes([0, 1, 2] * 7))
def test_interleaved_blocks_keep_their_order(owners: bytes) -> None:
    rows = (odd_rows() * 3)[: len(owners)]
    blocks = [
        RowColumns(row for row, owner in zip(rows, owners, strict=True) if owner == each)
        for each in range(3)
    ]
    together = interleaved(blocks, owners)
    assert list(together) == rows
    columns = RowColumns(ROWS)
    columns.extend(together)
    assert list(columns) == [*ROWS, *rows]


def test_each_kind_of_row_is_evaluated_once() -> None:
    asked: list[RowKind] = []

    def rank(kind: RowKind) -> int:
        asked.append(kind)
        return kind.rank

    columns = RowColumns(ROWS * 3)
    answers = KindAnswers(columns, rank)
    assert [answers[each] for each in columns.kind_of] == [row.rank for row in ROWS * 3]
    assert len(asked) == len(columns.kinds)
