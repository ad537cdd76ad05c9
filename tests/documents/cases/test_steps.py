"""Undo steps in a case file: bounded, salvaged after damage, safe when the program is killed."""

import json
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.documents.cases.test_store import HEAD, ROWS, changed, parts_of
from tests.for_each import for_each
from uriinspector.core.model import message
from uriinspector.documents.cases import contents, schema
from uriinspector.documents.cases.contents import (
    DONE,
    UNDONE,
    DecisionChange,
    DecisionStep,
    StepHistory,
    changes_to,
    write_draft,
    write_history,
    write_state,
    write_step,
)
from uriinspector.documents.cases.link_row import Decision, DecisionKey, FileKey, Trouble
from uriinspector.documents.cases.row_columns import FileReplacement
from uriinspector.documents.cases.schema import CaseError
from uriinspector.documents.cases.store import CaseFile

BAD, GOOD, NONE = Decision("malicious"), Decision("benign"), Decision()
# Marks links and prints the number of each stored step; killed while it runs.
WRITER = """
import sys
from functools import partial
from pathlib import Path
from uriinspector.documents.cases.link_row import Decision
from uriinspector.documents.cases.contents import StepHistory
from uriinspector.documents.cases.contents import write_step
from uriinspector.documents.cases.store import CaseFile
from tests.documents.cases.test_store import HEAD, ROWS
case = CaseFile.make(Path(sys.argv[1]))
case.add([(0, HEAD), (0, ROWS)])
history, number = StepHistory(), 0
while True:
    decisions = {0: Decision("benign", str(number))}
    old = {0: Decision("benign", str(number - 1)) if number else Decision()}
    step = history.next_step(decisions, old, 1)
    history.add(step)
    case.decide(decisions, partial(write_step, step=step))
    print(number, flush=True)
    number += 1
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.uricase"
    with closing(CaseFile.make(path)) as case:
        case.add([(0, HEAD), (0, ROWS)])
    return path


def step(number: int, changes: dict[DecisionKey, tuple[Decision, Decision]]) -> DecisionStep:
    return DecisionStep(
        number, 60 * number, {key: DecisionChange(*each) for key, each in changes.items()}
    )


FIRST = step(1, {0: (NONE, BAD), 1: (NONE, BAD)})
SECOND = step(2, {FileKey(0, "1.2"): (NONE, Decision("benign", "asked \ud800 \u202e"))})
THIRD = step(3, {1: (BAD, Decision("malicious", "why?"))})


def write(path: Path, *written: DecisionStep) -> None:
    with closing(CaseFile.open(path)) as case:
        for each in written:
            case.decide(each.after, partial(write_step, step=each))


def kept(path: Path) -> StepHistory:
    (result,) = [each for each in parts_of(path) if isinstance(each, StepHistory)] or [
        StepHistory()
    ]
    return result


def troubles(path: Path) -> list[str]:
    return [each.why for each in parts_of(path) if isinstance(each, Trouble)]


def test_undo_steps_keep_their_times(path: Path) -> None:
    write(path, FIRST, SECOND, THIRD)
    assert kept(path) == StepHistory([FIRST, SECOND, THIRD])
    assert [each.at for each in kept(path).done] == [60, 120, 180]
    assert kept(path).done[0].before == {0: NONE, 1: NONE}


def test_undone_step_can_be_redone_until_the_next_step(path: Path) -> None:
    write(path, FIRST, SECOND)
    with closing(CaseFile.open(path)) as case:
        case.decide(SECOND.before, partial(write_state, number=2, state=UNDONE))
    assert kept(path) == StepHistory([FIRST], [SECOND])
    with closing(CaseFile.open(path)) as case:
        case.decide(SECOND.after, partial(write_state, number=2, state=DONE))
        case.decide(SECOND.before, partial(write_state, number=2, state=UNDONE))
    write(path, THIRD)
    assert kept(path) == StepHistory([FIRST, THIRD])


def test_undone_steps_are_redone_in_order(path: Path) -> None:
    write(path, FIRST, SECOND, THIRD)
    with closing(CaseFile.open(path)) as case:
        for each in (THIRD, SECOND):
            case.decide(each.before, partial(write_state, number=each.number, state=UNDONE))
    history = kept(path)
    assert history.redo() == SECOND
    assert history.redo() == THIRD
    assert history.redo() is None


def test_unfinished_note_becomes_a_step_when_reopened(path: Path) -> None:
    write(path, FIRST, SECOND)
    with closing(CaseFile.open(path)) as case:
        case.decide(SECOND.before, partial(write_state, number=2, state=UNDONE))
        case.decide(THIRD.after, partial(write_draft, step=THIRD._replace(changes={})))
        case.decide(THIRD.after, partial(write_draft, step=THIRD))
    assert kept(path) == StepHistory([FIRST, THIRD])


def test_abandoned_note_is_not_a_step_and_undone_steps_stay(path: Path) -> None:
    write(path, FIRST, SECOND)
    with closing(CaseFile.open(path)) as case:
        case.decide(SECOND.before, partial(write_state, number=2, state=UNDONE))
        case.decide(THIRD.after, partial(write_draft, step=THIRD))
        case.decide(THIRD.before, partial(write_draft, step=None))
    assert kept(path) == StepHistory([FIRST], [SECOND])


def test_draft_in_a_read_only_case_is_not_a_step(path: Path) -> None:
    write(path, FIRST)
    with closing(CaseFile.open(path)) as case:
        case.decide(THIRD.after, partial(write_draft, step=THIRD))
    path.chmod(0o400)
    assert kept(path) == StepHistory([FIRST])


def test_number_of_kept_steps_is_bounded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "MOST_STEPS", 3)
    many = [step(number, {0: (NONE, BAD)}) for number in range(1, 8)]
    write(path, *many)
    history = StepHistory()
    for each in many:
        history.add(each)
    assert kept(path) == history == StepHistory(many[-3:])


@for_each(
    "sizes, oldest",
    ([], 0), ([1], 0), ([99], 0), ([4, 4, 4], 1), ([1, 99], 1), ([10], 0), ([5, 5], 0),
)  # fmt: skip
def test_total_changes_of_steps_are_bounded_but_the_last_step_stays(
    monkeypatch: pytest.MonkeyPatch, sizes: list[int], oldest: int
) -> None:
    monkeypatch.setattr(contents, "MOST_CHANGES", 10)
    assert contents.first_within_limit(sizes) == oldest


@pytest.mark.parametrize("seed", range(20))
def test_link_numbers_round_trip_through_runs(path: Path, seed: int) -> None:
    choose = random.Random(seed)
    numbers = choose.sample(range(len(ROWS)), choose.randrange(1, len(ROWS)))
    one = step(1, {number: (NONE, choose.choice([BAD, GOOD])) for number in numbers})
    write(path, one)
    assert kept(path).done == [one]


def test_mark_on_a_million_links_is_stored_as_one_run() -> None:
    column = changes_to(step(1, dict.fromkeys(range(1_000_000), (NONE, BAD))))
    assert json.loads(str(column)) == [["", "", "malicious", "", [0, 1_000_000], []]]


def test_clock_going_backwards_does_not_reorder_steps() -> None:
    history = StepHistory()
    for at in (100, 50, 50):
        history.add(history.next_step({0: BAD}, {0: NONE}, at))
    numbers = [each.number for each in history.done]
    assert numbers == sorted(set(numbers))
    assert [each.at for each in history.done] == [100, 50, 50]


def test_steps_made_while_loading_follow_the_stored_ones() -> None:
    history = StepHistory()
    history.join(StepHistory([FIRST], [SECOND]))
    assert history == StepHistory([FIRST], [SECOND])
    history = StepHistory([THIRD])
    history.join(StepHistory([FIRST, THIRD], [SECOND]))
    assert history == StepHistory([FIRST, THIRD])


def test_deleted_history_is_erased_from_the_file(path: Path) -> None:
    write(path, step(1, {0: (NONE, Decision("", "SECRET"))}), step(2, {0: (BAD, NONE)}))
    assert b"SECRET" in path.read_bytes()
    with closing(CaseFile.open(path)) as case:
        case.decide({}, partial(write_history, history=StepHistory()))
    assert kept(path) == StepHistory()
    assert b"SECRET" not in path.read_bytes()


def test_reread_links_keep_their_steps(path: Path) -> None:
    write(path, FIRST, step(2, {2: (NONE, GOOD)}), SECOND, step(4, {1: (BAD, GOOD)}))
    changed(path, "INSERT INTO steps VALUES (3, 1, 0, 1, 'no JSON')")
    with closing(CaseFile.open(path)) as case:
        case.add([(0, FileReplacement(0, HEAD, [ROWS[3], ROWS[1]]))])
    assert kept(path).done == [step(1, {1: (NONE, BAD)}), SECOND, step(4, {1: (BAD, GOOD)})]
    assert troubles(path) == []


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_case_of_an_earlier_version_has_no_steps_at_first(
    path: Path, version: int, mode: int
) -> None:
    for name in schema.LACKING[version]:
        changed(path, f"DROP TABLE {name}")
    changed(path, f"PRAGMA user_version = {version}")
    path.chmod(mode)
    assert kept(path) == StepHistory()
    assert troubles(path) == []
    if mode & 0o200:
        write(path, FIRST)
        assert kept(path) == StepHistory([FIRST])
        with closing(sqlite3.connect(path)) as rows:
            assert rows.execute("PRAGMA user_version").fetchone() == (3,)


def test_older_program_reports_a_newer_case(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "VERSION", 2)
    octets = path.read_bytes()
    with pytest.raises(CaseError) as error:
        CaseFile.open(path)
    assert error.value.why == schema.NEWER
    assert path.read_bytes() == octets


BROKEN = [
    "UPDATE steps SET changes = x'ff' WHERE number = 2",
    "UPDATE steps SET changes = NULL WHERE number = 2",
    "UPDATE steps SET changes = '[' WHERE number = 2",
    "UPDATE steps SET changes = '{}' WHERE number = 2",
    "UPDATE steps SET changes = '[7]' WHERE number = 2",
    "UPDATE steps SET changes = '[[1, 2, 3, 4, [], []]]' WHERE number = 2",
    'UPDATE steps SET changes = \'[["", "", "good", "", [0, 1], []]]\' WHERE number = 2',
    'UPDATE steps SET changes = \'[["", "", "benign", "", [0], []]]\' WHERE number = 2',
    'UPDATE steps SET changes = \'[["", "", "benign", "", [-1, 1], []]]\' WHERE number = 2',
    'UPDATE steps SET changes = \'[["", "", "benign", "", [], [[0, 7]]]]\' WHERE number = 2',
    "UPDATE steps SET at = -1 WHERE number = 2",
    "UPDATE steps SET at = 253402300800 WHERE number = 2",
    "UPDATE steps SET at = 'then' WHERE number = 2",
    "UPDATE steps SET state = 1 WHERE number = 2",
    "UPDATE steps SET state = 'done' WHERE number = 2",
    f"UPDATE steps SET changes = '{'[' * 200_000}' WHERE number = 2",
]


@pytest.mark.parametrize("statement", BROKEN, ids=range(len(BROKEN)))
def test_damaged_step_is_reported_and_the_others_are_kept(path: Path, statement: str) -> None:
    write(path, FIRST, SECOND, THIRD)
    changed(path, statement)
    assert kept(path) == StepHistory([FIRST, THIRD])
    (why,) = troubles(path)
    assert schema.is_damage(why)
    assert why == "this case is damaged; left out: 1 undo step"


def test_several_damaged_steps_are_counted(path: Path) -> None:
    write(path, FIRST, SECOND, THIRD)
    changed(path, "UPDATE steps SET changes = 7 WHERE number > 1")
    assert troubles(path) == [message("this case is damaged; left out: 2 undo steps")]
    assert kept(path) == StepHistory([FIRST])


@pytest.mark.parametrize("runs", ["[0, 60000000]", "[2, 60000000]", "[60000000, 5, 1, 9]"])
def test_links_out_of_range_are_dropped_from_a_step(path: Path, runs: str) -> None:
    write(path, FIRST, SECOND)
    changes = f'[["", "", "benign", "", {runs}, [[0, ""], [9, ""]]]]'
    changed(path, f"UPDATE steps SET changes = '{changes}' WHERE number = 2")
    first = json.loads(runs)[0]
    wanted: dict[DecisionKey, Decision] = {FileKey(0): GOOD}
    wanted |= dict.fromkeys(range(first, len(ROWS)), GOOD)
    assert kept(path).done[1].after == wanted


def test_size_of_loaded_steps_is_bounded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, FIRST, SECOND, THIRD)
    monkeypatch.setattr(contents, "LONGEST", 90)
    assert kept(path).done == [THIRD]
    assert troubles(path) == []
    monkeypatch.undo()
    monkeypatch.setattr(contents, "MOST_CHANGES", 2)
    assert kept(path).done == [SECOND, THIRD]
    assert troubles(path) == []


def test_steps_follow_renumbered_links_in_a_damaged_case(path: Path) -> None:
    write(path, FIRST, step(2, {3: (NONE, GOOD)}), step(3, {1: (BAD, GOOD)}))
    changed(path, "DELETE FROM links WHERE number = 1")
    assert kept(path).done == [step(1, {0: (NONE, BAD)}), step(2, {2: (NONE, GOOD)})]


def test_decisions_and_steps_agree_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "a.uricase"
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        told = [writer.stdout.readline() for _ in range(12)][-1]
        writer.send_signal(signal.SIGKILL)
    history = kept(path)
    (decided,) = [each for each in parts_of(path) if isinstance(each, dict)]
    assert len(history.done) > int(told)
    assert decided == history.done[-1].after
    assert [each.before[0].note for each in history.done[1:]] == [
        each.after[0].note for each in history.done[:-1]
    ]
