"""Large files are read by several processes with the same result as one process."""

from __future__ import annotations

import os
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from uriinspector.documents.cases.link_row import Trouble
from uriinspector.documents.cases.row_columns import FileCompletion
from uriinspector.gui.documents import file_reader, scan_stream
from uriinspector.gui.documents.file_reader import (
    BEGINNING_LINKS,
    ONLY_BEGINNING,
    FileStarted,
    FilesToRead,
    ScanOptions,
    read_all,
)
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.scan_stream import ENDED, scan_events
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
    monkeypatch.setattr(scan_stream, "AT_HAND", 10)
    monkeypatch.setattr(scan_stream, "LARGE", 10_000)
    monkeypatch.setattr(scan_stream, "MOST_PROCESSES", 3)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)


@pytest.fixture
def at_once(several: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use several shares of work without starting processes."""
    del several
    monkeypatch.setattr(stream, "WorkerProcess", NoProcess)


def page(links: int) -> bytes:
    """Return a page with the given number of links, every seventh with a finding."""
    hosts = (b"user@a.test", *(b"host%d.test" % number for number in range(6)))
    lines = (b"<a href=http://%s/%d>x</a>\n" % (hosts[at % 7], at) for at in range(links))
    return b"".join(lines)


def files(folder: Path) -> list[Source]:
    """Write small, large and linkless files; one path does not exist."""
    octets = {"a": page(2), "b": page(LINKS), "c": b"x" * 20_000, "e": b"http://b/"}
    for name, content in octets.items():
        (folder / name).write_bytes(content)
    return [str(folder / name) for name in "abcde"]


def told(events: list[Any]) -> list[Any]:
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
    assert told(events) == told(list(read_all(FilesToRead(paths, 0, len(paths)), options)))
    assert [each.links for each in told(events)[1]] == [2, LINKS, 0, 1]


def large(content: bytes, name: str, tmp_path: Path) -> tuple[list[Any], list[Any]]:
    """Return the events of a parallel scan and of a single process."""
    path = tmp_path / name
    path.write_bytes(content)
    events = list(scan_events((str(path),), ScanOptions(), Event()))
    return events, list(read_all(FilesToRead([str(path)], 0, 1), ScanOptions()))


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("content", "name"), [(page(900), "a.html"), (b"https://a.test/?b,1\r\n" * 900, "a.csv")]
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
    assert told(events) == told(plain)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("front", "back"),
    [
        (b"<a href=/x>x</a>" * 20, b"<base href=http://moved.test/>" + page(900)),
        (b"<a href=http://a.test/>a</a><!-- ", b"-->" + page(900)),
        (b"<textarea>", page(90) + b"</textarea>" + page(900)),
        (b"<form action=http://a.test/>" + page(60), b"<input type=password></form>" + page(900)),
    ],
)
def test_results_from_the_beginning_are_corrected(
    front: bytes, back: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reader, "BEGINNING", len(front) + 200)
    events, plain = large(front + back, "a.html", tmp_path)
    assert told(events) == told(plain)


@pytest.mark.usefixtures("at_once")
def test_links_of_a_large_mail_are_not_shown_early(tmp_path: Path) -> None:
    mail = b"From: a@b.test\nSubject: x\nContent-Type: text/html\n\n" + page(900)
    events, plain = large(mail, "a.eml", tmp_path)
    assert not any(isinstance(each, FileCompletion) for each in events)
    assert told(events) == told(plain)


@pytest.mark.usefixtures("at_once")
def test_stopped_scan_reports_that_only_the_beginning_was_read(tmp_path: Path) -> None:
    stopped, case = Event(), OpenCase()
    (tmp_path / "a.html").write_bytes(page(900))
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
    assert told(events) == told(list(read_all(FilesToRead([path], 0, 1), options)))


@pytest.mark.usefixtures("at_once")
def test_missing_large_file_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_stream, "_size", lambda _file: 20_000)
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
    monkeypatch.setattr(scan_stream, "read_large", work)
    path = str(files(tmp_path)[1])
    *_, last = scan_events((path,), ScanOptions(), Event())
    assert last == Trouble(path, ENDED)
