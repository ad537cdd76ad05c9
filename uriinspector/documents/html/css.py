"""Addresses in style sheets: ``url()`` and ``@import`` (CSS Syntax 4.3)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, AnyStr

from uriinspector.documents.html.embedded_address import DualPattern, EmbeddedAddress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STRING = r'"(?:[^"\\\n\r\f]|\\(?s:.))*+"?+|\'(?:[^\'\\\n\r\f]|\\(?s:.))*+\'?+'
ADDRESS = DualPattern(
    r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/)?+"
    r"|(?i:(?P<import>@import))\s*+(?P<text>" + STRING + ")"
    r"|(?<![\w-])(?i:url|src)\(\s*+(?:(?P<quoted>" + STRING + r")"
    r"|(?P<bare>(?:[^\\\"'()\s]|\\(?s:.))++))"
    r"|" + STRING
)
ESCAPE = re.compile(r"\\(?:([0-9A-Fa-f]{1,6})(?:\r\n|\s)?|(\r\n|[\n\r\f])|((?s:.)))")


def addresses(
    style: AnyStr, start: int, end: int, read: Callable[[AnyStr], str]
) -> Iterator[EmbeddedAddress]:
    """Each ``url()`` and ``@import``; those in comments and in plain strings are none."""
    for found in ADDRESS.of(style).finditer(style, start, end):
        kind = found.lastgroup
        if kind is None or kind == "import":
            continue
        at, to = found.span(kind)
        if kind != "bare":
            at += 1
            if to > at and style[to - 1 : to] == style[at - 1 : at]:
                to -= 1
        yield EmbeddedAddress(at, to, unescaped(read(style[at:to])))


def unescaped(text: str) -> str:
    """A text of a style sheet with its escapes decoded."""
    return ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(match: re.Match[str]) -> str:
    """CSS Syntax 4.3.7; an escaped line end is nothing."""
    digits, line_end, char = match.groups()
    if line_end:
        return ""
    if not digits:
        return str(char)
    number = int(digits, 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
