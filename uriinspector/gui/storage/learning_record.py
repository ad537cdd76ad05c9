"""The learner's answers, from which the program computes when each skill is due again.

No Qt here. The fsrs library is loaded when the first review is scheduled. Answers are added and
never changed. Names and computers are not stored, and times are stored only to the minute.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.gui.storage.history import DatabaseError, DatabaseProblems, PrivateDatabase
from uriinspector.lessons.question import current_kind
from uriinspector.lessons.repetition import DueSkill, Review, ReviewLog, due_before
from uriinspector.lessons.score import MINUTE, MINUTES, Attempt, QuestionOutcome, outcomes_of

if TYPE_CHECKING:
    from fsrs import Scheduler


LONGEST = 180  # maximum number of days until a skill is due again
START = datetime(1970, 1, 1, tzinfo=UTC)
DAY = 24 * 60  # minutes


@cache
def scheduler() -> Scheduler:
    """Return a scheduler with the library's default parameters, without fuzzing, in whole days."""
    from fsrs import Scheduler

    return Scheduler(
        learning_steps=(), relearning_steps=(), maximum_interval=LONGEST, enable_fuzzing=False
    )


def due_minute(reviews: Sequence[Review], now: int) -> int:
    """Return the minute at which a skill becomes due.

    Imported answers can be older than stored ones. Answers dated in the future, from a clock
    that has been set back since, are ignored; if all are, the skill is due now.
    """
    from fsrs import Card, Rating

    counted = sorted((each for each in reviews if each.minute <= now), key=lambda each: each.minute)
    if not counted:
        return now
    card, moment, before = Card(card_id=1, due=START), START, counted[0].minute
    for each in counted:
        moment += timedelta(minutes=min(each.minute - before, 10 * LONGEST * DAY))
        before = each.minute
        card, _ = scheduler().review_card(card, Rating(each.rating), moment)
    return before + (card.due - moment) // timedelta(minutes=1)


def end_of_day(now: float) -> int:
    """Return the minute in which the local day ends, or ``now`` if there is no such date."""
    try:
        today = datetime.fromtimestamp(now).astimezone()
        tomorrow = (today + timedelta(days=1)).date()
        midnight = datetime(tomorrow.year, tomorrow.month, tomorrow.day).timestamp()
    except (OverflowError, OSError, ValueError):
        midnight = now
    return int(midnight) // MINUTE


MOST_READ = 50_000  # only the last answers are read
DAMAGED = "The file with your answers is damaged. To save new answers, clear the old ones."
LOCKED = "Another program is using the file with your answers. New answers are not saved."
READ_ONLY = "Cannot write the file with your answers. New answers are not saved."
TABLES = """
CREATE TABLE IF NOT EXISTS attempt (
    id INTEGER PRIMARY KEY AUTOINCREMENT, minute INTEGER NOT NULL, item TEXT NOT NULL,
    kind TEXT NOT NULL, level INTEGER NOT NULL, seed TEXT NOT NULL, given TEXT NOT NULL,
    answer BLOB NOT NULL, is_right INTEGER NOT NULL, mistake TEXT NOT NULL, hints INTEGER NOT NULL,
    tries INTEGER NOT NULL, seconds INTEGER NOT NULL);
"""
# Read as bytes, because sqlite3 itself fails on a damaged row with invalid UTF-8.
TEXTS = ("item", "kind", "seed", "given", "answer", "mistake")
NUMBERS = ("minute", "level", "is_right", "hints", "tries", "seconds")
COLUMNS = ", ".join([*(f"CAST({each} AS BLOB)" for each in TEXTS), *NUMBERS])


class LearningRecord(PrivateDatabase):
    """All stored answers, oldest first."""

    def __init__(self, file: Path | None, now: Callable[[], float] = time.time) -> None:
        """Prepare the record; without ``file``, it is kept in memory."""
        super().__init__(file, TABLES, DatabaseProblems(DAMAGED, LOCKED, READ_ONLY))
        self._now = now
        self._items: dict[str, list[Attempt]] | None = None
        self._reviews = ReviewLog()
        self._due: dict[str, DueSkill] = {}  # skills computed so far

    def minute(self) -> int:
        """Return the current time in minutes."""
        return int(self._now()) // MINUTE

    def add(self, attempts: Iterable[Attempt], *, keep: bool = True) -> None:
        """Add answers; unless ``keep`` is true, they are lost when the program ends."""
        new = list(attempts)
        items = self._read()
        self._enter(items, new)
        if keep and new:
            with suppress(DatabaseError), self.transaction() as rows:
                names = (*TEXTS, *NUMBERS)
                rows.executemany(
                    f"INSERT INTO attempt ({', '.join(names)})"
                    f" VALUES ({', '.join('?' * len(names))})",
                    map(_row, new),
                )

    def attempts(self) -> list[Attempt]:
        """Return the last answers in the file, oldest first, without unreadable rows."""
        with suppress(DatabaseError), self.transaction() as rows:
            cursor = rows.execute(
                f"SELECT {COLUMNS} FROM (SELECT * FROM attempt ORDER BY id DESC LIMIT ?)"
                " ORDER BY id",
                (MOST_READ,),
            )
            return [each for each in map(_attempt, cursor) if each is not None]
        return []

    def count(self) -> int:
        return sum(len(each) for each in self._read().values())

    def answers(self, item: str) -> list[Attempt]:
        """Return the answers to an exercise, oldest first."""
        return list(self._read().get(item, ()))

    def outcomes(self, item: str) -> list[QuestionOutcome]:
        """Return the outcomes of the questions of an exercise, oldest first."""
        return outcomes_of(self._read().get(item, ()))

    def mistakes(self, items: Iterable[str]) -> Counter[str]:
        """Count how often each mistake was made in these exercises."""
        read = self._read()
        answers = (each for item in items for each in read.get(item, ()))
        return Counter(each.mistake for each in answers if each.mistake)

    def due(self) -> list[DueSkill]:
        """Return the skills that are due before the end of this day, most overdue first."""
        return due_before(self._all_due(), end_of_day(self._now()))

    def days_to_next(self) -> int | None:
        """Return the number of days until the next skill is due; None if there are no skills."""
        minutes = [each.minute for each in self._all_due()]
        if not minutes:
            return None
        return max(0, min(minutes) - end_of_day(self._now())) // DAY + 1

    def clear(self) -> None:
        """Delete all answers and wipe them from the disk; a damaged file is deleted."""
        self._items, self._reviews, self._due = {}, ReviewLog(), {}
        with suppress(DatabaseError), self.transaction() as rows:
            rows.execute("DELETE FROM attempt")
            rows.commit()
            rows.execute("VACUUM")
            rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.discard_damaged()

    def _read(self) -> dict[str, list[Attempt]]:
        """Return the answers by exercise; the file is read only once."""
        if self._items is None:
            self._items = {}
            self._enter(self._items, self.attempts())
        return self._items

    def _all_due(self) -> list[DueSkill]:
        """Return each skill with the minute at which it becomes due."""
        self._read()
        now = self.minute()
        for name, reviews in self._reviews.by_skill.items():
            is_known = name in self._due and all(each.minute <= now for each in reviews)
            skill = None if is_known else self._reviews.skill(name)
            if skill is not None:
                self._due[name] = DueSkill(skill, due_minute(reviews, now))
        return list(self._due.values())

    def _enter(self, items: dict[str, list[Attempt]], attempts: list[Attempt]) -> None:
        for each in attempts:
            items.setdefault(each.item, []).append(each)
        for skill in self._reviews.add(attempts):
            self._due.pop(skill, None)


def _row(each: Attempt) -> tuple[object, ...]:
    answer = each.answer.encode("utf-8", "surrogatepass")
    given = json.dumps(dict(each.given))
    return (
        *(each.item, each.kind, each.seed, given, answer, each.mistake),
        *(each.minute, each.level, int(each.right), each.hints, each.tries, each.seconds),
    )


def _attempt(row: tuple[bytes | int | None, ...]) -> Attempt | None:
    """Convert a row to an answer; return None if it is damaged."""
    texts, numbers = row[: len(TEXTS)], row[len(TEXTS) :]
    if not all(isinstance(each, bytes) for each in texts):
        return None
    if not all(isinstance(each, int) for each in numbers):
        return None
    try:
        item, kind, seed, given, answer, mistake = (
            each.decode("utf-8", "surrogatepass") for each in texts if isinstance(each, bytes)
        )
        values = json.loads(given)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or not all(isinstance(each, str) for each in values.values()):
        return None
    minute, level, is_right, hints, tries, seconds = (
        each for each in numbers if isinstance(each, int)
    )
    if minute not in MINUTES:
        return None
    kind, values = current_kind(kind, values)
    return Attempt(
        *(minute, item, kind, level, seed, values, answer, bool(is_right)),
        *(mistake, hints, tries, seconds),
    )
