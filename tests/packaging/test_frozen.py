"""The two commands of the bundle start like the installed ones."""

import re
import sys

import pytest

import uriinspector
from tests.architecture.source import ROOT
from tests.documents.samples import URL, picture
from tests.for_each import for_each
from uriinspector.documents import picture_process

PACKAGING = ROOT / "packaging"


@for_each("name", "terminal", "window")
def test_bundle_command_starts_like_the_installed_one(name: str) -> None:
    source = (PACKAGING / f"frozen/{name}.py").read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    reader, module = re.findall(r"from (uriinspector\.\S+) import main", source)
    assert reader == "uriinspector.documents.picture_worker"
    assert f'"{module}:main"' in project
    assert source.index("freeze_support()") < source.index("main())")


@for_each("name", "terminal", "window")
def test_bundle_command_reads_images(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    program, argument = picture_process.command()
    assert program == sys.executable
    script = str(PACKAGING / f"frozen/{name}.py")
    monkeypatch.setattr(picture_process, "command", lambda: [program, script, argument])
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    picture_process.end_process()
    assert [link.value for link in uriinspector.scan(picture()).links] == [URL]
    picture_process.end_process()
