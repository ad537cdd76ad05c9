"""What is written for Windows and macOS, where it was not run, agrees with what was."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.architecture.source import ROOT
from uriinspector.documents.cases.schema import ENDING

PACKAGING = ROOT / "packaging"
NOT_RUN = ("windows/build.ps1", "windows/uriinspector.iss", "macos/build")
SPEC = (PACKAGING / "frozen/uriinspector.spec").read_text("utf-8")
# Their names for what the desktop entry offers itself for.
ENDINGS = {".html", ".htm", ".xhtml", ".eml", ".mht", ".mhtml", ".mbox", f".{ENDING}"}


@pytest.mark.parametrize("name", NOT_RUN)
def test_it_says_that_it_was_not_run(name: str) -> None:
    assert "NOT YET RUN" in (PACKAGING / name).read_text("utf-8")


@pytest.mark.parametrize("name", NOT_RUN)
def test_the_files_that_it_names_are_there(name: str) -> None:
    text = (PACKAGING / name).read_text("utf-8").replace("\\", "/")
    named = set(re.findall(r"packaging/[\w./-]+\.\w+", text))
    assert named
    assert {each for each in named if not (ROOT / each).is_file()} == set()


def test_windows_offers_the_same_types() -> None:
    installer = (PACKAGING / "windows/uriinspector.iss").read_text("utf-8")
    assert set(re.findall(r'Offered\("(\.\w+)"\)', installer)) == ENDINGS


def test_the_program_has_one_name_everywhere() -> None:
    card = ElementTree.parse(PACKAGING / "desktop/uriinspector.metainfo.xml").getroot()
    assert f'IDENTIFIER = "{card.findtext("id")}"' in SPEC
    assert f'name="{card.findtext("name")}.app"' in SPEC


@pytest.mark.parametrize("name", ["terminal", "window"])
def test_a_command_of_a_bundle_begins_as_the_installed_one(name: str) -> None:
    source = (PACKAGING / f"frozen/{name}.py").read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    (module,) = re.findall(r"from (uriinspector\.\S+) import main", source)
    assert f'"{module}:main"' in project
    assert source.index("freeze_support()") < source.index("main())")
