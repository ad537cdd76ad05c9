"""Filtering, sorting, grouping and counting of rows."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import at_most
from tests.for_each import for_each
from tests.gui.documents.samples import MAIL, PAGE
from tests.linear import is_linear
from uriinspector.documents.cases.link_row import CALM, LinkRow, head_of, row_of
from uriinspector.documents.cases.row_columns import RowColumns
from uriinspector.documents.scan import scan
from uriinspector.gui.documents import order
from uriinspector.gui.documents.open_case import OpenCase, SiteCount, worst
from uriinspector.gui.documents.order import (
    SITE,
    TARGET,
    OrderRequest,
    RowContext,
    RowQuery,
    arranged,
    order_of,
    sorted_by_few,
    sorted_by_many,
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
    (RowQuery(), [1, 3, 2, 4, 0]), (RowQuery(text="HTTP://C"), [3]), (RowQuery(text="img"), [1]),
    (RowQuery(text="found"), [1, 3, 2, 4]), (RowQuery(text="nothing like it"), []),
    (RowQuery(ranks=frozenset({1})), [2, 4]), (RowQuery(ranks=frozenset({CALM})), [0]),
    (RowQuery(file=1), [3, 4]), (RowQuery(file=0, part="1.1"), [1, 0]),
    (RowQuery(part="1"), [1, 3, 2, 4, 0]), (RowQuery(site="a.test"), [1, 2]),
    (RowQuery(text="b.test", file=0), [0]), (RowQuery(column="level"), [0, 2, 4, 3, 1]),
    (RowQuery(column="level", falls=True), [1, 3, 2, 4, 0]),
    (RowQuery(column="value"), [2, 0, 4, 3, 1]), (RowQuery(column="host"), [2, 0, 4, 3, 1]),
    (RowQuery(column="element"), [0, 2, 3, 4, 1]), (RowQuery(column="finding"), [1, 2, 3, 4, 0]),
    (RowQuery(column="place"), [0, 2, 1, 3, 4]),
    (RowQuery(column="place", falls=True), [3, 4, 1, 2, 0]),
    (RowQuery(group=TARGET), [1, 3, 2, 4]),
    (RowQuery(group=SITE), [1, 3, 4]),
    (RowQuery(group=SITE, column="links", falls=True), [1, 4, 3]),
    (RowQuery(column="mark"), [2, 0, 1, 3, 4]),
)  # fmt: skip
@for_each("piece", 1, 2, 20_000)
def test_rows_are_filtered_and_sorted(
    monkeypatch: pytest.MonkeyPatch, piece: int, wish: RowQuery, expected: list[int]
) -> None:
    monkeypatch.setattr(order, "PIECE", piece)
    found = arranged(ROWS, wish, Event(), context=RowContext({2: "benign"}))
    assert found is not None
    assert list(found.numbers) == expected


def test_grouped_rows_are_counted_and_a_stopped_sort_has_no_result() -> None:
    found = arranged(ROWS, RowQuery(group=SITE), Event())
    assert found is not None
    assert found.counts == {1: 2, 3: 1, 4: 2}
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


Sorting = Callable[..., Iterator[list[int]]]

BOTH = for_each("sorting", sorted_by_few, sorted_by_many)


def pieces(count: int, size: int) -> list[list[int]]:
    return [list(range(at, min(at + size, count))) for at in range(0, count, size)]


def in_order(sorting: Sorting, keys: list[Any], size: int, *, falls: bool = False) -> list[int]:
    made = sorting(pieces(len(keys), size), keys.__getitem__, Event(), falls=falls)
    return list(chain.from_iterable(made))


@BOTH
@settings(max_examples=at_most(50))
@given(
    keys=st.lists(st.text("ab", max_size=3) | st.text(max_size=2), max_size=60),
    size=st.integers(1, 9),
    falls=st.booleans(),
)
def test_stepwise_sort_matches_sorted(
    sorting: Sorting, keys: list[str], size: int, falls: bool
) -> None:
    expected = sorted(range(len(keys)), key=keys.__getitem__, reverse=falls)
    assert in_order(sorting, keys, size, falls=falls) == expected


@BOTH
@for_each("falls", False, True)
def test_stepwise_sort_accepts_uneven_and_empty_pieces(sorting: Sorting, falls: bool) -> None:
    kept: list[list[int]] = [[7, 9], [], [2], [30, 4, 5]]
    made = sorting(kept, lambda number: -number, Event(), falls=falls)
    assert list(chain.from_iterable(made)) == sorted([7, 9, 2, 30, 4, 5], reverse=not falls)


@BOTH
def test_stopped_sort_yields_nothing(sorting: Sorting) -> None:
    stopped = Event()
    stopped.set()
    assert list(sorting(pieces(9, 2), lambda number: number, stopped)) == []


@BOTH
def test_sorted_pieces_are_limited_in_size(sorting: Sorting) -> None:
    keys = [f"{number * 7919 % 4001:05}" for number in range(4000)]
    made = list(sorting(pieces(4000, 200), keys.__getitem__, Event()))
    assert max(map(len, made)) <= 600


@BOTH
def test_stepwise_sort_time_is_about_linear(sorting: Sorting) -> None:
    def made(count: int) -> Callable[[], object]:
        keys = [number * 7919 % 1_000_003 for number in range(count)]
        return lambda: in_order(sorting, keys, 500)

    assert is_linear(made(10_000), made(40_000))


BOX = b"From a\n" + MAIL + b"\nFrom b\n" + MAIL.replace(b"bank", b"shop") + b"\nFrom c\n" + MAIL


def test_sites_are_ordered_by_severity_then_link_count() -> None:
    draw = Random(5)
    for most in (1, 7, 500):
        sites = [
            SiteCount(f"h{number}.test", draw.randrange(4), draw.randrange(-1, 4))
            for number in range(300)
        ]
        plain = sorted(sites, key=lambda each: (-each.rank, -each.links, each.name))
        assert worst(sites, most) == plain[:most]
    assert worst([], 5) == []


def test_case_counts_match_rows_added_in_batches() -> None:
    case = OpenCase()
    for number, (name, octets) in enumerate((("a.html", PAGE), ("b.mbox", BOX), ("c.eml", MAIL))):
        document = scan(octets, name=name)
        case.add(head_of(document, name, 0))
        rows = [row_of(link, number) for link in document.links]
        for at in range(0, len(rows), 3):
            case.add(rows[at : at + 3])
    rows = list(case.rows)
    assert case.ranks == Counter(row.rank for row in rows)
    assert case.parts == Counter((row.file, row.part) for row in rows)
    for site in case.sites.values():
        mine = [row for row in rows if row.site == site.name]
        assert (site.links, site.rank) == (len(mine), max(row.rank for row in mine))
    mails = {(row.host, row.file, *_message(case, row)) for row in rows if row.host}
    assert case.host_counts == Counter(host for host, *_ in mails)


def _message(case: OpenCase, row: LinkRow) -> list[str]:
    """Return the number of the message in a mailbox; other files count once."""
    return row.part.split(".")[1:2] if case.heads[row.file].kind == "mbox" else []
