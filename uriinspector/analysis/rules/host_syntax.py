"""Rules about the syntax of host and port: percent-encoding, DNS names, unusual ports."""

from collections.abc import Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.verdict import BLOCKED_PORT
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span
from uriinspector.core.percent import octets_of
from uriinspector.core.schemes.lookup import scheme_of
from uriinspector.readers.browser import REMOVED_INSIDE, host_in_browsers, is_plain

LABEL, NAME = 63, 253
# The URL standard's forbidden host code points that can occur here.
ESCAPE = expression("%[0-9A-Fa-f]{2}")
FORBIDDEN = expression(r"[ <>\[\]^|]+")


def _is_code(facts: Facts) -> bool:
    """Return True if the text after "//" is a comment in a script."""
    return facts.effective_scheme in {"javascript", "vbscript"}


def encoded_host(facts: Facts) -> Iterator[Hit]:
    """Find escapes in a host, which browsers decode and filters often do not."""
    span = facts.host_span
    if span is None or not ESCAPE.search(facts.text, *span) or _is_code(facts):
        return
    host = facts.reached_host if facts.is_web and facts.is_read_as_written else None
    if host:
        plain = facts.text[: span.start] + host + facts.text[span.end :]
        fix = Fix("Show the host as browsers parse it", plain)
        hides = any(octet.value < 0x80 for octet in facts.octets if octet.part is Part.HOST)
        is_address = facts.is_inner or facts.is_address
        severity = HIGH if is_address and hides else MEDIUM if hides else LOW
        yield Hit(*span, severity, "browser", fix, {"host": host})
    else:
        yield Hit(*span)


def host_syntax(facts: Facts) -> Iterator[Hit]:
    span = facts.host_span
    if span is None or span.start == span.end or not facts.is_web or facts.is_address:
        return
    if not facts.is_read_as_written:
        return
    if len(_in_dns(span.of(facts.text)).removesuffix(".")) > NAME:
        yield Hit(*span, variant="name")
    if facts.text.startswith("[", span.start):
        return
    for match in FORBIDDEN.finditer(facts.text, *span) if facts.is_refused else ():
        yield Hit(*match.span(), MEDIUM, "forbidden")
    labels = [(REMOVED_INSIDE.sub("", label), place) for label, place in facts.labels]
    last = len(labels) - 1
    if not last and not labels[0][0]:
        return  # browsers find an empty host
    long = {label for label in dict(labels) if len(_in_dns(label)) > LABEL}
    for position, (label, place) in enumerate(labels):
        if label:
            yield from _label(label, place, is_long=label in long)
        elif position == last and position and labels[position - 1][0]:
            yield Hit(place.start - 1, place.end, INFO, "dot")
        else:
            start, end = max(place.start - 1, span.start), min(place.end + 1, span.end)
            yield Hit(start, end, variant="empty")


def _in_dns(name: str) -> str:
    """Return a name or label in its DNS form, or only decoded if browsers reject it."""
    return (
        name
        if is_plain(name)
        else host_in_browsers(name) or octets_of(name).decode("utf-8", "replace")
    )


def _label(label: str, place: Span, *, is_long: bool) -> Iterator[Hit]:
    if is_long:
        yield Hit(*place, variant="label")
    elif label.startswith("-") or label.endswith("-"):
        yield Hit(*place, variant="hyphen")
    elif "_" in label:
        yield Hit(*place, INFO, "underscore")


HOST_RULES = (
    Rule(
        "encoded-host",
        LOW,
        "Percent-encoding in the host",
        {
            "": "Hosts rarely need percent-encoding; some programs decode it, others do not.",
            "browser": "Browsers decode the host to {host}.",
        },
        ("RFC 3986 3.2.2", "WHATWG URL 3.5"),
        encoded_host,
        rises="Medium if plain ASCII characters are encoded. High if the decoded host is an IP "
        "address or a local name.",
        plain={
            "": 'Part of the name of the site is written in "%" codes, which some programs read '
            "and others do not.",
            "browser": 'Part of the name of the site is hidden in "%" codes; browsers read '
            "it as {host}.",
        },
        when="is_international",
    ),
    Rule(
        "host-syntax",
        LOW,
        "Unusual host name",
        {
            "name": "The host name is longer than 253 characters: DNS cannot look it up.",
            "label": "A label is longer than 63 characters: DNS cannot look it up.",
            "empty": "Empty label: two dots in a row, or a leading dot.",
            "dot": "Trailing dot: the same name in DNS, but a different site for some programs.",
            "forbidden": "Character not allowed in a host: browsers reject the link.",
            "hyphen": "A label starts or ends with a hyphen.",
            "underscore": "Underscore: browsers accept it; the host name rules do not.",
        },
        ("RFC 1123 2.1", "RFC 3986 3.2.2"),
        host_syntax,
        rises="Medium if the host contains a character that is not allowed there. Info for a "
        "dot at the end or an underscore.",
        plain={
            "label": "A part of the name is longer than 63 characters, so it cannot be looked up.",
            "empty": "The name has two dots in a row or begins with a dot: no site can have"
            " such a name.",
            "dot": "The name ends in a dot: usually the same site, but another one for some"
            " programs.",
            "forbidden": "The name of a site cannot contain this character: browsers reject"
            " the link.",
            "hyphen": 'A part of the name starts or ends with "-", which the rules forbid: '
            "the link may be incomplete.",
            "underscore": 'The name contains "_", which the rules for names do not allow; '
            "browsers accept it.",
            "name": "The name is longer than 253 characters, so it cannot be looked up.",
        },
        when="is_odd",
    ),
)
# Schemes that browsers fetch and block ports for.
FETCHED = frozenset({"http", "https", "ws", "wss"})
HIGHEST_PORT = 65535
# Lower ports are reserved for known protocols (RFC 3986 7.2).
RESERVED = 1024
USUAL_PORTS = frozenset({80, 443, 8080, 8443, 8000, 8008, 8081, 8088, 8888, 3000, 4200, 5000, 5173})
# Ports that the Fetch standard blocks for web pages.
# OTHER_PROTOCOLS adds those of databases, remote control and management.
BLOCKED = frozenset(
    {1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102}
    | {103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427}
    | {465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989}
    | {990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666}
    | {6667, 6668, 6669, 6679, 6697, 10080}
)
OTHER_PROTOCOLS = {
    445: "Windows file sharing (SMB)",
    1433: "databases",
    1521: "databases",
    2375: "container management",
    3306: "databases",
    3389: "remote desktop",
    5432: "databases",
    5900: "remote desktop",
    5985: "Windows remote management",
    6379: "databases",
    9200: "databases",
    11211: "caches such as memcached",
    27017: "databases",
}


def _port(facts: Facts) -> int | None:
    text = facts.reference.port
    if not text or not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    return int(digits) if len(digits) <= 6 else HIGHEST_PORT + 1


def port_invalid(facts: Facts) -> Iterator[Hit]:
    span = facts.span(Part.PORT)
    if span is None or span.start == span.end or not facts.is_refused:
        return
    port = _port(facts)
    if port is None or port > HIGHEST_PORT:
        # The link inside may be opened anyway.
        nests = scheme_of(facts.effective_scheme).nests
        yield Hit(*span, variant="wrapping" if nests else "large" if port else "")


def port_unusual(facts: Facts) -> Iterator[Hit]:
    span, port = facts.span(Part.PORT), _port(facts)
    if span is None or port is None or port > HIGHEST_PORT or not facts.is_read_as_written:
        return
    if facts.effective_scheme == "file" or not facts.reference.host:
        return  # no server answers there
    default = scheme_of(facts.effective_scheme).port
    if port == default or _is_sensitive(facts, port):
        return
    is_usual, shown = port in USUAL_PORTS, {"port": str(port)}
    is_unknown = facts.has_no_scheme
    if is_unknown and port in {80, 443}:
        return  # the default ports of web pages
    if port == 0:
        yield Hit(*span, MEDIUM, "zero")
    elif port < RESERVED and not (is_usual and facts.is_special):
        yield Hit(*span, LOW if is_usual else MEDIUM, "reserved", args=shown)
    elif is_unknown:
        yield Hit(*span, INFO if is_usual else None, "page")
    elif default is not None:
        yield Hit(*span, INFO if is_usual else None, args=shown | {"default": str(default)})


def _is_sensitive(facts: Facts, port: int) -> bool:
    own = scheme_of(facts.effective_scheme).port
    web = facts.effective_scheme in FETCHED or facts.effective_scheme in {"ftp", "gopher"}
    return web and port != own and (port in BLOCKED or port in OTHER_PROTOCOLS)


def port_sensitive(facts: Facts) -> Iterator[Hit]:
    span, port = facts.span(Part.PORT), _port(facts)
    if span is None or port is None or not _is_sensitive(facts, port):
        return
    if not facts.is_read_as_written:
        return
    if protocol := OTHER_PROTOCOLS.get(port):
        yield Hit(*span, args={"protocol": protocol})
    else:
        yield Hit(*span, variant="blocked" if facts.effective_scheme in FETCHED else "other")


PORT_RULES = (
    Rule(
        "port-invalid",
        MEDIUM,
        "Invalid port",
        {
            **dict.fromkeys(
                ("", "large"), "Ports are numbers from 0 to 65535; browsers reject the link."
            ),
            "wrapping": "Ports are numbers from 0 to 65535.",
        },
        ("RFC 3986 3.2.3",),
        port_invalid,
        plain={
            "": 'The ":" is not followed by a number made of the digits 0 to 9; browsers reject '
            "the link.",
            "large": 'The number after ":" is too large; browsers reject the link.',
            "wrapping": 'The number after ":" must be from 0 to 65535.',
        },
        when="has_port",
    ),
    Rule(
        "port-unusual",
        LOW,
        "Non-default port",
        {
            "": "The default port is {default}; a different server may answer on this port.",
            "page": "The page or base URL determines the scheme, and with it the default port.",
            "zero": "Port 0 is reserved; servers normally cannot listen on it.",
            "reserved": "Ports below 1024 are reserved for known services; one of them may answer "
            "here.",
        },
        ("RFC 3986 7.2", "rfc2396bis-01 7.2"),
        port_unusual,
        rises="Info for common alternative web ports. Medium for other ports below 1024.",
        of_host=True,
        plain={
            "": 'The ":{port}" can lead to a page that belongs to someone else, or to a device.',
            "page": 'The number after ":" can lead to a page that belongs to someone else.',
            "zero": 'The number after ":" is 0, which servers normally cannot use.',
            "reserved": 'The ":{port}" is usual for services other than web pages; one of '
            "them may answer.",
        },
        when="has_port",
    ),
    Rule(
        "port-sensitive",
        MEDIUM,
        "Port of another protocol",
        {
            "": "This port is used by {protocol}; data sent to it can be read as commands.",
            "blocked": BLOCKED_PORT,
            "other": "Another protocol uses this port; data sent to it can be read as commands.",
        },
        ("RFC 3986 7.2", "WHATWG Fetch 2.9"),
        port_sensitive,
        of_host=True,
        plain={
            "": 'The number after ":" is for {protocol}, where a link can act as a command, not '
            "for web pages.",
            "blocked": 'Browsers block this link: the number after ":" is for a service that could '
            "read it as a command.",
            "other": 'The number after ":" is for a service where a link can act as a command, not '
            "for web pages.",
        },
        when="has_port",
    ),
)
RULES = (*HOST_RULES, *PORT_RULES)
