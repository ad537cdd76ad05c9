"""The way of a message by its Received fields (RFC 5321 4.4), and the border of the receiver.

Every server puts its field on top, so the fields of the receiver's own servers come first, and the
sender could have written everything below them.  The first field from the top that does not come
from one of the receiver's servers is the border: it is the last one that can be believed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING, ClassVar

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.facts import INNER
from uriinspector.core.expression import expression
from uriinspector.core.host import address_range
from uriinspector.core.model import JsonFields, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# No field is read further.
LONGEST = 4096
# "from NAME (remark) by NAME (remark) with PROTOCOL", in that order, each of them at most once.
REMARKS = r"(?P<remark>(?:\s*+\((?:[^()]++|\([^()]*+\)|(?!))*+\)|(?!))*+)"
FROM = expression(rf"\s*+from\s++(?P<host>[^\s();]++){REMARKS}", re.IGNORECASE)
BY = expression(rf"(?<!\S)by\s++(?P<host>[^\s();]++){REMARKS}", re.IGNORECASE)
WITH = expression(r"(?<!\S)with\s++([^\s();]++)", re.IGNORECASE)
REMARK = expression(r"\((?:[^()]++|\([^()]*+\)|(?!))*+\)")
ADDRESS = expression(
    r"(?<![\w.])(?:IPv6:)?(?:::ffff:)?([0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7})"
    r"(?![\w.])"
)


# The name that the client gave itself, where it is inside of a remark.
GREETING = expression(r"\b(?:helo|ehlo)[=\s]\s*+[^\s()]++", re.IGNORECASE)
# "(name [address])": the name that the server looked up; some warn that it is not verified.
LOOKED_UP = expression(r"\s*+\(([^\s()\[\]@]++)\s++\[[^\[\]]*+\]\s*+\)")
# Nobody from outside hands a message over by these: the server itself fetches or stores it.
INSIDE_PROTOCOLS = ("lmtp", "local", "pop", "imap")
# Servers that take messages only from outside of their organization, whatever the client says.
EDGES = ("mail.protection.outlook.com", "mx.google.com")
# A provider whose servers have names under several domains, and its two blocks of addresses.
MICROSOFT = ("outlook.com", "office365.com", "exchangelabs.com")
MICROSOFT_BLOCKS = (IPv6Network("2603:1000::/24"), IPv6Network("2a01:111::/32"))
# The IPv6 addresses of one local network have these bits in common (RFC 4291 2.5.4).
PREFIX = 64


@dataclass(frozen=True, slots=True)
class ReceivedHop(JsonFields):
    """One server on the way: from whom it says that it got the message, and when.

    ``delay`` is the time in seconds since the one before; it is negative where a clock is wrong.
    """

    host: str | None
    address: str | None
    by: str | None
    protocol: str | None
    date: str | None
    delay: int | None

    json_names: ClassVar[Mapping[str, str]] = {"host": "from"}


def hops_of(fields: tuple[str, ...]) -> tuple[ReceivedHop, ...]:
    """The servers in the order in which they say that they had the message."""
    hops: list[ReceivedHop] = []
    before: datetime | None = None
    for each in reversed(fields):
        text, _, written = each[:LONGEST].rpartition(";")
        date = _date(written)
        delay = None if before is None or date is None else int((date - before).total_seconds())
        hops.append(_hop(text or written, date, delay))
        before = date or before
    return tuple(hops)


class _Line(NamedTuple):
    """A Received field taken apart; remarks are with their parentheses."""

    host: str | None
    remark: str
    by: str | None
    by_remark: str
    protocol: str | None

    @property
    def addresses(self) -> list[str]:
        """The addresses of the client, without the one that it calls itself."""
        found = ADDRESS.findall(GREETING.sub("", self.remark))
        return found or ADDRESS.findall(self.host or "")


def _line(text: str) -> _Line:
    match = FROM.match(text)
    rest = text[match.end() :] if match else text
    by, protocol = BY.search(rest), WITH.search(REMARK.sub(" ", rest))
    return _Line(
        match["host"] if match else None,
        match["remark"] if match else "",
        by["host"] if by else None,
        by["remark"] if by else "",
        protocol[1] if protocol else None,
    )


def _hop(text: str, date: datetime | None, delay: int | None) -> ReceivedHop:
    line = _line(text)
    return ReceivedHop(
        host=line.host,
        address=next(iter(line.addresses), None),
        by=line.by,
        protocol=line.protocol,
        date=date.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if date else None,
        delay=delay,
    )


class Border(NamedTuple):
    """The last Received field from the top that the receiver wrote: its place, its server."""

    place: int
    by: str | None


def border_of(fields: Sequence[str]) -> Border | None:
    """Return the border of the receiver; None without a Received field."""
    border: Border | None = None
    names: list[str] = []
    is_from_local = True
    for place, field in enumerate(fields):
        line = _line(field[:LONGEST])
        if line.by is None or _is_local(line.by):
            is_own = is_from_local or not names
        else:
            by = line.by
            is_own = not names or any(is_one_organization(each, by) for each in names)
        if not is_own:
            break  # the message was made inside, and this is the work of its writer
        border = Border(place, line.by)
        if not _is_from_inside(line):
            break
        is_from_local = line.host is not None and _is_local(line.host)
        names += [each for each in (line.by, line.host) if each and not _is_local(each)]
    return border


def _is_from_inside(line: _Line) -> bool:
    """True if one of the receiver's servers handed the message over.

    The first name is what the client called itself, so it needs an address, or a name that the
    server looked up, to be believed.
    """
    if line.by and _in_domain(line.by, EDGES):
        return False
    if line.host is None or (line.protocol or "").lower().startswith(INSIDE_PROTOCOLS):
        return True
    addresses, by = line.addresses, line.by
    if not addresses or by is None:
        return False
    ranges = {_range(each) for each in addresses}
    if ranges == {"loopback"}:
        return True
    match = LOOKED_UP.match(line.remark) if len(addresses) == 1 else None
    is_looked_up = match is not None and is_one_organization(by, match[1].rstrip("."))
    is_named = is_one_organization(by, line.host)
    if ranges <= INNER:
        return is_named or is_looked_up or _is_local(line.host) or _is_local(by)
    if not is_named or _is_local(by):
        return False
    # Microsoft's servers store messages so, and say their own address only one field further down.
    is_stored = line.protocol == "HTTPS" and _in_domain(by, MICROSOFT)
    servers = ADDRESS.findall(line.by_remark)
    return is_stored or is_looked_up or _is_one_network(addresses, servers)


def _in_domain(name: str, domains: tuple[str, ...]) -> bool:
    return f".{name.lower().rstrip('.')}".endswith(tuple(f".{each}" for each in domains))


def _is_local(name: str) -> bool:
    """True if a name belongs to no organization: "localhost", "mx1", "10.0.0.1"."""
    is_name = "." in name.rstrip(".") and ADDRESS.search(name) is None
    return not is_name or _in_domain(name, ("localdomain",))


def _range(address: str) -> str | None:
    try:
        return address_range(address)
    except ValueError:
        return None


def is_one_organization(a: str, b: str) -> bool:
    """True if two servers have one registrable domain, or are both Microsoft's."""
    one, other = (each.lower().rstrip(".") for each in (a, b))
    if (registrable_domain(one) or one) == (registrable_domain(other) or other):
        return True
    return _in_domain(one, MICROSOFT) and _in_domain(other, MICROSOFT)


def _is_one_network(clients: list[str], servers: list[str]) -> bool:
    """True if all are IPv6 addresses of one local network, or of Microsoft's servers."""
    try:
        addresses = [IPv6Address(each) for each in clients + servers]
    except ValueError:
        return False
    prefixes = {int(each) >> (128 - PREFIX) for each in addresses}
    is_microsoft = all(any(each in block for block in MICROSOFT_BLOCKS) for each in addresses)
    return bool(servers) and (len(prefixes) == 1 or is_microsoft)


def _date(written: str) -> datetime | None:
    """A time with its zone; one without is taken for UTC (RFC 5322 3.3, "-0000")."""
    # No Python from 3.11.2 on raises IndexError; earlier ones may.
    try:
        date = parsedate_to_datetime(written.strip())
        date = date if date.tzinfo else date.replace(tzinfo=UTC)
        date.astimezone(UTC)
    except (ValueError, IndexError, OverflowError):
        return None
    return date
