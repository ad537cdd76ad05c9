"""draft-fielding-url-syntax-05 appendix A as a tree over one reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.derivation import Alphabet, literal, node, with_faults
from uriinspector.core.editions.year1997.grammar import split_user
from uriinspector.core.host import matches_hostnumber

if TYPE_CHECKING:
    from uriinspector.core.model import Node
    from uriinspector.core.reference import Reference

ALPHABET = Alphabet("escaped", unreserved=charset.UNRESERVED_1997, reserved=charset.RESERVED_1997)
LETTERS = Alphabet("escaped", alpha=charset.ALPHA, digit=charset.DIGIT, mark="+-.:")


def derive(reference: Reference) -> Node:
    """URL-reference = [ absoluteURL | relativeURL ] [ "#" fragment ]."""
    text = reference.text
    whole, scheme, _, _, _, _, path, query, fragment = reference.spans
    end = max(path[1], query[1])
    below = []
    if scheme[0] >= 0:
        colon = scheme[1]
        generic = node(
            "generic-URL",
            0,
            end,
            LETTERS.node("scheme", text, *scheme),
            literal(text, colon, colon + 1),
            node("relativeURL", colon + 1, end, *_relative(reference)),
        )
        below.append(node("absoluteURL", 0, end, generic))
    elif end > 0:
        below.append(node("relativeURL", 0, end, *_relative(reference)))
    if fragment[0] >= 0:
        below.append(literal(text, fragment[0] - 1, fragment[0]))
        below.append(ALPHABET.node("fragment", text, *fragment))
    return with_faults(node("URL-reference", *whole, *below), reference.violations)


def _relative(reference: Reference) -> list[Node]:
    """RelativeURL = net_path | abs_path | rel_path; the query is inside of rel_path."""
    text = reference.text
    _, _, site, _, _, _, path, query, _ = reference.spans
    end = max(path[1], query[1])
    if site[0] < 0:
        return [_path(text, path, query)]
    below = [literal(text, site[0] - 2, site[0]), node("site", *site, *_site(reference))]
    if path[0] < end:
        below.append(_path(text, path, query))
    return [node("net_path", site[0] - 2, end, *below)]


def _path(text: str, path: tuple[int, int], query: tuple[int, int]) -> Node:
    """Abs_path = "/" rel_path; rel_path = [ path_segments ] [ "?" query ]."""
    start, end = path[0], max(path[1], query[1])
    if text.startswith("/", start, path[1]):
        below = _path_segments(text, (start + 1, path[1]), query)
        return node("abs_path", start, end, literal(text, start, start + 1), below)
    return _path_segments(text, path, query)


def _path_segments(text: str, path: tuple[int, int], query: tuple[int, int]) -> Node:
    below = []
    if path[0] < path[1]:
        segments = ALPHABET.split("segment", "/", text, *path)
        below.append(node("path_segments", *path, *segments))
    if query[0] >= 0:
        below += [literal(text, query[0] - 1, query[0]), ALPHABET.node("query", text, *query)]
    return node("rel_path", path[0], max(path[1], query[1]), *below)


def _site(reference: Reference) -> list[Node]:
    """Site = [ [ user [ ":" password ] "@" ] hostport ]."""
    text = reference.text
    _, _, site, userinfo, host, port, *_ = reference.spans
    if site[0] == site[1]:
        return []
    below = []
    if userinfo[0] >= 0:
        below += user_nodes(text, *userinfo)
    in_hostport = [host_node(text, *host)]
    if port[0] >= 0:
        in_hostport.append(literal(text, port[0] - 1, port[0]))
        in_hostport.append(LETTERS.node("port", text, *port))
    return [*below, node("hostport", host[0], site[1], *in_hostport)]


def user_nodes(text: str, start: int, end: int, alphabet: Alphabet = ALPHABET) -> list[Node]:
    """User [ ":" password ] "@"."""
    below = []
    for term, first, last in split_user(text, start, end):
        if term == "password":
            below.append(literal(text, first - 1, first))
        below.append(alphabet.node(term, text, first, last))
    return [*below, literal(text, end, end + 1)]


def host_node(text: str, start: int, end: int) -> Node:
    """Host = hostname | hostnumber."""
    number = matches_hostnumber(text[start:end])
    kind, rule = ("hostnumber", "digits") if number else ("hostname", "domainlabel")
    labels = LETTERS.split(rule, ".", text, start, end)
    return node("host", start, end, node(kind, start, end, *labels))
