"""Octets behind percent-encodings, and how a person can read them."""

from __future__ import annotations

from uriinspector.core.expression import expression

TRIPLETS = expression("(?:%[0-9A-Fa-f]{2})+")


def octets_of(text: str) -> bytes:
    """The text with its escapes taken off, as octets; other characters as UTF-8.

    A lone surrogate has no UTF-8: U+FFFD stands for it.
    """
    pieces = []
    at = 0
    for run in TRIPLETS.finditer(text):
        pieces.append(utf8_of(text[at : run.start()]))
        pieces.append(bytes.fromhex(run[0].replace("%", "")))
        at = run.end()
    pieces.append(utf8_of(text[at:]))
    return b"".join(pieces)


def utf8_of(text: str) -> bytes:
    """The text as it is written, in UTF-8; U+FFFD for a lone surrogate."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def decoded(text: str) -> str:
    """The text with its escapes taken off: UTF-8 where it is that, else octet by octet."""
    if "%" not in text:
        return text
    octets = octets_of(text)
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets.decode("latin-1")


def shown(octets: bytes) -> str:
    """Octets as a person can read them: all but printable ASCII by an escape."""
    known = {0x0D: "\\r", 0x0A: "\\n", 0x09: "\\t", 0x5C: "\\\\"}
    return "".join(
        known.get(octet) or (chr(octet) if 0x20 <= octet < 0x7F else f"\\x{octet:02x}")
        for octet in octets
    )


def line(*words: str) -> str:
    """A command line as it is sent: words with their escapes taken off, then CR LF."""
    return shown(b" ".join(octets_of(word) for word in words) + b"\r\n")
