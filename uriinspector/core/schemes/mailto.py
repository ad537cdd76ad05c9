"""mailto: RFC 1738 3.5, and RFC 6068 for all later editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered_but_triplets
from uriinspector.core.schemes.dossier import Choice, Dossier, Scheme
from uriinspector.core.schemes.rfc1738 import judged

if TYPE_CHECKING:
    from uriinspector.core.normal import Pieces
    from uriinspector.core.reference import Reference


def normal(pieces: Pieces) -> Pieces:
    """RFC 3986 6.2.3: the domain of an address has no case; its mailbox may have one."""
    mailbox, at, domain = pieces.path.rpartition("@")
    return pieces._replace(path=mailbox + at + lowered_but_triplets(domain)) if at else pieces


def describe(reference: Reference, _: Choice) -> Dossier:
    """Who would be written to."""
    return Dossier(
        scheme="mailto",
        title="a mail to write",
        cites=("RFC 1738 3.5",),
        danger="mail",
        violations=judged(reference),
    )


SCHEME = Scheme(("mailto",), describe, "mail", normal=normal)
