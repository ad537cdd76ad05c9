"""Parsing and resolution by the table of editions; no text makes them fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from uriinspector.core.model import Json, Node, Part, Problem
from uriinspector.core.reference import STEPS_IN_JSON, Edition, Manner, Outcome, Reference, Step


def not_text(name: str, value: object) -> TypeError:
    """Something else than a str where a text is due."""
    return TypeError(f"{name} must be str, not {type(value).__name__}")


def texts_of(name: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Texts as they are handed over: one alone would be taken apart into its letters."""
    result = (texts,) if isinstance(texts, str) else tuple(texts)
    for each in result:
        if not isinstance(each, str):
            raise not_text(name, each)
    return result


def unknown_choice(name: str, value: object, known: Iterable[str]) -> ValueError:
    """A name that is in no table."""
    return ValueError(f"unknown {name} {value!r}: one of {', '.join(known)}")


YEARS = ("1994", "1997", "2003", "2005")
# What is compared of urns, by the text that says it.
URN_EDITIONS = ("rfc2141", "draft2012", "rfc8141")


def _read(year: str) -> Edition:
    if year == "1994":
        from uriinspector.core.editions import year1994

        return year1994.EDITION
    if year == "1997":
        from uriinspector.core.editions import year1997

        return year1997.EDITION
    if year == "2003":
        from uriinspector.core.editions import year2003

        return year2003.EDITION
    from uriinspector.core.editions import year2005

    return year2005.EDITION


def derive(reference: Reference) -> Node:
    """The tree of the rules over a text; what makes it is read when the first one is wanted."""
    from uriinspector.core import derivation

    return derivation.derive(reference)


class Editions(dict[str, "Edition"]):
    """Those that were asked for."""

    def __missing__(self, year: str) -> Edition:
        if year not in YEARS:
            raise KeyError(year)
        return self.setdefault(year, _read(year)._replace(derive=derive))


EDITIONS = Editions()


def editions() -> dict[str, Edition]:
    """All of them, by year."""
    return {year: EDITIONS[year] for year in YEARS}


def edition_named(name: object) -> Edition:
    """The edition of that year; an unknown one is the caller's mistake."""
    try:
        return EDITIONS[name]  # type: ignore[index]
    except (KeyError, TypeError):
        raise unknown_choice("edition", name, YEARS) from None


def parse(text: str, *, edition: str = "2005") -> Reference:
    """The text as that edition reads it."""
    if not isinstance(text, str):
        raise not_text("text", text)
    rules = edition_named(edition)
    return Reference(text, rules, rules.read(text))


# 2003, merge step 7: what to do with ".." that is left above the root.
ABOVE_ROOT = ("keep", "drop", "refuse")
LENIENT, STRICT = (
    {above_root: Manner(strict, above_root) for above_root in ABOVE_ROOT}
    for strict in (False, True)
)


class Algorithms(dict[str, "Callable[..., Outcome]"]):
    """Those that were asked for: most links are inspected without one."""

    def __missing__(self, year: str) -> Callable[..., Outcome]:
        if year == "1994":
            from uriinspector.core.editions import year1994

            return self.setdefault(year, year1994.resolve)
        from uriinspector.core import resolution

        return self.setdefault(year, resolution.ALGORITHMS[year])


ALGORITHMS = Algorithms()


class Resolution:
    """What an edition made of a base and a reference; the steps are told when asked for."""

    __slots__ = ("_base", "_manner", "_outcome", "_reference", "_rules", "_steps")

    def __init__(
        self, base: str, reference: str, rules: Edition, manner: Manner, outcome: Outcome
    ) -> None:
        self._base = base
        self._reference = reference
        self._rules = rules
        self._manner = manner
        self._outcome = outcome

    def __repr__(self) -> str:
        return f"Resolution({self.base!r}, {self.reference!r}, target={self.target!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Resolution):
            return NotImplemented
        return self._asked() == other._asked()

    def __hash__(self) -> int:
        return hash(self._asked())

    def _asked(self) -> tuple[str, str, str, Manner]:
        """All that the answer depends on."""
        return self._base, self._reference, self.edition, self._manner

    @property
    def base(self) -> str:
        """The base as it was given."""
        return self._base

    @property
    def reference(self) -> str:
        """The reference as it was given."""
        return self._reference

    @property
    def target(self) -> str | None:
        """The reference as it stands without the base; None where there is none."""
        return self._outcome[0]

    @property
    def problem(self) -> Problem | None:
        """Why there is no target."""
        return self._outcome[1]

    @property
    def same_document(self) -> bool:
        """Whether it is the current document (1997, 2003), or the base again (2005 4.4)."""
        target, problem = self._outcome
        if target is None:
            return problem is None
        base = self.base.partition("#")[0]
        return self._rules.compares_with_base and target.partition("#")[0] == base

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
            transform = ALGORITHMS[self.edition]
            transform(self.base, self.reference, self._manner, steps.append)
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
    try:
        rules = EDITIONS[edition]
        manner = STRICT[above_root] if strict else LENIENT[above_root]
    except (KeyError, TypeError):
        edition_named(edition)
        raise unknown_choice("above_root", above_root, ABOVE_ROOT) from None
    transform = ALGORITHMS[edition]
    return Resolution(base, text, rules, manner, transform(base, text, manner))
