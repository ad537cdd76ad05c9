"""The door to the table of schemes.

Behind it lies a file for every scheme: those beside the web's are read when a text asks about one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from uriinspector.core.expression import lowered

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference
    from uriinspector.core.schemes.dossier import Choice, Dossier, Scheme

WEB = frozenset({"http", "https"})


class SchemeRows(Mapping[str, "Scheme"]):
    """The rows of the table by name; for links of the web no other scheme's file is read."""

    def __contains__(self, name: object) -> bool:
        return name in WEB or name in _all_rows()

    def __getitem__(self, name: str) -> Scheme:
        return (_web_rows() if name in WEB else _all_rows())[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_all_rows())

    def __len__(self) -> int:
        return len(_all_rows())


@cache
def _web_rows() -> dict[str, Scheme]:
    from uriinspector.core.schemes import http

    return {"http": http.SCHEME, "https": http.SECURE}


@cache
def _all_rows() -> dict[str, Scheme]:
    from uriinspector.core.schemes.table import SCHEMES

    return SCHEMES


@cache
def schemes() -> Mapping[str, Scheme]:
    """Every scheme that is known, by its name in small letters."""
    return SchemeRows()


def is_registered(name: str | None) -> bool:
    """Whether a scheme, in small letters, is registered with IANA, though not known further."""
    from uriinspector.core.schemes.table import REGISTERED

    return name in REGISTERED


@cache
def _unknown() -> Scheme:
    from uriinspector.core.schemes.table import SCHEME

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
