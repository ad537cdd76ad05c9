"""Services by the hosts of their links.

A host is exact, or "*.name" for all names below one, or "name.*" for each of the suffixes that are
listed for its last label.

Reading the lists takes longer than judging most links: the first ``inspect`` of a process takes
1,033 million instructions with the prepared ends of their hosts and 1,177 million without (of a
plain link, counted by cachegrind).  ``packaging/manual --write`` makes them from the lists, and a
test compares both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Generic, TypeAlias, TypeVar

from uriinspector.analysis.domains import last_labels
from uriinspector.analysis.resource_files import built_in_text, lazy, shipped_text
from uriinspector.core.expression import lowered
from uriinspector.core.model import NamedTuple

Entry = TypeVar("Entry")
# A longer host belongs to no service.
LONGEST = 200


class EntriesByHost(NamedTuple, Generic[Entry]):
    """Rows by exact hosts, and by the names that their hosts are below."""

    exact: dict[str, list[Entry]]
    by_parent: dict[str, list[Entry]]


class HostRows(Generic[Entry]):
    """Rows, each entered for its hosts when a host is asked for that may be one of them.

    ``rows`` may be a function that reads them.  ``ends`` has the last two labels of all their hosts
    and more; without it, only the rows tell which those are.
    """

    def __init__(
        self,
        rows: Iterable[Entry] | Callable[[], Iterable[Entry]],
        ends: frozenset[str] | None = None,
    ) -> None:
        self._read = rows if callable(rows) else tuple(rows)
        self._known_ends = ends

    @lazy
    def rows(self) -> tuple[Entry, ...]:
        """All of them, in their order."""
        return tuple(self._read()) if callable(self._read) else self._read

    @lazy
    def ends(self) -> frozenset[str] | None:
        """The last two labels of all hosts; None where names of one label take in others."""
        if self._known_ends is not None:
            return self._known_ends
        exact, by_parent = self._entered
        # "*.name" without a dot takes in whatever ends so.
        if any("." not in name for name in by_parent):
            return None
        return frozenset(map(last_labels, (*exact, *by_parent)))

    @lazy
    def _entered(self) -> EntriesByHost[Entry]:
        result: EntriesByHost[Entry] = EntriesByHost({}, {})
        for row in self.rows:
            for host in self.hosts_of(row):
                if host.startswith("*."):
                    result.by_parent.setdefault(host[2:], []).append(row)
                else:
                    result.exact.setdefault(host, []).append(row)
        return result

    @lazy
    def _parent_ends(self) -> frozenset[str]:
        return frozenset(map(last_labels, self._entered.by_parent))

    def hosts_of(self, row: Entry) -> Iterable[str]:
        """The hosts that a row is entered for."""
        raise NotImplementedError

    def rows_of(self, host: str) -> list[Entry]:
        """The rows of a host, those of its exact name first."""
        if len(host) > LONGEST:
            return []
        host = (host if host.islower() else lowered(host)).removesuffix(".")
        if self.ends is not None and last_labels(host) not in self.ends:
            return []
        exact, by_parent = self._entered
        result = exact.get(host, [])
        dot = host.find(".")
        while dot >= 0:
            if below := by_parent.get(host[dot + 1 :]):
                result = result + below
            dot = host.find(".", dot + 1)
        return result

    def may_have(self, host: str, end: str) -> bool:
        """Whether a name with these last two labels is worth a second look: most are not."""
        if self.ends is not None and end not in self.ends:
            return False
        name = host[:-1] if host[-1:] == "." else host
        return self.ends is None or end in self._parent_ends or name in self._entered.exact


def suffix_owner(host: str) -> str:
    """The name under whose suffixes "www.google.*" stands."""
    return host.removesuffix(".*").rpartition(".")[2]


def under_suffixes(host: str, suffixes: dict[str, list[str]]) -> list[str]:
    """A host under each of the suffixes that its owner has; any other has none."""
    if not host.endswith(".*"):
        return [host]
    return [host[:-1] + suffix for suffix in suffixes[suffix_owner(host)]]


FILE = "prepared/listed-ends.txt"
# Of parameters that find a row on any host, in place of ends.
NAMES = "names of "


def listed_ends(name: str) -> frozenset[str]:
    """The last two labels of the hosts of a shipped list."""
    return _rows()[name]


def listed_names(name: str) -> frozenset[str]:
    """The parameters by which a shipped list finds rows on any host."""
    return _rows()[NAMES + name]


@cache
def _rows() -> dict[str, frozenset[str]]:
    rows = (line.split("\t") for line in built_in_text(FILE).splitlines() if line[:1] != "#")
    return {name: frozenset(values) for name, *values in rows}


LIST = "lists/services.toml"
# A kind, and a host of it.
ServiceHost: TypeAlias = "tuple[str, str]"
# No listed name has more labels than these.
LABELS = 6


class Services(HostRows[ServiceHost]):
    """Rows of a kind and a host; a host stands for itself and everything under it."""

    def hosts_of(self, row: ServiceHost) -> Iterable[str]:
        """The host, and those under it."""
        return row[1], f"*.{row[1]}"

    def __contains__(self, host: str) -> bool:
        """True if a name is in the list itself, not only under one that is."""
        return bool(self.rows_of(host)) and host in self._entered.exact

    def kinds_of(self, host: str) -> dict[str, str]:
        """Kind to the listed name: of the host itself and of every name that it is under."""
        if self.ends is not None and last_labels(host) not in self.ends:
            return {}
        if len(host) > LONGEST:
            host = ".".join(host.removesuffix(".").rsplit(".", LABELS)[-LABELS:])
        values: dict[str, str] = {}
        for kind, name in self.rows_of(host):
            values.setdefault(kind, name)
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
