"""The body of a part by its transfer encoding, and files that are in lines of a text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.documents.mime.base64 import Base64
from uriinspector.documents.mime.quoted_printable import QuotedPrintable
from uriinspector.documents.mime.uuencode import Uuencode, uuencoded_files

if TYPE_CHECKING:
    from uriinspector.documents.octets import Coding
    from uriinspector.documents.scan_state import Entity, Scan

PLAIN = frozenset({"", "7bit", "8bit", "binary"})
CODINGS: dict[str, type[QuotedPrintable | Base64 | Uuencode]] = {
    "quoted-printable": QuotedPrintable,
    "base64": Base64,
    "uuencode": Uuencode,
    "x-uuencode": Uuencode,
    "uue": Uuencode,
    "x-uue": Uuencode,
}
COMMENT = expression(r"\((?:[^()\\]|\\.|\([^()]{0,200}\)){0,200}\)")
# No more of such a field is read, nor more of them.
LONGEST, FIELDS = 400, 4


def transfer_encodings(values: list[str]) -> list[str]:
    """The encodings that a part claims, each once, those that change something first.

    Comments are allowed (RFC 2045 6.1); of several fields each program takes the one it likes.
    """
    names = (COMMENT.sub(" ", value[:LONGEST]).strip().lower() for value in values)
    return sorted(dict.fromkeys(names), key=PLAIN.__contains__)[:FIELDS]


def decoded_body(scan: Scan, entity: Entity, encoding: str) -> Entity | None:
    """The body of a part by a transfer encoding; None where that would be too much."""
    if encoding not in CODINGS:
        return entity
    coding: Coding = CODINGS[encoding]()
    octets = scan.decoded(entity.octets, entity.start, entity.end, coding)
    if octets is None:
        return None
    return replace(entity, octets=octets, start=0, end=len(octets.get()), encoding=encoding)


def read_uuencoded(scan: Scan, entity: Entity) -> None:
    """Files that are in the text itself, as mail had them before MIME."""
    octets = entity.octets.get()
    for number, each in enumerate(uuencoded_files(octets, entity.start, entity.end), 1):
        path = f"{entity.path}.uu{number}"
        coded = replace(entity, path=path, start=each.start, end=each.end, depth=entity.depth + 1)
        inner = decoded_body(scan, coded, "uuencode")
        if inner is not None:
            scan.take(replace(inner, type=None, name=each.name, charset=None, is_declared=False))
