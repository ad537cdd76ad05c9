"""The table of services: found by host, or on any host by the names of parameters."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

from uriinspector.analysis.consent_endpoints import ENDPOINTS
from uriinspector.analysis.host_rows import HostRows
from uriinspector.analysis.parameters.place_pattern import listed_host
from uriinspector.analysis.parameters.row_fields import service_row
from uriinspector.analysis.parameters.service_row import ANYWHERE, ServiceRow
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.rewriters.table import shipped_suffixes

if TYPE_CHECKING:
    from collections.abc import Iterable

LIST = "lists/parameters.toml"


class ServiceTable(HostRows[ServiceRow]):
    """Rows; of several that say the same, the first one is asked: own rows before shipped ones."""

    def __init__(self, rows: Iterable[ServiceRow]) -> None:
        super().__init__()
        self.rows = tuple(rows)
        self._rank = {id(row): rank for rank, row in enumerate(self.rows)}
        self.by_parameter: dict[str, list[ServiceRow]] = {}
        for row in self.rows:
            if row.endpoints:
                for host in ENDPOINTS:
                    self.enter(host, row)
            elif ANYWHERE in row.hosts:
                for name in row.needs[:1] or row.values:
                    self.by_parameter.setdefault(name, []).append(row)
            else:
                for host in dict.fromkeys(map(listed_host, row.hosts)):
                    self.enter(host, row)
        self.close()

    def __reduce__(self) -> tuple[type[ServiceTable], tuple[tuple[ServiceRow, ...]]]:
        """Ranks go by the identity of rows, which another process does not share."""
        return ServiceTable, (self.rows,)

    def candidates(self, host: str, names: Iterable[str]) -> list[ServiceRow]:
        """The rows of a host, then those of parameters on any host."""
        by_host = sorted(self.rows_of(host), key=lambda row: self._rank[id(row)])
        anywhere: dict[int, ServiceRow] = {}
        for name in names:
            for row in self.by_parameter.get(name, ()):
                anywhere[self._rank[id(row)]] = row
        return [*by_host, *(anywhere[rank] for rank in sorted(anywhere))]


def service_rows_from(text: str) -> tuple[ServiceRow, ...]:
    """The rows of a table as it is written down; ValueError says what is wrong with which."""
    table = tomllib.loads(text)
    suffixes = shipped_suffixes() | table.get("suffixes", {})
    words = table.get("words", {})
    return tuple(service_row(each, suffixes, words) for each in table.get("service", []))


@cache
def shipped_parameters() -> ServiceTable:
    """The services that are known."""
    return ServiceTable(service_rows_from(shipped_text(LIST)))
