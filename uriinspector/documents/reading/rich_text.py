"""The reader of RTF files: their fields of links, and the page that Outlook packs into them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.message import Count, message
from uriinspector.documents.converted_octets import Conversion, ConvertedPiece
from uriinspector.documents.reading.converted_page import read_as_page
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.rtf.conversion import RtfConversion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.octets import Octets
    from uriinspector.documents.scan_state import Entity, Scan

# More of one file is not read.
LARGEST = 32 << 20


@dataclass(slots=True)
class RichText:
    """A converter that remembers what it could not show."""

    commands: list[str] = field(default_factory=list)
    objects: int = 0
    is_html: bool = False

    def convert(self, octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        """The pieces of a page."""
        conversion = RtfConversion(octets, start, min(end, start + LARGEST))
        yield from conversion.pieces()
        self.commands, self.objects = conversion.commands, conversion.objects
        self.is_html = conversion.is_html


def read_rich_text(scan: Scan, entity: Entity) -> str | None:
    """All links of an RTF file, with their texts."""
    converted, rich_text = converted_rich_text(scan, entity)
    if converted is None:
        return TOO_MUCH
    reason = read_as_page(scan, entity, converted)
    leave_out_objects(scan, entity, rich_text)
    if reason is None and entity.size > LARGEST:
        return message("only the first {count} MB were checked", count=LARGEST >> 20)
    return reason


def converted_rich_text(scan: Scan, entity: Entity) -> tuple[Octets | None, RichText]:
    """The page that it is read as; None where that is too much."""
    rich_text = RichText()
    coding = Conversion(rich_text.convert)
    return scan.decoded(entity.octets, entity.start, entity.end, coding), rich_text


def leave_out_objects(scan: Scan, entity: Entity, rich_text: RichText) -> None:
    """What stands in it besides text and links."""
    if rich_text.objects:
        count = Count(rich_text.objects)
        scan.leave_out(entity, message("embedded objects: {count}", count=count))
    for command in rich_text.commands[:10]:
        scan.leave_out(entity, message("DDE command: {text}", text=command[:200]))
