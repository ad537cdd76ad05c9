"""What a single value carries: a reference as a whole, one in base64, some in running text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.nested.layer import MOST, Layer
from uriinspector.analysis.nested.link_start import first_link_start, link_start
from uriinspector.analysis.unpack import PACKED, decoded_run, from_base64, from_hex
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span

# Without any of these a value carries nothing.
HINT = expression(r"[:/\\%.]|\A\s*www\.|[A-Za-z0-9+_-]{12}")
IS_PACKED = expression(PACKED, re.IGNORECASE)
# Where a reference in running text is over.
STOP = expression("[\\s\"'<>`{}|]")
AFTERTHOUGHT = ".,;!)"
# The longest packed value that is looked into.
LONGEST = 16_384


def in_value(text: str, span: Span, via: str, name: str = "", *, hosts: bool) -> Iterator[Layer]:
    """The references that a value carries."""
    raw = span.of(text)
    if len(raw) < 4 or not HINT.search(raw):
        return
    begins = link_start(raw, hosts=hosts)
    if begins:
        start = span.start + begins.at
        whole = decoded_run(raw[begins.at :], begins.times, placed=False).text.rstrip()
        trimmed = len(raw) - len(raw.rstrip())
        yield Layer(start, span.end - trimmed, via, whole, name=name)
    elif result := in_packed(raw):
        yield from (Layer(*span, "base64", each, name=name) for each in result)
    else:
        yield from in_prose(text, span, via, name)


def in_packed(raw: str, tries: int = 3) -> list[str]:
    """The references in a base64 or hexadecimal value: the whole of it, or those in its JSON."""
    if len(raw) > LONGEST or not IS_PACKED.match(raw):
        return []
    plain = from_hex(raw) or from_base64(raw)
    if plain is None:
        return []
    if link_start(plain):
        return [plain.strip()]
    if plain.startswith("{"):
        return [each for each, _ in prose(plain.replace("\\/", "/"))]
    return in_packed(plain, tries - 1) if tries else []


def in_prose(text: str, span: Span, via: str, name: str = "") -> Iterator[Layer]:
    """The references in the midst of a value."""
    raw = span.of(text)
    first = first_link_start(raw, 0, len(raw))
    if first is None:
        return
    plain = decoded_run(raw, max(first.times, 1))
    for result, (start, end) in prose(plain.text):
        place = plain.place(start, end)
        yield Layer(span.start + place[0], span.start + place[1], via, result, name=name)


def prose(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The references in running text, each up to a space or a quotation mark."""
    at = 0
    for _ in range(MOST):
        result = first_link_start(text, at, len(text))
        if result is None:
            return
        stop = STOP.search(text, result.at)
        at = stop.start() if stop else len(text)
        run = text[result.at : at].rstrip(AFTERTHOUGHT)
        if not NAMESPACE.search(text, max(0, result.at - 24), result.at):
            yield run, (result.at, result.at + len(run))


# A name of a vocabulary, not a place: xmlns="http://www.w3.org/2000/svg".
NAMESPACE = expression(r"xmlns(?::\w{1,12})?\s*=\s*[\"']?\Z")
