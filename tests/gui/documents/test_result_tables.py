"""Tables of results in the window: opened as they were judged, marked, and written."""

import sys
from pathlib import Path
from threading import Event

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.gui.documents.samples import PAGE, source_text, wait
from uriinspector.arrow import inspect_batch
from uriinspector.documents.cases.link_row import Decision, Head, LinkRow, Trouble
from uriinspector.gui.documents import file_reader
from uriinspector.gui.documents.case_export import ExportRequest, ExportSheet, written
from uriinspector.gui.documents.file_reader import NO_LIBRARY, FilesToRead, ScanOptions, read_all
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.scan_stream import scan_events

LINKS = ["https://www.example.com/", "http://paypal.com@evil.example/", "http://0x7f.1/a"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "judged.parquet"
    batch = pa.record_batch({"url": pa.array([*LINKS[:2], None, LINKS[2]])})
    pq.write_table(pa.Table.from_batches([inspect_batch(batch)]), path)
    return path


@pytest.fixture
def shown(page: DocumentsPage, table: Path, monkeypatch: pytest.MonkeyPatch) -> DocumentsPage:
    """The page with the table, which is read here and not in a process."""
    monkeypatch.setattr("uriinspector.gui.documents.scan_stream.from_process", _here)
    monkeypatch.setattr(file_reader, "MOST_MEMORY", 1 << 40)
    page.open_file(str(table))
    wait(page)
    return page


def _here(work, args, _stopped):  # type: ignore[no-untyped-def]
    return work(*args)


def rows_of(path: Path) -> list[LinkRow]:
    events = read_all(FilesToRead([str(path)], 0, 1), ScanOptions())
    return [row for each in events if isinstance(each, list) for row in each]


def test_a_table_is_read_in_a_process(table: Path) -> None:
    events = list(scan_events((str(table),), ScanOptions(), Event()))
    rows = [row for each in events if isinstance(each, list) for row in each]
    assert [each.value for each in rows] == LINKS
    assert [each.links for each in events if isinstance(each, Head)] == [3]


def test_a_cut_table_is_told_and_what_is_beside_it_is_read(table: Path, tmp_path: Path) -> None:
    table.write_bytes(table.read_bytes()[:-20])
    (tmp_path / "page.html").write_bytes(PAGE)
    paths = (str(table), str(tmp_path / "page.html"))
    events = list(scan_events(paths, ScanOptions(), Event()))
    assert Trouble(str(table), "damaged, or not a Parquet file") in events
    assert [each.name for each in events if isinstance(each, Head)] == ["page.html"]


def test_rows_are_filtered_and_marked_like_all_others(shown: DocumentsPage) -> None:
    shown.bar.filter.setText("evil")
    wait(shown)
    (number,) = shown.table.links.numbers
    assert shown.case.rows[number].value == LINKS[1]
    shown.table.mark_requested.emit("malicious")
    assert shown.case.decision(number) == Decision("malicious")


def test_a_row_tells_its_place_and_that_it_has_no_source(shown: DocumentsPage) -> None:
    shown.table.go(2)
    assert shown.reader.link.place.text() == "Row 4 of the table"
    assert source_text(shown).startswith("The row shows what is in the table.")


def test_a_table_is_no_file_to_fix(shown: DocumentsPage) -> None:
    shown.review_fixes()
    assert not shown.fix_review.is_shown
    assert "no file to fix" in shown.strip.words.text()


def test_what_is_written_is_read_again(shown: DocumentsPage, tmp_path: Path) -> None:
    case = shown.case
    case.decide({0: Decision("benign", "ours")})
    out = tmp_path / "out.parquet"
    sheet = ExportSheet(case, (2, 0), {0: 5})
    assert written(ExportRequest(out, sheet, "parquet"), Event()).problem == ""
    columns = pq.read_table(out).to_pydict()
    assert columns["url"] == [LINKS[2], LINKS[0]]
    assert (columns["mark"], columns["note"], columns["links"]) == (
        [None, "benign"],
        [None, "ours"],
        [1, 5],
    )
    again = rows_of(out)
    for before, row in zip((case.rows[2], case.rows[0]), again, strict=True):
        assert row[3:12] == before[3:12]


def test_links_of_a_page_keep_their_bases(page: DocumentsPage, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"<base href=http://a.example/b/><a href=../up?q>x</a>")
    page.open_file(str(tmp_path / "page.html"))
    wait(page)
    out = tmp_path / "out.parquet"
    numbers = range(len(page.case.rows))
    assert not written(
        ExportRequest(out, ExportSheet(page.case, numbers, {}), "parquet"), Event()
    ).problem
    *_, row = rows_of(out)
    assert (row.base, row.target, row.host) == (
        "http://a.example/b/",
        "http://a.example/up?q",
        "a.example",
    )


def test_where_the_library_is_missing_that_is_said(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: DocumentsPage
) -> None:
    for name in [
        each for each in sys.modules if each.startswith(("pyarrow", "uriinspector.arrow"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    *_, trouble = read_all(FilesToRead([str(table)], 0, 1), ScanOptions())
    assert trouble == Trouble(str(table), NO_LIBRARY)
    request = ExportRequest(tmp_path / "out.parquet", ExportSheet(shown.case, (0,), {}), "parquet")
    assert written(request, Event()).problem == NO_LIBRARY
    assert not (tmp_path / "out.parquet").exists()


def test_an_export_that_is_stopped_leaves_nothing(shown: DocumentsPage, tmp_path: Path) -> None:
    stopped = Event()
    stopped.set()
    request = ExportRequest(tmp_path / "out.parquet", ExportSheet(shown.case, (0,), {}), "parquet")
    written(request, stopped)
    assert list(tmp_path.glob("*out*")) == []
