"""The links of a case, column by column.

A page of a million links has a few thousand kinds of rows: what a row shows besides its text and
its place is kept once for all that share it, and is what most filters and orders go by.  Columns
are what one process sends to another, too: rows would be taken apart and put together for each.

Of a judgement only that is kept which a row shows and which the rules about places ask for, some
four hundred octets; as a whole it would take four times as much.  Where a rule finds something at
the place of a link, the link is judged in full.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, overload

from uriinspector.analysis.domains import public_suffix
from uriinspector.analysis.finding import MEDIUM, RANK, Finding
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import (
    MALICIOUS,
    Head,
    LinkRow,
    cells_of,
    element_of,
    row_of,
)
from uriinspector.documents.document import Link
from uriinspector.documents.document_values import END, PLACE, START, LinkPlace
from uriinspector.documents.judge import Judgement
from uriinspector.documents.leaf import Leaf, base_at
from uriinspector.documents.rules.sites import is_address
from uriinspector.documents.rules.table import findings_of
from uriinspector.readers.browser import host_in_browsers

if TYPE_CHECKING:
    Place: TypeAlias = "tuple[str, str, int, int, str, int]"

# What is further behind is in no file that is read.
LIMIT = 1 << 32
# Line, column, start and end.
PLACES = range(4)


class RowKind(NamedTuple):
    """What rows share, by the names that it has in a ``LinkRow``."""

    file: int
    part: str
    element: str
    how: str
    base: str | None
    host: str | None
    site: str
    rank: int
    title: str
    code: str


class RowBlock(Sequence[LinkRow]):
    """Rows by number, with nothing besides: what is sent of them."""

    def __init__(self) -> None:
        self.kinds: list[RowKind] = []
        self.kind_of = array("I")  # the number of its kind, of each row
        self.values: list[str] = []
        self.targets: list[str | None] = []
        self.places = tuple(array("I") for _ in PLACES)
        self.own: dict[int, tuple[Finding, ...]] = {}  # of the few that have any
        # A damaged case can tell of places that are in no file.
        self.unplaceable: dict[int, LinkRow] = {}

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[LinkRow]:
        return map(self._row, range(len(self)))

    @overload
    def __getitem__(self, index: int) -> LinkRow: ...
    @overload
    def __getitem__(self, index: slice) -> list[LinkRow]: ...
    def __getitem__(self, index: int | slice) -> LinkRow | list[LinkRow]:
        if isinstance(index, slice):
            return [self._row(each) for each in range(*index.indices(len(self)))]
        return self._row(range(len(self))[index])

    @property
    def starts(self) -> array[int]:
        """Where the value of each row begins in its file."""
        return self.places[2]

    def kind(self, number: int) -> RowKind:
        """What a row shares with others."""
        return self.kinds[self.kind_of[number]]

    def _row(self, number: int) -> LinkRow:
        if self.unplaceable and number in self.unplaceable:
            return self.unplaceable[number]
        file, part, element, how, base, host, site, rank, title, code = self.kind(number)
        line, column, start, end = (each[number] for each in self.places)
        return LinkRow(
            *(file, part, element, self.values[number], how, base, self.targets[number]),
            *(host, site, rank, title, code, line, column),
            *(start, end, self.own.get(number, ())),
        )


class RowColumns(RowBlock):
    """Rows to which others are added at the end."""

    def __init__(self, rows: Iterable[LinkRow] = ()) -> None:
        super().__init__()
        self._numbers: dict[tuple[Any, ...], int] = {}
        # One text for all that are equal, and how many different targets there are.
        self.unique: dict[str, str] = {}
        self.extend(rows)

    def __reduce__(self) -> tuple[object, ...]:
        """What finds equal ones is not sent."""
        columns = {name: value for name, value in vars(self).items() if name not in OF_COLUMNS}
        return RowBlock, (), columns

    def extend(self, rows: Iterable[LinkRow]) -> None:
        """Add rows at the end."""
        if isinstance(rows, RowBlock):
            self._join(rows)
            return
        for row in rows:
            self._append(row)

    def add(self, kind: RowKind, value: str, target: str | None, place: tuple[int, ...]) -> None:
        """Add a row of a kind by the columns that are its own."""
        for column, number in zip(self.places, place, strict=True):
            column.append(number)
        self.kind_of.append(self._number(kind))
        self._add_text(value, target)

    def _append(self, row: LinkRow) -> None:
        file, part, element, value, how, base, target, host, site, rank, title, code = row[:12]
        *place, own = row[12:]
        if not 0 <= min(place) <= max(place) < LIMIT:
            self.unplaceable[len(self)] = row
            place = [0] * len(place)
        if own:
            self.own[len(self)] = own
        kind = RowKind(file, part, element, how, base, host, site, rank, title, code)
        self.add(kind, value, target, tuple(place))

    def _join(self, rows: RowBlock) -> None:
        """Add rows that are columns already."""
        first = len(self)
        numbers = list(map(self._number, rows.kinds))
        self.own.update((first + at, own) for at, own in rows.own.items())
        self.unplaceable.update((first + at, row) for at, row in rows.unplaceable.items())
        self.kind_of.extend(map(numbers.__getitem__, rows.kind_of))
        for column, other in zip(self.places, rows.places, strict=True):
            column.extend(other)
        for value, target in zip(rows.values, rows.targets, strict=True):
            self._add_text(value, target)

    def _number(self, kind: RowKind) -> int:
        number = self._numbers.get(kind)
        if number is None:
            number = self._numbers[kind] = len(self.kinds)
            self.kinds.append(kind)
        return number

    def _add_text(self, value: str, target: str | None) -> None:
        text = target or value
        meant = self.unique.setdefault(text, text)
        self.targets.append(meant if target else target)
        # Last: by the number of values others know how many rows there are.
        self.values.append(meant if value == meant else value)


# What columns have besides those of a block.
OF_COLUMNS = frozenset({"_numbers", "unique"})


def interleaved(blocks: Sequence[RowBlock], owners: bytes) -> RowBlock:
    """One block of several: ``owners`` says of each row in turn which of them has it."""
    result, first = RowBlock(), 0
    numbers = []
    for each in blocks:
        numbers.append(range(first, first + len(each.kinds)))
        result.kinds += each.kinds
        first += len(each.kinds)

    def in_turn(columns: Iterable[Iterable[Any]]) -> Iterator[Any]:
        return map(next, map([iter(each) for each in columns].__getitem__, owners))

    kinds = (map(of.__getitem__, each.kind_of) for of, each in zip(numbers, blocks, strict=True))
    result.kind_of.extend(in_turn(kinds))
    for at, column in enumerate(result.places):
        column.extend(in_turn(each.places[at] for each in blocks))
    result.targets += in_turn(each.targets for each in blocks)
    result.values += in_turn(each.values for each in blocks)
    for owner, each in enumerate(blocks):
        if each.own or each.unplaceable:
            where = [at for at, of in enumerate(owners) if of == owner]
            result.own.update((where[at], own) for at, own in each.own.items())
            result.unplaceable.update((where[at], row) for at, row in each.unplaceable.items())
    return result


class KindAnswers(dict[int, Any]):
    """What a function says of each kind, asked once of each, by the number of the kind."""

    def __init__(self, rows: RowBlock, of: Callable[[RowKind], Any]) -> None:
        super().__init__()
        self._kinds, self._of = rows.kinds, of

    def __missing__(self, number: int) -> Any:
        answer = self[number] = self._of(self._kinds[number])
        return answer


# From here on no row folds away, whatever is known.
WORST = RANK[MEDIUM]
ENDS = ("", "/", "?", "#", ":")


class RatedHost(Protocol):
    """What a row shares with all of its severity and host."""

    @property
    def rank(self) -> int:
        """The severity."""

    @property
    def host(self) -> str | None:
        """The host, if it has one."""


class KnownSites:
    """Names of hosts and domains; one stands for all that is below it."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = frozenset(filter(None, map(name_of, names)))
        self._answers: dict[str, bool] = {}

    def __bool__(self) -> bool:
        return bool(self.names)

    def has(self, host: str) -> bool:
        """Whether a host, as browsers name it, is one of them."""
        result = self._answers.get(host)
        if result is None:
            result = self._answers[host] = self._has(host.lower().removesuffix("."))
        return result

    def folds(self, row: LinkRow, mark: str = "") -> bool:
        """Whether a row folds away: calm, straight to a known host, and not marked as malicious."""
        return (
            mark != MALICIOUS
            and row.host is not None
            and self.may_fold(row)
            and leads_straight(row.target or row.value, row.host)
        )

    def may_fold(self, kind: RatedHost) -> bool:
        """Whether rows of this severity and host fold away, unless their text has a say."""
        return kind.rank < WORST and kind.host is not None and self.has(kind.host)

    def _has(self, host: str) -> bool:
        if host in self.names:
            return True
        if is_address(host):
            return False
        above = host
        while "." in above:
            above = above.partition(".")[2]
            # Nobody knows all that is registered under a suffix: it stands for itself alone.
            if above in self.names and public_suffix(above) != above:
                return True
        return False


def name_of(written: str) -> str | None:
    """A name as browsers have it, from how people write one; None where it is none."""
    name = written.strip().removeprefix("*").removeprefix(".").lower().removesuffix(".")
    return host_in_browsers(name) if name and not set(name) & set("/?#@\\ ") else None


def leads_straight(text: str, host: str) -> bool:
    """Whether the text names the host itself, and leads to no other one through it."""
    rest = text.partition("://")[2].lower()
    if not rest.startswith(host) or rest[len(host) : len(host) + 1] not in ENDS:
        return False
    return "//" not in rest and "%2f%2f" not in rest


class FileReplacement(NamedTuple):
    """The number of the file, and what is in it now."""

    file: int
    head: Head
    links: list[LinkRow]


class FileCompletion(FileReplacement):
    """All that is known of a file, in place of what its beginning told: most often the same."""


def renumbering(
    old: Sequence[LinkRow], new: Sequence[LinkRow], first: int
) -> Callable[[int], int | None]:
    """The new number of each link of a case, by its old one; None of one that is gone.

    ``first`` is the number of the first link of the file.
    """
    numbers = dict(zip(_places(new), range(first, first + len(new)), strict=True))
    same = {number: numbers.get(place) for number, place in enumerate(_places(old), first)}
    behind, shift = first + len(old), len(new) - len(old)

    def number_of(number: int) -> int | None:
        if number < first:
            return number
        return number + shift if number >= behind else same[number]

    return number_of


def _places(links: Sequence[LinkRow]) -> list[Place]:
    """What tells links of a file apart, of those at the same place their order."""
    seen: Counter[tuple[str, str, int, int, str]] = Counter()
    result = []
    for each in links:
        place = (each.part, each.element, each.start, each.end, each.value)
        seen[place] += 1
        result.append((*place, seen[place]))
    return result


# So many values are remembered at most, by all processes that share a file.
REMEMBERED = 1 << 19


class KnownValue(NamedTuple):
    """What rows of a value share, its target, and what the rules about places ask for."""

    kind: RowKind
    target: str | None
    judged: Judgement


ValueKey: TypeAlias = "tuple[Leaf, LinkPlace, str]"


class RowMaker:
    """Makes the rows of one file."""

    def __init__(self, file: int, most: int = REMEMBERED) -> None:
        self._file = file
        # Two generations: what nobody asked for in the time of one is forgotten.
        self._most = max(most // 2, 1)
        self._young: dict[ValueKey, KnownValue] = {}
        self._old: dict[ValueKey, KnownValue] = {}
        # Most values share what is said of them with others.
        self._kinds: dict[RowKind, RowKind] = {}
        # Rules ask which findings there are, not where: one of each kind stands for all.
        self._findings: dict[tuple[str, ...], tuple[Finding, ...]] = {}

    def rows(self, links: Iterable[Link]) -> RowColumns:
        """The same rows that ``row_of`` makes."""
        result = RowColumns()
        for each in links:
            self._add(each, result)
        return result

    def _add(self, link: Link, rows: RowColumns) -> None:
        leaf, location = link.leaf, link.location
        value = leaf.value(location)
        key = (leaf, location[PLACE], value)
        known = self._young.get(key) or self._remembered(key)
        if known is None:
            known = self._judged(link, value)
            self._remember(key, known)
        start, end = leaf.octets.place(location[START], location[END])
        if end >= LIMIT or findings_of(leaf, location, known.judged, value):
            rows.extend((row_of(link, self._file),))
            return
        rows.add(known.kind, value, known.target, (*leaf.lines.place(start), start, end))

    def _judged(self, link: Link, value: str) -> KnownValue:
        leaf, place = link.leaf, link.place
        spelled = link.spelled(value)
        target, host, site, rank, title, code = cells_of(value, spelled)
        base = leaf.base if leaf.base is leaf.outer else base_at(leaf, place, value)
        kind = RowKind(
            *(self._file, leaf.part.path, element_of(place), place.how, base.text),
            *(host, site, rank, title, code),
        )
        kind = self._kinds.setdefault(kind, kind)
        return KnownValue(kind, target, self._reduced(spelled))

    def _remembered(self, key: ValueKey) -> KnownValue | None:
        known = self._old.get(key)
        if known is not None:
            self._remember(key, known)
        return known

    def _remember(self, key: ValueKey, known: KnownValue) -> None:
        if len(self._young) >= self._most:
            self._old, self._young = self._young, {}
            self._kinds = {}
        self._young[key] = known

    def _reduced(self, spelled: Judgement) -> Judgement:
        findings = spelled.findings
        if findings:
            codes = tuple(each.code for each in findings)
            findings = self._findings.setdefault(codes, findings)
        verdict = spelled.verdict._replace(route=(), through=(), why=(), worst=None)
        return Judgement(spelled.target, findings, verdict)
