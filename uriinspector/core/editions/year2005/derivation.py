"""RFC 3986 appendix A as a tree over one reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.derivation import (
    CORE,
    MOST,
    Alphabet,
    before,
    ipv4_address,
    ipv6_literal,
    node,
    optional,
    separated,
    with_faults,
)
from uriinspector.core.editions.year2005.grammar import path_form
from uriinspector.core.host import matches_ipv4, matches_ipvfuture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Node
    from uriinspector.core.reference import Reference

ALPHABET = Alphabet(
    "pct-encoded",
    "HEXDIG",
    CORE
    | {
        "unreserved": (charset.UNRESERVED_2005, "ALPHA", "DIGIT"),
        "sub-delims": (charset.SUB_DELIMS_2005,),
        "pchar": (charset.PCHAR_2005, "unreserved", "pct-encoded", "sub-delims"),
    },
)
DATA = ("unreserved", "pct-encoded", "sub-delims")
SCHEME = ALPHABET.run("scheme", charset.SCHEME_2005, "ALPHA", "DIGIT")
USERINFO = ALPHABET.run("userinfo", charset.USERINFO_2005, *DATA)
REG_NAME = ALPHABET.run("reg-name", charset.REG_NAME_2005, *DATA)
PORT = ALPHABET.run("port", "", "DIGIT")
H16 = ALPHABET.run("h16", "", "HEXDIG")
FUTURE = ALPHABET.run("IPvFuture", charset.IPVFUTURE_2005, "unreserved", "sub-delims")
SEGMENT = ALPHABET.run("segment", "", "pchar")
SEGMENT_NZ = ALPHABET.run("segment-nz", "", "pchar")
QUERY = ALPHABET.run("query", charset.QUERY_2005, "pchar")
FRAGMENT = ALPHABET.run("fragment", charset.FRAGMENT_2005, "pchar")
# What the first segment is called in each form of path (3.3); every other is a plain segment.
FIRST_SEGMENT = {
    "path-abempty": SEGMENT,
    "path-absolute": SEGMENT_NZ,
    "path-rootless": SEGMENT_NZ,
    "path-noscheme": ALPHABET.run("segment-nz-nc", charset.SEGMENT_NZ_NC_2005, *DATA),
}


def derive(reference: Reference) -> Node:
    """URI-reference = URI / relative-ref."""
    text = reference.text
    whole, scheme, *_, path, query, fragment = reference.spans
    is_uri = scheme[0] >= 0
    part = "hier-part" if is_uri else "relative-part"
    children = (
        *optional(SCHEME, text, scheme),
        node(text, part, scheme[1] + 1, path[1], *_authority(reference), _path(reference)),
        *optional(QUERY, text, query),
        *optional(FRAGMENT, text, fragment),
    )
    inside = node(text, "URI" if is_uri else "relative-ref", *whole, *children)
    return with_faults(node(text, "URI-reference", *whole, inside), reference.violations, text)


def _path(reference: Reference) -> Node:
    text, form = reference.text, path_form(reference)
    start, end = reference.spans[6]
    limit = start + MOST
    slash = text.startswith("/", start, end)
    at = start + slash
    children: tuple[Node, ...] = ()
    # path-absolute may be the slash alone; after an authority a slash begins a segment.
    if at < end or (slash and form == "path-abempty"):
        stop = before("/", text, at, end)
        children = (FIRST_SEGMENT[form](text, at, stop, limit),)
        if stop < end:
            children += separated(SEGMENT, "/", text, stop + 1, end, limit)
    return node(text, form, start, end, *children)


def _authority(reference: Reference) -> Iterator[Node]:
    """Authority = [ userinfo "@" ] host [ ":" port ]."""
    text = reference.text
    _, _, authority, userinfo, host, port, *_ = reference.spans
    if authority[0] >= 0:
        named = node(text, "host", *host, _host(text, *host))
        children = *optional(USERINFO, text, userinfo), named, *optional(PORT, text, port)
        yield node(text, "authority", *authority, *children)


def _host(text: str, start: int, end: int) -> Node:
    """IP-literal / IPv4address / reg-name, the first that matches."""
    closed = before("]", text, start, end)
    if matches_ipvfuture(text, start + 1, closed) and text[start] == "[":
        dot = text.index(".", start)
        children = *H16.nodes(text, start + 2, dot), *FUTURE.nodes(text, dot + 1, closed)
        future = node(text, "IPvFuture", start + 1, closed, *children)
        return node(text, "IP-literal", start, min(closed + 1, end), future)
    if text.startswith("[", start, end):
        return ipv6_literal("IP-literal", H16, text, start, end)
    if matches_ipv4(text, start, end):
        return ipv4_address(text, start, end)
    return REG_NAME(text, start, end)
