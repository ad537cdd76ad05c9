"""Scanning a folder as a site: report, tables and other formats."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from uriinspector.cli import site_report
from uriinspector.documents.site.site_check import SiteCheck, SiteProgress

SVG = "{http://www.w3.org/2000/svg}"
INDEX = """<!doctype html>
<a href="guide/">guide</a> <a href="missing.html">x</a> <a href="Guide/a.html">y</a>
<a href="https://www.example.org/docs/guide/a.html">z</a> <a href="other.html#no">f</a>
<a href="http://evil.test@a.test/">w</a>
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "guide").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "other.html").write_text('<p id=a><a href="missing.html">x</a>')
    (folder / "guide" / "index.html").write_text("<a href=a.html>a</a>")
    (folder / "guide" / "a.html").write_text("<a href=../index.html>a</a>")
    (folder / "link.html").symlink_to(tmp_path)
    return folder


def test_site_svg_shows_the_structure(root: Path, uriinspect: Command) -> None:
    base = "https://www.example.org/"
    answer = uriinspect("scan", "--site", str(root), "--base", base, "--format", "site-svg")
    picture = ET.fromstring(answer.out)
    texts = [each.text or "" for each in picture.iter(f"{SVG}text")]
    assert {"site", "index.html", "guide/a.html", "Missing", "missing.html"} <= {*texts}
    assert "hxxps://www[.]example[.]org/" in texts
    description = picture.findtext(f"{SVG}desc", "")
    assert "index.html → guide/index.html: 1 link." in description
    assert "Missing: missing.html, 2 links." in description
    assert len(list(picture.iter(f"{SVG}circle"))) == 4 + 4


def test_large_site_is_drawn_with_folders_as_nodes(root: Path, uriinspect: Command) -> None:
    for number in range(60):
        (root / "guide" / f"<{number}>.html").write_text("<a href=../index.html>i</a>")
        (root / f"folder{number}").mkdir()
        (root / f"folder{number}" / "x.html").write_text("<a href=/index.html>i</a>")
    answer = uriinspect("scan", "--site", str(root), "--format", "site-svg", "--theme", "dark")
    picture = ET.fromstring(answer.out)
    texts = [each.text or "" for each in picture.iter(f"{SVG}text")]
    assert {"Folder", "/", "guide/", "62"} <= {*texts}
    assert len(list(picture.iter(f"{SVG}circle"))) < 60


def test_other_formats_have_the_site_findings(root: Path, uriinspect: Command) -> None:
    sarif = json.loads(uriinspect("scan", "--site", str(root), "--format", "sarif").out)
    results = sarif["runs"][0]["results"]
    found = {(each["ruleId"], each["level"]) for each in results}
    assert {("missing-file", "warning"), ("missing-fragment", "note")} <= found
    assert {("file-name-case", "warning"), ("userinfo-deceptive", "error")} <= found
    assert '"code": "missing-fragment"' in uriinspect("scan", "--site", str(root), "--json").out
    assert "Linked file is missing" in uriinspect("scan", "--site", str(root), "--format=html").out


def test_other_formats_have_the_base_of_each_page(root: Path, uriinspect: Command) -> None:
    base = "https://www.example.org/docs/"
    out = uriinspect("scan", "--site", str(root), "--base", base, "--format", "jsonl").out
    assert f"{base}guide/a.html" in [json.loads(row).get("target") for row in out.splitlines()]


@pytest.mark.parametrize("form", ["table", "site-json", "sarif"])
def test_interrupted_site_scan_shows_its_results(
    root: Path, uriinspect: Command, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    class StoppedCheck(SiteCheck):
        def run(self) -> Iterator[SiteProgress]:
            for progress in super().run():
                yield progress
                if progress.done == 1 and progress.of:
                    raise KeyboardInterrupt

    monkeypatch.setattr(site_report, "SiteCheck", StoppedCheck)
    answer = uriinspect("scan", "--site", str(root), "--format", form)
    assert answer.status == 130
    if form == "table":
        assert "Stopped: 1 of 4 pages and style sheets were checked." in answer.out
        assert "missing.html" in answer.out
    elif form == "site-json":
        assert json.loads(answer.out)["complete"] is False
    else:
        assert answer.out == ""
