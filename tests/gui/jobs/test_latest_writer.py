"""A writer that saves the latest value after a short delay, in another thread."""

import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from uriinspector.gui.jobs import latest_job
from uriinspector.gui.jobs.latest_job import LatestWriter

WAIT = 20.0


class Disk:
    """Records what is written, when and by which thread."""

    def __init__(self) -> None:
        self.values: list[int] = []
        self.moments: list[float] = []
        self.threads: set[int] = set()
        self.answers = threading.Event()
        self.answers.set()

    def write(self, value: int) -> None:
        self.answers.wait(WAIT)
        self.moments.append(time.monotonic())
        self.threads.add(threading.get_ident())
        self.values.append(value)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    monkeypatch.setattr(latest_job, "WRITE_REST", 0.05)
    monkeypatch.setattr(latest_job, "LONGEST_WAIT", 0.1)
    disk = Disk()
    yield disk
    disk.answers.set()


def test_latest_value_is_written_in_another_thread(disk: Disk) -> None:
    writer = LatestWriter(disk.write, 0)
    for value in range(1, 1_000):
        writer.put(value)
    assert writer.finish(WAIT)
    assert disk.values[-1] == 999
    assert len(disk.values) < 20
    assert threading.get_ident() not in disk.threads
    writer.close()


def test_constantly_changing_value_is_written_regularly(disk: Disk) -> None:
    writer = LatestWriter(disk.write, 0)
    end = time.monotonic() + 0.6
    value = 0
    while time.monotonic() < end:
        value += 1
        writer.put(value)
        time.sleep(0.002)
    writer.close()
    assert disk.values[-1] == value
    assert 3 <= len(disk.values) <= 14
    assert all(two - one >= 0.045 for one, two in pairwise(disk.moments[:-1]))


def test_unchanged_value_starts_no_thread(disk: Disk) -> None:
    before = threading.active_count()
    writer = LatestWriter(disk.write, 0)
    writer.put(0)
    assert threading.active_count() == before
    assert writer.finish(0)
    writer.close()
    assert disk.values == []


def test_value_changed_back_is_not_written(disk: Disk) -> None:
    writer = LatestWriter(disk.write, 0)
    writer.put(1)
    writer.put(0)
    assert writer.finish(WAIT)
    time.sleep(0.15)
    assert disk.values == []
    writer.put(2)
    assert writer.finish(WAIT)
    assert disk.values == [2]
    writer.close()


def test_change_during_a_write_is_written_next(disk: Disk) -> None:
    disk.answers.clear()
    writer = LatestWriter(disk.write, 0)
    writer.put(1)
    time.sleep(0.15)
    writer.put(0)  # the initial value, but 1 is being written
    disk.answers.set()
    assert writer.finish(WAIT)
    assert disk.values == [1, 0]
    writer.close()


def test_close_writes_immediately_and_ends_writing(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latest_job, "WRITE_REST", WAIT)
    monkeypatch.setattr(latest_job, "LONGEST_WAIT", WAIT)
    writer = LatestWriter(disk.write, 0)
    writer.put(1)
    began = time.monotonic()
    writer.close()
    assert disk.values == [1]
    assert time.monotonic() - began < WAIT / 2
    writer.put(2)
    assert disk.values == [1]


def test_hanging_disk_does_not_block(disk: Disk) -> None:
    disk.answers.clear()
    writer = LatestWriter(disk.write, 0)
    began = time.monotonic()
    for value in range(1, 100):
        writer.put(value)
    assert not writer.finish(0.15)
    writer.close()
    assert time.monotonic() - began < WAIT / 2
    assert disk.values == []
