"""Encoders for values in the tables, as programs write them."""

import base64
import struct

HOME = "https://a.example/"


def b64(content: str | bytes) -> str:
    """Encode in base64url without padding."""
    octets = content.encode() if isinstance(content, str) else content
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")


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
