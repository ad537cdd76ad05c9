"""Background jobs: latest request, idle queue, delayed writing, and calls that may hang."""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Event
from time import monotonic
from unittest.mock import patch

import pytest
from pytestqt.qtbot import QtBot

from uriinspector.documents.cases.schema import GONE, CaseError
from uriinspector.documents.cases.store import CaseFile
from uriinspector.gui.documents.case_actions import CaseActions
from uriinspector.gui.documents.case_storage import CaseStorage
from uriinspector.gui.jobs import latest_job
from uriinspector.gui.jobs import stream_job as answers
from uriinspector.gui.jobs.latest_job import IdleQueue, LatestJob, LatestWriter
from uriinspector.gui.jobs.stream_job import timely_answer
from uriinspector.gui.transfer.small_files import UNREADABLE, read_file


class Bench:
    """A job that works until its gate opens or until it is stopped."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.stopped: list[str] = []
        self.answers: list[str] = []
        self.gate = Event()
        self.job = LatestJob(self.work, rest=0, can_stop=True, is_awaited=True)
        self.job.answered.connect(self.answers.append)

    def work(self, request: str, stopped: Event) -> str:
        self.begun.append(request)
        while not self.gate.wait(0.002):
            if stopped.is_set():
                self.stopped.append(request)
                return ""
        return request.upper()


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    assert qapp
    made = Bench()
    yield made
    made.gate.set()
    made.job.close()


def begin(qtbot: QtBot, bench: Bench, request: str) -> None:
    bench.job.ask(request, is_long=True)
    qtbot.waitUntil(lambda: request in bench.begun)


def test_superseded_request_is_stopped(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    begin(qtbot, bench, "b")
    assert bench.stopped == ["a"]
    bench.gate.set()
    qtbot.waitUntil(lambda: not bench.job.is_busy)
    assert bench.answers == ["B"]


def test_patient_request_waits_for_the_running_one(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    bench.job.ask("b", is_long=True, patient=True)
    bench.job.ask("c", is_long=True, patient=True)
    qtbot.wait(20)
    assert (bench.begun, bench.stopped) == (["a"], [])
    bench.gate.set()
    qtbot.waitUntil(lambda: not bench.job.is_busy)
    assert (bench.answers, bench.begun) == (["A", "C"], ["a", "c"])


def test_impatient_request_replaces_a_patient_one(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    bench.job.ask("b", is_long=True, patient=True)
    begin(qtbot, bench, "c")
    bench.gate.set()
    qtbot.waitUntil(lambda: not bench.job.is_busy)
    assert (bench.answers, bench.stopped) == (["C"], ["a"])


def test_dropped_request_is_not_answered(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    bench.job.drop()
    qtbot.waitUntil(lambda: bench.stopped == ["a"])
    assert not bench.job.is_busy
    bench.gate.set()
    begin(qtbot, bench, "b")
    qtbot.waitUntil(lambda: not bench.job.is_busy)
    assert bench.answers == ["B"]


def test_short_request_is_answered_immediately(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    bench.gate.set()
    bench.job.ask("b", is_long=False)
    assert bench.answers == ["B"]
    qtbot.wait(30)
    assert bench.answers == ["B"]


def test_closing_waits_for_the_running_request(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    bench.job.close()
    assert bench.stopped == ["a"]
    qtbot.wait(20)
    assert bench.answers == []


def test_job_works_after_an_error(qtbot: QtBot) -> None:
    job, answers = LatestJob(lambda text: 1 // len(text.strip()), rest=0), list[int]()
    job.answered.connect(answers.append)
    with qtbot.captureExceptions() as raised:
        job.ask(" ", is_long=True)
        qtbot.waitUntil(lambda: not job.is_busy)
    assert [kind for kind, *_ in raised] == [ZeroDivisionError]
    job.ask("a", is_long=True)
    qtbot.waitUntil(lambda: not job.is_busy)
    assert answers == [1]
    job.close()


def calls(made: list[str], names: str) -> list[Callable[[], None]]:
    return [partial(made.append, name) for name in names]


def test_calls_can_run_immediately(qtbot: QtBot) -> None:  # noqa: ARG001
    made: list[str] = []
    IdleQueue().take(calls(made, "abc"), at_once=True)
    assert made == ["a", "b", "c"]


def test_calls_can_run_in_the_event_loop(qtbot: QtBot) -> None:
    made: list[str] = []
    turns = IdleQueue()
    turns.take(calls(made, "abc"), at_once=False)
    assert (made, turns.is_busy) == ([], True)
    qtbot.waitUntil(lambda: not turns.is_busy)
    assert made == ["a", "b", "c"]


def test_superseded_calls_are_skipped(qtbot: QtBot) -> None:
    made: list[str] = []
    turns = IdleQueue()
    others = partial(turns.take, calls(made, "xy"), at_once=False)
    turns.take([*calls(made, "a"), others, *calls(made, "bc")], at_once=False)
    qtbot.waitUntil(lambda: not turns.is_busy)
    assert made == ["a", "x", "y"]
    turns.take(calls(made, "z"), at_once=False)
    turns.close()
    qtbot.wait(20)
    assert made == ["a", "x", "y"]


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


@pytest.fixture
def released() -> Iterator[Event]:
    """Return an event that blocks hanging calls until the test is over."""
    event = Event()
    with patch.object(answers, "PATIENCE", 0.05):
        yield event
    event.set()


def test_timely_answer_or_error_is_passed_on() -> None:
    assert timely_answer(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        timely_answer(lambda: 1 // 0)


def test_hanging_call_times_out(released: Event) -> None:
    began = monotonic()
    with pytest.raises(TimeoutError):
        timely_answer(released.wait)
    assert monotonic() - began < 5


def test_late_answer_is_passed_to_the_cleanup(released: Event) -> None:
    came = Event()

    def answer() -> Event:
        released.wait()
        return came

    with pytest.raises(TimeoutError):
        timely_answer(answer, late=Event.set)
    released.set()
    assert came.wait(5)


def test_late_error_is_ignored(released: Event) -> None:
    with pytest.raises(TimeoutError):
        timely_answer(lambda: released.wait() and 1 // 0)
    released.set()


def test_small_file_on_hanging_drive_is_unreadable(released: Event, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://a.example/")
    assert read_file(str(file)).texts
    with patch("uriinspector.gui.transfer.small_files._touch", lambda _path: released.wait()):
        assert read_file(str(file)).problem == UNREADABLE


def test_case_on_hanging_drive_is_reported(released: Event, tmp_path: Path, qapp: object) -> None:
    del qapp
    said: list[str] = []

    def hang(_path: Path) -> None:
        released.wait()
        raise CaseError(GONE)

    actions = CaseActions.__new__(CaseActions)
    actions.case_storage = CaseStorage(None)
    with (
        patch.object(CaseFile, "open", hang),
        patch.object(CaseActions, "_complain", lambda _self, words: said.append(words)),
    ):
        actions.open(tmp_path / "a.uricase")
    assert said == ["a.uricase: the disk does not respond"]
