"""Where the content of elements ends that hold text and no tags (13.2.5.9 to 13.2.5.31)."""

from __future__ import annotations

import re
from functools import lru_cache

from uriinspector.core.expression import expression
from uriinspector.documents.html.tokens import NAME_ENDS, either_case

RAW = frozenset(
    {"style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "script", "plaintext"}
)
SCRIPT = either_case(b"script") + NAME_ENDS
IN_SCRIPT = expression(rb"<!--|-->|<(/)?+" + SCRIPT)


@lru_cache(maxsize=16)
def _closing(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"</" + either_case(name.encode()) + rb"(?=[\t\n\f\r />])")


def content_end(octets: bytes, name: str, at: int, end: int) -> int:
    """Where the end tag begins that closes the element; the end of all if there is none."""
    if name == "plaintext":
        return end
    if name == "script":
        return script_end(octets, at, end)
    match = _closing(name).search(octets, at, end)
    return match.start() if match else end


def script_end(octets: bytes, at: int, end: int) -> int:
    """Behind "<!--" a "<script" needs an end tag of its own, until "-->" (13.2.5.20 to 31)."""
    escaped = doubled = False
    while True:
        match = IN_SCRIPT.search(octets, at, end)
        if match is None:
            return end
        token = match[0]
        at = match.end()
        if token == b"<!--":
            escaped = True
            # "<!-->" and "<!--->" leave it at once: their dashes count for both.
            at -= 2
        elif token == b"-->":
            escaped = doubled = False
        elif match[1]:
            if not doubled:
                return match.start()
            doubled = False
        elif escaped:
            doubled = True
