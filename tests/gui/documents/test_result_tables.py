"""Parquet tables of results: opened, marked and exported."""

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
    """The page with the table, read in this process."""
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


def test_result_table_is_read_in_another_process(table: Path) -> None:
    events = list(scan_events((str(table),), ScanOptions(), Event()))
    rows = [row for each in events if isinstance(each, list) for row in each]
    assert [each.value for each in rows] == LINKS
    assert [each.links for each in events if isinstance(each, Head)] == [3]


def test_truncated_table_is_reported_and_other_files_are_read(table: Path, tmp_path: Path) -> None:
    table.write_bytes(table.read_bytes()[:-20])
    (tmp_path / "page.html").write_bytes(PAGE)
    paths = (str(table), str(tmp_path / "page.html"))
    events = list(scan_events(paths, ScanOptions(), Event()))
    assert Trouble(str(table), "damaged, or not a Parquet file") in events
    assert [each.name for each in events if isinstance(each, Head)] == ["page.html"]


def test_table_rows_can_be_filtered_and_marked(shown: DocumentsPage) -> None:
    shown.bar.filter.setText("evil")
    wait(shown)
    (number,) = shown.table.links.numbers
    assert shown.case.rows[number].value == LINKS[1]
    shown.table.mark_requested.emit("malicious")
    assert shown.case.decision(number) == Decision("malicious")


def test_table_row_shows_its_number_and_has_no_source(shown: DocumentsPage) -> None:
    shown.table.go(2)
    assert shown.reader.link.place.text() == "Row 4 of the table"
    assert source_text(shown).startswith("The row shows what is in the table.")


def test_result_table_cannot_be_fixed(shown: DocumentsPage) -> None:
    shown.review_fixes()
    assert not shown.fix_review.is_shown
    assert "no file to fix" in shown.strip.words.text()


def test_parquet_export_round_trips(shown: DocumentsPage, tmp_path: Path) -> None:
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


def test_parquet_export_keeps_base_urls(page: DocumentsPage, tmp_path: Path) -> None:
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


def test_missing_pyarrow_is_reported(
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


def test_cancelled_parquet_export_leaves_no_file(shown: DocumentsPage, tmp_path: Path) -> None:
    stopped = Event()
    stopped.set()
    request = ExportRequest(tmp_path / "out.parquet", ExportSheet(shown.case, (0,), {}), "parquet")
    written(request, stopped)
    assert list(tmp_path.glob("*out*")) == []
