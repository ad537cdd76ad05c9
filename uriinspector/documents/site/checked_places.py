"""Which references of a page are to exist in the site, and which of their fragments."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.documents.html.page import STYLE

if TYPE_CHECKING:
    from uriinspector.documents.link_location import LinkPlace

# What programs do with these is not to fetch a file at that path: names, places of other kinds,
# references with a base of their own, programs of a server.
OTHERS = frozenset(
    {"itemid", "itemtype", "profile", "urn", "classid", "codebase", "xml:base", "code", "archive"}
    | {"object", "usemap", "ping", "pluginspage", "pluginurl", "value"}
)
# What a server's programs answer: a page may be there, but need not.
SENT = frozenset({"action", "formaction"})
# What shows a part of another document, or goes there.
WITH_FRAGMENT = frozenset(
    {("a", "href"), ("a", "xlink:href"), ("area", "href"), ("iframe", "src"), ("frame", "src")}
    | {("use", "href"), ("use", "xlink:href"), ("meta", "content")}
)
# Relations of a LINK whose address is a name, or a host alone.
NAMES = frozenset({"profile", "preconnect", "dns-prefetch"})
# Those that are to be absolute: they say where a page is, for others.
ABSOLUTE = frozenset({"canonical", "alternate", "shortlink", "amphtml", "self", "me", "pingback"})
UNASKED, ASKED, OFFERED = range(3)


@lru_cache(maxsize=4096)
def how_checked(place: LinkPlace) -> int:
    """Whether what is at a place has to be a file of the site, can be one, or is something else."""
    element, attribute = place.element, place.attribute
    if place == STYLE or attribute == "style":
        return ASKED
    if element is None or attribute is None or element == "base" or attribute in OTHERS:
        return UNASKED
    if attribute.startswith("on"):
        return UNASKED
    return OFFERED if attribute in SENT else ASKED


def has_fragment(place: LinkPlace) -> bool:
    """Whether a fragment of it names an element."""
    return (place.element, place.attribute) in WITH_FRAGMENT
