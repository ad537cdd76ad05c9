"""Decoding of packed text: nested escapes, base64 and hexadecimal.

The text is scanned only once, however deeply escapes are nested: the result of five decodings, for
example, follows from the digits of an escape.
"""

from __future__ import annotations

import re
from binascii import Error, a2b_base64
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Span

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
    return _from_plain_base64(decode_escapes(value))


def _from_plain_base64(value: str) -> str | None:
    plain = value.rstrip("=").translate(URLSAFE)
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


# Long runs of possible base64; in a path, a slash ends them.
LONG_RUN = expression("(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,2048}+={0,2}(?![A-Za-z0-9])")
LONG_RUN_IN_PATH = expression("(?<![A-Za-z0-9+_-])[A-Za-z0-9+_-]{20,2048}+={0,2}(?![A-Za-z0-9])")
MOST_RUNS = 8


class UnpackedRun(NamedTuple):
    """The place of a packed run and its text; ``part`` is the start of the part that it is in."""

    start: int
    end: int
    text: str
    part: int


# "http" and more, each byte in hexadecimal.
HEX_LINK = expression("68747470(?:[0-9A-Fa-f]{2})+")


def unpacked_runs(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[UnpackedRun]:
    """Yield the long runs of base64 in the path, the query and the fragment that encode text."""
    runs = LONG_RUN_IN_PATH
    for start, end in spans:
        for run in islice(runs.finditer(text, start, end), MOST_RUNS) if start < end else ():
            # Base64 of text almost always contains capitals: a byte below "h" at the start of a
            # group is encoded as one.
            plain = None if run[0].islower() else _from_plain_base64(run[0])
            if HEX_LINK.fullmatch(run[0]):
                plain = bytes.fromhex(run[0]).decode("latin-1")
            if plain is not None:
                yield UnpackedRun(*run.span(), plain, start)
        runs = LONG_RUN


MAIL = expression(r"[\w.+'-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}")
# Possible base64 or hexadecimal that begins like an encoded email address.
PACKED_MAIL = expression(
    r"(?<![^/?&#=;|$*])(?=[MNOQ-Za-e3-7])(?:[A-Za-z0-9+_-]|%2[BbFf]){8,400}+"
    r"(?:=|%3[Dd]){0,2}(?![^/&#;|])"
)
# The same in a fragment, after a prefix that makes each link unique: "#x7-bWVA...".
PREFIXED_MAIL = expression(
    r"(?<=[-_.*~!$,:@])(?=[MNOQ-Za-e3-7])[A-Za-z0-9+/]{8,400}+=?=?(?![A-Za-z0-9+/_-])"
)


def unpacked_mails(text: str, start: int, fragment: tuple[int, int]) -> Iterator[tuple[Span, str]]:
    """Yield the email addresses in base64 or hexadecimal from a position on."""
    yield from _unpacked_mails(PACKED_MAIL.finditer(text, start), from_packed)
    if fragment[0] >= 0:
        yield from _unpacked_mails(PREFIXED_MAIL.finditer(text, *fragment), from_base64)


def _unpacked_mails(
    matches: Iterable[re.Match[str]], unpack: Callable[[str], str | None]
) -> Iterator[tuple[Span, str]]:
    for match in matches:
        plain = (unpack(match[0]) or "").strip()
        if MAIL.fullmatch(plain):
            yield Span(*match.span()), plain


def _text(octets: bytes) -> str | None:
    try:
        text = octets.decode()
    except UnicodeDecodeError:
        return None
    return None if BINARY.search(text) else text
