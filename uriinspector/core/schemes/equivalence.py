"""What each scheme adds to equivalence: its default port, and rules of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.core.normal import Pieces


@dataclass(frozen=True, slots=True)
class Equivalence:
    """One scheme's rules."""

    port: str | None = None
    # RFC 8141 3.1 and the 2012 draft 5: escapes in a URN are compared as they stand.
    escapes_count: bool = False
    normal: Callable[[Pieces], Pieces] | None = None


def _file(pieces: Pieces) -> Pieces:
    """RFC 3986 3.2.2, RFC 1738 3.10: "localhost" and an empty host are the same machine."""
    local = pieces.host is not None and lowered(pieces.host) == "localhost"
    return pieces._replace(host="") if local else pieces


def _mailto(pieces: Pieces) -> Pieces:
    """RFC 3986 6.2.3: the domain of an address has no case; its mailbox may have one."""
    mailbox, at, domain = pieces.path.rpartition("@")
    return pieces._replace(path=mailbox + at + lowered(domain)) if at else pieces


def _urn(pieces: Pieces) -> Pieces:
    """RFC 8141 3.1: the namespace identifier has no case, nor have the digits of a triplet."""
    identifier, colon, rest = pieces.path.partition(":")
    return pieces._replace(path=lowered(identifier) + colon + rest) if colon else pieces


EQUIVALENCES = {
    "ftp": Equivalence("21"),
    "file": Equivalence(normal=_file),
    "gopher": Equivalence("70"),
    "http": Equivalence("80"),
    "https": Equivalence("443"),
    "ldap": Equivalence("389"),
    "mailto": Equivalence(normal=_mailto),
    "nntp": Equivalence("119"),
    "prospero": Equivalence("1525"),
    "sftp": Equivalence("22"),
    "ssh": Equivalence("22"),
    "telnet": Equivalence("23"),
    "tn3270": Equivalence("23"),
    "rlogin": Equivalence("513"),
    "urn": Equivalence(escapes_count=True, normal=_urn),
    "wais": Equivalence("210"),
    "ws": Equivalence("80"),
    "wss": Equivalence("443"),
}
NONE = Equivalence()


def equivalence(scheme: str | None) -> Equivalence:
    """The rules of a scheme, in any case; none for what is not known."""
    return EQUIVALENCES.get(lowered(scheme or ""), NONE)
