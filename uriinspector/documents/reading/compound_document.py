"""The reader of other compound files: older Office files, installers, thumbnails."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.model import Count, message
from uriinspector.documents.converted_octets import Conversion, Runs
from uriinspector.documents.link_location import LinkPlace
from uriinspector.documents.office.binary_text import SortedSpans, WordFields, binary_addresses
from uriinspector.documents.office.packages import packaged_file
from uriinspector.documents.ole.compound_file import CompoundFile
from uriinspector.documents.reading.converted_page import read_as_page
from uriinspector.documents.reading.page import TOO_MUCH

if TYPE_CHECKING:
    from uriinspector.documents.octets import Octets
    from uriinspector.documents.ole.compound_file import DirectoryEntry
    from uriinspector.documents.scan_state import Entity, Scan

WRITTEN = LinkPlace(None, None)
STREAMS = 5_000
WORD, ENCRYPTED, PACKAGE = "WordDocument", "EncryptedPackage", "\x01Ole10Native"
MACROS = ("VBA", "Macros", "_VBA_PROJECT_CUR")
PARTIAL = message("in compound files, only addresses that are written out are checked")


def read_compound(scan: Scan, entity: Entity) -> str | None:
    """Addresses in all streams; fields of Word with their texts; files that are packed inside."""
    file = CompoundFile(entity.octets.get(), entity.start, entity.end)
    if ENCRYPTED in file.root.inside:
        return message("encrypted")
    if any(each in file.root.inside for each in MACROS):
        scan.leave_out(entity, message("macros (VBA) are not checked"))
    for number, (name, entry) in enumerate(file.root.walk(), 1):
        if number > STREAMS or scan.is_full:
            return message("only the first {count} parts were checked", count=Count(STREAMS))
        part = replace(entity, path=f"{entity.path}.{number}", depth=entity.depth + 1)
        runs = file.runs(entry)
        if not runs:
            continue
        octets = scan.decoded(entity.octets, runs[0][0], runs[-1][1], Runs(runs))
        if octets is None:
            return TOO_MUCH
        stream = replace(part, octets=octets, start=0, end=len(octets.get()), type=None, name=name)
        _read_stream(scan, stream, entry)
    return PARTIAL


def _read_stream(scan: Scan, stream: Entity, entry: DirectoryEntry) -> None:
    octets = stream.octets
    if entry.name.endswith(PACKAGE):
        packaged = packaged_file(octets.get())
        if packaged is not None:
            scan.take(replace(stream, start=packaged.start, end=packaged.end, name=packaged.name))
            return
    fields = WordFields()
    if entry.name == WORD:
        page = scan.decoded(octets, 0, stream.end, Conversion(fields.convert))
        if page is not None and (page.get() or fields.commands):
            _read_fields(scan, stream, page, fields)
            return
    _read_written(scan, stream, is_entered=False)


def _read_fields(scan: Scan, stream: Entity, page: Octets, fields: WordFields) -> None:
    named = replace(stream, type="application/msword")
    if not scan.enter(named):
        return
    read_as_page(scan, named, page)
    for command in fields.commands[:20]:
        scan.leave_out(named, message("DDE command: {text}", text=command[:200]))
    _read_written(scan, named, fields.spans, is_entered=True)


def _read_written(
    scan: Scan, stream: Entity, known: list[tuple[int, int]] | None = None, *, is_entered: bool
) -> None:
    """Addresses among other octets, those in fields aside."""
    fields = SortedSpans(sorted(known or []))
    addresses = binary_addresses(stream.octets.get(), 0, stream.end)
    found = [each for each in addresses if each.start not in fields]
    if not found:
        return
    named = stream if is_entered else replace(stream, type="application/octet-stream")
    if is_entered or scan.enter(named):
        leaf = scan.leaf(named, stream.octets, (0, stream.end), UTF8)
        scan.add(leaf, ((at, at, end, WRITTEN, None, value) for at, end, value in found))
