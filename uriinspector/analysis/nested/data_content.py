"""References in content that a "data:" reference carries with it."""

from __future__ import annotations

import re
from binascii import Error, a2b_base64
from typing import TYPE_CHECKING

from uriinspector.analysis.nested.layer import Layer
from uriinspector.analysis.nested.value_links import in_prose, prose
from uriinspector.core.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

# How much content is read, in characters as they are written; four make three octets.
MOST = 65_536
BASE64_CONTENT = re.compile(r";\s*base64\s*\Z", re.IGNORECASE)
# Content that is text; in pictures and sounds nothing is looked for.
TEXTUAL = re.compile(
    r"data:(?:\s*(?:text|application|message|multipart)/|image/svg|[;,]|\Z)", re.IGNORECASE
)


def in_content(text: str, reference: Reference) -> Iterator[Layer]:
    """The references in what follows the comma."""
    end = max(reference.spans[6][1], reference.spans[7][1])
    comma = text.find(",", 0, end)
    if comma < 0 or not TEXTUAL.match(text, 0, comma + 1):
        return
    content = Span(comma + 1, min(end, comma + 1 + MOST))
    if BASE64_CONTENT.search(text, max(0, comma - 16), comma):
        yield from _in_base64(text, content)
    else:
        yield from in_prose(text, content, "data")


def _in_base64(text: str, span: Span) -> Iterator[Layer]:
    """Each character of the content lies in a group of four."""
    run = span.of(text).rstrip("=")
    run = run[: len(run) - len(run) % 4] if len(run) % 4 == 1 else run
    try:
        octets = a2b_base64(run + "=" * (-len(run) % 4), strict_mode=True)
    except (Error, ValueError):
        return
    for found, (start, end) in prose(octets.decode("latin-1")):
        first, last = span.start + start // 3 * 4, span.start + (end + 2) // 3 * 4
        yield Layer(first, min(last, span.end), "data", found)
