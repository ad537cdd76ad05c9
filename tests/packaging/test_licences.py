"""Whose work is shipped is told, of everything, and by what the packages say themselves."""

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from tests.architecture.source import ROOT
from tests.for_each import for_each
from tests.packaging.conftest import made
from uriinspector.gui.shell.menu_dialogs import FILE, HEAD, Licence, licences

# What is no library of Python's index.
BESIDES = {"Qt", "Parts of Qt", "Python", "Unicode data"}
# Of each, a line of its licence that no other has.
LINES = {
    "publicsuffixlist": "Mozilla Public License, version 2.0",
    "Qt": "GNU LESSER GENERAL PUBLIC LICENSE",
    "Parts of Qt": "src/3rdparty/harfbuzz-ng/*",
    "Python": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
    "Unicode data": "UNICODE LICENSE V3",
    "pillow": "The Python Imaging Library (PIL) is",
}


def plain(name: str) -> str:
    """A package's name as the index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def required(name: str) -> set[str]:
    """All that a package stands on here."""
    asked = [each for each in metadata.requires(name) or [] if "extra ==" not in each]
    found = set()
    for each in asked:
        needed = re.split(r"[^\w.-]", each)[0]
        try:
            found |= {plain(needed)} | required(needed)
        except metadata.PackageNotFoundError:
            assert ";" in each  # for another system or another Python
    return found


def test_every_package_that_the_program_stands_on_has_its_licence() -> None:
    told = {plain(each.name) for each in licences() if each.name not in BESIDES}
    assert told == required("uriinspector") | {"uriinspector"}
    assert {"pyside6-essentials", "shiboken6", "idna", "ada-url", "zxing-cpp"} < told


def test_bundled_files_that_are_not_packages_have_licences() -> None:
    assert {each.name for each in licences()} >= BESIDES


@for_each("part", *licences())
def test_a_licence_has_its_name_and_its_text(part: Licence) -> None:
    assert re.fullmatch(r"[\w.-]+(?: (?:OR|AND) [\w.-]+)*", part.licence)
    assert len(part.text) > 40


@for_each("name", *LINES)
def test_the_text_is_the_right_one(name: str) -> None:
    (part,) = (each for each in licences() if each.name == name)
    assert LINES[name] in part.text


def test_the_file_is_made_again_to_the_letter(tmp_path: Path) -> None:
    """But for Python's own, which is that of the Python at hand."""
    again = tmp_path / FILE
    made("licences.py", again)
    pieces = HEAD.split(again.read_text("utf-8"))[1:]
    found = list(zip(pieces[::3], pieces[1::3], (p.strip("\n") for p in pieces[2::3]), strict=True))
    assert [each for each in found if each[0] != "Python"] == [
        each for each in licences() if each.name != "Python"
    ]


@for_each("given", ["--help"], ["--no-such-option"], [])
def test_the_script_writes_no_file_that_was_not_named(tmp_path: Path, given: list[str]) -> None:
    answer = subprocess.run(
        [sys.executable, ROOT / "packaging/make/licences.py", *given],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert answer.returncode == (0 if "--help" in given else 2)
    assert "licences.py" in answer.stdout + answer.stderr
    assert list(tmp_path.iterdir()) == []
