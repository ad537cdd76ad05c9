"""Pages in strings of scripts, in base64 or percent-encoded: written into the page as it runs."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.octets import Octets

# "<" and a letter, "!" or "?" in base64, and as "%3C"; shorter strings hold no page.
PACKED = expression(
    rb"(?<=[\"'`])(?:(?P<base64>P(?:[E-H][A-Za-z0-9+/]|C[EF]|D9)"
    rb"[A-Za-z0-9+/\s]{24,}+={0,2})|(?P<percent>%3[cC](?:%[0-9a-fA-F][0-9a-fA-F]|[^\"'`%<>\r\n\\]){16,}+))"
    rb"(?=[\"'`])"
)
UNPACKING = (b"atob", b"unescape", b"decodeURI")
ESCAPE = expression(rb"%([0-9a-fA-F]{2})")

# Code that is run out of a string: what it does is in no letter of the page.
RUNNING = expression(
    rb"\b(?:eval|Function|setTimeout|execScript)\s{0,9}\(\s{0,9}(?:\w{1,20}\.)?"
    rb"(?:atob|unescape|decodeURI(?:Component)?)\s{0,9}\("
)


class PackedPage(NamedTuple):
    """Where the string is, and how it is written."""

    start: int
    end: int
    is_base64: bool


def packed_pages(octets: bytes, start: int, end: int) -> Iterator[PackedPage]:
    """Each string of a script that unpacks to markup, where the script unpacks anything."""
    if not any(octets.find(each, start, end) >= 0 for each in UNPACKING):
        return
    for match in PACKED.finditer(octets, start, end):
        yield PackedPage(*match.span(), match["base64"] is not None)


def runs_packed_code(octets: bytes, start: int, end: int) -> bool:
    """Whether a script decodes code and runs it."""
    return RUNNING.search(octets, start, end) is not None


class PercentCoding:
    """The coding of ``escape``: a byte for each escape, all else as it is."""

    def __init__(self) -> None:
        # Where each escape is, in decoded bytes.
        self._decoded = array("I")
        self._start = 0

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """The text; where its escapes are is remembered."""
        self._start = start
        places = (match.start() - start for match in ESCAPE.finditer(octets, start, end))
        self._decoded = array("I", (at - 2 * number for number, at in enumerate(places)))
        return ESCAPE.sub(lambda match: bytes((int(match[1], 16),)), octets[start:end])

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        """From the first character to behind the last one."""
        return self._place(start), self._place(end)

    def _place(self, offset: int) -> int:
        """Each escape before it is two characters longer than what it stands for."""
        return self._start + offset + 2 * bisect_right(self._decoded, offset - 1)
