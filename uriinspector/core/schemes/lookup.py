"""The door to the table of schemes.

Behind it lies a file for every scheme: they are read when the first text asks about one.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference
    from uriinspector.core.schemes.dossier import Choice, Dossier, Scheme


@cache
def schemes() -> dict[str, Scheme]:
    """Every scheme that is known, by its name in small letters."""
    from uriinspector.core.schemes.table import SCHEMES

    return SCHEMES


@cache
def _unknown() -> Scheme:
    from uriinspector.core.schemes.unknown import SCHEME

    return SCHEME


def scheme_of(name: str | None) -> Scheme:
    """The row of a scheme, in any case."""
    return schemes().get(lowered(name or "")) or _unknown()


def names_host(reference: Reference) -> bool:
    """Whether what follows "//" is a host to the programs of the scheme.

    In many links of apps it is a command; where nothing else is known, it is a host if it is
    written like one.
    """
    row = scheme_of(reference.scheme)
    if reference.host is None or row.commands:
        return False
    if row.port is not None or row.danger == "fetches":
        return True
    is_beside = reference.port is not None or reference.userinfo is not None
    return is_beside or not set(".:[").isdisjoint(reference.host)


def describe(reference: Reference, choice: Choice | None = None) -> Dossier | None:
    """What the scheme says about the reference; None where it has no scheme."""
    if reference.scheme is None:
        return None
    from uriinspector.core.schemes.dossier import DEFAULT

    return scheme_of(reference.scheme).describe(reference, choice or DEFAULT)
