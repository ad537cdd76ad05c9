"""The one table of namespaces: a new one is a file of its own and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.schemes.urn.namespaces import ietf, isbn, issn, lex, nbn, oid, uuid

if TYPE_CHECKING:
    from uriinspector.core.schemes.urn.namespaces.namespace import Namespace

NAMESPACES: dict[str, Namespace] = {
    row.nid: row
    for row in (
        ietf.NAMESPACE,
        isbn.NAMESPACE,
        issn.NAMESPACE,
        lex.NAMESPACE,
        nbn.NAMESPACE,
        oid.NAMESPACE,
        uuid.NAMESPACE,
    )
}


def namespace_of(nid: str) -> Namespace | None:
    """The namespace of that name, in any case; None if it is not looked into."""
    return NAMESPACES.get(lowered(nid))
