"""Start: few modules for the first frame, preloading, pictures, and files of the system."""

import subprocess
import sys
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, Qt, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import uriinspector
from tests.for_each import for_each
from uriinspector.gui.command_line import Argument
from uriinspector.gui.shell.after_start import MODULES, SystemOpening, preload
from uriinspector.gui.shell.start import DisplaySettings, theme_at_start
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.settings import Settings
from uriinspector.gui.theme import theme

LEAVE = """
import enum, os, sys
from uriinspector.gui import app

def left(window, options):
    kinds = enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag
    names = [each.__qualname__ for kind in kinds for each in kind.__subclasses__()]
    print(*sorted(name for name in names if name.startswith("Qt.")))
    print(*sorted(sys.modules))
    sys.stdout.flush()
    os._exit(0)

app.fill = left
app.main([])
"""

# Each adds at least one percent to the start of an empty window.
HEAVY = (
    "hmac", "html", "json", "uriinspector.analysis.inspection", "uriinspector.export.formats",
    "uriinspector.gui.inspect.page", "uriinspector.gui.shell.menus",
    "uriinspector.gui.widgets.notice_strip",
)  # fmt: skip


def test_first_frame_loads_no_heavy_modules(tmp_path: Path) -> None:
    """Using a name of PySide6.QtCore.Qt makes PySide6 build 90 enumerations."""
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    answer = subprocess.run(
        [sys.executable, "-c", LEAVE],
        env=home | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    enumerations, modules = answer.stdout.split("\n")[:2]
    assert enumerations == ""
    assert [name for name in HEAVY if name in modules.split()] == []
    assert "uriinspector.gui.shell.start" in modules.split()


@for_each("dark", False, True)
def test_theme_at_start_follows_system_palette(qapp: QApplication, dark: bool) -> None:
    before = qapp.palette()
    try:
        theme.use("dark" if dark else "light")
        qapp.setPalette(theme.palette())
        assert theme_at_start(qapp, "system") == ("dark" if dark else "light")
        assert theme_at_start(qapp, "light") == "light"
    finally:
        qapp.setPalette(before)


def test_wrong_theme_guess_is_corrected(qapp: QApplication) -> None:
    theme.use("dark")
    DisplaySettings(qapp, Settings()).complete()  # offscreen has no color scheme
    assert theme.name == "light"


def test_rail_buttons_have_text_under_icons(window: Window) -> None:
    window.show()
    for button in (*window.rail.buttons.values(), window.rail.theme_button):
        assert button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextUnderIcon
        assert button.focusPolicy() == Qt.FocusPolicy.TabFocus


def test_new_window_keeps_its_theme(qapp: QApplication) -> None:
    theme.use("dark")
    theme.dress(qapp)
    window = Window()
    assert theme.name == "dark"
    window.close()
    shiboken6.delete(window)


def test_preloading_stops_when_all_modules_are_loaded(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    preload(window)
    (timer,) = window.findChildren(QTimer)
    qtbot.waitUntil(lambda: not timer.isActive())
    assert sys.modules.keys() >= set(MODULES)


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


def test_network_path_is_opened_as_text_and_urls_are_ignored(opened: list[Argument]) -> None:
    hand(QFileOpenEvent(QUrl()))
    hand(QFileOpenEvent(QUrl("https://evil.test/%7e")))
    assert opened == []
    hand(QFileOpenEvent("//host.example/share/a.eml"))
    assert opened == [("//host.example/share/a.eml", False)]


START = """
import sys
from PySide6.QtWidgets import QWidget
from uriinspector.gui.app import main
grab, taken = QWidget.grab, []
QWidget.grab = lambda *given: taken.append(given) or grab(*given)
main(["http://a@b.example/", "--screenshot", sys.argv[1]])
print(len(taken), *sys.modules, sep="\\n")
"""

NOT_SHOWN = {
    "sqlite3",  # for the history
    "uriinspector.gui.shell.after_start",  # for requests of later starts
    *("uriinspector.core.schemes.urn", "uriinspector.gui.documents.page"),
    *("QtWidgets.QWizard", "QtWidgets.QStyle"),  # creates hundreds of names on first use
}


def test_screenshot_loads_only_shown_modules_and_paints_once(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    answer = subprocess.run(
        [sys.executable, "-c", START, str(picture)], capture_output=True, text=True, check=True
    )
    _, count, *modules = answer.stdout.splitlines()  # the first line names the picture
    assert picture.stat().st_size
    assert count == "1"
    assert "uriinspector.gui.inspect.page" in modules
    assert not NOT_SHOWN & set(modules)


PLAIN_START = """
import linecache, sys
from uriinspector.gui.app import main
main(["http://a@b.example/", "--screenshot", sys.argv[1]])
print(*linecache.cache, sep="\\n")
"""


def test_screenshot_reads_no_source_files(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    answer = subprocess.run(
        [sys.executable, "-c", PLAIN_START, str(picture)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert picture.stat().st_size
    package = str(Path(uriinspector.__file__).parent)
    assert not [name for name in answer.stdout.splitlines() if name.startswith(package)]


def test_package_does_not_import_pyside_features() -> None:
    files = Path(uriinspector.__file__).parent.rglob("*.py")
    imports = ("import __feature__", "from __feature__ import snake_case")
    assert not [name for name in files for each in imports if each in name.read_text("utf-8")]
