"""Pairs to begin with."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.model import NamedTuple
from uriinspector.gui.compare.compared_pair import ComparePair
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu


class ExamplePair(NamedTuple):
    """What a pair shows, the pair, and the group that it belongs to or ""."""

    title: str
    pair: ComparePair
    group: str = ""


@cache
def pairs() -> tuple[ExamplePair, ...]:
    """Read every pair."""
    rows = tomllib.loads(shipped_text("pairs.toml"))["pair"]
    return tuple(
        ExamplePair(each.pop("title"), group=each.pop("group", ""), pair=ComparePair(**each))
        for each in rows
    )


def fill(menu: QMenu, on: Callable[[ComparePair], object]) -> None:
    """Put the pairs into a menu, those of a group into one below it."""
    menus = {"": menu}
    for example in pairs():
        if example.group not in menus:
            menus[example.group] = menu.addMenu(say(example.group))
        action = menus[example.group].addAction(say(example.title).replace("&", "&&"))
        action.triggered.connect(lambda _on, pair=example.pair: on(pair))
