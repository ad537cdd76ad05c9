"""The rows of a table in the order of their numbers, around what is damaged in its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uriinspector.documents.cases.schema import DAMAGED, CaseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    Row: TypeAlias = "tuple[Any, ...]"

# So many rows are read from the file at once.
PAGE = 1_000
# So often a part of the file that is damaged is asked for once more, in smaller pieces.
TRIES = 10_000
# No row has a larger number than this: a million links take a hundred million octets.
MOST = 1 << 26


class TableRows:
    """What can be read; ``is_torn`` says whether something could not."""

    def __init__(self, asked: Callable[[str, tuple[Any, ...]], list[Row]]) -> None:
        self._asked = asked
        self._tries = TRIES
        self.is_torn = False

    def answer(self, question: str) -> list[Row]:
        """All of it, or nothing."""
        try:
            return self._asked(question, ())
        except CaseError as error:
            if error.why != DAMAGED:
                raise
            self.is_torn = True
            return []

    def rows(self, table: str, columns: str, key: str = "number") -> Iterator[Row]:
        """The rows of a table by their numbers, a page at a time."""
        first = 0
        while True:
            try:
                question = f"SELECT {columns} FROM {table} WHERE {key} >= ? ORDER BY {key} LIMIT ?"
                page = self._asked(question, (first, PAGE))
            except CaseError as error:
                if error.why != DAMAGED:
                    raise
                self.is_torn = True
                page = list(self._range(table, columns, key, first, first + PAGE - 1))
                yield from page
                if self._tries <= 0:
                    return
                first += PAGE
                continue
            if not page:
                return
            for row in page:
                # In a damaged tree rows are in another order: it could be gone round for ever.
                if not first <= row[0] <= MOST:
                    self.is_torn = True
                    return
                yield row
                first = row[0] + 1

    def _range(self, table: str, columns: str, key: str, first: int, last: int) -> Iterator[Row]:
        """What can be read of a run of rows of which some cannot: halves of it, and of those."""
        self._tries -= 1
        if self._tries <= 0:
            return
        question = f"SELECT {columns} FROM {table} WHERE {key} BETWEEN ? AND ? ORDER BY {key}"
        try:
            yield from self._asked(question, (first, last))
        except CaseError as error:
            if error.why != DAMAGED:
                raise
            if first < last:
                middle = (first + last) // 2
                yield from self._range(table, columns, key, first, middle)
                yield from self._range(table, columns, key, middle + 1, last)
