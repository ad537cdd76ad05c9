"""Addresses in scripts and event handlers: they are looked for as text, nothing is run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, AnyStr

from uriinspector.documents.html.embedded_address import DualPattern, EmbeddedAddress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# A whole address anywhere, "\/" for "/" as JSON writes it; or the text that is assigned to the
# place of the page, or opened.
ADDRESS = DualPattern(
    r"(?P<whole>\b(?i:https?|wss?|ftp|javascript|data):(?:[^\s\"'`<>\\]|\\/)++)"
    r"|(?i:\blocation(?:\.href)?\s{0,9}=|\b(?:location\.(?:assign|replace)|(?:window\.)?open)"
    r"\s{0,9}\()\s{0,9}(?P<quote>[\"'`])(?P<moved>[^\s\"'`<>]++)(?P=quote)"
)
# What closes the code around an address more often than it belongs to it.
TAIL = re.compile(r"[),;\]}]++\Z")


def addresses(
    code: AnyStr, start: int, end: int, read: Callable[[AnyStr], str]
) -> Iterator[EmbeddedAddress]:
    """Each address in the code; a label such as "data:" in front of other code is none."""
    for found in ADDRESS.of(code).finditer(code, start, end):
        kind = "whole" if found["whole"] else "moved"
        at, to = found.span(kind)
        written = read(code[at:to])
        if kind == "whole":
            shorter = _trimmed(written)
            to -= len(written) - len(shorter)
            written = shorter
            if not _is_address(written):
                continue
        yield EmbeddedAddress(at, to, written.replace("\\/", "/"))


def _trimmed(written: str) -> str:
    found = TAIL.search(written[-64:])
    if not found or "(" in written:
        return written
    return written[: len(written) - (found.end() - found.start())]


def _is_address(written: str) -> bool:
    scheme, _, rest = written.replace("\\/", "/").partition(":")
    if scheme.lower() in {"javascript", "data"}:
        return scheme.lower() == "data" and re.match(r"[\w.+-]+/[\w.+-]+[;,]", rest) is not None
    return rest.startswith("//") and len(rest) > 2
