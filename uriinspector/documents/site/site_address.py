"""Paths of a folder as addresses, and back: what a reference asks for, by the URL standard.

Where the site is online need not be known: then the folder is the root of a host that no name
server has (RFC 6761 6.4), so that nothing can be a link to it.
"""

from __future__ import annotations

from urllib.parse import quote, unquote_to_bytes

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.readers import browser

UNKNOWN = "http://this-site.invalid/"
WEB = frozenset({"http", "https"})
# Files of a computer: by scheme, by a drive, by a share.
LOCAL = expression(r"[\x00-\x20]*+(?:[fF][iI][lL][eE]:|[A-Za-z]:[\\/])")
ROOTED = expression(r"[\x00-\x20]*+[/\\]")
ABSOLUTE = expression(r"[A-Za-z][A-Za-z0-9+.-]*+:|[/\\]{2}")
DOTS = expression(r"\.\.|%2[eE]")
SLASHES = expression("/{2,}")
# Below so many folders, so that ".." above the root is something that can be seen.
DEEP = "~/" * 64
DEFAULT_PORTS = {"http": "80", "https": "443"}

INSIDE, ABOVE, ON_HOST, LOCAL_FILE, ELSEWHERE = "inside", "above", "on host", "local", "elsewhere"


class SiteTarget(NamedTuple):
    """What a reference asks for: ``path`` is that of a file, decoded; ``written`` as in the URL."""

    kind: str
    path: str = ""
    written: str = ""
    query: str | None = None
    fragment: str | None = None
    host: str = ""
    scheme: str = ""
    # Whether the reference names its host; whether it begins at the root; whether it has ".."
    # above the root that browsers drop.
    is_absolute: bool = False
    is_rooted: bool = False
    climbs: bool = False


class SiteAddress:
    """Where a site is, or will be: every path of the folder below this URL."""

    def __init__(self, base: str | None) -> None:
        """ValueError for a base that is no address of the web."""
        written = browser.serialized(base or UNKNOWN)
        if written is None or written.scheme not in WEB or not written.host:
            raise ValueError(base)
        folder = written.path.rpartition("/")[0] if base and _is_page(written.path) else None
        self.is_known = base is not None
        self.scheme = written.scheme or ""
        self.host = written.host
        self.authority = written.authority or ""
        self._port = written.port or DEFAULT_PORTS[self.scheme]
        # The last segment of a base with a file name is that of a page, not of a folder.
        self.root = (written.path if folder is None else folder).rstrip("/") + "/"
        self._origin = f"{self.scheme}://{self.authority}/"
        self.text = self._origin.removesuffix("/") + self.root

    def url(self, path: str) -> str:
        """The address of a file."""
        return self.text + quoted(path)

    def target(self, value: str, base: str) -> SiteTarget | None:
        """What a reference on a page asks for; None where browsers refuse it."""
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
        """Whether its ".." lead above the root of the host."""
        if DOTS.search(value) is None or ROOTED.match(value) or not base.startswith(self._origin):
            return False
        deep = browser.serialized(value, self._origin + DEEP + base[len(self._origin) :])
        return deep is not None and not deep.path.startswith(f"/{DEEP}")


def quoted(path: str) -> str:
    """A path of a file as the path of an address."""
    return quote(path.encode("utf-8", "surrogateescape"), safe="/-._~!$&'()*+,;=:@")


def unquoted(path: str) -> str:
    """The path of an address as that of a file; empty segments are none there."""
    result = unquote_to_bytes(path).decode("utf-8", "surrogateescape")
    return SLASHES.sub("/", result).lstrip("/")


def _is_page(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.lower().endswith((".html", ".htm"))
