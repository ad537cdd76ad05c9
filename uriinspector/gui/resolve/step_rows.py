"""The rows of the table of steps: what a step cut and what it added, where it stood.

A step keeps offsets; no more of a buffer is written out than a cell can show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, overload

from uriinspector.core.model import NamedTuple, Part
from uriinspector.core.reference import Buffer, has_two_buffers, newest
from uriinspector.gui.resolve.variants import NO_CLAUSE
from uriinspector.gui.text.pieces import Kind, Pieces, changed, ours, outside, plain_text, shown
from uriinspector.gui.text.text_diff import common_start
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.core.reference import Step

# So much of a buffer is shown: the end of what is done, the beginning of what is to be read.
MOST = 160
ELLIPSIS = "\u2026"
# What is heard of what is struck through or green.
CHANGES = (("removed", Kind.CUT), ("added", Kind.ADDED))
PARTS = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)


@dataclass(frozen=True)
class StepRow:
    """One step, its number, and the cells that show it."""

    number: int
    step: Step

    @property
    def rule(self) -> str:
        """The clause that the step follows."""
        return self.step.rule

    @property
    def note(self) -> str:
        """What happens."""
        return say(self.step.note)

    @cached_property
    def output(self) -> Pieces:
        """What is done: what came to it, or what was taken away."""
        step = self.step
        if isinstance(step.after, Buffer):
            before = step.before if isinstance(step.before, Buffer) else step.after
            return _output(before, step.after)
        # A component that is set is shown by itself, though it may be read from the buffer (1997).
        if (step.before is None or step.part) and step.after is not None:
            name = f"T.{step.part.value}" if step.part else say("target")
            return (*ours(f"{name}  ", Kind.MUTED), *self.value)
        return ()

    @property
    def value(self) -> Pieces:
        """The text of a component that is set, or of the target: no buffer holds it."""
        after = self.step.after
        return shown([(_begun(after), Kind.PLAIN)]) if isinstance(after, str) else ()

    @cached_property
    def input(self) -> Pieces:
        """What is still to be read: what was cut off it, and what stays."""
        step = self.step
        if isinstance(step.after, Buffer):
            before = step.before if isinstance(step.before, Buffer) else step.after
            return shown(_input(before, step.after))
        if isinstance(step.before, str) and isinstance(step.after, str) and not step.part:
            return _rewritten(step.before, step.after)
        return ()

    @property
    def buffer(self) -> Pieces:
        """Both in one, where the algorithm has one buffer: 1997, 2003, and the result of 1994."""
        return (*self.output, *self.input)

    @property
    def sentence(self) -> str:
        """All of it in words: the clause, what happens, what is cut, added and left."""
        if self.step.part:
            cells = [(f"T.{self.step.part.value}", self.value)]
        elif self.output and not self.input and self.step.before is None:
            cells = [(say("target"), self.value)]
        else:
            cells = [(say("output buffer"), self.output), (say("input buffer"), self.input)]
        begun = f"{self.number}, {self.rule.removesuffix(NO_CLAUSE)}: {self.note}"
        return "; ".join([begun, *(_spoken(*cell) for cell in cells if cell[1])])


def _spoken(name: str, pieces: Pieces) -> str:
    """A cell in words; what is cut is no more there."""
    words = [
        f"{say(word)} {plain_text(each for each in pieces if each.kind is kind)}"
        for word, kind in CHANGES
        if any(each.kind is kind for each in pieces)
    ]
    rest = plain_text(each for each in pieces if each.kind is not Kind.CUT)
    return ", ".join([f"{name}: {rest or say('empty')}", *words])


class StepRows(Sequence[StepRow]):
    """The rows; each is made when somebody looks at it, and kept while others look."""

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
    """A text and what became of it; mostly something was cut or added at one place."""
    first = common_start(before, after)
    last = common_start(before[first:][::-1], after[first:][::-1])
    cut, added = before[first : len(before) - last], after[first : len(after) - last]
    front, back = (newest((None, after[:first]), MOST), _begun(after[len(after) - last :]))
    middle = changed(_begun(cut), _begun(added))
    return (*outside(front), *middle, *outside(back))


def _begun(text: str) -> str:
    return text if len(text) <= MOST else text[:MOST] + ELLIPSIS


def _output(before: Buffer, after: Buffer) -> Pieces:
    """A buffer is a chain: one link more was added, one less was cut."""
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
        return [(rest, Kind.PLAIN)]  # it moved over: it is marked there
    if after.start > before.start:
        return [(source[before.start : after.start], Kind.CUT), (rest, Kind.PLAIN)]
    # The last dots went, and the slash before them stays.
    return [(rest, Kind.PLAIN), (source[after.end : before.end], Kind.CUT)]


class StepState(NamedTuple):
    """What is there after a step: a name, and a text or None where there is none yet."""

    name: str
    text: str | None
    note: str = ""


def state_after(steps: Sequence[Step], number: int, edition: str = "2005") -> list[StepState]:
    """The buffers and the components of the target after so many steps."""
    done = steps[:number]
    states = list(_buffers(done) if has_two_buffers(edition) else _buffer(done))
    concluding = {step.part: step for step in done[-2 * len(PARTS) :] if step.part}
    if not any(step.part for step in steps):
        return [*states, _whole(done)]
    for part in PARTS:
        set_by = concluding.get(part)
        name = f"T.{part.value}"
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
    """The one buffer; a step that only reads a component from it leaves it as it is."""
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
    """The beginning of what is still to be read."""
    rest = buffer.source[buffer.start : min(buffer.end, buffer.start + MOST)]
    return rest + (ELLIPSIS if buffer.end - buffer.start > MOST else "")


def _whole(done: Sequence[Step]) -> StepState:
    """1994 does not put the target together part by part: it is there at once."""
    result = (step.after for step in reversed(done) if step.before is None)
    target = next((after for after in result if isinstance(after, str)), None)
    return StepState(say("target"), target, "" if target is not None else say("not set yet"))


def _buffers(done: Sequence[Step]) -> list[StepState]:
    """The newest buffer, as whole as it is shown; nothing before the first one."""
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
