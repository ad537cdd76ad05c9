"""Addresses that a page only writes, as text: mail programs make links of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.running_text import addresses
from uriinspector.core.expression import expression
from uriinspector.documents.html.rawtext import RAW, content_end
from uriinspector.documents.html.references import unescaped
from uriinspector.documents.html.tag import lowered_name, read_tag
from uriinspector.documents.html.tokens import COMMENT, PLAIN_STEP
from uriinspector.documents.link_location import LinkPlace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.running_text import TextAddress
    from uriinspector.documents.link_location import LinkLocation

# What an address in a text cannot do without, and what stands before the one that is written there:
# a quote or a "=" begins a value.
SIGNS = (b"://", b"www.")
BEFORE = expression(rb"(?i)(?:\A|[^\"'=a-z])(?:https?|ftp)?\Z")
NEAR = 8
# Tags are hardly ever longer: whoever stands further behind a "<" is looked at closely.
LONGEST = 4096
# References to characters that end an address.
ENDS = expression(rb"&(?:nbsp|quot|[lg]t|#160|#xa0|#0*(?:34|60|62))(?:;|\Z)", re.IGNORECASE)
IN_TEXT = LinkPlace(None, None)


def written_addresses(octets: bytes, start: int, end: int, encoding: str) -> Iterator[LinkLocation]:
    """Each address in the text of a page, what links show aside."""
    if not any(_is_likely(octets, sign, start, end) for sign in SIGNS):
        return
    at, in_link = start, False
    while at < end:
        token = PLAIN_STEP.match(octets, at, end)
        if token is None:
            return
        text, at = (at, _text_end(octets, at, token)), token.end()
        if not in_link and any(octets.find(sign, *text) >= 0 for sign in SIGNS):
            for each in addresses(octets, *text, encoding, are_lines=False):
                yield _location(octets, each)
        if token[1] is None:
            if octets.startswith(b"<!--", at - 4):
                comment = COMMENT.match(octets, at, end)
                at = comment.end() if comment else end
            continue
        name = lowered_name(token[1])
        at = read_tag(octets, at, end).end
        if name in RAW:
            at = content_end(octets, name, at, end)
        elif name.removeprefix("/") == "a":
            in_link = name == "a"


def _is_likely(octets: bytes, sign: bytes, start: int, end: int) -> bool:
    """Whether the sign stands anywhere between tags, by the look of it."""
    at = octets.find(sign, start, end)
    while at >= 0:
        if BEFORE.search(octets[max(start, at - NEAR) : at]):
            opened = octets.rfind(b"<", max(start, at - LONGEST), at)
            if opened < 0 or octets.find(b">", opened, at) >= 0:
                return True
        at = octets.find(sign, at + len(sign), end)
    return False


def _text_end(octets: bytes, at: int, token: re.Match[bytes]) -> int:
    less = octets.find(b"<", at, token.end())
    return token.end() if less < 0 else less


def _location(octets: bytes, address: TextAddress) -> LinkLocation:
    stop = ENDS.search(octets, address.start, address.end)
    if stop is None:
        value = unescaped(address.value, attribute=False)
        return address.start, address.start, address.end, IN_TEXT, None, value
    written = octets[address.start : stop.start()].decode("utf-8", "replace")
    value = unescaped(written, attribute=False)
    return address.start, address.start, stop.start(), IN_TEXT, None, value
