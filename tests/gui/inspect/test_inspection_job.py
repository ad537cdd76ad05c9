"""When a text is inspected: at once or after a rest, and never an answer to what is past."""

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


def test_a_short_text_is_inspected_at_once(inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(SHORT, "2005")
    inspector.inspect("", "2005")
    assert found == [SHORT, None]


def test_the_edition_is_the_one_that_was_asked_for(qtbot: QtBot, inspector: InspectionJob) -> None:
    for text in (SHORT, LONG):
        with qtbot.waitSignal(inspector.inspected) as told:
            inspector.inspect(text, "1997")
        assert told.args is not None
        assert told.args[0].edition == "1997"


def test_a_long_text_is_inspected_beside_the_window(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    assert (found, inspector.is_waiting) == ([], True)
    qtbot.waitUntil(lambda: found == [LONG])
    assert not inspector.is_waiting


def test_what_is_past_is_never_told(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    for count in range(5):
        inspector.inspect(LONG + "c" * count, "2005")
        qtbot.wait(90 if count % 2 else 1)
    qtbot.waitUntil(lambda: LONG + "cccc" in found)
    lengths = [len(text or "") for text in found]
    assert lengths == sorted(set(lengths))
    assert found[-1] == LONG + "cccc"


def test_a_short_text_overtakes_a_long_one(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    qtbot.wait(90)
    found.clear()  # a quick machine may have told it by now
    inspector.inspect(SHORT, "2005")
    inspector.inspect(LONG + "c", "2005")
    qtbot.waitUntil(lambda: len(found) > 1)
    assert found == [SHORT, LONG + "c"]


def test_a_picture_need_not_wait(inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    inspector.finish()
    inspector.finish()
    assert found == [LONG]


def test_nothing_is_told_after_the_end(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    qtbot.wait(85)
    inspector.close()
    qtbot.wait(150)
    assert found == []


def test_waiting_begins_and_ends(qtbot: QtBot, inspector: InspectionJob) -> None:
    states: list[bool] = []
    inspector.waiting_changed.connect(states.append)
    inspector.inspect(SHORT, "2005")
    inspector.inspect(LONG, "2005")
    inspector.inspect(LONG + "c", "2005")
    qtbot.waitUntil(lambda: states == [True, False])
