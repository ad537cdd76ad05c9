"""Fixtures: an editor alone in a small window."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QLayout, QVBoxLayout, QWidget

from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.theme import Theme


@pytest.fixture(autouse=True)
def faces(qapp: QApplication) -> None:
    """Require fonts: a character that no font can draw is shown as a chip."""
    assert qapp.font().families()


@pytest.fixture
def host(theme: Theme) -> Iterator[QWidget]:
    """A window for the editor."""
    host = QWidget()
    host.setWindowTitle(theme.name)
    host.resize(720, 400)
    yield host
    shiboken6.delete(host)


@pytest.fixture
def editor(theme: Theme, host: QWidget) -> UriEdit:  # noqa: ARG001
    return shown(UriEdit(), host)


@pytest.fixture
def small(theme: Theme, host: QWidget) -> UriEdit:  # noqa: ARG001
    """An editor whose excerpts have at most ten characters."""
    return shown(UriEdit(limit=10), host)


def shown(editor: UriEdit, host: QWidget) -> UriEdit:
    column = QVBoxLayout(host)
    column.setContentsMargins(10, 0, 10, 0)
    column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    column.addWidget(editor)
    column.addStretch(1)
    host.show()
    return editor
