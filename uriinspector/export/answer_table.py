"""A learner's answers as a CSV table that is safe to open in spreadsheets."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from uriinspector.export.csv import csv_row, unguarded
from uriinspector.lessons.question import current_kind
from uriinspector.lessons.score import MINUTE, MINUTES, Attempt

LONGEST_FILE = 32 << 20
LONGEST_FIELD = 100_000
MOST_TRIES = 9
MOST_SECONDS = 86_400
TIME = "%Y-%m-%dT%H:%MZ"
COLUMNS = (
    *("time", "item", "kind", "level", "seed", "given", "answer"),
    *("right", "mistake", "hints", "try", "seconds"),
)


def csv_of(attempts: Iterable[Attempt]) -> Iterator[str]:
    yield csv_row(*COLUMNS)
    for each in attempts:
        moment = datetime.fromtimestamp(each.minute * MINUTE, UTC)
        yield csv_row(
            *(moment.strftime(TIME), each.item, each.kind, str(each.level), each.seed),
            *(json.dumps(dict(each.given)), each.answer, "yes" if each.right else "no"),
            *(each.mistake, str(each.hints), str(each.tries), str(each.seconds)),
        )


def attempts_in(text: str) -> tuple[list[Attempt], int]:
    """Return the answers in such a table, and the number of invalid rows."""
    attempts: list[Attempt] = []
    count = 0
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    try:
        for row in rows:
            try:
                attempts.append(_attempt(row))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                count += 1
    except csv.Error:  # such as a field longer than the limit
        count += 1
    return attempts, count


def _attempt(row: Mapping[str, str]) -> Attempt:
    given = json.loads(row["given"])
    if not isinstance(given, dict) or not all(isinstance(each, str) for each in given.values()):
        raise ValueError(row["given"])
    moment = datetime.strptime(row["time"], TIME).replace(tzinfo=UTC)
    minute = int(moment.timestamp()) // MINUTE
    if minute not in MINUTES:
        raise ValueError(row["time"])
    texts = [unguarded(row[name]) for name in ("item", "kind", "seed", "answer", "mistake")]
    item, kind, seed, answer, mistake = (_bounded(each) for each in texts)
    kind, given = current_kind(kind, given)
    return Attempt(
        minute,
        *(item, kind, _number(row["level"], 9), seed, given, answer),
        {"yes": True, "no": False}[row["right"]],
        *(mistake, _number(row["hints"], 9), _number(row["try"], MOST_TRIES)),
        _number(row["seconds"], MOST_SECONDS),
    )


def _bounded(text: str) -> str:
    if len(text) > LONGEST_FIELD:
        raise ValueError(text[:40])
    return text


def _number(text: str, most: int) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(most)):
        raise ValueError(text[:40])
    return min(int(text), most)
