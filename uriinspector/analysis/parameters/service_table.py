"""The table of services: found by host, or on any host by the names of parameters."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from uriinspector.analysis.consent_endpoints import ENDPOINTS
from uriinspector.analysis.host_rows import HostRows
from uriinspector.analysis.lazy import lazy
from uriinspector.analysis.listed_ends import listed_ends, listed_names
from uriinspector.analysis.parameters.place_pattern import listed_host
from uriinspector.analysis.parameters.service_row import ANYWHERE, ServiceRow
from uriinspector.analysis.resource_files import shipped_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LIST = "lists/parameters.toml"


class ServiceTable(HostRows[ServiceRow]):
    """Rows; of several that say the same, the first one is asked: own rows before shipped ones."""

    def __init__(
        self,
        rows: Iterable[ServiceRow] | Callable[[], Iterable[ServiceRow]],
        ends: frozenset[str] | None = None,
        names: frozenset[str] | None = None,
    ) -> None:
        """``names`` are those of the parameters that find a row on any host, if they are known."""
        super().__init__(rows, ends)
        self._known_names = names

    @lazy
    def names(self) -> frozenset[str]:
        """The parameters that find a row on any host."""
        return frozenset(self._by_parameter) if self._known_names is None else self._known_names

    @lazy
    def _rank(self) -> dict[int, int]:
        return {id(row): rank for rank, row in enumerate(self.rows)}

    @lazy
    def _by_parameter(self) -> dict[str, list[ServiceRow]]:
        result: dict[str, list[ServiceRow]] = {}
        for row in self.rows:
            if ANYWHERE in row.hosts and not row.endpoints:
                for name in row.needs[:1] or row.values:
                    result.setdefault(name, []).append(row)
        return result

    def hosts_of(self, row: ServiceRow) -> Iterable[str]:
        """The hosts by which a row is found."""
        if row.endpoints:
            return ENDPOINTS
        return () if ANYWHERE in row.hosts else dict.fromkeys(map(listed_host, row.hosts))

    def __reduce__(self) -> tuple[type[ServiceTable], tuple[tuple[ServiceRow, ...]]]:
        """Ranks go by the identity of rows, which another process does not share."""
        return ServiceTable, (self.rows,)

    def candidates(self, host: str, names: Iterable[str]) -> list[ServiceRow]:
        """The rows of a host, then those of parameters on any host."""
        by_host = sorted(self.rows_of(host), key=lambda row: self._rank[id(row)])
        anywhere: dict[int, ServiceRow] = {}
        for name in self.names.intersection(names):
            for row in self._by_parameter[name]:
                anywhere[self._rank[id(row)]] = row
        return [*by_host, *(anywhere[rank] for rank in sorted(anywhere))]


def service_rows_from(text: str) -> tuple[ServiceRow, ...]:
    """The rows of a table as it is written down; ValueError says what is wrong with which."""
    import tomllib  # most links ask for no table

    from uriinspector.analysis.parameters.row_fields import service_row
    from uriinspector.analysis.rewriters.table import shipped_suffixes

    table = tomllib.loads(text)
    suffixes = shipped_suffixes() | table.get("suffixes", {})
    words = table.get("words", {})
    return tuple(service_row(each, suffixes, words) for each in table.get("service", []))


@cache
def shipped_parameters() -> ServiceTable:
    """The services that are known; their rows are read for a link that may be one of theirs."""
    return ServiceTable(_shipped_rows, listed_ends(LIST), listed_names(LIST))


def _shipped_rows() -> tuple[ServiceRow, ...]:
    return service_rows_from(shipped_text(LIST))
