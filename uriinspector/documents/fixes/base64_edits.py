"""Edits in base64 text: groups of four characters are written anew, the lines stay as wide.

Where as many octets come as go, only their groups change.  Else each group behind them does, since
it holds other octets: that is how base64 is made, and nothing outside of its text changes.
"""

from __future__ import annotations

from binascii import b2a_base64
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.documents.octets import Raw

if TYPE_CHECKING:
    from uriinspector.documents.mime.base64 import Base64

WHITE = b"\r\n\t "
LONGEST = 76


# Padding at its end alone, and nothing that decoders skip.
REGULAR = expression(rb"[A-Za-z0-9+/\r\n\t ]*+=?=?[\r\n\t ]*+")


def is_regular(octets: bytes, start: int, end: int) -> bool:
    """Whether base64 is as RFC 2045 6.8 has it, in whole groups: only then it is written anew."""
    if REGULAR.fullmatch(octets, start, end) is None:
        return False
    return len(octets[start:end].translate(None, WHITE)) % 4 == 0


def base64_edits(
    octets: bytes,
    span: tuple[int, int],
    before: bytes,
    after: bytes,
    first: int,
    coding: Base64,
) -> tuple[int, int, bytes]:
    """One edit, from the group of the first octet that changes on."""
    group = first // 3 * 3
    start = coding.place(Raw(octets), group, min(group + 1, len(before)))[0]
    if len(before) == len(after):
        last = next(at for at in range(len(before), 0, -1) if before[at - 1] != after[at - 1])
        stop = min(-(-last // 3) * 3, len(before))
        end = coding.place(Raw(octets), group, stop)[1]
        return start, end, _in_place(octets[start:end], _encoded(after[group:stop]))
    end = span[0] + len(octets[span[0] : span[1]].rstrip(WHITE))
    body = octets[span[0] : end]
    line_end = b"\r\n" if b"\r\n" in body else b"\n"
    width = len(body.split(b"\n", 1)[0].rstrip(b"\r"))
    width = width if b"\n" in body and 0 < width <= LONGEST else LONGEST
    column = start - max(octets.rfind(b"\n", 0, start) + 1, span[0])
    return start, end, _in_lines(_encoded(after[group:]), column, width, line_end)


def _encoded(octets: bytes) -> bytes:
    return b2a_base64(octets, newline=False)


def _in_place(written: bytes, letters: bytes) -> bytes:
    """The new characters where the old ones were, with what was between those."""
    result, at = bytearray(written), 0
    for index, octet in enumerate(written):
        if octet not in WHITE:
            result[index] = letters[at]
            at += 1
    return bytes(result)


def _in_lines(letters: bytes, column: int, width: int, line_end: bytes) -> bytes:
    room = max(width - column, 0)
    lines = [letters[:room]]
    lines += [letters[at : at + width] for at in range(room, len(letters), width)]
    return line_end.join(lines)
