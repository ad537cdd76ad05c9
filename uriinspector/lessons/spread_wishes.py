"""The alternatives that an item names, spread evenly over the questions of one student."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

# Of these fields, each question has one value.
FIELDS = ("tricks", "parts", "references")


class SpreadWishes:
    """Rounds of the alternatives, each round in another order: none comes twice in a round."""

    def __init__(self, wishes: Wishes, draw: Draw) -> None:
        self._wishes = wishes
        self._draw = draw
        self._field = next((each for each in FIELDS if len(set(getattr(wishes, each))) > 1), "")
        values: tuple[str, ...] = getattr(wishes, self._field) if self._field else ()
        self._alternatives = list(dict.fromkeys(values))
        self._round: list[str] = []

    def for_next_question(self) -> Iterator[tuple[Wishes, bool]]:
        """What to draw it by; who asks on could not, and is not given that alternative again.

        The second value says whether there is something else to draw it by.
        """
        while self._alternatives:
            if not self._round:
                self._round = self._draw.sample(self._alternatives, len(self._alternatives))
            value = self._round.pop()
            narrowed: dict[str, Any] = {self._field: (value,)}
            yield replace(self._wishes, **narrowed), True
            self._alternatives.remove(value)
        yield self._wishes, False
