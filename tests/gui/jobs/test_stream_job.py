"""Long work is done by a process, part for part; it can be stopped and overtaken."""

import os
from collections.abc import Iterator
from itertools import count
from threading import Event
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from uriinspector.gui.jobs.stream import JobBatch, ProcessEndedError, Stream, in_batches
from uriinspector.gui.jobs.stream_job import INLINE_SIZE, StreamJob

LONG = INLINE_SIZE + 1


def counted(most: int) -> Iterator[JobBatch]:
    """So many numbers."""
    return in_batches(((number, number) for number in range(most)), most)


def endless() -> Iterator[JobBatch]:
    """Number for number, and never an end."""
    return (JobBatch([number], number, 0) for number in count())


def broken() -> Iterator[JobBatch]:
    """A process that ends before its work."""
    yield JobBatch([1], 1, 2)
    raise KeyboardInterrupt


def priority() -> Iterator[JobBatch]:
    """How willingly the process lets others go first."""
    yield JobBatch([os.nice(0)], 1, 1)


def few(_stopped: Event) -> Iterator[Any]:
    """What a thread sends."""
    yield from ([1], [2, 3])


def many(stopped: Event) -> Iterator[Any]:
    """What a thread sends until nobody wants it."""
    while not stopped.wait(0.001):
        yield [0]


def lost(_stopped: Event) -> Iterator[Any]:
    """A thread that waits for a process in vain."""
    yield [1]
    raise ProcessEndedError


class Told:
    """What was told, in order."""

    def __init__(self, beside: StreamJob) -> None:
        self.rows: list[int] = []
        self.ends: list[bool] = []
        beside.part_received.connect(lambda part: self.rows.extend(part.rows))
        beside.ended.connect(self.ends.append)


def test_a_little_is_done_at_once() -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(counted, 3, size=3)
    assert (told.rows, told.ends, beside.is_busy) == ([0, 1, 2], [True], False)


def test_much_comes_from_a_process_in_its_order(qtbot: QtBot) -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(counted, 2_000, size=LONG)
    assert (told.rows, beside.is_busy) == ([], True)
    qtbot.waitUntil(lambda: told.ends == [True], timeout=20_000)
    assert told.rows == list(range(2_000))


@pytest.mark.skipif(not hasattr(os, "nice"), reason="Windows has other priorities")
def test_a_process_lets_the_window_go_first(qtbot: QtBot) -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(priority, size=LONG)
    qtbot.waitUntil(lambda: told.ends == [True], timeout=20_000)
    assert told.rows[0] > os.nice(0)


def test_a_stopped_job_keeps_its_parts(qtbot: QtBot) -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(endless, size=LONG)
    qtbot.waitUntil(lambda: len(told.rows) > 100, timeout=20_000)
    beside.stop()
    seen = len(told.rows)
    qtbot.wait(50)
    assert (told.ends, beside.is_busy, len(told.rows)) == ([False], False, seen)
    beside.stop()
    assert told.ends == [False]


def test_an_overtaken_job_reports_nothing(qtbot: QtBot) -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(endless, size=LONG)
    beside.start(counted, 2, size=1)
    qtbot.wait(50)
    assert (told.rows, told.ends) == ([0, 1], [True])


def test_a_process_that_breaks_off_is_no_end(qtbot: QtBot) -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(broken, size=LONG)
    qtbot.waitUntil(lambda: told.ends == [False], timeout=20_000)
    assert told.rows == [1]


def test_a_thread_is_followed_to_its_end(qtbot: QtBot) -> None:
    job, parts, ends = StreamJob(), list[list[int]](), list[bool]()
    job.part_received.connect(parts.append)
    job.ended.connect(ends.append)
    job.follow(Stream(few))
    qtbot.waitUntil(lambda: ends == [True])
    assert (parts, job.is_busy) == ([[1], [2, 3]], False)
    job.follow(Stream(lost))
    qtbot.waitUntil(lambda: ends == [True, False])
    assert parts[2:] == [[1]]


def test_parts_are_reported_before_the_end(qtbot: QtBot) -> None:
    job, parts, ends = StreamJob(), list[list[int]](), list[bool]()
    job.part_received.connect(parts.append)
    job.ended.connect(lambda _whole: ends.append(bool(parts)))
    stream = Stream(many)
    job.follow(stream)
    stream.stopped.wait(0.05)  # nobody has looked yet
    job.stop()
    assert ends == [True]
    qtbot.waitUntil(lambda: stream.is_done)
    assert not stream.is_whole


def test_another_one_goes_on_with_what_was_begun(qtbot: QtBot) -> None:
    first, second, parts = StreamJob(), StreamJob(), list[list[int]]()
    first.follow(Stream(many))
    stream = first.release()
    assert not first.is_busy
    second.part_received.connect(parts.append)
    second.follow(stream)
    qtbot.waitUntil(lambda: bool(parts))
    second.close()
    seen = len(parts)
    qtbot.wait(30)
    assert (len(parts), second.is_busy) == (seen, False)
