"""Scanning a folder as a site: report, tables and other formats."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from uriinspector.cli import site_report
from uriinspector.documents.site.site_check import SiteCheck, SiteProgress
from uriinspector.export.formats import SITE_FORMATS

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


def test_site_report_groups_findings_and_lists_pages(root: Path, uriinspect: Command) -> None:
    answer = uriinspect("scan", "--site", str(root))
    assert answer.status == 0
    assert answer.err == ""
    rows = answer.out.splitlines()
    assert "4 files, 4 of them pages or style sheets; 9 links, 7 within the site, 4 broken" in rows
    assert '    There is no "missing.html" in the site\'s folder.' in rows
    assert "    index.html:2:37  missing.html" in rows
    assert "    2 places on 2 pages; RFC 9110 §15.5.5, habits of web servers" in rows
    assert "  medium  index.html  6      4            3       3" in rows
    assert "  link.html: symbolic link" in rows


def test_site_scan_has_the_exit_status_of_a_scan(root: Path, uriinspect: Command) -> None:
    assert uriinspect("scan", "--site", str(root), "--fail-on", "medium").status == 1
    assert uriinspect("scan", "--site", str(root), "--strict").status == 3
    (root / "link.html").unlink()
    assert uriinspect("scan", "--site", str(root), "--strict").status == 0


def test_minimum_severity_applies_to_a_site(root: Path, uriinspect: Command) -> None:
    out = uriinspect("scan", "--site", str(root), "--min-severity", "medium").out
    assert "missing-file" in out
    assert "missing-fragment" not in out
    out = uriinspect("scan", "--site", str(root), "--min-severity", "high").out
    assert "No findings of this severity about references within the site." in out


def test_site_scan_uses_the_given_base_url(root: Path, uriinspect: Command) -> None:
    base = "https://www.example.org/docs/"
    out = uriinspect("scan", "--site", str(root), "--base", base).out
    assert "Base URL: hxxps://www[.]example[.]org/docs/" in out
    assert "own-host-link" in out
    out = uriinspect("scan", "--site", str(root), "--base", base, "--exact").out
    assert f"Base URL: {base}" in out


def test_site_json_is_one_object(root: Path, uriinspect: Command) -> None:
    record = json.loads(uriinspect("scan", "--site", str(root), "--format", "site-json").out)
    assert record["complete"] is True
    assert record["codes"]["missing-file"] == {"severity": "medium", "count": 2}
    assert record["not_read"] == [{"path": "link.html", "reason": "symbolic link"}]
    assert record["pages"][0]["page"] == "index.html"
    first = record["findings"][0]
    assert first["value"] == "missing.html"
    assert INDEX[first["source"]["start"] : first["source"]["end"]] == "missing.html"
    assert first["code"] == "missing-file"


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


def test_empty_site_has_no_rows(tmp_path: Path, uriinspect: Command) -> None:
    for form in SITE_FORMATS:
        assert uriinspect("scan", "--site", str(tmp_path), "--format", form).status == 0
    record = json.loads(uriinspect("scan", "--site", str(tmp_path), "--format", "site-json").out)
    assert (record["pages"], record["findings"]) == ([], [])
    assert "No findings" in uriinspect("scan", "--site", str(tmp_path)).out


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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--site", "{root}", "{root}"), "leave out the other PATH"),
        (("--site", "{root}", "--jobs", "2"), "--jobs"),
        (("--site", "{root}/index.html"), "not a folder"),
        (("--site", "{root}/nothing"), "not a folder"),
        (("--site", "//host/share"),
            "network files are never opened; copy the file to this computer"),
        (("--site", "\\\\host\\share"),
            "network files are never opened; copy the file to this computer"),
        (("--site", "{root}", "--base", "docs/"), "an http or https URL"),
        (("--format", "site-csv", "{root}"), "needs --site ROOT"),
    ],
)  # fmt: skip
def test_impossible_options_of_site_are_refused(
    root: Path, uriinspect: Command, arguments: tuple[str, ...], words: str
) -> None:
    answer = uriinspect("scan", *(each.replace("{root}", str(root)) for each in arguments))
    assert answer.status == 2
    assert words in answer.err


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
