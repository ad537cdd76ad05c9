"""A large file is read by several processes, and the table cannot tell."""

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
    """What a process would do, done here."""

    def __init__(self, work: Callable[..., Iterator[Any]], args: tuple[Any, ...]) -> None:
        self._pieces = work(*args)

    def __enter__(self) -> NoProcess:
        return self

    def __exit__(self, *_exception: object) -> None:
        pass

    def pieces(self, stopped: Event) -> Iterator[Any]:
        """What it sends."""
        return (each for each in self._pieces if not stopped.is_set())


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three processes for what is not quite small."""
    monkeypatch.setattr(scan_stream, "AT_HAND", 10)
    monkeypatch.setattr(scan_stream, "LARGE", 10_000)
    monkeypatch.setattr(scan_stream, "MOST_PROCESSES", 3)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)


@pytest.fixture
def at_once(several: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same without starting any."""
    del several
    monkeypatch.setattr(stream, "WorkerProcess", NoProcess)


def page(links: int) -> bytes:
    """A page with so many links, in which every seventh has a finding."""
    hosts = (b"user@a.test", *(b"host%d.test" % number for number in range(6)))
    lines = (b"<a href=http://%s/%d>x</a>\n" % (hosts[at % 7], at) for at in range(links))
    return b"".join(lines)


def files(folder: Path) -> list[Source]:
    """A small file, a large one, a large one without links, one that is not there, a small one."""
    octets = {"a": page(2), "b": page(LINKS), "c": b"x" * 20_000, "e": b"http://b/"}
    for name, content in octets.items():
        (folder / name).write_bytes(content)
    return [str(folder / name) for name in "abcde"]


def told(events: list[Any]) -> list[Any]:
    """What is known at the end: what was begun, the files, what could not be read, all rows."""
    case = OpenCase()
    for each in events:
        case.add(each)
    begun = [each for each in events if isinstance(each, FileStarted)]
    return [begun, case.heads, case.troubles, list(case.rows), case.ranks, case.files.rows]


@pytest.mark.usefixtures("at_once")
def test_what_comes_is_what_one_process_would_tell(tmp_path: Path) -> None:
    paths, options = files(tmp_path), ScanOptions()
    events = list(scan_events(tuple(paths), options, Event()))
    assert told(events) == told(list(read_all(FilesToRead(paths, 0, len(paths)), options)))
    assert [each.links for each in told(events)[1]] == [2, LINKS, 0, 1]


def large(content: bytes, name: str, tmp_path: Path) -> tuple[list[Any], list[Any]]:
    """What is told of a large file, and what one process tells."""
    path = tmp_path / name
    path.write_bytes(content)
    events = list(scan_events((str(path),), ScanOptions(), Event()))
    return events, list(read_all(FilesToRead([str(path)], 0, 1), ScanOptions()))


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("content", "name"), [(page(900), "a.html"), (b"https://a.test/?b,1\r\n" * 900, "a.csv")]
)
def test_the_first_links_are_there_before_all_is_read(
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
def test_what_the_beginning_told_is_put_right(
    front: bytes, back: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reader, "BEGINNING", len(front) + 200)
    events, plain = large(front + back, "a.html", tmp_path)
    assert told(events) == told(plain)


@pytest.mark.usefixtures("at_once")
def test_of_a_file_that_holds_others_nothing_is_told_before_all_is_read(tmp_path: Path) -> None:
    mail = b"From: a@b.test\nSubject: x\nContent-Type: text/html\n\n" + page(900)
    events, plain = large(mail, "a.eml", tmp_path)
    assert not any(isinstance(each, FileCompletion) for each in events)
    assert told(events) == told(plain)


@pytest.mark.usefixtures("at_once")
def test_a_read_that_is_stopped_says_that_only_the_beginning_is_known(tmp_path: Path) -> None:
    stopped, case = Event(), OpenCase()
    (tmp_path / "a.html").write_bytes(page(900))
    for each in scan_events((str(tmp_path / "a.html"),), ScanOptions(), stopped):
        case.add(each)
        if case.rows:
            stopped.set()
    assert [each.reason for each in case.heads[0].not_examined] == [ONLY_BEGINNING]
    assert len(case.rows) == case.heads[0].links


@pytest.mark.usefixtures("several")
def test_processes_share_the_links_of_a_large_file(tmp_path: Path) -> None:
    path, options = str(files(tmp_path)[1]), ScanOptions()
    events = list(scan_events((path,), options, Event()))
    assert told(events) == told(list(read_all(FilesToRead([path], 0, 1), options)))


@pytest.mark.usefixtures("at_once")
def test_a_large_file_that_is_gone_is_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_stream, "_size", lambda _file: 20_000)
    events = list(scan_events((str(tmp_path / "a"),), ScanOptions(), Event()))
    assert [type(each) for each in events] == [FileStarted, Trouble]


@pytest.mark.usefixtures("at_once")
def test_reading_stops_between_two_blocks(tmp_path: Path) -> None:
    stopped = Event()
    events = scan_events((str(files(tmp_path)[1]),), ScanOptions(), stopped)
    assert any(isinstance(each, list) for each in events)
    stopped.set()
    assert list(events) == []


def differing(_some: object, _options: object, share: WorkShare) -> Iterator[SharedBlock]:
    """Processes that do not see the same."""
    yield SharedBlock(share.place, [])


def lacking(_some: object, _options: object, share: WorkShare) -> Iterator[SharedBlock]:
    """A process that ends before its share."""
    if share.is_first:
        yield SharedBlock(0, [])


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("work", [differing, lacking])
def test_processes_that_disagree_have_failed(
    work: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_stream, "read_large", work)
    path = str(files(tmp_path)[1])
    *_, last = scan_events((path,), ScanOptions(), Event())
    assert last == Trouble(path, ENDED)
