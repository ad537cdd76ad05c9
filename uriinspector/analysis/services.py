"""Services by the hosts of their links.

A host is exact, or "*.name" for all names below one, or "name.*" for each of the suffixes that are
listed for its last label.

Parsing the lists takes longer than judging most links: the first ``inspect`` of a process takes
1,033 million instructions with the prepared endings of their hosts and 1,177 million without (for a
plain link, counted by cachegrind). ``packaging/manual --write`` prepares them from the lists, and a
test compares both.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Generic, TypeAlias, TypeVar

from uriinspector.analysis.domains import last_labels
from uriinspector.analysis.resource_files import built_in_text, lazy, shipped_text
from uriinspector.core.expression import lowered
from uriinspector.core.model import NamedTuple

Entry = TypeVar("Entry")
# Longer hosts belong to no service.
LONGEST = 200


class EntriesByHost(NamedTuple, Generic[Entry]):
    """Rows by exact host, and by the parent name of a wildcard."""

    exact: dict[str, list[Entry]]
    by_parent: dict[str, list[Entry]]


class HostRows(Generic[Entry]):
    """Rows that are indexed by host when first needed.

    ``rows`` may be a function that reads them.  ``ends`` contains at least the last two labels of
    all their hosts; without it, the rows have to be read to find them.
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
        return tuple(self._read()) if callable(self._read) else self._read

    @lazy
    def ends(self) -> frozenset[str] | None:
        """The last two labels of all hosts; None if a wildcard has only one label."""
        if self._known_ends is not None:
            return self._known_ends
        exact, by_parent = self._entered
        # "*.name" without another dot matches any two labels that end in it.
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

    def hosts_of(self, row: Entry) -> Iterable[str]:
        raise NotImplementedError

    def rows_of(self, host: str) -> list[Entry]:
        """Return the rows of a host, those for its exact name first."""
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


def suffix_owner(host: str) -> str:
    """Return whose suffixes replace the "*" of a host, such as "google" for "www.google.*"."""
    return host.removesuffix(".*").rpartition(".")[2]


def under_suffixes(host: str, suffixes: dict[str, list[str]]) -> list[str]:
    """Expand "name.*" to each suffix of its owner; return other hosts unchanged."""
    if not host.endswith(".*"):
        return [host]
    return [host[:-1] + suffix for suffix in suffixes[suffix_owner(host)]]


FILE = "prepared/listed-ends.txt"
# For lists whose rows are found by parameters on any host.
NAMES = "names of "


def listed_ends(name: str) -> frozenset[str]:
    """Return the last two labels of the hosts in a built-in list."""
    return _rows()[name]


def listed_names(name: str) -> frozenset[str]:
    """Return the parameters that identify rows for any host in a built-in list."""
    return _rows()[NAMES + name]


@cache
def _rows() -> dict[str, frozenset[str]]:
    rows = (line.split("\t") for line in built_in_text(FILE).splitlines() if line[:1] != "#")
    return {name: frozenset(values) for name, *values in rows}


LIST = "lists/services.toml"
# A kind and one of its hosts.
ServiceHost: TypeAlias = "tuple[str, str]"
# The maximum number of labels in a listed name.
LABELS = 6


class Services(HostRows[ServiceHost]):
    """Rows with a kind and a host; each applies to all names under its host as well."""

    def hosts_of(self, row: ServiceHost) -> Iterable[str]:
        return row[1], f"*.{row[1]}"

    def __contains__(self, host: str) -> bool:
        """Return True if the name itself is listed, not only a name above it."""
        return bool(self.rows_of(host)) and host in self._entered.exact

    def kinds_of(self, host: str) -> dict[str, str]:
        if len(host) > LONGEST:
            host = ".".join(host.removesuffix(".").rsplit(".", LABELS)[-LABELS:])
        values: dict[str, str] = {}
        for kind, name in self.rows_of(host):
            values.setdefault(kind, name)
        return values


@cache
def shipped_services() -> Services:
    """Return the built-in list, which is read when a host may be in it."""
    return Services(_shipped_rows, listed_ends(LIST))


def _shipped_rows() -> tuple[ServiceHost, ...]:
    return rows_from(shipped_text(LIST))


def rows_from(text: str) -> tuple[ServiceHost, ...]:
    import tomllib  # most links need no table

    tables = tomllib.loads(text).items()
    return tuple(
        (kind, host) for kind, table in tables if isinstance(table, dict) for host in table["hosts"]
    )
