"""A repair for Python before 3.11.5, whose ``re`` is wrong about possessive groups.

There ``(?:ab?c)*+`` can match wrongly or never end once the group itself has to step back (CPython
gh-106052). Debian 12 ships 3.11.2. An atomic group around a greedy one means the same and is right,
only slower and hungrier; so that is what the compiler of expressions is given there instead.
"""

from __future__ import annotations

from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_parse = parser.parse


def parse_repaired(pattern: Any, flags: int = 0, state: Any = None) -> Any:
    """Parse an expression as ``re`` does, without possessive groups."""
    tree = _parse(pattern, flags, state)
    _replace(tree)
    return tree


def repair() -> None:
    """Have every expression that is compiled from now on parsed so."""
    parser.parse = parse_repaired


def _replace(tree: Any) -> None:
    for at, (code, argument) in enumerate(tree.data):
        for part in _parts(argument):
            _replace(part)
        if code is codes.POSSESSIVE_REPEAT:
            greedy = parser.SubPattern(tree.state, [(codes.MAX_REPEAT, argument)])
            tree.data[at] = (codes.ATOMIC_GROUP, greedy)


def _parts(argument: Any) -> list[Any]:
    """Return the expressions inside of one element, however deep its arguments are nested."""
    if isinstance(argument, parser.SubPattern):
        return [argument]
    if isinstance(argument, tuple | list):
        return [part for each in argument for part in _parts(each)]
    return []
