"""Test runs use no folder of the real user and leave nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths

from tests.architecture.source import ROOT
from tests.for_each import for_each
from tests.own_folders import PREFIX

Place = QStandardPaths.StandardLocation
# A test that writes to every usual place and makes a folder read-only.
WRITER = """
import os, pathlib, tempfile

def test_it():
    home = pathlib.Path.home() / ".config"
    home.mkdir()
    (home / "QtProject.conf").touch()
    closed = pathlib.Path(tempfile.mkdtemp())
    (closed / "file").touch()
    closed.chmod(0)
    (pathlib.Path(os.environ["XDG_RUNTIME_DIR"]) / "socket").touch()
    if "WAIT" in os.environ:
        print("waiting", flush=True)
        __import__("time").sleep(120)
"""


@for_each(
    "place",
    *(Place.HomeLocation, Place.ConfigLocation, Place.AppDataLocation),
    *(Place.RuntimeLocation, Place.CacheLocation, Place.TempLocation),
)
def test_qt_standard_paths_are_in_the_folder_of_this_run(place: Place) -> None:
    folder = Path(QStandardPaths.writableLocation(place))
    assert any(each.name.startswith(PREFIX) for each in (folder, *folder.parents))


def test_temporary_files_are_in_the_folder_of_this_run(tmp_path: Path) -> None:
    for each in (tempfile.gettempdir(), os.environ["TMPDIR"], tmp_path):
        assert PREFIX in str(each)


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """Start the tests of a file, with another home and temp folder."""
    for name in ("home", "temporary", "checkout/tests"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "checkout/tests/test_writer.py").write_text(WRITER)

    def started(*options: str, **more: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "pytest", "-s", "-q", "-p", "tests.conftest"]
        command += ["-p", "no:cacheprovider", "--rootdir", str(tmp_path / "checkout")]
        places = {"HOME": tmp_path / "home", "TMPDIR": tmp_path / "temporary"}
        environment = os.environ | {key: str(each) for key, each in places.items()} | more
        return subprocess.Popen(
            [*command, "-c", os.devnull, *options, str(tmp_path / "checkout/tests")],
            cwd=tmp_path / "checkout",
            env=environment | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )

    return started


def left(tmp_path: Path) -> list[Path]:
    return [*(tmp_path / "home").iterdir(), *(tmp_path / "temporary").iterdir()]


@pytest.mark.parametrize("workers", ["0", "2"])
def test_run_leaves_no_files(
    tmp_path: Path, start: Callable[..., subprocess.Popen[str]], workers: str
) -> None:
    out, _ = start("-n", workers).communicate(timeout=120)
    assert "1 passed" in out
    assert left(tmp_path) == []


def test_next_run_cleans_up_after_a_killed_run_but_not_a_running_one(
    tmp_path: Path, start: Callable[..., subprocess.Popen[str]]
) -> None:
    killed, other = start("-n0", WAIT="1"), start("-n0", WAIT="1")
    try:
        for each in (killed, other):
            assert each.stdout
            while "waiting" not in each.stdout.readline():
                assert each.poll() is None
        assert len(left(tmp_path)) == 2
        killed.send_signal(signal.SIGKILL)
        killed.communicate(timeout=60)
        assert len(left(tmp_path)) == 2
        assert "1 passed" in start("-n0").communicate(timeout=120)[0]
        assert len(left(tmp_path)) == 1
    finally:
        for each in (killed, other):
            each.terminate()
            each.communicate(timeout=60)
