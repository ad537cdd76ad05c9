"""Signed and encrypted content (CMS, RFC 5652): where in it the content itself lies.

Only the few elements on the way are walked over, in BER as in DER; nothing is ever verified.
"""

from __future__ import annotations

from uriinspector.core.model import NamedTuple

PKCS7, SMIME = bytes.fromhex("2a864886f70d0107"), bytes.fromhex("2a864886f70d01091001")
SIGNED, COMPRESSED, ENCRYPTED, OTHER = "signed", "compressed", "encrypted", "other"
KINDS = {
    PKCS7 + b"\x02": SIGNED,
    PKCS7 + b"\x03": ENCRYPTED,
    PKCS7 + b"\x06": ENCRYPTED,
    SMIME + b"\x09": COMPRESSED,
    SMIME + b"\x17": ENCRYPTED,
}
IDENTIFIER, SEQUENCE, STRING, STRINGS, EXPLICIT = 0x06, 0x30, 0x04, 0x24, 0xA0
# Content may come in pieces, and these in pieces.
DEPTH, PIECES = 4, 500_000


class CmsContent(NamedTuple):
    """What was done to the content, and where it lies; nothing where it is elsewhere."""

    kind: str
    runs: tuple[tuple[int, int], ...]


class BerElement(NamedTuple):
    """An element: its tag, its content, and what follows it; -1 where only a walk tells."""

    tag: int
    start: int
    end: int
    following: int


def read_cms(octets: bytes, start: int, end: int) -> CmsContent:
    """The outermost content and its kind."""
    outer = _inside(octets, _element(octets, start, end), SEQUENCE, 2)
    if len(outer) < 2 or outer[0].tag != IDENTIFIER:
        return CmsContent(OTHER, ())
    kind = KINDS.get(octets[outer[0].start : outer[0].end], OTHER)
    if kind not in {SIGNED, COMPRESSED}:
        return CmsContent(kind, ())
    wrapped = _inside(octets, outer[1], EXPLICIT, 1)
    fields = _inside(octets, wrapped[0] if wrapped else None, SEQUENCE, 3)
    content = _inside(octets, fields[2] if len(fields) > 2 else None, SEQUENCE, 2)
    written = _inside(octets, content[1] if len(content) > 1 else None, EXPLICIT, 1)
    runs: list[tuple[int, int]] = []
    for each in written:
        _collect(octets, each, runs, 0)
    return CmsContent(kind, tuple(runs))


def _collect(octets: bytes, element: BerElement, runs: list[tuple[int, int]], depth: int) -> None:
    if element.tag == STRING:
        runs.append((element.start, element.end))
    elif element.tag == STRINGS and depth < DEPTH:
        for each in _inside(octets, element, STRINGS, PIECES - len(runs)):
            _collect(octets, each, runs, depth + 1)


def _inside(octets: bytes, element: BerElement | None, tag: int, most: int) -> list[BerElement]:
    """The first elements in one with that tag."""
    result: list[BerElement] = []
    if element is None or element.tag != tag:
        return result
    at = element.start
    while len(result) < most:
        inner = _element(octets, at, element.end)
        if inner is None or (inner.tag == 0 and inner.start == inner.end):
            break
        result.append(inner)
        if len(result) < most:
            at = _following(octets, inner)
    return result


def _element(octets: bytes, at: int, end: int) -> BerElement | None:
    """X.690 8.1: a tag of one octet, a length, the content; without a length it is all there is."""
    if at + 2 > end or octets[at] & 0x1F == 0x1F:
        return None
    tag, length, start = octets[at], octets[at + 1], at + 2
    if length == 0x80:
        return BerElement(tag, start, end, -1)
    if length > 0x80:
        size = length & 0x7F
        length = int.from_bytes(octets[start : start + size], "big")
        start += size
    stop = min(start + length, end)
    return BerElement(tag, min(start, end), stop, stop)


def _following(octets: bytes, element: BerElement) -> int:
    """Where the next element begins: behind the two zeros that close one of unknown length."""
    if element.following >= 0:
        return element.following
    at, opened = element.start, 1
    while opened:
        inner = _element(octets, at, element.end)
        if inner is None:
            return element.end
        if inner.following < 0:
            opened += 1
            at = inner.start
        else:
            opened -= inner.tag == 0 and inner.start == inner.end
            at = inner.following
    return at
