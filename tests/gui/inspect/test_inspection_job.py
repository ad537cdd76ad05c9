"""Short texts are inspected immediately, long ones later, and outdated results are dropped."""

from collections.abc import Iterator

import pytest
import shiboken6
from pytestqt.qtbot import QtBot

from uriinspector.analysis.inspection import Inspection
from uriinspector.gui.inspect.inspection_job import InspectionJob
from uriinspector.gui.jobs.latest_job import AT_ONCE

SHORT = "http://a/"
LONG = "http://a/" + "b" * AT_ONCE


@pytest.fixture
def inspector(qapp: object) -> Iterator[InspectionJob]:
    assert qapp
    inspector = InspectionJob()
    yield inspector
    inspector.close()
    shiboken6.delete(inspector)


def texts(inspector: InspectionJob) -> list[str | None]:
    found: list[str | None] = []

    def on(inspection: Inspection | None) -> None:
        found.append(inspection.text if inspection else None)

    inspector.inspected.connect(on)
    return found


def test_short_text_is_inspected_immediately(inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(SHORT, "2005")
    inspector.inspect("", "2005")
    assert found == [SHORT, None]


def test_inspection_uses_the_requested_edition(qtbot: QtBot, inspector: InspectionJob) -> None:
    for text in (SHORT, LONG):
        with qtbot.waitSignal(inspector.inspected) as told:
            inspector.inspect(text, "1997")
        assert told.args is not None
        assert told.args[0].edition == "1997"


def test_long_text_is_inspected_in_the_background(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    assert (found, inspector.is_waiting) == ([], True)
    qtbot.waitUntil(lambda: found == [LONG])
    assert not inspector.is_waiting


def test_outdated_results_are_never_delivered(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    for count in range(5):
        inspector.inspect(LONG + "c" * count, "2005")
        qtbot.wait(90 if count % 2 else 1)
    qtbot.waitUntil(lambda: LONG + "cccc" in found)
    lengths = [len(text or "") for text in found]
    assert lengths == sorted(set(lengths))
    assert found[-1] == LONG + "cccc"


def test_short_text_cancels_a_pending_long_one(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    qtbot.wait(90)
    found.clear()  # a fast machine may have delivered it already
    inspector.inspect(SHORT, "2005")
    inspector.inspect(LONG + "c", "2005")
    qtbot.waitUntil(lambda: len(found) > 1)
    assert found == [SHORT, LONG + "c"]


def test_finish_delivers_the_pending_result_once(inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    inspector.finish()
    inspector.finish()
    assert found == [LONG]


def test_closed_job_delivers_nothing(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    qtbot.wait(85)
    inspector.close()
    qtbot.wait(150)
    assert found == []


def test_waiting_changed_is_emitted_once_per_wait(qtbot: QtBot, inspector: InspectionJob) -> None:
    states: list[bool] = []
    inspector.waiting_changed.connect(states.append)
    inspector.inspect(SHORT, "2005")
    inspector.inspect(LONG, "2005")
    inspector.inspect(LONG + "c", "2005")
    qtbot.waitUntil(lambda: states == [True, False])
