"""Links that touch: one ends where the next one begins, so that people see one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.documents.html.tag import read_tag

if TYPE_CHECKING:
    from uriinspector.documents.html.tag import Tag

# More of them, or longer ones, are not put together.
MOST, LONGEST = 8, 4_000
OPENING = expression(rb"<[aA](?=[\t\n\f\r /])")
CLOSING = expression(rb"</[aA]\s{0,9}>")
CLOSED = expression(rb"</[aA]\s{0,9}>\Z")


def neighbors(octets: bytes, at: int, tag: Tag, end: int) -> tuple[list[Tag], list[Tag]]:
    """The tags of the links that touch the one at ``at``: those before it, and those behind."""
    return _before(octets, at, end), _behind(octets, tag, end)


def _before(octets: bytes, at: int, end: int) -> list[Tag]:
    result: list[Tag] = []
    while len(result) < MOST and CLOSED.search(octets[max(at - 16, 0) : at]):
        low = max(at - LONGEST, 0)
        starts = [match.start() for match in OPENING.finditer(octets, low, at)]
        if not starts:
            break
        at = starts[-1]
        result.insert(0, read_tag(octets, at + 2, end))
    return result


def _behind(octets: bytes, tag: Tag, end: int) -> list[Tag]:
    result: list[Tag] = []
    while len(result) < MOST:
        closing = CLOSING.search(octets, tag.end, min(tag.end + LONGEST, end))
        if closing is None or OPENING.match(octets, closing.end()) is None:
            break
        tag = read_tag(octets, closing.end() + 2, end)
        result.append(tag)
    return result
