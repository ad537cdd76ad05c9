"""What hosts say as they are written, by column and not by host: most of a column are new."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.domains import suffix_and_domain
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# A host that ends in a number is an address for browsers, or nothing; no suffix is one.
NUMBERED = expression(r"(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$")
# What such a host ends in; most others do not, and are not looked through.
NUMBER_ENDS = frozenset("0123456789abcdefx.\n")


class HostColumns(NamedTuple):
    """The hosts in small letters, what of each is registered, and what stands in front of that."""

    domain: Sequence[str | None] = ()
    registered: Sequence[str | None] = ()
    suffix: Sequence[str | None] = ()
    subdomain: Sequence[str | None] = ()


NO_NAMES = (None, None, None, None)


def host_columns(hosts: Iterable[str | None]) -> HostColumns:
    """An address is registered under nothing."""
    return HostColumns(*zip(*map(_names, hosts), strict=True))


def _names(host: str | None) -> tuple[str | None, str | None, str | None, str | None]:
    if not host:
        return NO_NAMES
    domain = lowered(host)
    if domain[0] == "[" or (domain[-1] in NUMBER_ENDS and NUMBERED.search(domain)):
        return domain, None, None, None
    suffix, site = suffix_and_domain(domain)
    if site is None or len(site) == len(domain):
        return domain, site, suffix, None
    return domain, site, suffix, domain.removesuffix(".")[: -len(site) - 1] or None
