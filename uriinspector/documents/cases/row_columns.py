"""The links of a case, stored in columns.

A million links have only a few thousand kinds of rows: the values that rows have in common
are stored once for all of them, and most filters and orders use only these. Processes also
exchange whole columns, because single rows would have to be pickled one by one.

Of a judgement, only the columns of the row and the input of the rules about places are kept, about
400 bytes; a whole judgement is four times as large. If a rule has a finding at the place of a link,
the link is judged again in full.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, overload

from uriinspector.analysis.domains import public_suffix
from uriinspector.analysis.finding import MEDIUM, RANK, Finding
from uriinspector.analysis.verdict import written
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

# Larger offsets cannot occur in files that we read.
LIMIT = 1 << 32
# Indices of line, column, start and end.
PLACES = range(4)


class RowKind(NamedTuple):
    """The values that rows have in common, under their names in ``LinkRow``."""

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
    """A read-only sequence of rows in columns, which can be sent to other processes."""

    def __init__(self) -> None:
        self.kinds: list[RowKind] = []
        self.kind_of = array("I")  # the index of each row's kind
        self.values: list[str] = []
        self.targets: list[str | None] = []
        self.places = tuple(array("I") for _ in PLACES)
        self.own: dict[int, tuple[Finding, ...]] = {}  # only of rows that have any
        # Rows with offsets that are out of range, which damaged cases can contain.
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
        """Return the offset of each value in its file."""
        return self.places[2]

    def kind(self, number: int) -> RowKind:
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
    """A row block to which rows can be added."""

    def __init__(self, rows: Iterable[LinkRow] = ()) -> None:
        super().__init__()
        self._numbers: dict[tuple[Any, ...], int] = {}
        # Equal strings are stored once; the keys are all distinct targets.
        self.unique: dict[str, str] = {}
        self.extend(rows)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as a plain row block, without the indexes for adding rows."""
        columns = {name: value for name, value in vars(self).items() if name not in OF_COLUMNS}
        return RowBlock, (), columns

    def extend(self, rows: Iterable[LinkRow]) -> None:
        if isinstance(rows, RowBlock):
            self._join(rows)
            return
        for row in rows:
            self._append(row)

    def add(self, kind: RowKind, value: str, target: str | None, place: tuple[int, ...]) -> None:
        """Add a row with its kind and its individual columns."""
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
        """Add the rows of another block."""
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
        # Added last, because other threads use the number of values as the number of rows.
        self.values.append(meant if value == meant else value)


# Attributes of RowColumns that a RowBlock does not have.
OF_COLUMNS = frozenset({"_numbers", "unique"})


def interleaved(blocks: Sequence[RowBlock], owners: bytes) -> RowBlock:
    """Merge blocks: ``owners`` contains, for each row in turn, the index of its block."""
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
    """The results of a function for each kind, computed on demand, by the number of the kind."""

    def __init__(self, rows: RowBlock, of: Callable[[RowKind], Any]) -> None:
        super().__init__()
        self._kinds, self._of = rows.kinds, of

    def __missing__(self, number: int) -> Any:
        answer = self[number] = self._of(self._kinds[number])
        return answer


# Rows of this severity or worse are never collapsed.
WORST = RANK[MEDIUM]
ENDS = ("", "/", "?", "#", ":")


class RatedHost(Protocol):
    """The severity and the host of a row or a kind of rows."""

    @property
    def rank(self) -> int: ...

    @property
    def host(self) -> str | None: ...


class KnownSites:
    """Names of known hosts and domains; each includes its subdomains."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = frozenset(filter(None, map(name_of, names)))
        self._answers: dict[str, bool] = {}

    def __bool__(self) -> bool:
        return bool(self.names)

    def has(self, host: str) -> bool:
        """Return True if the host, as normalized by browsers, is known."""
        result = self._answers.get(host)
        if result is None:
            result = self._answers[host] = self._has(host.lower().removesuffix("."))
        return result

    def folds(self, row: LinkRow, mark: str = "") -> bool:
        """Return True if a row is collapsed: not severe, not malicious, and only a known host."""
        return (
            mark != MALICIOUS
            and row.host is not None
            and self.may_fold(row)
            and leads_straight(row.target or row.value, row.host)
        )

    def may_fold(self, kind: RatedHost) -> bool:
        """Return True if rows of this severity and host can be collapsed, if their text permits."""
        return kind.rank < WORST and kind.host is not None and self.has(kind.host)

    def _has(self, host: str) -> bool:
        if host in self.names:
            return True
        if is_address(host):
            return False
        above = host
        while "." in above:
            above = above.partition(".")[2]
            # A public suffix is shared by many owners, so it does not include its subdomains.
            if above in self.names and public_suffix(above) != above:
                return True
        return False


def name_of(written: str) -> str | None:
    """Return a typed name as browsers normalize it; None if it is not a host."""
    name = written.strip().removeprefix("*").removeprefix(".").lower().removesuffix(".")
    return host_in_browsers(name) if name and not set(name) & set("/?#@\\ ") else None


def leads_straight(text: str, host: str) -> bool:
    """Return True if the URL names this host and contains no other one, as redirects do."""
    rest = text.partition("://")[2].lower()
    if not rest.startswith(host) or rest[len(host) : len(host) + 1] not in ENDS:
        return False
    return "//" not in rest and "%2f%2f" not in rest


class FileReplacement(NamedTuple):
    """The number of a file, with its new content."""

    file: int
    head: Head
    links: list[LinkRow]


class FileCompletion(FileReplacement):
    """The full content of a file of which only the beginning was known."""


def renumbering(
    old: Sequence[LinkRow], new: Sequence[LinkRow], first: int
) -> Callable[[int], int | None]:
    """Return a function from old to new link numbers; it returns None for links that are gone.

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
    """Return a key for each link of a file; links at the same place are numbered."""
    seen: Counter[tuple[str, str, int, int, str]] = Counter()
    result = []
    for each in links:
        place = (each.part, each.element, each.start, each.end, each.value)
        seen[place] += 1
        result.append((*place, seen[place]))
    return result


# The maximum number of values to remember, in all processes that share a file.
REMEMBERED = 1 << 19


class KnownValue(NamedTuple):
    """The columns of a value: its kind and its target, with the input of the rules about places."""

    kind: RowKind
    target: str | None
    judged: Judgement


ValueKey: TypeAlias = "tuple[Leaf, LinkPlace, str]"


class RowMaker:
    """Makes rows from the links of one file, with a cache."""

    def __init__(self, file: int, most: int = REMEMBERED) -> None:
        self._file = file
        # Two generations of a cache: values that were not used during one generation are dropped.
        self._most = max(most // 2, 1)
        self._young: dict[ValueKey, KnownValue] = {}
        self._old: dict[ValueKey, KnownValue] = {}
        # Most values are of the same kind as others.
        self._kinds: dict[RowKind, RowKind] = {}
        # Rules only use the codes of findings, so findings with the same codes share one
        # instance.
        self._findings: dict[tuple[str, ...], tuple[Finding, ...]] = {}

    def rows(self, links: Iterable[Link]) -> RowColumns:
        """Return the rows of these links, the same as ``row_of`` would make."""
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
        words = written(spelled.verdict.sentence)
        verdict = spelled.verdict._replace(route=(), words=words, through=(), worst=None)
        return Judgement(spelled.target, findings, verdict)
