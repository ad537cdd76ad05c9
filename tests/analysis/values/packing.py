"""Encoders for values in the tables, as programs write them."""

import base64
import gzip
import struct
import zlib
from urllib.parse import quote

HOME = "https://a.example/"


def b64(content: str | bytes) -> str:
    """Encode in base64url without padding."""
    octets = content.encode() if isinstance(content, str) else content
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")


def b32(text: str) -> str:
    """Encode in base32 without padding."""
    return base64.b32encode(text.encode()).decode().rstrip("=")


def deflated(text: str) -> bytes:
    """Compress as raw deflate."""
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(text.encode()) + packer.flush()


def gzipped(text: str) -> bytes:
    """Compress as gzip, with a time of 0."""
    return gzip.compress(text.encode(), mtime=0)


def escaped(text: str) -> str:
    """Percent-encode everything except unreserved characters."""
    return quote(text, safe="")


def message(*fields: tuple[int, str | int]) -> bytes:
    """Encode a Protocol Buffers message with short texts and small numbers."""
    octets = b""
    for number, value in fields:
        if isinstance(value, str):
            octets += bytes((number << 3 | 2, len(value.encode()))) + value.encode()
        else:
            octets += bytes((number << 3, value))
    return octets


def dns_query(name: str, kind: int) -> bytes:
    """Encode a DNS question for one name."""
    labels = b"".join(bytes((len(each),)) + each.encode() for each in name.split("."))
    header = struct.pack(">6H", 0, 0x0100, 1, 0, 0, 0)
    return header + labels + b"\0" + struct.pack(">2H", kind, 1)


def escaped_octets(octets: bytes) -> str:
    """Percent-encode every byte."""
    return "".join(f"%{octet:02x}" for octet in octets)


def without_vowels(text: str) -> str:
    """Encode as Gmail writes thread numbers: base64, converted as a number to other letters."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    letters = "BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz"
    number = 0
    for char in base64.b64encode(text.encode()).decode().rstrip("="):
        number = number * 64 + digits.index(char)
    result = ""
    while number:
        number, digit = divmod(number, len(letters))
        result = letters[digit] + result
    return result
