"""The first frame loads few modules, and later parts fit the layout already shown."""

import subprocess
import sys
from pathlib import Path

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.for_each import for_each
from uriinspector.gui.shell.start import DisplaySettings, theme_at_start
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.settings import Settings
from uriinspector.gui.theme import Theme

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
        qapp.setPalette(Theme("dark" if dark else "light").palette())
        assert theme_at_start(qapp, "system") == ("dark" if dark else "light")
        assert theme_at_start(qapp, "light") == "light"
    finally:
        qapp.setPalette(before)


def test_wrong_theme_guess_is_corrected(qapp: QApplication) -> None:
    theme = Theme("dark")
    DisplaySettings(qapp, theme, Settings()).complete()  # offscreen has no color scheme
    assert theme.name == "light"


def test_rail_buttons_have_text_under_icons(window: Window) -> None:
    window.show()
    for button in (*window.rail.buttons.values(), window.rail.theme_button):
        assert button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextUnderIcon
        assert button.focusPolicy() == Qt.FocusPolicy.TabFocus


def test_new_window_keeps_its_theme(qapp: QApplication) -> None:
    theme = Theme("dark")
    theme.dress(qapp)
    window = Window(theme)
    assert theme.name == "dark"
    window.close()
    shiboken6.delete(window)
