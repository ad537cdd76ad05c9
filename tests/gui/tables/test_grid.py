"""Tables: models, paging, selection, widths, and rows for screen readers."""

from collections.abc import Iterator
from itertools import count
from operator import itemgetter
from typing import TypeAlias

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.test_contrast import EDGE, contrast
from uriinspector.core.model import Span
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid, distributed, nearest
from uriinspector.gui.tables.table_model import PAGE, ROW_ROLE, Column, LazyModel
from uriinspector.gui.tables.tree_view import BranchModel, Tree
from uriinspector.gui.text.pieces import ours, outside
from uriinspector.gui.theme import Theme, theme

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
def grid(qtbot: QtBot, theme: Theme, selection: Selection) -> Grid:  # noqa: ARG001
    grid = Grid(
        selection, COLUMNS, "numbers", widest=1, spans=lambda row, _column: Span(row, row + 1)
    )
    qtbot.addWidget(grid)
    grid.set_rows(range(10))
    grid.resize(400, 300)
    grid.show()
    return grid


def test_selecting_a_row_selects_its_span(grid: Grid, selection: Selection) -> None:
    grid.selectRow(4)
    assert selection.span == Span(4, 5)


def test_bar_of_the_selected_row_shows_the_focus(grid: Grid) -> None:
    grid.selectRow(1)
    place = grid.visualRect(grid.currentIndex()).center()
    seen = []
    for focus in (grid.clearFocus, grid.setFocus):
        focus()
        seen.append(grid.viewport().grab().toImage().pixelColor(1, place.y()).name())
    wanted = [theme.color(name).name() for name in ("border", "accent")]
    assert seen == wanted
    for ground in ("card", "selected"):
        edges = [contrast(each, theme.color(ground).name()) for each in wanted]
        assert min(edges) >= EDGE


def test_selection_from_another_pane_makes_the_nearest_row_current(
    grid: Grid, selection: Selection
) -> None:
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


View: TypeAlias = Grid | Tree


def span(row: int) -> Span:
    return Span(row, row + 1)


@pytest.fixture(params=["grid", "tree"])
def view(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    theme: Theme,  # noqa: ARG001
    selection: Selection,
) -> View:
    made: View
    if request.param == "grid":
        made = Grid(selection, COLUMNS, "x", widest=1, spans=lambda row, _column: span(row))
        made.set_rows(range(5))
    else:
        made = Tree(selection, COLUMNS, "x", children_of=lambda _row: (), spans=span, shares=(1, 1))
        made.set_top(range(5))
    qtbot.addWidget(made)
    made.resize(400, 300)
    return made


def test_enter_and_double_click_open_a_row(qtbot: QtBot, view: View) -> None:
    opened: list[int] = []
    view.row_opened.connect(opened.append)
    view.show()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert opened == []
    view.setCurrentIndex(view.model().index(3, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.keyClick(view, Qt.Key.Key_Enter)
    assert opened == [3, 3]
    view.doubleClicked.emit(view.model().index(2, 0))
    assert opened == [3, 3, 2]


def test_selection_made_while_hidden_is_shown(view: View, selection: Selection) -> None:
    selection.select(span(4))
    view.show()
    assert view.currentIndex().data(ROW_ROLE) == 4


def test_keyboard_focus_does_not_select(qtbot: QtBot, view: View, selection: Selection) -> None:
    view.show()
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    assert view.currentIndex().isValid()
    assert selection.span is None


def test_hiding_the_view_clears_the_hover_mark(view: View, selection: Selection) -> None:
    hovered: list[Span | None] = []
    selection.span_hovered.connect(hovered.append)
    view.show()
    view.entered.emit(view.model().index(1, 0))
    view.hide()
    assert hovered[:2] == [span(1), None]


SPOKEN = Qt.ItemDataRole.AccessibleTextRole


def spoken(model: QAbstractItemModel) -> list[str | None]:
    return [model.index(0, column).data(SPOKEN) for column in range(model.columnCount())]


@pytest.mark.usefixtures("qapp")
def test_row_is_read_as_one_sentence() -> None:
    columns = [Column(title, itemgetter(at)) for at, title in enumerate("ABC")]
    model = LazyModel(columns)
    model.set_rows([(ours("one"), (), ours("three"))])
    assert spoken(model) == ["one, C three", "", "three"]
    tree = BranchModel(columns[:2], lambda _value: ())
    tree.set_top([(ours("one"), ours("two"))])
    assert spoken(tree) == ["one, B two", None]


SPANS = [Span(0, 40), None, Span(4, 20), Span(4, 8), Span(30, 31), Span(35, 35)]


@for_each(
    "wanted, found",
    (Span(4, 20), 2),  # equal
    (Span(5, 6), 3),  # smallest enclosing
    (Span(10, 12), 2),
    (Span(50, 60), -1),
    (Span(35, 35), 5),
)
def test_nearest_span_is_equal_or_smallest_enclosing(wanted: Span, found: int) -> None:
    assert nearest(SPANS, wanted) == found


def test_nearest_span_falls_back_to_first_inner_span() -> None:
    assert nearest([Span(9, 12), Span(30, 33)], Span(8, 40)) == 0


@pytest.fixture
def model() -> LazyModel:
    model = LazyModel([Column("Word", ours), Column("Length", lambda word: ours(str(len(word))))])
    model.set_rows(["scheme", "host"])
    return model


def test_table_model_passes_the_qt_model_tester(
    qtmodeltester: ModelTester, model: LazyModel
) -> None:
    qtmodeltester.check(model)


def test_row_role_returns_the_row(model: LazyModel) -> None:
    assert model.index(0, 0).data(ROW_ROLE) == "scheme"
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Word"


@for_each(
    "wanted, room, rigid, sizes",
    ([100, 100], 300, (), [100, 200]), ([100, 100], 200, (), [100, 100]),
    ([100, 300], 300, (), [100, 200]), ([300, 300, 50], 350, (), [150, 150, 50]),
    ([200, 300, 50], 350, (0,), [200, 100, 50]), ([200, 300], 100, (0,), [60, 60]),
    ([], 100, (), []),
)  # fmt: skip
def test_column_widths_are_distributed(
    wanted: list[int], room: int, rigid: tuple[int, ...], sizes: list[int]
) -> None:
    assert distributed(wanted, room, 60, len(wanted) - 1, rigid) == sizes
