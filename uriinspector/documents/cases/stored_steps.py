"""Steps in the file of a case: a row each, written with what the step decides in one transaction.

``changes`` is JSON: for each pair of decisions what was before and after, then runs of links (how
many are between it and the run before, how many are in it, ...), then files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uriinspector.documents.cases.link_row import BENIGN, IGNORED, MALICIOUS, Decision, FileKey
from uriinspector.documents.cases.schema import DAMAGED, CaseError
from uriinspector.documents.cases.serialization import checked, json_from, json_to
from uriinspector.documents.cases.step_history import (
    DONE,
    DRAFT,
    MOST_CHANGES,
    MOST_STEPS,
    UNDONE,
    DecisionChange,
    DecisionStep,
    StepHistory,
    first_within_limit,
)
from uriinspector.documents.cases.table_rows import MOST

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from uriinspector.documents.cases.link_row import DecisionKey
    from uriinspector.documents.cases.serialization import Column
    from uriinspector.documents.cases.table_rows import TableRows

    # What is to be done to the rows of steps, together with the decisions.
    StepWriting: TypeAlias = Callable[[sqlite3.Connection], object]

# All rows together are no longer than this, but for the last one: no more is read of a file.
LONGEST = 64 << 20
MARKS = frozenset({"", MALICIOUS, BENIGN, IGNORED})
END_OF_TIME = 253_402_300_800  # of dates with four digits: 9999-12-31, in seconds since 1970
# What a value that is not what it should be ends in.
FALSE = (CaseError, ValueError, TypeError, LookupError, AttributeError, RecursionError)


def write_step(rows: sqlite3.Connection, step: DecisionStep) -> None:
    """Add a step: what was undone goes, and so does the draft of a note, and what is too old."""
    rows.execute("DELETE FROM steps WHERE state <> ?", (DONE,))
    _insert(rows, step, DONE)
    found = rows.execute("SELECT number, size FROM steps ORDER BY number").fetchall()
    sizes = [size if isinstance(size, int) else 0 for _, size in found]
    oldest = first_within_limit(sizes)
    if oldest:
        rows.execute("DELETE FROM steps WHERE number < ?", (found[oldest][0],))


def write_state(rows: sqlite3.Connection, number: int, state: int) -> None:
    """Say of a step that it was undone, or done again."""
    rows.execute("UPDATE steps SET state = ? WHERE number = ?", (state, number))


def write_draft(rows: sqlite3.Connection, step: DecisionStep | None) -> None:
    """Keep the step that a note will be once it is written; None where none is being written."""
    rows.execute("DELETE FROM steps WHERE state = ?", (DRAFT,))
    if step is not None:
        _insert(rows, step, DRAFT)


def write_history(rows: sqlite3.Connection, history: StepHistory) -> None:
    """All steps, in place of those that are there."""
    rows.execute("DELETE FROM steps")
    for state, steps in ((DONE, history.done), (UNDONE, history.undone)):
        for each in steps:
            _insert(rows, each, state)


def end_draft(rows: sqlite3.Connection) -> None:
    """A note that was being written when the program ended is a step like every other."""
    if rows.execute("SELECT 1 FROM steps WHERE state = ?", (DRAFT,)).fetchone():
        rows.execute("DELETE FROM steps WHERE state = ?", (UNDONE,))
        rows.execute("UPDATE steps SET state = ? WHERE state = ?", (DONE, DRAFT))


def renumber_steps(
    rows: sqlite3.Connection, number_of: Callable[[int], int | None], links: int
) -> None:
    """Keep up with links that have other numbers now; a row that cannot be true goes.

    Before there were so many links.
    """
    numbers = [number for (number,) in rows.execute("SELECT number FROM steps").fetchall()]
    for number in numbers:
        question = "SELECT number, at, state, changes FROM steps WHERE number = ?"
        found = rows.execute(question, (number,)).fetchone()
        rows.execute("DELETE FROM steps WHERE number = ?", (number,))
        try:
            step = _step(found, links).moved(number_of)
        except FALSE:
            continue
        if step.changes:
            _insert(rows, step, found[2])


class StepReader:
    """One go through the steps of a file, the last first; ``lost`` counts what cannot be true."""

    def __init__(
        self,
        tables: TableRows,
        links: int,
        key_of: Callable[[DecisionKey], DecisionKey | None],
    ) -> None:
        """``key_of`` gives what names something in the table, by what names it in the file.

        In the file so many numbers of links are in use.
        """
        self._tables = tables
        self._links = links
        self._key_of = key_of
        self.lost = 0

    def read(self) -> StepHistory:
        """The steps that are whole and not too old; one of which nothing is left is dropped."""
        history = StepHistory()
        room, octets = MOST_CHANGES, LONGEST
        question = "SELECT number, state, length(CAST(changes AS BLOB)) FROM steps"
        question += f" ORDER BY number DESC LIMIT {MOST_STEPS * 2}"
        for at, (number, state, length) in enumerate(self._tables.answer(question)):
            if state == DRAFT:
                continue  # of a file that may not be written: the note is there, the step is not
            octets -= length if isinstance(length, int) else 0
            if at and octets < 0:
                break
            is_in_order = state == DONE or (state == UNDONE and not history.done)
            step = self._whole(number) if is_in_order else None
            if step is None:
                self.lost += 1
                continue
            room -= len(step.changes)
            if at and room < 0:
                break
            if step.changes:
                (history.done if state == DONE else history.undone).append(step)
        history.done.reverse()
        del history.done[:-MOST_STEPS]
        return history

    def _whole(self, number: object) -> DecisionStep | None:
        """A step; None where it cannot be true."""
        columns = "SELECT number, at, state, changes FROM steps WHERE number ="
        try:
            (row,) = self._tables.answer(f"{columns} {checked(number, int)}")
            step = _step(row, self._links)
        except FALSE:
            return None
        keys = ((self._key_of(key), change) for key, change in step.changes.items())
        return step._replace(changes={key: each for key, each in keys if key is not None})


def _insert(rows: sqlite3.Connection, step: DecisionStep, state: int) -> None:
    values = (step.number, step.at, state, len(step.changes), changes_to(step))
    rows.execute(
        "INSERT OR REPLACE INTO steps (number, at, state, size, changes) VALUES (?, ?, ?, ?, ?)",
        values,
    )


def changes_to(step: DecisionStep) -> Column:
    """What a step changed, as a column holds it."""
    links: dict[DecisionChange, list[int]] = {}
    files: dict[DecisionChange, list[tuple[int, str]]] = {}
    last, numbers = None, []
    for key, change in step.changes.items():
        if not isinstance(key, int):
            files.setdefault(change, []).append((key.file, key.part))
            continue
        if change is not last:  # of a million links all are the same
            last, numbers = change, links.setdefault(change, [])
        numbers.append(key)
    changes = dict.fromkeys((*links, *files))
    return json_to(
        [
            [*change.before, *change.after, _runs(links.get(change, ())), files.get(change, ())]
            for change in changes
        ]
    )


def _runs(numbers: Iterable[int]) -> list[int]:
    """How many numbers lie before each run, and how many are in it, one behind the other."""
    result: list[int] = []
    end = 0
    for number in sorted(numbers):
        if result and number == end:
            result[-1] += 1
        else:
            result += (number - end, 1)
        end = number + 1
    return result


def _step(row: tuple[Any, ...], links: int) -> DecisionStep:
    number, at, _state, column = row
    changes: dict[DecisionKey, DecisionChange] = {}
    for *texts, runs, files in checked(json_from(column), list):
        old_mark, old_note, mark, note = (checked(each, str) for each in texts)
        if {old_mark, mark} - MARKS:
            raise CaseError(DAMAGED)
        change = DecisionChange(Decision(old_mark, old_note), Decision(mark, note))
        changes.update(dict.fromkeys(_numbers(checked(runs, list), links), change))
        for file, part in checked(files, list):
            changes[FileKey(_count(file), checked(part, str))] = change
    return DecisionStep(number, _count(at, END_OF_TIME), changes)


def _numbers(runs: list[Any], links: int) -> Iterator[int]:
    """The numbers of the runs again; of links that are not there none."""
    first = 0
    each = iter(runs)
    for gap, length in zip(each, each, strict=True):
        first += _count(gap)
        last = first + _count(length)
        yield from range(first, min(last, links))
        first = last


def _count(value: object, end: int = MOST) -> int:
    number = checked(value, int)
    if not 0 <= number < end:
        raise CaseError(DAMAGED)
    return number
