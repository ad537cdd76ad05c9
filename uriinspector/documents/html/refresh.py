"""The address in a meta refresh, by the steps of the HTML standard (4.2.5.3)."""

from __future__ import annotations

import re

WS = "[\t\n\f\r ]*+"
# A time, then ";" or "," or white space, perhaps "url=", perhaps in quotes.
REFRESH = re.compile(
    rf"{WS}(?=[0-9.])(?P<time>[0-9]*+)[0-9.]*+(?:(?=[;,\t\n\f\r ]){WS}[;,]?+{WS}|\Z)", re.IGNORECASE
)
KEY = re.compile(rf"(?:[uU][rR][lL]{WS}={WS})?+")


def refresh_target(content: str) -> tuple[int, int] | None:
    """Where the address stands; None where there is none, and the page loads itself again."""
    found = REFRESH.match(content)
    if found is None or found.end() == len(content):
        return None
    key = KEY.match(content, found.end())
    start = key.end() if key else found.end()
    quote = content[start : start + 1]
    if quote in {'"', "'"}:
        start += 1
        end = content.find(quote, start)
        return start, len(content) if end < 0 else end
    return start, len(content)


def refresh_seconds(content: str) -> int | None:
    """After how many seconds; None where it is no refresh."""
    found = REFRESH.match(content)
    return int((found["time"] or "0")[:9]) if found else None
