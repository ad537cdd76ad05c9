"""The check of a folder as a site: first the files are listed, then the pages are read.

Targets are looked up in the list of files. The site's URL may be unknown: then its folder
is the root of a host that no name server knows (RFC 6761 6.4), so that no link can name it.
"""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from errno import ENOTDIR
from functools import lru_cache, partial
from itertools import islice
from typing import Protocol, Self
from urllib.parse import quote, unquote, unquote_to_bytes

from uriinspector.analysis.correction import is_unfinished, placeholders
from uriinspector.analysis.finding import Finding, worst_severity
from uriinspector.analysis.regular_files import LINK as LINK_WORDS
from uriinspector.analysis.regular_files import (
    Skipped,
    Subfolder,
    entries_in,
    open_regular,
    path_in,
)
from uriinspector.analysis.safe_text import QUOTED, visible
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents import scan_state as kinds
from uriinspector.documents.document_values import END, PLACE, START, LinkLocation, LinkPlace
from uriinspector.documents.html.embedded_addresses import ReferenceItem, items_of
from uriinspector.documents.html.page import STYLE
from uriinspector.documents.leaf import Leaf, PlacedFindings, is_void
from uriinspector.documents.reading.page import read_links
from uriinspector.documents.reading.plain_text import read_style
from uriinspector.documents.rules import site_references as rules
from uriinspector.documents.rules.link_rule import SOURCE, VALUE, DocumentRule, LinkHit, finding
from uriinspector.documents.rules.site_references import BY_CODE
from uriinspector.documents.scan import LIMIT, scan
from uriinspector.documents.site.site_store import (
    FILE,
    FOLDER,
    LINK,
    PAGE,
    UNREAD,
    PageNames,
    PageRow,
    SiteEntry,
    SiteFinding,
    SiteStore,
)
from uriinspector.readers import browser

UNKNOWN = "http://this-site.invalid/"
WEB = frozenset({"http", "https"})
# Local files: by scheme or by drive.
LOCAL = expression(r"[\x00-\x20]*+(?:[fF][iI][lL][eE]:|[A-Za-z]:[\\/])")
ROOTED = expression(r"[\x00-\x20]*+[/\\]")
ABSOLUTE_REFERENCE = expression(r"[A-Za-z][A-Za-z0-9+.-]*+:|[/\\]{2}")
DOTS = expression(r"\.\.|%2[eE]")
SLASHES = expression("/{2,}")
# Folders that are added in front of the base, so that a ".." above the root remains visible.
DEEP = "~/" * 64
DEFAULT_PORTS = {"http": "80", "https": "443"}

INSIDE, ABOVE, ON_HOST, LOCAL_FILE, ELSEWHERE = "inside", "above", "on host", "local", "elsewhere"


class SiteTarget(NamedTuple):
    """The target of a reference: ``path`` is the decoded file path, ``written`` the URL's path."""

    kind: str
    path: str = ""
    written: str = ""
    query: str | None = None
    fragment: str | None = None
    host: str = ""
    scheme: str = ""
    # Whether the reference names its host, begins at the root, and has ".." above the root, which
    # browsers drop.
    is_absolute: bool = False
    is_rooted: bool = False
    climbs: bool = False


class SiteAddress:
    """The URL of a site's folder, actual or planned."""

    def __init__(self, base: str | None) -> None:
        """Parse the base; raise ValueError if it is not a web address."""
        written = browser.serialized(base or UNKNOWN)
        if written is None or written.scheme not in WEB or not written.host:
            raise ValueError(base)
        folder = written.path.rpartition("/")[0] if base and _is_page(written.path) else None
        self.is_known = base is not None
        self.scheme = written.scheme or ""
        self.host = written.host
        self.authority = written.authority or ""
        self._port = written.port or DEFAULT_PORTS[self.scheme]
        # If the base ends with a file name, that is a page in the folder.
        self.root = (written.path if folder is None else folder).rstrip("/") + "/"
        self._origin = f"{self.scheme}://{self.authority}/"
        self.text = self._origin.removesuffix("/") + self.root

    def url(self, path: str) -> str:
        return self.text + quoted(path)

    def target(self, value: str, base: str) -> SiteTarget | None:
        """Return the target of a reference on a page, or None if browsers reject it."""
        if LOCAL.match(value):
            return SiteTarget(LOCAL_FILE)
        written = browser.serialized(value, base)
        if written is None:
            return None
        scheme, host = written.scheme or "", written.host or ""
        if scheme not in WEB:
            return SiteTarget(ELSEWHERE, host=host, scheme=scheme)
        is_absolute = ABSOLUTE_REFERENCE.match(browser.STRIPPED.sub("", value)) is not None
        port = written.port or DEFAULT_PORTS[scheme]
        is_own_port = port == self._port or (scheme != self.scheme and written.port is None)
        if host != self.host or not is_own_port:
            return SiteTarget(ELSEWHERE, host=host, scheme=scheme, is_absolute=is_absolute)
        climbs = not is_absolute and self._climbs(value, base)
        inside = written.path.startswith(self.root)
        if climbs and (not inside or not self.is_known):
            kind = ABOVE
        else:
            kind = INSIDE if inside else ON_HOST
        path = written.path[len(self.root) :] if inside else ""
        return SiteTarget(
            *(kind, unquoted(path), path, written.query, written.fragment, host, scheme),
            is_absolute=is_absolute,
            is_rooted=ROOTED.match(value) is not None and not is_absolute,
            climbs=climbs,
        )

    def _climbs(self, value: str, base: str) -> bool:
        """Return True if a reference's ".." lead above the root of the host."""
        if DOTS.search(value) is None or ROOTED.match(value) or not base.startswith(self._origin):
            return False
        deep = browser.serialized(value, self._origin + DEEP + base[len(self._origin) :])
        return deep is not None and not deep.path.startswith(f"/{DEEP}")


def quoted(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"), safe="/-._~!$&'()*+,;=:@")


def unquoted(path: str) -> str:
    """Convert a URL path to a file path, without empty segments."""
    result = unquote_to_bytes(path).decode("utf-8", "surrogateescape")
    return SLASHES.sub("/", result).lstrip("/")


def _is_page(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.lower().endswith((".html", ".htm"))


# Recognized by extension: a site has a hundred images per page, and opening all would be slow.
PAGES = (".html", ".htm", ".xhtml", ".xht", ".shtml")
# Other files with references.
SHEETS = (".css", ".svg")
XML = (".xhtml", ".xht", ".svg")
UP = expression(r"(?:\.{1,2}/+)*(?:\.\.\Z)?")
INDEXES = (
    *("index.html", "index.htm", "index.xhtml", "index.shtml", "index.php", "index.jsp"),
    *("index.asp", "index.aspx", "index.cgi", "default.html", "default.htm", "default.asp"),
    *("default.aspx", "Default.htm", "Default.aspx"),
)


def site_entries(root: str) -> Iterator[SiteEntry]:
    """Yield the entries of a folder with relative paths; links and special files are marked."""
    for number, each in enumerate(entries_in(root), 1):
        path = path_in(root, each if isinstance(each, str) else each.path)
        kind = _kind(each, path)
        target = _link_target(root, path) if kind == LINK else ""
        yield SiteEntry(number, path, kind, target)


def _link_target(root: str, path: str) -> str:
    """Return the path in the site that a symbolic link names, or "" if it may be outside.

    Only the link itself is read, not its target.
    """
    try:
        target = os.readlink(os.path.join(root, path)).replace(os.sep, "/")  # noqa: PTH115, PTH118
    except OSError:
        return ""
    parts = path.split("/")[:-1]
    ups = UP.match(target)
    rest = target[ups.end() if ups else 0 :].rstrip("/")
    climbs = ups[0].count("..") if ups else 0
    # After a name, the meaning of ".." depends on the target of that name.
    if target.startswith("/") or climbs > len(parts) or ".." in rest.split("/"):
        return ""
    names = (each for each in rest.split("/") if each not in {"", "."})
    return "/".join((*parts[: len(parts) - climbs], *names))


def _kind(entry: str | Skipped | Subfolder, path: str) -> int:
    if isinstance(entry, Subfolder):
        return FOLDER
    if isinstance(entry, Skipped):
        return LINK if entry.why == LINK_WORDS else UNREAD
    return PAGE if path.lower().endswith(PAGES) else FILE


def has_references(path: str) -> bool:
    return path.lower().endswith(PAGES + SHEETS)


ENDINGS = (".html", ".htm")
# The maximum number of folders above a page to try for a reference.
FOLDERS = 32
# The maximum number of symbolic links to follow in a path.
LINKS = 16
# Fragments for scripts, and of other kinds (media, text), do not name elements.
ROUTE = expression(r"[/!]|[^=]*=")
# Variants of findings about targets that exist, at least for browsers.
REACHED = frozenset({"climb", "error"})
DIRECTIVE = ":~:"


class SiteHit(NamedTuple):
    rule: DocumentRule
    variant: str = ""
    args: Mapping[str, str] = {}
    severity: str | None = None

    @property
    def is_broken(self) -> bool:
        """True if the target does not exist, for browsers or on some systems."""
        return self.rule.code in rules.BROKEN and self.variant not in REACHED


class TargetCheck(NamedTuple):
    hits: list[SiteHit]
    entry: SiteEntry | None = None


class TargetChecker:
    """Checks targets; ``read_names`` stores the names in a page, if it is readable."""

    def __init__(
        self, store: SiteStore, address: SiteAddress, read_names: Callable[[SiteEntry], bool]
    ) -> None:
        self._store = store
        self._address = address
        self._read_names = read_names

    def check(self, value: str, target: SiteTarget, page: str) -> TargetCheck:
        store = self._store
        name = target.path.removesuffix("/")
        if "\0" in name or "%2f" in target.written.lower():
            return TargetCheck([SiteHit(rules.UNCHECKED_TARGET, "name", {"file": target.written})])
        name = self._followed(name)
        entry = store.entry(name) if name else None
        if target.kind == ABOVE:
            if entry is None:
                return TargetCheck([SiteHit(rules.OUTSIDE_SITE)])
            return TargetCheck([_climbing(target)], entry)
        hits = [_climbing(target)] if target.climbs and entry is not None else []
        if entry is None and name:
            return TargetCheck([self._missing(value, target, name, page)])
        if entry is not None and entry.kind in {LINK, UNREAD}:
            return TargetCheck([_unchecked(entry)])
        if entry is not None and entry.kind != FOLDER:
            if target.path.endswith("/"):
                return TargetCheck([SiteHit(rules.MISSING_FILE, "slash", {"file": name})], entry)
            return TargetCheck(hits, entry)
        index = self._index(name)
        if index is None:
            hits.append(SiteHit(rules.NO_FOLDER_INDEX, args={"file": f"{name}/"}))
        elif index.kind in {LINK, UNREAD}:
            hits.append(_unchecked(index))
        return TargetCheck(hits, index)

    def fragment(self, target: SiteTarget, entry: SiteEntry) -> Iterator[SiteHit]:
        """Yield a hit if the fragment has no target in its page (HTML 7.4.6)."""
        written = (target.fragment or "").partition(DIRECTIVE)[0]
        name = unquote(written, errors="replace")
        if not written or name.lower() == "top" or not has_elements(entry):
            return
        if not self._read_names(entry):
            yield _unchecked(entry)
            return
        store, page = self._store, entry.number
        if store.has_name(page, written) or store.has_name(page, name):
            return
        # The effects of fragments in scripts are unknown.
        if ROUTE.match(name) and (entry.kind != PAGE or store.has_scripts(page)):
            return
        args = {"file": entry.path, "fragment": name}
        similar = store.similar_name(page, name)
        if similar is None:
            yield SiteHit(rules.MISSING_FRAGMENT, "", args)
        else:
            yield SiteHit(rules.MISSING_FRAGMENT, "case", args | {"other": similar})

    def _index(self, folder: str) -> SiteEntry | None:
        before = f"{folder}/" if folder else ""
        entries = (self._store.entry(self._followed(before + each)) for each in INDEXES)
        return next((each for each in entries if each and each.kind != FOLDER), None)

    def _followed(self, name: str) -> str:
        """Return the path after following symbolic links within the site."""
        if not self._store.has_links or not name:
            return name
        for _ in range(LINKS):
            before = name
            parts = name.split("/")
            for at in range(1, len(parts) + 1):
                entry = self._store.entry("/".join(parts[:at]))
                if entry is None:
                    return name
                if entry.target:
                    name = "/".join((entry.target, *parts[at:]))
                    break
            if name == before:
                return name
        return name

    def _missing(self, value: str, target: SiteTarget, name: str, page: str) -> SiteHit:
        """Return a hit for a missing file, with the reason that the other files suggest."""
        at = name
        while at := at.rpartition("/")[0]:
            above = self._store.entry(at)
            if above is not None and above.kind in {LINK, UNREAD}:
                return _unchecked(above)
        args = {"file": name}
        similar = self._store.entry_folded(name)
        if similar is not None:
            is_form = similar.path.lower() != name.lower()
            variant = "normal" if is_form else ""
            return SiteHit(rules.FILE_NAME_CASE, variant, {"other": similar.path})
        return (
            self._literal(target, args)
            or self._elsewhere(value, target, page, args)
            or self._with_ending(name, args)
            or SiteHit(rules.MISSING_FILE, self._variant(target), args)
        )

    def _variant(self, target: SiteTarget) -> str:
        return "rooted" if target.is_rooted and not self._address.is_known else ""

    def _literal(self, target: SiteTarget, args: Mapping[str, str]) -> SiteHit | None:
        """Return a hit if a file's name contains the link's special characters literally."""
        queried = target.path if target.query is None else f"{target.path}?{target.query}"
        names = ((target.written, "percent"), (queried, "query"), (unquote(queried), "query"))
        for name, variant in names:
            if name != target.path and self._store.entry(name) is not None:
                return SiteHit(rules.MISSING_FILE, variant, {**args, "other": name})
        return None

    def _elsewhere(
        self, value: str, target: SiteTarget, page: str, args: Mapping[str, str]
    ) -> SiteHit | None:
        """Return a hit if the reference would work from a folder above the page."""
        if target.is_absolute or target.is_rooted:
            return None
        folder = page.rpartition("/")[0]
        for _ in range(FOLDERS):
            if not folder:
                return None
            folder = folder.rpartition("/")[0]
            there = self._address.target(value, self._address.url(f"{folder}/" if folder else ""))
            if there is None or there.kind != INSIDE or there.climbs:
                return None
            entry = self._store.entry(unquoted(there.written).removesuffix("/"))
            if entry is not None:
                variant = "" if folder else "root"
                return SiteHit(rules.SINGLE_DEPTH, variant, {**args, "folder": f"{folder}/"})
        return None

    def _with_ending(self, name: str, args: Mapping[str, str]) -> SiteHit | None:
        for ending in ENDINGS:
            if self._store.entry(name + ending) is not None:
                return SiteHit(
                    rules.MISSING_FILE, "extension", {**args, "other": name + ending}, "low"
                )
        return None


def has_elements(entry: SiteEntry) -> bool:
    """Return True if fragments can refer to elements of a file."""
    return entry.kind == PAGE or entry.path.lower().endswith(".svg")


def _climbing(target: SiteTarget) -> SiteHit:
    return SiteHit(rules.SINGLE_DEPTH, "climb", {"file": target.path}, "low")


def _unchecked(entry: SiteEntry) -> SiteHit:
    variant = "link" if entry.kind == LINK else ""
    return SiteHit(rules.UNCHECKED_TARGET, variant, {"file": entry.path})


# Attributes for which programs do not request a file at that path: names, places of other kinds,
# references with another base, programs on a server.
OTHERS = frozenset(
    {"itemid", "itemtype", "profile", "urn", "classid", "codebase", "xml:base", "code", "archive"}
    | {"object", "usemap", "ping", "pluginspage", "pluginurl", "value"}
)
# Attributes whose target is a program on the server: there may be a file with this name, or none.
SENT = frozenset({"action", "formaction"})
# Elements that show a part of another document or lead to one.
WITH_FRAGMENT = frozenset(
    {("a", "href"), ("a", "xlink:href"), ("area", "href"), ("iframe", "src"), ("frame", "src")}
    | {("use", "href"), ("use", "xlink:href"), ("meta", "content")}
)
# LINK relations whose address is a name or only a host.
NAMES = frozenset({"profile", "preconnect", "dns-prefetch"})
# LINK relations that should be absolute, since other sites use them to find a page.
ABSOLUTE = frozenset({"canonical", "alternate", "shortlink", "amphtml", "self", "me", "pingback"})
UNASKED, ASKED, OFFERED = range(3)


@lru_cache(maxsize=4096)
def how_checked(place: LinkPlace) -> int:
    """Return whether the target must be a file of the site, may be one, or is something else."""
    element, attribute = place.element, place.attribute
    if place == STYLE or attribute == "style":
        return ASKED
    if element is None or attribute is None or element == "base" or attribute in OTHERS:
        return UNASKED
    if attribute.startswith("on"):
        return UNASKED
    return OFFERED if attribute in SENT else ASKED


def has_fragment(place: LinkPlace) -> bool:
    """Return True if fragments of references in this place name an element."""
    return (place.element, place.attribute) in WITH_FRAGMENT


# The maximum number of cached results per page.
AT_HAND = 10_000
LONGEST = 2_000
# The maximum number of duplicate IDs to report separately per page.
NAMED_IDS = 20
ERROR_PAGES = frozenset({"404.html", "404.htm"})
# Every placeholder contains one of these characters.
TEMPLATED = expression(r"[{<$%\[@*]")


class ReferenceResult(NamedTuple):
    """The target of a reference, and what was found about it."""

    target: SiteTarget | None
    hits: tuple[SiteHit, ...] = ()
    entry: SiteEntry | None = None


class Remedies(Protocol):
    """Finds texts that repair references."""

    def remedies(
        self,
        hit: SiteHit,
        text: str,
        result: ReferenceResult,
        base: str,
        check: Callable[[str], ReferenceResult],
    ) -> tuple[str, ...]: ...


class WrittenReference(NamedTuple):
    """A reference: its place, the value it is in, its position there, the relations of a LINK."""

    location: LinkLocation
    value: str
    item: ReferenceItem
    relations: set[str]


class SitePage:
    """The check of a page; its results are in ``row`` and ``findings``."""

    def __init__(self, records: SiteRecords, entry: SiteEntry, leaf: Leaf, size: int) -> None:
        self.entry = entry
        self.row = PageRow(entry.number, entry.path, size)
        self.findings: list[SiteFinding] = []
        # The other pages that it links to.
        self.linked: dict[int, SiteEntry] = {}
        self._records = records
        self._leaf = leaf
        self._own = records.address.url(entry.path)
        self._base = leaf.base.text or self._own
        self._results: dict[tuple[str, bool, bool], ReferenceResult] = {}
        self._remedies: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self._counts: Counter[str] = Counter()
        self._is_error_page = entry.path.rpartition("/")[2].lower() in ERROR_PAGES

    def check(self) -> None:
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
        # In the editions of 1997 and 2003, a bare fragment stays in the page; in 2005 and in
        # browsers, it is resolved against the BASE.
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
        """Yield hits for references that name the site's own host, if it is known."""
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
            self._is_error_page = False
        for hit in hits:
            first, last = written.item.start, written.item.start + len(written.item.text)
            placed = self._placed(hit, written)._replace(first=first, last=last)
            remedies = self._remedies_for(hit, written, result)
            self.findings.append(placed._replace(remedies=remedies))

    def _remedies_for(
        self, hit: SiteHit, written: WrittenReference, result: ReferenceResult
    ) -> tuple[str, ...]:
        """Return texts that would repair a reference, if they are wanted."""
        finder, text, place = self._records.remedies, written.item.text, written.location[PLACE]
        if finder is None:
            return ()
        key = text, hit.rule.code, hit.variant
        if key not in self._remedies:
            if len(self._remedies) >= AT_HAND:
                self._remedies.clear()
            check = partial(self._resolved, fragment=has_fragment(place), is_asked=True)
            self._remedies[key] = finder.remedies(hit, text, result, self._base, check)
        return self._remedies[key]

    def _works_at_one_depth(self, target: SiteTarget, text: str) -> bool:
        is_relative = not (target.is_absolute or target.is_rooted)
        return is_relative and text[:1] not in "#?" and self._base == self._own

    def _note_host(self, written: WrittenReference, target: SiteTarget) -> None:
        records = self._records
        is_new = records.is_new_host(target.host, target.scheme)
        if not is_new and not (target.scheme == "http" and records.keeps_http):
            return
        hit = SiteHit(rules.MIXED_SCHEMES, "", {"host": target.host})
        place = self._placed(hit, written)
        remedies = self._remedies_for(hit, written, ReferenceResult(target))
        first, last = written.item.start, written.item.start + len(written.item.text)
        place = place._replace(first=first, last=last, remedies=remedies)
        if is_new:
            records.store.add_host(target.host, target.scheme, place)
        if target.scheme == "http" and records.keeps_http:
            records.http_links.append(place)

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
        """Store the page's IDs for pages that link to them, and report duplicate ones."""
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
                hit = SiteHit(rules.DUPLICATE_ID, "more", {"count": f"{len(places) - NAMED_IDS:,}"})
            else:
                hit = SiteHit(rules.DUPLICATE_ID, "", {"id": name, "count": f"{counts[name]:,}"})
            self.findings.append(self._finding(hit, each.start, each.end))
            if number == NAMED_IDS:
                return


def _is_template(text: str) -> bool:
    """Return True if a program replaces parts of the text before it is used as a link."""
    return bool(placeholders(text)) or is_unfinished(text)


def page_names(leaf: Leaf, entry: SiteEntry) -> PageNames:
    is_xml = entry.path.lower().endswith(XML)
    return PageNames(leaf.octets.get(), leaf.start, leaf.end, leaf.encoding, is_xml=is_xml)


# The maximum number of hosts to remember, and of http links.
HOSTS, HTTP_LINKS = 50_000, 2_000


@dataclass(frozen=True, slots=True)
class SiteRecords:
    """The address of a site, its data, and the checker of targets."""

    address: SiteAddress
    store: SiteStore
    structure: SiteStructure
    targets: TargetChecker
    remedies: Remedies | None = None
    # All http links to other hosts, if remedies are wanted for them.
    http_links: list[SiteFinding] = field(default_factory=list)
    _hosts: set[tuple[str, str]] = field(default_factory=set)

    @property
    def keeps_http(self) -> bool:
        return self.remedies is not None and len(self.http_links) < HTTP_LINKS

    def is_new_host(self, host: str, scheme: str) -> bool:
        """Return True if a link to this host with this scheme was not recorded yet."""
        key = host, scheme
        if key in self._hosts:
            return False
        if len(self._hosts) < HOSTS:
            self._hosts.add(key)
        return True


# The maximum number of nodes, as a larger graph is not readable; and the maximum depth of folders.
MOST, DEEPEST = 40, 8
# The maximum number of folders to count.
COUNTED = 10_000
# The maximum number of missing targets to count separately.
MISSING = 1_000


@dataclass(slots=True)
class StructureNode:
    """A page, or a folder with its pages: its ``path`` ends with a slash, or is "" for the top."""

    path: str
    pages: int = 0
    broken: int = 0


class StructureEdge(NamedTuple):
    source: str
    target: str
    links: int


@dataclass(slots=True)
class SiteStructure:
    """The graph of a site: its nodes are chosen first, then the links between them are counted."""

    nodes: dict[str, StructureNode] = field(default_factory=dict)
    _depth: int | None = None
    _links: Counter[tuple[str, str]] = field(default_factory=Counter)
    # The links by source node and missing path.
    _missing: Counter[tuple[str, str]] = field(default_factory=Counter)

    def choose(self, paths: Iterable[str]) -> None:
        """Choose the nodes: the pages themselves if they are few, otherwise their folders."""
        pages: list[str] = []
        folders: list[set[str]] = [set() for _ in range(DEEPEST + 1)]
        sizes: Counter[str] = Counter()
        for path in paths:
            if len(pages) <= MOST:
                pages.append(path)
            for depth, names in enumerate(folders):
                if len(names) <= MOST:
                    names.add(_folder(path, depth))
            first = _folder(path, 1)
            if first in sizes or len(sizes) < COUNTED:
                sizes[first] += 1
        if len(pages) <= MOST:
            chosen = pages
        else:
            fitting = [depth for depth in range(1, DEEPEST + 1) if len(folders[depth]) <= MOST]
            self._depth = max(fitting, default=1)
            largest = [name for name, _ in sizes.most_common(MOST - 1)]
            chosen = sorted(folders[self._depth] if fitting else {"", *largest})
        self.nodes = {name: StructureNode(name) for name in chosen}

    def name_of(self, path: str) -> str:
        if self._depth is None:
            return path
        name = _folder(path, self._depth)
        return name if name in self.nodes else ""

    @property
    def is_by_folder(self) -> bool:
        return self._depth is not None

    @property
    def edges(self) -> list[StructureEdge]:
        return [StructureEdge(*pair, count) for pair, count in self._links.most_common()]

    @property
    def missing(self) -> list[StructureEdge]:
        return [StructureEdge(*pair, count) for pair, count in self._missing.most_common()]

    def add_page(self, path: str) -> None:
        node = self.nodes.get(self.name_of(path))
        if node is not None:
            node.pages += 1

    def add_link(
        self, page: SiteEntry, entry: SiteEntry | None, target: SiteTarget, *, is_broken: bool
    ) -> None:
        name = self.name_of(page.path)
        node = self.nodes.get(name)
        if node is None:
            return  # a style sheet
        node.broken += is_broken
        if is_broken:
            path = target.path + (f"#{target.fragment}" if entry is not None else "")
            if (name, path) in self._missing or len(self._missing) < MISSING:
                self._missing[name, path] += 1
        elif entry is not None:
            other = self.name_of(entry.path)
            if other != name and other in self.nodes:
                self._links[name, other] += 1


def _folder(path: str, depth: int) -> str:
    parts = path.split("/")[:-1][:depth]
    return "".join(f"{each}/" for each in parts)


READERS = {kinds.HTML: read_links, kinds.STYLE: read_style}
# The number of files to list between progress reports.
LISTED = 5_000
TOO_LARGE = f"more than {LIMIT >> 20} MB"
NO_TEXT = "not a page or style sheet"
WHY = {LINK: LINK_WORDS, UNREAD: "not a regular file, or not readable"}


class SiteProgress(NamedTuple):
    """The pages done and their total or, while that is unknown, the files listed so far."""

    done: int
    of: int | None
    # The last page that was checked, and the new findings about it.
    row: PageRow | None = None
    findings: Sequence[SiteFinding] = ()


class UnreadFile(NamedTuple):
    path: str
    why: str


class SiteCheck:
    """The check of a folder; its results are available until the ``with`` block ends."""

    def __init__(
        self,
        root: str,
        base: str | None = None,
        remedies: Callable[[SiteStore, SiteAddress], Remedies] | None = None,
    ) -> None:
        """Prepare a check; raise ValueError if the base is not a web address.

        ``remedies`` is ``RemedyFinder`` if texts that repair the references are wanted.
        """
        self.root = root
        self.address = SiteAddress(base)
        self.store = SiteStore()
        self.structure = SiteStructure()
        targets = TargetChecker(self.store, self.address, self._read_names)
        finder = remedies(self.store, self.address) if remedies else None
        self._records = SiteRecords(self.address, self.store, self.structure, targets, finder)
        # The unread files, up to a limit; further ones are only counted in ``omitted``.
        self.unread: list[UnreadFile] = []
        self.omitted = 0
        self.is_whole = False
        self.files = self.pages = 0
        self._incoming = array("I")

    def run(self) -> Iterator[SiteProgress]:
        """Run the check, yielding progress page by page; raise OSError for an unreadable folder."""
        try:
            yield from self._list()
            yield from self._check_pages()
            yield from self._finish()
        except sqlite3.Error as error:
            raise OSError(str(error)) from error
        self.is_whole = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def _list(self) -> Iterator[SiteProgress]:
        """List the files of the folder, which are the only possible targets."""
        if not os.path.isdir(self.root):  # noqa: PTH112 - as it is written
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), self.root)
        entries = self._counted(site_entries(self.root))
        while batch := list(islice(entries, LISTED)):
            self.store.add_entries(batch)
            yield SiteProgress(self.files, None)
        self.store.index_entries()
        self.structure.choose(each.path for each in self.store.entries(PAGE))

    def _counted(self, entries: Iterator[SiteEntry]) -> Iterator[SiteEntry]:
        for each in entries:
            self.files += each.kind in {FILE, PAGE}
            self.pages += has_references(each.path) and each.kind in {FILE, PAGE}
            if each.kind in {LINK, UNREAD}:
                self._leave_out(each.path, WHY[each.kind])
            self._incoming.append(0)
            yield each

    def _check_pages(self) -> Iterator[SiteProgress]:
        done = 0
        for entry in self.store.entries(PAGE, FILE):
            if not has_references(entry.path):
                continue
            page = self._check_page(entry)
            done += 1
            if page is None:
                yield SiteProgress(done, self.pages)
            else:
                yield SiteProgress(done, self.pages, page.row, page.findings)

    def _check_page(self, entry: SiteEntry) -> SitePage | None:
        opened = self._opened(entry)
        if isinstance(opened, str):
            self._leave_out(entry.path, opened)
            return None
        leaf, size = opened
        page = SitePage(self._records, entry, leaf, size)
        with self.store.transaction():
            page.check()
            self.store.add_page(page.row, page.findings)
        if entry.kind == PAGE:
            self.structure.add_page(entry.path)
        for number in page.linked:
            self._incoming[number - 1] += 1
        return page

    def _opened(self, entry: SiteEntry) -> tuple[Leaf, int] | str:
        """Return the scanned page and its size, or the reason why it could not be read."""
        path = os.path.join(self.root, *entry.path.split("/"))  # noqa: PTH118 - as it is written
        try:
            with open_regular(path, follows_links=False) as file:
                octets = file.read(LIMIT + 1)
        except OSError as error:
            return error.strerror or str(error)
        if len(octets) > LIMIT:
            return TOO_LARGE
        name, base = entry.path.rpartition("/")[2], self.address.url(entry.path)
        document = scan(octets, name=name, base=base, readers=READERS)
        leaves = document.links.leaves
        return (leaves[0], len(octets)) if leaves else NO_TEXT

    def _read_names(self, entry: SiteEntry) -> bool:
        """Store the names in a page before it is checked; return False if it is not readable."""
        if not self.store.has_names(entry.number):
            opened = self._opened(entry)
            if isinstance(opened, str):
                return False
            for _ in self.store.add_names(entry.number, page_names(opened[0], entry)):
                pass
        return True

    def _leave_out(self, path: str, why: str) -> None:
        if len(self.unread) < LISTED:
            self.unread.append(UnreadFile(path, why))
        else:
            self.omitted += 1

    def _finish(self) -> Iterator[SiteProgress]:
        with self.store.transaction():
            for each in self._late_findings():
                row = self.store.add_finding(each)
                yield SiteProgress(self.pages, self.pages, row, [each, *self._others(each)])

    def _others(self, finding: SiteFinding) -> list[SiteFinding]:
        """Return the other http links to the same host, as only the first one is a finding."""
        if finding.code != rules.MIXED_SCHEMES.code:
            return []
        return [
            each
            for each in self._records.http_links
            if each.args == finding.args and each[:12] != finding[:12]
        ]

    def _late_findings(self) -> Iterator[SiteFinding]:
        yield from self.store.mixed_hosts()
        rule = rules.ORPHAN_PAGE
        for entry in self.store.entries(PAGE):
            if not self._incoming[entry.number - 1] and self._needs_link(entry):
                yield SiteFinding(entry.number, rule.code, rule.severity, "", {}, 0, 0, 1, 1, "")

    def _needs_link(self, entry: SiteEntry) -> bool:
        """Return True if other pages should link to a page: it was read and is not an index."""
        is_own = entry.path in INDEXES or entry.path.rpartition("/")[2].lower() in ERROR_PAGES
        return not is_own and self.store.page(entry.number).path != ""


def finding_of(row: SiteFinding) -> Finding:
    """Return a finding with its rule's texts; one without a value is about the whole page."""
    start, end = (row.first, row.last) if row.value else (row.start, row.end)
    of = VALUE if row.value else SOURCE
    rule, hit = BY_CODE[row.code], LinkHit(start, end, row.severity, row.variant, row.args, of)
    return finding(rule, hit)._replace(plain_template=rule.plain.get(row.variant, ""))


def placed_findings(store: SiteStore, path: str) -> PlacedFindings:
    result, entry = PlacedFindings(), store.entry(path)
    if entry is None:
        return result
    for row in store.findings(entry.number):
        if row.value:
            result.by_start.setdefault(row.start, []).append(finding_of(row))
        else:
            result.whole.append(finding_of(row))
    return result
