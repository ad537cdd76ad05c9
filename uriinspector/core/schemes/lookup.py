"""Access to the table of schemes.

Each scheme has a module, imported when a text needs it; that of http and https is always imported.
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
    """The table of schemes by name; looking up http and https imports no other schemes."""

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
    """Return every known scheme by its lowercase name."""
    return SchemeRows()


def is_registered(name: str | None) -> bool:
    """Return True for a lowercase scheme that IANA registered but the table does not have."""
    from uriinspector.core.schemes.table import REGISTERED

    return name in REGISTERED


@cache
def _unknown() -> Scheme:
    from uriinspector.core.schemes.table import SCHEME

    return SCHEME


def scheme_of(name: str | None) -> Scheme:
    """Return the row of a scheme, ignoring case; a general row if it is unknown."""
    return schemes().get(lowered(name or "")) or _unknown()


def names_host(reference: Reference) -> bool:
    """Return True if programs use the text after "//" as a host in this scheme.

    In many links to apps, the text is a command instead. If the scheme is unknown, it is a host if
    it looks like one.
    """
    row = scheme_of(reference.scheme)
    if reference.host is None or row.commands:
        return False
    if row.port is not None or row.danger == "fetches":
        return True
    is_beside = reference.port is not None or reference.userinfo is not None
    return is_beside or not set(".:[").isdisjoint(reference.host)


def describe(reference: Reference, choice: Choice | None = None) -> Dossier | None:
    """Return the description of the reference by its scheme; None if it has no scheme."""
    if reference.scheme is None:
        return None
    from uriinspector.core.schemes.dossier import DEFAULT

    return scheme_of(reference.scheme).describe(reference, choice or DEFAULT)
