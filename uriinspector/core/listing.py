"""An edition's algorithm as lines in our own words, and where a step of a trace stands in them.

A line is found by what a step carries: its rule; where several lines share a rule, by what the
step notes, or by the component of the target that it sets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.message import Message
from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Part
    from uriinspector.core.resolution import Step

    Key = tuple[str, str | Part | None]


class ListingLine(NamedTuple):
    """One line: the rule that its steps carry ("" for a heading), its words, how far it is in.

    ``notes`` are the notes that steps of this line alone have among those of the rule.
    """

    rule: str
    words: str
    depth: int = 0
    notes: tuple[str, ...] = ()
    part: Part | None = None

    def known_by(self) -> Iterator[Key]:
        """What steps of this line are known by."""
        if self.notes:
            yield from ((self.rule, note) for note in self.notes)
        elif self.rule:
            yield self.rule, self.part


@dataclass(frozen=True)
class Listing:
    """The lines in their order."""

    lines: tuple[ListingLine, ...]
    _places: dict[Key, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the index."""
        places = {key: at for at, line in enumerate(self.lines) for key in line.known_by()}
        object.__setattr__(self, "_places", places)

    def place(self, step: Step) -> int:
        """The number of the line that a step follows; -1 for a step of another algorithm."""
        rule = step.rule
        for key in ((rule, _template(step.note)), (rule, step.part), (rule, None)):
            if key in self._places:
                return self._places[key]
        return -1


def _template(note: str) -> str:
    """What a note was made of; what is only added to another note does not count."""
    while isinstance(note, Message):
        done = note.args.get("done")
        if not isinstance(done, str):
            return note.template
        note = done
    return note
