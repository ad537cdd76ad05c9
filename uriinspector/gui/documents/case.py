"""All that is on the table: files, their links, what could not be read, and the marks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.documents.cases.row import CALM, Head, Trouble
from uriinspector.gui.documents.reading import Began

if TYPE_CHECKING:
    from uriinspector.documents.cases.row import LinkRow
    from uriinspector.gui.documents.reading import Told


@dataclass(slots=True)
class Site:
    """Where links lead: how many, and the worst of them."""

    name: str
    links: int = 0
    rank: int = CALM


@dataclass(slots=True)
class Case:
    """Rows in the order in which they came; a row is known by its number."""

    heads: list[Head] = field(default_factory=list)
    rows: list[LinkRow] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    sites: dict[str, Site] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    parts: dict[tuple[int, str], int] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    targets: set[str] = field(default_factory=set)
    now: Began | None = None

    def add(self, told: Told) -> None:
        """Something more was read."""
        if isinstance(told, Head):
            self.heads.append(told)
        elif isinstance(told, Trouble):
            self.troubles.append(told)
        elif isinstance(told, Began):
            self.now = told
        else:
            self._add_rows(told)

    def _add_rows(self, rows: list[LinkRow]) -> None:
        self.rows += rows
        for row in rows:
            site = self.sites.get(row.site)
            if site is None:
                site = self.sites[row.site] = Site(row.site)
            site.links += 1
            site.rank = max(site.rank, row.rank)
            self.ranks[row.rank] = self.ranks.get(row.rank, 0) + 1
            place = (row.file, row.part)
            self.parts[place] = self.parts.get(place, 0) + 1
            self.targets.add(row.target or row.value)

    def worst_first(self) -> list[Site]:
        """The sites, the worst first, of equally bad ones that with the most links."""
        return sorted(self.sites.values(), key=lambda each: (-each.rank, -each.links, each.name))
