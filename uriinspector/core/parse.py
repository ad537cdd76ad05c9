"""Parsing and resolution in all editions, without raising for any text."""

from collections.abc import Callable, Iterable

from uriinspector.core.model import Json, Node, Part, Problem, json_of
from uriinspector.core.reference import STEPS_IN_JSON, Edition, Manner, Outcome, Reference, Step


def not_text(name: str, value: object) -> TypeError:
    """Return the error for an argument that must be a str."""
    return TypeError(f"{name} must be str, not {type(value).__name__}")


def texts_of(name: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts as a tuple; a single str is one text, not a sequence of characters."""
    result = (texts,) if isinstance(texts, str) else tuple(texts)
    for each in result:
        if not isinstance(each, str):
            raise not_text(name, each)
    return result


def unknown_choice(name: str, value: object, known: Iterable[str]) -> ValueError:
    """Return the error for an unknown option."""
    return ValueError(f"unknown {name} {value!r}: one of {', '.join(known)}")


YEARS = ("1994", "1997", "2003", "2005")
# The documents that define which URNs are equivalent.
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
    """Return the derivation tree; its module is imported on first use."""
    from uriinspector.core import derivation

    return derivation.derive(reference)


class Editions(dict[str, "Edition"]):
    """The editions by year, loaded on first use."""

    def __missing__(self, year: str) -> Edition:
        if year not in YEARS:
            raise KeyError(year)
        return self.setdefault(year, _read(year)._replace(derive=derive))


EDITIONS = Editions()


def editions() -> dict[str, Edition]:
    return {year: EDITIONS[year] for year in YEARS}


def edition_named(name: object) -> Edition:
    """Return the edition for a year; raise ValueError if it is unknown."""
    try:
        return EDITIONS[name]  # type: ignore[index]
    except (KeyError, TypeError):
        raise unknown_choice("edition", name, YEARS) from None


def parse(text: str, *, edition: str = "2005") -> Reference:
    """Parse a text according to an edition; this never fails: ``violations`` lists faults."""
    if not isinstance(text, str):
        raise not_text("text", text)
    rules = edition_named(edition)
    return Reference(text, rules, rules.read(text))


# 2003, merge step 7: what to do with ".." above the root.
ABOVE_ROOT = ("keep", "drop", "refuse")
LENIENT, STRICT = (
    {above_root: Manner(strict, above_root) for above_root in ABOVE_ROOT}
    for strict in (False, True)
)


class Algorithms(dict[str, "Callable[..., Outcome]"]):
    """The resolution algorithms by year, loaded on first use because most links need none."""

    def __missing__(self, year: str) -> Callable[..., Outcome]:
        if year == "1994":
            from uriinspector.core.editions import year1994

            return self.setdefault(year, year1994.resolve)
        from uriinspector.core import resolution

        return self.setdefault(year, resolution.ALGORITHMS[year])


ALGORITHMS = Algorithms()


class Resolution:
    """The result of resolving a reference against a base; the steps are computed on demand."""

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
        return self._inputs() == other._inputs()

    def __hash__(self) -> int:
        return hash(self._inputs())

    def _inputs(self) -> tuple[str, str, str, Manner]:
        """Return all the values on which the result depends."""
        return self._base, self._reference, self.edition, self._manner

    @property
    def base(self) -> str:
        return self._base

    @property
    def reference(self) -> str:
        return self._reference

    @property
    def target(self) -> str | None:
        """The resolved reference; None for the current document, or if there is a problem."""
        return self._outcome[0]

    @property
    def problem(self) -> Problem | None:
        """The reason why there is no target, if there is one."""
        return self._outcome[1]

    @property
    def same_document(self) -> bool:
        """True if the target is the current document (1997, 2003) or equals the base (2005
        4.4).
        """
        target, problem = self._outcome
        if target is None:
            return problem is None
        base = self.base.partition("#")[0]
        return self._rules.compares_with_base and target.partition("#")[0] == base

    @property
    def edition(self) -> str:
        return self._rules.name

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the algorithm, recorded by running it again."""
        try:
            return self._steps
        except AttributeError:
            steps: list[Step] = []
            ALGORITHMS[self.edition](self.base, self.reference, self._manner, steps.append)
            self._steps: tuple[Step, ...] = tuple(steps)
            return self._steps

    @property
    def origins(self) -> dict[Part, str]:
        """The origin of each component of the target: base, reference or merged."""
        return {step.part: step.origin for step in self.steps if step.part and step.origin}

    def to_dict(self) -> Json:
        """Return the result as JSON, with the first steps and the number of omitted ones."""
        shown = self.steps[:STEPS_IN_JSON]
        return {
            "schema": 1,
            **json_of(self, "base reference edition target problem same_document"),
            "steps": [step.to_dict() for step in shown],
            "omitted": len(self.steps) - len(shown),
        }


def resolve(
    base: str, text: str, *, edition: str = "2005", strict: bool = True, above_root: str = "keep"
) -> Resolution:
    """Resolve a reference against a base.

    ``strict`` and ``above_root`` settle questions that some editions leave open.
    """
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
    return Resolution(base, text, rules, manner, ALGORITHMS[edition](base, text, manner))
