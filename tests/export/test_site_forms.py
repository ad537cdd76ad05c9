"""Site checks in every format: golden files and limits of the image."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.documents import site_checks
from tests.documents.site_checks import close_checks  # noqa: F401  # a fixture of every test
from tests.for_each import for_each
from tests.golden_files import compare
from uriinspector.documents.site.site_check import SiteCheck
from uriinspector.export.formats import SITE_FORMATS
from uriinspector.export.language import speaking
from uriinspector.export.options import ExportOptions
from uriinspector.export.scan_formats import COLUMNS, finding_record
from uriinspector.export.svg_images import COUNTS, MOST_ARCS, MOST_MISSING

SVG = "{http://www.w3.org/2000/svg}"
BASE = "https://www.example.org/docs/"
DEEP = "a/b/c/d/e/f/g/h/"
FILES = {
    "index.html": """<!doctype html>
<a href="guide/">1</a> <a href="guide/#top">2</a> <a href="missing.html">x</a>
<a href="https://www.example.org/docs/guide/a.html">z</a> <a href="other.html#no">f</a>
<a href="http://evil.test@a.test/">w</a> <a href="=1+1&amp;.html">y</a> <a href="missing.html">x</a>
""",
    "other.html": '<p id=a><a href="missing.html">x</a> <a href="gone.html">y</a>',
    "guide/index.html": "<a href=a.html>a</a>",
    "guide/a.html": '<a href=../index.html>a</a> <img src="\u202e.png"> <a href="A.html">A</a>',
    "guide/empty & \u202e.html": "",
    "=style.css": "a { background: url(missing.png) }",
    f"{DEEP}{'long-' * 30}name.html": "<a href=x.html>x</a>",
    f"{DEEP}x.html": "<a href=/docs/index.html>i</a>",
    "picture.png": "",
}
FOLDERS = {
    f"{folder}/{number}.html": '<a href="/one/0.html">x</a> <a href="/none.html">y</a>'
    for folder in ("one", "one/two", "three")
    for number in range(14)
} | {"index.html": "".join(f'<a href="one/{number}.html">x</a>' for number in range(9))}


def checked(root: Path, files: dict[str, str], base: str | None = None) -> SiteCheck:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())
    return site_checks.checked(root, base)


@pytest.fixture
def check(tmp_path: Path) -> SiteCheck:
    root = tmp_path / "a site & more"
    root.mkdir()
    (root / "link.html").symlink_to(tmp_path)
    return checked(root, FILES, BASE)


def written(check: SiteCheck, form: str, **wishes: object) -> str:
    options = ExportOptions()._replace(**wishes)  # type: ignore[arg-type]
    return "".join(SITE_FORMATS[form].write(check, options))


def drawing(check: SiteCheck) -> ET.Element:
    return ET.fromstring(written(check, "site-svg"))


def texts(picture: ET.Element) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SVG}text")]


def test_site_csv_matches_the_golden_file(check: SiteCheck) -> None:
    compare("site.csv", written(check, "site-csv"))


def test_site_json_matches_the_golden_file(check: SiteCheck) -> None:
    root = json.dumps(check.root)
    compare("site.json", written(check, "site-json").replace(root, '"(the folder)"'))


def test_site_svg_matches_the_golden_file(check: SiteCheck) -> None:
    compare("site.svg", written(check, "site-svg"))


def test_site_svg_of_a_stopped_check_matches_the_golden_file(check: SiteCheck) -> None:
    check.is_whole = False
    wishes = {"exact": True, "theme": "dark", "say": speaking("de")}
    compare("site.dark.svg", written(check, "site-svg", **wishes))


def test_site_svg_of_folders_matches_the_golden_file(tmp_path: Path) -> None:
    root = tmp_path / "large"
    compare("site.folders.svg", written(checked(root, FOLDERS), "site-svg"))


def test_every_finding_has_its_position_in_its_page(check: SiteCheck) -> None:
    record = json.loads(written(check, "site-json"))
    assert len(record["findings"]) == sum(each["findings"] for each in record["pages"])
    for each in record["findings"]:
        source = each["source"]
        octets = FILES[each["page"]].encode()
        assert octets[source["start"] : source["end"]].decode() or each["value"] is None
        before = octets[: source["start"]]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2]) + 1  # columns are counted in bytes
        assert (source["line"], source["column"]) == (line, column)
    assert list(record["pages"][0]) == list(COLUMNS)


def test_page_that_no_longer_exists_has_no_name(check: SiteCheck) -> None:
    assert finding_record(next(iter(check.store.findings())), "")["page"] == ""


@for_each("more", -1, 0, 1, 2)
def test_number_of_missing_targets_drawn_is_limited(tmp_path: Path, more: int) -> None:
    count = MOST_MISSING + more
    page = "".join(f"<a href=m{at}.html>x</a>" * (at + 1) for at in range(count))
    picture = drawing(checked(tmp_path / "s", {"index.html": page}))
    names = [each for each in texts(picture) if each.endswith(".html") and each != "index.html"]
    assert names == [f"m{at}.html" for at in reversed(range(count))][:MOST_MISSING]
    assert [each for each in texts(picture) if each.endswith(" more")] == (
        [f"{more} more"] if more > 0 else []
    )
    assert picture.findtext(f"{SVG}desc", "").count("Missing: ") == min(count, MOST_MISSING)
    assert len(list(picture.iter(f"{SVG}path"))) == 2 * min(count, MOST_MISSING)


@for_each("more", -1, 0, 1)
def test_number_of_arcs_in_a_site_image_is_limited(tmp_path: Path, more: int) -> None:
    pages, count = 12, MOST_ARCS + more
    pairs = [(a, b) for a in range(pages) for b in range(pages) if a != b][:count]
    files = {
        f"{a}.html": "".join(f"<a href={b}.html>x</a>" for source, b in pairs if source == a)
        for a in range(pages)
    }
    picture = drawing(checked(tmp_path / "s", files))
    assert len(list(picture.iter(f"{SVG}path"))) == 2 * min(count, MOST_ARCS)
    assert picture.findtext(f"{SVG}desc", "").count(" \u2192 ") == min(count, MOST_ARCS)


def test_site_image_names_and_arcs_do_not_overlap_counts(check: SiteCheck) -> None:
    picture = drawing(check)
    dots = {each.get("cy", "") for each in picture.iter(f"{SVG}circle")}
    assert len(dots) == len(list(picture.iter(f"{SVG}circle")))
    for each in picture.iter(f"{SVG}path"):
        ends = re.findall(r"-?[\d.]+", each.get("d", ""))
        assert ends[1] in dots
        assert each.get("fill") != "none" or ends[-1] in dots
    for each in picture.iter(f"{SVG}text"):
        if "name.html" in (each.text or "") or "long-" in (each.text or ""):
            width = len(each.text or "") * 13 * 0.56
            assert float(each.get("x", "")) + width <= COUNTS - 54
