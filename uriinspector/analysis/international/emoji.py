"""Characters that are drawn as pictures, on their own or when asked to be."""

from __future__ import annotations

from functools import cache

from uriinspector.analysis.international.codepoints import Ranges
from uriinspector.core.model import Span

# Join or vary the pictures beside them: joiner, selectors, skin tones.
MODIFIERS = frozenset("\u200d\ufe0e\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")


@cache
def _emoji() -> Ranges:
    return Ranges("unicode/emoji.txt")


def is_emoji(char: str) -> bool:
    """Whether a character is a picture, or may be drawn as one; never ASCII."""
    return not char.isascii() and bool(_emoji().of(char))


def emoji_spans(text: str) -> tuple[Span, ...]:
    """Maximal runs of pictures, with what joins and varies them."""
    runs: list[Span] = []
    for at, char in enumerate(text):
        goes_on = bool(runs) and runs[-1].end == at
        if is_emoji(char) or (goes_on and char in MODIFIERS):
            runs.append(Span(runs.pop().start if goes_on else at, at + 1))
    return tuple(runs)
