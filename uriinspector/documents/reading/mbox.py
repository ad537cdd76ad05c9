"""The reader of mailboxes: many messages in a file, each behind a line "From " (RFC 4155)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.message import Count, message
from uriinspector.documents.gathering import Entity

if TYPE_CHECKING:
    from uriinspector.documents.gathering import Gathering

# A field has to follow: "From " begins many a sentence.
FROM = re.compile(rb"(?:\A|(?<=\n))From [^\n]*+\n(?=[!-9;-~]{1,200}[ \t]*:)")


def read_mbox(gathering: Gathering, entity: Entity) -> str | None:
    """Each message in turn."""
    octets = entity.octets.get()
    starts = [found.end() for found in FROM.finditer(octets, entity.start, entity.end)]
    lines = [found.start() for found in FROM.finditer(octets, entity.start, entity.end)]
    ends = [*lines[1:], entity.end]
    for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
        if gathering.is_full:
            return message(
                "{count} more messages are not opened", count=Count(len(starts) - number + 1)
            )
        each = Entity(entity.octets, start, end, f"{entity.path}.{number}", entity.base)
        told = replace(each, type="message/rfc822", is_told=True, depth=entity.depth + 1)
        gathering.take(told)
    return None
