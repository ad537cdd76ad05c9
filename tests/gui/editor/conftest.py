"""An editor by itself, shown and as wide as on a small screen."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QLayout, QVBoxLayout, QWidget

from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.theme import Theme


@pytest.fixture(autouse=True)
def faces(qapp: QApplication) -> None:
    """Have the faces of this machine: what none of them can draw is a chip."""
    assert qapp.font().families()


@pytest.fixture
def host(theme: Theme) -> Iterator[QWidget]:
    """A window to show it in, drawn in its theme."""
    host = QWidget()
    host.setWindowTitle(theme.name)
    host.resize(720, 400)
    yield host
    shiboken6.delete(host)


@pytest.fixture
def editor(theme: Theme, host: QWidget) -> UriEdit:
    return shown(UriEdit(theme), host)


@pytest.fixture
def small(theme: Theme, host: QWidget) -> UriEdit:
    """An editor that takes ten characters for a huge text."""
    return shown(UriEdit(theme, limit=10), host)


def shown(editor: UriEdit, host: QWidget) -> UriEdit:
    column = QVBoxLayout(host)
    column.setContentsMargins(10, 0, 10, 0)
    column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    column.addWidget(editor)
    column.addStretch(1)
    host.show()
    return editor
