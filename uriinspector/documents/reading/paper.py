"""The reader of PDF files: links in them, where the library for it is installed."""

from __future__ import annotations

import io
import logging
import re
import warnings
from typing import TYPE_CHECKING, Any

from uriinspector.documents.encoding import UTF8
from uriinspector.documents.found import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.gathering import Entity, Gathering

PAGES = 2_000
LINKS = 20_000
# A larger file is not read: the library holds all of it several times over.
LARGEST = 64 << 20
IN_PAPER = Place(None, "uri")
OPEN = re.compile(rb"/URI\s{0,9}\(((?:[^()\\]|\\[\0-\xff]){1,4000})\)")
ESCAPE = re.compile(rb"\\([0-7]{1,3}|[\0-\xff])")
MISSING = 'PDF files are looked into where the extra "pdf" is installed'


def read_pdf(gathering: Gathering, entity: Entity) -> str | None:
    """The addresses of all link annotations; the place is that of the text, if it stands open."""
    if entity.size > LARGEST:
        return f"a PDF file of more than {LARGEST >> 20} MB is not read"
    try:
        from pypdf import PdfReader
    except ImportError:
        return MISSING
    octets = entity.octets.get()
    places = _written(octets, entity)
    reason = None
    leaf = gathering.leaf(entity, entity.octets, (entity.start, entity.end), UTF8)
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader = PdfReader(io.BytesIO(octets[entity.start : entity.end]))
            if reader.is_encrypted:
                return "encrypted"
            for address in _addresses(reader):
                start, end = places.get(address, (entity.start, entity.end))
                leaf.found.append((start, start, end, IN_PAPER, None, address))
                if len(leaf.found) >= LINKS:
                    reason = f"only the first {LINKS:,} links are told"
                    break
    except Exception:  # noqa: BLE001 - whatever a library raises at a broken file
        reason = "a broken PDF file"
    return reason or "of a PDF file only its links are looked at, not its pictures and its text"


def _addresses(reader: Any) -> Iterator[str]:
    """The address of each annotation of each page (ISO 32000-1 12.6.4.7)."""
    for page in reader.pages[:PAGES]:
        for each in page.get("/Annots") or ():
            action = each.get_object().get("/A")
            address = action.get_object().get("/URI") if action is not None else None
            if address is not None:
                yield str(address)


def _written(octets: bytes, entity: Entity) -> dict[str, tuple[int, int]]:
    """Where the addresses are that stand open in the file."""
    return {
        ESCAPE.sub(_unescaped, found[1]).decode("latin-1"): found.span(1)
        for found in OPEN.finditer(octets, entity.start, entity.end)
    }


def _unescaped(found: re.Match[bytes]) -> bytes:
    """ISO 32000-1 7.3.4.2: an octet by its number, or one that stands for itself."""
    written = found[1]
    return bytes((int(written, 8) & 0xFF,)) if written.isdigit() else written
