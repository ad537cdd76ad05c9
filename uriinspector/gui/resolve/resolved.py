"""All that the page shows of a pair, made before it is shown: long pairs are not waited for.

No Qt here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.analysis.annotated import Annotated, Stretch, covering, labelled
from uriinspector.analysis.variants import remark
from uriinspector.core.model import NamedTuple, Part
from uriinspector.core.parse import parse
from uriinspector.gui.editor.look import NOTHING, Look, look_of
from uriinspector.gui.resolve.answers import answers
from uriinspector.gui.resolve.variants import Variant, outcome, usable
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.core.parse import Resolution
    from uriinspector.core.reference import Step
    from uriinspector.gui.resolve.answers import Answer

# Longer pairs are resolved, but not told step by step.
LONGEST = 100_000
AUTHORITY = frozenset({Part.USERINFO, Part.HOST, Part.PORT})


class ResolvePair(NamedTuple):
    """A base, a reference, and the way to resolve it in."""

    base: str
    reference: str
    variant: Variant

    @property
    def length(self) -> int:
        """In characters, of both."""
        return len(self.base) + len(self.reference)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came of a pair; without steps and answers where it is too long to be told."""

    pair: ResolvePair
    resolution: Resolution
    base_state: str
    problem: str
    remark: str
    look: Look
    steps: tuple[Step, ...] = ()
    answers: tuple[Answer, ...] = ()
    note: str = ""


def resolved(pair: ResolvePair) -> Resolved:
    """Resolve a pair and make what is shown of it."""
    base, text, way = pair
    resolution, state = way.resolve(base, text), usable(way, base)
    if pair.length > LONGEST:
        note = say("This pair is too long to show step by step.")
        return Resolved(pair, resolution, state, outcome(resolution), "", NOTHING, note=note)
    steps = resolution.steps
    look = NOTHING if resolution.target is None else look_of(drawn_by_origin(resolution))
    odd = remark(resolution)
    result = tuple(answers(base, text, way))
    return Resolved(
        pair, resolution, state, outcome(resolution), say(odd) if odd else "", look, steps, result
    )


def drawn_by_origin(resolution: Resolution) -> Annotated:
    """The target with its parts labelled by where they came from."""
    reference = parse(resolution.target or "", edition=resolution.edition)
    values = {step.part: step.after for step in resolution.steps if step.part}
    whole = (reference.authority, reference.path)
    if values and whole != (values[Part.AUTHORITY], values[Part.PATH]):
        parts = tuple(_component_stretches(values, resolution.origins))
    else:
        parts = tuple(_by_origin(labelled(reference), resolution.origins))
    return Annotated(reference.text, tuple(covering(parts, len(reference.text))), None, (), ())


def _by_origin(parts: tuple[Stretch, ...], origins: dict[Part, str]) -> Iterator[Stretch]:
    """An edition that tells no origins leaves the parts their names."""
    for each in parts:
        part = Part.AUTHORITY if each.part in AUTHORITY else each.part
        yield each._replace(label=origins.get(part, each.label) if part else each.label)


# What stands before a component of a target, and what behind it (5.3).
AROUND = (
    (Part.SCHEME, "", ":"),
    (Part.AUTHORITY, "//", ""),
    (Part.PATH, "", ""),
    (Part.QUERY, "?", ""),
    (Part.FRAGMENT, "#", ""),
)


def _component_stretches(
    values: Mapping[Part, object], origins: Mapping[Part, str]
) -> Iterator[Stretch]:
    """The components where they were put, for a target that reads back as other ones.

    1997: "http://a" and "g" make "http://ag", whose "g" is merged and no part of the base's site.
    """
    at = 0
    for part, before, behind in AROUND:
        text = values[part]
        if isinstance(text, str):
            start, end = at + len(before), at + len(before) + len(text)
            if text:
                # A site that is a host alone looks like one.
                is_host = part is Part.AUTHORITY and not {"@", ":"} & set(text)
                yield Stretch(start, end, Part.HOST if is_host else part, origins[part])
            at = end + len(behind)
