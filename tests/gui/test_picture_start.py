"""A screenshot loads only what it shows, and paints the window once."""

import subprocess
import sys
from pathlib import Path

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
