"""Rows of steps, for one edition or two compared.

A step stores offsets; only as much of a buffer is extracted as a cell can show. Steps of two
editions are paired if they do the same: ask the same question, leave the same path, or set the
same component. One pass over both keeps the time linear.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import overload

from uriinspector.core.model import NamedTuple, Part
from uriinspector.core.parse import Resolution
from uriinspector.core.reference import Buffer, Step, has_two_buffers, newest
from uriinspector.gui.resolve.variant_rows import NO_CLAUSE, Variant, outcome
from uriinspector.gui.text.pieces import (
    Kind,
    Pieces,
    changed,
    common_start,
    ours,
    outside,
    plain_text,
    shown,
    visible,
)
from uriinspector.gui.text.translation import say

# Maximum number of characters shown: the end of the output, the beginning of the input.
MOST = 160
ELLIPSIS = "\u2026"
# Words for screen readers in place of strikethrough and color.
CHANGES = (("removed", Kind.CUT), ("added", Kind.ADDED))
PARTS = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)


@dataclass(frozen=True)
class StepRow:
    """A step, its number, and its cells."""

    number: int
    step: Step

    @property
    def rule(self) -> str:
        return self.step.rule

    @property
    def note(self) -> str:
        return say(self.step.note)

    @cached_property
    def output(self) -> Pieces:
        """Return the output with what was added or removed, or the component set."""
        step = self.step
        if isinstance(step.after, Buffer):
            before = step.before if isinstance(step.before, Buffer) else step.after
            return _output(before, step.after)
        # A component is shown on its own, even if read from the buffer (1997).
        if (step.before is None or step.part) and step.after is not None:
            name = _name(step.part, step.rule) if step.part else say("target")
            return (*ours(f"{name}  ", Kind.MUTED), *self.value)
        return ()

    @property
    def value(self) -> Pieces:
        """Return the text of a component that is set, or of the target, as no buffer has these."""
        after = self.step.after
        return shown([(_begun(after), Kind.PLAIN)]) if isinstance(after, str) else ()

    @cached_property
    def input(self) -> Pieces:
        """Return the remaining input, with what was removed."""
        step = self.step
        if isinstance(step.after, Buffer):
            before = step.before if isinstance(step.before, Buffer) else step.after
            return shown(_input(before, step.after))
        if isinstance(step.before, str) and isinstance(step.after, str) and not step.part:
            return _rewritten(step.before, step.after)
        return ()

    @property
    def buffer(self) -> Pieces:
        """Return both as one, for algorithms with one buffer: 1997, 2003, and 1994's result."""
        return (*self.output, *self.input)

    @property
    def sentence(self) -> str:
        """Return the row in words: the clause, the note, and the changes."""
        if self.step.part:
            cells = [(_name(self.step.part, self.step.rule), self.value)]
        elif self.output and not self.input and self.step.before is None:
            cells = [(say("target"), self.value)]
        else:
            cells = [(say("output buffer"), self.output), (say("input buffer"), self.input)]
        begun = f"{self.number}, {self.rule.removesuffix(NO_CLAUSE)}: {self.note}"
        return "; ".join([begun, *(_spoken(*cell) for cell in cells if cell[1])])


def _spoken(name: str, pieces: Pieces) -> str:
    """Return a cell in words; removed text is not part of its value."""
    words = [
        f"{say(word)} {plain_text(each for each in pieces if each.kind is kind)}"
        for word, kind in CHANGES
        if any(each.kind is kind for each in pieces)
    ]
    rest = plain_text(each for each in pieces if each.kind is not Kind.CUT)
    return ", ".join([f"{name}: {rest or say('empty')}", *words])


class StepRows(Sequence[StepRow]):
    """The rows of steps, created on access and cached."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._row = lru_cache(maxsize=256)(self._make_row)

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, at: int) -> StepRow: ...

    @overload
    def __getitem__(self, at: slice) -> list[StepRow]: ...

    def __getitem__(self, at: int | slice) -> StepRow | list[StepRow]:
        numbers = range(len(self._steps))[at]
        return self._row(numbers) if isinstance(numbers, int) else list(map(self._row, numbers))

    def _make_row(self, at: int) -> StepRow:
        return StepRow(at + 1, self._steps[at])


def _rewritten(before: str, after: str) -> Pieces:
    """Return a rewritten text, with the middle that differs marked."""
    first = common_start(before, after)
    last = common_start(before[first:][::-1], after[first:][::-1])
    cut, added = before[first : len(before) - last], after[first : len(after) - last]
    front, back = (newest((None, after[:first]), MOST), _begun(after[len(after) - last :]))
    middle = changed(_begun(cut), _begun(added))
    return (*outside(front), *middle, *outside(back))


def _begun(text: str) -> str:
    return text if len(text) <= MOST else text[:MOST] + ELLIPSIS


def _output(before: Buffer, after: Buffer) -> Pieces:
    """Return the output; buffers are chains, so one link more was added, one less removed."""
    old, new = before.chain, after.chain
    if new is not None and new is not old and new[0] is old:
        return shown([(newest(old, MOST), Kind.PLAIN), (new[1], Kind.ADDED)])
    if old is not None and new is old[0]:
        return shown([(newest(new, MOST), Kind.PLAIN), (old[1], Kind.CUT)])
    return shown([(newest(new, MOST), Kind.PLAIN)])


def _input(before: Buffer, after: Buffer) -> list[tuple[str, Kind]]:
    source, rest = after.source, _unread(after)
    chain = after.chain
    if chain is not None and chain is not before.chain and chain[0] is before.chain:
        return [(rest, Kind.PLAIN)]  # it moved to the output, where it is marked
    if after.start > before.start:
        return [(source[before.start : after.start], Kind.CUT), (rest, Kind.PLAIN)]
    # The final dots were removed, and the slash before them stays.
    return [(rest, Kind.PLAIN), (source[after.end : before.end], Kind.CUT)]


class StepState(NamedTuple):
    """A name and its text after a step, or None if it is not set yet."""

    name: str
    text: str | None
    note: str = ""


def _name(part: Part, rule: str) -> str:
    """Return the name of a component of the target; the steps of 1997 call the authority site."""
    is_site = part is Part.AUTHORITY and rule.startswith("5.2 step")
    return f"T.{'site' if is_site else part.value}"


def state_after(steps: Sequence[Step], number: int, edition: str = "2005") -> list[StepState]:
    """Return the buffers and the target's components after a number of steps."""
    done = steps[:number]
    states = list(_buffers(done) if has_two_buffers(edition) else _buffer(done))
    concluding = {step.part: step for step in done[-2 * len(PARTS) :] if step.part}
    if not any(step.part for step in steps):
        return [*states, _whole(done)]
    for part in PARTS:
        set_by = concluding.get(part)
        name = _name(part, steps[0].rule)
        if set_by is None:
            states.append(StepState(name, None, say("not set yet")))
        elif not isinstance(set_by.after, str):
            states.append(StepState(name, None, say("not present")))
        else:
            states.append(
                StepState(name, set_by.after, say(set_by.origin) if set_by.origin else "")
            )
    return states


def _buffer(done: Sequence[Step]) -> Iterator[StepState]:
    """Yield the only buffer; steps that just read a component from it do not count."""
    for step in reversed(done):
        if step.part is None and step.before is not None and step.after is not None:
            after = step.after
            if isinstance(after, str):
                yield StepState(say("buffer"), _begun(after))
            else:
                yield StepState(say("buffer"), newest(after.chain, MOST) + _unread(after))
            return
    yield StepState(say("buffer"), None, say("not set yet"))


def _unread(buffer: Buffer) -> str:
    rest = buffer.source[buffer.start : min(buffer.end, buffer.start + MOST)]
    return rest + (ELLIPSIS if buffer.end - buffer.start > MOST else "")


def _whole(done: Sequence[Step]) -> StepState:
    """Return the whole target, which 1994 does not build part by part."""
    result = (step.after for step in reversed(done) if step.before is None)
    target = next((after for after in result if isinstance(after, str)), None)
    return StepState(say("target"), target, "" if target is not None else say("not set yet"))


def _buffers(done: Sequence[Step]) -> list[StepState]:
    """Return the latest buffers, shortened; not set before the first step with buffers."""
    for step in reversed(done):
        if isinstance(step.after, Buffer):
            after = step.after
            return [
                StepState(say("input buffer"), _unread(after)),
                StepState(say("output buffer"), newest(after.chain, MOST)),
            ]
        if isinstance(step.before, str) and isinstance(step.after, str):
            return [
                StepState(say("input buffer"), _begun(step.after)),
                StepState(say("output buffer"), None, say("empty")),
            ]
    return [
        StepState(say("input buffer"), None, say("not set yet")),
        StepState(say("output buffer"), None, say("not set yet")),
    ]


# Longer pairs have thousands of steps, each with its own buffers.
LONGEST = 2_000
# Maximum number of characters quoted of a component.
QUOTED = 60
# Questions that the editions word differently: the common question, and whether the answer is yes.
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
    """What a step does, and its result; steps that do the same are paired."""

    deed: tuple[str, str]
    result: object


@dataclass(frozen=True, slots=True)
class StepPair:
    """The corresponding steps of two editions; None if one has no such step."""

    left: Step | None
    right: Step | None
    is_different: bool  # both have the step, with different results


@dataclass(frozen=True, slots=True)
class StepAlignment:
    """A pair resolved by two variants: steps in rows, and a summary of the differences."""

    ways: tuple[Variant, Variant]
    rows: tuple[StepPair, ...]
    sentence: str


def alignment(base: str, reference: str, left: Variant, right: Variant) -> StepAlignment:
    """Resolve a pair by two variants, and align their steps."""
    if len(base) + len(reference) > LONGEST:
        return StepAlignment(
            (left, right), (), say("This pair is too long to compare step by step.")
        )
    first, second = left.resolve(base, reference), right.resolve(base, reference)
    rows = tuple(aligned(first.steps, second.steps))
    words = sentence(first, second, say(left.title), say(right.title))
    return StepAlignment((left, right), rows, words)


def aligned(left: Sequence[Step], right: Sequence[Step]) -> Iterator[StepPair]:
    """Yield the steps of both in order; a step is paired with the next one that does the same."""
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
    """Return a summary of how two resolutions differ."""
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
    """Return the summary if one or both have no target."""
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
    """Return the target's components as set by the last steps; none for 1994."""
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
    """Return what a step does: set a component or the target, change the path, or ask."""
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
    """Return the path that a step works on; the buffer of 1997 also has the query after it."""
    text = state.output + state.input if isinstance(state, Buffer) else state or ""
    return text.partition("?")[0]
