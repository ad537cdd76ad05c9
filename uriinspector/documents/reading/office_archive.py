"""The reader of the newer Office files: the members of their archive, by what they are for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.model import Count, message
from uriinspector.documents.converted_octets import Conversion
from uriinspector.documents.link_location import LinkPlace
from uriinspector.documents.office.relationships import Relationship, relationships, source_of
from uriinspector.documents.office.sheet_cells import shared_strings
from uriinspector.documents.office.text_parts import LARGEST, TextPart
from uriinspector.documents.reading.converted_page import read_as_page
from uriinspector.documents.reading.page import TOO_MUCH, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.scan_state import Entity, Scan

# The folder whose members are files of their own, whatever their names.
FILES = "/embeddings/"
# Parts that hold what people see, and formulas.
SHOWN = (
    "word/",
    "ppt/comments",
    "ppt/notesslides",
    "ppt/presentation",
    "ppt/slides",
    "xl/chartsheets",
    "xl/comments",
    "xl/drawings",
    "xl/externallinks",
    "xl/sharedstrings",
    "xl/workbook",
    "xl/worksheets",
)
UNSHOWN = ("/theme", "styles", "fonttable", "/websettings", "numbering")
# An octet of markup costs as much as so many others, by the clock.
COST = 3
MACROS = "vbaproject.bin"
RELATIONSHIPS = ".rels"


def read_office(scan: Scan, members: Iterable[Entity]) -> str | None:
    """All links of an Office file; ``members`` are its parts, each of them opened."""
    parts = {each.name or "": each for each in members}
    related = {
        source_of(name): _related(scan, part)
        for name, part in parts.items()
        if name.lower().endswith(RELATIONSHIPS)
    }
    strings = SharedStrings(scan, parts.get("xl/sharedStrings.xml"))
    used: dict[str, set[str]] = {}
    skipped = 0
    for name, part in parts.items():
        lowered = name.lower()
        if lowered.endswith(RELATIONSHIPS):
            continue
        if lowered.endswith(MACROS):
            scan.leave_out(part, message("macros (VBA) are not checked"))
        elif _is_shown(lowered):
            used[name] = _read_part(scan, part, TextPart(related.get(name, {}), strings.text))
        elif lowered.endswith((".xml", ".bin")) and FILES not in lowered:
            skipped += 1
        else:
            scan.take(part)
    for name, part in parts.items():
        if name.lower().endswith(RELATIONSHIPS):
            source = source_of(name)
            _read_relationships(scan, part, related[source], used.get(source, set()))
    if skipped:
        return message(
            "in Office files, text, links and embedded files are checked; other parts: {count}",
            count=Count(skipped),
        )
    return None


class SharedStrings:
    """The texts of a workbook's cells, read when the first of them is asked for."""

    def __init__(self, scan: Scan, part: Entity | None) -> None:
        self._scan = scan
        self._part = part
        self._texts: list[str] | None = None

    def text(self, number: int) -> str:
        """One of them; nothing where there is none."""
        if self._texts is None:
            located = self._part and text_of(self._scan, self._part, is_page=False)
            self._texts = shared_strings(located[0].get(), *located[1:3]) if located else []
        return self._texts[number] if number < len(self._texts) else ""


def _is_shown(name: str) -> bool:
    is_part = name.startswith(SHOWN) and name.endswith((".xml", ".vml"))
    return is_part and not any(each in name for each in UNSHOWN)


def _related(scan: Scan, part: Entity) -> dict[str, Relationship]:
    located = text_of(scan, part, is_page=False)
    if located is None:
        return {}
    octets, start, end, _ = located
    return {each.name: each for each in relationships(octets.get(), start, end)}


def _read_part(scan: Scan, part: Entity, text_part: TextPart) -> set[str]:
    """The text of a part with its links; which relationships it used for that."""
    part = replace(part, type="application/xml")
    if not scan.enter(part):
        return set()
    located = text_of(scan, part, is_page=False)
    coding = Conversion(text_part.convert)
    is_paid = located is not None and scan.budget.charge(COST * min(part.size, LARGEST))
    page = scan.decoded(located[0], *located[1:3], coding) if located and is_paid else None
    reason = TOO_MUCH if page is None else read_as_page(scan, part, page)
    if reason is not None:
        scan.leave_out(part, reason)
    elif part.size > LARGEST:
        scan.leave_out(part, TOO_MUCH)
    for command in text_part.commands:
        scan.leave_out(part, message("DDE command: {text}", text=command[:200]))
    return text_part.used


def _read_relationships(
    scan: Scan, part: Entity, related: dict[str, Relationship], used: set[str]
) -> None:
    """What is loaded from elsewhere, and links whose text was not found."""
    part = replace(part, type="application/xml")
    if not scan.enter(part):
        return
    located = text_of(scan, part, is_page=False)
    if located is None:
        scan.leave_out(part, TOO_MUCH)
        return
    leaf = scan.leaf(part, located[0], located[1:3], located[3])
    scan.add(leaf, _external(related.values(), used))


def _external(related: Iterable[Relationship], used: set[str]) -> Iterator[LinkLocation]:
    for each in related:
        if each.is_external and each.name not in used:
            value, start, end = each.target
            yield start, start, end, LinkPlace(None, each.kind.lower()), None, value
