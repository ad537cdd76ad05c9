"""In a low window one scroll bar is enough: the panes are as high as what is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

if TYPE_CHECKING:
    from uriinspector.gui.inspect.page import InspectPage
    from uriinspector.gui.shell.window import Window

LINK = (
    "https://www.paypal.com@xn--pypal-4ve.evil.test:8443/a/../b/%2e%2e/login"
    "?next=https%3A%2F%2Fgood.test%2F&token=abc#x"
)


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


@pytest.fixture
def page(window: Window) -> InspectPage:
    window.resize(700, 460)
    window.show()
    window.show_text(LINK)
    settle()
    return window.inspect_page


def scrolling(page: InspectPage) -> list[str]:
    views = (page.components.tree, page.findings.list)
    return [type(each).__name__ for each in views if each.verticalScrollBar().isVisible()]


def area_of(page: InspectPage) -> QScrollArea:
    area = page.findChild(QScrollArea)
    assert area is not None
    return area


def is_in_sight(area: QScrollArea, widget: QWidget, place: QRect) -> bool:
    at = widget.mapTo(area.viewport(), place.topLeft())
    return 0 <= at.y() < area.viewport().height()


def test_only_the_page_scrolls_and_every_row_is_reached(page: InspectPage) -> None:
    assert scrolling(page) == []
    bar = area_of(page).verticalScrollBar()
    assert bar.isVisible()
    bar.setValue(bar.maximum())
    settle()
    tree, findings = page.components.tree, page.findings.list
    last = findings.visualRect(findings.model().index(findings.model().rowCount() - 1, 0))
    assert is_in_sight(area_of(page), findings.viewport(), last)
    assert tree.viewport().height() >= tree.visualRect(tree.model().index(0, 0)).height() * 6


def test_the_keys_take_the_page_along(page: InspectPage) -> None:
    for view in (page.findings.list, page.components.tree):
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_End)
        settle()
        place = view.visualRect(view.currentIndex())
        assert is_in_sight(area_of(page), view.viewport(), place)


def test_with_more_room_the_panes_scroll_by_themselves_again(
    window: Window, page: InspectPage
) -> None:
    window.resize(900, 600)
    settle()
    assert page.findings.list.verticalScrollBar().isVisible()
    assert page.findings.list.maximumHeight() > 10_000
    window.resize(700, 460)
    settle()
    assert scrolling(page) == []


def test_another_link_has_another_height(window: Window, page: InspectPage) -> None:
    high = page.findings.list.height()
    window.show_text("https://good.test/")
    settle()
    assert page.findings.list.model().rowCount() < 5
    assert page.findings.height() < high
    assert scrolling(page) == []


def test_the_verdict_of_a_comparison_is_in_sight(window: Window) -> None:
    window.resize(700, 460)
    window.show()
    window.menus.actions["compare"].trigger()
    page = window.compare_page
    page.show_pair(page.pair()._replace(a="http://a.test/x", b="http://a.test/%78"))
    settle()
    area = page.findChild(QScrollArea)
    assert area is not None
    bottom = page.banner.mapTo(area.viewport(), page.banner.rect().bottomLeft()).y()
    assert bottom <= area.viewport().height()
    assert area.verticalScrollBar().value() == 0
