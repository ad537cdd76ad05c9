"""Desktop integration: desktop entry, AppStream metadata and icon."""

import configparser
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtGui import QGuiApplication, QImage

import uriinspector
from tests.architecture.source import ROOT
from tests.for_each import for_each
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.documents.cases.schema import APPLICATION, ENDING, MAGIC
from uriinspector.documents.scan_state import TYPES
from uriinspector.gui.app import prepare
from uriinspector.gui.command_line import arguments_of

DESKTOP = ROOT / "packaging/desktop"
ENTRY = DESKTOP / "uriinspector.desktop"
CARD = DESKTOP / "uriinspector.metainfo.xml"
ASKED_FOR = {"text/html", "message/rfc822", "multipart/related"}
SIZES = ("16", "32", "64", "256")


def entry() -> configparser.SectionProxy:
    found = configparser.ConfigParser(interpolation=None)
    found.read(ENTRY, "utf-8")
    return found["Desktop Entry"]


def types() -> set[str]:
    """Return the media types that the program registers for."""
    return set(entry()["MimeType"].rstrip(";").split(";"))


def card() -> ElementTree.Element:
    return ElementTree.parse(CARD).getroot()


# Newer versions of appstreamcli warn about a missing homepage; publishers add theirs.
NO_PAGE = "url-homepage-missing"


@for_each("judge", ("desktop-file-validate", ENTRY), ("appstreamcli", "validate", "--no-net", CARD))
def test_validators_accept_entry_and_metadata(judge: tuple[str | Path, ...]) -> None:
    answer = subprocess.run(judge, capture_output=True, text=True, check=False, timeout=60)
    complaints = re.findall(r"(?m)^[EW]: .*|.*error.*", answer.stdout)
    assert [each for each in complaints if not each.endswith(NO_PAGE)] == []
    assert answer.returncode == 0 or complaints


def test_desktop_entry_and_metadata_agree() -> None:
    assert types() >= ASKED_FOR
    assert types() - ASKED_FOR - set(TYPES.values()) == {
        "application/xhtml+xml",
        "application/x-mimearchive",  # a page saved as one file
        kind_of_case(),
    }
    assert not any(each.startswith("x-scheme-handler/") for each in types())
    assert {each.text for each in card().findall("provides/mediatype")} == types()
    assert card().findtext("launchable") == ENTRY.name
    assert card().findtext("name") == entry()["Name"]
    assert {each.text for each in card().findall("categories/category")} < set(
        entry()["Categories"].split(";")
    )


def kind_of_case() -> str:
    """Return the media type of case files, checked against extension and signature."""
    root = ElementTree.parse(DESKTOP / "uriinspector.xml").getroot()
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    (found,) = root.findall("m:mime-type", space)
    assert [each.get("pattern") for each in found.findall("m:glob", space)] == [f"*.{ENDING}"]
    marks = [each.get("value", "").encode() for each in found.iterfind(".//m:match", space)]
    assert marks == [MAGIC.rstrip(b"\0"), APPLICATION.to_bytes(4)]
    return found.get("type") or ""


def test_newest_release_is_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    newest = card().find("releases/release")
    assert newest is not None
    assert newest.get("version") == uriinspector.__version__
    assert project["scripts"].keys() | project["gui-scripts"].keys() == {
        each.text for each in card().findall("provides/binary")
    }


def test_window_names_its_desktop_entry(tmp_path: Path) -> None:
    prepare(arguments_of(["--screenshot", str(tmp_path / "window.png")]))
    assert f"{QGuiApplication.desktopFileName()}.desktop" == ENTRY.name
    assert entry()["Icon"] == "uriinspector"


def test_icon_uses_the_colors_of_the_themes() -> None:
    used = set(re.findall(r"#[0-9A-F]{6}", shipped_text("icons/uriinspector.svg")))
    themes = shipped_text("themes/light.toml") + shipped_text("themes/dark.toml")
    assert used - set(re.findall(r"#[0-9A-F]{6}", themes)) == set()


def test_icon_is_drawn_in_every_size(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, ROOT / "packaging/make/icons.py", tmp_path],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
        timeout=60,
    )
    for size in SIZES:
        picture = QImage(str(tmp_path / f"hicolor/{size}x{size}/apps/uriinspector.png"))
        assert (picture.width(), picture.height()) == (int(size), int(size))
        assert (
            picture.pixelColor(0, 0).alpha() < 128 < picture.pixelColor(int(size) // 2, 1).alpha()
        )
    assert (tmp_path / "hicolor/scalable/apps/uriinspector.svg").is_file()
