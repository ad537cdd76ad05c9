"""The values of resolution: a base, what came of it, and the steps that led there.

Steps keep offsets into one text, never copies of their buffers: two buffers a step would be
hundreds of megabytes on a long path.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias, Union

from uriinspector.core.model import Json, Part, Problem
from uriinspector.core.named_tuple import NamedTuple

STEPS_IN_JSON = 256
# A buffer longer than this is shown by its ends in JSON: 256 steps of a megabyte help nobody.
BUFFER_IN_JSON = 4096

# An output buffer: what was there before, and the newest piece.  A step keeps its buffer by
# keeping one link, and all steps share what they have in common.
Chain: TypeAlias = Union["tuple[Chain, str]", None]


def chained(chain: Chain) -> str:
    """The text of a chain of pieces."""
    pieces = []
    while chain is not None:
        chain, piece = chain
        pieces.append(piece)
    pieces.reverse()
    return "".join(pieces)


def newest(chain: Chain, most: int) -> str:
    """The end of a chain's text, without walking through all of it."""
    pieces: list[str] = []
    size = 0
    while chain is not None and size <= most:
        chain, piece = chain
        pieces.append(piece)
        size += len(piece)
    pieces.reverse()
    text = "".join(pieces)
    return text if chain is None and size <= most else "\u2026" + text[-most:]


class Buffer(NamedTuple):
    """The text that an algorithm works on: what is done, and what is still to be read."""

    source: str
    chain: Chain
    start: int
    end: int

    @property
    def output(self) -> str:
        """What is done."""
        return chained(self.chain)

    @property
    def input(self) -> str:
        """What is still to be read."""
        return self.source[self.start : self.end]


def has_two_buffers(edition: str) -> bool:
    """RFC 3986 5.2.4 moves segments from an input to an output; before it there was one buffer."""
    return edition == "2005"


class Step(NamedTuple):
    """One turn of an edition's algorithm, named by its clause.

    ``before`` and ``after`` are the text that the step works on; ``part`` names the component of
    the target that it sets, and ``origin`` where that came from: base, reference or merged.
    """

    rule: str
    note: str
    before: str | Buffer | None = None
    after: str | Buffer | None = None
    part: Part | None = None
    origin: str | None = None

    def to_dict(self) -> Json:
        """As in the JSON of the package; a buffer algorithm tells output and input apart too."""
        buffer = self.after if isinstance(self.after, Buffer) else None
        return {
            "rule": self.rule,
            "before": _shown(self.before),
            "after": _shown(self.after),
            "note": self.note,
            "output": newest(buffer.chain, BUFFER_IN_JSON) if buffer else None,
            "input": _first(buffer) if buffer else None,
            "part": self.part.value if self.part else None,
            "origin": self.origin,
        }


def _shown(state: str | Buffer | None) -> str | None:
    if state is None:
        return None
    if isinstance(state, Buffer):
        # Where the work is done: the end of what is done, the beginning of what is to be read.
        return newest(state.chain, BUFFER_IN_JSON) + _first(state)
    return _elided(state)


def _first(buffer: Buffer) -> str:
    """The beginning of the input."""
    end = min(buffer.end, buffer.start + BUFFER_IN_JSON)
    return buffer.source[buffer.start : end] + ("\u2026" if end < buffer.end else "")


def _elided(text: str) -> str:
    if len(text) <= BUFFER_IN_JSON:
        return text
    half = BUFFER_IN_JSON // 2
    return f"{text[:half]}\u2026{text[-half:]}"


Record: TypeAlias = Callable[[Step], object]


class Base(NamedTuple):
    """A base, split: only its scheme need be defined."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    without_fragment: str
    # Scheme and authority, with their delimiters.
    origin: str
    # What of it goes in front of a reference, by how the reference begins.
    fronts: dict[int, str]
    # With which of these the target's path may begin with a dot segment.
    dotted: tuple[int, ...]

    def is_same_document(self, target: str) -> bool:
        """Whether a target is the base again, aside from the fragment."""
        return target.partition("#")[0] == self.without_fragment


# A base is the same for a whole document: taken apart once.
remembered = lru_cache(maxsize=16)


class Manner(NamedTuple):
    """The choices that a text leaves open."""

    strict: bool
    above_root: str


# What resolution came to: a target, or why there is none; neither is the current document.
Outcome: TypeAlias = tuple[str | None, Problem | None]


def base_relative(cite: str) -> Problem:
    """The problem that every edition has with a base that is relative itself."""
    explanation = "The reference needs a scheme from the base, and the base has none."
    return Problem("base-relative", explanation, (cite,))


def recompose(
    scheme: str | None,
    authority: str | None = None,
    path: str = "",
    query: str | None = None,
    fragment: str | None = None,
) -> str:
    """Puts the components together: RFC 3986 5.3, and the last step of the drafts before it.

    What is undefined leaves no delimiter; what is empty leaves its delimiter.
    """
    if scheme is not None:
        result = f"{scheme}:{path}" if authority is None else f"{scheme}://{authority}{path}"
    else:
        result = path if authority is None else f"//{authority}{path}"
    if query is not None:
        result = f"{result}?{query}"
    return result if fragment is None else f"{result}#{fragment}"
