"""The table model follows Qt's model rules."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from uriinspector.gui.tables.table_model import ROW_ROLE, Column, LazyModel
from uriinspector.gui.text.pieces import ours


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
