"""Which hosts belong to services under which anyone can publish, or that forward elsewhere."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.analysis.domains import last_labels
from uriinspector.analysis.lazy import lazy
from uriinspector.analysis.listed_ends import listed_ends
from uriinspector.analysis.resource_files import shipped_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LIST = "lists/services.toml"
# A kind, and a host of it.
ServiceHost: TypeAlias = "tuple[str, str]"
# No listed name has more labels than these.
LABELS = 6


class Services:
    """Rows of a kind and a host; a host stands for itself and everything under it."""

    def __init__(
        self,
        rows: Iterable[ServiceHost] | Callable[[], Iterable[ServiceHost]],
        ends: frozenset[str] | None = None,
    ) -> None:
        """With ``ends`` known, a function of rows is called when a host has one of them."""
        self._read = rows if callable(rows) else tuple(rows)
        self._known_ends = ends

    @lazy
    def rows(self) -> tuple[ServiceHost, ...]:
        """All of them, in their order."""
        return tuple(self._read()) if callable(self._read) else self._read

    @lazy
    def ends(self) -> frozenset[str]:
        """The last two labels of every listed name: most hosts end in none of them."""
        if self._known_ends is not None:
            return self._known_ends
        return frozenset(map(last_labels, self._kinds))

    @lazy
    def _kinds(self) -> dict[str, tuple[str, ...]]:
        kinds: dict[str, tuple[str, ...]] = {}
        for kind, host in self.rows:
            kinds[host] = (*kinds.get(host, ()), kind)
        return kinds

    def __contains__(self, host: str) -> bool:
        """Whether a name is in the list itself, not only under one that is."""
        return last_labels(host) in self.ends and host in self._kinds

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
    """The list of the program; it is read for a host that may be in it."""
    return Services(_shipped_rows, listed_ends(LIST))


def _shipped_rows() -> tuple[ServiceHost, ...]:
    return rows_from(shipped_text(LIST))


def rows_from(text: str) -> tuple[ServiceHost, ...]:
    """The rows of a table as it is written down."""
    import tomllib  # most links ask for no table

    tables = tomllib.loads(text).items()
    return tuple(
        (kind, host) for kind, table in tables if isinstance(table, dict) for host in table["hosts"]
    )
