"""A scheme that is not known: the generic view is all there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Note, Scheme

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference


def describe(reference: Reference, _: Choice) -> Dossier:
    """Says that nothing is known."""
    scheme = (reference.scheme or "").lower()
    notes = []
    if scheme.startswith("x-"):
        explanation = "an experimental scheme, agreed between two parties"
        notes.append(Note("experimental", "info", explanation, None, ("RFC 1738 4",)))
    return Dossier(
        scheme=scheme,
        title="unknown scheme",
        cites=("RFC 3986 3.1",),
        known=False,
        danger="unknown",
        actions=(Action("open", "the app registered for it"),),
        violations=reference.violations,
        notes=tuple(notes),
    )


SCHEME = Scheme((), describe, "unknown")
