"""Read the contents of a case file, with the steps that can be undone and redone.

A case keeps the last ``MOST_STEPS`` steps, or fewer if they changed more than ``MOST_CHANGES``
decisions in total; the last step is always kept.

``changes`` is JSON: for each pair of decisions before and after a step, the runs of links (gap to
the previous run, length of the run, ...), then the files.

An invalid or unreadable row is left out without losing others. Later links and files move up,
because tables have no gaps; decisions about them move as well.
"""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, TypeAlias, TypeVar

from uriinspector.analysis.finding import RANK
from uriinspector.core.model import NamedTuple, counting, listed, message
from uriinspector.documents.cases import schema
from uriinspector.documents.cases.link_row import (
    BENIGN,
    CALM,
    IGNORED,
    MALICIOUS,
    Decision,
    DecisionKey,
    FileKey,
    Head,
    LinkRow,
    Trouble,
)
from uriinspector.documents.cases.schema import (
    DAMAGED,
    MOST,
    PAGE,
    CaseError,
    Column,
    TableRows,
    checked,
    findings_from,
    findings_to,
    from_column,
    head_from,
    json_from,
    json_to,
    to_column,
)

Decisions: TypeAlias = "dict[DecisionKey, Decision]"
# Writes steps for undo in the transaction that writes the decisions.
StepWriting: TypeAlias = Callable[[sqlite3.Connection], object]
CaseContent: TypeAlias = (
    "Head | Trouble | list[LinkRow] | dict[DecisionKey, Decision] | StepHistory"
)


LINKS = ("number", *LinkRow._fields)
AS_WRITTEN = 1  # the target is the value itself


class Texts:
    """Texts by number; texts that are read several times share their memory."""

    def __init__(self, known: Iterable[tuple[int, object]] = ()) -> None:
        self._texts: dict[int, str] = {}
        for number, text in known:
            with suppress(ValueError, CaseError):  # links that use the text are reported as damaged
                self._texts[number] = from_column(text)
        self._ids = {text: number for number, text in self._texts.items()}
        self._next = max(self._texts, default=0) + 1

    def ids(self, rows: sqlite3.Connection, links: Sequence[LinkRow]) -> Mapping[str, int]:
        """Return the numbers of all texts in these links; new texts are stored."""
        wanted = {
            text
            for each in links
            for text in (each.part, each.element, each.how, each.base, each.title, each.code)
            if text is not None
        }
        fresh = [text for text in wanted if text not in self._ids]
        numbers = range(self._next, self._next + len(fresh))
        self._next += len(fresh)
        added = list(zip(numbers, fresh, strict=True))
        rows.executemany(
            "INSERT INTO texts VALUES (?, ?)", [(number, to_column(text)) for number, text in added]
        )
        self._texts.update(added)
        self._ids.update((text, number) for number, text in added)
        return self._ids

    def __getitem__(self, number: int) -> str:
        return self._texts[number]


def link_to(number: int, link: LinkRow, ids: Mapping[str, int]) -> tuple[Column, ...]:
    """Return a link as columns."""
    file, part, element, value, how, base, target, host, site, rank, title, code = link[:12]
    return (
        *(number, file, ids[part], ids[element], to_column(value), ids[how]),
        None if base is None else ids[base],
        AS_WRITTEN if target == value else to_column(target),
        *(to_column(host), to_column(site), rank, ids[title], ids[code]),
        *(link.line, link.column, link.start, link.end),
        json_to(findings_to(link.own)) if link.own else None,
    )


def link_from(columns: tuple[Any, ...], texts: Texts) -> LinkRow:
    """Return the link in these columns; raise CaseError if they are invalid."""
    _, file, part, element, value, how, base, target, host, site, rank, title, code, *rest = columns
    line, column, start, end, own = rest
    written = from_column(value)
    if not 0 <= checked(start, int) <= checked(end, int):
        raise CaseError(DAMAGED)
    return LinkRow(
        checked(file, int),
        texts[part],
        texts[element],
        written,
        texts[how],
        None if base is None else texts[base],
        None if target is None else written if target == AS_WRITTEN else from_column(target),
        None if host is None else from_column(host),
        from_column(site),
        checked(rank, int),
        texts[title],
        texts[code],
        checked(line, int),
        checked(column, int),
        start,
        end,
        findings_from(json_from(own)) if own else (),
    )


MOST_STEPS, MOST_CHANGES = 1_000, 1_000_000
# States of a step: done, undone, or a note that is still being edited.
DONE, UNDONE, DRAFT = range(3)


class DecisionChange(NamedTuple):
    """A decision before and after a step."""

    before: Decision
    after: Decision


class DecisionStep(NamedTuple):
    """A step; later ones have higher numbers. ``at`` is in seconds since 1970."""

    number: int
    at: int
    changes: Mapping[DecisionKey, DecisionChange]

    @property
    def before(self) -> Decisions:
        return {key: change.before for key, change in self.changes.items()}

    @property
    def after(self) -> Decisions:
        return {key: change.after for key, change in self.changes.items()}

    def marked(self) -> tuple[DecisionKey, ...]:
        """Return the links and files that the step marked."""
        changes = self.changes.items()
        return tuple(key for key, each in changes if each.after.mark not in {"", each.before.mark})

    def moved(self, key_of: Callable[[DecisionKey], DecisionKey | None]) -> DecisionStep:
        """Return the step with new keys, without links and files whose new key is None."""
        moved = ((key_of(key), change) for key, change in self.changes.items())
        return self._replace(changes={key: each for key, each in moved if key is not None})


@dataclass(slots=True)
class StepHistory:
    """The steps that can be undone or redone, each with the most recent at the end."""

    done: list[DecisionStep] = field(default_factory=list)
    undone: list[DecisionStep] = field(default_factory=list)

    def next_step(
        self, decisions: Mapping[DecisionKey, Decision], old: Decisions, at: int
    ) -> DecisionStep:
        """Return a step for these decisions; it is not added to the history.

        Its number, a time in microseconds, is larger than those in the file, even if they have not
        been read yet, unless the clock was set back.
        """
        number = max([at * 1_000_000, *(each.number + 1 for each in (*self.done, *self.undone))])
        same: dict[DecisionChange, DecisionChange] = {}
        changes = {}
        for key, after in decisions.items():
            change = DecisionChange(old[key], after)
            changes[key] = same.setdefault(change, change)
        return DecisionStep(number, at, changes)

    def add(self, step: DecisionStep) -> None:
        """Add a new step; steps that were undone can no longer be redone."""
        self.done.append(step)
        self.undone.clear()
        del self.done[: first_within_limit([len(each.changes) for each in self.done])]

    def undo(self) -> DecisionStep | None:
        """Undo the last step and return it; None if there is none."""
        return _moved_step(self.done, self.undone)

    def redo(self) -> DecisionStep | None:
        """Redo the step that was undone last and return it; None if there is none."""
        return _moved_step(self.undone, self.done)

    def join(self, saved: StepHistory) -> None:
        """Insert the stored steps before those that were done while the file was being read."""
        fresh = {each.number for each in (*self.done, *self.undone)}
        is_new = bool(self.done)
        self.done[:0] = [each for each in saved.done if each.number not in fresh]
        if not is_new:
            self.undone[:0] = [each for each in saved.undone if each.number not in fresh]

    def renumber(self, number_of: Callable[[int], int | None]) -> None:
        """Update the steps after links were renumbered."""
        for steps in (self.done, self.undone):
            moved = [each.moved(_keys_by(number_of)) for each in steps]
            steps[:] = [each for each in moved if each.changes]

    def last_marked(self) -> tuple[DecisionKey, ...]:
        """Return the links and files marked by the last step that marked any."""
        marked = (each.marked() for each in reversed(self.done))
        return next(filter(None, marked), ())

    @property
    def is_filled(self) -> bool:
        return bool(self.done or self.undone)

    def copy(self) -> StepHistory:
        """Return a copy for another thread."""
        return StepHistory(list(self.done), list(self.undone))

    def clear(self) -> None:
        self.done.clear()
        self.undone.clear()


def _keys_by(number_of: Callable[[int], int | None]) -> Callable[[DecisionKey], DecisionKey | None]:
    """Return a function from old to new keys: links are renumbered, files are not."""
    return lambda key: number_of(key) if isinstance(key, int) else key


def first_within_limit(sizes: Iterable[int]) -> int:
    """Return the index of the oldest step to keep; ``sizes`` counts the decisions of each step."""
    sizes = list(sizes)
    oldest, total = len(sizes), 0
    while oldest and len(sizes) - oldest < MOST_STEPS:
        total += sizes[oldest - 1]
        if total > MOST_CHANGES and oldest < len(sizes):
            break
        oldest -= 1
    return oldest


def _moved_step(source: list[DecisionStep], target: list[DecisionStep]) -> DecisionStep | None:
    if not source:
        return None
    target.append(source.pop())
    return target[-1]


# The maximum size in bytes of all rows to read; the last step is read even if it is longer.
LONGEST = 64 << 20
MARKS = frozenset({"", MALICIOUS, BENIGN, IGNORED})
END_OF_TIME = 253_402_300_800  # the start of the year 10000, in seconds since 1970
# Exceptions raised by invalid values.
FALSE = (CaseError, ValueError, TypeError, LookupError, AttributeError, RecursionError)


def write_step(rows: sqlite3.Connection, step: DecisionStep) -> None:
    """Add a step; delete undone steps, the draft of a note, and steps that are too old."""
    rows.execute("DELETE FROM steps WHERE state <> ?", (DONE,))
    _insert(rows, step, DONE)
    found = rows.execute("SELECT number, size FROM steps ORDER BY number").fetchall()
    sizes = [size if isinstance(size, int) else 0 for _, size in found]
    oldest = first_within_limit(sizes)
    if oldest:
        rows.execute("DELETE FROM steps WHERE number < ?", (found[oldest][0],))


def write_state(rows: sqlite3.Connection, number: int, state: int) -> None:
    """Mark a step as done or undone."""
    rows.execute("UPDATE steps SET state = ? WHERE number = ?", (state, number))


def write_draft(rows: sqlite3.Connection, step: DecisionStep | None) -> None:
    """Store the step of a note while it is being edited; None deletes it."""
    rows.execute("DELETE FROM steps WHERE state = ?", (DRAFT,))
    if step is not None:
        _insert(rows, step, DRAFT)


def write_history(rows: sqlite3.Connection, history: StepHistory) -> None:
    """Replace all steps."""
    rows.execute("DELETE FROM steps")
    for state, steps in ((DONE, history.done), (UNDONE, history.undone)):
        for each in steps:
            _insert(rows, each, state)


def end_draft(rows: sqlite3.Connection) -> None:
    """Turn a note's draft, left when the program ended during editing, into a normal step."""
    if rows.execute("SELECT 1 FROM steps WHERE state = ?", (DRAFT,)).fetchone():
        rows.execute("DELETE FROM steps WHERE state = ?", (UNDONE,))
        rows.execute("UPDATE steps SET state = ? WHERE state = ?", (DONE, DRAFT))


def renumber_steps(
    rows: sqlite3.Connection, number_of: Callable[[int], int | None], links: int
) -> None:
    """Update the steps after links were renumbered; delete invalid steps.

    ``links`` is the number of links before the renumbering.
    """
    numbers = [number for (number,) in rows.execute("SELECT number FROM steps").fetchall()]
    for number in numbers:
        question = "SELECT number, at, state, changes FROM steps WHERE number = ?"
        found = rows.execute(question, (number,)).fetchone()
        rows.execute("DELETE FROM steps WHERE number = ?", (number,))
        try:
            step = _step(found, links).moved(_keys_by(number_of))
        except FALSE:
            continue
        if step.changes:
            _insert(rows, step, found[2])


def _insert(rows: sqlite3.Connection, step: DecisionStep, state: int) -> None:
    values = (step.number, step.at, state, len(step.changes), changes_to(step))
    rows.execute(
        "INSERT OR REPLACE INTO steps (number, at, state, size, changes) VALUES (?, ?, ?, ?, ?)",
        values,
    )


def changes_to(step: DecisionStep) -> Column:
    """Return the changes of a step as a column."""
    links: dict[DecisionChange, list[int]] = {}
    files: dict[DecisionChange, list[tuple[int, str]]] = {}
    last, numbers = None, []
    for key, change in step.changes.items():
        if not isinstance(key, int):
            files.setdefault(change, []).append((key.file, key.part))
            continue
        if change is not last:  # a million links usually have the same change
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
    """Return the runs in these numbers: the gap before each, then its length."""
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
    """Yield the numbers in these runs; those of links that do not exist are left out."""
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


T = TypeVar("T")
# The maximum number of damaged files to name.
NAMED = 5
FILES = "number, path, name, kind, size, sha256, stamp, links, told"
INTERRUPTED = "the program closed before the file was fully read"


class CaseContents:
    """A single reading of a case; afterwards ``damage`` describes what was left out."""

    def __init__(self, tables: TableRows, texts: Texts, lacking: frozenset[str]) -> None:
        self._tables = tables
        self._texts = texts
        self._lacking = lacking  # tables that the file does not have
        # The stored numbers of the files and links that were read, by their new positions.
        self.files = array("q")
        self.links = array("q")
        self._lost_files: list[str] = []
        self._lost_links: Counter[str] = Counter()
        self._lost_decisions = self._lost_steps = self._lost_others = self._following = 0

    @property
    def damage(self) -> str:
        """Return what was left out as a message, or an empty string."""
        lost = [message("the file {file}", file=name) for name in self._lost_files[:NAMED]]
        for name, count in self._lost_links.most_common(NAMED):
            lost.append(
                counting(count, "{count} link from {file}", "{count} links from {file}", file=name)
            )
        rest = len(self._lost_files[NAMED:])
        rest += sum(count for _, count in self._lost_links.most_common()[NAMED:])
        rest += self._lost_others
        if self._lost_decisions:
            lost.append(
                counting(self._lost_decisions, "{count} mark or note", "{count} marks or notes")
            )
        if self._lost_steps:
            lost.append(counting(self._lost_steps, "{count} undo step", "{count} undo steps"))
        if self._tables.is_torn:
            lost.append(message("an unreadable part of the file"))
        if rest:
            lost.append(counting(rest, "{count} other entry", "{count} other entries"))
        return message(schema.LOST, what=listed(lost)) if lost else ""

    def read(self) -> Iterator[CaseContent]:
        names = {}
        for head in self._heads():
            names[self.files[-1]] = head.name
            yield head
        rows = self._link_rows(names)
        while page := list(islice(rows, PAGE)):
            yield page
        yield dict(self._decisions())
        if "steps" not in self._lacking and (history := self._steps()).is_filled:
            yield history
        yield from self._troubles()

    def _heads(self) -> Iterator[Head]:
        for number, *columns in self._tables.rows("files", FILES):
            head = _if_true(lambda: head_from(tuple(columns)))  # noqa: B023 - called at once
            if head is None or number != len(self.files) + len(self._lost_files):
                self._lost_files.append(_if_true(lambda: from_column(columns[1])) or "?")  # noqa: B023
            if head is not None:
                self.files.append(number)
                yield head

    def _link_rows(self, names: dict[int, str]) -> Iterator[LinkRow]:
        name = "?"
        for number, *columns in self._tables.rows("links", "*"):
            if number > self._following:
                self._lost_links[name] += number - self._following
            self._following = number + 1
            row = _if_true(lambda: self._link(number, columns))  # noqa: B023 - called at once
            name = names.get(columns[0], "?") if isinstance(columns[0], int) else name
            if row is None:
                self._lost_links[name] += 1
                continue
            self.links.append(number)
            yield row

    def _link(self, number: int, columns: list[Any]) -> LinkRow:
        row = link_from((number, *columns), self._texts)
        at = bisect_left(self.files, row.file)
        if at == len(self.files) or self.files[at] != row.file:
            raise CaseError(schema.DAMAGED)
        if not CALM <= row.rank < len(RANK):
            raise CaseError(schema.DAMAGED)
        return row if at == row.file else row._replace(file=at)

    def _steps(self) -> StepHistory:
        """Return the valid steps that are not too old and still change something."""
        history = StepHistory()
        room, octets = MOST_CHANGES, LONGEST
        question = "SELECT number, state, length(CAST(changes AS BLOB)) FROM steps"
        question += f" ORDER BY number DESC LIMIT {MOST_STEPS * 2}"
        for at, (number, state, length) in enumerate(self._tables.answer(question)):
            if state == DRAFT:
                continue  # only left in a read-only file; the decisions already contain the note
            octets -= length if isinstance(length, int) else 0
            if at and octets < 0:
                break
            is_in_order = state == DONE or (state == UNDONE and not history.done)
            step = _if_true(lambda: self._step(number)) if is_in_order else None  # noqa: B023
            if step is None:
                self._lost_steps += 1
                continue
            room -= len(step.changes)
            if at and room < 0:
                break
            if step.changes:
                (history.done if state == DONE else history.undone).append(step)
        history.done.reverse()
        del history.done[:-MOST_STEPS]
        return history

    def _step(self, number: object) -> DecisionStep:
        columns = "SELECT number, at, state, changes FROM steps WHERE number ="
        (row,) = self._tables.answer(f"{columns} {checked(number, int)}")
        return _step(row, self._following).moved(self._key_of)

    def _key_of(self, key: DecisionKey) -> DecisionKey | None:
        """Return the new key of a link or file; None if it was left out."""
        number, numbers = (key, self.links) if isinstance(key, int) else (key.file, self.files)
        at = number
        if at >= len(numbers) or numbers[at] != number:
            at = bisect_left(numbers, number)
            if at == len(numbers) or numbers[at] != number:
                return None
        return at if isinstance(key, int) else FileKey(at, key.part)

    def _decisions(self) -> Iterator[tuple[DecisionKey, Decision]]:
        for number, *text in self._tables.rows("decisions", "number, mark, note"):
            key = self._key_of(number)
            if key is None:
                self._lost_decisions += number < self._following
            elif (decision := self._decision(*text)) is not None:
                yield key, decision
        question = "SELECT file, part, mark, note FROM file_decisions"
        for file, part, *text in (
            self._tables.answer(question) if "file_decisions" not in self._lacking else ()
        ):
            if isinstance(file, int) and self._key_of(FileKey(file)) is None:
                continue  # decisions about missing files were never shown
            named = _if_true(lambda: FileKey(checked(file, int), from_column(part)))  # noqa: B023
            key, decision = named and self._key_of(named), self._decision(*text)
            if key is not None and decision is not None:
                yield key, decision
            self._lost_decisions += key is None and decision is not None

    def _decision(self, mark: object, note: object) -> Decision | None:
        decision = _if_true(lambda: Decision(from_column(mark), from_column(note)))
        if decision is None or decision.mark not in MARKS:
            self._lost_decisions += 1
            return None
        return decision

    def _troubles(self) -> Iterator[Trouble]:
        stored_troubles = (row[1:] for row in self._tables.rows("troubles", "number, path, why"))
        waiting = self._tables.answer("SELECT path FROM waiting ORDER BY number")
        for path, why in chain(stored_troubles, ((path, INTERRUPTED) for (path,) in waiting)):
            trouble = _if_true(lambda: Trouble(from_column(path), from_column(why)))  # noqa: B023
            if trouble is None:
                self._lost_others += 1
            else:
                yield trouble


def _if_true(reading: Callable[[], T]) -> T | None:
    """Return the result of reading a value, or None if the value is invalid."""
    try:
        return reading()
    except FALSE:
        return None
