"""magnet: a query that names content, and where it may be had.  There is no standard."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import FaultRows, Part, Span, Violation, fault
from uriinspector.core.percent import decoded
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    Inner,
    Note,
    NoteRows,
    ParameterPair,
    Remarks,
    Scheme,
    generic_faults,
    inner_if,
    noted,
    pairs,
    part_of,
    visible,
)

CITE = "magnet-uri"
NUMBERED = expression(r"\.[0-9]++\Z")
MEANINGS = {
    "xt": "name of the content, made from its hash",
    "dn": "display name: can be any text",
    "tr": "a tracker that lists the peers",
    "ws": "a web server with the content",
    "as": "another source",
    "xs": "preferred source",
    "mt": "a list of more sources",
    "xl": "size in bytes",
    "kt": "search words",
    "so": "selected files",
    "x.pe": "a computer with the content",
}
NESTED = frozenset({"xt", "tr", "ws", "as", "xs", "mt"})


# For each note: its level, its message, its clauses.
NOTES: NoteRows = {
    "display-name": ("info", "the displayed name does not determine the content", ()),
}
# For each fault: its rule, what is expected there, its clauses.
FAULTS: FaultRows = {
    "a magnet reference consists of a query only": ("magnet", '"?"', ("magnet-uri",)),
}


def describe(reference: Reference, _: Choice) -> Remarks:
    """What is named, and whom a client would ask for it."""
    text = reference.text
    parameter_pairs = tuple(pairs(text, reference.span(Part.QUERY)))
    yield from _fields(text, parameter_pairs)
    yield from _actions(text, parameter_pairs)
    yield from _form(reference)
    yield from generic_faults(reference)
    yield from _notes(text, parameter_pairs)
    yield from _inner(text, parameter_pairs)


def key(text: str, pair: ParameterPair) -> str:
    """The parameter's name; a number after it counts others of the same kind."""
    return NUMBERED.sub("", lowered(decoded(pair.name.of(text))))


def _form(reference: Reference) -> Iterator[Violation]:
    span = part_of(reference)
    if not reference.text.startswith("?", *span):
        yield fault(FAULTS, "a magnet reference consists of a query only", span.start)


def _fields(text: str, pairs: tuple[ParameterPair, ...]) -> Iterator[Field]:
    for each in pairs:
        span = each.value or Span(each.name.end, each.name.end)
        name = key(text, each)
        yield Field.of(text, name, span, MEANINGS.get(name, "a parameter"))
    if not any(key(text, each) == "xt" for each in pairs):
        yield Field.absent("xt", "names no content (no xt)")


def _actions(text: str, pairs: tuple[ParameterPair, ...]) -> Iterator[Action]:
    for each in pairs:
        name = key(text, each)
        if each.value and name in {"tr", "ws", "as", "xs", "mt", "x.pe"}:
            explanation = "peers see the user's IP address"
            yield Action("connect", visible(each.value.of(text)), explanation)
    yield Action(
        "fetch", "from any peer that shares it", "and share it with others at the same time"
    )


def _notes(text: str, pairs: tuple[ParameterPair, ...]) -> Iterator[Note]:
    for each in pairs:
        if each.value and key(text, each) == "dn":
            yield noted(NOTES, "display-name", each.value)
            return


def _inner(text: str, pairs: tuple[ParameterPair, ...]) -> Iterator[Inner]:
    for each in pairs:
        name = key(text, each)
        if name in NESTED:
            yield from inner_if(text, each.value, f"magnet {name}")


SCHEME = Scheme(
    ("magnet",),
    "shared content, identified by its hash",
    (CITE,),
    "fetches",
    describe,
    nests=True,
)
