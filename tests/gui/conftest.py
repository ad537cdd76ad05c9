"""A window as the program opens it, in each theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shiboken6

from uriinspector.gui.theme import Theme
from uriinspector.gui.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Theme:
    theme = Theme(request.param)
    qapp.setStyle("Fusion")
    theme.dress(qapp)
    return theme


@pytest.fixture
def window(theme: Theme) -> Iterator[Window]:
    window = Window(theme)
    window.resize(1120, 720)
    yield window
    shiboken6.delete(window)  # at once: every one left over is dressed again by the next theme
