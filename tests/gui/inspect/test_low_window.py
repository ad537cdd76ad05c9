"""At common window sizes at most one list scrolls, and the page never does."""

import pytest
from PySide6.QtWidgets import QApplication, QScrollArea

from uriinspector.gui.inspect.detail_tabs import TABS
from uriinspector.gui.shell.window import Window

LINKS = (
    "https://www.bbc.co.uk/news",
    "https://login.microsoftonline.com.evil.top/common/oauth2/authorize"
    "?client_id=4765445b&redirect_uri=https%3A%2F%2Fwww.office.com%2F",
    "../x",
    "javascript:alert(1)",
)


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(1320, 860), (1120, 720), (900, 600)], ids=str)
def test_page_never_scrolls_and_at_most_one_list_does(
    window: Window, size: tuple[int, int], language: str
) -> None:
    window.profile.settings.set("language", language)
    window.resize(*size)
    window.show()
    page = window.inspect_page
    for link in LINKS:
        window.show_text(link)
        settle()
        area = page.findChild(QScrollArea)
        assert area is not None
        assert not area.verticalScrollBar().isVisible()
        views = (page.editor, page.components.list, page.findings.list)
        assert sum(each.verticalScrollBar().isVisible() for each in views) <= 1


@pytest.mark.parametrize("size", [(1320, 860), (900, 600)], ids=str)
def test_low_window_folds_the_tabs(window: Window, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.show()
    page = window.inspect_page
    window.show_text(LINKS[0])
    settle()
    assert page.tabs.is_folded == (size[1] < 760)
    area = page.findChild(QScrollArea)
    assert area is not None
    window.show_text("http://h.example/a b/%zz/%7euser/%252e?q=[1]|x#\u00e9")
    for tab in TABS:
        page.tabs.reveal(tab)
        settle()
        assert not page.tabs.is_folded
        assert page.panes.isVisible() == (size[1] >= 760)
        assert not area.verticalScrollBar().isVisible()


def test_comparison_verdict_is_visible_in_a_small_window(window: Window) -> None:
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
