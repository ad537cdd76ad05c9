"""Which rows are shown, and in which order: computed aside, in pieces, so that no frame waits."""

from __future__ import annotations

from collections import Counter
from heapq import merge
from itertools import chain
from time import sleep
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from threading import Event

    from uriinspector.documents.cases.known import Known
    from uriinspector.documents.cases.row import LinkRow

# `sorted` keeps the interpreter to itself: more rows than these at once can be felt.
PIECE = 20_000
NONE, TARGET, SITE = "none", "target", "site"


class Beside(NamedTuple):
    """What is known of rows besides what was read: marks by number, mails by host."""

    marks: Mapping[int, str] = {}
    seen: Mapping[str, int] = {}


class Wish(NamedTuple):
    """What is wanted: all of these together; what is ``known`` folds away unless it is shown."""

    text: str = ""
    rank: int | None = None
    file: int | None = None
    part: str = ""
    site: str = ""
    group: str = NONE
    column: str = ""
    falls: bool = False
    known: Known | None = None
    shows_known: bool = False


class Order(NamedTuple):
    """The numbers of the rows in order; of a group only its worst, and how many it stands for."""

    numbers: tuple[int, ...] = ()
    counts: dict[int, int] | None = None
    group: str = NONE
    folded: int = 0  # of these rows, whether they are shown or not


KEYS: dict[str, Callable[[LinkRow], Any]] = {
    "": lambda row: -row.rank,
    "level": lambda row: row.rank,
    "element": lambda row: row.element,
    "value": lambda row: row.value.lower(),
    "host": lambda row: (row.host is None, row.host or row.site),
    "finding": lambda row: (not row.title, row.title),
    "place": lambda row: (row.file, row.start),
}
GROUPS: dict[str, Callable[[LinkRow], str]] = {
    TARGET: lambda row: row.target or row.value,
    SITE: lambda row: row.site,
}


def arranged(
    rows: Sequence[LinkRow],
    wish: Wish,
    stopped: Event,
    *,
    pause: float = 0.0,
    beside: Beside = Beside(),  # noqa: B008  # it cannot be changed
) -> Order | None:
    """The order that is wished; None where it was stopped before its end."""
    kept: list[list[int]] = []
    folded = 0
    for start in range(0, len(rows), PIECE):
        if stopped.is_set():
            return None
        piece = range(start, min(start + PIECE, len(rows)))
        numbers = list(filtered(rows, piece, wish))
        if wish.known:
            open_ones = list(unfolded(rows, numbers, wish.known, beside.marks))
            folded += len(numbers) - len(open_ones)
            numbers = numbers if wish.shows_known else open_ones
        kept.append(numbers)
        sleep(pause)
    counts = None
    if wish.group != NONE:
        kept, counts = grouped(rows, chain.from_iterable(kept), GROUPS[wish.group])
    key = _key(rows, wish.column, beside, counts or {})
    for piece_kept in kept:
        if stopped.is_set():
            return None
        piece_kept.sort(key=key, reverse=wish.falls)
        sleep(pause)
    return Order(tuple(_merged(kept, key, wish, pause)), counts, wish.group, folded)


def unfolded(
    rows: Sequence[LinkRow], numbers: Iterable[int], known: Known, marks: Mapping[int, str]
) -> Iterator[int]:
    """The numbers of those that do not fold away."""
    for number in numbers:
        if not known.folds(rows[number], marks.get(number, "")):
            yield number


def filtered(rows: Sequence[LinkRow], piece: Iterable[int], wish: Wish) -> Iterator[int]:
    """The numbers of those that are wanted."""
    text, rank, file, part, site = wish.text.lower(), wish.rank, wish.file, wish.part, wish.site
    below = f"{part}."
    for number in piece:
        row = rows[number]
        if (
            (rank is None or row.rank == rank)
            and (file is None or row.file == file)
            and (not part or row.part == part or row.part.startswith(below))
            and (not site or row.site == site)
            and (not text or has(row, text))
        ):
            yield number


def has(row: LinkRow, text: str) -> bool:
    """Whether a text stands in what a row shows; small letters are due."""
    return (
        text in row.value.lower()
        or (row.host is not None and text in row.host)
        or text in row.title.lower()
        or text in row.element
        or text in row.site
    )


def grouped(
    rows: Sequence[LinkRow], numbers: Iterable[int], of: Callable[[LinkRow], str]
) -> tuple[list[list[int]], dict[int, int]]:
    """The worst row of each group, in pieces, and how many each stands for."""
    worst: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for number in numbers:
        name = of(rows[number])
        counts[name] += 1
        first = worst.setdefault(name, number)
        if rows[number].rank > rows[first].rank:
            worst[name] = number
    found = sorted(worst.values())
    pieces = [found[at : at + PIECE] for at in range(0, len(found), PIECE)]
    return pieces, {number: counts[name] for name, number in worst.items()}


def _key(
    rows: Sequence[LinkRow], column: str, beside: Beside, counts: dict[int, int]
) -> Callable[[int], Any]:
    if column == "links":
        return lambda number: counts.get(number, 1)
    if column == "mark":
        return lambda number: beside.marks.get(number, "~")
    if column == "seen":
        return lambda number: beside.seen.get(rows[number].host or "", 0)
    of = KEYS[column]
    return lambda number: of(rows[number])


def _merged(
    pieces: list[list[int]], key: Callable[[int], Any], wish: Wish, pause: float
) -> Iterator[int]:
    if len(pieces) == 1:
        yield from pieces[0]
        return
    for at, number in enumerate(merge(*pieces, key=key, reverse=wish.falls)):
        if at % PIECE == 0:
            sleep(pause)
        yield number
