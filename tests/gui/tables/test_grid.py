"""Lazy tables of the tabs: Qt's model rules, paging and selection."""

from collections.abc import Iterator
from itertools import count

import pytest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from uriinspector.core.model import Span
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import PAGE, ROW_ROLE, Column, LazyModel
from uriinspector.gui.text.pieces import outside
from uriinspector.gui.theme import Theme

COLUMNS = [Column("Number", lambda row: outside(str(row))), Column("Text", lambda _row: ())]


@pytest.mark.parametrize("rows", [0, 3, PAGE, 3 * PAGE + 1])
def test_lazy_model_passes_the_qt_model_tester(qtmodeltester: ModelTester, rows: int) -> None:
    model = LazyModel(COLUMNS)
    model.set_rows(range(rows))
    while model.canFetchMore():
        model.fetchMore()
    assert list(model.rows) == list(range(rows))
    qtmodeltester.check(model)


def test_lazy_model_fetches_one_page_at_a_time() -> None:
    asked: list[int] = []

    def rows() -> Iterator[int]:
        for number in count():
            asked.append(number)
            yield number

    model = LazyModel(COLUMNS)
    model.set_rows(rows())
    assert model.rowCount() == len(asked) == PAGE
    assert model.canFetchMore()
    model.fetchMore()
    assert model.rowCount() == len(asked) == 2 * PAGE


def test_only_changed_cells_are_signaled() -> None:
    model = LazyModel(COLUMNS)
    model.set_rows([1, 2, 3, 4])
    told: list[tuple[int, int, int]] = []
    model.dataChanged.connect(
        lambda first, last: told.append((first.column(), first.row(), last.row()))
    )
    resets: list[None] = []
    model.modelReset.connect(lambda: resets.append(None))
    model.set_rows([1, 5, 6, 4])
    assert (told, resets) == ([(0, 1, 2)], [])
    assert [model.index(row, 0).data() for row in range(4)] == ["1", "5", "6", "4"]
    model.set_rows([1])
    assert resets == [None]


@pytest.fixture
def selection() -> Selection:
    return Selection()


@pytest.fixture
def grid(qtbot: QtBot, theme: Theme, selection: Selection) -> Grid:
    grid = Grid(
        theme,
        selection,
        COLUMNS,
        "numbers",
        widest=1,
        spans=lambda row, _column: Span(row, row + 1),
    )
    qtbot.addWidget(grid)
    grid.set_rows(range(10))
    grid.resize(400, 300)
    grid.show()
    return grid


def test_selecting_a_row_selects_its_span(grid: Grid, selection: Selection) -> None:
    grid.selectRow(4)
    assert selection.span == Span(4, 5)


def test_outside_selection_shows_the_nearest_row(grid: Grid, selection: Selection) -> None:
    selection.select(Span(2, 9))
    assert selection.span == Span(2, 9)
    assert grid.currentIndex().data(ROW_ROLE) == 2
    selection.select(Span(50, 60))
    assert not grid.currentIndex().isValid()
    assert selection.span == Span(50, 60)


def test_hovering_marks_without_selecting(grid: Grid, selection: Selection) -> None:
    hovered: list[Span | None] = []
    selection.span_hovered.connect(hovered.append)
    grid.entered.emit(grid.model().index(3, 0))
    grid.link.leave()
    assert hovered == [Span(3, 4), None]
    assert selection.span is None
    selection.hover(Span(6, 7))
    assert grid.link.is_pointed(grid.model().index(6, 1))
    assert not grid.link.is_pointed(grid.model().index(5, 1))
    selection.hover(None)
    assert not grid.link.is_pointed(grid.model().index(6, 1))


def test_columns_fill_the_table(grid: Grid) -> None:
    assert sum(grid.columnWidth(number) for number in range(2)) == grid.viewport().width()
