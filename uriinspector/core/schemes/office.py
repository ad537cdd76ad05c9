"""ms-word and similar schemes: a command and a document, separated by vertical bars.

ms-word:ofe|u|https://example.com/a.docx        or only   ms-word:https://example.com/a.docx
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import FaultRows, Span, Violation, fault, message
from uriinspector.core.percent import decoded
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    REFERENCE,
    Action,
    Choice,
    Field,
    NoteRows,
    ParameterPair,
    Remarks,
    Scheme,
    inner_of,
    noted,
    part_of,
    share_notes,
    visible,
    whole_of,
)

CITE = "Office URI Schemes 2"
BAR = expression(r"\||%7[Cc]")
COMMANDS = {
    "ofv": "open for reading",
    "ofe": "open for editing",
    "nft": "a new document from this template",
}
CONFIRMED = "after confirmation, if the browser asks"
DESCRIPTORS = {"u": "the document", "s": "location for saving"}
NAMES = (
    "word",
    "excel",
    "powerpoint",
    "visio",
    "access",
    "project",
    "publisher",
    "spd",
    "infopath",
)


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "program-fetches": ("danger", "Office fetches this itself, without the browser: {text}", ()),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "not a command of this scheme": ("command-name", "ofv, ofe or nft", ("Office URI Schemes 2",)),
    "no document is named": ("argument", '"|u|" and a reference', ("Office URI Schemes 2",)),
    "not a descriptor of this scheme": ("descriptor", "u or s", ("Office URI Schemes 2",)),
    "the value is missing": ("argument", '"|" and a value', ("Office URI Schemes 2",)),
}


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe which document is opened, and how."""
    text, whole, start = reference.text, whole_of(reference), part_of(reference).start
    runs = []
    for bar in BAR.finditer(text, *whole):
        runs.append(Span(start, bar.start()))
        start = bar.end()
    runs.append(Span(start, whole.end))
    verb, *rest = runs
    arguments = [ParameterPair(*each) for each in zip_longest(rest[::2], rest[1::2])]
    yield Action("start", reference.scheme_name.removeprefix("ms-"), CONFIRMED)
    if not rest and REFERENCE.match(decoded(verb.of(text))):
        arguments = [ParameterPair(Span(verb.start, verb.start), verb)]
        yield Field("command", None, "open for reading")
    else:
        called = lowered(verb.of(text))
        yield Field("command", verb, COMMANDS.get(called, "not a known command"))
        if called not in COMMANDS:
            yield fault(FAULTS, "not a command of this scheme", *verb)
        if not arguments:
            yield fault(FAULTS, "no document is named", verb.end)
        yield from _argument_faults(text, arguments)
    yield from share_notes(text, whole)
    for number, each in enumerate(arguments):
        name, value = each
        called = lowered(decoded(name.of(text))) or "u"
        yield Field(called, each.place, DESCRIPTORS.get(called, "an argument"))
        if value and not value.is_empty:
            yield Action("fetch", visible(value.of(text)))
            if number == 0:
                yield noted(NOTES, "program-fetches", value, text=visible(value.of(text)))
        yield from inner_of(text, value, f"office {lowered(name.of(text)) or 'u'}")


def _argument_faults(text: str, arguments: list[ParameterPair]) -> Iterator[Violation]:
    for name, value in arguments:
        if lowered(name.of(text)) not in DESCRIPTORS:
            yield fault(FAULTS, "not a descriptor of this scheme", *name)
        if value is None or value.is_empty:
            yield fault(FAULTS, "the value is missing", name.end)


SCHEMES = tuple(
    Scheme(
        (f"ms-{name}",),
        message("a document for Microsoft Office ({program})", program=name),
        (CITE,),
        "program",
        describe,
        nests=True,
    )
    for name in NAMES
)
