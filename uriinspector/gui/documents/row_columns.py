"""The links of a case, column by column: a row is made when somebody asks for it.

A page of a million links has a few thousand kinds of rows: what a row shows besides its text and
its place is kept once for all that share it, and is what most filters and orders go by.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from uriinspector.documents.cases.link_row import LinkRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uriinspector.analysis.finding import Finding


# What is further behind is in no file that is read.
LIMIT = 1 << 32


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


class RowColumns(Sequence[LinkRow]):
    """Rows by number, to which others are added at the end."""

    def __init__(self, rows: Iterable[LinkRow] = ()) -> None:
        self.kinds: list[RowKind] = []
        self.kind_of = array("I")  # the number of its kind, of each row
        self.values: list[str] = []
        self.targets: list[str | None] = []
        self.starts = array("I")
        self._ends, self._lines, self._columns = array("I"), array("I"), array("I")
        self._own: dict[int, tuple[Finding, ...]] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}
        # One text for all that are equal, and how many different targets there are.
        self.unique: dict[str, str] = {}
        # A damaged case can tell of places that are in no file.
        self._unplaceable: dict[int, LinkRow] = {}
        self.extend(rows)

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

    def kind(self, number: int) -> RowKind:
        """What a row shares with others."""
        return self.kinds[self.kind_of[number]]

    def extend(self, rows: Iterable[LinkRow]) -> None:
        """Add rows at the end."""
        for row in rows:
            self._append(row)

    def _append(self, row: LinkRow) -> None:
        file, part, element, value, how, base, target, host, site, rank, title, code = row[:12]
        line, column, start, end, own = row[12:]
        kind = (file, part, element, how, base, host, site, rank, title, code)
        number = self._numbers.get(kind)
        if number is None:
            number = self._numbers[kind] = len(self.kinds)
            self.kinds.append(RowKind(*kind))
        place = (line, column, start, end)
        if not 0 <= min(place) <= max(place) < LIMIT:
            self._unplaceable[len(self)] = row
            line = column = start = end = 0
        if own:
            self._own[len(self)] = own
        meant = self.unique.setdefault(target or value, target or value)
        self.targets.append(meant if target else target)
        self.kind_of.append(number)
        self.starts.append(start)
        self._ends.append(end)
        self._lines.append(line)
        self._columns.append(column)
        # Last: by the number of values others know how many rows there are.
        self.values.append(meant if value == meant else value)

    def _row(self, number: int) -> LinkRow:
        if self._unplaceable and number in self._unplaceable:
            return self._unplaceable[number]
        file, part, element, how, base, host, site, rank, title, code = self.kind(number)
        return LinkRow(
            *(file, part, element, self.values[number], how, base, self.targets[number]),
            *(host, site, rank, title, code, self._lines[number], self._columns[number]),
            *(self.starts[number], self._ends[number], self._own.get(number, ())),
        )


class KindAnswers(dict[int, Any]):
    """What a function says of each kind, asked once of each, by the number of the kind."""

    def __init__(self, rows: RowColumns, of: Callable[[RowKind], Any]) -> None:
        super().__init__()
        self._kinds, self._of = rows.kinds, of

    def __missing__(self, number: int) -> Any:
        answer = self[number] = self._of(self._kinds[number])
        return answer
