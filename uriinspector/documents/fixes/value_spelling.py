"""Map values to their written bytes, and apply edits to them through all codings.

In base64, an edit of equal size changes only its own groups; any other edit changes all groups
after it, as their bytes shift. Nothing outside of the base64 text changes.
"""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from uriinspector.analysis.correction import TextFix
from uriinspector.analysis.encoding import RECODED, UTF8, WINDOWS, decode, mapped_text
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.document_values import END, PLACE, START, VALUE, LinkLocation, LinkPlace
from uriinspector.documents.html.embedded_addresses import ESCAPE, unescaped
from uriinspector.documents.html.tokens import BARE, attribute_value, mapped_value
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.mime import Base64, QuotedPrintable
from uriinspector.documents.octets import DecodedOctets, Octets, Raw, Transcoding
from uriinspector.documents.reading.page import AttributeCoding

WHITE = b"\r\n\t "
BASE64_EDITS_LONGEST = 76
# Padding only at the end, and no characters that decoders skip.
REGULAR = expression(rb"[A-Za-z0-9+/\r\n\t ]*+=?=?[\r\n\t ]*+")


def is_regular(octets: bytes, start: int, end: int) -> bool:
    """Return True for well-formed base64 in whole groups (RFC 2045 6.8), which can be rewritten."""
    if REGULAR.fullmatch(octets, start, end) is None:
        return False
    return len(octets[start:end].translate(None, WHITE)) % 4 == 0


def base64_edits(
    octets: bytes, span: tuple[int, int], before: bytes, after: bytes, first: int, coding: Base64
) -> tuple[int, int, bytes]:
    """Return one edit of base64, which starts with the group of the first changed byte."""
    group = first // 3 * 3
    start = coding.place(Raw(octets), group, min(group + 1, len(before)))[0]
    if len(before) == len(after):
        last = next(at for at in range(len(before), 0, -1) if before[at - 1] != after[at - 1])
        stop = min(-(-last // 3) * 3, len(before))
        end = coding.place(Raw(octets), group, stop)[1]
        return start, end, _in_place(octets[start:end], _encoded(after[group:stop]))
    end = span[0] + len(octets[span[0] : span[1]].rstrip(WHITE))
    body = octets[span[0] : end]
    line_end = b"\r\n" if b"\r\n" in body else b"\n"
    width = len(body.split(b"\n", 1)[0].rstrip(b"\r"))
    width = width if b"\n" in body and 0 < width <= BASE64_EDITS_LONGEST else BASE64_EDITS_LONGEST
    column = start - max(octets.rfind(b"\n", 0, start) + 1, span[0])
    return start, end, _in_lines(_encoded(after[group:]), column, width, line_end)


def _encoded(octets: bytes) -> bytes:
    return b2a_base64(octets, newline=False)


def _in_place(written: bytes, letters: bytes) -> bytes:
    """Replace the characters, but not the white space between them."""
    result, at = bytearray(written), 0
    for index, octet in enumerate(written):
        if octet not in WHITE:
            result[index] = letters[at]
            at += 1
    return bytes(result)


def _in_lines(letters: bytes, column: int, width: int, line_end: bytes) -> bytes:
    room = max(width - column, 0)
    lines = [letters[:room]]
    lines += [letters[at : at + width] for at in range(room, len(letters), width)]
    return line_end.join(lines)


QUOTED_PRINTABLE_EDITS_LONGEST = 76


def quoted_printable_edits(
    octets: bytes, edits: Sequence[tuple[int, int, bytes]]
) -> Iterator[tuple[int, int, bytes]]:
    """Yield the edits in order, with soft line breaks where lines become too long.

    The written text is ASCII without "=", which needs no encoding.
    """
    line_end = b"\r\n" if b"\r\n" in octets else b"\n"
    line, shift = -1, 0  # of the written line, which may join lines of the file
    for start, end, written in edits:
        begins = octets.rfind(b"\n", 0, start) + 1
        column = start - begins + (shift if begins == line else 0)
        ends = octets.find(b"\n", end)
        rest = len(octets[end : len(octets) if ends < 0 else ends].rstrip(b"\r"))
        if column + len(written) + rest <= QUOTED_PRINTABLE_EDITS_LONGEST:
            yield start, end, written
            column += len(written)
        else:
            folded, column = _folded(written, column, rest, line_end)
            yield start, end, folded
        line = octets.rfind(b"\n", 0, end) + 1
        shift = column - (end - line)


def _folded(written: bytes, column: int, rest: int, line_end: bytes) -> tuple[bytes, int]:
    """Insert soft line breaks where needed; also return the column after the text."""
    pieces = []
    while written:
        room = QUOTED_PRINTABLE_EDITS_LONGEST - 1 - column
        if room <= 0 or (len(written) > room and room < 3):
            pieces.append(b"=" + line_end)
            column = 0
            continue
        pieces.append(written[:room])
        column += len(written[:room])
        written = written[room:]
    if column + rest > QUOTED_PRINTABLE_EDITS_LONGEST:
        pieces.append(b"=" + line_end)
        column = 0
    return b"".join(pieces), column


# Encodings without a state, which can be rewritten one character at a time.
WIDE = frozenset({"utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"})


class OctetEdit(NamedTuple):
    start: int
    end: int
    octets: bytes


def applied(octets: bytes, edits: Iterable[OctetEdit]) -> bytes:
    """Return the bytes with these edits, which must be in order."""
    pieces: list[bytes] = []
    at = 0
    for each in edits:
        pieces += (octets[at : each.start], each.octets)
        at = each.end
    return b"".join([*pieces, octets[at:]])


def is_writable(octets: Octets) -> bool:
    """Return True if the bytes can be edited in the file: they are neither packed nor converted."""
    return _is_writable(octets) if isinstance(octets, DecodedOctets) else isinstance(octets, Raw)


@lru_cache(maxsize=2)
def _is_writable(decoded: DecodedOctets) -> bool:
    coding = decoded.coding
    if isinstance(coding, Transcoding):
        is_known = coding.encoding in WIDE or coding.encoding not in RECODED
    elif isinstance(coding, Base64):
        is_known = is_regular(decoded.outer.get(), decoded.start, decoded.end)
    else:
        is_known = isinstance(coding, QuotedPrintable | AttributeCoding)
    return is_known and is_writable(decoded.outer)


def is_in_base64(octets: Octets) -> bool:
    """Return True if any layer is base64, in which an edit can change the text after it."""
    while isinstance(octets, DecodedOctets):
        if isinstance(octets.coding, Base64):
            return True
        octets = octets.outer
    return False


def file_edits(edits: Iterable[tuple[Octets, OctetEdit]]) -> list[OctetEdit]:
    """Convert edits of decoded bytes to edits of the file, in order.

    The innermost layers come first: edits of two parts are combined in the layer around them.
    """
    levels: dict[int, dict[int, tuple[Octets, list[OctetEdit]]]] = {}
    for octets, edit in edits:
        _put(levels, octets, [edit])
    result: list[OctetEdit] = []
    for depth in range(max(levels, default=0), -1, -1):
        for octets, own in levels.get(depth, {}).values():
            ordered = sorted(own)
            if isinstance(octets, DecodedOctets):
                _put(levels, octets.outer, _outer_edits(octets, ordered))
            else:
                result += ordered
    return sorted(result)


def overlap(edits: Sequence[OctetEdit]) -> bool:
    return any(before.end > after.start for before, after in pairwise(edits))


def _put(
    levels: dict[int, dict[int, tuple[Octets, list[OctetEdit]]]],
    octets: Octets,
    edits: list[OctetEdit],
) -> None:
    depth, outer = 0, octets
    while isinstance(outer, DecodedOctets):
        depth, outer = depth + 1, outer.outer
    levels.setdefault(depth, {}).setdefault(id(octets), (octets, []))[1].extend(edits)


def _outer_edits(octets: DecodedOctets, edits: list[OctetEdit]) -> list[OctetEdit]:
    coding, outer = octets.coding, octets.outer.get()
    inner = octets.get()
    if isinstance(coding, Base64):
        whole = applied(inner, edits)
        changed = base64_edits(
            outer, (octets.start, octets.end), inner, whole, edits[0].start, coding
        )
        return [OctetEdit(*changed)]
    placed = [(*coding.place(octets.outer, each.start, each.end), each.octets) for each in edits]
    if isinstance(coding, QuotedPrintable):
        return [OctetEdit(*each) for each in quoted_printable_edits(outer, placed)]
    if isinstance(coding, Transcoding):
        encoding = coding.encoding
        return [
            OctetEdit(at, to, new.decode().encode(encoding, "xmlcharrefreplace"))
            for at, to, new in placed
        ]
    return [OctetEdit(at, to, new.replace(b"&", b"&amp;")) for at, to, new in placed]


# Attributes whose values are compared as names and not followed.
NAMES = frozenset({"usemap", "itemtype", "itemid", "profile", "classid", "code", "archive"})
# A name unknown to the HTML standard, and one that other programs decode without its ";".
UNKNOWN = expression(rb"&[A-Za-z0-9]++;")
BARE_NAME = expression(
    b"&(?:" + b"|".join(sorted((each.encode() for each in BARE), reverse=True)) + b")="
)
XHTML = expression(rb"\s*<\?xml\b|[^>]{0,400}-//W3C//DTD XHTML")


class ValueSpelling(NamedTuple):
    """A value, the bytes it is written with, and the offset of each character in them."""

    value: str
    octets: bytes
    starts: Sequence[int]
    in_attribute: bool
    # True if it is in a style sheet and contains escapes.
    has_escapes: bool = False

    def edits(self, fixes: Iterable[TextFix], offset: int) -> list[OctetEdit]:
        """Convert fixes of the value to edits of the bytes, which begin at ``offset``.

        Fixes consist of ASCII without quotes, brackets and commas, which needs no escaping in
        attributes, candidate lists, style sheets and texts.
        """
        return [
            OctetEdit(
                offset + self.starts[each.start],
                offset + self.starts[each.end],
                each.written.encode("ascii"),
            )
            for each in fixes
        ]

    def bare_names(self) -> dict[int, str]:
        """Return the non-ASCII characters written as names without ";"."""
        if not self.in_attribute or b"&" not in self.octets:
            return {}
        written = (
            (at, self.octets[self.starts[at] : self.starts[at + 1]])
            for at, char in enumerate(self.value)
            if not char.isascii()
        )
        return {
            at: name.decode("ascii")
            for at, name in written
            if name[:1] == b"&" and name[1:2] != b"#" and name[-1:] != b";"
        }

    def bare_ampersands(self, *, every: bool) -> list[int]:
        """Return the positions of bare "&" that could be read as the beginning of a name."""
        if not self.in_attribute:
            return []
        return [
            at
            for at, char in enumerate(self.value)
            if char == "&"
            and self.starts[at + 1] == self.starts[at] + 1
            and (every or self._is_doubtful(self.starts[at]))
        ]

    def _is_doubtful(self, at: int) -> bool:
        return bool(UNKNOWN.match(self.octets, at) or BARE_NAME.match(self.octets, at))

    def reread(self, octets: bytes, encoding: str) -> str:
        """Decode other bytes as if they were in this place."""
        text = attribute_value(octets, encoding) if self.in_attribute else decode(octets, encoding)
        return unescaped(text) if self.has_escapes else text

    @classmethod
    def of(cls, leaf: Leaf, location: LinkLocation) -> ValueSpelling | None:
        """Return the spelling of a link, or None if its value is not fully written in the file."""
        place, value = location[PLACE], leaf.value(location)
        octets = leaf.octets.get()[location[START] : location[END]]
        in_attribute = leaf.is_page and place.attribute is not None
        read = mapped_value if in_attribute else mapped_text
        text, places = read(octets, leaf.encoding)
        starts = list(range(len(octets) + 1)) if places is None else places
        has_escapes = text != value and location[VALUE] is not None
        if has_escapes:
            text, starts = _without_escapes(text, starts)
        return cls(value, octets, starts, in_attribute, has_escapes) if text == value else None


def _without_escapes(text: str, starts: Sequence[int]) -> tuple[str, list[int]]:
    """Decode the escapes of a style sheet's text (CSS Syntax 4.3.7)."""
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for match in ESCAPE.finditer(text):
        plain = unescaped(match[0])
        pieces += (text[at : match.start()], plain)
        places += starts[at : match.start()]
        places += [starts[match.start()]] * len(plain)
        at = match.end()
    return "".join([*pieces, text[at:]]), [*places, *starts[at:]]


def is_name(place: LinkPlace) -> bool:
    """Return True if a value is compared with others as a name, so that a different spelling is a
    different name.
    """
    return place.attribute in NAMES


def is_in_code(place: LinkPlace) -> bool:
    """Return True if a link is in a script, which may combine it with other texts."""
    if place.attribute is None:
        return place.element == "script"
    return place.attribute.startswith("on")


def query_octets(leaf: Leaf, char: str) -> bytes | None:
    """Return the bytes that browsers send for a character in a query (URL standard 5.3)."""
    encoding, octets = leaf.encoding, leaf.octets
    if isinstance(octets, DecodedOctets) and isinstance(octets.coding, Transcoding):
        encoding = UTF8 if octets.coding.encoding in WIDE else ""
    if encoding == UTF8:
        return char.encode(UTF8, "replace")
    if encoding == WINDOWS:
        return next(
            (bytes((at,)) for at in range(256) if decode(bytes((at,)), WINDOWS) == char), None
        )
    try:
        return char.encode(encoding) if encoding else None
    except (UnicodeError, LookupError):
        return None


def is_xhtml(leaf: Leaf) -> bool:
    """Return True if a page declares itself as XML, in which each bare "&" is an error."""
    octets = leaf.octets.get()
    return leaf.is_page and XHTML.match(octets, leaf.start, leaf.start + 1000) is not None
