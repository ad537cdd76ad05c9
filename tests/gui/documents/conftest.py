"""Fixtures: a documents page with a profile in a temporary folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QScrollArea

from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.storage.profile import Profile, profile_at
from uriinspector.gui.theme import theme


@pytest.fixture
def desk(tmp_path: Path) -> Profile:
    return profile_at(tmp_path / "config", tmp_path / "data")


@pytest.fixture
def page(qapp: QApplication, desk: Profile) -> Iterator[DocumentsPage]:
    theme.use("light")
    theme.dress(qapp)
    made = DocumentsPage(desk)
    window = QScrollArea()
    window.setWidgetResizable(True)
    window.setWidget(made)
    window.resize(1100, 700)
    window.show()
    yield made
    made.close()
    shiboken6.delete(window)
