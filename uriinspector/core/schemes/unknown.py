"""A scheme that is not known, or by its name alone: the generic view is all there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Note, Scheme
from uriinspector.core.schemes.registered import REGISTERED

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference


def describe(reference: Reference, _: Choice) -> Dossier:
    """Says that nothing is known, or that the name is registered."""
    scheme = lowered(reference.scheme or "")
    notes = []
    if scheme.startswith("x-"):
        explanation = "an experimental scheme, agreed between two parties"
        notes.append(Note("experimental", "info", explanation, None, ("RFC 1738 4",)))
    return Dossier(
        scheme=scheme,
        title="a registered scheme" if scheme in REGISTERED else "unknown scheme",
        cites=("RFC 3986 3.1",),
        known=False,
        danger="unknown",
        actions=(Action("open", "the app registered for it"),),
        violations=reference.violations,
        notes=tuple(notes),
    )


SCHEME = Scheme((), describe, "unknown")
