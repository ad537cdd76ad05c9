"""The program is killed at random moments on a busy machine.

At most one second of typing is lost, and nothing that was marked, saved or exported.
"""

import csv
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.for_each import for_each
from tests.stories.killed_window import ACTIVITIES, PACK, PACK_FILE, typed
from uriinspector.documents.cases.contents import StepHistory
from uriinspector.documents.cases.link_row import Decision, DecisionKey, Head, Trouble
from uriinspector.documents.cases.store import CaseFile
from uriinspector.gui.storage.history import History
from uriinspector.gui.storage.learning_record import LearningRecord
from uriinspector.gui.storage.profile import DraftStore

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
# Kills for each activity; in a full test run, more than 100 in total.
TIMES = 20
MOST_TYPED = 1.0  # in seconds
LINKS = 400
PAGE = b"<!doctype html>" + b"".join(
    b'<a href="https://%d.test@203.0.113.9/%d">a</a>\n' % (at % 7, at) for at in range(LINKS)
)
LONGEST_START = 60
BURNING = "while True: pass"


@pytest.fixture(scope="module")
def busy_machine() -> Iterator[None]:
    """Keep two other processes busy."""
    others = [subprocess.Popen([sys.executable, "-c", BURNING]) for _ in range(2)]
    yield
    for each in others:
        each.kill()
        each.wait()


def read(window: subprocess.Popen[str], lines: list[str]) -> None:
    """Collect each line as it arrives."""
    assert window.stdout
    lines.extend(window.stdout)


def killed(activity: str, folder: Path, after: float) -> tuple[list[list[str]], float]:
    """Return the steps printed before the kill, and the time of the kill."""
    mail = folder / "page.html"
    mail.write_bytes(PAGE)
    files = [] if activity in {"typing", "answering", "answering_pack"} else [str(mail)]
    command = [sys.executable, "-m", "tests.stories.killed_window", activity, str(folder), *files]
    lines: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as window:
        reading = threading.Thread(target=read, args=(window, lines))
        reading.start()
        end = time.monotonic() + LONGEST_START
        while not lines and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(after)
        assert window.poll() is None, "the window ended before it was killed"
        moment = time.monotonic()
        window.send_signal(signal.SIGKILL)
        window.wait()
        reading.join()
    assert lines[0] == "ready\n"
    return [line.split() for line in lines[1:] if line.endswith("\n")], moment


def earlier(done: list[list[str]], moment: float) -> int:
    """Return the number of keys that were pressed more than MOST_TYPED seconds before that
    moment.
    """
    return max((int(line[1]) for line in done if float(line[2]) <= moment - MOST_TYPED), default=0)


def check_typing(folder: Path, done: list[list[str]], moment: float) -> None:
    history = History(folder / "data" / "history.sqlite")
    drafts = DraftStore(folder / "data" / "drafts")
    texts = [each.text for each in history.entries()]
    texts += [each.draft.text for each in drafts.left()]
    drafts.close()
    history.close()
    assert history.problem is None
    longest = max(map(len, texts), default=0)
    assert texts == [] or typed(longest) in texts
    assert longest >= earlier(done, moment)


def opened(path: Path) -> dict[DecisionKey, Decision]:
    """Return the decisions in a case, and check that the case is intact."""
    case = CaseFile.open(path)
    parts = list(case.contents())
    case.close()
    (decided,) = [each for each in parts if isinstance(each, dict)]
    histories = [each for each in parts if isinstance(each, StepHistory)]
    # The last step is stored in the same transaction as its decisions.
    for step in [each.done[-1] for each in histories if each.done]:
        assert {key: decided.get(key, Decision()) for key in step.changes} == step.after
    assert not [each for each in parts if isinstance(each, Trouble)]
    assert [each.links for each in parts if isinstance(each, Head)] == [LINKS]
    assert sum(len(each) for each in parts if isinstance(each, list)) == LINKS
    return decided


def check_noting(folder: Path, done: list[list[str]], moment: float) -> None:
    (path,) = (folder / "data" / "cases").glob("*.uricase")
    decided = opened(path)
    number = int(done[0][3]) if done else -1
    note = decided.get(number, Decision()).note
    assert note == typed(len(note))
    assert len(note) >= earlier(done, moment)


def check_marking(folder: Path, done: list[list[str]], _moment: float) -> None:
    (path,) = (folder / "data" / "cases").glob("*.uricase")
    decided = opened(path)
    last = {int(number): (at, word) for at, (_, number, word) in enumerate(done)}
    for number, (at, word) in last.items():
        # Decisions after the last printed line may be stored, too.
        is_next = at <= len(done) - 40
        assert decided.get(number) == Decision(word) or is_next


def check_saving(folder: Path, done: list[list[str]], _moment: float) -> None:
    saved = [(name, int(row), word) for verb, name, row, word in done if verb == "saved"]
    # A saved case contains everything that was marked before.
    for at, (name, *_) in list(enumerate(saved))[-2:]:
        decided = opened(folder / name)
        before = {row: Decision(word) for _, row, word in saved[: at + 1]}
        assert before.items() <= decided.items()


def check_exporting(folder: Path, done: list[list[str]], _moment: float) -> None:
    if done:
        with (folder / "links.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
        assert len(rows) == LINKS + 1
        assert {len(row) for row in rows} == {len(rows[0])}


def check_answering(folder: Path, done: list[list[str]], _moment: float) -> None:
    record = LearningRecord(folder / "data" / "learn.sqlite")
    count = len(record.attempts())
    record.close()
    assert record.problem is None
    assert len(done) <= count <= len(done) + 1  # the last one may be stored but not printed


def check_answering_pack(folder: Path, done: list[list[str]], moment: float) -> None:
    check_answering(folder, done, moment)
    record = LearningRecord(folder / "data" / "learn.sqlite")
    given = [each.answer for each in record.attempts()]
    record.close()
    assert given == [f"host-{number}.test" for number in range(len(given))]
    assert (folder / PACK_FILE).read_text("utf-8") == PACK


CHECKS: dict[str, Callable[[Path, list[list[str]], float], None]] = {
    "typing": check_typing, "noting": check_noting, "marking": check_marking,
    "saving": check_saving, "exporting": check_exporting, "answering": check_answering,
    "answering_pack": check_answering_pack,
}  # fmt: skip


def test_every_activity_has_a_kill_test() -> None:
    assert set(CHECKS) == set(ACTIVITIES)
    assert len(CHECKS) * TIMES >= 100


@pytest.mark.full
@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize("time", range(TIMES))
@pytest.mark.parametrize("activity", CHECKS)
def test_kill_at_a_random_moment_loses_at_most_one_second(
    tmp_path: Path, activity: str, time: int
) -> None:
    choose = random.Random(f"{activity} {time}")
    done, moment = killed(activity, tmp_path, choose.uniform(0, 3))
    CHECKS[activity](tmp_path, done, moment)


@pytest.mark.long
@for_each("activity", *CHECKS)
def test_kill_after_two_seconds_loses_at_most_one_second(tmp_path: Path, activity: str) -> None:
    done, moment = killed(activity, tmp_path, 2)
    assert done
    CHECKS[activity](tmp_path, done, moment)
