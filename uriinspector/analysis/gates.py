"""The one pass over a text that sees which rules are worth asking.

A gate may open for nothing, never stay shut for something: what a rule could find must be seen
here.  Most texts open next to none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.flags import When
from uriinspector.analysis.services import kinds_of
from uriinspector.core.ascii import lowered

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference

# The URL standard's special schemes but for file: their host is a domain or an address, and "\\"
# is a slash to them.
WEB = frozenset({"http", "https", "ws", "wss", "ftp"})

RISKY = re.compile("[\x00-\x20\x7f-\xa0\xad\u0300-\U0010ffff]")
PARTS = (
    (2, When.AUTHORITY),
    (3, When.USERINFO),
    (5, When.PORT),
    (7, When.QUERY),
    (8, When.FRAGMENT),
)
# A number in the last place, or brackets: all that an address can be.
NUMERIC_HOST = re.compile(r"\[|(?:[^.]*+\.)*?(?:0[xX][0-9A-Fa-f]*+|[0-9]++)\.?\Z")
# Names that need no second look: two labels or more, no hyphen at an end, no label too long.
ORDINARY_HOST = re.compile(
    r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!(?:localhost|local|localdomain|internal"
    r"|intranet|lan|home|corp|onion|i2p|alt|test|invalid|example|arpa)\Z)[a-z]{2,63}"
)
LONGEST_ORDINARY = 75
# Where a reference of its own may begin: after its colon, in a value, behind escapes or base64.
NESTED = re.compile(
    r":[/\\]|:?%(?:25)*(?:3a(?:%|[/\\])|2f%)|:%(?:25)*2f|(?:[=/:,;?&#|]|%(?:25)*3d)(?:www\.|//)"
    r"|=[\w+.-]{0,200}(?:[:/\\]|%(?:25)*(?:3a|2f|5c))|=%(?:25)*[4-7][0-9a-f]|#!?/?(?:www|//)"
    r"|[A-Za-z0-9+_-]{24}|[=&?#;][A-Za-z0-9+/_-]{24}|[/=#](?:aHR0|687474|eyJ)"
    r"|\A(?:data|javascript|vbscript|mailto):|\A[a-z+-]+:[^/]",
    re.IGNORECASE,
)
# Without any of these no reference of its own can stand in the rest of a text.
NESTED_NEEDS = re.compile(
    r"[:%\\]|//|www\.|[/=#](?:aHR0|687474|eyJ)|=[\w-]+\.[\w.-]{1,200}/"
    r"|[A-Za-z0-9+_-]{24}|[=&?#;][A-Za-z0-9+/_-]{24}",
    re.IGNORECASE,
)
# In a path a slash ends a run; in a value it may be part of one.
LONG_RUN = re.compile("[A-Za-z0-9+_-]{20}|[=&?#;][A-Za-z0-9+/_-]{20}")
HOSTLIKE = re.compile(
    r"www\.|\.(?:com|net|org|gov|edu|bank|example|co\.uk|de|fr|test)\b", re.IGNORECASE
)
DOTS = re.compile(r"(?:\A|/|%2f|\\)\.|%2e", re.IGNORECASE)
MARKS = re.compile(r"///|&amp;|\?[^?]*\?")
WRAPPED = re.compile(
    r"\A\s*[<\"'(\[]|\A\s*url:|[>\"')\]]\s*\Z|hxxp|\[[.:@]|\(dot\)|\[dot\]|\s|[({]\.[)}]", re.I
)
WRAPPED_NEEDS = re.compile(r"[\s<>\"'()\[\]{}*]|\A(?:url:|[a-gi-z]|h[^t])", re.I)


def gates(reference: Reference, scheme: str | None, *, is_web: bool, protect: bool) -> int:
    """All gates that the text opens."""
    text, spans = reference.text, reference.spans
    flags = When.ALWAYS | (When.NO_SCHEME if scheme is None else When.SCHEME)
    for index, flag in PARTS:
        if spans[index][0] >= 0:
            flags |= flag
    if scheme is not None and scheme not in WEB:
        flags |= When.OTHER_SCHEME
    if is_web and (scheme is not None or flags & When.AUTHORITY):
        flags |= When.WEB
    flags |= _characters(text) | _host(text, spans[4], spans[3])
    tail = spans[6][0] if flags & When.WEB else 0
    flags |= _rest(text, tail, spans[6][0])
    if not reference.valid:
        flags |= When.INVALID
    return flags if protect is False else flags | When.HOSTLIKE


def _characters(text: str) -> int:
    """Characters that do not belong into a plain reference."""
    flags = 0 if text.isascii() else When.NON_ASCII
    if "%" in text:
        flags |= When.PERCENT
    if "\\" in text:
        flags |= When.BACKSLASH
    if "@" in text:
        flags |= When.AT
    if RISKY.search(text):
        flags |= When.RISKY
    if "--" in text and "xn--" in lowered(text):
        flags |= When.PUNYCODE
    if WRAPPED_NEEDS.search(text) and WRAPPED.search(text):
        flags |= When.WRAPPED
    return flags


def _host(text: str, host: tuple[int, int], user: tuple[int, int]) -> int:
    """What kind of host it is, as far as that can be seen at a glance."""
    start, end = host
    if start >= end:
        return When.ODD_HOST if start >= 0 else 0
    flags = When.HOST
    name = text[start:end]
    if end - start > LONGEST_ORDINARY or not ORDINARY_HOST.fullmatch(name):
        flags |= When.ODD_HOST
        if NUMERIC_HOST.match(name):
            flags |= When.NUMERIC
    if kinds_of(name if name.islower() else lowered(name)) or "%" in name or not name.isascii():
        flags |= When.LISTED
    if text[start] in "-%" or (user[0] >= 0 and text[user[0]] in "-%"):
        flags |= When.OPTION
    return flags


def _rest(text: str, start: int, path: int) -> int:
    """What may stand in the path, the query and the fragment."""
    flags = 0
    if NESTED_NEEDS.search(text, start) and NESTED.search(text, start):
        flags |= When.NESTED
    if LONG_RUN.search(text, path):
        flags |= When.LONG_RUN
    if HOSTLIKE.search(text, path):
        flags |= When.HOSTLIKE
    if DOTS.search(text, path):
        flags |= When.DOTS
    if MARKS.search(text, path):
        flags |= When.MARKS
    return flags
