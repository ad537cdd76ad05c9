"""The value of an attribute from its octets, and where each of its characters came from."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from uriinspector.documents.encoding import UTF8, WINDOWS, decode
from uriinspector.documents.html.references import REPLACEMENT, references, unescaped


def cleaned(text: str) -> str:
    """Line ends as one LF (13.2.3.5), and no NUL (13.2.5.36 to 13.2.5.38)."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", REPLACEMENT) if "\0" in text else text


def attribute_value(octets: bytes, encoding: str = UTF8) -> str:
    """The value as a conforming parser has it; nothing is trimmed."""
    return unescaped(cleaned(decode(octets, encoding)), attribute=True)


class MappedText(NamedTuple):
    """A decoded text; character ``i`` began at octet ``starts[i]``, with the end as the last."""

    text: str
    starts: list[int] | None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The octets that a run of the text was written with."""
        return (start, end) if self.starts is None else (self.starts[start], self.starts[end])


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


def mapped_text(octets: bytes, encoding: str) -> MappedText:
    """The characters, each with the place of its first octet."""
    if octets.isascii() or encoding == WINDOWS:
        return MappedText(decode(octets, encoding), list(range(len(octets) + 1)))
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    pieces: list[str] = []
    starts: list[int] = []
    began = 0
    for at in range(len(octets)):
        text = decoder.decode(octets[at : at + 1])
        if text:
            pieces.append(text)
            # More than one at once: an octet that was waited for and did not come.
            starts += [began] * (len(text) - 1)
            starts.append(at if len(text) > 1 and octets[at] < 0x80 else began)
            began = at + 1 - len(decoder.getstate()[0])
    rest = decoder.decode(b"", final=True)
    pieces.append(rest)
    starts += [began] * len(rest)
    return MappedText("".join(pieces), [*starts, len(octets)])


def _lines(written: MappedText) -> MappedText:
    """CR and CR LF as LF, NUL as U+FFFD, with their places."""
    text, starts = written
    if starts is not None and "\r" in text:
        numbers = [
            at for at, char in enumerate(text) if not (char == "\n" and text[at - 1 : at] == "\r")
        ]
        starts = [*(starts[at] for at in numbers), starts[-1]]
    return MappedText(cleaned(text), starts)
