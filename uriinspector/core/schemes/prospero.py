"""prospero: RFC 1738 3.11, and the version number of the drafts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span, message
from uriinspector.core.percent import decoded
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Dossier,
    Field,
    Note,
    ParameterPair,
    Scheme,
    cut,
    pair,
    visible,
)
from uriinspector.core.schemes.rfc1738 import as_1738, connection, judged, login_fields, other_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

PORT = 1525
# The drafts end the name with an escaped NUL and let the version follow.
DRAFT_VERSION = expression("%00")
VERSION = "object-version"


class ProsperoTarget(NamedTuple):
    """The object's name, its version by the drafts, and the fields behind it."""

    name: Span
    version: Span | None
    fields: tuple[ParameterPair, ...]


def describe(reference: Reference, _: Choice) -> Dossier:
    """The object's name as its host knows it, its version, its fields."""
    read = as_1738(reference)
    target = _target(read)
    return Dossier(
        scheme="prospero",
        title="an object of the Prospero directory service",
        cites=("RFC 1738 3.11", "RFC 4157"),
        danger="names",
        default_port=PORT,
        fields=(*login_fields(reference, PORT), *_fields(read.text, target)),
        actions=tuple(_actions(read, target)),
        violations=judged(reference),
        notes=(*other_port(read, PORT), *_notes(read.text, target)),
    )


def _target(read: Reference) -> ProsperoTarget | None:
    """3.1: the slash after the host is no part of the name."""
    span = read.span(Part.PATH)
    if read.authority is None or span is None or span.start == span.end:
        return None
    text = read.text
    name, *rest = cut(text, Span(span.start + 1, span.end), ";")
    fields = tuple(pair(text, each) for each in rest)
    null = DRAFT_VERSION.search(text, *name)
    if null is None:
        return ProsperoTarget(name, None, fields)
    return ProsperoTarget(Span(name.start, null.start()), Span(null.end(), name.end), fields)


def _fields(text: str, target: ProsperoTarget | None) -> Iterator[Field]:
    if target is None:
        yield Field.absent("hsoname", "no object is named")
        return
    yield Field.present(text, "hsoname", *target.name, "object name, meaningful only to its host")
    if target.version:
        yield Field.present(
            text, "version", *target.version, "the version of the object, as in the drafts"
        )
    for name, value in target.fields:
        called = decoded(name.of(text))
        version = lowered(called) == VERSION
        meaning = "the version of the object" if version else "the target must have this value"
        if value:
            yield Field.present(text, message("field {called}", called=called), *value, meaning)
        else:
            yield Field.present(
                text,
                message("field {called}", called=called),
                name.end,
                name.end,
                "the value is missing",
            )


def _actions(read: Reference, target: ProsperoTarget | None) -> Iterator[Action]:
    if target is None:
        return
    yield replace(connection(read, PORT), note="the Prospero directory server on this host")
    explanation = "the answer names the protocol for retrieving the object"
    yield Action(
        "send", message("resolve {text}", text=visible(target.name.of(read.text))), explanation
    )


def _notes(text: str, target: ProsperoTarget | None) -> Iterator[Note]:
    if target is None:
        return
    if text.startswith("/", target.name.start, target.name.end):
        explanation = "two slashes: one of the URL, one at the start of an absolute name"
        yield Note("absolute", "info", explanation, target.name, ("RFC 1738 3.11",))
    if target.version:
        explanation = "the drafts put a version after an encoded NUL; RFC 1738 uses OBJECT-VERSION"
        cites = ("url-draft-03 Prospero", "RFC 1738 3.11")
        span = Span(target.version.start - 3, target.version.end)
        yield Note("draft-version", "unusual", explanation, span, cites)
    parameter_pairs = [
        each for each in target.fields if lowered(decoded(each.name.of(text))) == VERSION
    ]
    if parameter_pairs and (target.version or len(parameter_pairs) > 1):
        explanation = "the version is given twice"
        yield Note(
            "two-versions", "unusual", explanation, parameter_pairs[-1].name, ("RFC 1738 3.11",)
        )


SCHEME = Scheme(("prospero",), describe, "names", PORT)
