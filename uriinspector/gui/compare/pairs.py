"""Pairs to begin with."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.shipped import shipped_text
from uriinspector.gui.compare.compared import Pair
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu


class Example(NamedTuple):
    """What a pair shows, and the pair."""

    title: str
    pair: Pair


@cache
def pairs() -> tuple[Example, ...]:
    """Read every pair."""
    rows = tomllib.loads(shipped_text("pairs.toml"))["pair"]
    return tuple(Example(each.pop("title"), Pair(**each)) for each in rows)


def fill(menu: QMenu, on: Callable[[Pair], object]) -> None:
    """Put the pairs into a menu."""
    for example in pairs():
        action = menu.addAction(say(example.title).replace("&", "&&"))
        action.triggered.connect(lambda _on, pair=example.pair: on(pair))
