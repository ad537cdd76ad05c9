"""References inside of a reference: found, taken out, and inspected each in its turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts


@dataclass(frozen=True, slots=True)
class Layer:
    """One reference inside of another: where it stands, how it got there, what it says.

    ``via`` is "query-value", "path-tail", "fragment", "base64", "data", "scheme" or "rewriter";
    ``service`` names a known rewriter or redirector, and ``follows`` tells whether a browser that
    opens the outer link ends up at this one.
    """

    start: int
    end: int
    via: str
    text: str
    service: str = ""
    follows: bool = False


def layers(facts: Facts) -> tuple[Layer, ...]:
    """The references that stand directly inside of this one, in the order of the text."""
    return ()
