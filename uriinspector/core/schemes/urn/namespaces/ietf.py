"""ietf: documents of the IETF, and the parameters that its protocols use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered, lowered_but_triplets
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.schemes.dossier import Field, Note
from uriinspector.core.schemes.urn.namespaces.namespace import Namespace, misshapen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span

CITES = ("RFC 2648",)
PARAMS = ("RFC 3553",)
SERIES = {
    "rfc": "Request for Comments",
    "fyi": "For Your Information",
    "std": "Internet Standard",
    "bcp": "Best Current Practice",
}
KINDS = {
    **SERIES,
    "id": "an Internet-Draft",
    "mtg": "a meeting",
    "params": "a protocol parameter",
}
DIGITS = expression("[0-9]++")


def look(text: str, nss: Span) -> Iterator[Field | Note]:
    """The kind of document and its number or name; of a parameter its class and what follows."""
    colon = text.find(":", *nss)
    kind = lowered(text[nss.start : colon]) if colon >= 0 else ""
    if kind not in KINDS:
        explanation = f"one of {', '.join(KINDS)}, then a colon and a number or name"
        yield misshapen("ietf", nss, explanation, *CITES)
        return
    yield Field.present(text, "kind", nss.start, colon, KINDS[kind])
    start, end = colon + 1, nss.end
    if kind in SERIES:
        explanation = message(
            "{series} {number}", series=message(SERIES[kind]), number=text[start:end]
        )
        yield Field.present(text, "number", start, end, explanation)
        if not DIGITS.fullmatch(text, start, end):
            yield misshapen("ietf", nss, "a number after the series", *CITES)
    elif kind == "params":
        yield from _parameter(text, start, end)
    else:
        yield Field.present(text, "name", start, end, KINDS[kind])


def _parameter(text: str, start: int, end: int) -> Iterator[Field]:
    colon = text.find(":", start, end)
    stop = end if colon < 0 else colon
    yield Field.present(text, "class", start, stop, "the IANA registry")
    if colon >= 0:
        yield Field.present(text, "identifier", colon + 1, end, "the registry entry")


def same(name: str) -> str:
    """RFC 2648 gives no case to a document's name; RFC 3553 says nothing of the kind."""
    kind = lowered(name.partition(":")[0])
    return lowered_but_triplets(name) if kind in KINDS and kind != "params" else name


NAMESPACE = Namespace("ietf", "IETF documents and protocol parameters", CITES + PARAMS, look, same)
