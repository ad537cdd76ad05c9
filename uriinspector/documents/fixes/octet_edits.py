"""Edits of decoded octets as edits of the file: each in the coding that the place is written in."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import RECODED
from uriinspector.core.model import NamedTuple
from uriinspector.documents.fixes.base64_edits import base64_edits, is_regular
from uriinspector.documents.fixes.quoted_printable_edits import quoted_printable_edits
from uriinspector.documents.mime.base64 import Base64
from uriinspector.documents.mime.quoted_printable import QuotedPrintable
from uriinspector.documents.octets import DecodedOctets, Raw
from uriinspector.documents.reading.page import AttributeCoding
from uriinspector.documents.transcoding import Transcoding

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uriinspector.documents.octets import Octets

# The encodings that are written anew one character at a time, without a state.
WIDE = frozenset({"utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"})


class OctetEdit(NamedTuple):
    """Octets from ``start`` to ``end``, and what is written in their place."""

    start: int
    end: int
    octets: bytes


def applied(octets: bytes, edits: Iterable[OctetEdit]) -> bytes:
    """The octets with these edits, which are in order; all others are as before."""
    pieces: list[bytes] = []
    at = 0
    for each in edits:
        pieces += (octets[at : each.start], each.octets)
        at = each.end
    return b"".join([*pieces, octets[at:]])


def is_writable(octets: Octets) -> bool:
    """Whether an edit there can be written in the file: not in what is packed or converted."""
    return _is_writable(octets) if isinstance(octets, DecodedOctets) else isinstance(octets, Raw)


@lru_cache(maxsize=2)
def _is_writable(decoded: DecodedOctets) -> bool:
    coding = decoded.coding
    if isinstance(coding, Transcoding):
        is_known = coding.encoding in WIDE or coding.encoding not in RECODED
    elif isinstance(coding, Base64):
        is_known = is_regular(decoded.outer.get(), decoded.start, decoded.end)
    else:
        is_known = isinstance(coding, QuotedPrintable | AttributeCoding)
    return is_known and is_writable(decoded.outer)


def is_in_base64(octets: Octets) -> bool:
    """Whether an edit there changes what is written behind it."""
    while isinstance(octets, DecodedOctets):
        if isinstance(octets.coding, Base64):
            return True
        octets = octets.outer
    return False


def file_edits(edits: Iterable[tuple[Octets, OctetEdit]]) -> list[OctetEdit]:
    """Edits in several decoded octets as edits of the file itself, in order.

    From the inside out: what two parts have around them is edited once.
    """
    levels: dict[int, dict[int, tuple[Octets, list[OctetEdit]]]] = {}
    for octets, edit in edits:
        _put(levels, octets, [edit])
    result: list[OctetEdit] = []
    for depth in range(max(levels, default=0), -1, -1):
        for octets, own in levels.get(depth, {}).values():
            ordered = sorted(own)
            if isinstance(octets, DecodedOctets):
                _put(levels, octets.outer, _outer_edits(octets, ordered))
            else:
                result += ordered
    return sorted(result)


def overlap(edits: Sequence[OctetEdit]) -> bool:
    """Whether two of them, in order, want the same octets."""
    return any(before.end > after.start for before, after in pairwise(edits))


def _put(
    levels: dict[int, dict[int, tuple[Octets, list[OctetEdit]]]],
    octets: Octets,
    edits: list[OctetEdit],
) -> None:
    depth, outer = 0, octets
    while isinstance(outer, DecodedOctets):
        depth, outer = depth + 1, outer.outer
    levels.setdefault(depth, {}).setdefault(id(octets), (octets, []))[1].extend(edits)


def _outer_edits(octets: DecodedOctets, edits: list[OctetEdit]) -> list[OctetEdit]:
    coding, outer = octets.coding, octets.outer.get()
    inner = octets.get()
    if isinstance(coding, Base64):
        whole = applied(inner, edits)
        changed = base64_edits(
            outer, (octets.start, octets.end), inner, whole, edits[0].start, coding
        )
        return [OctetEdit(*changed)]
    placed = [(*coding.place(octets.outer, each.start, each.end), each.octets) for each in edits]
    if isinstance(coding, QuotedPrintable):
        return [OctetEdit(*each) for each in quoted_printable_edits(outer, placed)]
    if isinstance(coding, Transcoding):
        encoding = coding.encoding
        return [
            OctetEdit(at, to, new.decode().encode(encoding, "xmlcharrefreplace"))
            for at, to, new in placed
        ]
    return [OctetEdit(at, to, new.replace(b"&", b"&amp;")) for at, to, new in placed]
