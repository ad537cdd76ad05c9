"""Long jobs that run in a process, arrive in parts, and can be stopped or superseded."""

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
    """Yield the numbers below a limit."""
    return in_batches(((number, number) for number in range(most)), most)


def endless() -> Iterator[JobBatch]:
    """Yield numbers forever."""
    return (JobBatch([number], number, 0) for number in count())


def broken() -> Iterator[JobBatch]:
    """Yield once and then end the process early."""
    yield JobBatch([1], 1, 2)
    raise KeyboardInterrupt


def priority() -> Iterator[JobBatch]:
    """Yield the nice value of the process."""
    yield JobBatch([os.nice(0)], 1, 1)


def few(_stopped: Event) -> Iterator[Any]:
    """Yield two parts."""
    yield from ([1], [2, 3])


def many(stopped: Event) -> Iterator[Any]:
    """Yield parts until stopped."""
    while not stopped.wait(0.001):
        yield [0]


def lost(_stopped: Event) -> Iterator[Any]:
    """Yield a part and then fail as if the process had ended."""
    yield [1]
    raise ProcessEndedError


class Told:
    """Records the reported rows and ends, in order."""

    def __init__(self, beside: StreamJob) -> None:
        self.rows: list[int] = []
        self.ends: list[bool] = []
        beside.part_received.connect(lambda part: self.rows.extend(part.rows))
        beside.ended.connect(self.ends.append)


def test_small_job_is_done_immediately() -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(counted, 3, size=3)
    assert (told.rows, told.ends, beside.is_busy) == ([0, 1, 2], [True], False)


def test_long_job_runs_in_a_process_in_order(qtbot: QtBot) -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(counted, 2_000, size=LONG)
    assert (told.rows, beside.is_busy) == ([], True)
    qtbot.waitUntil(lambda: told.ends == [True], timeout=20_000)
    assert told.rows == list(range(2_000))


@pytest.mark.skipif(not hasattr(os, "nice"), reason="Windows has other priorities")
def test_process_has_lower_priority(qtbot: QtBot) -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(priority, size=LONG)
    qtbot.waitUntil(lambda: told.ends == [True], timeout=20_000)
    assert told.rows[0] > os.nice(0)


def test_stopped_job_keeps_received_parts(qtbot: QtBot) -> None:
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


def test_superseded_job_reports_nothing(qtbot: QtBot) -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(endless, size=LONG)
    beside.start(counted, 2, size=1)
    qtbot.wait(50)
    assert (told.rows, told.ends) == ([0, 1], [True])


def test_broken_process_is_reported_as_incomplete(qtbot: QtBot) -> None:
    beside = StreamJob()
    told = Told(beside)
    beside.start(broken, size=LONG)
    qtbot.waitUntil(lambda: told.ends == [False], timeout=20_000)
    assert told.rows == [1]


def test_thread_is_followed_to_its_end(qtbot: QtBot) -> None:
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
    stream.stopped.wait(0.05)  # no part was reported yet
    job.stop()
    assert ends == [True]
    qtbot.waitUntil(lambda: stream.is_done)
    assert not stream.is_whole


def test_released_stream_continues_in_another_job(qtbot: QtBot) -> None:
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
