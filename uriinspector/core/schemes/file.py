"""file: RFC 1738 3.10; nothing of it is ever touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.schemes.dossier import Choice, Dossier, Scheme
from uriinspector.core.schemes.rfc1738 import judged

if TYPE_CHECKING:
    from uriinspector.core.normal import Pieces
    from uriinspector.core.reference import Reference


def normal(pieces: Pieces) -> Pieces:
    """RFC 3986 3.2.2, RFC 1738 3.10: "localhost" and an empty host are the same machine.

    6.2.3: beside a userinfo or a port the host stays.
    """
    is_local = pieces.host is not None and lowered(pieces.host) == "localhost"
    alone = not pieces.userinfo and not pieces.port
    return pieces._replace(host="") if is_local and alone else pieces


def describe(reference: Reference, _: Choice) -> Dossier:
    """Whose file it is."""
    return Dossier(
        scheme="file",
        title="a file",
        cites=("RFC 1738 3.10",),
        danger="local",
        violations=judged(reference),
    )


SCHEME = Scheme(("file",), describe, "local", normal=normal)
