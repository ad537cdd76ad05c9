"""A URN taken apart: the tag, the namespace, the name in it, and what may come after.

::

    urn:example:a123,z456?+abc?=xyz#789
    |--||-----| |-------|  |-|  |-| |-|
    prefix nid     nss      r    q   f
                          |-------|
                            query
"""

from __future__ import annotations

from uriinspector.core.ascii import lowered
from uriinspector.core.model import Span
from uriinspector.core.named_tuple import NamedTuple

PREFIX = "urn:"
R_MARK, Q_MARK = "?+", "?="


class Name(NamedTuple):
    """Where the parts of a URN stand; None where there is no such part.

    ``query`` begins after the first "?", whatever the edition makes of it.  ``end`` is where the
    assigned name ends.
    """

    text: str
    urn_edition: str
    prefix: Span
    nid: Span
    nss: Span | None
    query: Span | None
    r: Span | None
    q: Span | None
    f: Span | None

    @property
    def end(self) -> int:
        """Where the name without query and fragment ends."""
        return (self.nss or self.nid).end


def read_name(text: str, start: int, end: int, urn_edition: str) -> Name:
    """The name that begins with "urn:" at ``start``.

    RFC 2141 knows neither query nor fragment: there the name goes on to the end.
    """
    prefix = Span(start, start + len(PREFIX))
    query = fragment = None
    stop = end
    if urn_edition != "rfc2141":
        stop, query, fragment = _behind(text, prefix.end, end)
    colon = text.find(":", prefix.end, stop)
    nid = Span(prefix.end, stop if colon < 0 else colon)
    nss = None if colon < 0 else Span(colon + 1, stop)
    r = q = None
    if urn_edition == "rfc8141" and query:
        r, q = _resolution_and_query(text, *query)
    return Name(text, urn_edition, prefix, nid, nss, query, r, q, fragment)


def _behind(text: str, start: int, end: int) -> tuple[int, Span | None, Span | None]:
    """Where the name ends, and the query and the fragment after it (RFC 3986 3)."""
    query = fragment = None
    mark = text.find("#", start, end)
    if mark >= 0:
        fragment, end = Span(mark + 1, end), mark
    mark = text.find("?", start, end)
    if mark >= 0:
        query, end = Span(mark + 1, end), mark
    return end, query, fragment


def _resolution_and_query(text: str, start: int, end: int) -> tuple[Span | None, Span | None]:
    """RFC 8141 2.3.1 and 2.3.2: the first "?=" ends an r-component; a "?+" ends nothing."""
    r = None
    at = start - 1
    if text.startswith(R_MARK, at):
        mark = text.find(Q_MARK, start + 1, end)
        r = Span(start + 1, end if mark < 0 else mark)
        at = r.end
    q = Span(at + 2, end) if at + 2 <= end and text.startswith(Q_MARK, at) else None
    return r, q


def is_urn(text: str) -> bool:
    """Whether the text begins with the tag, in any case."""
    return lowered(text[: len(PREFIX)]) == PREFIX
