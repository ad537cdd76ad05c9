"""A text as read by independent programs: ada-url, ipaddress, urllib, the public suffix list, and
the expression of appendix B.

Nothing here is from the program except the reader that calls urllib.
"""

import re
import unicodedata
from functools import cache, cached_property, lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple
from urllib.parse import unquote_to_bytes

from ada_url import URL, idna_to_unicode
from publicsuffixlist import PublicSuffixList

from uriinspector.readers import python

SPECIAL: Final = frozenset({"http", "https", "ws", "wss", "ftp", "file"})
SURROGATES: Final = re.compile("[\ud800-\udfff]")
# RFC 3986 appendix B, with a scheme as in the grammar.
SPLIT: Final = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL
)
# Entered by hand from IANA's registries of special-purpose addresses.
RANGES: Final = tuple(
    (ip_network(network), name)
    for network, name in (
        ("0.0.0.0/32", "this host"), ("0.0.0.0/8", "this network"), ("10.0.0.0/8", "private use"),
        ("100.64.0.0/10", "shared address space"), ("127.0.0.0/8", "loopback"),
        ("169.254.0.0/16", "link local"), ("172.16.0.0/12", "private use"),
        ("192.0.0.0/24", "protocol assignments"), ("192.0.2.0/24", "documentation"),
        ("192.88.99.0/24", "6to4 relay anycast"),
        ("192.168.0.0/16", "private use"), ("198.18.0.0/15", "benchmarking"),
        ("198.51.100.0/24", "documentation"), ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("255.255.255.255/32", "limited broadcast"),
        ("240.0.0.0/4", "reserved"), ("::1/128", "loopback"), ("::/128", "unspecified"),
        ("::ffff:0:0/96", "IPv4-mapped"), ("64:ff9b::/96", "IPv4 translation"),
        ("64:ff9b:1::/48", "local IPv4 translation"),
        ("100::/64", "discard only"), ("100:0:0:1::/64", "dummy prefix"), ("2001::/32", "Teredo"),
        ("2001:2::/48", "benchmarking"), ("2001:10::/28", "protocol assignments"),
        ("2001:20::/28", "protocol assignments"), ("2001:db8::/32", "documentation"),
        ("2001::/23", "protocol assignments"),
        ("2002::/16", "6to4"), ("3fff::/20", "documentation"), ("5f00::/16", "segment routing"),
        ("fc00::/7", "unique local"), ("fe80::/10", "link local"),
        ("fec0::/10", "former private use"), ("ff00::/8", "multicast"),
    )
)  # fmt: skip


def range_of(address: str) -> str:
    """Return the name of the narrowest range that contains the address, or "global"."""
    wanted = ip_address(address)
    fitting = [(net.prefixlen, name) for net, name in RANGES if wanted in net]
    return max(fitting)[1] if fitting else "global"


def embedded(address: str) -> str | None:
    """Return the IPv4 address that an IPv6 address contains, or None."""
    try:
        value = IPv6Address(address)
    except ValueError:
        return None
    if value.teredo:
        return str(value.teredo[1])
    inner = value.ipv4_mapped or value.sixtofour
    translated = ("64:ff9b::/96", "64:ff9b:1::/48", "::/96")
    if inner is None and any(value in ip_network(each) for each in translated):
        inner = IPv4Address(int(value) & 0xFFFFFFFF)
    return str(inner) if inner is not None else None


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


@cache
def _registry() -> PublicSuffixList:
    return PublicSuffixList(accept_unknown=False, only_icann=True)


def domain_of(host: str) -> str | None:
    """Return the registrable domain according to the library ``publicsuffixlist``."""
    return _suffixes().privatesuffix(host.removesuffix("."))


def is_top(label: str) -> bool:
    """Return True for a top-level domain of the Public Suffix List."""
    return _registry().publicsuffix(label) == label


class Split(NamedTuple):
    """The generic components."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


def split(text: str) -> tuple[Split, tuple[tuple[int, int], ...]]:
    """Return the components of a text and their spans."""
    match = SPLIT.fullmatch(text)
    assert match is not None
    return Split(*match.groups()), tuple(match.span(at) for at in range(1, 6))


@lru_cache(maxsize=4096)
def open_in_browser(text: str, base: str | None = None) -> URL | None:
    """Return the URL in browsers, or None if they reject the text."""
    text = SURROGATES.sub("\ufffd", text)
    try:
        return URL(text, None if base is None else SURROGATES.sub("\ufffd", base))
    except ValueError:
        return None


def host_in_browser(host: str) -> str | None:
    """Return a web page's host as browsers write it, or None if they reject it."""
    if not host or re.search(r"[/\\?#@]", host):
        return None
    url = open_in_browser(f"https://{host}/")
    return url.hostname if url is not None and not url.port else None


class Witness:
    """A text with its base, as read by independent programs."""

    def __init__(self, text: str, base: str | None) -> None:
        self.text = text
        self.base = base
        self.generic, self.places = split(text)
        self.stripped = re.sub("[\t\n\r]", "", text.strip("".join(map(chr, range(0x21)))))
        self.scheme = split(self.stripped)[0].scheme
        self.scheme = self.scheme.lower() if self.scheme else None
        # A sentence about a text without a base has to be true for any web page as the
        # base.
        lacks = base is None and self.scheme is None
        self.assumed = "https://base.test/" if lacks else base

    @cached_property
    def url(self) -> URL | None:
        """The URL in browsers; the base is a web page if none is known."""
        return open_in_browser(self.text, self.assumed)

    @property
    def host(self) -> str | None:
        """The host that browsers go to."""
        return self.url.hostname if self.url is not None else None

    @property
    def is_special(self) -> bool:
        """True if browsers read the host as a name or an address."""
        if self.url is not None:
            return self.url.protocol[:-1] in SPECIAL
        return (self.scheme or (self.assumed or "").partition(":")[0]).lower() in SPECIAL

    @cached_property
    def authority(self) -> tuple[int, int]:
        """The span of the generic authority; (-1, -1) if there is none."""
        return self.places[1]

    @cached_property
    def user(self) -> tuple[int, int]:
        """The span of the generic userinfo, up to the last "@"."""
        start, end = self.authority
        at = self.text.rfind("@", start, end) if start >= 0 else -1
        return (start, at) if at >= 0 else (-1, -1)

    @cached_property
    def host_place(self) -> tuple[int, int]:
        """The span of the generic host."""
        start, end = self.authority
        if start < 0:
            return -1, -1
        start = self.user[1] + 1 if self.user[0] >= 0 else start
        is_literal = re.match(r"[\t\n\r]*\[", self.text[start:end]) is not None
        closed = self.text.rfind("]", start, end) if is_literal else -1
        # After an IP literal the first colon begins the port, otherwise the last one.
        colon = self.text.find(":", closed, end) if closed > 0 else self.text.rfind(":", start, end)
        return (start, colon) if colon >= 0 else (start, end)

    @property
    def written_host(self) -> str:
        """The generic host as it is written."""
        return self.text[slice(*self.host_place)] if self.authority[0] >= 0 else ""

    def urllib_host(self) -> str | None:
        """Return the host by urllib."""
        return python.host(self.text, self.base)

    def unquoted(self, start: int = 0, end: int | None = None) -> str:
        """Return a run with its escapes decoded."""
        return plain(self.text[start:end])


def plain(text: str, encoding: str = "utf-8") -> str:
    """Percent-decode a text.

    With the encoding "octets", each byte that is not valid UTF-8 becomes one character.
    """
    octets = unquote_to_bytes(text.encode("utf-8", "surrogatepass"))
    if encoding != "octets":
        return octets.decode(encoding, "replace")
    kept = octets.decode("utf-8", "surrogateescape")
    return "".join(chr(ord(c) - 0xDC00) if "\udc80" <= c <= "\udcff" else c for c in kept)


def in_unicode(host: str) -> str:
    """Return a host with its labels in Unicode."""
    try:
        return idna_to_unicode(host)
    except ValueError:
        return host


def described(char: str) -> str:
    """Return a character's number and name, as sentences show it."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()
