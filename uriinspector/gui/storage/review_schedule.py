"""When each skill comes back: by the algorithm FSRS, worked out from the reviews alone.

No Qt here.  The library is loaded when the first review is worked out.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from uriinspector.lessons.score import MINUTE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fsrs import Scheduler

    from uriinspector.lessons.repetition import Review

LONGEST = 180  # days until something comes back at the latest
START = datetime(1970, 1, 1, tzinfo=UTC)
DAY = 24 * 60  # minutes


@cache
def scheduler() -> Scheduler:
    """By the parameters of the library; without chance, and in whole days."""
    from fsrs import Scheduler

    return Scheduler(
        learning_steps=(), relearning_steps=(), maximum_interval=LONGEST, enable_fuzzing=False
    )


def due_minute(reviews: Sequence[Review], now: int) -> int:
    """The minute from which on a skill is due.

    Answers that were imported can be older than those before them.  What lies in the future was
    dated by a clock that has been set back since: it does not count, and alone it is due at once.
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
    """The minute in which the next day begins here; this minute where no calendar knows it."""
    try:
        today = datetime.fromtimestamp(now).astimezone()
        tomorrow = (today + timedelta(days=1)).date()
        midnight = datetime(tomorrow.year, tomorrow.month, tomorrow.day).timestamp()
    except (OverflowError, OSError, ValueError):
        midnight = now
    return int(midnight) // MINUTE
