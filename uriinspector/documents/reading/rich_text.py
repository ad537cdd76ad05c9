"""The reader of RTF files: their fields of links, and the page that Outlook packs into them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.model import Count, message
from uriinspector.documents.converted_octets import Conversion, ConvertedPiece
from uriinspector.documents.reading.converted_page import read_as_page
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.rtf.conversion import TOKENS, RtfConversion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.octets import Octets
    from uriinspector.documents.scan_state import Entity, Scan

# A token of a file costs as much as so many octets of others, by the clock.
COST = 16


@dataclass(slots=True)
class RichText:
    """A converter that remembers what it could not show."""

    most: int = TOKENS
    commands: list[str] = field(default_factory=list)
    objects: int = 0
    tokens: int = 0

    def convert(self, octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        """The pieces of a page."""
        conversion = RtfConversion(octets, start, end, self.most)
        yield from conversion.pieces()
        self.commands, self.objects = conversion.commands, conversion.objects
        self.tokens = conversion.tokens


def read_rich_text(scan: Scan, entity: Entity) -> str | None:
    """All links of an RTF file, with their texts."""
    converted, rich_text = converted_rich_text(scan, entity)
    if converted is None:
        return TOO_MUCH
    reason = read_as_page(scan, entity, converted)
    leave_out_objects(scan, entity, rich_text)
    return reason


def converted_rich_text(scan: Scan, entity: Entity) -> tuple[Octets | None, RichText]:
    """The page that it is read as; None where that is too much."""
    rich_text = RichText(min(TOKENS, max(scan.budget.left, 0) // COST))
    coding = Conversion(rich_text.convert)
    converted = scan.decoded(entity.octets, entity.start, entity.end, coding)
    scan.budget.spend(COST * rich_text.tokens)
    return converted, rich_text


def leave_out_objects(scan: Scan, entity: Entity, rich_text: RichText) -> None:
    """What stands in it besides text and links, and the rest where it is too long."""
    if rich_text.tokens >= rich_text.most:
        scan.budget.refuse()
        scan.leave_out(entity, TOO_MUCH)
    if rich_text.objects:
        count = Count(rich_text.objects)
        scan.leave_out(entity, message("embedded objects: {count}", count=count))
    for command in rich_text.commands[:10]:
        scan.leave_out(entity, message("DDE command: {text}", text=command[:200]))
