"""Where a defanged link may be in running text: around a mark that nothing else is likely to be.

The marks are looked for as octets, since texts are searched before they are decoded.  What is
found is only a run; whether it is one link is for ``link_edits`` to say.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

# No defanged link in a text is looked for in more than this, nor further in front of its mark.
LONGEST, FRONT = 2_048, 256
_SYMBOL = rb"[ \t]?(?::?//|[.,:@/-]|(?i:dot|punkt|punto|point|at|arroba))[ \t]?[\])}]{1,2}[ \t]?"
_WEB = rb"(?i:h(?:tt|xx|xt|tx|\*\*|__)ps?|ftp|fxp|ftx)"
_SEPARATOR = rb"(?:[!&@^]?[\])}]?(?:://|:__)| ://|__|//|%3[aA](?://|%2[fF]%2[fF])|:\\\\)"
# By the first character each, which is quickly seen to be another one.
SIGN = expression(
    rb"[\[({.\\^<\xefhHfF](?:(?<=[\[({])(?:[\[({]?"
    + _SYMBOL
    + rb"(?=[A-Za-z0-9/\[({])|\.(?=[a-z0-9]))"
    rb"|(?<=\.)[\])}\[({](?=[a-z0-9])|(?<=[\\^])\.(?=[a-z0-9])|(?<=<)\.>(?=[a-z0-9])"
    rb"|(?<=\xef)\xbc\xbb\.\xef\xbc\xbd|(?<=[hHfF])(?<=(?="
    + _WEB
    + rb").)[A-Za-z*_]{2,4}"
    + _SEPARATOR
    + rb"(?=[\w\[({]))"
)
RUN = expression(rb"(?:[ \t]?[\[({]{1,2}" + _SYMBOL + rb"|<\.>| ://|[^\s<>\"]|(?!))*+")
# A mark with a bracket on one side has a label right in front.
HALF = expression(rb"[\[({]?\.(?![ \t]?[\])}]{1,2})|[\\^<]|\.")
# As it should be: what else is found in a text, begins there.
PLAIN = expression(rb"(?i:https?|ftp)://")
ENDS_RUN = expression(rb".*[\s<>\",;|]", re.DOTALL)
INSIDE = expression(rb"[A-Za-z0-9_.+-]")
CONTINUING = expression(rb"[\x80-\xbf]{1,3}")
# Brackets and marks of markup in front of a link; those around a scheme are its own.
IN_FRONT = expression(rb"(?![\[({](?:" + _WEB + rb"|(?i:www))[\])}])[(\[{'*_`|]+")


def marked_runs(octets: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Each run with such a mark, in order; a run is looked at once."""
    at = start
    while sign := SIGN.search(octets, at, end):
        first, at = sign.span()
        if PLAIN.fullmatch(sign[0]):
            continue
        if octets[first : first + 1].isalpha() and INSIDE.match(octets, first - 1, first):
            continue
        if HALF.match(sign[0]) and not octets[first - 1 : first].isalnum():
            continue
        least = max(start, first - FRONT)
        if octets[first : first + 1] in b"[({":
            while least < first and octets[first - 1 : first] in b" \t":
                first -= 1
        before = ENDS_RUN.match(octets, least, first)
        begin = before.end() if before else _whole(octets, least, first) if least > start else least
        skipped = IN_FRONT.match(octets, begin, end)
        begin = skipped.end() if skipped else begin
        run = RUN.match(octets, begin, min(end, begin + LONGEST))
        if run and run[0]:
            at = max(at, run.end())
            yield begin, _whole(octets, run.end(), end)


def _whole(octets: bytes, at: int, end: int) -> int:
    """Behind the rest of a character of UTF-8 in which a run was cut (RFC 3629 3)."""
    rest = CONTINUING.match(octets, at, end)
    return rest.end() if rest else at
