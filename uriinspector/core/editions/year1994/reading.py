"""How 1994 reads a text: RFC 1738 sections 2.1, 3.1 and 5, and draft 02 for what it left out."""

from __future__ import annotations

import re

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.reference import ANY_SCHEME, UNDEFINED, Spans, reader

# Schemes of section 5 in which "?" is one of the data characters.
QUESTION_IS_DATA = frozenset({"ftp", "file", "gopher", "nntp", "prospero", "telnet"})
# And two that have no login at all: two slashes are data as well.
SLASHES_ARE_DATA = frozenset({"mailto", "news"})
PREFIX = expression("URL:", re.IGNORECASE)
SCHEME_AHEAD = expression(f"({ANY_SCHEME}):")

read_with_search = reader(ANY_SCHEME)
read_without_search = reader(ANY_SCHEME, has_query=False)
FLAT = expression(f"(?s)({ANY_SCHEME}):([^#]*+)(?:#(.*+))?+")


class Wrapping(NamedTuple):
    """Where the URL itself begins and ends, inside of "<", "URL:" and ">"."""

    start: int
    end: int
    prefix: int  # where "URL:" begins, or -1


def unwrapped(text: str) -> Wrapping:
    """RFC 1738 appendix, draft 03 "PrePrefix": neither is part of the URL."""
    start, end = 0, len(text)
    if end >= 2 and text[0] == "<" and text[-1] == ">":
        start, end = 1, end - 1
    match = PREFIX.match(text, start, end)
    return Wrapping(match.end(), end, start) if match else Wrapping(start, end, -1)


def read(text: str) -> Spans:
    """Spans into the text as it was given, wrapper and all."""
    start, end, _ = unwrapped(text)
    match = SCHEME_AHEAD.match(text, start, end)
    scheme = match[1].lower() if match else ""
    if scheme in QUESTION_IS_DATA:
        return read_without_search(text, start, end)
    if scheme in SLASHES_ARE_DATA and (flat := FLAT.match(text, start, end)):
        whole, named, path, fragment = flat.regs
        return (whole, named, *[UNDEFINED] * 4, path, UNDEFINED, fragment)
    return read_with_search(text, start, end)


def read_fragment(text: str) -> tuple[str, str | None]:
    """The URL without wrapper and fragment-id, and the fragment-id."""
    start, end, _ = unwrapped(text)
    url, mark, fragment = text[start:end].partition("#")
    return url, fragment if mark else None
