"""Resolution: a base and a reference make a target, by the algorithm of one edition."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.core.editions.table import EDITIONS, edition_named
from uriinspector.core.misuse import not_text, unknown_choice
from uriinspector.core.resolution import STEPS_IN_JSON, Base, Manner, Step

if TYPE_CHECKING:
    from uriinspector.core.model import Json, Part, Problem
    from uriinspector.core.reference import Edition

# 2003, merge step 7: what to do with ".." that is left above the root.
ABOVE_ROOT = ("keep", "drop", "refuse")
MANNERS = {
    (strict, above_root): Manner(strict, above_root)
    for strict in (True, False)
    for above_root in ABOVE_ROOT
}


class Resolution:
    """What an edition made of a base and a reference; the steps are told when asked for."""

    __slots__ = (
        "_manner",
        "_rules",
        "_steps",
        "base",
        "problem",
        "reference",
        "same_document",
        "target",
    )

    def __init__(
        self, base: str, reference: str, rules: Edition, manner: Manner, parsed_base: Base
    ) -> None:
        self.base = base
        self.reference = reference
        self._rules = rules
        self._manner = manner
        self.target: str | None
        self.problem: Problem | None
        self.same_document: bool
        self.target, self.problem, self.same_document = rules.resolve(
            parsed_base, reference, manner, None
        )

    def __repr__(self) -> str:
        return f"Resolution({self.base!r}, {self.reference!r}, target={self.target!r})"

    @property
    def edition(self) -> str:
        """The edition whose algorithm it is."""
        return self._rules.name

    @property
    def steps(self) -> tuple[Step, ...]:
        """The same algorithm once more, with a recorder."""
        try:
            return self._steps
        except AttributeError:
            steps: list[Step] = []
            base = _parsed(self._rules.name, self.base)
            self._rules.resolve(base, self.reference, self._manner, steps.append)
            self._steps: tuple[Step, ...] = tuple(steps)
            return self._steps

    @property
    def origins(self) -> dict[Part, str]:
        """Where each component of the target came from: base, reference or merged."""
        return {step.part: step.origin for step in self.steps if step.part and step.origin}

    def to_dict(self) -> Json:
        """As in the JSON of the package: the first steps, and how many more there are."""
        shown = self.steps[:STEPS_IN_JSON]
        return {
            "schema": 1,
            "base": self.base,
            "reference": self.reference,
            "edition": self.edition,
            "target": self.target,
            "problem": self.problem.to_dict() if self.problem else None,
            "same_document": self.same_document,
            "steps": [step.to_dict() for step in shown],
            "omitted": len(self.steps) - len(shown),
        }


@lru_cache(maxsize=64)
def _parsed(edition: str, base: str) -> Base:
    """A base is the same for a whole document: parsed once."""
    return EDITIONS[edition].base(base)


def resolve(
    base: str,
    text: str,
    *,
    edition: str = "2005",
    strict: bool = True,
    above_root: str = "keep",
) -> Resolution:
    """The target; ``strict`` and ``above_root`` are for the editions that leave a choice."""
    if not isinstance(base, str):
        raise not_text("base", base)
    if not isinstance(text, str):
        raise not_text("text", text)
    rules = EDITIONS.get(edition) or edition_named(edition)
    manner = MANNERS.get((bool(strict), above_root))
    if manner is None:
        raise unknown_choice("above_root", above_root, ABOVE_ROOT)
    return Resolution(base, text, rules, manner, _parsed(rules.name, base))
