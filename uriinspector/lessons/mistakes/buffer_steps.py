"""Mistakes in one step of 5.2.4: another rule, or other buffers after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.mistake import no_answers, row
from uriinspector.lessons.mistakes import dot_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.mistake import Mistake

SEPARATOR = " | "


class BufferStep(NamedTuple):
    """One step: both buffers before it, its rule, and both buffers after it."""

    output_before: str
    input_before: str
    letter: str
    output: str
    input: str

    @property
    def text(self) -> str:
        """As it is answered."""
        return self.with_buffers(self.output, self.input)

    def with_buffers(self, output: str, rest: str) -> str:
        """As it is answered with these buffers after it."""
        return SEPARATOR.join((self.letter, output, rest))


def segment_left(step: BufferStep) -> Iterator[str]:
    """The last segment of the output stays."""
    if step.letter == "C" and step.output_before:
        yield step.with_buffers(step.output_before, step.input)


def segment_left_without_name(step: BufferStep) -> Iterator[str]:
    """The name goes, its slash stays."""
    if step.letter == "C" and step.output_before:
        yield step.with_buffers(f"{step.output}/", step.input)


def slash_removed(step: BufferStep) -> Iterator[str]:
    """Nothing is left of the dot segment."""
    if step.letter in "BC" and step.input.startswith("/"):
        yield step.with_buffers(step.output, step.input[1:])


def slash_not_moved(step: BufferStep) -> Iterator[str]:
    """The slash before the segment gets lost."""
    moved = step.output[len(step.output_before) :]
    if step.letter == "E" and moved.startswith("/") and len(moved) > 1:
        yield step.with_buffers(step.output_before + moved[1:], step.input)


def next_slash_moved(step: BufferStep) -> Iterator[str]:
    """The slash after the segment goes along."""
    if step.letter == "E" and step.input.startswith("/"):
        yield step.with_buffers(f"{step.output}/", step.input[1:])


def two_moved(step: BufferStep) -> Iterator[str]:
    """Two segments at once."""
    if step.letter == "E" and step.input:
        end = step.input.find("/", 1)
        end = len(step.input) if end < 0 else end
        yield step.with_buffers(step.output + step.input[:end], step.input[end:])


def all_moved(step: BufferStep) -> Iterator[str]:
    """The whole input at once."""
    if step.letter == "E" and step.input:
        yield step.with_buffers(step.output + step.input, "")


ROWS = (
    row(
        "output-segment-left",
        segment_left,
        'You left the last segment in the output. Rule C removes it with its "/".',
        "RFC 3986 5.2.4",
    ),
    row(
        "output-slash-left",
        segment_left_without_name,
        'You left a "/" in the output. Rule C removes the last segment with its "/".',
        "RFC 3986 5.2.4",
    ),
    row(
        "input-slash-removed",
        slash_removed,
        'You removed the "/" from the input. Rules B and C leave it there.',
        "RFC 3986 5.2.4",
    ),
    row(
        "segment-without-slash",
        slash_not_moved,
        'You moved the segment without its "/". Rule E moves both.',
        "RFC 3986 5.2.4",
    ),
    row(
        "next-slash-moved",
        next_slash_moved,
        'You moved the next "/", too. Rule E stops before it.',
        "RFC 3986 5.2.4",
    ),
    row(
        "next-segment-moved",
        two_moved,
        "You moved the next segment, too. Rule E moves one segment at a time.",
        "RFC 3986 5.2.4",
    ),
    row(
        "whole-input-moved",
        all_moved,
        "You moved the whole input. Rule E moves one segment at a time.",
        "RFC 3986 5.2.4",
    ),
    row(
        "dot-segment-moved",
        no_answers,
        "You took rule E for a dot segment. Rules B and C come first.",
        "RFC 3986 5.2.4",
    ),
)
CODES = {each.code: each for each in (*dot_steps.ROWS, *ROWS)}


def wrong_rule(step: BufferStep, letter: str) -> Mistake | None:
    """The mistake of who takes another rule; None where none is known."""
    if step.letter not in "BC":
        return None
    codes = {"B": "rules-swapped", "C": "rules-swapped", "A": "rule-a-after-slash"}
    codes["E"] = "dot-segment-moved"
    if step.input_before in {"/.", "/.."}:
        codes["D"] = "rule-d-after-slash"
    return CODES[codes[letter]] if letter in codes else None
