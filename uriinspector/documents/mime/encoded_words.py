"""Encoded words in header fields (RFC 2047), and parameters (RFC 2045 5.1, RFC 2231)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from uriinspector.analysis.encoding import WINDOWS, decode, encoding_named
from uriinspector.core.expression import expression
from uriinspector.documents.mime.base64 import Base64
from uriinspector.documents.mime.quoted_printable import QuotedPrintable

if TYPE_CHECKING:
    import re

WORD = expression(r"=\?([^?\s*]{1,60})(?:\*[^?\s]{0,40})?\?([bBqQ])\?([^?\r\n]*+)\?=")
RUN = expression(r"(?:=\?[^?\s*]{1,60}(?:\*[^?\s]{0,40})?\?[bBqQ]\?[^?\r\n]*+\?=)+")
BETWEEN = expression(r"(\?=)[ \t]++(?==\?[^?\s]{1,100}\?[bBqQ]\?)")
PARAMETER = expression(
    r";[ \t]*+([^\s=;\"*]{1,60})(\*[0-9]{1,3})?(\*)?[ \t]*+=[ \t]*+"
    r"(?:\"((?:[^\"\\]|\\.)*+)\"?|([^;]*+))"
)
QUOTED_PAIR = expression(r"\\(.)")


def decoded_words(text: str) -> str:
    """The text with its encoded words decoded; space between two of them is none."""
    if "=?" not in text:
        return text
    return RUN.sub(_words, BETWEEN.sub(r"\1", text))


def _words(run: re.Match[str]) -> str:
    """Words next to each other: a character can be half in one and half in the next."""
    result, octets, charset = "", b"", ""
    for match in WORD.finditer(run[0]):
        if match[1].lower() != charset:
            result += guessed_text(octets, charset)
            octets, charset = b"", match[1].lower()
        octets += _octets(match)
    return result + guessed_text(octets, charset)


def _octets(match: re.Match[str]) -> bytes:
    _, kind, written = match.groups()
    octets = written.encode("utf-8", "surrogateescape")
    if kind in "qQ":
        octets = octets.replace(b"_", b" ")
        return QuotedPrintable().decoded(octets, 0, len(octets))
    return Base64().decoded(octets, 0, len(octets))


def guessed_text(octets: bytes, charset: str | None) -> str:
    """The text in a charset; in an unknown one UTF-8, else letters that are only a guess.

    Of a guess no character is kept that would mean something else than a letter.
    """
    encoding = encoding_named(charset)
    if encoding is not None:
        return decode(octets, encoding)
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return decode(octets, WINDOWS).replace("\xad", "\ufffd")


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """What stands before the first ";", in small letters, and the parameters behind it."""
    main, semicolon, rest = value.partition(";")
    pieces: dict[str, list[tuple[int, bool, str]]] = {}
    for match in PARAMETER.finditer(semicolon + rest):
        name, section, extended, quoted, bare = match.groups()
        text = QUOTED_PAIR.sub(r"\1", quoted) if quoted is not None else bare.strip()
        number = int(section[1:]) if section else 0
        pieces.setdefault(name.lower(), []).append((number, bool(extended), text))
    return main.strip().lower(), {name: _joined(each) for name, each in pieces.items()}


def _joined(pieces: list[tuple[int, bool, str]]) -> str:
    """RFC 2231: sections in order, the first of them with the charset."""
    pieces.sort(key=lambda piece: piece[0])
    if not any(extended for _, extended, _ in pieces):
        return "".join(text for _, _, text in pieces)
    charset, octets = None, b""
    for number, extended, text in pieces:
        if extended and number == 0 and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        octets += unquote_to_bytes(text) if extended else text.encode("utf-8", "surrogateescape")
    return decode(octets, encoding_named(charset) or WINDOWS)
