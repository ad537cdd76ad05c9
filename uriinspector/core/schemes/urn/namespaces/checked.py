"""Standard numbers of books and serials: hyphens, digits and a check digit."""

from __future__ import annotations

from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.model import Span
from uriinspector.core.schemes.dossier import Note

NUMBER = expression("[0-9]++(?:-[0-9][0-9]*+)*+(?:-?[Xx]|(?!))?+")


def bare(name: str) -> str:
    """Without hyphens, an "x" in capitals; what is no such number stays as it is."""
    return name.replace("-", "").upper() if NUMBER.fullmatch(name) else name


def check_by_eleven(digits: str) -> str:
    """The digit that makes the sum, weighted 2, 3, 4 ... from the right, a multiple of eleven."""
    weighted = enumerate(reversed(digits), 2)
    left = -sum(weight * int(digit) for weight, digit in weighted) % 11
    return "X" if left == 10 else str(left)


def check_by_ten(digits: str) -> str:
    """The digit that makes the sum, weighted 1, 3, 1, 3 ..., a multiple of ten."""
    return str(-sum((1, 3)[at % 2] * int(digit) for at, digit in enumerate(digits)) % 10)


def wrong_check(nid: str, digit: str, right: str, end: int, *cites: str) -> Note:
    """A number that was mistyped, or made up: about its meaning, not its syntax."""
    explanation = message(
        "the check digit is {found}, but should be {right}", found=digit, right=right
    )
    return Note(f"{nid}-check-digit", "unusual", explanation, Span(end - 1, end), cites)
