"""The tab bar shows only the tabs that the selection has."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from uriinspector.gui.documents.reader import LINKS, MESSAGE, PICTURE, SOURCE, ReaderTabs


@pytest.fixture
def bar(qtbot: QtBot) -> ReaderTabs:
    made = ReaderTabs()
    qtbot.addWidget(made)
    made.offer({MESSAGE: "File", LINKS: "Link", SOURCE: "Source"})
    made.show()
    return made


def heard(bar: ReaderTabs) -> list[str]:
    interface = QAccessible.queryAccessibleInterface(bar)
    children = [interface.child(number) for number in range(interface.childCount())]
    tabs = [each for each in children if each.role() == QAccessible.Role.PageTab]
    return [each.text(QAccessible.Text.Name) for each in tabs]


def test_screen_reader_sees_only_offered_tabs(bar: ReaderTabs) -> None:
    assert heard(bar) == ["File", "Link", "Source"]
    bar.offer({MESSAGE: "Message", LINKS: "Links 3", SOURCE: "Source", PICTURE: "Image"})
    assert heard(bar) == ["Message", "Links 3", "Source", "Image"]
    bar.offer({MESSAGE: "Page"})
    assert heard(bar) == ["Page"]
    assert bar.place_of(MESSAGE).width() > 0


def test_tab_chosen_is_emitted_only_for_user_clicks(bar: ReaderTabs) -> None:
    chosen: list[int] = []
    bar.tab_chosen.connect(chosen.append)
    bar.look_at(SOURCE)
    bar.offer({MESSAGE: "Message", LINKS: "Link", SOURCE: "Source", PICTURE: "Image"})
    assert chosen == []
    for tab in (LINKS, MESSAGE):
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.place_of(tab).center())
    assert chosen == [LINKS, MESSAGE]
