"""The grammar of rfc2396bis-01, sections 2 to 5, as a tree over one reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.derivation import (
    CORE,
    MOST,
    Alphabet,
    before,
    hostport,
    ipv4_address,
    ipv6_literal,
    node,
    optional,
    separated,
    with_faults,
)
from uriinspector.core.editions.year2003.grammar import is_opaque, is_server
from uriinspector.core.host import matches_ipv4

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Node
    from uriinspector.core.reference import Reference

ALPHABET = Alphabet(
    "escaped",
    "HEXDIG",
    CORE
    | {
        "alphanum": ("", "ALPHA", "DIGIT"),
        "mark": (charset.MARK_2003,),
        "unreserved": ("", "ALPHA", "DIGIT", "mark"),
        "reserved": (charset.RESERVED_2003,),
        "uric": ("", "reserved", "unreserved", "escaped"),
        "uric-no-slash": (charset.URIC_NO_SLASH_2003, "unreserved", "escaped"),
        "pchar": (charset.PCHAR_2003, "unreserved", "escaped"),
    },
)
SCHEME = ALPHABET.run("scheme", charset.SCHEME_2003, "ALPHA", "DIGIT")
USERINFO = ALPHABET.run("userinfo", charset.USERINFO_2003, "unreserved", "escaped")
REG_NAME = ALPHABET.run("reg-name", charset.REG_NAME_2003, "unreserved", "escaped")
DOMAIN_LABEL = ALPHABET.run("domainlabel", "-", "alphanum")
TOP_LABEL = ALPHABET.run("toplabel", "-", "alphanum", first="ALPHA")
PORT = ALPHABET.run("port", "", "DIGIT")
H4 = ALPHABET.run("h4", "", "HEXDIG")
SEGMENT = ALPHABET.run("segment", "", "pchar")
REL_SEGMENT = ALPHABET.run("rel-segment", charset.REL_SEGMENT_2003, "unreserved", "escaped")
OPAQUE_PART = ALPHABET.run("opaque-part", "", "uric", first="uric-no-slash")
QUERY = ALPHABET.run("query", charset.QUERY_2003, "pchar")
FRAGMENT = ALPHABET.run("fragment", charset.QUERY_2003, "pchar")


def derive(reference: Reference) -> Node:
    """URI-reference = [ absolute-URI / relative-URI ] [ "#" fragment ]."""
    text = reference.text
    whole, scheme, *_, path, query, fragment = reference.spans
    end = max(path[1], query[1])
    children: tuple[Node, ...] = ()
    if scheme[0] >= 0:
        after = _after_scheme(reference, scheme[1] + 1, end)
        children = (node(text, "absolute-URI", 0, end, SCHEME(text, *scheme), after),)
    elif end > 0:
        children = (node(text, "relative-URI", 0, end, *_hierarchy(reference)),)
    children += optional(FRAGMENT, text, fragment)
    return with_faults(node(text, "URI-reference", *whole, *children), reference.violations, text)


def _after_scheme(reference: Reference, start: int, end: int) -> Node:
    """( hier-part / opaque-part )."""
    if is_opaque(reference):
        return OPAQUE_PART(reference.text, start, end)
    return node(reference.text, "hier-part", start, end, *_hierarchy(reference))


def _hierarchy(reference: Reference) -> Iterator[Node]:
    """[ net-path / abs-path / rel-path ] [ "?" query ]."""
    text = reference.text
    _, _, authority, _, _, _, path, query, _ = reference.spans
    if authority[0] < 0:
        yield from _path(text, *path)
    else:
        children = _authority(reference), *_path(text, *path)
        yield node(text, "net-path", authority[0] - 2, path[1], *children)
    yield from optional(QUERY, text, query)


def _path(text: str, start: int, end: int) -> tuple[Node, ...]:
    """Abs-path = "/" path-segments; rel-path = rel-segment [ abs-path ]."""
    if start == end:
        return ()
    if text[start] == "/":
        segments = separated(SEGMENT, "/", text, start + 1, end, start + MOST)
        children = node(text, "path-segments", start + 1, end, *segments)
        return (node(text, "abs-path", start, end, children),)
    slash = before("/", text, start, end)
    first = REL_SEGMENT(text, start, slash)
    return (node(text, "rel-path", start, end, first, *_path(text, slash, end)),)


def _authority(reference: Reference) -> Node:
    """Authority = server / reg-name; server = [ [ userinfo "@" ] hostport ]."""
    text, spans = reference.text, reference.spans
    _, _, authority, userinfo, host, *_ = spans
    children: tuple[Node, ...] = ()
    if host[0] < 0 or not is_server(text, spans):
        return node(text, "authority", *authority, REG_NAME(text, *authority))
    if authority[0] < authority[1]:
        children = *optional(USERINFO, text, userinfo), hostport(_host, PORT, text, spans)
    return node(text, "authority", *authority, node(text, "server", *authority, *children))


def _host(text: str, start: int, end: int) -> tuple[Node, ...]:
    """Host = IPv6reference / IPv4address / hostname; hostname = domainlabel qualified."""
    if text.startswith("[", start, end):
        return (ipv6_literal("IPv6reference", H4, text, start, end),)
    if matches_ipv4(text, start, end):
        return (ipv4_address(text, start, end),)
    dot = before(".", text, start, end)
    qualified = node(text, "qualified", dot, end, *_more_labels(text, dot, end))
    return (node(text, "hostname", start, end, DOMAIN_LABEL(text, start, dot), qualified),)


def _more_labels(text: str, start: int, end: int) -> Iterator[Node]:
    """*( "." domainlabel ) [ "." toplabel "." ]: only before a final dot stands a toplabel."""
    limit = start + MOST
    last = text.rfind(".", start, end - 1) if text.endswith(".", start, end) else end
    if start < last:
        yield from separated(DOMAIN_LABEL, ".", text, start + 1, last, limit)
    if last < end:
        yield TOP_LABEL(text, last + 1, end - 1, limit)
