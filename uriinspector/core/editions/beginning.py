"""How a reference begins: that alone decides what of the base goes in front of it.

1997, 2003 and 2005 ask for a scheme, an authority, a path and a query, in this order, and all
the answers stand in the first characters of a reference.  Whatever they are, the target is a
front of the base and then the reference as it stands; after that only dots are to be taken out::

    http://a/b/c/d;p?q#s
    |---|                  scheme                     before AUTHORITY
    |-------|              and authority              before ROOT
    |------------|         and the path's directory   before RELATIVE
    |---------------|      all but the query          before QUERY
    |-----------------|    all but the fragment       before NOTHING

Before SCHEME goes nothing: a reference that has one needs no base.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol, cast

from uriinspector.core.ascii import lowered
from uriinspector.core.expression import expression
from uriinspector.core.resolution import Base, recompose, remembered

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.core.appendix_b import Five, FiveParts

# Numbered as the groups of the expression are.  A path that begins with a dot is told apart: its
# first segment may be a dot segment that has no slash before it.
SCHEME, SCHEME_DOT, AUTHORITY, QUERY, NOTHING, ROOT, RELATIVE_DOT, RELATIVE = range(1, 9)
DOT_IN_FRONT: tuple[int, ...] = (SCHEME_DOT, RELATIVE_DOT)
NO_SCHEME = "(?!)"


class ReferenceStart(Protocol):
    """A match that ends with the group that tells how the text begins."""

    lastindex: int


def beginnings(scheme: str) -> Callable[[str], ReferenceStart]:
    """A function that tells how a text begins; every text begins somehow.

    The empty groups stand in the order of the numbers: the last one that matched is the answer.

    - The scheme comes first (5.2 step 3, 5.2.2): what looks like one is one, whatever follows.  It
      is possessive: "a/b:c" is no scheme at its slash, "a_b:c" at its low line, without a retry.
    - The dot behind the colon tells "foo:./x" apart: its path may begin with a dot segment.
    - "//" stands before "/": an authority, be it empty, is asked for before the path is.
    - "?" is an empty path with a query.  "#" or the end is nothing at all but for a fragment.
    - A dot in front may be "./", "../" or a name: only the removal of dots looks closer.
    - The last group is empty and always matches: any other path without a slash in front.
    """
    pattern = rf"{scheme}:()(?:\.())?+|//()|\?()|(?:\#|\Z)()|/()|\.()|()"
    return cast("Callable[[str], ReferenceStart]", re.compile(pattern).match)


# What stands after a scheme that is ignored may look like another one: it is none.
after_scheme = beginnings(NO_SCHEME)


def leniently(text: str, kind: int, base_scheme: str | None) -> tuple[str, int]:
    """2003, 2005: a reference and its beginning, without its scheme if that is the base's."""
    scheme, _, rest = text.partition(":")
    if kind > SCHEME_DOT or base_scheme is None or lowered(scheme) != lowered(base_scheme):
        return text, kind
    return rest, after_scheme(rest).lastindex


def bases(
    match: Callable[[str], FiveParts], directory: Callable[[str | None, str], str]
) -> Callable[[str], Base]:
    """A function from text to base: any reference, but its fragment takes no part."""

    @remembered
    def base_of(text: str) -> Base:
        return based(match(text).groups(), text.partition("#")[0], directory)

    return base_of


def based(parts: Five, whole: str, directory: Callable[[str | None, str], str]) -> Base:
    """A base with its fronts; ``directory`` is what a merge keeps of its path."""
    scheme, authority, path, query, _ = parts
    origin = recompose(scheme, authority)
    text = directory(authority, path)
    fronts = {
        AUTHORITY: recompose(scheme),
        ROOT: origin,
        RELATIVE: origin + text,
        RELATIVE_DOT: origin + text,
        QUERY: origin + path,
        NOTHING: whole,
    }
    dotted = (RELATIVE, *DOT_IN_FRONT) if text[:1] == "." else DOT_IN_FRONT
    return Base(scheme, authority, path, query, whole, origin, fronts, dotted)


# A target has a scheme, so its first colon ends that; 3.2 ends an authority at "/", "?", "#" or the
# end.  Possessive, since none of the three runs can stop earlier and still be followed as it is.
ORIGIN = expression("[^:]*+:(?://[^/?#]*+)?+")


def origin_end(target: str) -> int:
    """Where scheme and authority of a target are over."""
    match = ORIGIN.match(target)
    assert match is not None  # a target has a scheme
    return match.end()


def path_end(text: str, start: int) -> int:
    """Where a path that starts here is over: at the query, the fragment or the end."""
    fragment = text.find("#", start)
    stop = len(text) if fragment < 0 else fragment
    query = text.find("?", start, stop)
    return stop if query < 0 else query
