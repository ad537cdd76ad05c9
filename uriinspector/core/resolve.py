"""Resolution: a base and a reference make a target, by the algorithm of one edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.editions.table import edition_named
from uriinspector.core.misuse import not_text, unknown_choice
from uriinspector.core.resolution import STEPS_IN_JSON, Manner, Step

if TYPE_CHECKING:
    from uriinspector.core.model import Json, Part
    from uriinspector.core.reference import Edition
    from uriinspector.core.resolution import Outcome

# 2003, merge step 7: what to do with ".." that is left above the root.
ABOVE_ROOT = ("keep", "drop", "refuse")
LENIENT, STRICT = (
    {above_root: Manner(strict, above_root) for above_root in ABOVE_ROOT}
    for strict in (False, True)
)


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
        self, base: str, reference: str, rules: Edition, manner: Manner, outcome: Outcome
    ) -> None:
        self.base = base
        self.reference = reference
        self._rules = rules
        self._manner = manner
        self.target, self.problem, self.same_document = outcome

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
            rules = self._rules
            rules.resolve(rules.base(self.base), self.reference, self._manner, steps.append)
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
    rules = edition_named(edition)
    manner = (STRICT if strict else LENIENT).get(above_root)
    if manner is None:
        raise unknown_choice("above_root", above_root, ABOVE_ROOT)
    outcome = rules.resolve(rules.base(base), text, manner, None)
    return Resolution(base, text, rules, manner, outcome)
