"""The grammar of rfc2396bis-01, sections 3 to 5, as a tree over one reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.derivation import Alphabet, literal, node, with_faults
from uriinspector.core.editions.year2003.grammar import is_opaque
from uriinspector.core.editions.year2005.derivation import ipv6_nodes
from uriinspector.core.host import host_kind

if TYPE_CHECKING:
    from uriinspector.core.model import Node
    from uriinspector.core.reference import Reference

ALPHABET = Alphabet("escaped", unreserved=charset.UNRESERVED_2003, reserved=charset.RESERVED_2003)
LETTERS = Alphabet("escaped", ALPHA=charset.ALPHA, DIGIT=charset.DIGIT, mark="+-.:")
LABEL = Alphabet("escaped", alphanum=charset.ALPHANUM, hyphen="-")


def derive(reference: Reference) -> Node:
    """URI-reference = [ absolute-URI / relative-URI ] [ "#" fragment ]."""
    text = reference.text
    whole, scheme, _, _, _, _, path, query, fragment = reference.spans
    end = max(path[1], query[1])
    below = []
    if scheme[0] >= 0:
        colon = scheme[1]
        after = [literal(text, colon, colon + 1), *_after_scheme(reference, colon + 1, end)]
        below.append(node("absolute-URI", 0, end, LETTERS.node("scheme", text, *scheme), *after))
    elif end > 0:
        below.append(node("relative-URI", 0, end, *_hierarchy(reference)))
    if fragment[0] >= 0:
        below.append(literal(text, fragment[0] - 1, fragment[0]))
        below.append(ALPHABET.node("fragment", text, *fragment))
    return with_faults(node("URI-reference", *whole, *below), reference.violations)


def _after_scheme(reference: Reference, start: int, end: int) -> list[Node]:
    """( hier-part / opaque-part )."""
    if is_opaque(reference):
        return [ALPHABET.node("opaque-part", reference.text, start, end)]
    return [node("hier-part", start, end, *_hierarchy(reference))]


def _hierarchy(reference: Reference) -> list[Node]:
    """[ net-path / abs-path / rel-path ] [ "?" query ]."""
    text = reference.text
    _, _, authority, _, _, _, path, query, _ = reference.spans
    below = []
    if authority[0] >= 0:
        slashes = literal(text, authority[0] - 2, authority[0])
        named = node("authority", *authority, *_authority(reference))
        abs_path = _path(text, *path)
        below.append(node("net-path", authority[0] - 2, path[1], slashes, named, *abs_path))
    else:
        below += _path(text, *path)
    if query[0] >= 0:
        below += [literal(text, query[0] - 1, query[0]), ALPHABET.node("query", text, *query)]
    return below


def _path(text: str, start: int, end: int) -> list[Node]:
    """Abs-path = "/" path-segments; rel-path = rel-segment [ abs-path ]."""
    if start == end:
        return []
    if text[start] == "/":
        segments = ALPHABET.split("segment", "/", text, start + 1, end)
        below = node("path-segments", start + 1, end, *segments)
        return [node("abs-path", start, end, literal(text, start, start + 1), below)]
    slash = text.find("/", start, end)
    first = end if slash < 0 else slash
    segment = ALPHABET.node("rel-segment", text, start, first)
    return [node("rel-path", start, end, segment, *_path(text, first, end))]


def _authority(reference: Reference) -> list[Node]:
    """Authority = server / reg-name."""
    text = reference.text
    _, _, authority, userinfo, host, port, *_ = reference.spans
    if host[0] < 0:
        return [ALPHABET.node("reg-name", text, *authority)]
    below = []
    if userinfo[0] >= 0:
        below.append(ALPHABET.node("userinfo", text, *userinfo))
        below.append(literal(text, userinfo[1], userinfo[1] + 1))
    if authority[0] < authority[1]:
        in_hostport = [node("host", *host, *_host(text, *host))]
        if port[0] >= 0:
            in_hostport.append(literal(text, port[0] - 1, port[0]))
            in_hostport.append(LETTERS.node("port", text, *port))
        below.append(node("hostport", host[0], authority[1], *in_hostport))
    return [node("server", *authority, *below)]


def _host(text: str, start: int, end: int) -> list[Node]:
    """Host = IPv6reference / IPv4address / hostname."""
    kind = host_kind(text[start:end])
    if kind == "ipv4":
        return [node("IPv4address", start, end, *LETTERS.split("dec-octet", ".", text, start, end))]
    if kind in {"ipv6", "ipvfuture"} and text[end - 1] == "]":
        address = node("IPv6address", start + 1, end - 1, *ipv6_nodes(text, start + 1, end - 1))
        brackets = literal(text, start, start + 1), address, literal(text, end - 1, end)
        return [node("IPv6reference", start, end, *brackets)]
    if kind in {"ipv6", "ipvfuture"}:
        return [node("IPv6reference", start, end)]
    labels = LABEL.split("domainlabel", ".", text, start, end)
    return [node("hostname", start, end, *labels)]
