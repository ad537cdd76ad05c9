"""How a value is spelled in its place: which octets each of its characters is written with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import UTF8, WINDOWS, decode, mapped_text
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.fixes.fix_table import AMPERSAND
from uriinspector.documents.fixes.octet_edits import WIDE, OctetEdit
from uriinspector.documents.html.attribute_values import attribute_value, mapped_value
from uriinspector.documents.html.embedded_addresses import ESCAPE, unescaped
from uriinspector.documents.html.references import BARE
from uriinspector.documents.link_location import END, PLACE, START, VALUE
from uriinspector.documents.octets import DecodedOctets
from uriinspector.documents.transcoding import Transcoding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.documents.fixes.fix_values import TextFix
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation, LinkPlace

# Attributes whose values are compared as names and not followed.
NAMES = frozenset({"usemap", "itemtype", "itemid", "profile", "classid", "code", "archive"})
# A name that the HTML standard does not know, and one that other programs read without its ";".
UNKNOWN = expression(rb"&[A-Za-z0-9]++;")
BARE_NAME = expression(
    b"&(?:" + b"|".join(sorted((each.encode() for each in BARE), reverse=True)) + b")="
)
XHTML = expression(rb"\s*<\?xml\b|[^>]{0,400}-//W3C//DTD XHTML")


class ValueSpelling(NamedTuple):
    """A value, the octets that it is written with, and where in them each character begins."""

    value: str
    octets: bytes
    starts: list[int]
    in_attribute: bool
    # Whether it is in a style sheet, with escapes.
    has_escapes: bool = False

    def edits(self, fixes: Iterable[TextFix], offset: int) -> list[OctetEdit]:
        """Changes of the value as changes of the octets, which begin at ``offset``.

        What fixes write is ASCII without quotes, brackets and commas: it means itself in an
        attribute, a list of candidates, a style sheet and a text.
        """
        return [
            OctetEdit(
                offset + self.starts[each.start],
                offset + self.starts[each.end],
                b"&amp;" if each.code == AMPERSAND else each.replacement.encode("ascii"),
            )
            for each in fixes
        ]

    def bare_names(self) -> dict[int, str]:
        """Characters beyond ASCII that are written as a name without its ";"."""
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
        """The characters that are an "&" alone and could be read as the beginning of a name."""
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
        """What other octets in the same place are read as."""
        text = attribute_value(octets, encoding) if self.in_attribute else decode(octets, encoding)
        return unescaped(text) if self.has_escapes else text

    @classmethod
    def of(cls, leaf: Leaf, location: LinkLocation) -> ValueSpelling | None:
        """That of a link; None where not each of its characters is written."""
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


def _without_escapes(text: str, starts: list[int]) -> tuple[str, list[int]]:
    """A text of a style sheet with its escapes decoded (CSS Syntax 4.3.7)."""
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
    """Whether a value is only compared with others: another spelling would be another name."""
    return place.attribute in NAMES


def is_in_code(place: LinkPlace) -> bool:
    """Whether a link is in a script, which may put it together with other texts."""
    if place.attribute is None:
        return place.element == "script"
    return place.attribute.startswith("on")


def query_octets(leaf: Leaf, char: str) -> bytes | None:
    """A character of a query as browsers send it from there (URL standard 5.3 of its encoding)."""
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
    """Whether a page says that it is XML, where every bare "&" is an error."""
    octets = leaf.octets.get()
    return leaf.is_page and XHTML.match(octets, leaf.start, leaf.start + 1000) is not None
