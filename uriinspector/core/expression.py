"""Regular expressions that are compiled on first use, and changing the case of ASCII letters.

Most texts need few of them, and compiling all would dominate the startup time: a link in the
terminal takes 472 million processor instructions with this file and 776 million without it; a link
inspected by the library takes 557 and 949 million (Python 3.11, counted by cachegrind, including
Python's own startup). Expressions that every link needs are compiled at import, by ``re.compile``.

Python 3.11.0 to 3.11.4 (Debian 12 has 3.11.2) has a bug in possessive groups that fail after a part
of them has matched: ``(?:ab?c)*+`` continues where the last attempt got stuck (CPython gh-106052).
Such a group ends with a branch that never matches, ``(?:ab?c|(?!))*+``: each branch begins where
the attempt began. ``tests/core/test_possessive.py`` finds groups without it.
"""

import re
from re import Pattern
from typing import Any, AnyStr, cast

from uriinspector.core.charset import LOWALPHA, UPALPHA


def expression(pattern: AnyStr, flags: int = 0) -> Pattern[AnyStr]:
    """Return an expression that is compiled, and raises its errors, on first use."""
    return cast("Pattern[AnyStr]", LazyExpression(pattern, flags))


class LazyExpression:
    """A regular expression that is compiled when one of its attributes is first used."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._given: Any = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # requested by copying and pickling
            raise AttributeError(name)
        value = getattr(re.compile(*self._given), name)
        setattr(self, name, value)
        return value


_LOWER = str.maketrans(UPALPHA, LOWALPHA)
_TRIPLET = expression("%[0-9A-Fa-f]{2}")


def lowered(text: str) -> str:
    """Return the text with ASCII letters in lowercase; U+0130 and the like are unchanged."""
    return text if text.islower() else text.translate(_LOWER)


def with_uppercase_escapes(text: str) -> str:
    """Return the text with the hexadecimal digits of escapes in uppercase (RFC 3986 6.2.2.1)."""
    return _TRIPLET.sub(lambda found: found[0].upper(), text)


def lowered_except_escapes(text: str) -> str:
    """Return the text in lowercase, except for the digits of escapes."""
    pieces = _TRIPLET.split(text)
    triplets = [*_TRIPLET.findall(text), ""]
    return "".join(
        lowered(piece) + triplet for piece, triplet in zip(pieces, triplets, strict=True)
    )
