"""The students of a class, and who of them a row is from, however the name is written there."""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterable

# A search goes over the whole class: a table of other names would take long.
MOST_PROPOSALS, LEAST_LIKENESS = 50, 0.75
WORDS = expression(r"[^\s,;]+", re.UNICODE)


class ClassList:
    """Names as they are on the sheets; what is drawn for a student goes by exactly that name."""

    def __init__(self, students: Iterable[str]) -> None:
        self.students = tuple(students)
        self._proposed: dict[str, str | None] = {}
        self._by_words: dict[tuple[str, ...], list[str]] = {}
        for each in self.students:
            self._by_words.setdefault(_words(each), []).append(each)

    def student(self, written: str) -> str | None:
        """Who is meant: capitals, blanks, the order of names and their coding do not matter.

        None for who is not in the class, and where two could be meant.
        """
        if written in self.students:
            return written
        meant = self._by_words.get(_words(written), [])
        return meant[0] if len(meant) == 1 else None

    def nearest(self, written: str) -> str | None:
        """A name that is spelled nearly so; None where there is none, or too many were asked."""
        if written not in self._proposed:
            if len(self._proposed) >= MOST_PROPOSALS:
                return None
            by_words = {" ".join(words): names[0] for words, names in self._by_words.items()}
            near = get_close_matches(" ".join(_words(written)), by_words, 1, LEAST_LIKENESS)
            self._proposed[written] = by_words[near[0]] if near else None
        return self._proposed[written]


def _words(name: str) -> tuple[str, ...]:
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())
    return tuple(sorted(WORDS.findall(composed)))
