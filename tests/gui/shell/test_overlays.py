"""Overlays stay inside the window, even a small one."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget

from uriinspector.gui.shell.window import Window
from uriinspector.gui.widgets.notice_strip import Notice


def is_inside(window: Window, widget: QWidget) -> bool:
    for _ in range(4):
        QApplication.processEvents()
    place = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    return widget.isVisible() and window.rect().contains(place)


@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize("size", [(700, 460), (900, 600)])
def test_cards_and_notices_stay_inside_the_window(
    window: Window, size: tuple[int, int], zoom: int
) -> None:
    window.display_settings._theme.zoom = zoom  # noqa: SLF001  # as the menu does it
    window.resize(*size)
    window.show()
    window.show_text("https://www.paypal.com@evil.test/")
    page = window.inspect_page
    page.drawer.show_clause("RFC 3986 7.6")
    assert is_inside(window, page.drawer)
    page.strip.tell(Notice("A long notice. " * 20, "high", "Do it", lambda: None))
    assert is_inside(window, page.strip)
