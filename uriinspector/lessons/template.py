"""Templates of drawn texts: names of lists in braces, as in "http://{host}/{dir}/{file}"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import expression

if TYPE_CHECKING:
    import re

    from uriinspector.lessons.material import Pool

PLACE = expression(r"\{([^{}]*)\}")
SCHEMES = ("http", "https")
# A place, and the list that fills it.
LISTS = {
    "host": "hosts",
    "lure": "lures",
    "other": "others",
    "address": "addresses",
    "dir": "dirs",
    "file": "files",
    "name": "names",
    "query": "queries",
    "fragment": "fragments",
    "user": "users",
    "password": "passwords",
    "port": "ports",
}
PLACES = ("scheme", *LISTS)


def unknown_place(template: str) -> str | None:
    """The first place that no list fills, or a brace that is none; None where all is well."""
    for match in PLACE.finditer(template):
        if match[1] not in PLACES:
            return match[0]
    rest = PLACE.sub("", template)
    return next((char for char in rest if char in "{}"), None)


def filled(template: str, pool: Pool, scheme: str = "") -> str:
    """The text with all places filled from the material."""

    def value(match: re.Match[str]) -> str:
        if match[1] == "scheme":
            return scheme or pool.draw.choice(SCHEMES)
        return pool.take(LISTS[match[1]])

    return PLACE.sub(value, template)
