"""A link that is percent-encoded as a whole, once or several times, as values of parameters are."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category

from uriinspector.analysis.defanged.host_marks import PORT
from uriinspector.analysis.defanged.mark_characters import Edit, edited
from uriinspector.analysis.defanged.scheme_marks import HIERARCHICAL
from uriinspector.core.expression import expression, lowered
from uriinspector.readers.browser import host_in_browsers

if TYPE_CHECKING:
    from collections.abc import Iterator

# Encoded once more, "%3A" is "%253A".
BEGINNING = expression(
    r"(?P<scheme>[A-Za-z]++)%(?P<again>(?:25){0,7})3[aA]%(?P=again)2[fF]%(?P=again)2[fF]"
)
NOT_ENCODED = expression(r"[/?=&#\s]")
# What is encoded once or several times, and nothing else.
ESCAPES = expression("(?:%(?:25){0,8}[0-9A-Fa-f]{2})+")
RUNS = {again: expression(f"(?:%{'25' * again}[0-9A-Fa-f]{{2}})+") for again in range(8)}
ENDS_AUTHORITY = frozenset("/?#")


def encoded_link_edits(text: str, start: int, end: int) -> tuple[Edit, ...]:
    """What decodes it; nothing where it is no such link."""
    match = BEGINNING.match(text, start, end)
    if match is None or lowered(match["scheme"]) not in HIERARCHICAL:
        return ()
    if NOT_ENCODED.search(text, match.end(), end):
        return ()
    edits = tuple(decoded(text, match.end("scheme"), end, len(match["again"]) // 2))
    ends = (first for first, _, after in edits if first >= match.end() and after in ENDS_AUTHORITY)
    limit = next(ends, end)
    inside = tuple(edit for edit in edits if match.end() <= edit[0] and edit[1] <= limit)
    name = PORT.sub("", edited(text, match.end(), limit, inside).rpartition("@")[2])
    return edits if host_in_browsers(name) is not None else ()


def decoded(text: str, start: int, end: int, again: int = 0) -> Iterator[Edit]:
    """The characters that are percent-encoded; what is no UTF-8, and controls, stay as they are."""
    escape = f"%{'25' * again}"
    for run in RUNS[again].finditer(text, start, end):
        octets, first = bytes.fromhex(run[0].replace(escape, "")), run.start()
        for character in octets.decode("utf-8", "surrogateescape"):
            octet_count = len(character.encode("utf-8", "surrogateescape"))
            last = first + octet_count * (len(escape) + 2)
            if category(character)[0] != "C":
                yield first, last, character
            first = last
