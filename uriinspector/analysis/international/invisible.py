"""What deceives by not being seen or by moving what stands around it.

The one place that says which characters are never drawn raw.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from uriinspector.analysis.international.codepoints import Ranges
from uriinspector.core.model import NamedTuple, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BIDI_CONTROLS = {
    "\u061c": "ALM",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
}
# Drawn as nothing although they are letters or symbols by category.
BLANKS = frozenset("\u2800\u3164\uffa0\u115f\u1160")

KINDS = {
    "Cc": "control character",
    "Cf": "format character",
    "Zl": "line separator",
    "Zp": "paragraph separator",
    "Cs": "lone surrogate",
    "Co": "private use",
    "Cn": "unassigned",
    "Zs": "space other than U+0020",
}


class Risk(NamedTuple):
    """Why a character is not drawn raw."""

    kind: str
    category: str | None
    ignorable: bool
    rtl: bool


@cache
def _risky() -> Ranges:
    return Ranges("unicode/risky.txt")


@lru_cache(maxsize=4096)
def risk(char: str) -> Risk | None:
    """Why a character must not be drawn as it is; None where it may."""
    result = _risky().of(char)
    if not result:
        return None
    words = result[0].split()
    category = words[0] if words[0] in KINDS else None
    ignorable, rtl = "ignorable" in words, "rtl" in words
    if char in BIDI_CONTROLS:
        kind = "direction control"
    elif category and category != "Cf":
        kind = KINDS[category]
    elif ignorable:
        kind = "invisible character"
    else:
        kind = KINDS["Cf"] if category else "right-to-left character"
    return Risk(kind, category, ignorable, rtl)


def is_risky(char: str) -> bool:
    """Whether a character is never drawn raw.

    Categories Cc Cf Zl Zp Cs Co Cn, Zs other than space, default-ignorable, or right to left.
    """
    return not " " <= char <= "~" and risk(char) is not None


@lru_cache(maxsize=4096)
def is_invisible(char: str) -> bool:
    """Whether nothing at all is seen of a character where it stands."""
    why = risk(char)
    return char in BLANKS or (why is not None and (why.ignorable or char in BIDI_CONTROLS))


def invisible_spans(text: str) -> tuple[Span, ...]:
    """Maximal runs of what is not seen."""
    return _runs(text, is_invisible)


def risky_spans(text: str) -> tuple[Span, ...]:
    """Maximal runs of what is never drawn raw."""
    return _runs(text, is_risky)


def bidi_controls(text: str) -> Iterator[tuple[Span, str]]:
    """Every direction control with its short name."""
    for at, char in enumerate(text):
        if char in BIDI_CONTROLS:
            yield Span(at, at + 1), BIDI_CONTROLS[char]


def _runs(text: str, test: Callable[[str], bool]) -> tuple[Span, ...]:
    runs: list[Span] = []
    for at, char in enumerate(text):
        if test(char):
            start = runs.pop().start if runs and runs[-1].end == at else at
            runs.append(Span(start, at + 1))
    return tuple(runs)
