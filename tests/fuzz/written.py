"""What the octets of a file say by a second opinion: no code of the program is used here."""

import re
from binascii import a2b_base64
from html.entities import html5

REFERENCE = re.compile(r"&(?:#[xX]([0-9A-Fa-f]+);?|#([0-9]+);?|([A-Za-z0-9]+;?))")
C1 = re.compile("[\x80-\x9f]")
# An octet, or a line that goes on (RFC 2045 6.7); any other "=" is what it is.
QUOTED = re.compile(rb"=(?:([0-9A-Fa-f]{2})|[ \t]*(?:\r?\n|\Z))")
PADDING = re.compile(rb"=+")
NOT_A_LETTER = re.compile(rb"[^A-Za-z0-9+/]")


def decoded_by_hand(octets: bytes, encoding: str, *, in_attribute: bool) -> str:
    """The text that octets of a page or of a plain text stand for."""
    if encoding == "windows-1252":
        text = "".join(bytes([each]).decode("cp1252", "ignore") or chr(each) for each in octets)
    else:
        text = octets.decode(encoding, "replace")
    if not in_attribute:
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    return REFERENCE.sub(lambda match: _referenced(match, text), text)


def _referenced(match: re.Match[str], text: str) -> str:
    """What a character reference stands for in an attribute (HTML 13.2.5.73 to 13.2.5.80)."""
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
    """Whether a run of a message's part is written in these octets of the file."""
    if encoding == "quoted-printable":
        # At the end of the run "=" is the end of the file, or what is written behind the run.
        return any(written in QUOTED.sub(_unquoted, each) for each in (octets, octets + b"."))
    # Where a stretch ends in padding, the next one begins a group of its own.
    first, *others = (NOT_A_LETTER.sub(b"", each) for each in PADDING.split(octets))
    rest = b"".join(map(_stretch, others))
    return any(written in _stretch(b"A" * phase + first) + rest for phase in range(4))


def _unquoted(match: re.Match[bytes]) -> bytes:
    return bytes.fromhex(match[1].decode()) if match[1] else b""


def _stretch(letters: bytes) -> bytes:
    """Base64 without padding; a last letter alone is no octet."""
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return a2b_base64(letters + b"=" * (-len(letters) % 4))


def squeezed(text: str) -> str:
    """A text without white space, which a link in brackets may have had in it."""
    return "".join(text.split())
