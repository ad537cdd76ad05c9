"""What other formats are read as: a page, in which links have their text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import UTF8
from uriinspector.documents.reading.page import read_page
from uriinspector.documents.reading.written_addresses import written_addresses

if TYPE_CHECKING:
    from uriinspector.documents.octets import Octets
    from uriinspector.documents.scan_state import Entity, Scan


def read_as_page(scan: Scan, entity: Entity, page: Octets) -> str | None:
    """The links of a page that something was converted to, and the addresses in its text."""
    before = len(scan.leaves)
    converted = replace(entity, octets=page, start=0, end=len(page.get()), charset=UTF8)
    reason = read_page(scan, converted)
    if len(scan.leaves) > before and not scan.leaves[before].in_message:
        leaf = scan.leaves[before]
        scan.add(leaf, written_addresses(leaf.octets.get(), leaf.start, leaf.end, leaf.encoding))
    return reason
