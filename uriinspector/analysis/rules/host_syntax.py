"""What the host is: its syntax, its port, and who can publish under it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import is_defanged
from uriinspector.analysis.facts import SPECIAL
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.flags import When
from uriinspector.analysis.rule import Hit, Rule
from uriinspector.analysis.services import kinds_of
from uriinspector.core.model import Part
from uriinspector.core.schemes.lookup import scheme_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.analysis.facts import Facts
    from uriinspector.core.model import Span

LABEL, NAME = 63, 253
# The URL standard's forbidden host code points that can stand in a host here.
FORBIDDEN = re.compile(r"[ <>\[\]^|]+")
HIGHEST_PORT = 65535
USUAL_PORTS = frozenset({80, 443, 8080, 8443, 8000, 8008, 8081, 8088, 8888, 3000, 4200, 5000, 5173})
# The URL standard's companion for fetching blocks these for web pages; with them the ports of
# data bases, remote control and management, which a link has no business with.
BLOCKED = frozenset(
    {1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102}
    | {103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427}
    | {465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989}
    | {990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666}
    | {6667, 6668, 6669, 6679, 6697, 10080}
)
OTHER_PROTOCOLS = {
    445: "file shares",
    1433: "a data base",
    1521: "a data base",
    2375: "container control",
    3306: "a data base",
    3389: "remote desktops",
    5432: "a data base",
    5900: "remote desktops",
    5985: "remote control",
    6379: "a data base",
    9200: "a data base",
    11211: "a cache",
    27017: "a data base",
}


def encoded_host(facts: Facts) -> Iterator[Hit]:
    """Escapes in a host: browsers take them off first, filters often do not."""
    span = facts.span(Part.HOST)
    if span is None or "%" not in span.of(facts.text):
        return
    host = facts.browser_host if facts.is_web else None
    if host:
        plain = facts.text[: span.start] + host + facts.text[span.end :]
        fix = Fix("Show the host as browsers read it", plain)
        hides = any(octet.value < 0x80 for octet in facts.octets if octet.part is Part.HOST)
        severity = HIGH if facts.is_inner else MEDIUM if hides else LOW
        yield Hit(*span, severity, "browser", fix, {"host": host})
    else:
        yield Hit(*span)


def host_syntax(facts: Facts) -> Iterator[Hit]:
    """What the DNS does not know, though the grammar lets it be."""
    span = facts.span(Part.HOST)
    if span is None or not facts.is_web or facts.is_address:
        return
    if span.end - span.start > NAME:
        yield Hit(*span, variant="name")
    if facts.text.startswith("[", span.start) or is_defanged(facts.text):
        return
    for found in FORBIDDEN.finditer(facts.text, *span):
        yield Hit(*found.span(), MEDIUM, "forbidden")
    last = len(facts.labels) - 1
    for position, (label, place) in enumerate(facts.labels):
        if label:
            yield from _label(label, place)
        elif position and position == last:
            yield Hit(place.start - 1, place.end, INFO, "dot")
        else:
            start, end = max(place.start - 1, span.start), min(place.end + 1, span.end)
            yield Hit(start, end, variant="empty")


def _label(label: str, place: Span) -> Iterator[Hit]:
    if len(label) > LABEL:
        yield Hit(*place, variant="label")
    elif label.startswith("-") or label.endswith("-"):
        yield Hit(*place, variant="hyphen")
    elif "_" in label:
        yield Hit(*place, INFO, "underscore")


def _port(facts: Facts) -> int | None:
    text = facts.reference.port
    if not text or not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    return int(digits) if len(digits) <= 6 else HIGHEST_PORT + 1


def port_invalid(facts: Facts) -> Iterator[Hit]:
    """No number, or one that is too large."""
    span = facts.span(Part.PORT)
    if span is None or span.start == span.end:
        return
    port = _port(facts)
    if port is None or port > HIGHEST_PORT:
        yield Hit(*span)


def port_unusual(facts: Facts) -> Iterator[Hit]:
    """7.2: caution with any port but the scheme's, the more so below 1024."""
    span, port = facts.span(Part.PORT), _port(facts)
    if span is None or port is None or port > HIGHEST_PORT:
        return
    default = scheme_of(facts.effective_scheme).port
    if port == default or _is_sensitive(facts, port):
        return
    args = {"default": str(default or "none")}
    yield Hit(*span, INFO if port in USUAL_PORTS else None, args=args)


def _is_sensitive(facts: Facts, port: int) -> bool:
    own = scheme_of(facts.effective_scheme).port
    web = facts.effective_scheme in SPECIAL or facts.effective_scheme == "gopher"
    return web and port != own and (port in BLOCKED or port in OTHER_PROTOCOLS)


def port_sensitive(facts: Facts) -> Iterator[Hit]:
    """A port of another protocol."""
    span, port = facts.span(Part.PORT), _port(facts)
    if span is None or port is None or not _is_sensitive(facts, port):
        return
    protocol = OTHER_PROTOCOLS.get(port)
    if protocol:
        yield Hit(*span, args={"protocol": protocol})
    else:
        yield Hit(*span, variant="blocked")


def listed(kind: str) -> Callable[[Facts], Iterator[Hit]]:
    """A rule for the hosts of one kind in the list of services."""

    def find(facts: Facts) -> Iterator[Hit]:
        span = facts.span(Part.HOST)
        if span is None or not facts.is_web or facts.is_address:
            return
        host = facts.browser_host if facts.browser_host else span.of(facts.text).lower()
        name = kinds_of(host).get(kind)
        if name is not None:
            yield Hit(*span, args={"name": name})

    return find


LISTED = ("list of services",)
ANYONE = "Anyone can publish under {name}: the name says nothing about who did."
RULES = (
    Rule(
        "encoded-host",
        LOW,
        "Escapes in the host",
        {
            "": "A host has no need of escapes; programs differ in whether they take them off.",
            "browser": "Browsers take the escapes off and go to {host}.",
        },
        ("RFC 3986 3.2.2", "WHATWG URL 3.5"),
        When.ESCAPED_HOST,
        encoded_host,
        rises="medium where plain ASCII is escaped, high where that is an inner address",
    ),
    Rule(
        "host-syntax",
        LOW,
        "Not a host name of the DNS",
        {
            "name": "Longer than 253 characters: no such name can be looked up.",
            "label": "A label of more than 63 characters: no such name can be looked up.",
            "empty": "An empty label: two dots in a row, or one in front.",
            "dot": "A final dot: the same name to the DNS, another site to some programs.",
            "forbidden": "A character that no host can have: browsers refuse it.",
            "hyphen": "A label that begins or ends with a hyphen.",
            "underscore": "An underscore: browsers take it, the rules for host names do not.",
        },
        ("RFC 1123 2.1", "RFC 3986 3.2.2"),
        When.ODD_HOST | When.LONG_HOST,
        host_syntax,
        rises="medium for a character that no host can have, info for a final dot or an underscore",
    ),
    Rule(
        "port-invalid",
        MEDIUM,
        "No port",
        {"": "A port is a number up to 65535; browsers refuse this."},
        ("RFC 3986 3.2.3",),
        When.PORT,
        port_invalid,
    ),
    Rule(
        "port-unusual",
        LOW,
        "Not the scheme's own port",
        {"": "The scheme's own is {default}; another server may answer here."},
        ("RFC 3986 7.2", "rfc2396bis-01 7.2"),
        When.PORT,
        port_unusual,
        rises="info for the usual other ports of web servers",
    ),
    Rule(
        "port-sensitive",
        MEDIUM,
        "A port of another protocol",
        {
            "": "It belongs to {protocol}: what is sent here could be read as commands.",
            "blocked": "It belongs to another protocol; browsers refuse to go there.",
        },
        ("RFC 3986 7.2", "WHATWG Fetch 2.9"),
        When.PORT,
        port_sensitive,
    ),
    Rule(
        "shared-host",
        LOW,
        "A host for everybody",
        {"": ANYONE},
        LISTED,
        When.LISTED,
        listed("shared-host"),
    ),
    Rule(
        "file-or-form-service",
        LOW,
        "Somebody's file or form",
        {"": "{name} shows what its users put there: files, pages, forms."},
        LISTED,
        When.LISTED,
        listed("file-or-form-service"),
    ),
    Rule(
        "tunnel",
        MEDIUM,
        "A tunnel",
        {"": "{name} leads to a machine that somebody has opened up for a while."},
        LISTED,
        When.LISTED,
        listed("tunnel"),
    ),
    Rule(
        "dynamic-dns",
        LOW,
        "A name for a changing address",
        {"": "Anyone gets a name under {name}, for whatever address."},
        LISTED,
        When.LISTED,
        listed("dynamic-dns"),
    ),
    Rule(
        "ipfs-gateway",
        LOW,
        "A gateway to IPFS",
        {"": ANYONE},
        LISTED,
        When.LISTED,
        listed("ipfs-gateway"),
    ),
    Rule(
        "shortener",
        LOW,
        "A short link",
        {"": "{name} forwards to somewhere else, and this text does not say where."},
        LISTED,
        When.LISTED,
        listed("shortener"),
    ),
)
