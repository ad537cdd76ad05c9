"""Rows of the tables of validity.

In an invalid text, ``‸`` precedes each fault and ``∅`` marks where something is missing; neither
belongs to the text. A run of equal faults is one fault: ``‸<>`` has one and ``‸<a‸>`` has two.
"""

from typing import Final, NamedTuple

HERE: Final = "‸"
MISSING: Final = "∅"


class Valid(NamedTuple):
    """A text in the language of the edition, and its clause."""

    text: str
    clause: str
    why: str = ""


class Invalid(NamedTuple):
    """A text outside the language of the edition with its faults marked, and its clause."""

    marked: str
    clause: str
    why: str = ""

    @property
    def text(self) -> str:
        """Return the text without the marks."""
        return self.marked.replace(HERE, "").replace(MISSING, "")

    @property
    def starts(self) -> tuple[int, ...]:
        """Return where the faults start."""
        marks = [at for at, mark in enumerate(self.marked) if mark in HERE + MISSING]
        return tuple(at - before for before, at in enumerate(marks))

    @property
    def gaps(self) -> tuple[int, ...]:
        """Return where something is missing."""
        marks = [at for at, mark in enumerate(self.marked) if mark in HERE + MISSING]
        return tuple(at - before for before, at in enumerate(marks) if self.marked[at] == MISSING)
