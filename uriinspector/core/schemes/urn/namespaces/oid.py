"""oid: a node in the tree of object identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.schemes.dossier import Field, Note
from uriinspector.core.schemes.urn.namespaces.namespace import Namespace, misshapen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span

CITES = ("RFC 3061",)
NUMBER = "(?:0|[1-9][0-9]*+)"
SHAPE = expression(rf"{NUMBER}(?:\.{NUMBER}|(?!))*+")
ROOTS = {"0": "itu-t", "1": "iso", "2": "joint-iso-itu-t"}
# Well-known nodes near the root.
NODES = {
    "1.2": "member bodies",
    "1.3": "identified organizations",
    "1.3.6": "dod",
    "1.3.6.1": "internet",
    "1.3.6.1.4": "private",
    "1.3.6.1.4.1": "enterprises",
    "2.5": "directory services",
    "2.16": "countries",
    "2.25": "made from UUIDs",
}
DEPTH = max(node.count(".") for node in NODES) + 1
# Below the first two roots there were never more than forty nodes (ITU-T X.660).
SECOND_ARC = expression("[0-9]|[1-3][0-9]")


def look(text: str, nss: Span) -> Iterator[Field | Note]:
    """Arc by arc from the root."""
    written = nss.of(text)
    if not SHAPE.fullmatch(written):
        explanation = "an object identifier (numbers separated by dots, without leading zeros)"
        yield misshapen("oid", nss, explanation, *CITES)
        return
    arcs = written.split(".")
    at = nss.start
    for depth, arc in enumerate(arcs, 1):
        node = ".".join(arcs[:depth]) if depth <= DEPTH else ""
        meaning = ROOTS.get(node) or NODES.get(node) or "a subordinate node"
        yield Field.present(text, message("arc {depth}", depth=depth), at, at + len(arc), meaning)
        at += len(arc) + 1
    if arcs[0] not in ROOTS or (
        arcs[0] in "01" and len(arcs) > 1 and not SECOND_ARC.fullmatch(arcs[1])
    ):
        explanation = "a node of the OID tree (three roots, the first two with 40 nodes each)"
        yield misshapen("oid", nss, explanation, "ITU-T X.660")


NAMESPACE = Namespace("oid", "Object Identifier", CITES, look)
