"""Proofpoint's second and third way to write a link inside of its own.

The first is a plain parameter.  The second puts "-" for "%" and "_" for "/".  The third leaves the
link as it is between "__" and "__;", but for characters that it takes out and keeps in base64
behind it: "*" stands for the next one, and "**" with a letter for as many as the letter counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.rewriters.rewriter import Inside
from uriinspector.analysis.unpack import MOST, decode_escapes, from_base64
from uriinspector.core.expression import expression
from uriinspector.core.model import Span

if TYPE_CHECKING:
    from uriinspector.analysis.rewriters.rewriter import RewrittenLink

HYPHEN = expression("-(?=[0-9A-Fa-f]{2})")
START = expression("__", re.DOTALL)
END = expression(r"__;([A-Za-z0-9+/_=-]*)!")
# How many characters "**A", "**B" ... stand for.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
COUNT = {letter: count for count, letter in enumerate(LETTERS, start=2)}
STARS = expression(r"\*\*([A-Za-z0-9_-])|\*")
# A single slash after the scheme, which some servers make of two.
MENDED = expression(r"\A([a-z][a-z0-9+.-]{0,30}:)/(?=[^/])", re.IGNORECASE)


def proofpoint_2(link: RewrittenLink) -> Inside | None:
    """ "http-3A__host_path": hyphens for percent signs, underscores for slashes."""
    span = link.value()
    if span is None:
        return None
    text = decode_escapes(HYPHEN.sub("%", span.of(link.text)).replace("_", "/"))
    return Inside(*span, text)


def proofpoint_3(link: RewrittenLink) -> Inside | None:
    """ "__link__;base64!!": what was taken out is put back."""
    start, end = link.after_path
    first = START.match(link.text, start, end)
    last = END.search(link.text, start + 2, end)
    if not first or not last:
        return None
    span = Span(first.end(), last.start())
    rest = from_base64(last[1]) if last[1] else ""
    text = span.of(link.text)
    if "*" in text and rest:
        text = _restored(text, rest)
    return Inside(*span, MENDED.sub(r"\1//", text))


def _restored(text: str, removed: str) -> str:
    """Each star is the next of the characters that were kept; beyond them it is a star."""
    at = 0

    def next_ones(match: re.Match[str]) -> str:
        nonlocal at
        count = COUNT[match[1]] if match[1] else 1
        taken = removed[at : at + count]
        at += count
        return taken or match[0]

    return STARS.sub(next_ones, text[:MOST]) + text[MOST:]
