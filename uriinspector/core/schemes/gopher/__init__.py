"""gopher: RFC 1738 3.4 with the whole of Gopher+, and draft 03 beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.decoding import decoded
from uriinspector.core.message import message
from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.schemes.dossier import Choice, Dossier, Field, Scheme, always, in_order
from uriinspector.core.schemes.gopher.actions import PORT, actions
from uriinspector.core.schemes.gopher.item import GopherItem, Plus, item_of, plus_of
from uriinspector.core.schemes.gopher.notes import inner, notes
from uriinspector.core.schemes.gopher.types import ATTRIBUTES, TYPES
from uriinspector.core.schemes.rfc1738 import as_1738, judged, login_fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.normal import Pieces
    from uriinspector.core.reference import Reference

KINDS = {
    "+": "the item itself",
    "!": "information about the item",
    "$": "information about all items of the menu",
    "?": "the item, after its form is filled in",
}
MENU = "1"


def describe(reference: Reference, _: Choice) -> Dossier:
    """Type, selector, search, Gopher+ string, and the octets that they make."""
    read = as_1738(reference)
    gopher_item = item_of(read)
    kind = decoded(gopher_item.type.of(read.text)) if gopher_item.type else MENU
    later = () if reference.edition == "1994" else ("RFC 4266",)
    return Dossier(
        scheme="gopher",
        title="Gopher menu or item",
        cites=("RFC 1738 3.4", *later, "RFC 1436"),
        danger="fetches",
        default_port=PORT,
        fields=(*login_fields(reference, PORT), *_fields(read.text, gopher_item, kind)),
        actions=tuple(actions(reference, read, gopher_item, kind)),
        violations=_violations(reference, read),
        notes=tuple(notes(reference, read, gopher_item, kind)),
        inner=inner(read.text, gopher_item, kind),
    )


def normal(pieces: Pieces) -> Pieces:
    """3.4.1: without a path the type is that of a menu, and the selector is empty."""
    if pieces.query is None and pieces.host is not None and pieces.path in {"", "/", "/1"}:
        return pieces._replace(path="/")
    return pieces


def _violations(reference: Reference, read: Reference) -> tuple[Violation, ...]:
    """Later editions let a host be empty; gopher has nobody to ask then."""
    violations = judged(reference)
    host = read.span(Part.HOST)
    if reference.edition != "1994" and host and host.start == host.end:
        explanation, cites = "the host is missing", ("RFC 1738 3.1",)
        return in_order((Violation(*host, "host", "a host", explanation, cites), *violations))
    return violations


def _fields(text: str, item: GopherItem, kind: str) -> Iterator[Field]:
    if item.type is None:
        yield Field.absent("type", f"{MENU}, {TYPES[MENU]}")
    else:
        meaning = TYPES.get(kind, "not a known type")
        yield Field.present(text, "type", *item.type, meaning)
    for name, span, meaning, without in (
        ("selector", item.selector, "the request to the server", "the server's top level"),
        ("search", item.search, "search words", "no search"),
        ("gopher+", item.plus, "Gopher+ addition to the request", "plain Gopher"),
    ):
        if span is None:
            yield Field.absent(name, without)
        elif name != "gopher+" and span.start == span.end:
            yield Field.present(text, name, *span, message("empty: {without}", without=without))
        else:
            yield Field.present(text, name, *span, meaning)
    if item.plus:
        yield from _plus_fields(text, plus_of(text, *item.plus))


def _plus_fields(text: str, plus: Plus) -> Iterator[Field]:
    command = Span(plus.command.start, plus.names[0].start if plus.names else plus.command.end)
    meaning = KINDS.get(plus.kind, "not a Gopher+ command")
    yield Field.present(text, "command", *command, meaning)
    if plus.kind == "+":
        words = (("view", "the requested format"), ("language", "the requested language"))
        for (name, explanation), span in zip(words, plus.names, strict=False):
            yield Field.present(text, name, *span, explanation)
    else:
        for number, span in enumerate(plus.names, 1):
            explanation = ATTRIBUTES.get(
                decoded(span.of(text)).upper(), "a server-defined attribute"
            )
            yield Field.present(
                text, message("attribute {number}", number=number), *span, explanation
            )
    if plus.flag:
        explanation = "data follows: a filled-in form"
        yield Field.present(
            text, "data flag", *plus.flag, explanation if plus.size else "no data follows"
        )
    if plus.size:
        yield Field.present(text, "data size", *plus.size, _sized(decoded(plus.size.of(text))))
    for number, span in enumerate(plus.answers, 1):
        yield Field.present(
            text,
            message("answer {number}", number=number),
            *span,
            "an answer in the form",
        )
    if plus.closing:
        yield Field.present(text, "end of data", *plus.closing, "a line with only a dot")
    if plus.rest:
        yield Field.present(text, "rest", *plus.rest, "not part of a form")


def _sized(size: str) -> str:
    ends = {"+-1": "up to a line with only a dot", "+-2": "up to the end of the connection"}
    return ends.get(size, "number of bytes")


CLAUSES = always("RFC 1738 3.4.1")
SCHEME = Scheme(("gopher",), describe, "fetches", PORT, normal, clauses=CLAUSES, nests=True)
