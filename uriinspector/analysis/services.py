"""Which hosts belong to services under which anyone can publish, or that forward elsewhere."""

from __future__ import annotations

import tomllib
from functools import lru_cache

from uriinspector.analysis.domains import last_labels
from uriinspector.analysis.resource_files import shipped_text

LIST = "lists/services.toml"
# No listed name has more labels than these.
LABELS = 6


@lru_cache(maxsize=1)
def services() -> dict[str, tuple[str, ...]]:
    """The kinds of every host in the list."""
    values: dict[str, tuple[str, ...]] = {}
    for kind, table in tomllib.loads(shipped_text(LIST)).items():
        for host in table["hosts"] if isinstance(table, dict) else ():
            values[host] = (*values.get(host, ()), kind)
    return values


@lru_cache(maxsize=1)
def listed_ends() -> frozenset[str]:
    """The last two labels of every listed name: most hosts end in none of them."""
    return frozenset(map(last_labels, services()))


def kinds_of(host: str) -> dict[str, str]:
    """Kind to the listed name: of the host itself and of every name that it is under."""
    values: dict[str, str] = {}
    if last_labels(host) not in listed_ends():
        return values
    name = ".".join(host.removesuffix(".").rsplit(".", LABELS)[-LABELS:])
    table = services()
    for _ in range(name.count(".") + 1):
        for kind in table.get(name, ()):
            values.setdefault(kind, name)
        name = name.partition(".")[2]
    return values
