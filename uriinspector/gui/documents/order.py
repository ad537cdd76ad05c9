"""Filters and sorts rows in small steps, so that the window stays responsive.

Sorting a million strings in one call would hold the interpreter lock for half a second, and block
the window. Instead, pieces are sorted and cut at the same keys, and the parts between two cuts are
merged: few comparisons remain, and these run in C.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from threading import Event
from time import sleep
from typing import Any

from uriinspector.analysis.regular_files import natural
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.row_columns import KindAnswers, KnownSites, RowColumns, RowKind
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.text.translation import say

PIECE = 20_000
# The number of keys to sample from each piece when choosing cuts.
SAMPLES = 16


def sorted_by_many(
    pieces: Sequence[list[int]],
    key: Callable[[int], Any],
    stopped: Event,
    *,
    falls: bool = False,
    pause: float = 0.0,
) -> Iterator[list[int]]:
    """Sort stably by keys that are mostly distinct; stop early if ``stopped`` is set."""
    keys: list[Any] = [None] * (1 + max(map(max, filter(None, pieces)), default=0))
    of = keys.__getitem__
    for piece in pieces:
        if stopped.is_set():
            return
        for number in piece:
            keys[number] = key(number)
        piece.sort(key=of)
        sleep(pause)
    if falls or not _is_done(pieces, of):
        pieces = list(_recut(pieces, of, stopped, pause))
    for piece in reversed(pieces) if falls else pieces:
        if stopped.is_set():
            return
        piece.sort(key=of, reverse=falls)
        yield piece
        sleep(pause)


def _is_done(pieces: Sequence[list[int]], of: Callable[[int], Any]) -> bool:
    """Return True if the pieces are already in order, which is common."""
    whole = [piece for piece in pieces if piece]
    return all(of(one[-1]) <= of(next_one[0]) for one, next_one in pairwise(whole))


def _recut(
    pieces: Sequence[list[int]], of: Callable[[int], Any], stopped: Event, pause: float
) -> Iterator[list[int]]:
    """Yield as many pieces as before, each with all keys between two cuts, in sorted runs."""
    steps = [(piece, max(len(piece) // SAMPLES, 1)) for piece in pieces if piece]
    result = sorted({of(number) for piece, step in steps for number in piece[step // 2 :: step]})
    borders = result[:: max(len(result) // max(len(steps), 1), 1)][1:]
    cuts = [
        [0, *(bisect_left(piece, at, key=of) for at in borders), len(piece)] for piece in pieces
    ]
    for number in range(len(borders) + 1):
        if stopped.is_set():
            return
        runs = (
            piece[cut[number] : cut[number + 1]] for piece, cut in zip(pieces, cuts, strict=True)
        )
        yield list(chain.from_iterable(runs))
        sleep(pause)


def sorted_by_few(
    pieces: Sequence[list[int]],
    key: Callable[[int], Any],
    stopped: Event,
    *,
    falls: bool = False,
    pause: float = 0.0,
) -> Iterator[list[int]]:
    """Sort by keys that many rows share: only distinct keys are sorted."""
    sharing: defaultdict[Any, list[int]] = defaultdict(list)
    for piece in pieces:
        if stopped.is_set():
            return
        for number in piece:
            sharing[key(number)].append(number)
        sleep(pause)
    keys = list(sharing)
    places = [[*range(at, min(at + PIECE, len(keys)))] for at in range(0, len(keys), PIECE)]
    for piece in sorted_by_many(places, keys.__getitem__, stopped, falls=falls, pause=pause):
        yield from (sharing[keys[place]] for place in piece)


NONE, TARGET, SITE = "none", "target", "site"
# Up to this number of rows, the order is computed immediately.
AT_ONCE = 2_000
# Seconds to pause after each piece, so that the window can respond.
PAUSE = 0.0005


class RowContext(NamedTuple):
    """Marks and raised severities by row number, and the number of emails by host."""

    marks: Mapping[int, str] = {}
    host_counts: Mapping[str, int] = {}
    raised: Mapping[int, int] = {}


class RowQuery(NamedTuple):
    """Conditions that rows must meet; ``known`` sites are collapsed unless ``shows_known``."""

    text: str = ""
    ranks: frozenset[int] = frozenset()  # empty for all
    mark: str | None = None  # "" for rows without a mark
    file: int | None = None
    part: str = ""
    site: str = ""
    group: str = NONE
    column: str = ""
    falls: bool = False
    known: KnownSites | None = None
    span: tuple[int, int] | None = None  # restricts the row numbers
    places: frozenset[tuple[int, str]] | None = None  # restricts files and parts
    shows_known: bool = False

    @property
    def is_narrow(self) -> bool:
        """True if a filter can exclude rows."""
        return bool(self.text.strip() or self.ranks) or self.mark is not None


class OrderRequest(NamedTuple):
    """A case, with the wanted rows and their order."""

    case: OpenCase
    query: RowQuery

    @property
    def is_long(self) -> bool:
        """True if computing the order would delay key presses."""
        first, last = self.query.span or (0, len(self.case.rows))
        return last - first > AT_ONCE


class Order(NamedTuple):
    """Row numbers in order; for a group, only its worst row, with the group size in ``counts``."""

    numbers: tuple[int, ...] = ()
    counts: dict[int, int] | None = None
    group: str = NONE
    folded: int = 0  # the number of collapsed rows, whether shown or not
    is_filtered: bool = False  # True if a filter may have excluded rows


# Sort keys that only depend on the kind of a row.
KIND_KEYS: dict[str, Callable[[RowKind], Any]] = {
    "element": lambda kind: kind.element,
    "host": lambda kind: (kind.host is None, kind.host or kind.site),
    "finding": lambda kind: (not kind.title, kind.title),
}
# Columns whose values are mostly distinct.
DIFFERING = {"value", "place"}


def order_of(request: OrderRequest, stopped: Event) -> Order | None:
    """Return the order, or None if stopped; marks are copied, since they may change."""
    case, query = request
    context = RowContext(dict(case.marks), case.host_counts, dict(case.raised))
    pause = PAUSE if request.is_long else 0.0
    return arranged(case.rows, query, stopped, pause=pause, context=context)


def arranged(
    rows: RowColumns,
    query: RowQuery,
    stopped: Event,
    *,
    pause: float = 0.0,
    context: RowContext = RowContext(),  # noqa: B008  # it cannot be changed
) -> Order | None:
    """Return the order of the rows for a query, or None if stopped."""
    rest: list[list[int]] = []
    folded = 0
    row_filter, known = RowFilter(rows, query), KnownRows(rows, query.known, context.marks)
    rank_of = _rank_of(rows, context)
    first, last = query.span or (0, len(rows))
    for start in range(first, last, PIECE):
        if stopped.is_set():
            return None
        numbers = row_filter.wanted(range(start, min(start + PIECE, last)))
        if query.ranks:
            numbers = [each for each in numbers if rank_of(each) in query.ranks]
        if query.mark is not None:
            numbers = [each for each in numbers if context.marks.get(each, "") == query.mark]
        if query.known:
            open_ones = known.unfolded(numbers)
            folded += len(numbers) - len(open_ones)
            numbers = numbers if query.shows_known else open_ones
        rest.append(numbers)
        sleep(pause)
    counts = None
    if query.group != NONE:
        rest, counts = grouped(rows, rest, query.group, stopped, rank_of)
    key = _key(rows, query.column, context, counts or {})
    in_order = sorted_by_many if query.column in DIFFERING else sorted_by_few
    result = in_order(rest, key, stopped, falls=query.falls, pause=pause)
    numbers_in_order = tuple(chain.from_iterable(result))
    if stopped.is_set():
        return None
    return Order(numbers_in_order, counts, query.group, folded)


def _rank_of(rows: RowColumns, context: RowContext) -> Callable[[int], int]:
    """Return a function that maps a row number to the severity of its worst finding."""
    kind_of, raised, ranks = rows.kind_of, context.raised, KindAnswers(rows, lambda kind: kind.rank)
    return lambda number: raised[number] if number in raised else ranks[kind_of[number]]


class KnownRows:
    """Tests whether rows are collapsed because they lead to known sites."""

    def __init__(
        self, rows: RowColumns, known: KnownSites | None, marks: Mapping[int, str]
    ) -> None:
        self._rows, self._known, self._marks = rows, known, marks
        self._may_fold = KindAnswers(rows, lambda kind: known is not None and known.may_fold(kind))

    def unfolded(self, numbers: Iterable[int]) -> list[int]:
        """Return the rows that are not collapsed."""
        kind_of, may_fold = self._rows.kind_of, self._may_fold
        return [each for each in numbers if not (may_fold[kind_of[each]] and self._folds(each))]

    def _folds(self, number: int) -> bool:
        known = self._known
        return known is not None and known.folds(self._rows[number], self._marks.get(number, ""))


class RowFilter:
    """Filters rows: each kind of row is tested once, then the text of single rows is searched."""

    def __init__(self, rows: RowColumns, query: RowQuery) -> None:
        self._rows, self._text = rows, query.text.lower()
        self._is_wanted = KindAnswers(rows, _test_of(query)) if _is_narrow(query) else None
        self._has_words = KindAnswers(rows, self._holds)

    def wanted(self, piece: Iterable[int]) -> list[int]:
        """Return the rows that match the query."""
        numbers, kind_of, is_wanted = piece, self._rows.kind_of, self._is_wanted
        if is_wanted is not None:
            numbers = [each for each in numbers if is_wanted[kind_of[each]]]
        return self._holding(numbers) if self._text else list(numbers)

    def _holding(self, numbers: Iterable[int]) -> list[int]:
        """Return the rows that contain the query's text, ignoring case."""
        text, rows, has_words = self._text, self._rows, self._has_words
        kind_of, values, targets = rows.kind_of, rows.values, rows.targets
        return [
            each
            for each in numbers
            if has_words[kind_of[each]]
            or text in values[each].lower()
            or ((target := targets[each]) is not values[each] and target and text in target.lower())
        ]

    def _holds(self, kind: RowKind) -> bool:
        title = say(kind.title) if kind.title else ""
        texts = (kind.host or kind.site, kind.site, title, kind.element)
        return any(self._text in each.lower() for each in texts)


def _is_narrow(query: RowQuery) -> bool:
    """Return True if the query can exclude rows by their kind."""
    asked = (query.file, query.places)
    return any(each is not None for each in asked) or bool(query.part or query.site)


def _test_of(query: RowQuery) -> Callable[[RowKind], bool]:
    inside = f"{query.part}."

    def is_wanted(kind: RowKind) -> bool:
        return (
            query.file in {None, kind.file}
            and (query.places is None or (kind.file, kind.part) in query.places)
            and (not query.part or f"{kind.part}.".startswith(inside))
            and (not query.site or kind.site == query.site)
        )

    return is_wanted


def names_in(rows: RowColumns, group: str) -> Callable[[int], str]:
    """Return a function that maps a row number to the name of the row's group."""
    kind_of, values, targets = rows.kind_of, rows.values, rows.targets
    if group == SITE:
        sites = KindAnswers(rows, lambda kind: kind.site)
        return lambda number: sites[kind_of[number]]
    return lambda number: targets[number] or values[number]


def grouped(
    rows: RowColumns,
    pieces: Iterable[Iterable[int]],
    group: str,
    stopped: Event,
    rank_of: Callable[[int], int],
) -> tuple[list[list[int]], dict[int, int]]:
    """Return the worst row of each group, in pieces, and the number of rows per group."""
    of = names_in(rows, group)
    worst: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for number in chain.from_iterable(pieces):
        name = of(number)
        counts[name] += 1
        first = worst.setdefault(name, number)
        if rank_of(number) > rank_of(first):
            worst[name] = number
    numbers = list(worst.values())
    cut = [numbers[at : at + PIECE] for at in range(0, len(numbers), PIECE)]
    result = list(sorted_by_many(cut, lambda number: number, stopped))
    return result, {number: counts[name] for name, number in worst.items()}


def _key(
    rows: RowColumns, column: str, context: RowContext, counts: dict[int, int]
) -> Callable[[int], Any]:
    kind_of, values, starts = rows.kind_of, rows.values, rows.starts
    if column == "links":
        return lambda number: counts.get(number, 1)
    if column == "mark":
        return lambda number: context.marks.get(number, "~")
    if column == "value":
        return lambda number: natural(values[number])
    if column == "place":
        if len({kind.file for kind in rows.kinds[:]}) == 1:
            return starts.__getitem__
        files = KindAnswers(rows, lambda kind: kind.file)
        return lambda number: (files[kind_of[number]], starts[number])
    if column in {"", "level"}:
        rank_of, sign = _rank_of(rows, context), 1 if column else -1
        return lambda number: sign * rank_of(number)
    if column == "seen":
        keys = KindAnswers(rows, lambda kind: context.host_counts.get(kind.host or "", 0))
    else:
        keys = KindAnswers(rows, KIND_KEYS[column])
    return lambda number: keys[kind_of[number]]
