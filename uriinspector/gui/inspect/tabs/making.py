"""The tabs by name, each loaded and made when it is first asked for: most are never opened."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from uriinspector.gui.inspect.tabs.titles import TITLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.gui.inspect.tabs.tab import Tab
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme

CLASSES = {
    "escapes": "Escapes",
    "normal": "Normal",
    "readings": "Readings",
    "scheme": "Scheme",
    "nested": "NestedTab",
    "grammar": "Grammar",
}


class Making(Mapping[str, "Tab"]):
    """Every tab can be had; ``take`` is told of each when it has been made."""

    def __init__(self, theme: Theme, selection: Selection, take: Callable[[Tab], object]) -> None:
        self._theme = theme
        self._selection = selection
        self._take = take
        self._made: dict[str, Tab] = {}

    def __getitem__(self, name: str) -> Tab:
        if name not in self._made:
            room = import_module(f"{__package__}.{name}")
            made: Tab = getattr(room, CLASSES[name])(self._theme, self._selection)
            self._made[name] = made
            self._take(made)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(TITLES)

    def __len__(self) -> int:
        return len(TITLES)
