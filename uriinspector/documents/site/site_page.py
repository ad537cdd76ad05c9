"""One page of a site: each of its references held against the files, and what it is itself."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import worst_severity
from uriinspector.analysis.safe_text import QUOTED, visible
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.empty_references import is_void
from uriinspector.documents.fixes.placeholders import is_unfinished, placeholders
from uriinspector.documents.html.reference_lists import ReferenceItem, items_of
from uriinspector.documents.link_location import END, PLACE, START
from uriinspector.documents.rules import site_references as rules
from uriinspector.documents.site.checked_places import (
    ABSOLUTE,
    ASKED,
    NAMES,
    UNASKED,
    has_fragment,
    how_checked,
)
from uriinspector.documents.site.page_ids import PageNames
from uriinspector.documents.site.site_address import (
    ABOVE,
    ELSEWHERE,
    INSIDE,
    LOCAL_FILE,
    ON_HOST,
    WEB,
)
from uriinspector.documents.site.site_files import XML
from uriinspector.documents.site.site_store import PageRow, SiteFinding
from uriinspector.documents.site.target_check import SiteHit, has_elements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation, LinkPlace
    from uriinspector.documents.site.site_address import SiteTarget
    from uriinspector.documents.site.site_records import SiteRecords
    from uriinspector.documents.site.site_store import SiteEntry

# So many results of one page are kept at hand.
AT_HAND = 10_000
LONGEST = 2_000
# So many duplicate ids of a page are named one by one.
NAMED_IDS = 20
ERROR_PAGES = frozenset({"404.html", "404.htm"})


# What a placeholder has.
TEMPLATED = expression(r"[{<$%\[@*]")


class ReferenceResult(NamedTuple):
    """What a reference of the page came to."""

    target: SiteTarget | None
    hits: tuple[SiteHit, ...] = ()
    entry: SiteEntry | None = None


class WrittenReference(NamedTuple):
    """A reference where it is written: in which value, as what of it; the relations of a LINK."""

    location: LinkLocation
    value: str
    item: ReferenceItem
    relations: set[str]


class SitePage:
    """A page while it is checked; afterwards ``row`` and ``findings`` are what there is of it."""

    def __init__(self, records: SiteRecords, entry: SiteEntry, leaf: Leaf, size: int) -> None:
        self.entry = entry
        self.row = PageRow(entry.number, entry.path, size)
        self.findings: list[SiteFinding] = []
        # The pages that it links to, itself aside.
        self.linked: dict[int, SiteEntry] = {}
        self._records = records
        self._leaf = leaf
        self._own = records.address.url(entry.path)
        self._base = leaf.base.text or self._own
        self._results: dict[tuple[str, bool, bool], ReferenceResult] = {}
        self._counts: Counter[str] = Counter()
        self._is_error_page = entry.path.rpartition("/")[2].lower() in ERROR_PAGES

    def check(self) -> None:
        """All of it."""
        for location in self._leaf.locations:
            how = how_checked(location[PLACE])
            if how != UNASKED:
                self._look(location, is_asked=how == ASKED)
        if has_elements(self.entry):
            self._check_names()
        worst = worst_severity(each.severity for each in self.findings)
        counts = self._counts
        self.row = self.row._replace(
            links=counts["links"], inside=counts["inside"], broken=counts["broken"],
            findings=len(self.findings), severity=worst,
        )  # fmt: skip

    def _look(self, location: LinkLocation, *, is_asked: bool) -> None:
        leaf, place = self._leaf, location[PLACE]
        value = leaf.value(location)
        items = items_of(value, place.how)
        for item in (ReferenceItem(0, value),) if items is None else items:
            text = item.text
            if not text or (TEMPLATED.search(text) and _is_template(text)):
                continue
            relations = self._relations(location)
            if relations & NAMES:
                continue
            self._counts["links"] += 1
            result = self._result(text, place, is_asked=is_asked)
            self._note(WrittenReference(location, value, item, relations), result)

    def _relations(self, location: LinkLocation) -> set[str]:
        if location[PLACE].element != "link":
            return set()
        leaf = self._leaf
        return set((leaf.attribute(leaf.tag(location), "rel") or "").lower().split())

    def _result(self, text: str, place: LinkPlace, *, is_asked: bool) -> ReferenceResult:
        fragment = has_fragment(place)
        if text[:1] == "#" and not fragment:
            return ReferenceResult(None)
        key = (text, fragment, is_asked)
        known = self._results.get(key)
        if known is None:
            if len(self._results) >= AT_HAND:
                self._results.clear()
            known = self._results[key] = self._resolved(text, fragment=fragment, is_asked=is_asked)
        return known

    def _resolved(self, text: str, *, fragment: bool, is_asked: bool) -> ReferenceResult:
        records = self._records
        # By the editions of 1997 and 2003 a fragment alone stays in the page; by 2005 and in
        # browsers it goes by the BASE (empty_references.py).
        target = records.address.target(text, self._base)
        if target is None:
            return ReferenceResult(None)
        if target.kind == LOCAL_FILE:
            return ReferenceResult(target, (SiteHit(rules.OUTSIDE_SITE, "file", {}, "medium"),))
        if target.kind == ELSEWHERE:
            return ReferenceResult(target)
        hits = list(self._hosts(target))
        if target.kind == ON_HOST:
            base = {"base": records.address.text}
            return ReferenceResult(target, (*hits, SiteHit(rules.OUTSIDE_SITE, "base", base)))
        if is_void(text) and self._base == self._own:
            entry: SiteEntry | None = self.entry
        else:
            page = self.entry.path if self._base == self._own else ""
            result = records.targets.check(text, target, page)
            entry = result.entry
            hits += result.hits
        if fragment and entry is not None and target.fragment:
            hits += records.targets.fragment(target, entry)
        return ReferenceResult(target, tuple(hits) if is_asked else (), entry)

    def _hosts(self, target: SiteTarget) -> Iterator[SiteHit]:
        """What naming the site's own host comes to, where it is known."""
        address = self._records.address
        if not target.is_absolute or not address.is_known:
            return
        if target.scheme != address.scheme:
            args = {"base": address.text, "scheme": target.scheme}
            yield SiteHit(rules.MIXED_SCHEMES, "own", args, "low")
        else:
            yield SiteHit(rules.OWN_HOST_LINK, "", {"host": address.host})

    def _note(self, written: WrittenReference, result: ReferenceResult) -> None:
        target, entry = result.target, result.entry
        hits = result.hits
        if target is None:
            return
        if target.kind == ELSEWHERE:
            if target.scheme in WEB and target.is_absolute:
                self._note_host(written, target)
            return
        if target.kind in {INSIDE, ABOVE}:
            self._counts["inside"] += 1
        if entry is not None and entry.number != self.entry.number:
            self.linked[entry.number] = entry
        if written.relations & ABSOLUTE:
            hits = tuple(each for each in hits if each.rule is not rules.OWN_HOST_LINK)
        is_broken = any(each.is_broken for each in hits)
        self._counts["broken"] += is_broken
        self._records.structure.add_link(self.entry, entry, target, is_broken=is_broken)
        if self._is_error_page and self._works_at_one_depth(target, written.item.text):
            args = {"value": written.item.text}
            hits = (*hits, SiteHit(rules.SINGLE_DEPTH, "error", args, "low"))
            self._is_error_page = False  # once is enough
        for hit in hits:
            first, last = written.item.start, written.item.start + len(written.item.text)
            self.findings.append(self._placed(hit, written)._replace(first=first, last=last))

    def _works_at_one_depth(self, target: SiteTarget, text: str) -> bool:
        is_relative = not (target.is_absolute or target.is_rooted)
        return is_relative and text[:1] not in "#?" and self._base == self._own

    def _note_host(self, written: WrittenReference, target: SiteTarget) -> None:
        if self._records.is_new_host(target.host, target.scheme):
            hit = SiteHit(rules.MIXED_SCHEMES, "", {"host": target.host})
            place = self._placed(hit, written)
            self._records.store.add_host(target.host, target.scheme, place)

    def _placed(self, hit: SiteHit, written: WrittenReference) -> SiteFinding:
        start, end = written.location[START], written.location[END]
        return self._finding(hit, start, end, written.value)

    def _finding(self, hit: SiteHit, start: int, end: int, value: str = "") -> SiteFinding:
        source = self._leaf.source(start, end)
        args = {name: visible(text, QUOTED) for name, text in hit.args.items()}
        severity = hit.severity or hit.rule.severity
        return SiteFinding(
            self.entry.number, hit.rule.code, severity, hit.variant, args,
            source.start, source.end, source.line, source.column, value[:LONGEST], 0, len(value),
        )  # fmt: skip

    def _check_names(self) -> None:
        """Its ids, for the pages that link to them, and those that occur twice."""
        leaf, store = self._leaf, self._records.store
        names = page_names(leaf, self.entry)
        counts: Counter[str] = Counter()
        places = {}
        for each in store.add_names(self.entry.number, names):
            if each.is_id:
                counts[each.name] += 1
                if counts[each.name] == 2:
                    places[each.name] = each
        for number, (name, each) in enumerate(places.items()):
            if number == NAMED_IDS:
                rest = {"count": f"{len(places) - NAMED_IDS:,}"}
                hit = SiteHit(rules.DUPLICATE_ID, "more", rest)
            else:
                hit = SiteHit(rules.DUPLICATE_ID, "", {"id": name, "count": f"{counts[name]:,}"})
            self.findings.append(self._finding(hit, each.start, each.end))
            if number == NAMED_IDS:
                return


def _is_template(text: str) -> bool:
    """Whether a program replaces some of it before anybody follows it."""
    return bool(placeholders(text)) or is_unfinished(text)


def page_names(leaf: Leaf, entry: SiteEntry) -> PageNames:
    """What fragments can name in it."""
    is_xml = entry.path.lower().endswith(XML)
    return PageNames(leaf.octets.get(), leaf.start, leaf.end, leaf.encoding, is_xml=is_xml)
