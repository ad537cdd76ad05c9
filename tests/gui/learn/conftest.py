"""The Learn page, opened in a window."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.shell.window import Window


@pytest.fixture
def page(qtbot: QtBot, window: Window) -> Iterator[LearnPage]:
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    window.open_workspace("learn")
    yield window.learn_page
    window.pages.stop()
