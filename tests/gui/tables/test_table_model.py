"""The table model keeps Qt's own rules."""

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


def test_a_model_follows_the_rules(qtmodeltester: ModelTester, model: LazyModel) -> None:
    qtmodeltester.check(model)


def test_a_row_is_handed_back_whole(model: LazyModel) -> None:
    assert model.index(0, 0).data(ROW_ROLE) == "scheme"
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Word"
