"""The command: its arguments, its picture, and its words when the machine lacks something."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QImage

from uriinspector.gui import system
from uriinspector.gui.arguments import arguments_of

if TYPE_CHECKING:
    from pathlib import Path

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    return subprocess.run(
        [sys.executable, "-m", "uriinspector.gui.app", *arguments],
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_version_needs_no_display() -> None:
    answer = run("--version")
    assert answer.returncode == 0
    assert answer.stdout.startswith("uriinspector ")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_needs_no_display(tmp_path: Path, theme: str) -> None:
    file = tmp_path / "window.png"
    answer = run("--screenshot", str(file), "--theme", theme, "--size", "800x500", "http://a/%zz")
    assert (answer.returncode, answer.stderr) == (0, "")
    picture = QImage(str(file))
    assert (picture.width(), picture.height()) == (800, 500)
    assert (picture.pixelColor(2, 2).lightness() < 128) == (theme == "dark")


def test_a_picture_that_cannot_be_saved_is_a_failure(tmp_path: Path) -> None:
    assert run("--screenshot", str(tmp_path / "missing" / "window.png")).returncode == 1


def test_without_a_display_it_says_so() -> None:
    answer = run()
    assert answer.returncode == system.EX_UNAVAILABLE
    assert answer.stderr.startswith("There is no display")


@pytest.mark.skipif(sys.platform != "linux", reason="only there a dead display makes Qt abort")
def test_a_display_that_does_not_answer_is_no_display() -> None:
    answer = run(DISPLAY=":987")
    assert answer.returncode == system.EX_UNAVAILABLE
    assert answer.stderr.count("\n") <= 4


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings all that it needs")
def test_missing_libraries_are_named_by_their_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(system.BASE, "libnowhere.so.9", "libnowhere9")
    found = system.probe({"DISPLAY": ":0"})
    assert found.platform is None
    assert "sudo apt-get install -y" in str(found.problem)
    assert "libnowhere9" in str(found.problem)


@pytest.mark.parametrize(
    ("environment", "names"),
    [
        ({}, []),
        ({"DISPLAY": ":0"}, ["xcb"]),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, ["xcb", "wayland"]),
        (
            {"DISPLAY": ":0", "WAYLAND_DISPLAY": "w", "XDG_SESSION_TYPE": "wayland"},
            ["wayland", "xcb"],
        ),
        ({"QT_QPA_PLATFORM": "wayland;xcb"}, ["wayland", "xcb"]),
    ],
    ids=str,
)
def test_the_likeliest_platform_comes_first(environment: dict[str, str], names: list[str]) -> None:
    assert system.platforms(environment) == names


def test_text_is_text_whatever_it_looks_like() -> None:
    assert arguments_of(["--uri=--version"]).text == "--version"


def test_a_size_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        arguments_of(["--size", "big"])
    assert stop.value.code == 2
    assert "--size" in capsys.readouterr().err
