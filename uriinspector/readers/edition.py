"""The four editions as readers: they accept what is in their language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.parse import parse
from uriinspector.readers.reading import Reading, reading_of

if TYPE_CHECKING:
    from uriinspector.core.model import Violation


def read(text: str, edition: str) -> Reading:
    """The components as the edition has them; the note names the first fault."""
    reference = parse(text, edition=edition)
    faults = reference.violations
    return reading_of(
        edition, reference, accepted=not faults, note=_acceptance_note(edition, faults)
    )


def _acceptance_note(edition: str, faults: tuple[Violation, ...]) -> str | None:
    if not faults:
        return None
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"does not match the {edition} grammar: {faults[0].message}{more}"
