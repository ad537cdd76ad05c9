"""How a reference begins, however deep its delimiters are escaped."""

from __future__ import annotations

import re

from uriinspector.analysis.harmless import ENDINGS
from uriinspector.analysis.unpack import decode_escapes, depth
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

COLON = r"(?::|%(?:25)*3[aA])"
SLASH = r"(?:[/\\]|%(?:25)*(?:2[fF]|5[cC]))"
HEAD = expression(
    rf"(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]{{0,30}})(?P<colon>{COLON})(?P<slashes>{SLASH}{{0,2}})"
    rf"|(?:{SLASH}|(?!)){{2,8}}+(?=[\w\[-])"
)
# Where a scheme may end in the middle of a text.
SPOT = expression(f"{COLON}{SLASH}")
SECOND = expression(SLASH)
DEPTH = expression(r"%(?:25)*[0-9A-Fa-f]{2}")
SCHEME_CHARS = expression(r"[A-Za-z0-9+.\-]")
KNOWN = expression(r"(?:https?|ftp|wss?)\Z", re.IGNORECASE)
NAME = expression(r"[A-Za-z][A-Za-z0-9+.\-]+\Z")
# Browsers need no slashes after these.
WEB = frozenset({"http", "https", "ftp", "ws", "wss"})
# Schemes whose references have no slashes.
BARE = frozenset(
    {"javascript", "vbscript", "data", "mailto", "file", "blob", "view-source", "filesystem", "jar"}
    | {"intent", "feed", "tel", "sms", "urn", "magnet", "ms-msdt", "search-ms", "ms-appinstaller"}
)
# A host without a scheme, and a path; or one that begins with "www.".
HOSTLIKE = expression(
    r"(?:www\.[\w-]+\.|(?=[\w.-]{1,253}(?::[0-9]+)?[/\\])[\w-]+\.)(?:[\w-]+\.){0,20}"
    r"[A-Za-z][\w-]+(?::[0-9]+)?(?=[/\\?#]|\Z)"
)
# A host and nothing else; of endings that files have, too, none is one of these.
BARE_HOST = expression(
    rf"\s*(?:[\w-]{{1,63}}\.){{1,8}}(?:{ENDINGS})(?::[0-9]{{1,5}})?\s*", re.IGNORECASE
)
# How often escapes are taken off to see whether letters of a scheme are among them.
TRIES = 4
# How far into a value its beginning reaches.
REACH = 2_048


class LinkStart(NamedTuple):
    """Where a reference begins in a value, and how often to take escapes off of it."""

    at: int
    times: int


def link_start(value: str, *, hosts: bool = False) -> LinkStart | None:
    """Whether a value is a reference as a whole; with ``hosts``, one may lack its scheme."""
    start = len(value) - len(value.lstrip())
    front = value[start : start + REACH]
    for tried in range(TRIES + 1):
        times = _times(front)
        if times is None and hosts and (HOSTLIKE.match(front) or BARE_HOST.fullmatch(front)):
            times = 1
        if times is not None:
            return LinkStart(start, tried + times)
        if "%" not in front[:64]:
            return None
        front = decode_escapes(front)
    return None


def _times(front: str) -> int | None:
    head = HEAD.match(front)
    if head is None:
        return None
    scheme = (head["scheme"] or "").lower()
    slashes = len(SECOND.findall(head["slashes"])) if scheme else 2
    if slashes < 2 and scheme not in BARE and (scheme not in WEB or head.end() == len(front)):
        return None
    if slashes == 0 and SPACE.match(front, head.end()):
        return None
    if scheme == "data" and not DATA.match(decode_escapes(front[:200], _depth(head[0]))):
        return None
    return max(1, _depth(head[0]))


# "javascript: the good parts" is prose.
SPACE = expression(r"[\s+]|%(?:25)*(?:20|2[bB]|0[aAdD9])")
# "data:" is a word too.
DATA = expression(r"data:(?:[a-z]+/|[,;])", re.IGNORECASE)


def _depth(marks: str) -> int:
    return max((depth(match[0]) for match in DEPTH.finditer(marks)), default=0)


def first_link_start(text: str, start: int, end: int) -> LinkStart | None:
    """The first place where a reference with slashes begins, and how often it is escaped.

    One slash is enough for the web's schemes: servers make one of two.
    """
    for spot in SPOT.finditer(text, start, end):
        at = spot.start()
        low = at
        while low > start and at - low < 31 and SCHEME_CHARS.match(text, low - 1):
            low -= 1
        known = KNOWN.search(text, max(low, at - 5), at)
        name = known or (NAME.search(text, low, at) if SECOND.match(text, spot.end()) else None)
        # What goes on a word in other letters is no scheme by itself.
        is_in_word = known is None and low > start and text[low - 1].isalnum()
        if name and not is_in_word:
            return LinkStart(name.start(), _depth(spot[0]))
    return None
