"""What a reference within a site leads to, by the list of its files: no path is ever asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.rules import site_references as rules
from uriinspector.documents.site.site_address import ABOVE, INSIDE, unquoted
from uriinspector.documents.site.site_files import INDEXES
from uriinspector.documents.site.site_store import FOLDER, LINK, PAGE, UNREAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from uriinspector.documents.rules.link_rule import DocumentRule
    from uriinspector.documents.site.site_address import SiteAddress, SiteTarget
    from uriinspector.documents.site.site_store import SiteEntry, SiteStore

ENDINGS = (".html", ".htm")
# So many folders above a page are tried for a reference that works there.
FOLDERS = 32
# So many symbolic links of a path are followed.
LINKS = 16
# What scripts put there, and fragments of other kinds (media, text): these name no element.
ROUTE = expression(r"[/!]|[^=]*=")
# Variants of which the file is there, at least for browsers.
REACHED = frozenset({"climb", "error"})
DIRECTIVE = ":~:"


class SiteHit(NamedTuple):
    """A rule that applies, and with which words."""

    rule: DocumentRule
    variant: str = ""
    args: Mapping[str, str] = {}
    severity: str | None = None

    @property
    def is_broken(self) -> bool:
        """Whether the reference leads nowhere, for browsers or on some system."""
        return self.rule.code in rules.BROKEN and self.variant not in REACHED


class TargetCheck(NamedTuple):
    """What a target came to: the hits, and the file that it is, if it is one."""

    hits: list[SiteHit]
    entry: SiteEntry | None = None


class TargetChecker:
    """Looks targets up; ``read_names`` makes the names of a page known, if it can be read."""

    def __init__(
        self, store: SiteStore, address: SiteAddress, read_names: Callable[[SiteEntry], bool]
    ) -> None:
        self._store = store
        self._address = address
        self._read_names = read_names

    def check(self, value: str, target: SiteTarget, page: str) -> TargetCheck:
        """A reference in a page that stays in the site."""
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
        """Whether the fragment has a target in the page that it is asked of (HTML 7.4.6)."""
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
        # What scripts do with a fragment is not known.
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
        """The path behind the symbolic links in it, as far as they stay in the site."""
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
        """Why nothing is there, as far as the other files tell."""
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
        """A file whose name has the characters of the link, where a link means something else."""
        queried = target.path if target.query is None else f"{target.path}?{target.query}"
        names = ((target.written, "percent"), (queried, "query"), (unquote(queried), "query"))
        for name, variant in names:
            if name != target.path and self._store.entry(name) is not None:
                return SiteHit(rules.MISSING_FILE, variant, {**args, "other": name})
        return None

    def _elsewhere(
        self, value: str, target: SiteTarget, page: str, args: Mapping[str, str]
    ) -> SiteHit | None:
        """A folder above the page from which the same reference would work."""
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
    """Whether a fragment of a file names an element of it."""
    return entry.kind == PAGE or entry.path.lower().endswith(".svg")


def _climbing(target: SiteTarget) -> SiteHit:
    return SiteHit(rules.SINGLE_DEPTH, "climb", {"file": target.path}, "low")


def _unchecked(entry: SiteEntry) -> SiteHit:
    variant = "link" if entry.kind == LINK else ""
    return SiteHit(rules.UNCHECKED_TARGET, variant, {"file": entry.path})
