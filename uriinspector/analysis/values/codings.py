"""Codings in both directions, for text that the user decodes, edits and encodes again.

Nothing is guessed here: the chosen coding is applied, or fails.
"""

from __future__ import annotations

import html
import re
import zlib
from base64 import b32decode, b32encode, b64encode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from quopri import decodestring

from uriinspector.analysis.values.decoder import text_of
from uriinspector.analysis.values.layers import octets_of_base64, unpacked
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

TRIPLET = expression(b"%[0-9A-Fa-f]{2}")
UNIT = expression(b"%[0-9A-Fa-f]{2}|.", re.DOTALL)
QUOTED_UNIT = expression(b"=[0-9A-Fa-f]{2}|.", re.DOTALL)
# Bytes that quoted-printable leaves unchanged. A space is encoded, as it would be lost at the end
# of a line.
AS_IT_IS = frozenset(range(33, 127)) - {ord("=")}
CONTINUATION = range(0x80, 0xC0)
UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


class NotCodedError(ValueError):
    """Raised if bytes are not valid in a coding."""


class TwoWayCoding(NamedTuple):
    """A coding in both directions; ``name`` is its name in the table of decoders.

    ``unpack`` raises NotCodedError. ``like`` encodes in the style of existing encoded bytes:
    with their alphabet and padding, and with unchanged parts as written.
    """

    name: str
    unpack: Callable[[bytes], bytes]
    pack: Callable[[bytes], bytes]
    like: Callable[[bytes, bytes], bytes] | None = None


def stages_of(text: str, names: Sequence[str]) -> list[bytes]:
    """Return the text as bytes, followed by the result of each decoding."""
    stages = [octets_as_written(text)]
    for name in names:
        stages.append(CODINGS[name].unpack(stages[-1]))
    return stages


def encoded_by(octets: bytes, names: Sequence[str]) -> str:
    """Encode bytes as text, with the codings listed from the outside in."""
    for name in reversed(names):
        octets = CODINGS[name].pack(octets)
    return _written(octets)


def recoded_by(text: str, names: Sequence[str], octets: bytes) -> str:
    """Replace the decoded content of a text, keeping its style of encoding."""
    stages = stages_of(text, names)
    for name, packed, plain in zip(names[::-1], stages[-2::-1], stages[:0:-1], strict=True):
        octets = packed if octets == plain else _packed(CODINGS[name], packed, octets)
    return text if octets == stages[0] else _written(octets)


def _packed(coding: TwoWayCoding, before: bytes, octets: bytes) -> bytes:
    """Encode in the previous style, or from scratch if that would not decode to the same bytes."""
    if coding.like is not None:
        result = coding.like(before, octets)
        with suppress(NotCodedError):
            if coding.unpack(result) == octets:
                return result
    return coding.pack(octets)


def octets_as_written(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _written(octets: bytes) -> str:
    try:
        return octets.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return octets.decode("utf-8", "surrogateescape")


def _text(octets: bytes) -> str:
    try:
        return octets.decode("ascii")
    except UnicodeDecodeError as error:
        raise NotCodedError from error


def _like_base64(packed: bytes, octets: bytes) -> bytes:
    """Encode in the same alphabet, without padding if the previous text omits it."""
    is_safe = b"-" in packed or b"_" in packed
    return _padded_as(packed, (urlsafe_b64encode if is_safe else b64encode)(octets), 4)


def _like_base64url(packed: bytes, octets: bytes) -> bytes:
    is_plain = b"+" in packed or b"/" in packed
    result = (b64encode if is_plain else urlsafe_b64encode)(octets)
    return result if packed.endswith(b"=") else result.rstrip(b"=")


def _padded_as(packed: bytes, result: bytes, group: int) -> bytes:
    return result.rstrip(b"=") if len(packed) % group else result


def _like_base32(packed: bytes, octets: bytes) -> bytes:
    result = _padded_as(packed, b32encode(octets), 8)
    return result.lower() if packed.islower() else result


def _like_hex(packed: bytes, octets: bytes) -> bytes:
    result = octets.hex().encode()
    return result.upper() if packed.isupper() else result


def _like_percent(packed: bytes, octets: bytes) -> bytes:
    """Encode only the changed part; the rest stays as written."""
    return _changed_run(UNIT.findall(packed), _from_percent(packed), octets, _percent, b"%")


def _like_form(packed: bytes, octets: bytes) -> bytes:
    pack = _form if b"+" in packed else _percent
    return _changed_run(UNIT.findall(packed), _from_form(packed), octets, pack, b"%")


def _like_quoted(packed: bytes, octets: bytes) -> bytes:
    """Encode only the changed part, or everything if there are soft line breaks."""
    units = QUOTED_UNIT.findall(packed)
    before = decodestring(packed)
    if len(units) != len(before):
        return _quoted(octets)
    return _changed_run(units, before, octets, _quoted, b"=")


def _changed_run(
    units: list[bytes], before: bytes, octets: bytes, pack: Callable[[bytes], bytes], sign: bytes
) -> bytes:
    """Encode the changed bytes; each unit is the encoded form of a byte of ``before``.

    ``sign`` is the first character of an escape.
    """
    start = _alike(before, octets, len(octets))
    end = _alike(before[::-1], octets[::-1], min(len(before), len(octets)) - start)
    # Encode all bytes of a multibyte character if one changes.
    while start and octets[start : start + 1] and octets[start] in CONTINUATION:
        start -= 1
    while end and octets[-end] in CONTINUATION:
        end -= 1
    rest = units[len(units) - end :]
    result = b"".join((*units[:start], pack(octets[start : len(octets) - end]), *rest))
    # A literal sign before the change must not form an escape with the new text.
    at = next((at for at in range(max(start - 2, 0), start) if units[at] == sign), start)
    place = sum(map(len, units[:at]))
    pattern = UNIT if sign == b"%" else QUOTED_UNIT
    if at < start and next(pattern.finditer(result, place))[0] != sign:
        result = b"".join((*units[:at], pack(octets[at : len(octets) - end]), *rest))
    return result


def _alike(one: bytes, other: bytes, most: int) -> int:
    """Return the length of the common prefix, at most ``most``."""
    pairs = enumerate(zip(one, other, strict=False))
    return min(next((at for at, (a, b) in pairs if a != b), min(len(one), len(other))), most)


def _from_base64(octets: bytes) -> bytes:
    result = octets_of_base64(_text(octets))
    if result is None:
        raise NotCodedError
    return result


def _from_base32(octets: bytes) -> bytes:
    plain = _text(octets).rstrip("=").upper()
    try:
        return b32decode(plain + "=" * (-len(plain) % 8))
    except ValueError as error:
        raise NotCodedError from error


def _from_hex(octets: bytes) -> bytes:
    text = _text(octets)
    if text and not text.isalnum():
        raise NotCodedError  # bytes.fromhex ignores spaces, which would be lost
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise NotCodedError from error


def _percent(octets: bytes) -> bytes:
    return b"".join(bytes((each,)) if each in UNRESERVED else b"%%%02X" % each for each in octets)


def _from_percent(octets: bytes) -> bytes:
    return TRIPLET.sub(lambda each: bytes((int(each[0][1:], 16),)), octets)


def _form(octets: bytes) -> bytes:
    return _percent(octets).replace(b"%20", b"+")


def _from_form(octets: bytes) -> bytes:
    return _from_percent(octets.replace(b"+", b" "))


def _quoted(octets: bytes) -> bytes:
    """Encode on one line, with line ends escaped, unlike the library, which normalizes them
    (RFC 2045 6.7).
    """
    return b"".join(bytes((each,)) if each in AS_IT_IS else b"=%02X" % each for each in octets)


def _from_entities(octets: bytes) -> bytes:
    text = octets.decode("utf-8", "surrogateescape")
    return html.unescape(text).encode("utf-8", "surrogateescape")


def _entities(octets: bytes) -> bytes:
    text = octets.decode("utf-8", "surrogateescape")
    return html.escape(text).encode("utf-8", "surrogateescape")


def _unpacking(window: int) -> Callable[[bytes], bytes]:
    def unpack(octets: bytes) -> bytes:
        plain, left = unpacked(octets, window)
        if left < 0:
            raise NotCodedError  # data after the end would be lost
        return plain

    return unpack


def _packing(window: int) -> Callable[[bytes], bytes]:
    def pack(octets: bytes) -> bytes:
        packer = zlib.compressobj(wbits=window)
        return packer.compress(octets) + packer.flush()

    return pack


CODINGS = {
    each.name: each
    for each in (
        TwoWayCoding("percent", _from_percent, _percent, _like_percent),
        TwoWayCoding("form", _from_form, _form, _like_form),
        TwoWayCoding("base64", _from_base64, b64encode, _like_base64),
        TwoWayCoding(
            "base64url",
            _from_base64,
            lambda octets: urlsafe_b64encode(octets).rstrip(b"="),
            _like_base64url,
        ),
        TwoWayCoding("base32", _from_base32, b32encode, _like_base32),
        TwoWayCoding("hex", _from_hex, lambda octets: octets.hex().encode(), _like_hex),
        TwoWayCoding("quoted-printable", decodestring, _quoted, _like_quoted),
        TwoWayCoding("entities", _from_entities, _entities),
        TwoWayCoding("gzip", _unpacking(31), _packing(31)),
        TwoWayCoding("zlib", _unpacking(15), _packing(15)),
        TwoWayCoding("deflate", _unpacking(-15), _packing(-15)),
    )
}
# No codings are offered for longer content, as each would be tried immediately.
MOST = 1 << 18


class CodingChain(NamedTuple):
    """A text, the codings applied to decode it, and the result of each."""

    text: str
    names: tuple[str, ...]
    stages: tuple[bytes, ...]

    @property
    def content(self) -> bytes:
        return self.stages[-1]

    @property
    def offered(self) -> tuple[str, ...]:
        """The codings that can decode the content, those with a readable result first."""
        content = self.content
        if len(content) > MOST:
            return ()
        readable: list[str] = []
        other: list[str] = []
        for name, coding in CODINGS.items():
            try:
                plain = coding.unpack(content)
            except NotCodedError:
                continue
            if plain and plain != content:
                (other if text_of(plain) is None else readable).append(name)
        return (*readable, *other)

    def then(self, name: str) -> CodingChain:
        """Decode once more; raise NotCodedError if that fails."""
        plain = CODINGS[name].unpack(self.content)
        return self._replace(names=(*self.names, name), stages=(*self.stages, plain))

    def undone(self) -> CodingChain:
        return self._replace(names=self.names[:-1], stages=self.stages[: max(len(self.names), 1)])

    def holding(self, content: bytes) -> str:
        return recoded_by(self.text, self.names, content)


def chain_of(text: str, names: tuple[str, ...] = ()) -> CodingChain:
    """Decode a text in these codings; raise NotCodedError if that fails."""
    return CodingChain(text, names, tuple(stages_of(text, names)))
