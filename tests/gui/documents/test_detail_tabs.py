"""Tabs that a link does not have are in the bar for nobody."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from uriinspector.gui.documents.link_details import INSPECTION, MESSAGE, PICTURE, SOURCE, DetailTabs


@pytest.fixture
def bar(qtbot: QtBot) -> DetailTabs:
    made = DetailTabs()
    qtbot.addWidget(made)
    made.show()
    return made


def heard(bar: DetailTabs) -> list[str]:
    interface = QAccessible.queryAccessibleInterface(bar)
    children = [interface.child(number) for number in range(interface.childCount())]
    tabs = [each for each in children if each.role() == QAccessible.Role.PageTab]
    return [each.text(QAccessible.Text.Name) for each in tabs]


def test_a_reader_meets_only_what_is_offered(bar: DetailTabs) -> None:
    assert heard(bar) == ["Source", "Inspection"]
    bar.offer(MESSAGE, wanted=True)
    bar.offer(PICTURE, wanted=True)
    assert heard(bar) == ["Source", "Inspection", "Image", "Message"]
    bar.call(MESSAGE, "File")
    bar.offer(PICTURE, wanted=False)
    assert heard(bar) == ["Source", "Inspection", "File"]
    assert bar.place_of(MESSAGE).width() > 0


def test_only_what_somebody_chooses_is_told_of(bar: DetailTabs) -> None:
    chosen: list[int] = []
    bar.tab_chosen.connect(chosen.append)
    bar.offer(MESSAGE, wanted=True)
    bar.look_at(MESSAGE)
    bar.offer(PICTURE, wanted=True)
    assert (bar.tab, chosen) == (MESSAGE, [])
    for tab in (INSPECTION, SOURCE):
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.place_of(tab).center())
    assert chosen == [INSPECTION, SOURCE]
