"""What was decided step by step: each can be undone and redone, also after the case was closed.

A case keeps the last ``MOST_STEPS``, and fewer where they changed more than ``MOST_CHANGES`` in
all; the last one stays in any case.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeAlias

    from uriinspector.documents.cases.link_row import Decision, DecisionKey

    Decisions: TypeAlias = "dict[DecisionKey, Decision]"

MOST_STEPS, MOST_CHANGES = 1_000, 1_000_000
# A step in the file: done, undone, or a note that is still being written.
DONE, UNDONE, DRAFT = range(3)


class DecisionChange(NamedTuple):
    """What was decided before a step, and after it."""

    before: Decision
    after: Decision


class DecisionStep(NamedTuple):
    """One step: ``number`` rises from step to step, ``at`` is in seconds since 1970."""

    number: int
    at: int
    changes: Mapping[DecisionKey, DecisionChange]

    @property
    def before(self) -> Decisions:
        """What was decided before it."""
        return {key: change.before for key, change in self.changes.items()}

    @property
    def after(self) -> Decisions:
        """What was decided by it."""
        return {key: change.after for key, change in self.changes.items()}

    def marked(self) -> tuple[DecisionKey, ...]:
        """Return what it marked."""
        changes = self.changes.items()
        return tuple(key for key, each in changes if each.after.mark not in {"", each.before.mark})

    def moved(self, number_of: Callable[[int], int | None]) -> DecisionStep:
        """The same by the new numbers of links; without those that are gone.  Files keep theirs."""
        moved = (
            (number_of(key) if isinstance(key, int) else key, change)
            for key, change in self.changes.items()
        )
        return self._replace(changes={key: each for key, each in moved if key is not None})


@dataclass(slots=True)
class StepHistory:
    """The steps that can be undone, and those that were undone; the last one is at the end."""

    done: list[DecisionStep] = field(default_factory=list)
    undone: list[DecisionStep] = field(default_factory=list)

    def next_step(
        self, decisions: Mapping[DecisionKey, Decision], old: Decisions, at: int
    ) -> DecisionStep:
        """The step that decides this, which does not belong to the history yet.

        Its number is that of no step of the file either, should that not be read yet: in
        microseconds, where the clock was not set back.
        """
        number = max([at * 1_000_000, *(each.number + 1 for each in (*self.done, *self.undone))])
        same: dict[DecisionChange, DecisionChange] = {}
        changes = {}
        for key, after in decisions.items():
            change = DecisionChange(old[key], after)
            changes[key] = same.setdefault(change, change)
        return DecisionStep(number, at, changes)

    def add(self, step: DecisionStep) -> None:
        """Add a step that was just done: what was undone before it cannot be redone any more."""
        self.done.append(step)
        self.undone.clear()
        del self.done[: first_within_limit([len(each.changes) for each in self.done])]

    def undo(self) -> DecisionStep | None:
        """Take the last step back."""
        return _moved_step(self.done, self.undone)

    def redo(self) -> DecisionStep | None:
        """Do again what was undone last."""
        return _moved_step(self.undone, self.done)

    def join(self, saved: StepHistory) -> None:
        """Put what the file keeps before the steps that were done while it was being read."""
        fresh = {each.number for each in (*self.done, *self.undone)}
        is_new = bool(self.done)
        self.done[:0] = [each for each in saved.done if each.number not in fresh]
        if not is_new:
            self.undone[:0] = [each for each in saved.undone if each.number not in fresh]

    def renumber(self, number_of: Callable[[int], int | None]) -> None:
        """Keep up with links that have other numbers now."""
        for steps in (self.done, self.undone):
            moved = [each.moved(number_of) for each in steps]
            steps[:] = [each for each in moved if each.changes]

    def last_marked(self) -> tuple[DecisionKey, ...]:
        """Return what was marked last and not undone."""
        marked = (each.marked() for each in reversed(self.done))
        return next(filter(None, marked), ())

    @property
    def is_filled(self) -> bool:
        """Whether there is any step."""
        return bool(self.done or self.undone)

    def copy(self) -> StepHistory:
        """The same for another thread."""
        return StepHistory(list(self.done), list(self.undone))

    def clear(self) -> None:
        """Forget all steps."""
        self.done.clear()
        self.undone.clear()


def first_within_limit(sizes: Iterable[int]) -> int:
    """The place of the oldest step that is kept, of steps that changed so many decisions each."""
    sizes = list(sizes)
    oldest, total = len(sizes), 0
    while oldest and len(sizes) - oldest < MOST_STEPS:
        total += sizes[oldest - 1]
        if total > MOST_CHANGES and oldest < len(sizes):
            break
        oldest -= 1
    return oldest


def _moved_step(source: list[DecisionStep], target: list[DecisionStep]) -> DecisionStep | None:
    if not source:
        return None
    target.append(source.pop())
    return target[-1]
