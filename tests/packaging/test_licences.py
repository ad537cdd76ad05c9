"""The licenses of all shipped work, as stated by the packages."""

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from tests.architecture.source import ROOT
from tests.for_each import for_each
from tests.packaging.conftest import made
from uriinspector.gui.shell.menu_dialogs import FILE, HEAD, Licence, licences

# Entries that are not Python packages.
BESIDES = {"Qt", "Parts of Qt", "Python", "Unicode data"}
# For each license, a line that no other license has.
LINES = {
    "publicsuffixlist": "Mozilla Public License, version 2.0",
    "Qt": "GNU LESSER GENERAL PUBLIC LICENSE",
    "Parts of Qt": "src/3rdparty/harfbuzz-ng/*",
    "Python": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
    "Unicode data": "UNICODE LICENSE V3",
    "pillow": "The Python Imaging Library (PIL) is",
}


def plain(name: str) -> str:
    """Return a package name as normalized by the index."""
    return re.sub(r"[-_.]+", "-", name).lower()


def required(name: str) -> set[str]:
    """Return all installed dependencies of a package."""
    asked = [each for each in metadata.requires(name) or [] if "extra ==" not in each]
    found = set()
    for each in asked:
        needed = re.split(r"[^\w.-]", each)[0]
        try:
            found |= {plain(needed)} | required(needed)
        except metadata.PackageNotFoundError:
            assert ";" in each  # for another system or another Python
    return found


def test_every_dependency_and_bundled_file_has_its_license() -> None:
    names = {plain(each.name) for each in licences() if each.name not in BESIDES}
    assert names == required("uriinspector") | {"uriinspector"}
    assert {"pyside6-essentials", "shiboken6", "idna", "ada-url", "zxing-cpp"} < names
    assert {each.name for each in licences()} >= BESIDES


@for_each("part", *licences())
def test_license_has_a_name_and_a_text(part: Licence) -> None:
    assert re.fullmatch(r"[\w.-]+(?: (?:OR|AND) [\w.-]+)*", part.licence)
    assert len(part.text) > 40


@for_each("name", *LINES)
def test_license_text_belongs_to_its_package(name: str) -> None:
    (part,) = (each for each in licences() if each.name == name)
    assert LINES[name] in part.text


def test_regenerated_license_file_is_identical(tmp_path: Path) -> None:
    """Except for Python's license, which depends on the Python that runs the tests."""
    again = tmp_path / FILE
    made("licences.py", again)
    pieces = HEAD.split(again.read_text("utf-8"))[1:]
    found = list(zip(pieces[::3], pieces[1::3], (p.strip("\n") for p in pieces[2::3]), strict=True))
    assert [each for each in found if each[0] != "Python"] == [
        each for each in licences() if each.name != "Python"
    ]


@for_each("given", ["--help"], ["--no-such-option"], [])
def test_license_script_only_writes_the_named_file(tmp_path: Path, given: list[str]) -> None:
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
