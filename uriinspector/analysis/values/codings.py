"""Codings in both directions, for a run that somebody decodes, edits and encodes again.

Here nothing is judged: what was chosen is done, or the text is not written so.
"""

from __future__ import annotations

import html
import zlib
from base64 import b32decode, b32encode, urlsafe_b64encode
from binascii import b2a_base64
from quopri import decodestring, encodestring
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.values.layers.base64_text import octets_of_base64
from uriinspector.analysis.values.layers.compression import MOST_UNPACKED
from uriinspector.core.decoding import octets_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


class NotCodedError(ValueError):
    """The octets are not written in this coding."""


class TwoWayCoding(NamedTuple):
    """A coding by its name in the table of decoders, and the way in and out of it.

    ``unpack`` raises NotCodedError.
    """

    name: str
    unpack: Callable[[bytes], bytes]
    pack: Callable[[bytes], bytes]


def decoded_by(text: str, names: Sequence[str]) -> bytes:
    """What a text holds, if these codings are taken off one after the other."""
    octets = text.encode("utf-8", "surrogatepass")
    for name in names:
        octets = CODINGS[name].unpack(octets)
    return octets


def encoded_by(octets: bytes, names: Sequence[str]) -> str:
    """The text that holds these octets in the codings, the outermost first."""
    for name in reversed(names):
        octets = CODINGS[name].pack(octets)
    return octets.decode("utf-8", "surrogateescape")


def _text(octets: bytes) -> str:
    try:
        return octets.decode("ascii")
    except UnicodeDecodeError as error:
        raise NotCodedError from error


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
    try:
        return bytes.fromhex(_text(octets))
    except ValueError as error:
        raise NotCodedError from error


def _percent(octets: bytes) -> bytes:
    return b"".join(bytes((each,)) if each in UNRESERVED else b"%%%02X" % each for each in octets)


def _from_percent(octets: bytes) -> bytes:
    return octets_of(octets.decode("utf-8", "replace"))


def _from_entities(octets: bytes) -> bytes:
    return html.unescape(octets.decode("utf-8", "replace")).encode()


def _entities(octets: bytes) -> bytes:
    return html.escape(octets.decode("utf-8", "replace")).encode()


def _unpacking(window: int) -> Callable[[bytes], bytes]:
    def unpack(octets: bytes) -> bytes:
        unpacker = zlib.decompressobj(window)
        try:
            plain = unpacker.decompress(octets, MOST_UNPACKED)
        except zlib.error as error:
            raise NotCodedError from error
        if not unpacker.eof:
            raise NotCodedError  # a part of it, encoded again, would be something else
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
        TwoWayCoding("percent", _from_percent, _percent),
        TwoWayCoding(
            "form",
            lambda octets: _from_percent(octets.replace(b"+", b" ")),
            lambda octets: _percent(octets).replace(b"%20", b"+"),
        ),
        TwoWayCoding("base64", _from_base64, lambda octets: b2a_base64(octets, newline=False)),
        TwoWayCoding(
            "base64url", _from_base64, lambda octets: urlsafe_b64encode(octets).rstrip(b"=")
        ),
        TwoWayCoding("base32", _from_base32, b32encode),
        TwoWayCoding("hex", _from_hex, lambda octets: octets.hex().encode()),
        TwoWayCoding("quoted-printable", decodestring, encodestring),
        TwoWayCoding("entities", _from_entities, _entities),
        TwoWayCoding("gzip", _unpacking(31), _packing(31)),
        TwoWayCoding("zlib", _unpacking(15), _packing(15)),
        TwoWayCoding("deflate", _unpacking(-15), _packing(-15)),
    )
}
