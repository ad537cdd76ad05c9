"""Percent-encoding: the byte of each escape, what is wrong with it, and how to show bytes.

Runs of escapes are decoded as UTF-8, as most programs do (RFC 3986 2.5); a run ends at a
character that is not escaped.
"""

from collections.abc import Iterator

from uriinspector.core import charset
from uriinspector.core.characters import sequences
from uriinspector.core.expression import expression
from uriinspector.core.model import Json, NamedTuple, Part, Span, json_of
from uriinspector.core.production import BAD_PERCENT, TRIPLET
from uriinspector.core.reference import ANY_SCHEME, LETTER_SCHEME, PARTS, Reference

TRIPLETS = expression("(?:%[0-9A-Fa-f]{2})+")


def octets_of(text: str) -> bytes:
    """Decode the escapes of a text to bytes; other characters become UTF-8.

    A lone surrogate cannot be encoded in UTF-8 and becomes U+FFFD.
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
    """Encode a text as UTF-8; a lone surrogate becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


# The lone surrogates that represent invalid UTF-8 bytes in Python, with the ISO 8859-1 characters
# of these bytes.
LATIN_1 = {0xDC00 + octet: octet for octet in range(0x80, 0x100)}


def decoded(text: str) -> str:
    """Decode the escapes of a text as UTF-8, and any invalid byte as Latin-1."""
    if "%" not in text:
        return text
    octets = octets_of(text)
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets.decode("utf-8", "surrogateescape").translate(LATIN_1)


def shown(octets: bytes) -> str:
    """Return bytes in readable form: everything except printable ASCII is escaped."""
    known = {0x0D: "\\r", 0x0A: "\\n", 0x09: "\\t", 0x5C: "\\\\"}
    return "".join(
        known.get(octet) or (chr(octet) if 0x20 <= octet < 0x7F else f"\\x{octet:02x}")
        for octet in octets
    )


def line(*words: str) -> str:
    """Return a protocol command in readable form: the decoded words, then CR LF."""
    return shown(b" ".join(octets_of(word) for word in words) + b"\r\n")


RUN = expression(f"(?:{TRIPLET})++")
MALFORMED = expression(f"(?:{BAD_PERCENT}|(?!))++")
RESERVED = {
    "1994": charset.RESERVED_1994,
    "1997": charset.RESERVED_1997,
    "2003": charset.RESERVED_2003,
    "2005": charset.RESERVED_2005,
}
UNRESERVED = {
    "1994": charset.UNRESERVED_1994,
    "1997": charset.UNRESERVED_1997,
    "2003": charset.UNRESERVED_2003,
    "2005": charset.UNRESERVED_2005,
}

PERCENT = 0x25
# Characters that an escape may hide: delimiters, and another escape.
HIDDEN = {edition: characters + "%#" for edition, characters in RESERVED.items()}


class Octet(NamedTuple):
    """An escape, and the UTF-8 sequence that it belongs to.

    ``layers`` is 1 for a plain escape, and one more for each escape nested in another;
    ``innermost`` is the byte that remains after decoding all of them.
    """

    span: Span
    part: Part
    value: int
    sequence: Span
    form: str
    char: str | None
    needless: bool
    lower_hex: bool
    hides: str | None
    layers: int
    innermost: int

    @property
    def latin1(self) -> str:
        return chr(self.value)

    @property
    def is_control(self) -> bool:
        """True for a C0 control, DELETE, or a C1 control encoded as UTF-8."""
        if self.char is None:
            return False  # a continuation byte alone is not a C1 control
        return self.char < " " or "\x7f" <= self.char < "\xa0"

    def to_dict(self) -> Json:
        return json_of(
            self,
            "span part octet=value form char latin1 needless lower_hex hides control=is_control"
            " layers innermost",
        )


def octets(reference: Reference) -> Iterator[Octet]:
    """Yield every escape of a reference, in the order of the text."""
    text, edition = reference.text, reference.edition
    for run in RUN.finditer(text):
        at = run.start()
        part = part_at(reference, at)
        data = bytes.fromhex(run[0].replace("%", ""))
        for first, last, form, char in sequences(data):
            sequence = Span(at + 3 * first, at + 3 * last)
            for offset in range(first, last):
                start = at + 3 * offset
                yield _octet(text, part, edition, start, data[offset], sequence, form, char)


def part_at(reference: Reference, at: int) -> Part:
    """Return the component at a position; for a delimiter between components, the path."""
    for part, (start, end) in zip(PARTS[::-1], reference.spans[:0:-1], strict=True):
        if start <= at < end:
            return part
    return Part.PATH


def _octet(
    text: str,
    part: Part,
    edition: str,
    start: int,
    value: int,
    sequence: Span,
    form: str,
    char: str | None,
) -> Octet:
    digits = text[start + 1 : start + 3]
    layers, innermost = _layers(text, start) if value == PERCENT else (1, value)
    return Octet(
        Span(start, start + 3) if sequence.end - sequence.start > 3 else sequence,
        part,
        value,
        sequence,
        form,
        char,
        value < 0x80 and chr(value) in UNRESERVED[edition],
        digits != digits.upper(),
        char if char and char in HIDDEN[edition] else None,
        layers,
        innermost,
    )


def _layers(text: str, start: int) -> tuple[int, int]:
    """Return the number of nested escapes and the innermost byte, without decoding repeatedly.

    The innermost digits are the last ones: "%252525" is "%25" nested three times.
    """
    end = start + 3
    while text.startswith("25", end):
        end += 2
    inner = text[end : end + 2]
    if len(inner) == 2 and all(digit in charset.HEXDIG for digit in inner):
        return (end - start - 1) // 2 + 1, int(inner, 16)
    return max(1, (end - start - 1) // 2), PERCENT


def malformed(reference: Reference) -> Iterator[Span]:
    """Yield each run of "%" that does not begin an escape."""
    return (Span(*match.span()) for match in MALFORMED.finditer(reference.text))


# Components that allow no escapes, with an expression for each.
PLAIN = {
    ("", Part.SCHEME): expression(LETTER_SCHEME),
    ("1994", Part.SCHEME): expression(ANY_SCHEME),
    ("1997", Part.SCHEME): expression(ANY_SCHEME),
    ("", Part.PORT): expression("[0-9]*+"),
    ("1994", Part.HOST): expression("[A-Za-z0-9.-]*+"),
    ("1997", Part.HOST): expression("[A-Za-z0-9.-]*+"),
}


def encode(data: str, part: Part, *, edition: str = "2005") -> str | None:
    """Encode data for a component; return None if the component cannot contain it.

    Everything except unreserved characters is escaped, since reserved ones could be taken for
    delimiters (2.2 of every edition). The encoding is UTF-8, as recommended in 2003 (6.3); a lone
    surrogate becomes U+FFFD, as in browsers.
    """
    text = UNRESERVED[edition]
    plain = PLAIN.get((edition, part)) or PLAIN.get(("", part))
    if plain is not None:
        return data if plain.fullmatch(data) else None
    clean = SURROGATE.sub("\ufffd", data)
    return "".join(
        char if char in text else "".join(f"%{octet:02X}" for octet in char.encode())
        for char in clean
    )


SURROGATE = expression("[\ud800-\udfff]")
