"""Where the parts of a multipart body begin and end (RFC 2046 5.1)."""

from __future__ import annotations

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

# What stands behind a boundary on its line.
REST = expression(rb"(--)?[ \t]*+(?:\r?\n|\Z)")
# A line that could be a boundary, where the header tells none or a wrong one.
LIKELY = expression(rb"(?:\A|\n)--([^\s-][^\r\n]{0,199}?|-[^\r\n]{1,199}?)(?:--)?[ \t]*\r?(?=\n)")


class MultipartBody(NamedTuple):
    """The spans of the parts, and of what stands before and behind them."""

    parts: list[tuple[int, int]]
    before: tuple[int, int]
    behind: tuple[int, int]
    closed: bool


def divided(octets: bytes, boundary: bytes, start: int, end: int) -> MultipartBody:
    """The parts between the lines of a boundary; one that is never closed goes on to the end."""
    parts: list[tuple[int, int]] = []
    opened, preamble = -1, (start, end)
    line = b"--" + boundary
    at = start
    while (number := octets.find(line, at, end)) >= 0:
        at = number + len(line)
        rest = REST.match(octets, at, end)
        if rest is None or (number > start and octets[number - 1] != 0x0A):
            continue
        stop = _before_line_end(octets, number, start)
        if opened < 0:
            preamble = (start, stop)
        else:
            parts.append((opened, max(opened, stop)))
        opened = at = rest.end()
        if rest[1]:
            return MultipartBody(parts, preamble, (opened, end), True)
    if opened >= 0:
        parts.append((opened, end))
    return MultipartBody(parts, preamble, (end, end), False)


def _before_line_end(octets: bytes, at: int, start: int) -> int:
    """The line end in front of a boundary belongs to the boundary."""
    if at > start and octets[at - 1] == 0x0A:
        at -= 1
        if at > start and octets[at - 1] == 0x0D:
            at -= 1
    return at


def repaired(octets: bytes, start: int, end: int) -> bytes | None:
    """A boundary by the look of the body: the first line that begins like one, and comes again."""
    match = LIKELY.search(octets, start, min(end, start + (1 << 16)))
    if match is None:
        return None
    boundary = match[1]
    again = octets.find(b"\n--" + boundary, match.end(1), end)
    return boundary if again >= 0 else None
