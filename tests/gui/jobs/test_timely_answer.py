"""Calls that may hang, such as file access, block the window only briefly."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import monotonic
from unittest.mock import patch

import pytest

from uriinspector.documents.cases.schema import GONE, CaseError
from uriinspector.documents.cases.store import CaseFile
from uriinspector.gui.documents.case_actions import CaseActions
from uriinspector.gui.documents.case_storage import CaseStorage
from uriinspector.gui.jobs import stream_job as answers
from uriinspector.gui.jobs.stream_job import timely_answer
from uriinspector.gui.transfer.small_files import UNREADABLE, read_file


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
    assert said == ["a.uricase: no answer from the disk"]
