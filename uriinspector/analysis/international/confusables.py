"""What passes for what by the confusables of Unicode: skeletons (UTS 39 section 4)."""

from __future__ import annotations

from functools import cache, lru_cache

from uriinspector.analysis.international.codepoints import characters, normalized
from uriinspector.analysis.international.invisible import risk
from uriinspector.analysis.resource_files import shipped_rows


@cache
def _prototypes() -> dict[int, str]:
    """For `str.translate`: the code point and the prototype."""
    return {
        int(code, 16): prototype
        for prototype, codes in (
            (characters(columns[0]), columns[1])
            for columns in shipped_rows("unicode/confusables.txt")
        )
        for code in codes.split()
    }


def prototype(char: str) -> str:
    """The character or characters that stand for all that look like this one."""
    return _prototypes().get(ord(char), char)


def skeleton(text: str) -> str:
    """The text with every character as its prototype: equal for texts that look alike."""
    if text.isascii():
        return text.translate(_prototypes())
    visited = "".join(char for char in normalized("NFD", text) if not is_ignored(char))
    return normalized("NFD", visited.translate(_prototypes()))


@lru_cache(maxsize=4096)
def is_ignored(char: str) -> bool:
    """Whether a skeleton leaves the character out: default-ignorable."""
    why = risk(char)
    return why is not None and why.ignorable


def are_confusable(a: str, b: str) -> bool:
    """Whether two different texts have the same skeleton."""
    return a != b and skeleton(a) == skeleton(b)
