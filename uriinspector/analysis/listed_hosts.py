"""Hosts one a line in a text: lists of them have no schemes.

A single such line may as well be the name of a file, or a signature; two in a row are a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.derived import ADDRESS_BAR
from uriinspector.analysis.host_shape import shaped_like_host
from uriinspector.core.expression import expression
from uriinspector.core.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

FEWEST = 2
# A name in small letters, or an address, with a port or a path or without.
_HOST = (
    rb"(?:[a-z0-9_-]{1,63}\.){1,20}(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59}|[0-9]{1,3})"
    rb"(?::[0-9]{1,5})?(?:/[!#-;=?-~]{0,1000})?"
)
_BULLET = rb"[ \t]{0,16}(?:[-*+][ \t]{1,8}|[0-9]{1,4}[.)][ \t]{1,8})?"
LINE = expression(_BULLET + rb"(?P<host>" + _HOST + rb")(?<![,;])[,;]?[ \t]{0,16}(?:\r?\n|\r|\Z)")
# The end of a line behind which such a one may begin.
BREAK = expression(rb"[\r\n](?=" + _BULLET + rb"[a-z0-9_-]{1,63}\.[a-z0-9])")
# No further than this in front of the first dot of a host is the end of the line before.
BEFORE_DOT = 128


def listed_hosts(octets: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where each host of a list is written, in order."""
    at = start
    while True:
        rows = []
        while line := LINE.match(octets, at, end):
            place = line.span("host")
            if not _is_host(octets[slice(*place)].decode("ascii")):
                break
            rows.append(place)
            at = line.end()
        if len(rows) >= FEWEST:
            yield from rows
        dot = octets.find(b".", at, end)
        if dot < 0 or not (following := BREAK.search(octets, max(at, dot - BEFORE_DOT), end)):
            return
        at = following.end()


def _is_host(text: str) -> bool:
    """Whether an address bar takes it to a host, and it has no ending of files."""
    meant = shaped_like_host(parse(text))
    return meant is not None and meant.how == ADDRESS_BAR
