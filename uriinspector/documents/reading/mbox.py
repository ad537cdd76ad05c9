"""The reader of mailboxes: many messages in a file, each behind a line "From " (RFC 4155)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.message import Count, message
from uriinspector.documents.scan_state import Entity

if TYPE_CHECKING:
    from uriinspector.documents.scan_state import Scan

# A field has to follow: "From " begins many a sentence.
FROM = re.compile(rb"(?:\A|(?<=\n))From [^\n]*+\n(?=[!-9;-~]{1,200}[ \t]*:)")


def read_mbox(scan: Scan, entity: Entity) -> str | None:
    """Each message in turn; what stands before the first line is one that has lost its own."""
    octets = entity.octets.get()
    lines = [found.span() for found in FROM.finditer(octets, entity.start, entity.end)]
    if not lines or octets[entity.start : lines[0][0]].strip():
        lines.insert(0, (entity.start, entity.start))
    ends = [*(start for start, _ in lines[1:]), entity.end]
    for number, ((_, start), end) in enumerate(zip(lines, ends, strict=True), 1):
        if scan.is_full:
            return message(
                "{count} more messages are not opened", count=Count(len(lines) - number + 1)
            )
        each = Entity(entity.octets, start, end, f"{entity.path}.{number}", entity.base)
        told = replace(each, type="message/rfc822", is_declared=True, depth=entity.depth + 1)
        scan.take(told)
    return None
