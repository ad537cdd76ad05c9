"""What a text is made of: one look, by which most decoders need not be asked."""

from __future__ import annotations

from enum import IntFlag, auto

from uriinspector.core.expression import expression


class Shape(IntFlag):
    """The narrowest class of a text."""

    WORD = auto()  # lowercase words: what most of a link is made of
    DIGITS = auto()
    HEX = auto()
    ALNUM = auto()
    URLSAFE = auto()  # letters, digits, "-" and "_", maybe "=" at the end
    BASE64 = auto()  # the same with "+" and "/"
    DOTTED = auto()  # runs of URLSAFE with dots between them
    ESCAPED = auto()  # has a "%"
    OTHER = auto()
    OCTETS = auto()


# Who takes letters and digits takes digits alone, too.
HEXLIKE = Shape.DIGITS | Shape.HEX
ALNUMLIKE = HEXLIKE | Shape.ALNUM | Shape.WORD
TOKENLIKE = ALNUMLIKE | Shape.URLSAFE
PACKEDLIKE = TOKENLIKE | Shape.BASE64
OPEN = Shape.ESCAPED | Shape.OTHER
ANYTEXT = PACKEDLIKE | Shape.DOTTED | OPEN
# Without what is a word or a number before it is anything else.
PACKED = PACKEDLIKE & ~Shape.WORD & ~Shape.DIGITS
TOKEN = TOKENLIKE & ~Shape.WORD
# More than two "=" at the end are of no narrower class.
PADDED = TOKEN | Shape.OTHER
ALNUM = Shape.HEX | Shape.ALNUM
MARKED = Shape.OTHER | Shape.DOTTED | Shape.URLSAFE
TEXT = OPEN | Shape.DOTTED | TOKENLIKE
OCTETS, DIGITS = Shape.OCTETS, Shape.DIGITS

_SHAPES = expression(
    r"(?:(?P<WORD>[A-Z]?[a-z]*+(?:[-_.][A-Z]?[a-z]++|(?!))*+)|(?P<DIGITS>[0-9]++)"
    r"|(?P<HEX>[0-9a-f]++|[0-9A-F]++)|(?P<ALNUM>[0-9A-Za-z]++)"
    r"|(?P<URLSAFE>[0-9A-Za-z_-]++={0,2})|(?P<BASE64>[0-9A-Za-z+/]++={0,2})"
    r"|(?P<DOTTED>[0-9A-Za-z_-]++(?:\.[0-9A-Za-z_-]*+)++=?))\Z"
)
_BY_NAME = {name: Shape[name] for name in _SHAPES.groupindex}


def shape_of(text: str) -> Shape:
    """The class of a text."""
    match = _SHAPES.match(text)
    if match is not None:
        return _BY_NAME[match.lastgroup or ""]
    return Shape.ESCAPED if "%" in text else Shape.OTHER
