"""The links of a case, column by column: a row is made when somebody asks for it.

A page of a million links has a few thousand kinds of rows: what a row shows besides its text and
its place is kept once for all that share it, and is what most filters and orders go by.  Columns
are what one process sends to another, too: rows would be taken apart and put together for each.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import LinkRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uriinspector.analysis.finding import Finding


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
