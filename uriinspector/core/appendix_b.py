"""Splitting by the expression of appendix B (1997, 2003 and 2005 have the same one).

Two changes only: the scheme must be one by the edition's own rule, else the text before the colon
is path; and the authority is split further.  What the spans mean is drawn in ``model``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from uriinspector.core import charset
from uriinspector.core.charset import members
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Callable

# The whole, then the eight parts in the order of ``Part``; (-1, -1) where undefined.
Spans: TypeAlias = tuple[tuple[int, int], ...]

UNDEFINED = (-1, -1)

# The scheme of 1994 and 1997, and that of 2003 and 2005, which begins with a letter.
ANY_SCHEME = f"[{members(charset.SCHEME_1997)}]++"
LETTER_SCHEME = f"[{members(charset.ALPHA)}][{members(charset.SCHEME_2005)}]*+"


def _pattern(scheme: str, authority: str, query: str) -> str:
    """Appendix B, with the scheme taken or not taken once and for all."""
    return (
        rf"(?s)(?:({scheme}):|(?!))?+{authority}([^{query}#]*+)"
        + (r"(?:\?([^#]*+))?+" if query else "()")
        + r"(?:#(.*+))?+"
    )


# At most one "@", one ":" and one bracketed literal: nearly every authority there is.  The path
# may begin with "//" only where an authority stands before it.
PLAIN = (
    r"(?://((?:([^{end}#@]*+)@)?(\[[^\]{end}#@]*+\]|[^:{end}#@\[\]]*+)(?::([^:{end}#@\[\]]*+))?+)"
    r"(?=[{end}#]|\Z)|(?!))?+(?(2)|(?!//))"
)
ANY = r"(?://([^{end}#]*+)()()())?+"


def reader(scheme: str, *, has_query: bool = True) -> Callable[..., Spans]:
    """A function from text (and where to begin and end in it) to spans.

    Without a query, ``?`` is data: so it is in most schemes of RFC 1738.
    """
    query = "?" if has_query else ""
    end = "/" + query
    plain = re.compile(_pattern(scheme, PLAIN.replace("{end}", end), query)).match
    any_authority = expression(_pattern(scheme, ANY.replace("{end}", end), query))

    def read(text: str, start: int = 0, stop: int | None = None) -> Spans:
        stop = len(text) if stop is None else stop
        match = plain(text, start, stop)
        if match:
            return match.regs if has_query else (*match.regs[:7], UNDEFINED, match.regs[8])
        match = any_authority.match(text, start, stop)
        assert match is not None  # every part of the expression may be empty
        whole, taken, authority, *_, path, asked, fragment = match.regs
        split = (whole, taken, authority, *split_authority(text, *authority), path, asked, fragment)
        return split if has_query else (*split[:7], UNDEFINED, fragment)

    return read


def split_authority(text: str, start: int, end: int) -> Spans:
    """Userinfo, host and port of an authority of any shape.

    The last "@" ends the userinfo: that is where every browser looks for the host.
    """
    at = text.rfind("@", start, end)
    userinfo = UNDEFINED if at < 0 else (start, at)
    host = at + 1 if at >= 0 else start
    colon = text.rfind(":", host, end)
    if text.find("[", host, end) >= 0:
        # The colons inside of a literal are its own, closed or not.
        closed = text.rfind("]", host, end)
        colon = -1 if closed < 0 else text.rfind(":", closed, end)
    if colon < 0:
        return userinfo, (host, end), UNDEFINED
    return userinfo, (host, colon), (colon + 1, end)


# Scheme, authority, path, query and fragment.
Five: TypeAlias = tuple[str | None, str | None, str, str | None, str | None]


class FiveParts(Protocol):
    """A match of appendix B."""

    def groups(self) -> Five:
        """The five parts."""


def five_parts(scheme: str) -> Callable[[str], FiveParts]:
    """Matches every text; its groups are scheme, authority, path, query and fragment.

    That is all that resolution looks at.
    """
    pattern = re.compile(
        rf"(?s)(?:({scheme}):|(?!))?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
    )
    return cast("Callable[[str], FiveParts]", pattern.match)
