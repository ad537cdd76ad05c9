"""Reading: large files in several processes, pasted content, and tables of results."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtCore import QMimeData

from tests.for_each import for_each
from tests.gui.codes import picture_of_code
from tests.gui.documents.samples import MAIL, PAGE, open_files, source_text, wait
from uriinspector.arrow import inspect_batch
from uriinspector.documents.cases.link_row import Decision, Head, LinkRow, Trouble
from uriinspector.documents.cases.row_columns import FileCompletion
from uriinspector.documents.scan import scan
from uriinspector.gui.documents import file_reader
from uriinspector.gui.documents.case_export import ExportRequest, ExportSheet, written
from uriinspector.gui.documents.file_reader import (
    BEGINNING_LINKS,
    ENDED,
    NO_LIBRARY,
    ONLY_BEGINNING,
    FileStarted,
    FilesToRead,
    PastedFile,
    ScanOptions,
    Source,
    read_all,
    scan_events,
)
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.sources import numbered, sources
from uriinspector.gui.jobs import stream
from uriinspector.gui.jobs.stream import BATCH, SharedBlock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from uriinspector.gui.documents.file_reader import Source
    from uriinspector.gui.jobs.stream import WorkShare

LINKS = 4 * BATCH + 7


class NoProcess:
    """Runs the work of a process in the test's own process."""

    def __init__(self, work: Callable[..., Iterator[Any]], args: tuple[Any, ...]) -> None:
        self._pieces = work(*args)

    def __enter__(self) -> NoProcess:
        return self

    def __exit__(self, *_exception: object) -> None:
        pass

    def pieces(self, stopped: Event) -> Iterator[Any]:
        return (each for each in self._pieces if not stopped.is_set())


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use three processes for files above 10 kB."""
    monkeypatch.setattr(file_reader, "AT_HAND", 10)
    monkeypatch.setattr(file_reader, "LARGE", 10_000)
    monkeypatch.setattr(file_reader, "MOST_PROCESSES", 3)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)


@pytest.fixture
def at_once(several: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use several shares of work without starting processes."""
    del several
    monkeypatch.setattr(stream, "WorkerProcess", NoProcess)


def octets_of(links: int) -> bytes:
    """Return a page with the given number of links, every seventh with a finding."""
    hosts = (b"user@a.test", *(b"host%d.test" % number for number in range(6)))
    lines = (b"<a href=http://%s/%d>x</a>\n" % (hosts[at % 7], at) for at in range(links))
    return b"".join(lines)


def files(folder: Path) -> list[Source]:
    """Write small, large and linkless files; one path does not exist."""
    octets = {"a": octets_of(2), "b": octets_of(LINKS), "c": b"x" * 20_000, "e": b"http://b/"}
    for name, content in octets.items():
        (folder / name).write_bytes(content)
    return [str(folder / name) for name in "abcde"]


def case_state(events: list[Any]) -> list[Any]:
    """Return the state of the case after the events: files, problems, rows, counts."""
    case = OpenCase()
    for each in events:
        case.add(each)
    begun = [each for each in events if isinstance(each, FileStarted)]
    return [begun, case.heads, case.troubles, list(case.rows), case.ranks, case.files.rows]


@pytest.mark.usefixtures("at_once")
def test_parallel_scan_matches_a_single_process(tmp_path: Path) -> None:
    paths, options = files(tmp_path), ScanOptions()
    events = list(scan_events(tuple(paths), options, Event()))
    assert case_state(events) == case_state(
        list(read_all(FilesToRead(paths, 0, len(paths)), options))
    )
    assert [each.links for each in case_state(events)[1]] == [2, LINKS, 0, 1]


def large(content: bytes, name: str, tmp_path: Path) -> tuple[list[Any], list[Any]]:
    """Return the events of a parallel scan and of a single process."""
    path = tmp_path / name
    path.write_bytes(content)
    events = list(scan_events((str(path),), ScanOptions(), Event()))
    return events, list(read_all(FilesToRead([str(path)], 0, 1), ScanOptions()))


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("content", "name"), [(octets_of(900), "a.html"), (b"https://a.test/?b,1\r\n" * 900, "a.csv")]
)
def test_first_links_arrive_before_the_file_is_fully_read(
    content: bytes, name: str, tmp_path: Path
) -> None:
    events, plain = large(content, name, tmp_path)
    begun, head, rows, completion, *_ = events
    assert isinstance(begun, FileStarted)
    assert [each.reason for each in head.not_examined] == [ONLY_BEGINNING]
    assert len(rows) == head.links == BEGINNING_LINKS
    assert isinstance(completion, FileCompletion)
    assert completion.links == rows
    assert (completion.head.size, completion.head.sha256) == (head.size, head.sha256)
    assert case_state(events) == case_state(plain)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("front", "back"),
    [
        (b"<a href=/x>x</a>" * 20, b"<base href=http://moved.test/>" + octets_of(900)),
        (b"<a href=http://a.test/>a</a><!-- ", b"-->" + octets_of(900)),
        (b"<textarea>", octets_of(90) + b"</textarea>" + octets_of(900)),
        (b"<form action=http://a.test/>" + octets_of(60),
            b"<input type=password></form>" + octets_of(900)),
    ],
)  # fmt: skip
def test_early_results_of_a_large_file_are_corrected(
    front: bytes, back: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reader, "BEGINNING", len(front) + 200)
    events, plain = large(front + back, "a.html", tmp_path)
    assert case_state(events) == case_state(plain)


@pytest.mark.usefixtures("at_once")
def test_links_of_a_large_mail_are_not_shown_early(tmp_path: Path) -> None:
    mail = b"From: a@b.test\nSubject: x\nContent-Type: text/html\n\n" + octets_of(900)
    events, plain = large(mail, "a.eml", tmp_path)
    assert not any(isinstance(each, FileCompletion) for each in events)
    assert case_state(events) == case_state(plain)


@pytest.mark.usefixtures("at_once")
def test_stopped_scan_reports_that_only_the_beginning_was_read(tmp_path: Path) -> None:
    stopped, case = Event(), OpenCase()
    (tmp_path / "a.html").write_bytes(octets_of(900))
    for each in scan_events((str(tmp_path / "a.html"),), ScanOptions(), stopped):
        case.add(each)
        if case.rows:
            stopped.set()
    assert [each.reason for each in case.heads[0].not_examined] == [ONLY_BEGINNING]
    assert len(case.rows) == case.heads[0].links


@pytest.mark.usefixtures("several")
def test_real_processes_share_a_large_file(tmp_path: Path) -> None:
    path, options = str(files(tmp_path)[1]), ScanOptions()
    events = list(scan_events((path,), options, Event()))
    assert case_state(events) == case_state(list(read_all(FilesToRead([path], 0, 1), options)))


@pytest.mark.usefixtures("at_once")
def test_missing_large_file_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reader, "_size", lambda _file: 20_000)
    events = list(scan_events((str(tmp_path / "a"),), ScanOptions(), Event()))
    assert [type(each) for each in events] == [FileStarted, Trouble]


@pytest.mark.usefixtures("at_once")
def test_scan_stops_between_blocks(tmp_path: Path) -> None:
    stopped = Event()
    events = scan_events((str(files(tmp_path)[1]),), ScanOptions(), stopped)
    assert any(isinstance(each, list) for each in events)
    stopped.set()
    assert list(events) == []


def differing(_some: object, _options: object, share: WorkShare) -> Iterator[SharedBlock]:
    """A worker whose blocks differ from those of the others."""
    yield SharedBlock(share.place, [])


def lacking(_some: object, _options: object, share: WorkShare) -> Iterator[SharedBlock]:
    """A worker that ends before its share is done."""
    if share.is_first:
        yield SharedBlock(0, [])


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("work", [differing, lacking])
def test_inconsistent_worker_results_are_reported_as_failure(
    work: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reader, "read_large", work)
    path = str(files(tmp_path)[1])
    *_, last = scan_events((path,), ScanOptions(), Event())
    assert last == Trouble(path, ENDED)


LINKED = b'See <a href="http://a.test/">this</a> and <img src=x.png>'


def carried(**formats: bytes) -> QMimeData:
    data = QMimeData()
    names = {"text": "text/plain", "html": "text/html", "places": "text/uri-list"}
    for name, octets in formats.items():
        data.setData(names[name], octets)
    return data


def values(source: Source) -> list[str]:
    """Return the links in pasted content."""
    assert isinstance(source, PastedFile)
    document = scan(source.octets, name=source.name + source.ending)
    return [link.value for link in document.links]


@for_each("formats, name, links",

        ({"html": LINKED}, "pasted page", ["http://a.test/", "x.png"]),
        ({"html": LINKED, "text": b"See this and"}, "pasted page", ["http://a.test/", "x.png"]),
        ({"html": LINKED + b"\0"}, "pasted page", ["http://a.test/", "x.png"]),
        ({"html": b"\xff\xfe" + LINKED.decode().encode("utf-16-le")}, "pasted page",
         ["http://a.test/", "x.png"]),
        ({"text": PAGE}, "pasted page", ["http://one.example/a", "http://one.example/b"]),
        ({"text": b"From: a@b.test\nTo: c@d.test\n\nhttp://e.test/\n"}, "pasted message",
         ["http://e.test/"]),
        ({"text": b"From x Mon\nFrom: a@b.test\n\nhttp://e.test/\n"}, "pasted mailbox",
         ["http://e.test/"]),
        ({"text": b"see http://a.test/ and http://b.test/"}, "pasted text",
         ["http://a.test/", "http://b.test/"]))  # fmt: skip
def test_pasted_content_is_named_and_scanned(
    formats: dict[str, bytes], name: str, links: list[str]
) -> None:
    (found,) = sources(carried(**formats))
    assert isinstance(found, PastedFile)
    assert found.name == name
    assert values(found) == links


def test_message_pasted_with_html_formatting_is_read_as_message() -> None:
    found = sources(carried(text=MAIL, html=b"<pre><b>From</b>: <a href=x:>x</a></pre>"))
    assert [each.name for each in found if isinstance(each, PastedFile)] == [
        "pasted message",
        "pasted page",
    ]


@for_each("formats", {"text": b"http://a.test/"}, {"text": b" ../x \n"}, {}, {"html": b""})
def test_single_reference_is_not_a_document(formats: dict[str, bytes]) -> None:
    assert sources(carried(**formats)) == []


def test_file_paths_take_precedence_over_text_and_html() -> None:
    data = carried(places=b"file:///a.eml\r\nfile:///b.eml\r\n", text=b"file:///a.eml", html=LINKED)
    assert sources(data) == ["/a.eml", "/b.eml"]


def test_pasted_image_is_scanned_for_codes() -> None:
    data = QMimeData()
    data.setImageData(picture_of_code("http://qr.test/"))
    (found,) = sources(data)
    assert values(found) == ["http://qr.test/"]


def test_repeated_pastes_are_numbered() -> None:
    first, second = numbered([PastedFile("pasted page", b""), PastedFile("pasted page", b"")], [])
    assert [first, second] == [PastedFile("pasted page", b""), PastedFile("pasted page 2", b"")]


TABLE_LINKS = ["https://www.example.com/", "http://paypal.com@evil.example/", "http://0x7f.1/a"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "judged.parquet"
    batch = pa.record_batch({"url": pa.array([*TABLE_LINKS[:2], None, TABLE_LINKS[2]])})
    pq.write_table(pa.Table.from_batches([inspect_batch(batch)]), path)
    return path


@pytest.fixture
def shown(page: DocumentsPage, table: Path, monkeypatch: pytest.MonkeyPatch) -> DocumentsPage:
    """The page with the table, read in this process."""
    monkeypatch.setattr("uriinspector.gui.documents.file_reader.from_process", _here)
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
    assert [each.value for each in rows] == TABLE_LINKS
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
    assert shown.case.rows[number].value == TABLE_LINKS[1]
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
    assert columns["url"] == [TABLE_LINKS[2], TABLE_LINKS[0]]
    assert (columns["mark"], columns["note"], columns["links"]) == (
        [None, "benign"],
        [None, "ours"],
        [1, 5],
    )
    again = rows_of(out)
    for before, row in zip((case.rows[2], case.rows[0]), again, strict=True):
        assert row[3:12] == before[3:12]


def test_parquet_export_keeps_base_urls(page: DocumentsPage, tmp_path: Path) -> None:
    open_files(
        page, tmp_path, {"page.html": b"<base href=http://a.example/b/><a href=../up?q>x</a>"}
    )
    out = tmp_path / "out.parquet"
    numbers = range(len(page.case.rows))
    assert not written(
        ExportRequest(out, ExportSheet(page.case, numbers, {}), "parquet"), Event()
    ).problem
    *_, row = rows_of(out)
    assert (row.base, row.target, row.host) == (
        "http://a.example/b/", "http://a.example/up?q", "a.example",
    )  # fmt: skip


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
