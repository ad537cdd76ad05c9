"""urn: a name that locates nothing, in three editions of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered, with_capital_triplets
from uriinspector.core.schemes.dossier import Choice, Dossier, Scheme

if TYPE_CHECKING:
    from uriinspector.core.normal import Pieces
    from uriinspector.core.reference import Reference


def normal(pieces: Pieces) -> Pieces:
    """RFC 8141 3.1: the namespace identifier has no case, nor have the digits of an escape."""
    identifier, colon, rest = pieces.path.partition(":")
    named = lowered(identifier) if colon else identifier
    return pieces._replace(path=with_capital_triplets(named + colon + rest))


def describe(reference: Reference, _: Choice) -> Dossier:
    """What is named."""
    return Dossier(
        scheme="urn",
        title="a name",
        cites=("RFC 8141",),
        danger="names",
        violations=reference.violations,
    )


SCHEME = Scheme(("urn",), describe, "names", normal=normal, escapes_count=True)
