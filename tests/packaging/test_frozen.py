"""The folder's two commands start as the installed ones do."""

from __future__ import annotations

import re

import pytest

from tests.architecture.source import ROOT

PACKAGING = ROOT / "packaging"


@pytest.mark.parametrize("name", ["terminal", "window"])
def test_a_command_of_a_bundle_begins_as_the_installed_one(name: str) -> None:
    source = (PACKAGING / f"frozen/{name}.py").read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    reader, module = re.findall(r"from (uriinspector\.\S+) import main", source)
    assert reader == "uriinspector.documents.picture_worker"
    assert f'"{module}:main"' in project
    assert source.index("freeze_support()") < source.index("main())")
