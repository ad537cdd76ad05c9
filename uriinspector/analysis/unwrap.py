"""Wrappers of appendix C: what stands around a reference in a text, and what is in it."""

from __future__ import annotations

import re
from typing import NamedTuple

PAIRS = {
    "<": ">",
    '"': '"',
    "'": "'",
    "(": ")",
    "[": "]",
    "\u00ab": "\u00bb",
    "\u201c": "\u201d",
}
PREFIX = re.compile("url:\\s*", re.IGNORECASE)
# A line break with the blanks around it.
BREAK = re.compile("(?<![ \t])[ \t]*+[\r\n]++[ \t]*+")


class Unwrapped(NamedTuple):
    """What a wrapper holds: where it stands, and how it reads on one line.

    ``is_wrapped`` tells whether there is more around it than white space.
    """

    start: int
    end: int
    text: str
    is_wrapped: bool


def unwrap(text: str) -> Unwrapped:
    """Taken out of white space, one pair of marks, and the prefix "URL:"."""
    first = start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    closing = PAIRS.get(text[start : start + 1])
    if closing and text[:end].endswith(closing) and end - start > 1:
        start, end = start + 1, end - 1
    match = PREFIX.match(text, start, end)
    start = match.end() if match else start
    return Unwrapped(start, end, BREAK.sub("", text[start:end]), start > first)


def is_one(inside: str, opening: str) -> bool:
    """Whether marks around it belong together: "(a) and (b)" is not one thing in brackets."""
    closing = PAIRS.get(opening)
    if closing is None:
        return True
    if closing == opening:
        return closing not in inside
    depth = 0
    for mark in re.findall(f"[{re.escape(opening + closing)}]", inside):
        depth += 1 if mark == opening else -1
        if depth < 0:
            return False
    return depth == 0
