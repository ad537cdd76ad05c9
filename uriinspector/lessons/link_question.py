"""A link and the host that browsers go to: the mistakes about hosts work on this."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import public_suffix, site_of
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.core.expression import expression
from uriinspector.core.parse import parse
from uriinspector.readers.browser import host_in_browsers, host_in_unicode

if TYPE_CHECKING:
    from collections.abc import Iterator

NO_HOST = "none"
# What can be taken for the name of a host, wherever it is written.
NAME = expression(r"(?<![\w.-])[^\W_][\w-]*+(?:\.[^\W_][\w-]*+)++")
MOST_NAMES = 20


class LinkQuestion:
    """A link, its base if it has one, and what browsers make of both."""

    def __init__(self, text: str, base: str = "", asks_site: bool = False) -> None:
        self.text = text
        self.base = base
        self.asks_site = asks_site
        self.reference = parse(text, edition="2005")

    @cached_property
    def inspection(self) -> Inspection:
        """All that the program knows about the link."""
        return inspect(self.text, base=self.base or None)

    @property
    def host(self) -> str | None:
        """The host that browsers go to; None where they go to none."""
        return self.inspection.verdict.host

    @property
    def site(self) -> str | None:
        """Its registrable domain; the host itself where it is an address or a single label."""
        host = self.host
        return None if host is None else site_or_host(host)

    @property
    def has_no_domain(self) -> bool:
        """Whether the host has no registrable domain: an address, a suffix, a single label."""
        return self.host is not None and site_of(self.host) is None

    @property
    def key(self) -> str | None:
        """What was asked for."""
        return self.site if self.asks_site else self.host

    @cached_property
    def userinfo(self) -> str:
        """The text before "@" in the authority; the longest one that a parser takes for it."""
        return self.reference.userinfo or ""

    @cached_property
    def authority(self) -> str:
        """What is between the two slashes and the path."""
        return self.reference.authority or ""

    def names_in(self, text: str | None) -> Iterator[str]:
        """What looks like the name of a host there, and the names that it ends in."""
        for match in islice(NAME.finditer(text or ""), MOST_NAMES):
            labels = match[0].split(".")[-MOST_NAMES:]
            yield match[0]
            yield from (".".join(labels[at:]) for at in range(1, len(labels) - 1))


def site_or_host(host: str) -> str:
    """The registrable domain; an address and a suffix are their own."""
    return site_of(host) or host


def suffix_of(host: str) -> str | None:
    """The public suffix of a name; None for an address."""
    return None if site_of(host) is None else public_suffix(host)


def plain(answer: str) -> str:
    """An answer as it is compared: hosts have no case."""
    text = answer.strip().lower()
    return text[1:-1] if text.startswith("[") and text.endswith("]") else text


def same_host(answer: str, host: str) -> bool:
    """Whether an answer names this host, in its ASCII form or as it is displayed."""
    text, key = plain(answer), plain(host)
    if text == key:
        return True
    if text.isascii():
        return False
    return host_in_browsers(text) == key or text == host_in_unicode(key)
