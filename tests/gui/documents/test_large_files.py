"""A large file is read by several processes, and the table cannot tell."""

from __future__ import annotations

import os
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from uriinspector.documents.cases.link_row import Head, Trouble
from uriinspector.gui.documents import scan_stream
from uriinspector.gui.documents.file_reader import FileStarted, FilesToRead, ScanOptions, read_all
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


def blocks(events: list[Any]) -> list[Any]:
    """All rows that came, in one list at the end."""
    others = [each for each in events if not isinstance(each, list)]
    return [*others, [row for each in events if isinstance(each, list) for row in each]]


@pytest.mark.usefixtures("at_once")
def test_what_comes_is_what_one_process_would_tell(tmp_path: Path) -> None:
    paths, options = files(tmp_path), ScanOptions(first=5)
    events = list(scan_events(tuple(paths), options, Event()))
    assert blocks(events) == blocks(list(read_all(FilesToRead(paths, 0, len(paths)), options)))
    assert [each.links for each in events if isinstance(each, Head)] == [2, LINKS, 0, 1]


@pytest.mark.usefixtures("several")
def test_processes_share_the_links_of_a_large_file(tmp_path: Path) -> None:
    path, options = str(files(tmp_path)[1]), ScanOptions()
    events = list(scan_events((path,), options, Event()))
    assert blocks(events) == blocks(list(read_all(FilesToRead([path], 0, 1), options)))


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
    yield SharedBlock(1, share.place)


def lacking(_some: object, _options: object, share: WorkShare) -> Iterator[SharedBlock]:
    """A process that ends before its share."""
    if share.is_first:
        yield SharedBlock(1, 0)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("work", [differing, lacking])
def test_processes_that_disagree_have_failed(
    work: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_stream, "read_large", work)
    path = str(files(tmp_path)[1])
    assert list(scan_events((path,), ScanOptions(), Event())) == [Trouble(path, ENDED)]
