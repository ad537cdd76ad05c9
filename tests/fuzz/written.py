"""An independent decoder for the bytes of a file, without any code of the program."""

import re
from binascii import a2b_base64
from html.entities import html5

REFERENCE = re.compile(r"&(?:#[xX]([0-9A-Fa-f]+);?|#([0-9]+);?|([A-Za-z0-9]+;?))")
C1 = re.compile("[\x80-\x9f]")
# An encoded byte, or a soft line break (RFC 2045 6.7); any other "=" is literal.
QUOTED = re.compile(rb"=(?:([0-9A-Fa-f]{2})|[ \t]*(?:\r?\n|\Z))")
PADDING = re.compile(rb"=+")
NOT_A_LETTER = re.compile(rb"[^A-Za-z0-9+/]")


def decoded_by_hand(octets: bytes, encoding: str, *, in_attribute: bool) -> str:
    """Decode the bytes of a page or of plain text."""
    if encoding == "windows-1252":
        text = "".join(bytes([each]).decode("cp1252", "ignore") or chr(each) for each in octets)
    else:
        text = octets.decode(encoding, "replace")
    if not in_attribute:
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    return REFERENCE.sub(lambda match: _referenced(match, text), text)


def _referenced(match: re.Match[str], text: str) -> str:
    """Decode a character reference in an attribute (HTML 13.2.5.73 to 13.2.5.80)."""
    hexadecimal, decimal, name = match.groups()
    if name is None:
        return _numbered(int(hexadecimal, 16) if hexadecimal else int(decimal[-4_000:]))
    if name in html5 and name.endswith(";"):
        return html5[name]
    for end in range(len(name), 1, -1):
        if name[:end] in html5:
            following = text[match.start() + 1 + end :][:1]
            if following == "=" or (following.isascii() and following.isalnum()):
                return match[0]
            return html5[name[:end]] + name[end:]
    return match[0]


def _numbered(number: int) -> str:
    if number == 0 or number > 0x10FFFF or 0xD800 <= number < 0xE000:
        return "\ufffd"
    if 0x80 <= number < 0xA0:
        return bytes([number]).decode("cp1252", "ignore") or chr(number)
    return chr(number)


def holds_encoded(octets: bytes, encoding: str, written: bytes) -> bool:
    """Return True if encoded bytes in the file contain this run of a message part."""
    if encoding == "quoted-printable":
        # At the end of the run, "=" may be followed by the end of the file or by anything
        # else.
        return any(written in QUOTED.sub(_unquoted, each) for each in (octets, octets + b"."))
    # After padding, the next stretch begins a new group.
    first, *others = (NOT_A_LETTER.sub(b"", each) for each in PADDING.split(octets))
    rest = b"".join(map(_stretch, others))
    return any(written in _stretch(b"A" * phase + first) + rest for phase in range(4))


def _unquoted(match: re.Match[bytes]) -> bytes:
    return bytes.fromhex(match[1].decode()) if match[1] else b""


def _stretch(letters: bytes) -> bytes:
    """Decode base64 without padding; a single last letter is ignored."""
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return a2b_base64(letters + b"=" * (-len(letters) % 4))


def squeezed(text: str) -> str:
    """Remove white space, which a link in angle brackets may contain."""
    return "".join(text.split())
