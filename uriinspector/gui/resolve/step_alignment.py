"""The steps of two editions for the same pair, beside each other.  No Qt here.

Steps belong together when they do the same: ask the same question, leave the same path, or set the
same component.  One pass over both keeps the time linear.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple, Part
from uriinspector.core.reference import Buffer
from uriinspector.gui.resolve.variants import outcome
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uriinspector.core.parse import Resolution
    from uriinspector.core.reference import Step
    from uriinspector.gui.resolve.variants import Variant

# Longer pairs have thousands of steps, each with a buffer of its own.
LONGEST = 2_000
# No more of a component is quoted in a sentence.
QUOTED = 60

# What the editions ask in words of their own: the question, and whether the answer is yes.
QUESTIONS = {
    "a colon before any slash: a full form, taken unchanged": ("scheme", True),
    "no colon before any slash: a partial form": ("scheme", False),
    "scheme present: absolute, done": ("scheme", True),
    "scheme not present: taken from the base": ("scheme", False),
    "R.scheme is present: R is taken unchanged, including its dot segments": ("scheme", True),
    "R.scheme is present: the base is not needed": ("scheme", True),
    "R.scheme: not present": ("scheme", False),
    "site present: go to step 7": ("authority", True),
    "site not present: taken from the base": ("authority", False),
    "R.authority is present": ("authority", True),
    "R.authority is present: only the scheme comes from the base": ("authority", True),
    "R.authority: not present": ("authority", False),
    'path begins with "/": go to step 7': ("slash", True),
    'path does not begin with "/"': ("slash", False),
    "no leading slash: the path is relative": ("slash", False),
    'R.path starts with "/"': ("slash", True),
    'R.path does not start with "/": merge': ("slash", False),
}
TARGET = "target"


class StepKey(NamedTuple):
    """What a step does, and what comes of it: steps with the same first half belong together."""

    deed: tuple[str, str]
    result: object


@dataclass(frozen=True, slots=True)
class StepPair:
    """What two editions do at the same point; None where one of them does nothing there."""

    left: Step | None
    right: Step | None
    is_different: bool  # both do it, with different results


@dataclass(frozen=True, slots=True)
class StepAlignment:
    """Two ways to resolve a pair: their steps in rows, and what differs in a sentence or two."""

    ways: tuple[Variant, Variant]
    rows: tuple[StepPair, ...]
    sentence: str


def alignment(base: str, reference: str, left: Variant, right: Variant) -> StepAlignment:
    """Resolve a pair in two ways, and put their steps beside each other."""
    if len(base) + len(reference) > LONGEST:
        return StepAlignment(
            (left, right), (), say("This pair is too long to compare step by step.")
        )
    first, second = left.resolve(base, reference), right.resolve(base, reference)
    rows = tuple(aligned(first.steps, second.steps))
    words = sentence(first, second, say(left.title), say(right.title))
    return StepAlignment((left, right), rows, words)


def aligned(left: Sequence[Step], right: Sequence[Step]) -> Iterator[StepPair]:
    """Both sequences in their order; a step has the next one that does the same beside it."""
    others = _keys(right)
    places: dict[tuple[str, str], deque[int]] = defaultdict(deque)
    for number, key in enumerate(others):
        places[key.deed].append(number)
    at = 0
    for step, key in zip(left, _keys(left), strict=True):
        waiting = places[key.deed]
        while waiting and waiting[0] < at:
            waiting.popleft()
        if not waiting:
            yield StepPair(step, None, is_different=False)
            continue
        place = waiting.popleft()
        for each in right[at:place]:
            yield StepPair(None, each, is_different=False)
        yield StepPair(step, right[place], is_different=key.result != others[place].result)
        at = place + 1
    for each in right[at:]:
        yield StepPair(None, each, is_different=False)


def sentence(left: Resolution, right: Resolution, one: str, other: str) -> str:
    """What differs between two ways to resolve a pair, plainly."""
    names = {"left": one, "right": other}
    if left.target is None or right.target is None:
        return _without_target(left, right, names)
    if left.target == right.target:
        return say("{left} and {right} give the same target.", **names)
    first = say("{left} and {right} give different targets.", **names)
    values = _components(left), _components(right)
    for part in _ORDER:
        if part in values[0] and part in values[1] and values[0][part] != values[1][part]:
            texts = {"one": _quoted(values[0][part]), "other": _quoted(values[1][part])}
            template = "The first component that differs is the {part}: {one} and {other}."
            return f"{first} {say(template, part=say(part.value), **texts)}"
    return first


_ORDER = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)


def _without_target(left: Resolution, right: Resolution, names: dict[str, str]) -> str:
    """One of them has none, or neither."""
    if left.target is None and right.target is None:
        return say("Neither {left} nor {right} gives a target.", **names)
    lacking, has, problem = (
        (names["left"], names["right"], outcome(left))
        if left.target is None
        else (names["right"], names["left"], outcome(right))
    )
    words = {"has": has, "lacking": lacking, "reason": problem}
    return say("{has} gives a target, {lacking} gives none: {reason}", **words)


def _components(resolution: Resolution) -> dict[Part, str | None]:
    """The components of the target as the steps set them last; 1994 sets none."""
    steps = [step for step in resolution.steps if step.part]
    return {
        step.part: step.after if isinstance(step.after, str) else None
        for step in steps
        if step.part
    }


def _quoted(value: str | None) -> str:
    if value is None:
        return say("not present")
    text = value if len(value) <= QUOTED else value[:QUOTED] + "\u2026"
    return say('"{text}"', text=visible(text))


def _keys(steps: Sequence[Step]) -> list[StepKey]:
    concluding = {step.part: number for number, step in enumerate(steps) if step.part}
    return [
        _key(step, is_concluding=step.part is not None and concluding[step.part] == number)
        for number, step in enumerate(steps)
    ]


def _key(step: Step, *, is_concluding: bool) -> StepKey:
    """What a step does: sets a component, makes the target, changes the path, or asks."""
    if step.part and is_concluding:
        return StepKey(("part", step.part.value), (step.after, step.origin))
    if step.part is None and step.after is not None:
        before, after = _path(step.before), _path(step.after)
        if step.before is None:
            return StepKey((TARGET, ""), step.after)
        if before != after:
            return StepKey(("path", after), None)
    topic, answer = QUESTIONS.get(step.note, (step.note, None))
    return StepKey(("question", topic), answer)


def _path(state: str | Buffer | None) -> str:
    """The path that a step works on; in 1997 its buffer has the query behind it."""
    text = state.output + state.input if isinstance(state, Buffer) else state or ""
    return text.partition("?")[0]
