"""Character references, decoded as the HTML standard wants it (13.2.5.72 to 13.2.5.80).

``html.unescape`` follows the rule for text.  In an attribute a name without its ";" is left alone
before "=" and before letters and digits: ``?a=1&copy=2`` has no copyright sign in it.
"""

from __future__ import annotations

from html.entities import html5
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

REFERENCE = expression(r"&(?:#[xX][0-9A-Fa-f]++;?|#[0-9]++;?|[A-Za-z][A-Za-z0-9]{1,31};?)")
REPLACEMENT = "\ufffd"
LAST = 0x10FFFF
# The names that browsers also take without a semicolon, the longest one first.
BARE = {name: text for name, text in html5.items() if not name.endswith(";")}
LONGEST_BARE = max(map(len, BARE))


def unescaped(text: str, *, attribute: bool) -> str:
    """The text with its character references decoded."""
    if "&" not in text:
        return text
    pieces, at = [], 0
    for start, end, decoded in references(text, attribute=attribute):
        pieces.append(text[at:start])
        pieces.append(decoded)
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def references(text: str, *, attribute: bool) -> Iterator[tuple[int, int, str]]:
    """Each character reference that counts: where it stands, and what it means."""
    for match in REFERENCE.finditer(text):
        written = match[0]
        if written[1] == "#":
            yield match.start(), match.end(), _numeric(written[2:].removesuffix(";"))
            continue
        decoded = html5.get(written[1:]) if written[-1] == ";" else None
        end = match.end()
        if decoded is None:
            size = _bare(written)
            end = match.start() + 1 + size
            if not size or (attribute and _goes_on(text, end)):
                continue
            decoded = BARE[written[1 : 1 + size]]
        yield match.start(), end, decoded


def _bare(written: str) -> int:
    """How long the longest name without a semicolon is."""
    for size in range(min(LONGEST_BARE, len(written) - 1), 1, -1):
        if written[1 : 1 + size] in BARE:
            return size
    return 0


def _goes_on(text: str, at: int) -> bool:
    """13.2.5.73: "=" or a letter or digit after a name that has no semicolon."""
    char = text[at : at + 1]
    return char == "=" or (char.isascii() and char.isalnum())


def _numeric(written: str) -> str:
    """13.2.5.80: what is no character is U+FFFD, and C1 controls are as in windows-1252."""
    is_hex = written[0] in "xX"
    digits = written[1 if is_hex else 0 :].lstrip("0")
    # Seven digits are beyond the last character in either notation.
    number = int(digits or "0", 16 if is_hex else 10) if len(digits) <= 7 else LAST + 1
    if number == 0 or number > LAST or 0xD800 <= number <= 0xDFFF:
        return REPLACEMENT
    if 0x80 <= number <= 0x9F:
        return decode(bytes((number,)), WINDOWS)
    return chr(number)
