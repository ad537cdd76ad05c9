"""Scan bytes, a text or a file for links and return a Document. No other file is opened."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.regular_files import open_regular
from uriinspector.core.model import NamedTuple, message
from uriinspector.core.parse import edition_named, not_text, texts_of
from uriinspector.documents import scan_state as kinds
from uriinspector.documents.decryption import ArchivePasswords
from uriinspector.documents.document import Document, Links, messages_of
from uriinspector.documents.document_values import LineIndex
from uriinspector.documents.judge import JudgementCache
from uriinspector.documents.leaf import PlacedFindings, retrieved
from uriinspector.documents.octets import Raw
from uriinspector.documents.reading import rare_kinds, zip_archive
from uriinspector.documents.reading.codes import read_picture, read_pictures
from uriinspector.documents.reading.email_message import read_mbox, read_message
from uriinspector.documents.reading.page import read_page
from uriinspector.documents.reading.pdf import read_pdf
from uriinspector.documents.reading.plain_text import (
    read_calendar,
    read_contact,
    read_shortcut,
    read_style,
    read_text,
)
from uriinspector.documents.scan_state import Entity, Scan
from uriinspector.documents.work_budget import WorkBudget

if TYPE_CHECKING:
    from uriinspector.documents.scan_state import Reader, Sink

# The maximum number of bytes of a file to read; a larger one is reported as not checked in full.
LIMIT = 256 << 20
CHUNK = 1 << 20
READERS: Mapping[str, Reader] = {
    kinds.HTML: read_page,
    kinds.TEXT: read_text,
    kinds.MESSAGE: read_message,
    kinds.MBOX: read_mbox,
    kinds.CALENDAR: read_calendar,
    kinds.SHORTCUT: read_shortcut,
    kinds.STYLE: read_style,
    kinds.ZIP: zip_archive.read_zip,
    kinds.IMAGE: read_picture,
    kinds.PDF: read_pdf,
    kinds.GZIP: zip_archive.read_gzip,
    kinds.BZIP: zip_archive.read_bzip,
    kinds.XZ: zip_archive.read_xz,
    kinds.SEVEN_ZIP: rare_kinds.read_seven_zip,
    kinds.TAR: zip_archive.read_tar,
    kinds.DISC: zip_archive.read_iso,
    kinds.RTF: rare_kinds.read_rich_text,
    kinds.OUTLOOK: rare_kinds.read_outlook,
    kinds.TNEF: rare_kinds.read_tnef,
    kinds.SIGNED: rare_kinds.read_signed,
    kinds.OLE: rare_kinds.read_compound,
    kinds.WINDOWS_SHORTCUT: rare_kinds.read_windows_shortcut,
    kinds.PROPERTY_LIST: rare_kinds.read_property_list,
    kinds.CONTACT: read_contact,
    kinds.ONENOTE: rare_kinds.read_onenote,
}


def readers_within(
    part: str, inside: Collection[str] = (), readers: Mapping[str, Reader] = READERS
) -> Mapping[str, Reader]:
    """Return readers for the containers of a part, and for parts of these kinds inside it."""

    def within(kind: str, reader: Reader) -> Reader:
        def read(gathering: Scan, entity: Entity) -> str | None:
            is_around = f"{part}.".startswith(f"{entity.path}.")
            is_inside = kind in inside and entity.path.startswith(f"{part}.")
            return reader(gathering, entity) if is_around or is_inside else None

        return read

    return {kind: within(kind, reader) for kind, reader in readers.items()}


class ScanInput(NamedTuple):
    """The beginning of the input, and the size and hash of all of it."""

    octets: bytes
    size: int
    sha256: str
    name: str | None


def scan(
    source: bytes | bytearray | memoryview | str | os.PathLike[str],
    *,
    name: str | None = None,
    base: str | None = None,
    protect: Iterable[str] = (),
    edition: str = "2005",
    sink: Sink | None = None,
    readers: Mapping[str, Reader] = READERS,
    passwords: Iterable[str] = (),
    lists: Lists = SHIPPED,
    placed: PlacedFindings | None = None,
) -> Document:
    """Return the links in a file or text; ``name`` is a hint about its kind.

    ``passwords`` are tried on encrypted archives, in addition to "infected". ``lists`` replace the
    built-in word lists. ``placed`` are findings about the file from other rules. ``sink`` is called
    with links as they are found: with their leaf, and the start and end of their indexes in its
    list. ``readers`` can be replaced to read fewer or more kinds.
    """
    if base is not None and not isinstance(base, str):
        raise not_text("base", base)
    edition_named(edition)
    names, known = texts_of("protect", protect), texts_of("passwords", passwords)
    content = _content(source, name)
    is_whole = content.size == len(content.octets)
    sha256 = content.sha256 if is_whole else None
    lines, judgements = LineIndex(content.octets), JudgementCache(lists)
    budget = WorkBudget(len(content.octets))
    gathering = Scan(readers, lines, edition, names, budget, sink, sha256, judgements=judgements)
    gathering.passwords = ArchivePasswords(known)
    if placed is not None:
        gathering.placed = placed
        gathering.outside.looks.append(lambda: placed.whole)
    octets = Raw(content.octets)
    entity = Entity(octets, 0, len(content.octets), "1", retrieved(base), name=content.name)
    kind = gathering.take(entity)
    read_pictures(gathering)
    gathering.report_blocked(replace(entity, type=gathering.parts[0].type))
    if not is_whole:
        entity = replace(entity, type=gathering.parts[0].type)
        gathering.leave_out(
            entity, message("only the first {count} MB were checked", count=LIMIT >> 20)
        )
    return _document(content, kind, gathering)


def _document(content: ScanInput, kind: str, scan: Scan) -> Document:
    leaves = scan.leaves
    return Document(
        name=content.name,
        kind=kind,
        size=content.size,
        sha256=content.sha256,
        links=Links(tuple((leaf, leaf.locations) for leaf in leaves)),
        commented=Links(tuple((leaf, leaf.commented) for leaf in leaves)),
        outside=scan.outside,
        messages=messages_of(scan.messages, scan.leaves, zip(scan.parts, scan.owners, strict=True)),
        parts=tuple(scan.parts),
        envelopes=tuple(each.envelope for each in scan.messages if each.envelope),
        examined=scan.examined(),
        not_examined=tuple(scan.not_examined),
        locked=tuple(scan.passwords.locked),
        lists=scan.judgements.lists.sources,
    )


def _content(source: object, name: str | None) -> ScanInput:
    if isinstance(source, str):
        octets = source.encode("utf-8", "surrogatepass")
    elif isinstance(source, bytes | bytearray | memoryview):
        octets = bytes(source)
    elif isinstance(source, os.PathLike):
        return _read(Path(source), name)
    else:
        explanation = f"source must be bytes, str or a path, not {type(source).__name__}"
        raise TypeError(explanation)
    digest = hashlib.sha256(octets).hexdigest()
    return ScanInput(octets[:LIMIT], len(octets), digest, name)


def _read(path: Path, name: str | None) -> ScanInput:
    """Read the beginning of a file; the rest is only hashed and counted."""
    digest = hashlib.sha256()
    with open_regular(path) as file:
        octets = file.read(LIMIT)
        digest.update(octets)
        size = len(octets)
        while chunk := file.read(CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return ScanInput(octets, size, digest.hexdigest(), name or path.name)
