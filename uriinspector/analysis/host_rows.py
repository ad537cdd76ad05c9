"""Rows of services by the hosts that their links have, at the cost of a look into a dictionary.

A host is exact, or "*.name" for all names below one, or "name.*" for each of the suffixes that are
listed for its last label.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from uriinspector.analysis.domains import last_labels
from uriinspector.core.ascii import lowered

Entry = TypeVar("Entry")
# A longer host belongs to no service.
LONGEST = 200


class HostRows(Generic[Entry]):
    """Rows, each entered for its hosts."""

    def __init__(self) -> None:
        self._exact: dict[str, list[Entry]] = {}
        self._by_parent: dict[str, list[Entry]] = {}

    def enter(self, host: str, row: Entry) -> None:
        """One more host of a row."""
        if host.startswith("*."):
            self._by_parent.setdefault(host[2:], []).append(row)
        else:
            self._exact.setdefault(host, []).append(row)

    def close(self) -> None:
        """All rows are entered."""
        self._ends = frozenset(map(last_labels, self._by_parent))
        # "*.name" without a dot takes in whatever ends so.
        self._has_tops = any("." not in name for name in self._by_parent)

    def rows_of(self, host: str) -> list[Entry]:
        """The rows of a host, those of its exact name first."""
        if len(host) > LONGEST:
            return []
        host = (host if host.islower() else lowered(host)).removesuffix(".")
        result = self._exact.get(host, [])
        dot = host.find(".")
        while dot >= 0:
            if below := self._by_parent.get(host[dot + 1 :]):
                result = result + below
            dot = host.find(".", dot + 1)
        return result

    def may_have(self, host: str, end: str) -> bool:
        """Whether a name with these last two labels is worth a second look: most are not."""
        name = host[:-1] if host[-1:] == "." else host
        return end in self._ends or name in self._exact or self._has_tops


def suffix_owner(host: str) -> str:
    """The name under whose suffixes "www.google.*" stands."""
    return host.removesuffix(".*").rpartition(".")[2]


def under_suffixes(host: str, suffixes: dict[str, list[str]]) -> list[str]:
    """A host under each of the suffixes that its owner has; any other has none."""
    if not host.endswith(".*"):
        return [host]
    return [host[:-1] + suffix for suffix in suffixes[suffix_owner(host)]]
