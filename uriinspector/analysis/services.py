"""Which hosts belong to services under which anyone can publish, or that forward elsewhere."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import last_labels
from uriinspector.analysis.resource_files import shipped_text

if TYPE_CHECKING:
    from collections.abc import Iterable

LIST = "lists/services.toml"
# No listed name has more labels than these.
LABELS = 6


class Services:
    """Rows of a kind and a host; a host stands for itself and everything under it."""

    def __init__(self, rows: Iterable[tuple[str, str]]) -> None:
        self.rows = tuple(rows)
        self._kinds: dict[str, tuple[str, ...]] = {}
        for kind, host in self.rows:
            self._kinds[host] = (*self._kinds.get(host, ()), kind)
        # The last two labels of every listed name: most hosts end in none of them.
        self.ends = frozenset(map(last_labels, self._kinds))

    def __contains__(self, host: str) -> bool:
        """Whether a name is in the list itself, not only under one that is."""
        return host in self._kinds

    def kinds_of(self, host: str) -> dict[str, str]:
        """Kind to the listed name: of the host itself and of every name that it is under."""
        values: dict[str, str] = {}
        if last_labels(host) not in self.ends:
            return values
        name = ".".join(host.removesuffix(".").rsplit(".", LABELS)[-LABELS:])
        for _ in range(name.count(".") + 1):
            for kind in self._kinds.get(name, ()):
                values.setdefault(kind, name)
            name = name.partition(".")[2]
        return values


@cache
def shipped_services() -> Services:
    """The list of the program."""
    tables = tomllib.loads(shipped_text(LIST)).items()
    return Services(
        (kind, host) for kind, table in tables if isinstance(table, dict) for host in table["hosts"]
    )
