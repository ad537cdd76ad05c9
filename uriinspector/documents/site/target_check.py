"""Find the targets of a site's references in the list of its files.

The site's URL may be unknown: then its folder is the root of a host that no name server knows (RFC
6761 6.4), so that no link can name it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import quote, unquote, unquote_to_bytes

from uriinspector.analysis.regular_files import LINK as LINK_WORDS
from uriinspector.analysis.regular_files import Skipped, Subfolder, entries_in, path_in
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.rules import site_references as rules
from uriinspector.documents.rules.link_rule import DocumentRule
from uriinspector.documents.site.site_store import (
    FILE,
    FOLDER,
    LINK,
    PAGE,
    UNREAD,
    SiteEntry,
    SiteStore,
)
from uriinspector.readers import browser

UNKNOWN = "http://this-site.invalid/"
WEB = frozenset({"http", "https"})
# Local files: by scheme or by drive.
LOCAL = expression(r"[\x00-\x20]*+(?:[fF][iI][lL][eE]:|[A-Za-z]:[\\/])")
ROOTED = expression(r"[\x00-\x20]*+[/\\]")
ABSOLUTE = expression(r"[A-Za-z][A-Za-z0-9+.-]*+:|[/\\]{2}")
DOTS = expression(r"\.\.|%2[eE]")
SLASHES = expression("/{2,}")
# Extra folders around the base, which reveal a ".." that goes above the root.
DEEP = "~/" * 64
DEFAULT_PORTS = {"http": "80", "https": "443"}

INSIDE, ABOVE, ON_HOST, LOCAL_FILE, ELSEWHERE = "inside", "above", "on host", "local", "elsewhere"


class SiteTarget(NamedTuple):
    """The target of a reference: ``path`` is the decoded file path, ``written`` the URL's."""

    kind: str
    path: str = ""
    written: str = ""
    query: str | None = None
    fragment: str | None = None
    host: str = ""
    scheme: str = ""
    # True if the reference names its host; if it begins at the root; if it has ".." above the root,
    # which browsers drop.
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
        is_absolute = ABSOLUTE.match(browser.STRIPPED.sub("", value)) is not None
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
        """Return True if its ".." go above the root of the host."""
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
# Variants whose file exists, at least for browsers.
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
    """A checker of targets; ``read_names`` stores the names in a page, if it is readable."""

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
    """Return True if fragments of a file name its elements."""
    return entry.kind == PAGE or entry.path.lower().endswith(".svg")


def _climbing(target: SiteTarget) -> SiteHit:
    return SiteHit(rules.SINGLE_DEPTH, "climb", {"file": target.path}, "low")


def _unchecked(entry: SiteEntry) -> SiteHit:
    variant = "link" if entry.kind == LINK else ""
    return SiteHit(rules.UNCHECKED_TARGET, variant, {"file": entry.path})
