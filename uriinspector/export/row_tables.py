"""Tables of rows as they come in: by their columns, with every cell, whatever delimits them."""

from __future__ import annotations

import csv
import re
from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST = 1 << 20  # of a cell
DELIMITERS = ("\t", ";", ",")
# Other names that people give to the columns.
ALIASES = {
    "uri": "reference",
    "ref": "reference",
    "text": "reference",
    "target": "expected",
    "link": "reference",
    "basis": "base",
    "referenz": "reference",
    "ausgabe": "edition",
    "antwort": "answer",
    "frage": "ask",
    "erwartet": "expected",
    "sch\u00fcler": "student",
    "sch\u00fclerin": "student",
}
# In answers to a pack, whose sheets have numbers, these are other names of their columns.
PACK_ALIASES = {
    **dict.fromkeys(("name", "code"), "student"),
    **dict.fromkeys(("frage", "number", "nummer", "nr", "nr.", "no", "no."), "question"),
}
# What spreadsheets write in front of a table.
SEPARATOR = expression(r"\"?sep=([\t;,])\"?\s*\Z", re.IGNORECASE)


class InputRow(NamedTuple):
    """One row: all its cells, and those of known columns by name; or what is wrong with it."""

    line: int
    cells: tuple[str, ...] = ()
    values: dict[str, str] = {}  # noqa: RUF012 - never changed
    fault: str = ""

    def cells_of(self, count: int) -> tuple[str, ...]:
        """As many cells as there are columns."""
        return (*self.cells, *[""] * (count - len(self.cells)))[:count]


def header(cells: list[str], columns: tuple[str, ...]) -> tuple[str, ...] | None:
    """The columns in the order of a row, where that names them."""
    names = [cell.strip().casefold() for cell in cells]
    order: list[str] = []
    for name in names:
        known = name if name in columns else _meant(name, names, columns)
        # No other name takes the place of a column that is there.
        order.append(name if known in names or known in order else known)
    return tuple(order) if set(columns) <= set(order) else None


def _meant(name: str, names: list[str], columns: tuple[str, ...]) -> str:
    known = PACK_ALIASES.get(name, "")
    is_within_item = name == "number" and "item" in names
    return known if known in columns and not is_within_item else ALIASES.get(name, name)


def cells_of(first: str, delimiter: str) -> list[str]:
    """The cells of one line; of what is longer than a cell may be, those in its beginning."""
    return next(csv.reader([first[:LONGEST]], delimiter=delimiter), [])


def why_unread(fault: csv.Error) -> str:
    """What the library says of a row, but for what it says in its own terms."""
    return f"a cell has more than {LONGEST:,} characters" if "limit" in str(fault) else str(fault)


def delimiter_of(first: str, columns: tuple[str, ...]) -> str:
    """What is between the cells: what makes names of the first line, else a tab or a comma."""
    for each in DELIMITERS:
        cells = cells_of(first, each)
        if len(cells) > 1 and header(cells, columns):
            return each
    return "\t" if "\t" in first and '"' not in first else ","


class InputTable:
    """The rows of a table, one by one; the first one may name the columns.

    ``names`` are the columns as they came in: of the first row, or the usual ones in their order,
    numbered where there are more cells.
    """

    def __init__(
        self,
        lines: Iterable[str],
        columns: tuple[str, ...],
        order: tuple[str, ...] = (),
        delimiter: str = "",
    ) -> None:
        csv.field_size_limit(LONGEST)
        self._columns = columns
        lines = iter(lines)
        first = next(lines, "")
        skipped = SEPARATOR.match(first)
        if skipped:
            delimiter = delimiter or skipped[1]
            first = next(lines, "")
        self.delimiter = delimiter or delimiter_of(first, columns)
        self._skipped = int(skipped is not None)
        self._reader = csv.reader(chain((first,), lines), delimiter=self.delimiter)
        self._first = self._read()
        cells = list(self._first.cells) if self._first else []
        self.first_cells = tuple(cells)
        named = header(cells, columns)
        self.has_header = named is not None
        order = named or order or (*columns, "expected")
        more = range(len(order) + 1, len(cells) + 1)
        self._order = (*order, *(f"column {number}" for number in more))
        self.names = tuple(cells) if named else self._order

    def __iter__(self) -> Iterator[InputRow]:
        """Every row that is not empty and does not name the columns."""
        row = None if self.has_header else self._first
        while True:
            if row is not None and (row.cells or row.fault):
                yield self._named(row)
            row = self._read()
            if row is None:
                return

    def _read(self) -> InputRow | None:
        try:
            cells = next(self._reader)
        except StopIteration:
            return None
        except csv.Error as fault:
            return InputRow(self._line, fault=why_unread(fault))
        return InputRow(self._line, tuple(cells))

    @property
    def _line(self) -> int:
        return self._reader.line_num + self._skipped

    def _named(self, row: InputRow) -> InputRow:
        if row.fault:
            return row
        values = dict(zip(self._order, row.cells, strict=False))
        missing = [name for name in self._columns if name not in values]
        fault = f"missing column: {missing[0]}" if missing else ""
        return InputRow(row.line, row.cells, values, fault)

    def surplus(self, row: InputRow) -> str:
        """What is wrong with a row that has more cells than there are columns."""
        if not any(row.cells[len(self.names) :]):
            return ""
        return f"{len(row.cells)} cells, but {len(self.names)} columns: quote cells with delimiters"
