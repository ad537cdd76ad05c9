"""What one line of a validity table says.

In an invalid text ``‸`` stands before each fault and ``∅`` where something is missing; neither
belongs to the text. A run of the same fault is one fault, so ``‸<>`` holds one and ``‸<a‸>`` two.
"""

from typing import Final, NamedTuple

HERE: Final = "‸"
MISSING: Final = "∅"


class Valid(NamedTuple):
    """A text in the language of the edition, and the clause that lets it be."""

    text: str
    clause: str
    why: str = ""


class Invalid(NamedTuple):
    """A text outside the language of the edition, its faults marked, and the clause."""

    marked: str
    clause: str
    why: str = ""

    @property
    def text(self) -> str:
        """Take the marks off."""
        return self.marked.replace(HERE, "").replace(MISSING, "")

    @property
    def starts(self) -> tuple[int, ...]:
        """Say where each fault starts."""
        marks = [at for at, mark in enumerate(self.marked) if mark in HERE + MISSING]
        return tuple(at - before for before, at in enumerate(marks))

    @property
    def gaps(self) -> tuple[int, ...]:
        """Say where something is missing."""
        marks = [at for at, mark in enumerate(self.marked) if mark in HERE + MISSING]
        return tuple(at - before for before, at in enumerate(marks) if self.marked[at] == MISSING)
