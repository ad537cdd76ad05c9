"""ms-word and its siblings: a command and a document, parted by vertical lines.

ms-word:ofe|u|https://example.com/a.docx        or only   ms-word:https://example.com/a.docx
"""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Span, Violation, message
from uriinspector.core.percent import decoded
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    REFERENCE,
    Action,
    Choice,
    Field,
    Inner,
    Note,
    Remarks,
    Scheme,
    inner_of,
    missing,
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


class Command(NamedTuple):
    """The command (None where the document stands alone) and pairs of descriptor and value."""

    verb: Span | None
    arguments: tuple[tuple[Span, Span | None], ...]


def describe(reference: Reference, _: Choice) -> Remarks:
    """Which document is opened, and how."""
    text, scheme = reference.text, lowered(reference.scheme or "")
    command = _command(text, whole_of(reference))
    program = scheme.removeprefix("ms-")
    yield from _fields(text, command)
    yield Action("start", program, "after confirmation, if the browser asks")
    yield from (
        Action("fetch", visible(value.of(text)))
        for _, value in command.arguments
        if value and value.start < value.end
    )
    yield from _violations(text, command)
    yield from share_notes(text, whole_of(reference))
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
    if not rest and REFERENCE.match(decoded(first.of(text))):
        return Command(None, ((Span(first.start, first.start), first),))
    values: list[Span | None] = [*rest[1::2], None]
    return Command(first, tuple(zip(rest[::2], values, strict=False)))


def _fields(text: str, command: Command) -> Iterator[Field]:
    if command.verb:
        meaning = COMMANDS.get(lowered(command.verb.of(text)), "not a known command")
        yield Field.present(text, "command", *command.verb, meaning)
    else:
        yield Field.absent("command", "open for reading")
    for name, value in command.arguments:
        called = lowered(decoded(name.of(text))) or "u"
        span = value or Span(name.end, name.end)
        yield Field.present(text, called, *span, DESCRIPTORS.get(called, "an argument"))


def _violations(text: str, command: Command) -> Iterator[Violation]:
    if command.verb is None:
        return
    if lowered(command.verb.of(text)) not in COMMANDS:
        explanation = "not a command of this scheme"
        yield Violation(*command.verb, "command-name", "ofv, ofe or nft", explanation, (CITE,))
    if not command.arguments:
        explanation = "no document is named"
        yield missing(command.verb.end, "argument", '"|u|" and a reference', explanation, CITE)
    for name, value in command.arguments:
        if lowered(name.of(text)) not in DESCRIPTORS:
            explanation = "not a descriptor of this scheme"
            yield Violation(*name, "descriptor", "u or s", explanation, (CITE,))
        if value is None or value.start == value.end:
            yield missing(name.end, "argument", '"|" and a value', "the value is missing", CITE)


def _notes(text: str, command: Command) -> Iterator[Note]:
    for _, value in command.arguments[:1]:
        if value and value.start < value.end:
            explanation = message(
                "Office fetches this itself, without the browser: {text}",
                text=visible(value.of(text)),
            )
            yield Note("program-fetches", "danger", explanation, value)


def _inner(text: str, command: Command) -> Iterator[Inner]:
    for name, value in command.arguments:
        yield from inner_of(text, value, f"office {lowered(name.of(text)) or 'u'}")


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
