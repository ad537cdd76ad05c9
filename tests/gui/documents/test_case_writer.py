"""Decisions are written before the caller continues; an unresponsive disk delays only once."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, cast

import pytest

from tests.for_each import for_each
from uriinspector.documents.cases.link_row import Decision, DecisionKey
from uriinspector.documents.cases.schema import DAMAGED, CaseError
from uriinspector.gui.documents import case_storage
from uriinspector.gui.documents.case_storage import CaseWriter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.documents.cases.contents import StepWriting
    from uriinspector.documents.cases.store import CaseFile

WAIT = 20.0
MARK: dict[DecisionKey, Decision] = {0: Decision("benign")}


class SlowFile:
    """A case file that is slow or fails."""

    can_write = is_in_place = True

    def __init__(self, seconds: float = 0, fault: str = "") -> None:
        self.seconds, self.fault = seconds, fault
        self.answers = threading.Event()
        self.answers.set()
        self.decided = 0

    def decide(
        self, _decisions: Mapping[DecisionKey, Decision], _write_steps: StepWriting | None
    ) -> None:
        assert self.answers.wait(WAIT)
        time.sleep(self.seconds)
        if self.fault:
            raise CaseError(self.fault)
        self.decided += 1


def writer_of(file: SlowFile | None) -> CaseWriter:
    return CaseWriter(cast("CaseFile", file))


def took(writer: CaseWriter) -> float:
    began = time.monotonic()
    writer.decide(MARK)
    return time.monotonic() - began


def test_decision_is_written_before_decide_returns() -> None:
    file = SlowFile(0.1)
    writer = writer_of(file)
    for count in range(1, 4):
        writer.decide(MARK)
        assert file.decided == count
    writer.close()


def test_unresponsive_disk_delays_only_the_first_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_storage, "PATIENCE", 0.5)
    file = SlowFile()
    writer = writer_of(file)
    file.answers.clear()
    assert took(writer) >= 0.5
    assert sum(took(writer) for _ in range(5)) < 0.45
    file.answers.set()
    writer.finish()
    assert file.decided == 6
    file.seconds = 0.2
    assert took(writer) >= 0.2  # the disk responds again
    writer.close()


@for_each("file", None, SlowFile(fault=DAMAGED))
def test_decisions_do_not_wait_without_a_writable_case(file: SlowFile | None) -> None:
    writer = writer_of(file)
    assert sum(took(writer) for _ in range(5)) < case_storage.PATIENCE
    writer.close()
