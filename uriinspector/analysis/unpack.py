"""Decoding of packed text: nested escapes, base64 and hexadecimal.

The text is scanned only once, however deeply escapes are nested: the result of five decodings, for
example, follows from the digits of an escape.
"""

from binascii import Error, a2b_base64

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

# An escape with further escapes of its percent sign: "%2B", "%252B", "%25252B" ...
ESCAPE = expression(r"%(?:25)*[0-9A-Fa-f]{2}")
# Longer packed values are not decoded, as no link is that long.
MOST = 16_384
# Base64 of the beginnings "http", "www.", "ftp:", "java", "{\"", "//" and base64; hex of "http".
PACKED = "aHR0c|SFRUU|d3d3L|ZnRwO|amF2Y|YUhSM|eyJ|eyA|Ly9|687474703a|68747470733a"
# Possible base64: either alphabet, with or without padding, escaped or not.
BASE64 = expression(r"(?:[A-Za-z0-9+/_-]|%2[BbFf])+(?:=|%3[Dd]){0,2}")
HEX = expression(r"(?:[0-9A-Fa-f]{2})++")
URLSAFE = str.maketrans("-_", "+/")
# Shorter values may be ordinary words.
LEAST = 20
LINK = expression("[A-Za-z][A-Za-z0-9+.-]{1,20}://")
# Bytes that neither text nor links contain.
BINARY = expression("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]")


class DecodedRun(NamedTuple):
    """A partly decoded text; its character ``i`` begins at ``starts[i]`` of the written text.

    The last item of ``starts`` is the end. ``starts`` itself is None if nothing was escaped.
    """

    text: str
    starts: list[int] | None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the written text of a run of the decoded text."""
        return (start, end) if self.starts is None else (self.starts[start], self.starts[end])


class _Decoder:
    """Collects the pieces of a decoded text; adjacent escaped bytes are decoded together."""

    def __init__(self, *, placed: bool) -> None:
        self.pieces: list[str] = []
        self.octets = bytearray()
        self.at: list[int] = []
        self.starts: list[int] | None = [] if placed else None

    def plain(self, piece: str, start: int) -> None:
        self.flush()
        self.pieces.append(piece)
        if self.starts is not None:
            self.starts.extend(range(start, start + len(piece)))

    def escaped(self, octets: bytes, start: int) -> None:
        self.octets += octets
        if self.starts is not None:
            self.at.extend(range(start, start + len(octets)))

    def flush(self) -> None:
        if not self.octets:
            return
        try:
            text = self.octets.decode()
        except UnicodeDecodeError:
            text = self.octets.decode("latin-1")
        if self.starts is not None:
            index = 0
            wide = len(text) < len(self.octets)
            for char in text:
                self.starts.append(self.at[index])
                index += len(char.encode()) if wide else 1
        self.pieces.append(text)
        self.octets.clear()
        self.at.clear()


def decoded_run(text: str, times: int = 1, *, placed: bool = True) -> DecodedRun:
    """Decode escapes this many times, recording where each character is written."""
    if "%" not in text or times < 1:
        return DecodedRun(text, None)
    peeler = _Decoder(placed=placed)
    at = 0
    for match in ESCAPE.finditer(text):
        start, end = match.span()
        if start > at:
            peeler.plain(text[at:start], at)
        if depth(match[0]) > times:
            peeler.escaped(b"%" + text[start + 1 + 2 * times : end].encode(), start)
        else:
            peeler.escaped(bytes((int(text[end - 2 : end], 16),)), start)
        at = end
    if at < len(text):
        peeler.plain(text[at:], at)
    peeler.flush()
    if peeler.starts is not None:
        peeler.starts.append(len(text))
    return DecodedRun("".join(peeler.pieces), peeler.starts)


def decode_escapes(text: str, times: int = 1) -> str:
    return decoded_run(text, times, placed=False).text


def depth(escape: str) -> int:
    """Return how many times an escape has to be decoded: one for "%41", two for "%2541"."""
    return (len(escape) - 3) // 2 + 1


def from_base64(value: str) -> str | None:
    """Decode base64 in either alphabet; None if it is invalid or not text."""
    if len(value) > MOST or not BASE64.fullmatch(value):
        return None
    plain = decode_escapes(value).rstrip("=").translate(URLSAFE)
    if len(plain) % 4 == 1:
        return None
    try:
        return _text(a2b_base64(plain + "=" * (-len(plain) % 4)))
    except Error:
        return None


def link_in_base64(text: str) -> str | None:
    decoded = from_base64(text) if len(text) >= LEAST else None
    return decoded if decoded and LINK.match(decoded) else None


def from_hex(value: str) -> str | None:
    """Decode hexadecimal; None if it is invalid or not text."""
    if len(value) > MOST or not HEX.fullmatch(value):
        return None
    return _text(bytes.fromhex(value))


def from_packed(value: str) -> str | None:
    return from_hex(value) or from_base64(value)


def _text(octets: bytes) -> str | None:
    try:
        text = octets.decode()
    except UnicodeDecodeError:
        return None
    return None if BINARY.search(text) else text
