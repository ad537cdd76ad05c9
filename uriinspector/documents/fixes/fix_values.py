"""The values of a fix: what is changed in a reference, and what only its author can decide."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.model import JsonFields, NamedTuple

if TYPE_CHECKING:
    from uriinspector.core.model import Json


@dataclass(frozen=True, slots=True)
class TextFix(JsonFields):
    """One change: characters from ``start`` to ``end`` of the value become ``replacement``."""

    start: int
    end: int
    replacement: str
    code: str
    title: str
    cites: tuple[str, ...]
    # The name of the option, where it was a choice.
    option: str = ""


class FixOption(NamedTuple):
    """One of several meanings; ``replacement`` is None where the author has to write it."""

    replacement: str | None
    meaning: str
    name: str


@dataclass(frozen=True, slots=True)
class FixChoice:
    """A fault with more than one right answer: it is never decided here."""

    start: int
    end: int
    code: str
    title: str
    options: tuple[FixOption, ...]
    cites: tuple[str, ...]

    def to_dict(self) -> Json:
        """As in the JSON of the command."""
        return {
            "start": self.start,
            "end": self.end,
            "code": self.code,
            "title": self.title,
            "options": [each._asdict() for each in self.options],
            "cites": list(self.cites),
        }


@dataclass(frozen=True, slots=True)
class ReferenceFix:
    """What is proposed for one value: the changes in the order of the text, and the choices.

    ``omitted`` says why nothing is proposed although something is wrong; ``rereads`` names the
    parsers that find another host than before, where the fault is just that.
    """

    text: str
    fixed: str
    fixes: tuple[TextFix, ...] = ()
    choices: tuple[FixChoice, ...] = ()
    omitted: str | None = None
    rereads: tuple[str, ...] = field(default=())


def apply_fixes(text: str, fixes: tuple[TextFix, ...]) -> str:
    """The text with these changes; they do not overlap."""
    pieces: list[str] = []
    at = 0
    for each in fixes:
        pieces += (text[at : each.start], each.replacement)
        at = each.end
    return "".join([*pieces, text[at:]])
