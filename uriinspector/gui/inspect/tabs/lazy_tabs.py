"""The tabs by name, each loaded and made when it is first asked for: most are never opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from uriinspector.gui.inspect.tabs.tab_titles import TITLES

if TYPE_CHECKING:
    from uriinspector.gui.inspect.tabs.tab import Tab
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme

CLASSES = {
    "escapes": "EscapesTab",
    "normal": "NormalTab",
    "readings": "ReadingsTab",
    "scheme": "SchemeTab",
    "query": "QueryTab",
    "values": "ValuesTab",
    "grammar": "GrammarTab",
}


class LazyTabs(Mapping[str, "Tab"]):
    """Every tab can be had; ``take`` is told of each when it has been made."""

    def __init__(self, theme: Theme, selection: Selection, take: Callable[[Tab], object]) -> None:
        self._theme = theme
        self._selection = selection
        self._take = take
        self._tabs: dict[str, Tab] = {}

    def __getitem__(self, name: str) -> Tab:
        if name not in self._tabs:
            room = import_module(f"{__package__}.{name}_tab")
            tab: Tab = getattr(room, CLASSES[name])(self._theme, self._selection)
            self._tabs[name] = tab
            self._take(tab)
        return self._tabs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(TITLES)

    def __len__(self) -> int:
        return len(TITLES)
