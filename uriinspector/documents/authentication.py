"""Parse the route of a message and the receivers' checks (RFC 5321 4.4, RFC 8601, RFC 8617).

Every server adds its field at the top, so the fields of the receiver's own servers come first, and
the sender could have written everything below them. The border is the last field, counted from the
top, that one of the receiver's servers wrote: fields below it cannot be trusted.

Anyone on the route could have forged such a field, so each claim has a place: above the border,
right below it with the name of the border's server, or where the sender could have written it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as field_of
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import IPv6Address, IPv6Network
from typing import ClassVar

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.facts import INNER
from uriinspector.core.expression import expression
from uriinspector.core.host import address_range
from uriinspector.core.model import JsonFields, NamedTuple

# The maximum number of characters of a field to parse.
RECEIVED_LONGEST = 4096
# "from NAME (remark) by NAME (remark) with PROTOCOL", in that order, each of them at most once.
REMARKS = r"(?P<remark>(?:\s*+\((?:[^()]++|\([^()]*+\)|(?!))*+\)|(?!))*+)"
FROM = expression(rf"\s*+from\s++(?P<host>[^\s();]++){REMARKS}", re.IGNORECASE)
BY = expression(rf"(?<!\S)by\s++(?P<host>[^\s();]++){REMARKS}", re.IGNORECASE)
WITH = expression(r"(?<!\S)with\s++([^\s();]++)", re.IGNORECASE)
RECEIVED_REMARK = expression(r"\((?:[^()]++|\([^()]*+\)|(?!))*+\)")
ADDRESS = expression(
    r"(?<![\w.])(?:IPv6:)?(?:::ffff:)?([0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7})"
    r"(?![\w.])"
)
# The name the client gave for itself, if it is in a remark.
GREETING = expression(r"\b(?:helo|ehlo)[=\s]\s*+[^\s()]++", re.IGNORECASE)
# "(name [address])": the name that the server looked up; some servers warn that it is not verified.
LOOKED_UP = expression(r"\s*+\(([^\s()\[\]@]++)\s++\[[^\[\]]*+\]\s*+\)")
# Outside servers do not use these protocols: the server itself fetches or stores the message.
INSIDE_PROTOCOLS = ("lmtp", "local", "pop", "imap")
# Servers that only receive messages from other organizations, whatever the client claims.
EDGES = ("mail.protection.outlook.com", "mx.google.com")
# Microsoft has server names under several domains, and two IPv6 blocks.
MICROSOFT = ("outlook.com", "office365.com", "exchangelabs.com")
MICROSOFT_BLOCKS = (IPv6Network("2603:1000::/24"), IPv6Network("2a01:111::/32"))
# The IPv6 addresses of a local network share a prefix of this many bits (RFC 4291 2.5.4).
PREFIX = 64


@dataclass(frozen=True, slots=True)
class ReceivedHop(JsonFields):
    """One server on the route: the client it claims to have received the message from, and when.

    ``delay`` is the time in seconds since the previous hop; it is negative if a clock is wrong.
    """

    host: str | None
    address: str | None
    by: str | None
    protocol: str | None
    date: str | None
    delay: int | None

    json_names: ClassVar[Mapping[str, str]] = {"host": "from"}


def hops_of(fields: tuple[str, ...]) -> tuple[ReceivedHop, ...]:
    """Return the hops in chronological order, as claimed by the fields."""
    hops: list[ReceivedHop] = []
    before: datetime | None = None
    for each in reversed(fields):
        text, _, written = each[:RECEIVED_LONGEST].rpartition(";")
        date = _date(written)
        delay = None if before is None or date is None else int((date - before).total_seconds())
        hops.append(_hop(text or written, date, delay))
        before = date or before
    return tuple(hops)


class _Line(NamedTuple):
    """A parsed Received field; remarks include their parentheses."""

    host: str | None
    remark: str
    by: str | None
    by_remark: str
    protocol: str | None

    @property
    def addresses(self) -> list[str]:
        """The addresses of the client, except the one that it claimed in its greeting."""
        found = ADDRESS.findall(GREETING.sub("", self.remark))
        return found or ADDRESS.findall(self.host or "")


def _line(text: str) -> _Line:
    match = FROM.match(text)
    rest = text[match.end() :] if match else text
    by, protocol = BY.search(rest), WITH.search(RECEIVED_REMARK.sub(" ", rest))
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
    """The position and server of the last Received field, from the top, that the receiver wrote."""

    place: int
    by: str | None


def border_of(fields: Sequence[str]) -> Border | None:
    """Return the border of the receiver, or None if there is no Received field."""
    border: Border | None = None
    names: list[str] = []
    is_from_local = True
    for place, field in enumerate(fields):
        line = _line(field[:RECEIVED_LONGEST])
        if line.by is None or _is_local(line.by):
            is_own = is_from_local or not names
        else:
            by = line.by
            is_own = not names or any(is_one_organization(each, by) for each in names)
        if not is_own:
            break  # the message was made inside, so its writer added this field
        border = Border(place, line.by)
        if not _is_from_inside(line):
            break
        is_from_local = line.host is not None and _is_local(line.host)
        names += [each for each in (line.by, line.host) if each and not _is_local(each)]
    return border


def _is_from_inside(line: _Line) -> bool:
    """Return True if one of the receiver's servers handed the message over.

    The first name is the client's own claim, so it needs a matching address or a name that the
    server looked up.
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
    # Microsoft's servers store messages over HTTPS, and give the address of the storing server
    # only one field later.
    is_stored = line.protocol == "HTTPS" and _in_domain(by, MICROSOFT)
    servers = ADDRESS.findall(line.by_remark)
    return is_stored or is_looked_up or _is_one_network(addresses, servers)


def _in_domain(name: str, domains: tuple[str, ...]) -> bool:
    return f".{name.lower().rstrip('.')}".endswith(tuple(f".{each}" for each in domains))


def _is_local(name: str) -> bool:
    """Return True if a name does not identify an organization: "localhost", "mx1", "10.0.0.1"."""
    is_name = "." in name.rstrip(".") and ADDRESS.search(name) is None
    return not is_name or _in_domain(name, ("localdomain",))


def _range(address: str) -> str | None:
    try:
        return address_range(address)
    except ValueError:
        return None


def is_one_organization(a: str, b: str) -> bool:
    """Return True if two servers share a registrable domain or both belong to Microsoft."""
    one, other = (each.lower().rstrip(".") for each in (a, b))
    if (registrable_domain(one) or one) == (registrable_domain(other) or other):
        return True
    return _in_domain(one, MICROSOFT) and _in_domain(other, MICROSOFT)


def _is_one_network(clients: list[str], servers: list[str]) -> bool:
    """Return True if all names are IPv6 addresses in one local network, or of Microsoft's."""
    try:
        addresses = [IPv6Address(each) for each in clients + servers]
    except ValueError:
        return False
    prefixes = {int(each) >> (128 - PREFIX) for each in addresses}
    is_microsoft = all(any(each in block for block in MICROSOFT_BLOCKS) for each in addresses)
    return bool(servers) and (len(prefixes) == 1 or is_microsoft)


def _date(written: str) -> datetime | None:
    """Parse a date; without a time zone, it is taken to be in UTC (RFC 5322 3.3, "-0000")."""
    # Python before 3.11.2 may raise IndexError.
    try:
        date = parsedate_to_datetime(written.strip())
        date = date if date.tzinfo else date.replace(tzinfo=UTC)
        date.astimezone(UTC)
    except (ValueError, IndexError, OverflowError):
        return None
    return date


RESULTS, RECEIVED_SPF, ARC = (
    *("Authentication-Results", "Received-SPF", "ARC-Authentication-Results"),
)
TRACE = ("received", *(name.lower() for name in (RESULTS, RECEIVED_SPF, ARC)))
# Above the border, right below it with the name of its server, and everywhere else.
RECEIVER, BORDER, SENDER = "receiver", "border", "sender"
# The maximum number of characters of a field to parse, and of results per message.
LONGEST, MOST = 8192, 32
# Remarks may contain anything, even text that looks like a result (RFC 8601 2.2: CFWS).
REMARK = expression(r"\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.)*+\)?)*+\)?")
# "method/version = result" at the start of a piece; some leave out the version and the spaces.
RESULT = expression(r"([A-Za-z][\w-]*+)(?:\s*+/\s*+\d+)?\s*+=\s*+([A-Za-z]++)")
# "header.from=example.com", "smtp.mailfrom=<a@example.com>", and "client-ip=192.0.2.1".
PROPERTY = expression(r"([A-Za-z][\w.-]*+)\s*+=\s*+(?:\"([^\"]*+)\"?|([^\s;]++))")
# The properties that contain the checked domain, by method; the first one present counts.
ABOUT = {
    "spf": ("smtp.mailfrom", "smtp.mfrom", "smtp.helo", "envelope-from", "helo"),
    "dkim": ("header.d", "header.i"),
    "dmarc": ("header.from",),
    "compauth": ("header.from",),
}
SPF_RESULT = expression(r"\s*+([A-Za-z]++)")
# RFC 7208 9.1: "receiver=mx.example", or "(mx.example: domain of ...)" at the start.
SPF_SERVER = expression(r"\breceiver\s*+=\s*+\"?([^\s;\"]++)", re.IGNORECASE)
SPF_REMARK = expression(r"\s*+[A-Za-z]++\s*+\(([^\s():]++):")
# "(mx.example: domain of a@b.test designates ...)", which some write instead of "envelope-from".
SPF_DOMAIN = expression(r"\([^\s():]++:\s++(?:domain\s++of\s++)?(\S++)\s++(?:does|designates)\b")
INSTANCE = expression(r"\s*+i\s*+=\s*+(\d{1,3})\s*+;")
NO_DOMAIN = frozenset({"", "none", "unknown"})


@dataclass(frozen=True, slots=True)
class AuthenticationClaim(JsonFields):
    """The result of an authentication method, the domain it is about, and the field with the claim.

    ``place`` is the position of the field: "receiver", "border" or "sender"; ``server`` is the
    checking server that the field names.
    """

    method: str
    result: str
    domain: str | None
    field: str
    place: str = SENDER
    server: str | None = field_of(default=None, compare=False)


def claims_of(
    fields: Iterable[tuple[str, str]], *, is_inside: bool = False
) -> tuple[AuthenticationClaim, ...]:
    """Return the results in the header fields, given as names and values in their order.

    For an embedded message (``is_inside``), the sender could have written all fields.
    """
    trace = [(name, value) for name, value in fields if name in TRACE]
    border = border_of([value for name, value in trace if name == "received"])
    last = -1 if border is None or is_inside else border.place
    server = border.by if border is not None and not is_inside else None
    received = 0
    found: dict[str, list[AuthenticationClaim]] = {RECEIVER: [], BORDER: [], SENDER: []}
    for name, value in trace:
        if name == "received":
            received += 1
            continue
        place = RECEIVER if received <= last else SENDER
        if received == last + 1 and server is not None and _is_of(_server(name, value), server):
            place = BORDER
        found[place] += _results(name, value, place)
    claims = (each for place in found.values() for each in _without_repeats(place))
    return tuple(claims)[:MOST]


def believed_and_other(
    claims: tuple[AuthenticationClaim, ...],
) -> tuple[tuple[AuthenticationClaim, ...], tuple[AuthenticationClaim, ...]]:
    """Split claims into those of the receiver and others with different results.

    If the receiver made none, those with the name of the border's server take their place.
    """
    first = tuple(each for each in claims if each.place == RECEIVER)
    first = first or tuple(each for each in claims if each.place == BORDER)
    known = {(each.method, each.result, each.domain) for each in first}
    others = (each for each in claims if (each.method, each.result, each.domain) not in known)
    return first, tuple(others)


def claims_text(claims: tuple[AuthenticationClaim, ...]) -> str:
    """Return results in one line: "spf=pass a.example; dkim=none"."""
    texts = (f"{each.method}={each.result} {each.domain or ''}".rstrip() for each in claims)
    return "; ".join(dict.fromkeys(texts))


def _without_repeats(claims: list[AuthenticationClaim]) -> Iterator[AuthenticationClaim]:
    """Yield Authentication-Results first, then other fields only for additional results."""
    named = dict.fromkeys(each for each in claims if each.field == RESULTS)
    yield from named
    known = {(each.method, each.result) for each in named}
    for each in dict.fromkeys(claims):
        if (each.method, each.result) not in known:
            yield each


def _results(name: str, value: str, place: str) -> Iterator[AuthenticationClaim]:
    if name == RECEIVED_SPF.lower():
        yield from _spf(value, place)
    elif name == ARC.lower():
        yield from _claims(INSTANCE.sub("", value, 1), ARC, place)
    else:
        yield from _claims(value, RESULTS, place)


def _is_of(server: str | None, border: str) -> bool:
    """Return True if the checking server is the border's or belongs to the same organization."""
    if server is None:
        return False
    return server == border.lower() or ("." in server and is_one_organization(server, border))


def _server(name: str, field: str) -> str | None:
    """Return the server that did the check: the text before the first ";" (RFC 8601 2.2)."""
    field = field[:LONGEST]
    if name == RECEIVED_SPF.lower():
        match = SPF_SERVER.search(field) or SPF_REMARK.match(field)
        return match[1].lower() if match else None
    text = REMARK.sub(" ", INSTANCE.sub("", field, 1)).partition(";")[0].split()
    return text[0].lower() if text and "=" not in text[0] else None


def _claims(field: str, name: str, place: str) -> Iterator[AuthenticationClaim]:
    server = _server(name.lower(), field)
    for piece in REMARK.sub(" ", field[:LONGEST]).split(";"):
        match = RESULT.match(piece.strip())
        if match:
            method = match[1].lower()
            about = ABOUT.get(method, ())
            domain = _domain(_properties(piece), about)
            yield AuthenticationClaim(method, match[2].lower(), domain, name, place, server)


def _spf(field: str, place: str) -> Iterator[AuthenticationClaim]:
    """Yield the claim of a Received-SPF field (RFC 7208 9.1).

    The domain is in "envelope-from", in a remark, or in "helo".
    """
    field = field[:LONGEST]
    match = SPF_RESULT.match(field)
    if match:
        properties = _properties(REMARK.sub(" ", field))
        remark = SPF_DOMAIN.search(field)
        if remark is not None:
            properties.setdefault("envelope-from", remark[1])
        if properties.get("identity", "").lower() == "helo":
            properties.pop("envelope-from", None)
        domain = _domain(properties, ABOUT["spf"])
        server = _server(RECEIVED_SPF.lower(), field)
        yield AuthenticationClaim("spf", match[1].lower(), domain, RECEIVED_SPF, place, server)


def _properties(text: str) -> dict[str, str]:
    properties: dict[str, str] = {}
    for match in PROPERTY.finditer(text):
        properties.setdefault(match[1].lower(), match[2] or match[3] or "")
    return properties


def _domain(properties: dict[str, str], names: tuple[str, ...]) -> str | None:
    for name in names:
        domain = properties.get(name, "").strip("<>").rpartition("@")[2].rstrip(".").lower()
        if domain not in NO_DOMAIN:
            return domain
    return None
