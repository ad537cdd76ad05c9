"""The value of an attribute from its octets, and where each of its characters came from."""

from __future__ import annotations

from heapq import merge
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import UTF8, MappedText, decode, mapped_text
from uriinspector.core.expression import expression
from uriinspector.documents.converted_octets import ConvertedPiece
from uriinspector.documents.html.references import REPLACEMENT, references, unescaped

if TYPE_CHECKING:
    from collections.abc import Iterator


# A line end that is no LF, and NUL; a reference has neither in it.
UNCLEAN = expression(r"\r\n?|\0")
CLEANED = {"\0": REPLACEMENT}


def cleaned(text: str) -> str:
    """Line ends as one LF (13.2.3.5), and no NUL (13.2.5.36 to 13.2.5.38)."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", REPLACEMENT) if "\0" in text else text


def attribute_value(octets: bytes, encoding: str = UTF8) -> str:
    """The value as a conforming parser has it; nothing is trimmed."""
    return unescaped(cleaned(decode(octets, encoding)), attribute=True)


def mapped_value(octets: bytes, encoding: str = UTF8) -> MappedText:
    """The same value as ``attribute_value``, with the place of each character."""
    if octets.isascii() and not any(each in octets for each in (b"&", b"\r")):
        return MappedText(cleaned(octets.decode("ascii")), None)
    written = _lines(mapped_text(octets, encoding))
    pieces: list[str] = []
    starts: list[int] = []
    at = 0
    places = written.starts or []
    for start, end, decoded in references(written.text, attribute=True):
        pieces += (written.text[at:start], decoded)
        starts += places[at:start]
        starts += [places[start]] * len(decoded)
        at = end
    pieces.append(written.text[at:])
    starts += places[at:]
    return MappedText("".join(pieces), starts)


def value_pieces(octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
    """Yield the same value in pieces, of UTF-8 or another encoding in which ASCII is ASCII.

    A reference is one piece, and so are a CR and a NUL; all between them is copied.
    """
    # One character for each byte: references are ASCII, so their places are those of the bytes.
    text = octets[start:end].decode("latin-1")
    at = 0
    for first, last, decoded in _changes(text):
        if at < first:
            yield ConvertedPiece(octets[start + at : start + first], start + at, start + first)
        # Of as many bytes as it is written in, it would be placed byte by byte.
        octet = decoded.encode("utf-8")
        pieces = (octet[:-1], octet[-1:]) if len(octet) == last - first > 1 else (octet,)
        for piece in pieces:
            yield ConvertedPiece(piece, start + first, start + last)
        at = last
    yield ConvertedPiece(octets[start + at : end], start + at, end)


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    """Each run that means something else: where it is, and what it means."""
    ends = (
        (match.start(), match.end(), CLEANED.get(match[0], "\n"))
        for match in UNCLEAN.finditer(text)
    )
    yield from merge(references(text, attribute=True), ends)


def _lines(written: MappedText) -> MappedText:
    """CR and CR LF as LF, NUL as U+FFFD, with their places."""
    text, starts = written
    if starts is not None and "\r" in text:
        numbers = [
            at for at, char in enumerate(text) if not (char == "\n" and text[at - 1 : at] == "\r")
        ]
        starts = [*(starts[at] for at in numbers), starts[-1]]
    return MappedText(cleaned(text), starts)
