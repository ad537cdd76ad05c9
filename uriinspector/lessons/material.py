"""What drawn questions are made of: names of which none is real, read from a shipped list."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

from uriinspector.analysis.resource_files import shipped_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uriinspector.lessons.draw import Draw

# How a pack draws: sheets that were given out keep their questions, so a change gets a number.
FIRST_MATERIAL, SPREAD_MATERIAL = 1, 2


@cache
def material() -> Mapping[str, Sequence[str]]:
    """Every list by its name."""
    lists = tomllib.loads(shipped_text("lessons/material.toml"))
    return {name: tuple(items) for name, items in lists.items() if isinstance(items, list)}


class Pool:
    """The material of one question: nothing is drawn twice, so that no two names are the same."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self._drawn: set[str] = set()

    def take(self, name: str) -> str:
        """One more of a list; when all of it was drawn, any of it again."""
        items = material()[name]
        left = [each for each in items if each not in self._drawn] or items
        item = self.draw.choice(left)
        self._drawn.add(item)
        return item
