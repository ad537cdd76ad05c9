"""The learning record: storage, privacy, damage, export and import."""

import sqlite3
import stat
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.export.answer_table import attempts_in, csv_of
from uriinspector.gui.storage.learning_record import DAMAGED, LOCKED, READ_ONLY, LearningRecord
from uriinspector.lessons.repetition import ReviewLog, begun_round, exercises, question_for
from uriinspector.lessons.score import Attempt, QuestionOutcome

ANSWER = Attempt(
    *(29_000_000, "dots/up", "target", 2, "seed", {"base": "http://a/", "reference": "g"}),
    *("http://a/g\ud800", False, "glued", 1, 1, 12),
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "learn.sqlite"


def test_answers_are_stored_for_the_next_session(file: Path) -> None:
    record = LearningRecord(file)
    record.add([ANSWER])
    record.add([replace(ANSWER, seed="other", right=True, mistake="", tries=1, hints=0)])
    again = LearningRecord(file)
    assert again.attempts()[0] == ANSWER
    assert again.outcomes("dots/up") == [
        QuestionOutcome(right=False, tries=1, hints=1),
        QuestionOutcome(right=True),
    ]
    assert again.mistakes(["dots/up", "none"]) == {"glued": 1}
    assert again.count() == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such rights")
def test_answer_files_are_private(file: Path) -> None:
    record = LearningRecord(file)
    record.add([ANSWER])
    names = ("learn.sqlite", "learn.sqlite-wal", "learn.sqlite-shm")
    assert {stat.S_IMODE((file.parent / name).stat().st_mode) for name in names} == {0o600}


def test_unsaved_answers_last_for_the_session(file: Path) -> None:
    record = LearningRecord(file)
    record.add([ANSWER], keep=False)
    assert record.count() == 1
    assert LearningRecord(file).count() == 0


def test_cleared_answers_are_overwritten_on_disk(file: Path) -> None:
    record = LearningRecord(file)
    record.add([replace(ANSWER, answer="needle")] * 50)
    record.clear()
    assert record.count() == 0
    record.close()
    assert b"needle" not in b"".join(each.read_bytes() for each in file.parent.iterdir())


def test_damaged_file_is_reported_and_can_be_cleared(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"no database" * 100)
    record = LearningRecord(file)
    record.add([ANSWER])
    assert record.problem == DAMAGED
    assert record.count() == 1
    record.clear()
    record.add([ANSWER])
    assert record.problem is None
    assert LearningRecord(file).count() == 1


@pytest.mark.parametrize("column", ["given", "item", "minute", "answer"])
def test_damaged_row_is_skipped(file: Path, column: str) -> None:
    record = LearningRecord(file)
    record.add([ANSWER, replace(ANSWER, seed="other")])
    with closing(sqlite3.connect(file)) as other:
        other.execute(f"UPDATE attempt SET {column} = x'ff' WHERE id = 1")
        other.commit()
    assert [each.seed for each in LearningRecord(file).attempts()] == ["other"]
    assert record.problem is None


def test_locked_file_is_reported(file: Path) -> None:
    record = LearningRecord(file)
    record.add([ANSWER])
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        record.add([ANSWER])
        assert record.problem == LOCKED
    record.add([ANSWER])
    assert record.problem is None


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    record = LearningRecord(tmp_path / "data" / "learn.sqlite")
    record.add([ANSWER])
    assert record.problem == READ_ONLY


def test_answers_survive_csv_export_and_import() -> None:
    answers = [replace(ANSWER, answer=text) for text in ("=1+1", 'a,"b"\n', " g ", "http://a/g")]
    text = "".join(csv_of(answers))
    assert attempts_in(text) == (answers, 0)
    assert "2025-02-19T21:20Z" in text
    assert ":20:" not in text  # times have minute precision


@given(TEXTS, TEXTS, st.booleans(), st.integers(0, 9))
def test_any_answer_survives_csv_round_trip(
    answer: str, value: str, right: bool, hints: int
) -> None:
    attempt = replace(ANSWER, answer=answer, given={"text": value}, right=right, hints=hints)
    (back,), damaged = attempts_in("".join(csv_of([attempt])))
    assert damaged == 0
    assert replace(back, answer="") == replace(attempt, answer="")
    assert back.answer in {answer, answer.removeprefix("'")}


@for_each(
    "row", "nonsense", "2026-01-01T00:00Z,a,b,x,s,{},g,yes,,0,1,0",
    "2026-01-01,a,b,1,s,{},g,yes,,0,1,0", "2026-01-01T00:00Z,a,b,1,s,[],g,yes,,0,1,0",
    '2026-01-01T00:00Z,a,b,1,s,"{""a"":1}",g,yes,,0,1,0',
    "2026-01-01T00:00Z,a,b,1,s,{},g,perhaps,,0,1,0",
    "2026-01-01T00:00Z,a,b,1,s,{},g,yes,,0,1," + "9" * 40,
    "2026-01-01T00:00Z,a,b,1,s," + "[" * 100_000 + ",g,yes,,0,1,0",
)  # fmt: skip
def test_invalid_csv_rows_are_counted(row: str) -> None:
    assert attempts_in("".join(csv_of([ANSWER])) + row + "\n") == ([ANSWER], 1)


@given(st.text(max_size=300))
def test_arbitrary_text_imports_no_answers(text: str) -> None:
    attempts, _ = attempts_in(text)
    assert attempts == []


@pytest.mark.parametrize(
    ("item", "kind", "values", "mistake", "asks"),
    [
        (*("dots/order", "order"), {"base": "http://a/b/c", "reference": "../g", "edition": "2005"},
            *("line-left-out", "lines")),
        (*("nested/inner", "inner"), {"text": "https://a.test/?u=https%3A%2F%2Fb.test%2F"},
            *("outer-instead-of-inner", "innermost")),
    ],
)  # fmt: skip
def test_answers_to_merged_question_kinds_are_converted(
    file: Path, item: str, kind: str, values: dict[str, str], mistake: str, asks: str
) -> None:
    old = replace(ANSWER, item=item, kind=kind, given=values, mistake=mistake, answer="a.test")
    LearningRecord(file).add([old])
    (stored,) = LearningRecord(file).attempts()
    (imported,), faults = attempts_in("".join(csv_of([old])))
    assert (stored, faults) == (imported, 0)
    assert {**stored.given} == {**values, "of": asks}
    lesson, exercise = exercises()[item]
    begun = begun_round(lesson, exercise, "learner", [stored])
    assert [each.asked.question.given["of"] for each in begun.results] == [asks]
    log = ReviewLog()
    names = log.add([stored])
    skills = [log.skill(name) for name in sorted(names)]
    known = [each for each in skills if each is not None]
    assert [each.exercise.asks for each in known] == [asks] * len(known)
    assert len(known) == (2 if asks == "innermost" else 1)
    for each in known:
        assert question_for(each, 1, "seed").given["of"] == asks


def test_answers_to_removed_question_kinds_are_never_due(file: Path) -> None:
    old = replace(ANSWER, item="deception/findings", kind="tricks", mistake="trick-left-out")
    LearningRecord(file).add([old])
    record = LearningRecord(file)
    assert record.attempts() == [old]
    assert (record.count(), record.due(), record.days_to_next()) == (1, [], None)
    assert attempts_in("".join(csv_of([old])))[0] == [old]


def test_row_with_invalid_question_variant_restores_no_results(file: Path) -> None:
    values = {"text": "https://a.test/", "of": "outermost"}
    row = replace(ANSWER, item="nested/inner", kind="where", given=values, mistake="with-port")
    record = LearningRecord(file)
    record.add([row])
    assert [each.skill.name for each in record.due()] in (["nested/inner"], [])
    lesson, exercise = exercises()["nested/inner"]
    assert begun_round(lesson, exercise, "learner", [row]).results == []
