"""Regular expressions that are compiled at first use, and the case of ASCII letters.

Most texts need few of them, and compiling all would take most of a start: a link in the terminal
takes 472 million instructions of the processor with this file and 776 million without it, a link
inspected by the library 557 and 949 million (Python 3.11, counted by cachegrind, starting Python
included).  What every link needs is compiled at once, by ``re.compile``.

Python 3.11.0 to 3.11.4 (Debian 12 has 3.11.2) is wrong about possessive groups that fail after a
part of them has matched: ``(?:ab?c)*+`` goes on from where the last attempt got stuck (CPython
gh-106052).  A group that can do so ends with a branch that never matches, ``(?:ab?c|(?!))*+``: each
branch begins where the attempt began.  ``tests/core/test_possessive.py`` finds groups without it.
"""

from __future__ import annotations

import re
from re import Pattern
from typing import Any, AnyStr, cast

from uriinspector.core.charset import LOWALPHA, UPALPHA


def expression(pattern: AnyStr, flags: int = 0) -> Pattern[AnyStr]:
    """What ``re.compile`` gives; a mistake in it comes up at its first use."""
    return cast("Pattern[AnyStr]", LazyExpression(pattern, flags))


class LazyExpression:
    """Stands for a compiled expression, and has its methods once one of them was asked for."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._given: Any = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what copying and pickling ask for
            raise AttributeError(name)
        value = getattr(re.compile(*self._given), name)
        setattr(self, name, value)
        return value


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
