"""Only the latest request is answered; a patient one waits for the running one."""

from collections.abc import Iterator
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from uriinspector.gui.jobs.latest_job import LatestJob


class Bench:
    """A job that works until its gate opens or until it is stopped."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.stopped: list[str] = []
        self.answers: list[str] = []
        self.gate = Event()
        self.job = LatestJob(self.work, rest=0, can_stop=True)
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
    made.job.close(wait=True)


def begin(qtbot: QtBot, bench: Bench, request: str) -> None:
    bench.job.ask(request, is_long=True)
    qtbot.waitUntil(lambda: request in bench.begun)


def test_superseded_request_is_stopped(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    begin(qtbot, bench, "b")
    assert bench.stopped == ["a"]
    bench.gate.set()
    qtbot.waitUntil(lambda: not bench.job.is_waiting)
    assert bench.answers == ["B"]


def test_patient_request_waits_for_the_running_one(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    bench.job.ask("b", is_long=True, patient=True)
    bench.job.ask("c", is_long=True, patient=True)
    qtbot.wait(20)
    assert (bench.begun, bench.stopped) == (["a"], [])
    bench.gate.set()
    qtbot.waitUntil(lambda: not bench.job.is_waiting)
    assert (bench.answers, bench.begun) == (["A", "C"], ["a", "c"])


def test_impatient_request_replaces_a_patient_one(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    bench.job.ask("b", is_long=True, patient=True)
    begin(qtbot, bench, "c")
    bench.gate.set()
    qtbot.waitUntil(lambda: not bench.job.is_waiting)
    assert (bench.answers, bench.stopped) == (["C"], ["a"])


def test_dropped_request_is_not_answered(qtbot: QtBot, bench: Bench) -> None:
    begin(qtbot, bench, "a")
    bench.job.drop()
    qtbot.waitUntil(lambda: bench.stopped == ["a"])
    assert not bench.job.is_waiting
    bench.gate.set()
    begin(qtbot, bench, "b")
    qtbot.waitUntil(lambda: not bench.job.is_waiting)
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
    bench.job.close(wait=True)
    assert bench.stopped == ["a"]
    qtbot.wait(20)
    assert bench.answers == []


def test_job_works_after_an_error(qtbot: QtBot) -> None:
    job, answers = LatestJob(lambda text: 1 // len(text.strip()), rest=0), list[int]()
    job.answered.connect(answers.append)
    with qtbot.captureExceptions() as raised:
        job.ask(" ", is_long=True)
        qtbot.waitUntil(lambda: not job.is_waiting)
    assert [kind for kind, *_ in raised] == [ZeroDivisionError]
    job.ask("a", is_long=True)
    qtbot.waitUntil(lambda: not job.is_waiting)
    assert answers == [1]
    job.close()
