"""Many references put into classes: those that have met on a rung of the ladder.

Each text climbs once, so that the cost is linear; equal forms make the classes, which is why two
texts of one class meet exactly where ``compare`` has them meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.misuse import unknown_choice
from uriinspector.core.normal import CASE, DOTS, ESCAPES, SCHEME, STRING
from uriinspector.core.normalize import normalize
from uriinspector.core.parse import parse
from uriinspector.core.schemes.dossier import Choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uriinspector.core.reference import Reference

# The rungs that are climbed, from the strictest comparison to the most generous one.
RUNGS = (STRING, CASE, ESCAPES, DOTS, SCHEME)


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """Texts that are the same on a rung: the form that they have there, in the order given."""

    form: str
    texts: tuple[str, ...]


def forms(
    texts: Iterable[str], rung: str = SCHEME, *, edition: str = "2005", urn_edition: str = "rfc8141"
) -> Iterator[str]:
    """The form that each text has on a rung."""
    if rung not in RUNGS:
        raise unknown_choice("rung", rung, RUNGS)
    at, choice = RUNGS.index(rung), Choice(urn_edition)
    return (_form(parse(text, edition=edition), choice, at) for text in texts)


def _form(reference: Reference, choice: Choice, at: int) -> str:
    """Return the form on a rung; a relative reference has to be resolved before it has others."""
    if reference.scheme is None:
        return reference.text
    return normalize(reference, choice, comparing=True)[at].text or ""


def classes(
    texts: Sequence[str], rung: str = SCHEME, *, edition: str = "2005", urn_edition: str = "rfc8141"
) -> tuple[EquivalenceClass, ...]:
    """The classes in the order of their first members; what stands twice is in its class twice."""
    values: dict[str, list[str]] = {}
    result = forms(texts, rung, edition=edition, urn_edition=urn_edition)
    for text, form in zip(texts, result, strict=True):
        values.setdefault(form, []).append(text)
    return tuple(EquivalenceClass(form, tuple(members)) for form, members in values.items())
