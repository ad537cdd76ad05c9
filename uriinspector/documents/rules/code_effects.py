"""What a piece of JavaScript does with the window, read from its text: none is run.

Most code at a link calls a function of the page, and what that does is not in the link.  What is
told here is there in letters: an address that the window is moved to, a script that is loaded,
code that is put together where it runs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.analysis.unpack import from_base64
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.percent import decoded
from uriinspector.readers import browser

if TYPE_CHECKING:
    from collections.abc import Iterator

# More of the code is not looked at.
MOST = 20_000
MOVES, OPENS, REWRITES, LOADS, SENDS = "moves", "opens", "rewrites", "loads", "sends"
WRITES, HIDES = "writes", "hides"


class CodeEffect(NamedTuple):
    """What the code does, and to which host; ``shown`` is what gives it away."""

    kind: str
    host: str | None
    shown: str


WS = r"\s{0,9}"
# What is done with the string behind it; the longer one first where one begins like another.
ACTIONS = {
    MOVES: rf"\blocation(?:{WS}\.{WS}href)?{WS}=(?!=)"
    rf"|\blocation{WS}\.{WS}(?:assign|replace){WS}\(|\bnavigation\.navigate{WS}\(",
    SENDS: rf"\b(?:fetch|sendBeacon){WS}\(|\bopen{WS}\({WS}[\"'](?:GET|POST|PUT)[\"']{WS},"
    rf"|\.{WS}(?:action|formAction){WS}=(?!=)",
    OPENS: rf"\bopen{WS}\(",
    LOADS: rf"\bimport{WS}\(|\.{WS}src{WS}=(?!=)|\bsetAttribute{WS}\({WS}[\"']src[\"']{WS},",
    REWRITES: rf"\.{WS}href{WS}=(?!=)",
}
TARGETS = expression(
    "(?:"
    + "|".join(f"(?P<{kind}>{action})" for kind, action in ACTIONS.items())
    + rf"){WS}(?P<coded>(?:\w{{1,20}}\.)?atob{WS}\({WS})?"
    + r"(?:\"(?P<double>[^\"\\\n]{0,2000})\"|'(?P<single>[^'\\\n]{0,2000})'"
    + r"|`(?P<template>[^`\\]{0,2000})`)"
)
MOVES_TO_NAME = expression(
    rf"\blocation(?:{WS}\.{WS}href)?{WS}=(?!=){WS}(?!this\b|self\b|window\b|document\b)[\w$]"
    rf"|\blocation{WS}\.{WS}(?:assign|replace){WS}\({WS}(?!this\b|self\b|window\b)[\w$]"
)
ABSOLUTE = expression(r"\s*(?:(?i:https?|ftp|wss?):)?[/\\]{2}[^/\\]")
# A picture's own address is no script's.
OF_SCRIPT = expression(
    rf"\bcreateElement{WS}\({WS}[\"']script[\"']|\bgetScript{WS}\(|\bimport{WS}\("
)
HIDING = expression(
    rf"\b(?:eval|atob|unescape|Function|execScript){WS}\(|\bString{WS}\.{WS}fromCharCode\b"
    rf"|\b(?:window|self|top|this|document|globalThis){WS}\[{WS}[\"'][^\"'\]]{{0,40}}[\"']{WS}\+"
)
# A letter of a name that is written by its number: no program writes names so.
ESCAPED_NAME = expression(r"(?:[\w$])?\\u(?:\{[0-9a-fA-F]{1,6}\}|[0-9a-fA-F]{4})\w*\s*[=.(\[]")
WRITES_PAGE = expression(
    rf"\bdocument{WS}\.{WS}write|\.innerHTML{WS}=|\A\s*(?:void)?[\s(]*[\"'`]\s*<"
)
WRITTEN = expression(r"<\s{0,9}(?:script|form|iframe|embed|object|meta|base)\b", re.IGNORECASE)
JOINT = expression(r"'\s*\+\s*'|\"\s*\+\s*\"")
SCHEME = expression(r"[\x00-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.IGNORECASE)


def code_of(link: str) -> str | None:
    """The code of a ``javascript:`` link as it would run; None for any other link."""
    match = SCHEME.match(link)
    return decoded(link[match.end() :][:MOST]) if match else None


def code_effects(code: str) -> tuple[CodeEffect, ...]:
    """What the text of the code gives away."""
    return _effects(code[:MOST])


def moves_to_name(code: str) -> bool:
    """Whether the window is moved to what a name stands for."""
    return _moves_to_name(code[:MOST])


# One piece of code can have thousands of links in it.
@lru_cache(maxsize=8)
def _moves_to_name(code: str) -> bool:
    return MOVES_TO_NAME.search(code) is not None


@lru_cache(maxsize=8)
def _effects(code: str) -> tuple[CodeEffect, ...]:
    return tuple(_effects_in(code))


def _effects_in(code: str) -> Iterator[CodeEffect]:
    plain = JOINT.sub("", code)
    loads_script = OF_SCRIPT.search(plain) is not None
    for match in TARGETS.finditer(plain):
        kind = next(each for each in ACTIONS if match[each] is not None)
        if kind == LOADS and not loads_script:
            continue
        host = _host(match)
        if host is not None:
            yield CodeEffect(kind, host, host)
    hides = HIDING.search(code) or ESCAPED_NAME.search(code)
    if hides:
        yield CodeEffect(HIDES, None, hides[0])
    written = WRITTEN.search(plain) if WRITES_PAGE.search(plain) else None
    if written:
        yield CodeEffect(WRITES, None, written[0])


def _host(match: re.Match[str]) -> str | None:
    """The host of an address in a string, which base64 may hide; None for any other text."""
    target = match["double"] or match["single"] or match["template"] or ""
    if match["coded"]:
        target = from_base64(target) or ""
    if not ABSOLUTE.match(target):
        return None
    return browser.read(target, "https://page.invalid/").host or None
