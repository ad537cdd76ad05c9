"""Regular expressions of modules: each is compiled when it is first asked.

Most texts need few of them, and compiling all would take most of a start.  What every link needs
is compiled at once, by ``re.compile``.

Python 3.11.0 to 3.11.4 (Debian 12 has 3.11.2) is wrong about possessive groups that fail after a
part of them has matched: ``(?:ab?c)*+`` goes on from where the last attempt got stuck (CPython
gh-106052).  A group that can do so ends with a branch that never matches, ``(?:ab?c|(?!))*+``: each
branch begins where the attempt began.  ``tests/core/test_possessive.py`` finds groups without it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, AnyStr, cast

if TYPE_CHECKING:
    from re import Pattern


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
