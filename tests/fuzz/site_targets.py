"""A target that checks a folder as a site, with arbitrary bytes in one page."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz import invariants
from tests.fuzz.target import Target
from tests.fuzz.text_targets import chosen
from uriinspector.documents.rules.site_references import FILE_NAME_CASE, MISSING_FILE
from uriinspector.documents.scan_state import HTML
from uriinspector.documents.site.site_check import SiteCheck, finding_of, placed_findings
from uriinspector.export.formats import SITE_FORMATS
from uriinspector.export.options import ExportOptions

BASES = (None, "https://h.test/", "http://h.test:8/a/b/")
NAMES = ("index.html", "a/b.html", "a/c/index.html", "style.css", "drawing.svg")
FILES = {"other.html": b'<p id=x><a name="y">', "a/d/file.txt": b"", "A b.PNG": b""}


def site(data: bytes) -> None:
    """Check a site with any content in a page: findings are about the page and can be written."""
    how, rest = chosen(data)
    name = NAMES[how // 4 % len(NAMES)]
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for path, octets in {**FILES, name: rest}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(octets)
        with SiteCheck(folder, BASES[how % len(BASES)]) as check:
            for _ in check.run():
                pass
            holds(check, {path: len(octets) for path, octets in {**FILES, name: rest}.items()})


def holds(check: SiteCheck, sizes: dict[str, int]) -> None:
    """Check that positions are inside their files, counts are consistent, and records are JSON."""
    totals = check.store.totals()
    assert totals.broken <= totals.inside <= totals.links
    assert totals.findings == len(list(check.store.findings()))
    for row in check.store.findings():
        path = check.store.page(row.page).path
        assert 0 <= row.start <= row.end <= sizes[path]
        assert 0 <= row.first <= row.last
        invariants.is_json(finding_of(row).to_dict())
        if row.code == MISSING_FILE.code and row.variant != "slash":
            assert row.args["file"] not in sizes
        if row.code == FILE_NAME_CASE.code:
            other = row.args["other"].rstrip("/")
            is_folder = any(each.startswith(f"{other}/") for each in sizes)
            assert is_folder or other in sizes or "/" not in other
        placed_findings(check.store, path)
    for form, each in SITE_FORMATS.items():
        text = "".join(each.write(check, ExportOptions()))
        if form == "site-json":
            json.loads(text)


TARGETS = (Target("site", site, 2_000, tokens=HTML),)
