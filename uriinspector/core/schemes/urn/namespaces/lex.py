"""lex: sources of law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.schemes.dossier import Field, Note
from uriinspector.core.schemes.urn.namespaces.namespace import Namespace, misshapen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span

CITES = ("RFC 9676",)
PARTS = (
    ("jurisdiction", "country or organization in which the law applies"),
    ("authority", "the enacting body"),
    ("measure", "type of act"),
    ("details", "date and number"),
)
MARKS = (
    ("$", "manifestation", "published form"),
    ("@", "expression", "version of the act"),
)


def look(text: str, nss: Span) -> Iterator[Field | Note]:
    """Jurisdiction, authority, measure, details; then annexes, version and form."""
    fields: list[Field] = []
    end = nss.end
    for mark, name, meaning in MARKS:
        at = text.find(mark, nss.start, end)
        if at >= 0:
            fields.append(Field.present(text, name, at + 1, end, meaning))
            end = at
    at, number = nss.start, 0
    while at <= end:
        colon = text.find(":", at, end)
        stop = end if colon < 0 else colon
        explanation = "annexes"
        name, meaning = PARTS[number] if number < len(PARTS) else ("annex", explanation)
        yield Field.present(text, name, at, stop, meaning)
        at, number = stop + 1, number + 1
    yield from reversed(fields)
    if number < len(PARTS):
        explanation = (
            "a source of law (jurisdiction, authority, measure and details, separated by colons)"
        )
        yield misshapen("lex", nss, explanation, *CITES)


NAMESPACE = Namespace("lex", "a source of law", CITES, look)
