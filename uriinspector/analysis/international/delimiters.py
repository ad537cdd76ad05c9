"""Characters that pass for the delimiters of an authority, and those that browsers make one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import idna

from uriinspector.analysis.international.codepoints import characters
from uriinspector.analysis.resource_files import shipped_rows
from uriinspector.core.model import Span

DELIMITERS = frozenset("/\\.:@?#-%&=[]_")


@dataclass(frozen=True, slots=True)
class Delimiter:
    """What a character passes for, and what UTS 46 makes of it (None: nothing of the kind)."""

    char: str
    imitates: str
    becomes: str | None

    @property
    def is_one(self) -> bool:
        """Whether UTS 46 maps it to that very delimiter.

        In a host browsers then go by "." and "-" and refuse the host for any other.
        """
        return self.becomes == self.imitates


@cache
def _imitated() -> dict[str, str]:
    rows = shipped_rows("lists/delimiters.txt")
    return {
        char: characters(ascii_code) for ascii_code, codes in rows for char in characters(codes)
    }


@lru_cache(maxsize=4096)
def delimiter_look_alike(char: str) -> Delimiter | None:
    """The delimiter that a character beyond ASCII passes for or is turned into."""
    if char.isascii():
        return None
    mapped = _mapped(char)
    becomes = mapped if mapped and not DELIMITERS.isdisjoint(mapped) else None
    imitates = _imitated().get(char) or becomes
    return Delimiter(char, imitates, becomes) if imitates else None


def _mapped(char: str) -> str | None:
    try:
        mapped = idna.uts46_remap(char, std3_rules=False)
    except idna.IDNAError:
        return None
    return mapped if mapped != char else None


def delimiter_look_alikes(text: str) -> tuple[tuple[Span, Delimiter], ...]:
    """Every look-alike of a delimiter in the text."""
    if text.isascii():
        return ()
    result = ((at, delimiter_look_alike(char)) for at, char in enumerate(text))
    return tuple((Span(at, at + 1), each) for at, each in result if each)
