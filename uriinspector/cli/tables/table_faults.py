"""What is wrong with rows of a table: the first few in words, the others as a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.cli.screen import complain

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_SHOWN = 10


class TableFaults:
    """Rows that were left out, and rows of which something was."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._lost = self._different = self._count = self._last = 0

    def left_out(self, number: int, why: str) -> None:
        """The whole row."""
        self._lost += 1
        self._tell(f"{self._unit} {number:,}: left out: {why}")

    def changed(self, number: int, what: str) -> None:
        """Something in it."""
        self._different += number != self._last
        self._last = number
        self._tell(f"{self._unit} {number:,}: {what}")

    def _tell(self, text: str) -> None:
        self._count += 1
        if self._count <= MOST_SHOWN:
            complain(text)

    def __bool__(self) -> bool:
        return bool(self._count)

    def summary(self) -> Iterator[str]:
        """How many there were."""
        if self._lost:
            yield f"{_counted(self._lost)} left out"
        if self._different:
            yield f"{_counted(self._different)} not as in the input"


def _counted(count: int) -> str:
    return "1 row was" if count == 1 else f"{count:,} rows were"
