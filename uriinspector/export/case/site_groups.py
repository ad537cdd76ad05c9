"""The links of a case by where they lead: sites worst first, in each the targets worst first.

Three goes through the links, and of each target only numbers are kept: a million of them fit.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from heapq import heappush, heapreplace, nlargest
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import CALM, MALICIOUS, is_site
from uriinspector.export.case.case_model import SET_ASIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.analysis.finding import Finding
    from uriinspector.export.case.case_model import CaseLink

# What somebody calls malicious comes first whatever was found; what was set aside comes last.
DECIDED, ASIDE = 9, -2

# The code and the words of a finding; so many different ones of places are told of a target.
OwnKey: TypeAlias = "tuple[str, str]"
MOST_OWN = 32
# Links are one where they mean the same and were decided alike.
Key: TypeAlias = "tuple[str, str, str | None, str]"


class TargetGroup(NamedTuple):
    """Links that mean the same: the worst of them, how many there are, and the first places.

    ``own`` is what the places of all of them tell besides, each once.
    """

    link: CaseLink
    links: int
    places: tuple[CaseLink, ...]
    own: tuple[Finding, ...] = ()


@dataclass(slots=True)
class SiteGroup:
    """Where links lead; ``left_out`` are those of targets that there was no room for."""

    name: str
    weight: int = ASIDE - 1
    rank: int = CALM
    links: int = 0
    target_count: int = 0
    targets: list[TargetGroup] = field(default_factory=list)

    @property
    def left_out(self) -> int:
        """How many of its links are not among the targets."""
        return self.links - sum(each.links for each in self.targets)


class ReportLimits(NamedTuple):
    """How much is told: so many sites, targets of each, and places of each target."""

    sites: int
    targets: int
    places: int


@dataclass(slots=True)
class SiteGroups:
    """The sites that there was room for, the worst first; and how many there are of everything."""

    sites: list[SiteGroup]
    group_count: int
    site_count: int
    target_count: int
    ranks: dict[int, int]
    marks: dict[str, int]

    @property
    def left_out(self) -> int:
        """How many sites are not told of."""
        return self.group_count - len(self.sites)


def weight_of(link: CaseLink) -> int:
    """What a link is put in order by."""
    if link.mark == MALICIOUS:
        return DECIDED
    return ASIDE if link.mark in SET_ASIDE else link.row.rank


def group_by_site(links: Sequence[CaseLink], room: ReportLimits) -> SiteGroups:
    """The links by site and target."""
    counts = _Counts()
    for at, link in enumerate(links):
        counts.add(at, link)
    sites = list(counts.sites.values())
    chosen = nlargest(room.sites, sites, key=lambda each: (each.weight, each.links))
    heaps = counts.best({id(each) for each in chosen}, sites, room.targets)
    wanted = {each for heap in heaps.values() for each in heap}
    places, own = counts.places(links, wanted, room.places)
    for site in chosen:
        best = sorted(
            heaps[id(site)], key=lambda each: (-counts.weight[each], -counts.links[each], each)
        )
        site.targets = [
            TargetGroup(
                links[counts.worst[each]],
                counts.links[each],
                tuple(places[each]),
                tuple(own[each].values()),
            )
            for each in best
        ]
    named = sum(is_site(each.name) for each in sites)
    return SiteGroups(chosen, len(sites), named, len(counts.numbers), counts.ranks, counts.marks)


class _Counts:
    """Numbers of every target, by its own number."""

    def __init__(self) -> None:
        self.numbers: dict[Key, int] = {}
        self.sites: dict[str, SiteGroup] = {}
        self.ranks: dict[int, int] = {}
        self.marks: dict[str, int] = {}
        self.links, self.worst, self.site_of = array("q"), array("q"), array("q")
        self.weight = array("b")
        self._place: dict[str, int] = {}

    def add(self, at: int, link: CaseLink) -> None:
        """One more."""
        rank, weight, count = link.row.rank, weight_of(link), link.links
        self.ranks[rank] = self.ranks.get(rank, 0) + count
        if link.mark:
            self.marks[link.mark] = self.marks.get(link.mark, 0) + count
        site = self.sites.get(link.row.site)
        if site is None:
            site = self.sites[link.row.site] = SiteGroup(link.row.site)
            self._place[link.row.site] = len(self._place)
        site.links += count
        site.weight, site.rank = max(site.weight, weight), max(site.rank, rank)
        key = key_of(link)
        number = self.numbers.get(key)
        if number is None:
            self.numbers[key] = len(self.numbers)
            site.target_count += 1
            self.links.append(count)
            self.worst.append(at)
            self.weight.append(weight)
            self.site_of.append(self._place[link.row.site])
            return
        self.links[number] += count
        if weight > self.weight[number]:
            self.weight[number], self.worst[number] = weight, at

    def best(self, chosen: set[int], sites: list[SiteGroup], room: int) -> dict[int, list[int]]:
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
        self, links: Sequence[CaseLink], wanted: set[int], room: int
    ) -> tuple[dict[int, list[CaseLink]], dict[int, dict[OwnKey, Finding]]]:
        """The first links of these targets, and what the places of all of them tell."""
        values: dict[int, list[CaseLink]] = {each: [] for each in wanted}
        own: dict[int, dict[OwnKey, Finding]] = {each: {} for each in wanted}
        for link in links:
            number = self.numbers[key_of(link)]
            if number not in values:
                continue
            if len(values[number]) < room:
                values[number].append(link)
            for each in link.row.own:
                if len(own[number]) < MOST_OWN:
                    own[number].setdefault((each.code, each.message), each)
        return values, own


def key_of(link: CaseLink) -> Key:
    """What makes links one."""
    return link.row.site, link.row.target or link.row.value, link.mark, link.note
