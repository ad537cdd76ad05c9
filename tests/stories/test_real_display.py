"""The installed command on a real X display, driven by xdotool."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.accessibility.screen_reader import display, wait_for
from uriinspector.gui.storage.history import History, HistoryEntry
from uriinspector.gui.system import missing_packages

MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
if sys.platform == "linux":
    MISSING += missing_packages("xcb")
pytestmark = pytest.mark.skipif(
    bool(MISSING) or sys.platform != "linux",
    reason=f"needs Linux with Xvfb and xdotool; missing: {', '.join(MISSING) or 'Linux'}",
)
LINK = "http://user@0x7f.1/path?a=b"


def entries_in(folder: Path) -> list[HistoryEntry]:
    """Return the current entries of the history."""
    return [each for file in folder.rglob("history.sqlite") for each in History(file).entries()]


def test_typed_link_is_stored_and_found_again(tmp_path: Path) -> None:
    with display() as screen:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
        places = {
            "HOME": tmp_path,
            "XDG_CONFIG_HOME": tmp_path / "c",
            "XDG_DATA_HOME": tmp_path / "d",
        }
        environment = kept | {"DISPLAY": screen, "LC_ALL": "C.UTF-8"}
        environment |= {name: str(path) for name, path in places.items()}
        environment.pop("WAYLAND_DISPLAY", None)

        def xdotool(*arguments: str) -> str:
            command = ["xdotool", *arguments]
            answer = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False, timeout=60
            )
            return answer.stdout.strip()

        window = subprocess.Popen(
            [sys.executable, "-m", "uriinspector", "--language", "en"], env=environment
        )
        try:
            wait_for(lambda: xdotool("search", "--onlyvisible", "--name", "URI Inspector"))
            number = xdotool("search", "--onlyvisible", "--name", "URI Inspector").split()[0]
            xdotool("windowfocus", "--sync", number)

            def is_kept() -> bool:
                # Text typed before the panes exist would be lost, and their
                # creation is not visible from outside.
                xdotool("key", "ctrl+l")
                xdotool("type", "--delay", "25", LINK)
                xdotool("key", "Return")
                return LINK in [entry.text for entry in entries_in(tmp_path)]

            wait_for(is_kept)
            xdotool("key", "ctrl+q")
            assert window.wait(timeout=60) == 0
        finally:
            window.kill()
            window.wait()
    assert {entry.text: entry.severity for entry in entries_in(tmp_path)}[LINK] == "high"
    assert "geometry" in next((tmp_path / "c").rglob("settings.json")).read_text()
