"""Comparison: two references climb the ladder until they meet, or are not shown equivalent.

Section 6.1 says that two URIs can be shown to be equivalent and never to be different; that
relative references are compared by their targets, each against its own base; and that fragments
are set aside where a comparison is to decide about a request.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.appearance import Appearance, align
from uriinspector.core.editions.table import URN_EDITIONS
from uriinspector.core.misuse import not_text, unknown_choice
from uriinspector.core.model import Json, Part, Problem
from uriinspector.core.normal import Rung
from uriinspector.core.normalize import normalize
from uriinspector.core.parse import parse
from uriinspector.core.resolve import resolve
from uriinspector.core.schemes.dossier import Choice
from uriinspector.core.schemes.urn.equivalence import Ruling, equivalent

if TYPE_CHECKING:
    from uriinspector.core.resolve import Resolution


NO_TARGET = "no target to compare"
# What says that targets are compared, and that fragments may be set aside: 2003 and 2005 do.
EQUIVALENCE = {"2003": "rfc2396bis-01 6.1", "2005": "RFC 3986 6.1"}
# 1994 and 1997 do not say it, and cite nothing of their own.
ANY_EDITION = "RFC 3986 6.1"
NO_BASE = Problem(
    "no-base",
    "A relative reference is resolved before it is compared; this needs a base URI.",
    (ANY_EDITION,),
)


@dataclass(frozen=True, slots=True)
class ComparedRung:
    """Both texts on one rung; ``equal`` is None where the rung is not climbed."""

    a: Rung
    b: Rung

    @property
    def name(self) -> str:
        """The rung's name."""
        return self.a.name

    @property
    def cites(self) -> tuple[str, ...]:
        """The clauses of both: their schemes may have some of their own."""
        return tuple(dict.fromkeys(self.a.cites + self.b.cites))

    @property
    def equal(self) -> bool | None:
        """Whether they meet here."""
        if self.a.text is None or self.b.text is None:
            return None
        return self.a.text == self.b.text

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "rung": self.name,
            "a": self.a.text,
            "b": self.b.text,
            "equal": self.equal,
            "cites": list(self.cites),
        }


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One of the two: as it is written, and against its base if it has one.

    ``compared`` is what climbs the ladder: the target, or the text where no base is given; None
    where there is a base and no target, and for a relative reference without a base.
    """

    text: str
    base: str | None
    resolution: Resolution | None
    compared: str | None

    @property
    def problem(self) -> Problem | None:
        """Why there is nothing to compare."""
        if self.resolution is None:
            return NO_BASE if self.compared is None else None
        return self.resolution.problem

    def to_dict(self) -> Json:
        """What its base makes of it."""
        resolved = self.resolution
        return {
            "base": self.base,
            "target": resolved.target if resolved else None,
            "problem": self.problem.to_dict() if self.problem else None,
            "same_document": resolved.same_document if resolved else False,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts, rung by rung."""

    sides: tuple[ComparedSide, ComparedSide]
    edition: str
    rungs: tuple[ComparedRung, ...]
    urn_edition: str = "rfc8141"
    fragments: bool = True  # whether they take part

    @property
    def a(self) -> str:
        """The one, as it is written."""
        return self.sides[0].text

    @property
    def b(self) -> str:
        """The other, as it is written."""
        return self.sides[1].text

    @property
    def first_equal(self) -> str | None:
        """The first rung on which they meet; None: not shown equivalent."""
        return next((rung.name for rung in self.rungs if rung.equal), None)

    @property
    def differs(self) -> tuple[Part, ...]:
        """The components in which the last climbed rung still differs."""
        last = self.rungs[-2]
        if last.equal is None:
            return ()
        a, b = (parse(rung.text or "", edition=self.edition) for rung in (last.a, last.b))
        return tuple(part for part in Part if getattr(a, part.value) != getattr(b, part.value))

    @property
    def differs_in_fragment_only(self) -> bool:
        """True if they would meet with fragments set aside, as where it is about retrieval."""
        return self.differs == (Part.FRAGMENT,)

    @property
    def equivalence_cites(self) -> tuple[str, ...]:
        """The clause on targets and fragments, if the edition has one."""
        cite = EQUIVALENCE.get(self.edition)
        return (cite,) if cite else ()

    @property
    def urn_rules(self) -> tuple[Ruling, ...]:
        """What the rules of the URN edition say, one by one; nothing unless both are URNs."""
        a, b = (side.compared or "" for side in self.sides)
        rulings = equivalent(a, b, self.urn_edition)
        return rulings if all(each.equal is not None for each in rulings) else ()

    @property
    def appearance(self) -> Appearance:
        """The two texts character by character."""
        return align(self.a, self.b)

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "schema": 1,
            "a": self.a,
            "b": self.b,
            "edition": self.edition,
            "rungs": [rung.to_dict() for rung in self.rungs],
            "first_equal": self.first_equal,
            "differs": [part.value for part in self.differs],
            "differs_in_fragment_only": self.differs_in_fragment_only,
            "urn_rules": [each.to_dict() for each in self.urn_rules],
            "sides": {name: side.to_dict() for name, side in zip("ab", self.sides, strict=True)},
            "fragments": self.fragments,
            "appearance": self.appearance.to_dict(),
        }


def compare(
    a: str,
    b: str,
    *,
    edition: str = "2005",
    urn_edition: str = "rfc8141",
    base_a: str | None = None,
    base_b: str | None = None,
    fragments: bool = True,
) -> Comparison:
    """Both texts on every rung of the edition's ladder; two URNs by their own edition's rules.

    A text with a base is compared by its target; a relative reference without one is not compared.
    Without ``fragments`` these are left out.
    """
    if urn_edition not in URN_EDITIONS:
        raise unknown_choice("urn_edition", urn_edition, URN_EDITIONS)
    for name, text in (("a", a), ("b", b)):
        if not isinstance(text, str):
            raise not_text(name, text)
    for name, base in (("base_a", base_a), ("base_b", base_b)):
        if base is not None and not isinstance(base, str):
            raise not_text(name, base)
    sides = (_side(a, base_a, edition, fragments), _side(b, base_b, edition, fragments))
    ladders = [_ladder(side.compared, edition, urn_edition) for side in sides]
    pairs = tuple(ComparedRung(*pair) for pair in zip(*ladders, strict=True))
    return Comparison(sides, edition, pairs, urn_edition, fragments)


def _side(text: str, base: str | None, edition: str, fragments: bool) -> ComparedSide:
    resolution = None if base is None else resolve(base, text, edition=edition)
    if resolution:
        compared = resolution.target
    else:
        compared = text if parse(text, edition=edition).scheme is not None else None
    if compared is not None and not fragments:
        compared = without_fragment(compared, edition)
    return ComparedSide(text, base, resolution, compared)


def without_fragment(text: str, edition: str) -> str:
    """The text without its fragment and the "#" before it, wherever the edition finds them."""
    span = parse(text, edition=edition).span(Part.FRAGMENT)
    return text if span is None else text[: span.start - 1] + text[span.end :]


def _ladder(text: str | None, edition: str, urn_edition: str) -> tuple[Rung, ...]:
    """Every rung; what has no target stands on none of them."""
    rungs = normalize(parse(text or "", edition=edition), Choice(urn_edition), comparing=True)
    if text is not None:
        return rungs
    return tuple(Rung(each.name, None, NO_TARGET, each.cites) for each in rungs)
