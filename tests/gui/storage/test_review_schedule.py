"""When skills are due again, in whole days and with any clock."""

import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.architecture.source import ROOT
from tests.for_each import for_each
from tests.gui.storage.test_learning_record import ANSWER
from uriinspector.export.answer_table import attempts_in, csv_of
from uriinspector.gui.storage.learning_record import (
    DAY,
    LONGEST,
    LearningRecord,
    due_minute,
    end_of_day,
)
from uriinspector.lessons.repetition import AGAIN, GOOD, HARD, Review
from uriinspector.lessons.score import MINUTE, MINUTES

NOW = 29_000_000
RIGHT = replace(ANSWER, right=True, mistake="", hints=0, minute=NOW)
WRONG = replace(RIGHT, right=False, mistake="glued", seed="wrong")


def days(*reviews: tuple[int, int]) -> float:
    """Return the days from the last review until the skill is due."""
    rows = [Review(NOW + day * DAY, rating) for day, rating in reviews]
    return (due_minute(rows, rows[-1].minute) - rows[-1].minute) / DAY


def record_at(file: Path | None, minute: int) -> LearningRecord:
    return LearningRecord(file, lambda: minute * MINUTE)


def skills_due(record: LearningRecord) -> list[str]:
    return [each.skill.name for each in record.due()]


def test_interval_grows_with_better_answers() -> None:
    assert days((0, AGAIN)) == 1
    assert days((0, GOOD)) == 2
    assert days((0, GOOD), (2, GOOD)) == 11
    assert days((0, GOOD), (2, GOOD), (13, GOOD)) == 46
    assert days((0, GOOD), (2, GOOD), (13, AGAIN)) < days((0, GOOD), (2, GOOD), (13, HARD)) < 46
    assert days(*((day, GOOD) for day in range(0, 4_000, 50))) == LONGEST


@given(st.lists(st.tuples(st.sampled_from(MINUTES), st.sampled_from((1, 2, 3))), min_size=1))
def test_due_time_is_limited_if_a_clock_was_wrong(rows: list[tuple[int, int]]) -> None:
    assert due_minute([Review(*each) for each in rows], NOW) <= NOW + LONGEST * DAY


def test_answers_from_the_future_are_ignored() -> None:
    ahead = Review(NOW + 900 * DAY, GOOD)
    assert due_minute([ahead], NOW) == NOW
    assert due_minute([ahead, Review(NOW, GOOD)], NOW) == NOW + 2 * DAY


def test_order_of_answers_does_not_matter() -> None:
    old, new = Review(NOW, GOOD), Review(NOW + 2 * DAY, GOOD)
    assert due_minute([new, old], NOW + 3 * DAY) == due_minute([old, new], NOW + 3 * DAY)


@for_each("now", 0.0, 1e11, 1e18, -1e18)
def test_end_of_day_accepts_any_clock(now: float) -> None:
    assert end_of_day(now) >= now // MINUTE


def test_end_of_day_is_within_25_hours() -> None:
    assert 0 < end_of_day(NOW * MINUTE) - NOW <= 25 * 60


def test_answered_question_is_not_due_on_the_same_day(tmp_path: Path) -> None:
    file = tmp_path / "learn.sqlite"
    record = record_at(file, NOW)
    assert record.due() == []
    assert record.days_to_next() is None
    record.add([RIGHT])
    assert record.due() == []
    assert record.days_to_next() == 2
    record.add([WRONG])
    assert record.due() == []
    assert record.days_to_next() == 1
    assert skills_due(record_at(file, NOW + DAY)) == ["dots/up", "mistake/glued"]
    again = record_at(file, NOW + DAY)
    again.add([replace(RIGHT, minute=NOW + DAY, item="mistake/glued")])
    assert skills_due(again) == ["dots/up"]


def test_cleared_answers_are_never_due(tmp_path: Path) -> None:
    record = record_at(tmp_path / "learn.sqlite", NOW + 9 * DAY)
    record.add([RIGHT])
    assert record.due()
    record.clear()
    assert record.due() == []
    assert record.days_to_next() is None


def test_imported_answers_are_due() -> None:
    attempts, _ = attempts_in("".join(csv_of([RIGHT, WRONG])))
    record = record_at(None, NOW + 9 * DAY)
    record.add(attempts)
    assert skills_due(record) == ["dots/up", "mistake/glued"]


def test_damaged_file_has_nothing_due(tmp_path: Path) -> None:
    file = tmp_path / "learn.sqlite"
    file.write_bytes(b"no database" * 100)
    assert record_at(file, NOW).due() == []
    file.unlink()
    record = record_at(file, NOW)
    record.add([RIGHT])
    assert record.days_to_next() == 2


def test_very_old_and_unknown_answers_do_not_raise() -> None:
    record = record_at(None, NOW)
    record.add(replace(RIGHT, item=f"x/{each}", minute=0) for each in range(2_000))
    record.add([replace(RIGHT, minute=0)])
    assert skills_due(record) == ["dots/up"]


def test_scheduling_library_is_not_loaded_without_answers() -> None:
    script = (
        "import sys; from uriinspector.gui.storage.learning_record import LearningRecord;"
        "LearningRecord(None).due(); print('fsrs' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_scheduling_library_imports_no_network_modules() -> None:
    script = "import sys; before = {*sys.modules}; import fsrs; print(*({*sys.modules} - before))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"socket", "ssl", "http", "urllib.request", "asyncio"} & set(done.stdout.split())


def test_answers_survive_kill(tmp_path: Path) -> None:
    """Answers are written one by one, so a kill loses none of their review dates."""
    file = tmp_path / "learn.sqlite"
    script = (
        "import os, pickle, signal, sys\n" "from pathlib import Path\n"
        "from uriinspector.gui.storage.learning_record import LearningRecord\n"
        "record = LearningRecord(Path(sys.argv[1]))\n"
        "for each in pickle.load(sys.stdin.buffer):\n" "    record.add([each])\n"
        "os.kill(os.getpid(), getattr(signal, 'SIGKILL', signal.SIGTERM))\n"
    )  # fmt: skip
    answers = [RIGHT, WRONG, replace(RIGHT, item="host/host", kind="where", seed="last")]
    done = subprocess.run(
        [sys.executable, "-c", script, file], cwd=ROOT, input=pickle.dumps(answers), check=False
    )
    assert done.returncode != 0
    due = skills_due(record_at(file, NOW + 9 * DAY))
    assert sorted(due) == ["dots/up", "host/host", "mistake/glued"]
