"""RFC 3986 5.2.4, remove_dot_segments, turn by turn."""

from __future__ import annotations

import re

from uriinspector.core.resolution import Buffer, Chain, Record, Step, chained

# What one turn of 2E moves over: a segment with the slash before it.
SEGMENTS = re.compile(r"/[^/]*+|[^/]++").findall

NOTES = {
    "2A": "leading dots of a relative path name no level: dropped",
    "2B": 'a "." segment stays on its level: dropped',
    "2C": 'a ".." segment takes the last output segment away',
    "2C root": 'a ".." segment with nothing left to take away: dropped',
    "2D": "only dots are left: dropped",
    "2E": "the first segment moves over",
}


def remove_dot_segments(path: str, record: Record | None = None) -> str:
    """The path without its "." and ".." segments.

    2A and 2D can only hold before anything has moved over: later the input starts with "/".
    """
    if record is None and "/." not in path and not path.startswith("."):
        return path  # no segment can be a dot segment: 2E would move every one over
    turns = Turns(path, record) if record else None
    start = _leading_dots(path, turns)
    output: Chain = None
    for segment in SEGMENTS(path, start):
        if segment == "/..":
            turn = "2C" if output else "2C root"
            output = output[0] if output else None
        elif segment == "/.":
            turn = "2B"
        else:
            turn = "2E"
            output = (output, segment)
        if turns:
            turns.tell(turn, len(segment), output)
    if path.endswith(("/.", "/.."), start):
        # 2B and 2C put a slash in place of the last segment, and 2E moves it over.
        output = (output, "/")
        if turns:
            turns.tell("2E", 1, output)
    return chained(output)


def _leading_dots(path: str, turns: Turns | None) -> int:
    """2A and 2D: where the input begins once the dots in front of it are gone."""
    start = 0
    while path.startswith(("../", "./"), start):
        length = 3 if path.startswith("../", start) else 2
        start += length
        if turns:
            turns.tell("2A", length, None)
    left = len(path) - start
    if left <= 2 and path[start:] in {".", ".."}:
        start += left
        if turns:
            turns.tell("2D", left, None)
    return start


class Turns:
    """Tells the turns to a recorder, and keeps the two buffers for it."""

    def __init__(self, path: str, record: Record) -> None:
        self.record = record
        self.now = Buffer(path, None, 0, len(path))

    def tell(self, turn: str, length: int, output: Chain) -> None:
        """One turn that read this many characters of the input."""
        path, start, end = self.now.source, self.now.start + length, self.now.end
        if start == end and turn[:2] in {"2B", "2C"}:
            start, end = self.now.start, self.now.start + 1  # the slash that stays in the input
        before, self.now = self.now, Buffer(path, output, start, end)
        self.record(Step(f"5.2.4 {turn[:2]}", NOTES[turn], before, self.now))
