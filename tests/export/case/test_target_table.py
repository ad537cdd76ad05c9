"""The table of references by target, separate for each page."""

import csv
import io

from uriinspector.documents.scan import scan
from uriinspector.export.case.case_model import CaseExport, CaseLink, File, scanned
from uriinspector.export.case.link_tables import TARGET_TABLE_COLUMNS
from uriinspector.export.formats import export_case_as
from uriinspector.export.options import ExportOptions

BASE = "https://h.example/a/b"
FIRST = b"""<a href="c">1</a>
<a href="/a/c">2</a><img src="./c">
<a href="d e">3</a><a href="http://0x7f.1/">4</a>"""


def table(*pages: bytes, base: str | None = BASE, exact: bool = True) -> list[dict[str, str]]:
    files: list[File] = []
    links: list[CaseLink] = []
    for number, page in enumerate(pages):
        file, more = scanned(scan(page, name="p.html", base=base), f"p{number}.html", number)
        files.append(file)
        links += more
    # A table may contain the rows in any order.
    case = CaseExport("", "", tuple(files), links[::-1])
    text = "".join(export_case_as(case, "targets", ExportOptions(exact=exact)))
    return list(csv.DictReader(io.StringIO(text)))


def test_references_to_one_target_are_one_row() -> None:
    rows = table(FIRST, b'<a href="c">')
    assert [(each["document"], each["target"], each["references"]) for each in rows] == [
        ("p0.html", "https://h.example/a/c", "3"),
        ("p0.html", "http://0x7f.1/", "1"),
        ("p0.html", "https://h.example/a/d e", "1"),
        ("p1.html", "https://h.example/a/c", "1"),
    ]
    first = rows[0]
    assert set(first["written"].split(" | ")) == {"c", "/a/c", "./c"}
    assert set(first["elements"].split(", ")) == {"a href", "img src"}
    assert sorted(first["lines"].split(", ")) == ["1", "2", "2"]
    assert (first["base"], first["host"]) == (BASE, "h.example")
    assert rows[1]["severity"]
    assert list(first) == list(TARGET_TABLE_COLUMNS)


def test_references_without_target_are_listed_as_written() -> None:
    rows = table(b'<a href="c"><a href="./c"><a href="c">', base=None)
    written = [(each["target"], each["written"], each["references"]) for each in rows]
    assert written == [("", "c", "2"), ("", "./c", "1")]


def test_target_table_is_defanged_by_default() -> None:
    (row,) = table(b'<a href="http://x.example/">', exact=False)
    assert row["target"] == row["written"] == "hxxp://x[.]example/"


def test_number_of_listed_spellings_is_limited() -> None:
    (row,) = table(b"".join(b'<a href="%sc">' % (b"./" * count) for count in range(40)))
    assert (row["references"], len(row["written"].split(" | "))) == ("40", 20)
