"""What one pass over a text sees, and what rules may ask for after that; each thing made once."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from uriinspector.analysis.domains import public_suffix, registrable_domain
from uriinspector.analysis.flags import When
from uriinspector.analysis.hosts import Host, describe_host
from uriinspector.analysis.rewriters.table import shipped_rewriters
from uriinspector.core.ascii import lowered
from uriinspector.core.model import Part, Span
from uriinspector.core.percent import Octet, octets
from uriinspector.core.schemes.dossier import Choice
from uriinspector.core.schemes.table import describe
from uriinspector.readers import browser

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uriinspector.analysis.rewriters.row import Row
    from uriinspector.analysis.rewriters.table import Rewriters
    from uriinspector.core.reference import Reference
    from uriinspector.core.schemes.dossier import Dossier
    from uriinspector.readers.reading import Reading

# The URL standard's special schemes but for file: their host is a domain or an address, and "\\"
# is a slash to them.
WEB = frozenset({"http", "https", "ws", "wss", "ftp"})
SPECIAL = WEB | {"file"}

# Where an address counts as inner: following it reaches the reader's own machine or network.
INNER = frozenset(
    {"loopback", "private use", "link local", "this host", "this network", "unique local"}
    | {"unspecified", "shared address space"}
)
RISKY = re.compile("[\x00-\x20\x7f-\xa0\xad\u0300-\U0010ffff]")
# A number somewhere in front, brackets, or hexadecimal: all that an address can begin with.
NUMERIC_HOST = re.compile(r"\[|(?:.*\.)?(?:0[xX][0-9A-Fa-f]*|[0-9]+)\.?\Z", re.DOTALL)
NESTED = re.compile(
    r":[/\\]|:?%(?:25)*(?:3a(?:%|[/\\])|2f%)|:%(?:25)*2f|(?:[/:,;?&#|]|%(?:25)*3d)(?:www\.|//)"
    r"|=[\w+.-]{0,200}(?:[:/\\]|%(?:25)*(?:3a|2f|5c))|=%(?:25)*[4-7][0-9a-f]|#!?/?(?:www|//)"
    r"|[A-Za-z0-9+/_-]{24}|[/=]aHR0|\A(?:data|javascript|vbscript|mailto):|\A[a-z+-]+:[^/]",
    re.IGNORECASE,
)
PLAIN_PORT = re.compile("[0-9]{0,4}")
WRAPPED = re.compile(
    r"\A\s*[<\"'(\[]|\A\s*url:|[>\"')\]]\s*\Z|hxxp|\[[.:@]|\(dot\)|\[dot\]|\s", re.I
)


T = TypeVar("T")


class Facts:
    """A reference, and everything that rules ask about it."""

    def __init__(
        self,
        reference: Reference,
        *,
        base: str | None = None,
        target: str | None = None,
        protect: tuple[str, ...] = (),
        urn_edition: str = "rfc8141",
        rewriters: Rewriters | None = None,
    ) -> None:
        self.reference = reference
        self.text = reference.text
        self.base = base
        self.target = target
        self.protect = protect
        self.urn_edition = urn_edition
        self._rewriters = rewriters
        self._made: dict[object, Any] = {}

    def once(self, make: Callable[[Facts], T]) -> T:
        """What is made of these facts: the first time made, then kept for all who ask."""
        try:
            found: T = self._made[make]
        except KeyError:
            found = self._made[make] = make(self)
        return found

    @cached_property
    def carrier(self) -> Row | None:
        """The service that puts other links into its own, if this is a link of one."""
        return (self._rewriters or shipped_rewriters()).of(self.reference)

    @cached_property
    def scheme(self) -> str | None:
        """In small letters; the reference's own."""
        return None if self.reference.scheme is None else lowered(self.reference.scheme)

    @cached_property
    def effective_scheme(self) -> str:
        """The reference's own or the base's: "http" where neither is known."""
        if self.scheme is not None:
            return self.scheme
        return lowered((self.base or "").partition(":")[0]) if self.base else "http"

    @property
    def is_web(self) -> bool:
        """Whether browsers read the host as a domain or an address."""
        return self.effective_scheme in WEB

    @cached_property
    def is_plain(self) -> bool:
        """A host in small letters, nothing before it, nothing odd around it: all readers agree."""
        _, _, _authority, userinfo, host, port, *_ = self.reference.spans
        if host[0] == host[1] or userinfo[0] >= 0 or not self.text.isascii():
            return False
        odd = RISKY.search(self.text) is not None or "\\" in self.text
        plain = PLAIN_PORT.fullmatch(self.text, port[0], port[1]) if port[0] >= 0 else True
        return bool(plain) and not odd and browser.is_plain(self.text[host[0] : host[1]])

    @property
    def is_rooted(self) -> bool:
        """Whether no authority is read by the grammar where browsers would find one."""
        start = self.reference.spans[6][0]
        return self.reference.authority is None and self.text[start : start + 1] in {"/", "\\"}

    @cached_property
    def stays_with_base(self) -> bool:
        """Whether it has no host of its own, to the grammar and to browsers."""
        if self.scheme is not None or self.reference.authority is not None or self.base is None:
            return False
        return self.browser.host == browser.read(self.base).host

    def span(self, part: Part) -> Span | None:
        """Where a component stands."""
        return self.reference.span(part)

    @cached_property
    def flags(self) -> int:
        """What the text has in it."""
        text, reference = self.text, self.reference
        flags = When.ALWAYS | (When.NO_SCHEME if self.scheme is None else When.SCHEME)
        _, _, authority, userinfo, host, port, _, query, fragment = reference.spans
        flags |= _if(authority[0] >= 0, When.AUTHORITY) | _if(userinfo[0] >= 0, When.USERINFO)
        flags |= _if(host[0] < host[1], When.HOST) | _if(port[0] >= 0, When.PORT)
        flags |= _if(query[0] >= 0, When.QUERY) | _if(fragment[0] >= 0, When.FRAGMENT)
        web = self.is_web and (self.scheme is not None or authority[0] >= 0)
        flags |= _if(web, When.WEB)
        flags |= _if(self.scheme is not None and self.scheme not in WEB, When.OTHER_SCHEME)
        flags |= _if(not text.isascii(), When.NON_ASCII) | _if("%" in text, When.PERCENT)
        flags |= _if(RISKY.search(text) is not None, When.RISKY) | _if("\\" in text, When.BACKSLASH)
        flags |= _if("xn--" in text or "XN--" in text.upper(), When.PUNYCODE)
        flags |= _if(NESTED.search(text, self._after_scheme) is not None, When.NESTED)
        flags |= _if(WRAPPED.search(text) is not None, When.WRAPPED)
        flags |= _if(web and self.carrier is not None, When.CARRIER)
        if host[0] < host[1] and NUMERIC_HOST.match(text[host[0] : host[1]]):
            flags |= When.NUMERIC
        return flags | _if(not reference.valid, When.INVALID)

    @property
    def _after_scheme(self) -> int:
        """Where to begin to look for something nested: after the reference's own "//"."""
        return max(self.reference.spans[2][0], 0)

    @cached_property
    def dossier(self) -> Dossier | None:
        """What the scheme's own text says; None without a scheme."""
        return describe(self.reference, Choice(urn_edition=self.urn_edition))

    @cached_property
    def browser(self) -> Reading:
        """What browsers make of it, with its base."""
        return browser.read(self.text, self.base)

    @cached_property
    def host(self) -> Host | None:
        """The written host under every name it has."""
        return describe_host(self.reference)

    @cached_property
    def site(self) -> str | None:
        """The registrable domain of the host where browsers go, if it is a name."""
        name = self.browser.host
        if not name or name.startswith("[") or self.is_address:
            return None
        return registrable_domain(name)

    @cached_property
    def suffix(self) -> str | None:
        """The public suffix of the host where browsers go."""
        name = self.browser.host
        return None if not name or self.is_address else public_suffix(name)

    @property
    def is_address(self) -> bool:
        """Whether the host is an address, in whatever spelling."""
        return self.host is not None and self.host.address is not None

    @cached_property
    def octets(self) -> tuple[Octet, ...]:
        """Every triplet."""
        return tuple(octets(self.reference))

    @property
    def is_inner(self) -> bool:
        """Whether browsers would go to the reader's own machine or network."""
        if self.host is not None and self.host.range in INNER:
            return True
        name = (self.browser.host or "").removesuffix(".")
        return name.rpartition(".")[2] == "localhost"

    @cached_property
    def browser_scheme(self) -> str | None:
        """The scheme as browsers see it: they drop tabs, line ends and what stands in front."""
        clean = browser.STRIPPED.sub("", self.text)
        head, colon, _ = clean.partition(":")
        plain = bool(colon) and head.isascii() and head.replace("-", "").replace("+", "").isalnum()
        return lowered(head) if plain else None

    @cached_property
    def labels(self) -> tuple[tuple[str, Span], ...]:
        """The host's labels as they are written, each with its place."""
        span = self.span(Part.HOST)
        if span is None or span.of(self.text).startswith("["):
            return ()
        found, start = [], span.start
        for label in span.of(self.text).split("."):
            found.append((label, Span(start, start + len(label))))
            start += len(label) + 1
        return tuple(found)

    @cached_property
    def components(self) -> Mapping[Part, str]:
        """The defined components as texts."""
        return {part: each.text for part, each in self.reference.components.items()}


def _if(holds: bool, flag: int) -> int:
    return flag if holds else 0
