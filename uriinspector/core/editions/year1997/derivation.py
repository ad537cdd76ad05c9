"""draft-fielding-url-syntax-05 appendix A as a tree over one reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.derivation import (
    MOST,
    Alphabet,
    Run,
    before,
    hostport,
    literal,
    name_or_number,
    node,
    optional,
    separated,
    with_faults,
)
from uriinspector.core.editions.year1997.grammar import split_user

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Node
    from uriinspector.core.reference import Reference

ALPHABET = Alphabet(
    "escaped",
    "hex",
    {
        "lowalpha": (charset.LOWALPHA,),
        "upalpha": (charset.UPALPHA,),
        "alpha": ("", "lowalpha", "upalpha"),
        "digit": (charset.DIGIT,),
        "alphanum": ("", "alpha", "digit"),
        "hex": (charset.HEXDIG, "digit"),
        "mark": (charset.MARK_1997,),
        "unreserved": ("", "alpha", "digit", "mark"),
        "reserved": (charset.RESERVED_1997,),
        "pchar": (charset.PCHAR_1997, "unreserved", "escaped"),
        "urlc": ("", "reserved", "unreserved", "escaped"),
    },
)
SCHEME = ALPHABET.run("scheme", charset.SCHEME_1997, "alpha", "digit")
USER = ALPHABET.run("user", charset.USER_1997, "unreserved", "escaped")
PASSWORD = ALPHABET.run("password", charset.USER_1997, "unreserved", "escaped")
DOMAIN_LABEL = ALPHABET.run("domainlabel", "-", "alphanum")
TOP_LABEL = ALPHABET.run("toplabel", "-", "alphanum", first="alpha")
HOST = name_or_number(DOMAIN_LABEL, TOP_LABEL, ALPHABET.run("hostnumber", ".", "digit"))
PORT = ALPHABET.run("port", "", "digit")
SEGMENT = ALPHABET.run("segment", "", "pchar")
PARAM = ALPHABET.run("param", "", "pchar")
QUERY = ALPHABET.run("query", "", "urlc")
FRAGMENT = ALPHABET.run("fragment", "", "urlc")


def derive(reference: Reference) -> Node:
    """URL-reference = [ absoluteURL | relativeURL ] [ "#" fragment ]."""
    text = reference.text
    whole, scheme, *_, path, query, fragment = reference.spans
    end = max(path[1], query[1])
    children: tuple[Node, ...] = ()
    if scheme[0] >= 0:
        relative = _relative(reference, scheme[1] + 1, end)
        generic = node(text, "generic-URL", 0, end, SCHEME(text, *scheme), relative)
        children = (node(text, "absoluteURL", 0, end, generic),)
    elif end > 0:
        children = (_relative(reference, 0, end),)
    children += optional(FRAGMENT, text, fragment)
    return with_faults(node(text, "URL-reference", *whole, *children), reference.violations, text)


def _relative(reference: Reference, start: int, end: int) -> Node:
    """RelativeURL = net_path | abs_path | rel_path; 4.4: where there are two slashes, a site."""
    text, spans = reference.text, reference.spans
    _, _, site, userinfo, _, _, path, query, _ = spans
    if site[0] < 0:
        return node(text, "relativeURL", start, end, _path(text, path, query))
    children: tuple[Node, ...] = ()
    if site[0] < site[1]:
        children = *user_nodes(USER, PASSWORD, text, *userinfo), hostport(HOST, PORT, text, spans)
    children = (node(text, "site", *site, *children),)
    if path[0] < end:
        children += (_path(text, path, query),)
    return node(text, "relativeURL", start, end, node(text, "net_path", start, end, *children))


def _path(text: str, path: tuple[int, int], query: tuple[int, int]) -> Node:
    """Abs_path = "/" rel_path; rel_path = [ path_segments ] [ "?" query ]."""
    start, end = path[0], max(path[1], query[1])
    if text.startswith("/", *path):
        return node(text, "abs_path", start, end, _rel_path(text, (start + 1, path[1]), query))
    return _rel_path(text, path, query)


def _rel_path(text: str, path: tuple[int, int], query: tuple[int, int]) -> Node:
    start, end = path
    children: tuple[Node, ...] = ()
    if start < end:
        segments = separated(_segment, "/", text, start, end, start + MOST)
        children = (node(text, "path_segments", start, end, *segments),)
    children += optional(QUERY, text, query)
    return node(text, "rel_path", start, max(end, query[1]), *children)


def _segment(text: str, start: int, end: int, limit: int) -> Node:
    """Segment = *pchar *( ";" param )."""
    stop = before(";", text, start, end)
    children = SEGMENT.nodes(text, start, stop, limit)
    if stop < end:
        spelt = literal(text, stop, stop + 1)
        children = (*children, spelt, *separated(PARAM, ";", text, stop + 1, end, limit))
    return node(text, "segment", start, end, *children)


def user_nodes(user: Run, password: Run, text: str, start: int, end: int) -> Iterator[Node]:
    """[ user [ ":" password ] "@" ], the same in RFC 1738."""
    if start >= 0:
        for term, first, last in split_user(text, start, end):
            yield (user if term == "user" else password)(text, first, last)
