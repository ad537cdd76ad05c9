"""The table model keeps Qt's own rules."""

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from uriinspector.gui.tables.table_model import ROW_ROLE, Table, TableField, TableModel


def test_a_model_follows_the_rules(qtmodeltester: ModelTester) -> None:
    model = TableModel([TableField("Word", str), TableField("Length", lambda word: str(len(word)))])
    model.set_rows(["scheme", "host"])
    qtmodeltester.check(model)


def test_a_row_is_handed_back_whole() -> None:
    model = TableModel([TableField("Word", str)])
    model.set_rows(["scheme"])
    assert model.index(0, 0).data(ROW_ROLE) == "scheme"
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Word"


def test_a_narrow_table_leaves_its_spare_column_out(qtbot: QtBot) -> None:
    fields = [TableField(title, str) for title in ("a", "b", "c")]
    table = Table(fields, "letters", widest=1, spare=2)
    qtbot.addWidget(table)
    table.show()
    for width, hidden in ((300, True), (600, False)):
        table.resize(width, 200)
        assert table.isColumnHidden(2) is hidden
