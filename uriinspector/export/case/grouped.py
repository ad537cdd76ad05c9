"""The links of a case by where they lead: sites worst first, in each the targets worst first.

Three goes through the entries, and of each target only numbers are kept: a million of them fit.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from heapq import heappush, heapreplace, nlargest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from uriinspector.analysis.finding import RANK
from uriinspector.documents.cases.row import CALM, MALICIOUS
from uriinspector.export.case.model import SET_ASIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.export.case.model import Entry

# What somebody calls malicious comes first whatever was found; what was set aside comes last.
DECIDED, ASIDE = 9, -2

# Links are one where they mean the same and were decided alike.
Key: TypeAlias = "tuple[str, str, str | None, str]"


class Target(NamedTuple):
    """Links that mean the same: the worst of them, how many there are, and the first places."""

    entry: Entry
    links: int
    places: tuple[Entry, ...]


@dataclass(slots=True)
class Site:
    """Where links lead; ``left_out`` are those of targets that there was no room for."""

    name: str
    weight: int = ASIDE - 1
    rank: int = CALM
    links: int = 0
    target_count: int = 0
    targets: list[Target] = field(default_factory=list)

    @property
    def left_out(self) -> int:
        """How many of its links are not among the targets."""
        return self.links - sum(each.links for each in self.targets)


class Room(NamedTuple):
    """How much is told: so many sites, targets of each, and places of each target."""

    sites: int
    targets: int
    places: int


@dataclass(slots=True)
class Grouped:
    """The sites that there was room for, the worst first; and how many there are of everything."""

    sites: list[Site]
    site_count: int
    target_count: int
    ranks: dict[int, int]
    marks: dict[str, int]

    @property
    def left_out(self) -> int:
        """How many sites are not told of."""
        return self.site_count - len(self.sites)


def weight_of(entry: Entry) -> int:
    """What a link is put in order by."""
    if entry.mark == MALICIOUS:
        return DECIDED
    return ASIDE if entry.mark in SET_ASIDE else rank_of(entry)


def rank_of(entry: Entry) -> int:
    """The rank of its worst finding."""
    return RANK.get(entry.severity or "", CALM)


def grouped(entries: Sequence[Entry], room: Room) -> Grouped:
    """The links by site and target."""
    made = _Counts()
    for at, entry in enumerate(entries):
        made.add(at, entry)
    sites = list(made.sites.values())
    chosen = nlargest(room.sites, sites, key=lambda each: (each.weight, each.links))
    heaps = made.best({id(each) for each in chosen}, sites, room.targets)
    places = made.places(entries, {each for heap in heaps.values() for each in heap}, room.places)
    for site in chosen:
        best = sorted(
            heaps[id(site)], key=lambda each: (-made.weight[each], -made.links[each], each)
        )
        site.targets = [
            Target(entries[made.worst[each]], made.links[each], tuple(places[each]))
            for each in best
        ]
    return Grouped(chosen, len(sites), len(made.numbers), made.ranks, made.marks)


class _Counts:
    """Numbers of every target, by its own number."""

    def __init__(self) -> None:
        self.numbers: dict[Key, int] = {}
        self.sites: dict[str, Site] = {}
        self.ranks: dict[int, int] = {}
        self.marks: dict[str, int] = {}
        self.links, self.worst, self.site_of = array("q"), array("q"), array("q")
        self.weight = array("b")
        self._place: dict[str, int] = {}

    def add(self, at: int, entry: Entry) -> None:
        """One more."""
        rank, weight, count = rank_of(entry), weight_of(entry), entry.links
        self.ranks[rank] = self.ranks.get(rank, 0) + count
        if entry.mark:
            self.marks[entry.mark] = self.marks.get(entry.mark, 0) + count
        site = self.sites.get(entry.site)
        if site is None:
            site = self.sites[entry.site] = Site(entry.site)
            self._place[entry.site] = len(self._place)
        site.links += count
        site.weight, site.rank = max(site.weight, weight), max(site.rank, rank)
        key = key_of(entry)
        number = self.numbers.get(key)
        if number is None:
            self.numbers[key] = len(self.numbers)
            site.target_count += 1
            self.links.append(count)
            self.worst.append(at)
            self.weight.append(weight)
            self.site_of.append(self._place[entry.site])
            return
        self.links[number] += count
        if weight > self.weight[number]:
            self.weight[number], self.worst[number] = weight, at

    def best(self, chosen: set[int], sites: list[Site], room: int) -> dict[int, list[int]]:
        """The worst targets of each chosen site."""
        heaps: dict[int, list[tuple[int, int, int]]] = {each: [] for each in chosen}
        for number, place in enumerate(self.site_of):
            heap = heaps.get(id(sites[place]))
            if heap is None:
                continue
            item = (self.weight[number], self.links[number], -number)
            if len(heap) < room:
                heappush(heap, item)
            elif item > heap[0]:
                heapreplace(heap, item)
        return {site: [-each[2] for each in sorted(heap)] for site, heap in heaps.items()}

    def places(
        self, entries: Sequence[Entry], wanted: set[int], room: int
    ) -> dict[int, list[Entry]]:
        """The first entries of these targets."""
        found: dict[int, list[Entry]] = {each: [] for each in wanted}
        for entry in entries:
            kept = found.get(self.numbers[key_of(entry)])
            if kept is not None and len(kept) < room:
                kept.append(entry)
        return found


def key_of(entry: Entry) -> Key:
    """What makes links one."""
    return entry.site, entry.target or entry.value, entry.mark, entry.note
