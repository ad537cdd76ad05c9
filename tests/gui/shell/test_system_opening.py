"""Files that the system hands to an open window, such as those dropped on its macOS icon."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QFileOpenEvent

from uriinspector.gui.command_line import Argument
from uriinspector.gui.shell.after_start import SystemOpening
from uriinspector.gui.shell.window import Window


@pytest.fixture
def opened(window: Window, monkeypatch: pytest.MonkeyPatch) -> list[Argument]:
    """Return the list of files and texts that the window is asked to open."""
    SystemOpening(window)
    result: list[Argument] = []
    monkeypatch.setattr(window, "open_all", result.extend)
    return result


def hand(event: QFileOpenEvent) -> None:
    application = QCoreApplication.instance()
    assert application is not None
    QCoreApplication.sendEvent(application, event)


def test_local_file_is_opened(opened: list[Argument], tmp_path: Path) -> None:
    mail = tmp_path / "a b%20.eml"
    mail.touch()
    hand(QFileOpenEvent(str(mail)))
    assert opened == [(str(mail), True)]


def test_network_file_is_text_and_urls_are_ignored(
    opened: list[Argument],
) -> None:
    hand(QFileOpenEvent(QUrl()))
    hand(QFileOpenEvent(QUrl("https://evil.test/%7e")))
    assert opened == []
    hand(QFileOpenEvent("//host.example/share/a.eml"))
    assert opened == [("//host.example/share/a.eml", False)]
