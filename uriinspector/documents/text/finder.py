"""References in plain text: url-syntax-05 appendix E, RFC 3986 appendix C, and what people do.

White space delimits.  Only inside of angle brackets or double quotes lines are joined, as both
appendices say.  That a final dot or an unbalanced bracket does not belong, and what is taken for a
reference although it has no scheme, are heuristics of ours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis import defang
from uriinspector.documents.encoding import UTF8, decode
from uriinspector.documents.html.attribute_values import mapped_text

if TYPE_CHECKING:
    from collections.abc import Iterator

# No reference goes on longer than this in a text; what does is cut there.
LONGEST = 16_384
SHORT = 256
# So many references of one text are offered to choose from.
MOST = 500
# Schemes that need no slashes to be meant as links.
BARE = rb"(?i:urn|" + defang.BARE.encode() + rb"):(?=[^\s:])"
SCHEME = (
    rb"(?:[a-zA-Z][a-zA-Z0-9+.-]{0,30}(?::|\[:\])(?://|\\\\|\[//\])"
    rb"|(?i:[hf](?:xx|tt|\*\*|xt)?ps?)(?:\[:?//\]:?|\[:\]//|://)|" + BARE + rb")"
)
NAME = rb"[A-Za-z0-9\x80-\xff_-]++"
DOT = rb"(?:\.|\[\.\]|\(\.\)|\{\.\}|(?i:\[dot\]|\(dot\)|\{dot\}))"
MARKED_DOT = rb"(?:\[\.\]|\(\.\)|\{\.\}|(?i:\[dot\]|\(dot\)|\{dot\}))"
ABBREVIATED = (
    rb"(?:(?i:www[0-9]{0,2}|ftp)" + DOT + rb"(?=[A-Za-z0-9\x80-\xff])"
    rb"|" + NAME + rb"(?:\." + NAME + rb"){0,9}" + MARKED_DOT + rb"(?=[A-Za-z0-9\x80-\xff]))"
)
# Where a reference may begin: not in the middle of a word; a scheme may follow any letter that it
# could not hold itself, since not all scripts put spaces between words.
BEGINS = rb"(?<![A-Za-z0-9_.@+/-])(?P<begin>" + SCHEME + rb"|(?<![\x80-\xff])" + ABBREVIATED + rb")"
WRAPPED = rb"(?P<open>[<\"])\s{0,9}(?P<prefix>(?i:URL:)?+\s{0,9})(?P<inner>" + SCHEME + rb")"
STARTS = re.compile(WRAPPED + rb"|" + BEGINS)
RUN = re.compile(rb"[^\s<>\"\x00-\x20\x7f]*+")
TO_CLOSE = {ord("<"): re.compile(rb"[^<>]*+"), ord('"'): re.compile(rb'[^"<>]*+')}
# Where lines are joined: a line end with the white space around it.
LINE_END = re.compile(rb"[ \t]*+(?:\r\n|\n|\r)[ \t]*+")
SPACE = re.compile(rb"[ \t]")
WHITE = re.compile(r"[ \t\r\n]")
# Punctuation of other scripts that no reference ends with, and spaces that are more than one octet.
# Direction controls (U+202A to U+202E) are no punctuation: what they do to a reference is told.
FOREIGN_END = re.compile(
    "[\u00a0\u00ab\u00bb\u2000-\u200a\u2018-\u201f\u2026-\u2029\u202f\u2039\u203a\u3000-\u3002"
    "\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]"
)
TRAILING = "'*_~.,;:!?\u2019\u201d`|"
CLOSING = {")": "(", "]": "[", "}": "{"}


class TextAddress(NamedTuple):
    """A reference in a text, where it is written, and what else its line end may mean."""

    start: int
    end: int
    value: str
    other: str | None = None


def addresses(octets: bytes, start: int, end: int, encoding: str = UTF8) -> Iterator[TextAddress]:
    """Each reference between two offsets, in order."""
    at = start
    while match := STARTS.search(octets, at, end):
        address = None
        if match["open"]:
            address = _wrapped(octets, match, end, encoding)
        if address is None:
            kind = "inner" if match["open"] else "begin"
            address = _plain(octets, match.start(kind), end, encoding)
        if address is not None:
            yield address
        at = max(match.end(), address.end if address else _passed(octets, match.end(), end))


def references_in(text: str, most: int = MOST) -> list[str]:
    """The references in a text that is at hand, in order, each once; a lone surrogate stays one."""
    octets = text.encode("utf-8", "surrogatepass")
    references: dict[str, None] = {}
    for address in addresses(octets, 0, len(octets)):
        written = octets[address.start : address.end].decode("utf-8", "surrogatepass")
        references[WHITE.sub("", written)] = None
        if len(references) == most:
            break
    return list(references)


def _passed(octets: bytes, at: int, end: int) -> int:
    """Where to go on behind what is no reference: a long run is not looked at again and again."""
    run = RUN.match(octets, at, min(end, at + LONGEST))
    return run.end() if run and run.end() - at > SHORT else at


def _wrapped(octets: bytes, match: re.Match[bytes], end: int, encoding: str) -> TextAddress | None:
    """A reference between brackets or quotes, its lines joined; None where it is none."""
    start = match.start("inner")
    opened = octets[match.start("open")]
    closing = TO_CLOSE[opened].match(octets, start, min(end, start + LONGEST))
    stop = closing.end() if closing else start
    if octets[stop : stop + 1] != (b">" if opened == ord("<") else b'"') or stop >= end:
        return None
    written = octets[start:stop].rstrip()
    pieces = LINE_END.split(written)
    if opened == ord("<"):
        # RFC 3986 C: white space between angle brackets is ignored, wherever it stands.
        pieces = [SPACE.sub(b"", piece) for piece in pieces]
    if any(SPACE.search(piece) for piece in pieces) or not all(pieces):
        return None
    value = decode(b"".join(pieces), encoding)
    other = None
    if any(piece.endswith(b"-") for piece in pieces[:-1]):
        ends = [piece.removesuffix(b"-") for piece in pieces[:-1]]
        other = decode(b"".join([*ends, pieces[-1]]), encoding)
    return TextAddress(start, start + len(written), value, other)


def _plain(octets: bytes, start: int, end: int, encoding: str) -> TextAddress | None:
    """A reference that ends at white space, without what closes the sentence around it."""
    run = RUN.match(octets, start, min(end, start + LONGEST))
    written = run[0] if run else b""
    mapped = mapped_text(written, encoding) if not written.isascii() else None
    text = mapped.text if mapped else written.decode("ascii")
    if foreign := FOREIGN_END.search(text):
        text = text[: foreign.start()]
    text = trimmed(text)
    if not _is_reference(text):
        return None
    size = mapped.place(0, len(text))[1] if mapped else len(text)
    return TextAddress(start, start + size, text)


def trimmed(text: str) -> str:
    """Without punctuation and brackets at the end that belong to the sentence around it."""
    opened = {closing: text.count(opening) for closing, opening in CLOSING.items()}
    closed = {closing: text.count(closing) for closing in CLOSING}
    end = len(text)
    while end:
        char = text[end - 1]
        if char in CLOSING:
            if closed[char] <= opened[char]:
                break
            closed[char] -= 1
        elif char not in TRAILING:
            break
        end -= 1
    return text[:end]


def _is_reference(text: str) -> bool:
    """Whether anything stands behind the scheme, and more than one label in a name."""
    scheme, colon, rest = text.partition(":")
    if colon and "." not in scheme:
        return bool(rest.strip("/\\[]:"))
    return len(text) > 4 and (text[-1:].isalnum() or "/" in text)
