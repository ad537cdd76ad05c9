"""Case of ASCII letters alone: the specifications know no other."""

from __future__ import annotations

from uriinspector.core.charset import LOWALPHA, UPALPHA
from uriinspector.core.expression import expression

_LOWER = str.maketrans(UPALPHA, LOWALPHA)
_TRIPLET = expression("%[0-9A-Fa-f]{2}")


def lowered(text: str) -> str:
    """Capital letters become small ones; "\u0130" and its like stay as they are."""
    return text if text.islower() else text.translate(_LOWER)


def with_capital_triplets(text: str) -> str:
    """The hexadecimal digits of every triplet become capital letters (RFC 3986 6.2.2.1)."""
    return _TRIPLET.sub(lambda found: found[0].upper(), text)


def lowered_but_triplets(text: str) -> str:
    """Small letters, but for the digits of triplets."""
    pieces = _TRIPLET.split(text)
    triplets = [*_TRIPLET.findall(text), ""]
    return "".join(
        lowered(piece) + triplet for piece, triplet in zip(pieces, triplets, strict=True)
    )
