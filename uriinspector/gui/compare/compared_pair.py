"""All that is found out about two references at once.  No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import uriinspector
from uriinspector.analysis.likeness import likeness
from uriinspector.core.compare import compare
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.likeness import Likeness
    from uriinspector.core.appearance import Appearance
    from uriinspector.core.compare import Comparison


class ComparePair(NamedTuple):
    """Two texts with their bases, and the editions to compare them by."""

    a: str
    b: str
    edition: str = "2005"
    urn_edition: str = "rfc8141"
    # What each is resolved against; "" where it is compared as it stands.
    base_a: str = ""
    base_b: str = ""
    fragments: bool = True  # whether they take part

    @property
    def length(self) -> int:
        """In characters, of both and their bases."""
        return len(self.a) + len(self.b) + len(self.base_a) + len(self.base_b)

    @property
    def swapped(self) -> ComparePair:
        """The one in the place of the other."""
        return self._replace(a=self.b, b=self.a, base_a=self.base_b, base_b=self.base_a)


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


def look_at(pair: ComparePair) -> Compared:
    """Inspect each of the two, and compare them where there are two."""
    a, b = (
        uriinspector.inspect(
            text, base=base or None, edition=pair.edition, urn_edition=pair.urn_edition
        )
        if text
        else None
        for text, base in ((pair.a, pair.base_a), (pair.b, pair.base_b))
    )
    return Compared(pair, a, b, _both(pair) if a and b else None)


def compared_texts(pair: ComparePair) -> tuple[str, str]:
    """What is really compared: targets where there are bases, or texts without fragments."""
    return _texts(_comparison(pair)) if pair.a and pair.b else (pair.a, pair.b)


def _texts(comparison: Comparison) -> tuple[str, str]:
    a, b = (side.compared or side.text for side in comparison.sides)
    return a, b


def _comparison(pair: ComparePair) -> Comparison:
    return compare(
        pair.a,
        pair.b,
        edition=pair.edition,
        urn_edition=pair.urn_edition,
        base_a=pair.base_a or None,
        base_b=pair.base_b or None,
        fragments=pair.fragments,
    )


def _both(pair: ComparePair) -> Both:
    comparison = _comparison(pair)
    a, b = _texts(comparison)
    return Both(comparison, comparison.appearance, likeness(a, b, edition=pair.edition))
