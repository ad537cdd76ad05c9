"""What a host may look like: percent-encoding and the rules of DNS names."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.gates import When
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span
from uriinspector.core.percent import octets_of
from uriinspector.readers.browser import host_in_browsers, is_plain

LABEL, NAME = 63, 253
# The URL standard's forbidden host code points that can stand in a host here.
ESCAPE = expression("%[0-9A-Fa-f]{2}")
FORBIDDEN = expression(r"[ <>\[\]^|]+")


def _is_code(facts: Facts) -> bool:
    """Whether what follows "//" is a comment of a script."""
    return facts.effective_scheme in {"javascript", "vbscript"}


def encoded_host(facts: Facts) -> Iterator[Hit]:
    """Escapes in a host: browsers take them off first, filters often do not."""
    span = facts.span(Part.HOST)
    if span is None or not ESCAPE.search(facts.text, *span) or _is_code(facts):
        return
    host = facts.reached_host if facts.is_web and facts.is_read_as_written else None
    if host:
        plain = facts.text[: span.start] + host + facts.text[span.end :]
        fix = Fix("Show the host as browsers parse it", plain)
        hides = any(octet.value < 0x80 for octet in facts.octets if octet.part is Part.HOST)
        severity = HIGH if facts.is_inner else MEDIUM if hides else LOW
        yield Hit(*span, severity, "browser", fix, {"host": host})
    else:
        yield Hit(*span)


def host_syntax(facts: Facts) -> Iterator[Hit]:
    """What the DNS does not know, though the grammar lets it be."""
    span = facts.span(Part.HOST)
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
    labels = facts.labels
    last = len(labels) - 1
    for position, (label, place) in enumerate(labels):
        if label:
            yield from _label(label, place)
        elif position == last and position and labels[position - 1][0]:
            yield Hit(place.start - 1, place.end, INFO, "dot")
        else:
            start, end = max(place.start - 1, span.start), min(place.end + 1, span.end)
            yield Hit(start, end, variant="empty")


def _in_dns(name: str) -> str:
    """A name or a label as the DNS would be asked for it, as far as browsers take it."""
    return (
        name
        if is_plain(name)
        else host_in_browsers(name) or octets_of(name).decode("utf-8", "replace")
    )


def _label(label: str, place: Span) -> Iterator[Hit]:
    if len(_in_dns(label)) > LABEL:
        yield Hit(*place, variant="label")
    elif label.startswith("-") or label.endswith("-"):
        yield Hit(*place, variant="hyphen")
    elif "_" in label:
        yield Hit(*place, INFO, "underscore")


RULES = (
    Rule(
        "encoded-host",
        LOW,
        "Percent-encoding in the host",
        {
            "": "Hosts rarely need percent-encoding; some programs decode it, others do not.",
            "browser": "Browsers decode the host to {host}.",
        },
        ("RFC 3986 3.2.2", "WHATWG URL 3.5"),
        When.ESCAPED_HOST,
        encoded_host,
        rises="medium if plain ASCII is encoded; high if the decoded host is a private or "
        "loopback address",
    ),
    Rule(
        "host-syntax",
        LOW,
        "Unusual host name",
        {
            "name": "Longer than 253 characters: DNS cannot look it up.",
            "label": "A label is longer than 63 characters: DNS cannot look it up.",
            "empty": "Empty label: two dots in a row, or a leading dot.",
            "dot": "Trailing dot: the same name in DNS, but a different site for some programs.",
            "forbidden": "Character not allowed in a host: browsers reject the link.",
            "hyphen": "A label starts or ends with a hyphen.",
            "underscore": "Underscore: browsers accept it; the host name rules do not.",
        },
        ("RFC 1123 2.1", "RFC 3986 3.2.2"),
        When.ODD_HOST | When.LONG_HOST,
        host_syntax,
        rises="medium for a character that hosts cannot contain; info for a trailing dot or an "
        "underscore",
    ),
)
