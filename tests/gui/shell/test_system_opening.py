"""What the system hands to an open window: files dropped onto its icon on macOS."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QFileOpenEvent

from uriinspector.gui.command_line import Argument
from uriinspector.gui.shell.after_start import SystemOpening
from uriinspector.gui.shell.window import Window


@pytest.fixture
def opened(window: Window, monkeypatch: pytest.MonkeyPatch) -> list[Argument]:
    """What the window is asked to open."""
    SystemOpening(window)
    result: list[Argument] = []
    monkeypatch.setattr(window, "open_all", result.extend)
    return result


def hand(event: QFileOpenEvent) -> None:
    application = QCoreApplication.instance()
    assert application is not None
    QCoreApplication.sendEvent(application, event)


def test_a_file_is_opened(opened: list[Argument], tmp_path: Path) -> None:
    mail = tmp_path / "a b%20.eml"
    mail.touch()
    hand(QFileOpenEvent(str(mail)))
    assert opened == [(str(mail), True)]


def test_a_network_file_is_a_text_and_no_link_is_taken_that_qt_wrote_anew(
    opened: list[Argument],
) -> None:
    hand(QFileOpenEvent(QUrl()))
    hand(QFileOpenEvent(QUrl("https://evil.test/%7e")))
    assert opened == []
    hand(QFileOpenEvent("//host.example/share/a.eml"))
    assert opened == [("//host.example/share/a.eml", False)]
