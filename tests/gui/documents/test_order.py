"""Filtering, sorting and grouping of rows."""

from threading import Event

import pytest

from tests.for_each import for_each
from uriinspector.documents.cases.link_row import CALM, LinkRow
from uriinspector.documents.cases.row_columns import RowColumns
from uriinspector.gui.documents import order
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.order import (
    SITE,
    TARGET,
    OrderRequest,
    RowContext,
    RowQuery,
    arranged,
    order_of,
)
from uriinspector.gui.text.translation import speak


def made(file: int, part: str, element: str, value: str, host: str, rank: int) -> LinkRow:
    """Build a row from the values relevant here."""
    title = "Found" if rank > CALM else ""
    site = host.removeprefix("www.")
    place = (1, 1, len(value), 2 * len(value))
    return LinkRow(
        file, part, element, value, "one", None, None, host or None, site, rank, title, "", *place
    )


ROWS = RowColumns(
    [
        made(0, "1.1", "a href", "http://b.test/", "b.test", CALM),
        made(0, "1.1", "img src", "http://www.a.test/x", "www.a.test", 3),
        made(0, "1.10", "a href", "http://a.test/y", "a.test", 1),
        made(1, "1", "a href", "HTTP://c.test/", "c.test", 2),
        made(1, "1.1.1", "a href", "http://b.test/", "b.test", 1),
    ]
)


@for_each(
    "wish, expected",
    (RowQuery(), [1, 3, 2, 4, 0]),
    (RowQuery(text="HTTP://C"), [3]),
    (RowQuery(text="img"), [1]),
    (RowQuery(text="found"), [1, 3, 2, 4]),
    (RowQuery(text="nothing like it"), []),
    (RowQuery(ranks=frozenset({1})), [2, 4]),
    (RowQuery(ranks=frozenset({CALM})), [0]),
    (RowQuery(file=1), [3, 4]),
    (RowQuery(file=0, part="1.1"), [1, 0]),
    (RowQuery(part="1"), [1, 3, 2, 4, 0]),
    (RowQuery(site="a.test"), [1, 2]),
    (RowQuery(text="b.test", file=0), [0]),
    (RowQuery(column="level"), [0, 2, 4, 3, 1]),
    (RowQuery(column="level", falls=True), [1, 3, 2, 4, 0]),
    (RowQuery(column="value"), [2, 0, 4, 3, 1]),
    (RowQuery(column="host"), [2, 0, 4, 3, 1]),
    (RowQuery(column="element"), [0, 2, 3, 4, 1]),
    (RowQuery(column="finding"), [1, 2, 3, 4, 0]),
    (RowQuery(column="place"), [0, 2, 1, 3, 4]),
    (RowQuery(column="place", falls=True), [3, 4, 1, 2, 0]),
    (RowQuery(group=TARGET), [1, 3, 2, 4]),
    (RowQuery(group=SITE), [1, 3, 4]),
    (RowQuery(group=SITE, column="links", falls=True), [1, 4, 3]),
    (RowQuery(column="mark"), [2, 0, 1, 3, 4]),
)
@for_each("piece", 1, 2, 20_000)
def test_rows_are_filtered_and_sorted(
    monkeypatch: pytest.MonkeyPatch, piece: int, wish: RowQuery, expected: list[int]
) -> None:
    monkeypatch.setattr(order, "PIECE", piece)
    found = arranged(ROWS, wish, Event(), context=RowContext({2: "benign"}))
    assert found is not None
    assert list(found.numbers) == expected


def test_group_shows_its_worst_row_and_link_count() -> None:
    found = arranged(ROWS, RowQuery(group=SITE), Event())
    assert found is not None
    assert found.counts == {1: 2, 3: 1, 4: 2}


def test_stopped_sort_returns_none() -> None:
    stopped = Event()
    stopped.set()
    assert arranged(ROWS, RowQuery(), stopped) is None


def test_filter_matches_translated_finding_titles() -> None:
    title = "Userinfo that may mislead"
    row = made(0, "1", "a href", "http://a.test/", "a.test", 3)._replace(title=title)
    speak("de")
    try:
        found = arranged(RowColumns([row]), RowQuery(text="irreführen"), Event())
    finally:
        speak("en")
    assert found is not None
    assert found.numbers == (0,)


def test_rows_can_be_sorted_by_mark() -> None:
    case = OpenCase(rows=ROWS, marks={2: "benign"})
    answer = order_of(OrderRequest(case, RowQuery(column="mark")), Event())
    assert answer is not None
    assert answer.numbers[0] == 2


@for_each("rows, is_long", (order.AT_ONCE, False), (order.AT_ONCE + 1, True))
def test_order_request_is_long_above_the_row_limit(rows: int, is_long: bool) -> None:
    case = OpenCase(rows=RowColumns(ROWS[:1] * rows))
    assert OrderRequest(case, RowQuery()).is_long is is_long
