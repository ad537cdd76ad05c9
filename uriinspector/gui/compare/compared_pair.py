"""All that is found out about two references at once.  No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import uriinspector
from uriinspector.analysis.likeness import likeness
from uriinspector.core.compare import compare
from uriinspector.core.schemes.urn.equivalence import equivalent

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.likeness import Likeness
    from uriinspector.core.appearance import Appearance
    from uriinspector.core.compare import Comparison
    from uriinspector.core.schemes.urn.equivalence import Ruling


class ComparePair(NamedTuple):
    """Two texts, the edition to compare them by, and that of the rules for URNs."""

    a: str
    b: str
    edition: str = "2005"
    urn_edition: str = "rfc8141"

    @property
    def length(self) -> int:
        """In characters, of both."""
        return len(self.a) + len(self.b)


@dataclass(frozen=True, slots=True)
class Compared:
    """A pair looked at; without one of the texts only the other one is inspected."""

    pair: ComparePair
    a: Inspection | None
    b: Inspection | None
    both: Both | None


@dataclass(frozen=True, slots=True)
class Both:
    """What the two are to each other."""

    comparison: Comparison
    appearance: Appearance
    likeness: Likeness
    urn_rules: tuple[Ruling, ...]  # empty unless both are URNs


def look_at(pair: ComparePair) -> Compared:
    """Inspect each of the two, and compare them where there are two."""
    a, b = (
        uriinspector.inspect(text, edition=pair.edition, urn_edition=pair.urn_edition)
        if text
        else None
        for text in (pair.a, pair.b)
    )
    return Compared(pair, a, b, _both(pair) if a and b else None)


def _both(pair: ComparePair) -> Both:
    comparison = compare(pair.a, pair.b, edition=pair.edition, urn_edition=pair.urn_edition)
    rules = equivalent(pair.a, pair.b, pair.urn_edition)
    are_urns = all(each.equal is not None for each in rules)
    return Both(
        comparison,
        comparison.appearance,
        likeness(pair.a, pair.b, edition=pair.edition),
        rules if are_urns else (),
    )
