"""The window starts without reading the sources of its modules."""

import subprocess
import sys
from pathlib import Path

import uriinspector

START = """
import linecache, sys
from uriinspector.gui.app import main
main(["http://a@b.example/", "--screenshot", sys.argv[1]])
print(*linecache.cache, sep="\\n")
"""


def test_screenshot_reads_no_source_files(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    answer = subprocess.run(
        [sys.executable, "-c", START, str(picture)], capture_output=True, text=True, check=True
    )
    assert picture.stat().st_size
    package = str(Path(uriinspector.__file__).parent)
    assert not [name for name in answer.stdout.splitlines() if name.startswith(package)]


def test_qt_features_are_not_imported() -> None:
    files = Path(uriinspector.__file__).parent.rglob("*.py")
    imports = ("import __feature__", "from __feature__ import snake_case")
    assert not [name for name in files for each in imports if each in name.read_text("utf-8")]
