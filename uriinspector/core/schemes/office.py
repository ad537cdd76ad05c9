"""ms-word and similar schemes: a command and a document, separated by vertical bars.

ms-word:ofe|u|https://example.com/a.docx        or only   ms-word:https://example.com/a.docx
"""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import FaultRows, NamedTuple, Span, Violation, fault, message
from uriinspector.core.percent import decoded
from uriinspector.core.reference import Reference
from uriinspector.core.schemes import dossier

CITE = "Office URI Schemes 2"
BAR = expression(r"\||%7[Cc]")
COMMANDS = {
    "ofv": "open for reading",
    "ofe": "open for editing",
    "nft": "a new document from this template",
}
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
NOTES: dossier.NoteRows = {
    "program-fetches": ("danger", "Office fetches this itself, without the browser: {text}", ()),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "not a command of this scheme": ("command-name", "ofv, ofe or nft", ("Office URI Schemes 2",)),
    "no document is named": ("argument", '"|u|" and a reference', ("Office URI Schemes 2",)),
    "not a descriptor of this scheme": ("descriptor", "u or s", ("Office URI Schemes 2",)),
    "the value is missing": ("argument", '"|" and a value', ("Office URI Schemes 2",)),
}


class Command(NamedTuple):
    """The command (None if there is only a document), and pairs of descriptor and value."""

    verb: Span | None
    arguments: tuple[tuple[Span, Span | None], ...]


def describe(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe which document is opened, and how."""
    text, scheme = reference.text, lowered(reference.scheme or "")
    command = _command(text, dossier.whole_of(reference))
    program = scheme.removeprefix("ms-")
    yield from _fields(text, command)
    yield dossier.Action("start", program, "after confirmation, if the browser asks")
    yield from (
        dossier.Action("fetch", dossier.visible(value.of(text)))
        for _, value in command.arguments
        if value and value.start < value.end
    )
    yield from _violations(text, command)
    yield from dossier.share_notes(text, dossier.whole_of(reference))
    yield from _notes(text, command)
    yield from _inner(text, command)


def _command(text: str, span: Span) -> Command:
    runs = []
    start = span.start
    for bar in BAR.finditer(text, *span):
        runs.append(Span(start, bar.start()))
        start = bar.end()
    runs.append(Span(start, span.end))
    first, *rest = runs
    if not rest and dossier.REFERENCE.match(decoded(first.of(text))):
        return Command(None, ((Span(first.start, first.start), first),))
    values: list[Span | None] = [*rest[1::2], None]
    return Command(first, tuple(zip(rest[::2], values, strict=False)))


def _fields(text: str, command: Command) -> Iterator[dossier.Field]:
    if command.verb:
        meaning = COMMANDS.get(lowered(command.verb.of(text)), "not a known command")
        yield dossier.Field.of(text, "command", command.verb, meaning)
    else:
        yield dossier.Field.absent("command", "open for reading")
    for name, value in command.arguments:
        called = lowered(decoded(name.of(text))) or "u"
        span = value or Span(name.end, name.end)
        yield dossier.Field.of(text, called, span, DESCRIPTORS.get(called, "an argument"))


def _violations(text: str, command: Command) -> Iterator[Violation]:
    if command.verb is None:
        return
    if lowered(command.verb.of(text)) not in COMMANDS:
        yield fault(FAULTS, "not a command of this scheme", *command.verb)
    if not command.arguments:
        yield fault(FAULTS, "no document is named", command.verb.end)
    for name, value in command.arguments:
        if lowered(name.of(text)) not in DESCRIPTORS:
            yield fault(FAULTS, "not a descriptor of this scheme", *name)
        if value is None or value.start == value.end:
            yield fault(FAULTS, "the value is missing", name.end)


def _notes(text: str, command: Command) -> Iterator[dossier.Note]:
    for _, value in command.arguments[:1]:
        if value and value.start < value.end:
            yield dossier.noted(
                NOTES, "program-fetches", value, text=dossier.visible(value.of(text))
            )


def _inner(text: str, command: Command) -> Iterator[dossier.Inner]:
    for name, value in command.arguments:
        yield from dossier.inner_of(text, value, f"office {lowered(name.of(text)) or 'u'}")


SCHEMES = tuple(
    dossier.Scheme(
        (f"ms-{name}",),
        message("a document for Microsoft Office ({program})", program=name),
        (CITE,),
        "program",
        describe,
        nests=True,
    )
    for name in NAMES
)
