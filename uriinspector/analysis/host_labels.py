"""The labels of a host, parted at every dot that browsers read as one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

# UTS 46 4: what is mapped to ".", raw or in the escapes that browsers undo first (WHATWG URL 3.5).
DOT = expression("[.\u3002\uff0e\uff61]|%2e|%e3%80%82|%ef%bc%8e|%ef%bd%a1", re.IGNORECASE)


def written_labels(text: str, host: Span) -> Iterator[tuple[str, Span]]:
    """Every label as it is written, empty ones too, each with its place."""
    start = host.start
    for match in DOT.finditer(text, *host):
        yield text[start : match.start()], Span(start, match.start())
        start = match.end()
    yield text[start : host.end], Span(start, host.end)
