"""RFC 1738 section 5 as a tree over one URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.derivation import Alphabet, literal, node, with_faults
from uriinspector.core.editions.year1994.reading import unwrapped
from uriinspector.core.editions.year1994.schemes import GRAMMARS
from uriinspector.core.editions.year1997.derivation import host_node, user_nodes

if TYPE_CHECKING:
    from uriinspector.core.model import Node
    from uriinspector.core.reference import Reference

ALPHABET = Alphabet("escape", unreserved=charset.UNRESERVED_1994, reserved=charset.RESERVED_1994)
LETTERS = Alphabet("escape", alpha=charset.ALPHA, digit=charset.DIGIT, mark="+-.:")
# The path's rule in each scheme of the common Internet form, and what its segments are called.
PATHS = {
    "ftp": ("fpath", "fsegment"),
    "file": ("fpath", "fsegment"),
    "http": ("hpath", "hsegment"),
    "prospero": ("ppath", "psegment"),
}


def derive(reference: Reference) -> Node:
    """Wrapper, prefix, url; a fragment-id stands outside of the url."""
    text = reference.text
    start, end, prefix = unwrapped(text)
    *_, path, query, fragment = reference.spans
    stop = max(path[1], query[1])
    below = []
    if end < len(text):
        below.append(literal(text, 0, 1))
    if prefix >= 0:
        below.append(node("prefix", prefix, start))
    below.append(node("url", start, stop, *_url(reference, start, stop)))
    if fragment[0] >= 0:
        below.append(literal(text, fragment[0] - 1, fragment[0]))
        below.append(ALPHABET.node("fragment-id", text, *fragment))
    if end < len(text):
        below.append(literal(text, end, end + 1))
    tree = node("text", 0, len(text), *below)
    return with_faults(tree, reference.violations)


def _url(reference: Reference, start: int, stop: int) -> list[Node]:
    text = reference.text
    if reference.scheme is None:
        return [ALPHABET.node("partial form", text, start, stop)]
    name = reference.scheme.lower()
    rule = f"{name}url" if name in GRAMMARS else "genericurl"
    scheme = reference.spans[1]
    colon = scheme[1]
    below = [LETTERS.node("scheme", text, *scheme), literal(text, colon, colon + 1)]
    if reference.spans[2][0] < 0:
        below.append(ALPHABET.node("schemepart", text, colon + 1, stop))
    else:
        below.append(node("ip-schemepart", colon + 1, stop, *_internet(reference, name, stop)))
    return [node(rule, start, stop, *below)]


def _internet(reference: Reference, scheme: str, stop: int) -> list[Node]:
    """ "//" login [ "/" urlpath ]."""
    text = reference.text
    _, _, login, user, host, port, path, query, _ = reference.spans
    in_login = user_nodes(text, *user, ALPHABET) if user[0] >= 0 else []
    in_hostport = [host_node(text, *host)]
    if port[0] >= 0:
        in_hostport.append(literal(text, port[0] - 1, port[0]))
        in_hostport.append(LETTERS.node("port", text, *port))
    in_login.append(node("hostport", host[0], login[1], *in_hostport))
    below = [literal(text, login[0] - 2, login[0]), node("login", *login, *in_login)]
    if path[0] < path[1]:
        rule, segment = PATHS.get(scheme, ("urlpath", "xchar"))
        segments = ALPHABET.split(segment, "/", text, path[0] + 1, path[1])
        below.append(literal(text, path[0], path[0] + 1))
        below.append(node(rule, path[0] + 1, path[1], *segments))
    if query[0] >= 0:
        below.append(literal(text, query[0] - 1, query[0]))
        below.append(ALPHABET.node("search", text, query[0], stop))
    return below
