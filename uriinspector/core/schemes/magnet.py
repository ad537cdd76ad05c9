"""magnet: a query that names content, and sources for it. There is no standard."""

from __future__ import annotations

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import FaultRows, Part, Span, fault
from uriinspector.core.percent import decoded
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    NoteRows,
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
NESTED = ("xt", "tr", "ws", "as", "xs", "mt")
ASKED = ("tr", "ws", "as", "xs", "mt", "x.pe")


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "display-name": ("info", "the displayed name does not determine the content", ()),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "a magnet reference consists of a query only": ("magnet", '"?"', ("magnet-uri",)),
}


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe the named content, and the sources that a client would contact."""
    text, span = reference.text, part_of(reference)
    if not text.startswith("?", *span):
        yield fault(FAULTS, "a magnet reference consists of a query only", span.start)
    yield from generic_faults(reference)
    names = set()
    for each in pairs(text, reference.span(Part.QUERY)):
        # A number after the name distinguishes parameters of the same kind.
        name = NUMBERED.sub("", lowered(decoded(each.name.of(text))))
        value = each.value or Span(each.name.end, each.name.end)
        yield Field(name, value, MEANINGS.get(name, "a parameter"))
        if each.value and name in ASKED:
            yield Action("connect", visible(value.of(text)), "peers see the user's IP address")
        if each.value and name == "dn" and name not in names:
            yield noted(NOTES, "display-name", value)
        if name in NESTED:
            yield from inner_if(text, each.value, f"magnet {name}")
        if name != "dn" or each.value:
            names.add(name)
    if "xt" not in names:
        yield Field("xt", None, "names no content (no xt)")
    yield Action(
        "fetch", "from any peer that shares it", "and share it with others at the same time"
    )


SCHEME = Scheme(
    ("magnet",),
    "shared content, identified by its hash",
    (CITE,),
    "fetches",
    describe,
    nests=True,
)
