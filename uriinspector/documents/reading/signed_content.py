"""The reader of signed content (S/MIME): what was signed is shown, and never called verified."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.documents.converted_octets import PackedStreams, Runs
from uriinspector.documents.inflate import ZLIB, Inflater
from uriinspector.documents.mime.base64 import Base64
from uriinspector.documents.mime.cms import COMPRESSED, ENCRYPTED, OTHER, read_cms
from uriinspector.documents.mime.header import read_header
from uriinspector.documents.reading.email_message import read_part
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.reading.zip_archive import LARGEST

if TYPE_CHECKING:
    from uriinspector.documents.octets import Octets
    from uriinspector.documents.scan_state import Entity, Scan

# The letters of a file that is written as text.
IN_LETTERS = expression(rb"-----BEGIN [A-Z0-9 ]{1,20}-----([^-]*+)")
UNVERIFIED = message("only the signed content was checked; signatures are never verified")


def read_signed(scan: Scan, entity: Entity) -> str | None:
    """The content of a signed file or part, by its own kind."""
    octets, start, end = entity.octets, entity.start, entity.end
    letters = IN_LETTERS.match(octets.get(), start, end)
    if letters:
        decoded = scan.decoded(octets, *letters.span(1), Base64())
        if decoded is None:
            return TOO_MUCH
        octets, start, end = decoded, 0, len(decoded.get())
    content = read_cms(octets.get(), start, end)
    if content.kind == ENCRYPTED:
        return message("encrypted (S/MIME)")
    if content.kind == OTHER:
        return message("signed or encrypted (S/MIME)")
    if not content.runs:
        return message("signature without content; signatures are never verified")
    inner: Octets | None = scan.decoded(octets, start, end, Runs(content.runs))
    if inner is not None and content.kind == COMPRESSED:
        coding = PackedStreams(lambda: Inflater(ZLIB), b"", min(LARGEST, scan.budget.left))
        unpacked = scan.decoded(inner, 0, len(inner.get()), coding)
        if unpacked is None:
            return TOO_MUCH
        _read_content(scan, entity, unpacked)
        if coding.is_limited:
            scan.budget.refuse()
        return coding.fault(len(unpacked.get()))
    if inner is None:
        return TOO_MUCH
    _read_content(scan, entity, inner)
    return UNVERIFIED


def _read_content(scan: Scan, entity: Entity, content: Octets) -> None:
    """Part of a message with a header of its own, or a file."""
    size, path = len(content.get()), f"{entity.path}.1"
    header = read_header(content.get(), 0, size)
    if header.raw("content-type") is not None:
        outer = replace(entity, octets=content, start=0, end=size)
        read_part(scan, outer, (0, size), entity.base, path)
        return
    name = entity.name
    if name and name.lower().endswith((".p7m", ".p7s", ".p7z")):
        name = name[:-4]
    scan.take(replace(entity.inside(content, 0, size, path, entity.base), name=name))
