"""What browsers remove or turn before they parse: white space, line breaks, backslashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.facts import SPECIAL
from uriinspector.core.expression import expression
from uriinspector.documents.fixes.edited_text import FixChange
from uriinspector.documents.fixes.fix_table import BACKSLASH, CONTROL, SPACE

if TYPE_CHECKING:
    from collections.abc import Iterator

AROUND = expression("\\A[\x00-\x20]++|(?<![\x00-\x20])[\x00-\x20]++\\Z")
REMOVED = expression("[\t\n\r]++")
SCHEME = expression("([A-Za-z][A-Za-z0-9+.-]*+):")
FRONT = expression(r"(?:[A-Za-z][A-Za-z0-9+.-]*+:|(?!))?+(?P<slashes>[/\\]{3,})")
ENDS = expression("[?#]")


def scheme_in_browsers(text: str, base: str | None, *, in_markup: bool) -> str | None:
    """The scheme by which a text is parsed there; a page without an address is one of the web."""
    match = SCHEME.match(text)
    if match is None and base is not None:
        match = SCHEME.match(base)
    if match is not None:
        return match[1].lower()
    return "https" if in_markup and base is None else None


def surrounding_space(text: str) -> Iterator[FixChange]:
    """At both ends."""
    for match in AROUND.finditer(text):
        yield FixChange(*match.span(), "", SPACE)


def line_breaks(text: str) -> Iterator[FixChange]:
    """Tabs and line breaks inside: browsers remove them wherever they are."""
    for match in REMOVED.finditer(text):
        yield FixChange(*match.span(), "", CONTROL)


def backslashes(text: str, scheme: str | None) -> Iterator[FixChange]:
    """Before the query and the fragment of a special scheme they are slashes (URL standard 4.4).

    In front of a host browsers take any number of them for two; of files the number counts.
    """
    if scheme not in SPECIAL or "\\" not in text:
        return
    ends = ENDS.search(text)
    end = ends.start() if ends else len(text)
    at = 0
    front = FRONT.match(text)
    if front and scheme != "file" and "\\" in front["slashes"]:
        at = front.end()
        yield FixChange(*front.span("slashes"), "//", BACKSLASH)
    while (at := text.find("\\", at, end)) >= 0:
        yield FixChange(at, at + 1, "/", BACKSLASH)
        at += 1
