"""Screen readers read a whole row at its first cell."""

from operator import itemgetter

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt

from uriinspector.gui.tables.table_model import Column, LazyModel
from uriinspector.gui.tables.tree_view import BranchModel
from uriinspector.gui.text.pieces import ours

SPOKEN = Qt.ItemDataRole.AccessibleTextRole


def spoken(model: QAbstractItemModel) -> list[str | None]:
    return [model.index(0, column).data(SPOKEN) for column in range(model.columnCount())]


@pytest.mark.usefixtures("qapp")
def test_first_cell_reads_the_whole_row() -> None:
    columns = [Column(title, itemgetter(at)) for at, title in enumerate("ABC")]
    model = LazyModel(columns)
    model.set_rows([(ours("one"), (), ours("three"))])
    assert spoken(model) == ["one, C three", "", "three"]


@pytest.mark.usefixtures("qapp")
def test_tree_row_is_read_as_one_sentence() -> None:
    columns = [Column(title, itemgetter(at)) for at, title in enumerate("AB")]
    model = BranchModel(columns, lambda _value: ())
    model.set_top([(ours("one"), ours("two"))])
    assert spoken(model) == ["one, B two", None]
