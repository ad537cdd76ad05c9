"""The value of an attribute from its octets, and where each of its characters came from."""

from __future__ import annotations

from uriinspector.analysis.encoding import UTF8, MappedText, decode, mapped_text
from uriinspector.documents.html.references import REPLACEMENT, references, unescaped


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


def _lines(written: MappedText) -> MappedText:
    """CR and CR LF as LF, NUL as U+FFFD, with their places."""
    text, starts = written
    if starts is not None and "\r" in text:
        numbers = [
            at for at, char in enumerate(text) if not (char == "\n" and text[at - 1 : at] == "\r")
        ]
        starts = [*(starts[at] for at in numbers), starts[-1]]
    return MappedText(cleaned(text), starts)
