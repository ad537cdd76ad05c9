"""uuencode, older than MIME: lines of a length and of groups of four characters (POSIX)."""

from __future__ import annotations

import re
from array import array
from binascii import Error, a2b_uu
from bisect import bisect_right
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.octets import Octets

BEGIN = expression(rb"^begin [0-7]{3,4} ([^\r\n]{1,260})\r?\n", re.MULTILINE)
END = expression(rb"^end[ \t]*\r?$", re.MULTILINE)
LINE = expression(rb"([ -`][ -`]*)\r?\n?")
# A text holds no more files than these.
MOST = 64


class UuencodedFile(NamedTuple):
    """A file inside of a text: its name, and where its lines are."""

    name: str
    start: int
    end: int


def uuencoded_files(octets: bytes, start: int, end: int) -> Iterator[UuencodedFile]:
    """Each file between "begin" and "end" in a text."""
    at = start
    for _ in range(MOST):
        begin = BEGIN.search(octets, at, end)
        if begin is None:
            return
        at = begin.end()
        if not _is_line(octets, at, end):
            continue  # words of a text
        closing = END.search(octets, at, end)
        at = closing.start() if closing else end
        yield UuencodedFile(begin[1].decode("utf-8", "replace").strip(), begin.end(), at)


def _is_line(octets: bytes, at: int, end: int) -> bool:
    """Whether a line is as long as its first character says; spaces at its end may be lost."""
    line = LINE.match(octets, at, end)
    if line is None:
        return False
    over = len(line[1]) - 1 - (_size(line[1]) + 2) // 3 * 4
    return -2 <= over <= 2


class Uuencode:
    """The coding; each line knows where it is, here and there."""

    def __init__(self) -> None:
        self._decoded = array("Q")
        self._written = array("Q")

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is written there, from behind a "begin" line if there is one."""
        begin = BEGIN.search(octets, start, end)
        at = begin.end() if begin else start
        pieces, size = [], 0
        remember = not self._written
        while at < end and not END.match(octets, at, end):
            line = LINE.match(octets, at, end)
            if line is None:
                break
            piece = _line(line[1])
            if remember:
                self._decoded.append(size)
                self._written.append(at)
            pieces.append(piece)
            size += len(piece)
            at = line.end()
        if remember:
            self._decoded.append(size)
            self._written.append(at)
        return b"".join(pieces)

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        """From the group of the first octet to the end of that of the last one."""
        first = self._group(start)
        if end <= start:
            return first, first
        return first, self._group(end - 1) + 4

    def _group(self, offset: int) -> int:
        line = bisect_right(self._decoded, offset) - 1
        if line >= len(self._decoded) - 1:
            return self._written[-1]
        return self._written[line] + 1 + (offset - self._decoded[line]) // 3 * 4


def _size(written: bytes) -> int:
    """How many octets a line holds."""
    return (written[0] - 32) & 63


def _line(written: bytes) -> bytes:
    """One line; what is too short or too long for its length is read as far as it goes."""
    size = _size(written)
    if not size:
        return b""
    wanted = (size + 2) // 3 * 4
    try:
        return a2b_uu(written[:1] + written[1 : 1 + wanted].ljust(wanted))
    except Error:
        return b""
