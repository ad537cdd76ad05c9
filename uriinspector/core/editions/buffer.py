"""The merge in a single string buffer that 1997 (5.2, step 6) and 2003 (5.2, merge) share.

Both take the dots away in four moves: every "./", a final ".", every "<segment>/../" from the
left, a final "<segment>/..".  A segment may be empty, but what stands before the first slash of
the buffer is not one; "." and ".." count only as complete segments.
"""

from __future__ import annotations

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, message
from uriinspector.core.reference import Buffer, Chain, Record, Step, chained

# 1997 6d, 2003 merge 3: "./" where "." is a complete segment.
#
# - Complete means that a segment begins there: behind a slash, or where the buffer begins.  The
#   "./" of "../" and of "a./" is the end of a longer segment and stays.
# - A row of them goes in one match ("++"): taking them one by one would give the same, since what
#   follows "./" begins a segment again, and would copy the buffer for each.
DOT_SLASH = expression(r"(?:(?<=/)|\A)(?:\./)++")

SEGMENTS = '"{segments}" is removed'


class Moves(NamedTuple):
    """What an edition calls the four moves."""

    dot_slash: str
    final_dot: str
    segment_dots: str
    final_dots: str


def remove_dots(buffer: str, moves: Moves, record: Record | None = None) -> str:
    """The four moves, in order.

    Most paths have no "..": the search for one costs less than reading them segment by segment.
    """
    without = DOT_SLASH.sub("", buffer)
    if record and without != buffer:
        record(
            Step(moves.dot_slash, 'every "./" that is a whole segment is removed', buffer, without)
        )
    if without == "." or without.endswith("/."):
        if record:
            record(Step(moves.final_dot, 'the final "." is removed', without, without[:-1]))
        without = without[:-1]
    if ".." not in without:
        return without
    return remove_segments(without, moves.segment_dots, moves.final_dots, record)


def remove_segments(
    buffer: str, rule: str, final_rule: str | None, record: Record | None = None
) -> str:
    """Each "<segment>/../" from the left, then a final "<segment>/.." if there is a rule for it.

    Removing the leftmost match again and again is reading from the left with a stack: a segment
    that is followed by ".." leaves it at once, so that what was before it comes to stand there.
    """
    rest: Chain = None
    start, end = 0, len(buffer)
    while (slash := buffer.find("/", start)) >= 0:
        segment = buffer[start : slash + 1]
        if segment == "../" and rest and is_segment(rest):
            if record:
                explanation = message(SEGMENTS, segments=f"{_brief(rest[1])}../")
                before = Buffer(buffer, rest, start, end)
                record(Step(rule, explanation, before, Buffer(buffer, rest[0], slash + 1, end)))
            rest = rest[0]
        else:
            rest = (rest, segment)
        start = slash + 1
    if final_rule and buffer[start:] == ".." and rest and is_segment(rest):
        if record:
            explanation = message(
                'the final "{segments}" is removed', segments=f"{_brief(rest[1])}.."
            )
            before = Buffer(buffer, rest, start, end)
            record(Step(final_rule, explanation, before, Buffer(buffer, rest[0], end, end)))
        return chained(rest[0])
    return chained((rest, buffer[start:]))


def is_segment(last: tuple[Chain, str]) -> bool:
    """Whether ".." takes away what stands last before it.

    1997 6f, 2003 merge 5: it does unless that is ".." itself.  A segment may be empty, "//", but a
    slash with nothing at all before it ends none: it is the root.  Removing what stood before a
    slash can make it one ("x/..//../g" comes to "/../g"), so this is asked of the buffer as it is.
    """
    return last[1] != "../" and last != (None, "/")


def _brief(segment: str) -> str:
    return segment if len(segment) <= 40 else segment[:19] + "\u2026" + segment[-20:]
