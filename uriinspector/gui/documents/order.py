"""Which rows are shown, and in which order: computed aside, in pieces, so that no frame waits."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from time import sleep
from typing import TYPE_CHECKING, Any, NamedTuple

from uriinspector.gui.documents.stepwise_sort import PIECE, sorted_by_few, sorted_by_many
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from threading import Event

    from uriinspector.documents.cases.known_sites import KnownSites
    from uriinspector.documents.cases.link_row import LinkRow
    from uriinspector.gui.documents.open_case import OpenCase

NONE, TARGET, SITE = "none", "target", "site"
# Up to so many rows no key waits for the answer.
AT_ONCE = 2_000
# A worker lets the window breathe after each piece, for so many seconds.
PAUSE = 0.0005


class RowContext(NamedTuple):
    """What is known of rows besides what was read: marks by number, mails by host."""

    marks: Mapping[int, str] = {}
    host_counts: Mapping[str, int] = {}


class RowQuery(NamedTuple):
    """What is wanted: all of these together; what is ``known`` folds away unless it is shown."""

    text: str = ""
    rank: int | None = None
    file: int | None = None
    part: str = ""
    site: str = ""
    group: str = NONE
    column: str = ""
    falls: bool = False
    known: KnownSites | None = None
    span: tuple[int, int] | None = None  # the only rows that come into question
    parts: frozenset[str] | None = None  # the only ones that they may stand in
    shows_known: bool = False


class OrderRequest(NamedTuple):
    """A case, and which of its rows are wanted in which order."""

    case: OpenCase
    query: RowQuery

    @property
    def is_long(self) -> bool:
        """Whether a key would wait for the answer."""
        first, last = self.query.span or (0, len(self.case.rows))
        return last - first > AT_ONCE


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
# The columns in which most rows differ.
DIFFERING = {"value", "place"}
GROUPS: dict[str, Callable[[LinkRow], str]] = {
    TARGET: lambda row: row.target or row.value,
    SITE: lambda row: row.site,
}


def order_of(request: OrderRequest, stopped: Event) -> Order | None:
    """The answer, with breaks if it takes long; marks may be set while it is worked out."""
    case, query = request
    context = RowContext(dict(case.marks), case.host_counts)
    pause = PAUSE if request.is_long else 0.0
    return arranged(case.rows, query, stopped, pause=pause, context=context)


def arranged(
    rows: Sequence[LinkRow],
    query: RowQuery,
    stopped: Event,
    *,
    pause: float = 0.0,
    context: RowContext = RowContext(),  # noqa: B008  # it cannot be changed
) -> Order | None:
    """The order that is wished; None where it was stopped before the end."""
    rest: list[list[int]] = []
    folded = 0
    words = TextFilter(query.text)
    first, last = query.span or (0, len(rows))
    for start in range(first, last, PIECE):
        if stopped.is_set():
            return None
        piece = range(start, min(start + PIECE, last))
        numbers = filtered(rows, piece, query, words)
        if query.known:
            open_ones = list(unfolded(rows, numbers, query.known, context.marks))
            folded += len(numbers) - len(open_ones)
            numbers = numbers if query.shows_known else open_ones
        rest.append(numbers)
        sleep(pause)
    counts = None
    if query.group != NONE:
        rest, counts = grouped(rows, rest, GROUPS[query.group], stopped)
    key = _key(rows, query.column, context, counts or {})
    in_order = sorted_by_many if query.column in DIFFERING else sorted_by_few
    result = in_order(rest, key, stopped, falls=query.falls, pause=pause)
    numbers_in_order = tuple(chain.from_iterable(result))
    if stopped.is_set():
        return None
    return Order(numbers_in_order, counts, query.group, folded)


def unfolded(
    rows: Sequence[LinkRow], numbers: Iterable[int], known: KnownSites, marks: Mapping[int, str]
) -> Iterator[int]:
    """The numbers of those that do not fold away."""
    for number in numbers:
        if not known.folds(rows[number], marks.get(number, "")):
            yield number


def filtered(
    rows: Sequence[LinkRow], piece: Iterable[int], query: RowQuery, words: TextFilter
) -> list[int]:
    """The numbers of those that are wanted: what costs least is asked first."""
    numbers = list(piece)
    rank, file, part, site = query.rank, query.file, query.part, query.site
    if rank is not None:
        numbers = [each for each in numbers if rows[each].rank == rank]
    if file is not None:
        numbers = [each for each in numbers if rows[each].file == file]
    if query.parts is not None:
        parts = query.parts
        numbers = [each for each in numbers if rows[each].part in parts]
    if part:
        inside = f"{part}."
        numbers = [each for each in numbers if f"{rows[each].part}.".startswith(inside)]
    if site:
        numbers = [each for each in numbers if rows[each].site == site]
    return list(words.holding(rows, numbers)) if query.text else numbers


class TextFilter:
    """A text that is looked for in rows, as they are shown; what many share is read once."""

    def __init__(self, text: str) -> None:
        self._text = text.lower()
        self._sites: dict[str, bool] = {}
        self._titles: dict[tuple[str, str], bool] = {}

    def holding(self, rows: Sequence[LinkRow], numbers: Iterable[int]) -> Iterator[int]:
        """The numbers of those in which it stands."""
        text, sites, titles = self._text, self._sites, self._titles
        for number in numbers:
            row = rows[number]
            if text in row.value.lower() or (row.target and text in row.target.lower()):
                yield number
                continue
            site, title = row.host or row.site, (row.title, row.element)
            if site not in sites:
                sites[site] = text in site.lower() or text in row.site.lower()
            if title not in titles:
                shown = say(row.title) if row.title else ""
                titles[title] = text in shown.lower() or text in row.element.lower()
            if sites[site] or titles[title]:
                yield number


def grouped(
    rows: Sequence[LinkRow],
    pieces: Iterable[Iterable[int]],
    of: Callable[[LinkRow], str],
    stopped: Event,
) -> tuple[list[list[int]], dict[int, int]]:
    """The worst row of each group, in pieces, and how many each stands for."""
    worst: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for number in chain.from_iterable(pieces):
        name = of(rows[number])
        counts[name] += 1
        first = worst.setdefault(name, number)
        if rows[number].rank > rows[first].rank:
            worst[name] = number
    numbers = list(worst.values())
    cut = [numbers[at : at + PIECE] for at in range(0, len(numbers), PIECE)]
    result = list(sorted_by_many(cut, lambda number: number, stopped))
    return result, {number: counts[name] for name, number in worst.items()}


def _key(
    rows: Sequence[LinkRow], column: str, context: RowContext, counts: dict[int, int]
) -> Callable[[int], Any]:
    if column == "links":
        return lambda number: counts.get(number, 1)
    if column == "mark":
        return lambda number: context.marks.get(number, "~")
    if column == "seen":
        return lambda number: context.host_counts.get(rows[number].host or "", 0)
    of = KEYS[column]
    return lambda number: of(rows[number])
