"""tel: RFC 3966, and sms: RFC 5724."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.charset import ALPHANUM, MARK_2003
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.production import Production
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Dossier,
    Note,
    Scheme,
    always,
    in_order,
)
from uriinspector.core.schemes.phone import (
    Subscriber,
    dialled,
    faults,
    fields,
    notes,
    subscriber,
)
from uriinspector.core.schemes.specific import (
    cut,
    missing,
    pair_fields,
    pairs,
    part_of,
    visible,
    whole_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.normal import Pieces
    from uriinspector.core.reference import Reference

PLAIN = expression(r"\+?[0-9A-Fa-f*().\-]*+")
SMS = "RFC 5724 2.2"
FIELD_NAME = Production("sms-field-name", ALPHANUM + MARK_2003, SMS)
FIELD_VALUE = Production("escaped-value", ALPHANUM + MARK_2003, SMS)


def normal(pieces: Pieces) -> Pieces:
    """RFC 3966 4: separators and case do not count."""
    number, semicolon, rest = pieces.path.partition(";")
    if pieces.host is not None or not PLAIN.fullmatch(number):
        return pieces
    return pieces._replace(path=lowered(dialled(number)) + semicolon + rest)


def describe(reference: Reference, _: Choice) -> Dossier:
    """Which number, and where it is valid; RFC 3966 has no fragment: "#" is a digit."""
    text = reference.text
    result = subscriber(text, whole_of(reference))
    return Dossier(
        scheme="tel",
        title="a telephone call",
        cites=("RFC 3966",),
        danger="calls",
        fields=tuple(fields(text, result)),
        actions=(_call(text, result),),
        violations=in_order(faults(text, result)),
        notes=(*notes(text, result), *_number_sign(reference)),
        normal=_normal_text(text, result),
    )


def _call(text: str, subscriber: Subscriber) -> Action:
    explanation = "most phones ask before dialing; some apps do not"
    return Action("call", visible(dialled(subscriber.number.of(text))), explanation)


def _normal_text(text: str, subscriber: Subscriber) -> str:
    """RFC 3966 4: no separators, small letters, parameters in order."""
    params = sorted(
        lowered(text[name.start : value.end if value else name.end])
        for name, value in subscriber.params
    )
    return ";".join([f"tel:{lowered(dialled(subscriber.number.of(text)))}", *params])


def _number_sign(reference: Reference) -> Iterator[Note]:
    span = reference.span(Part.FRAGMENT)
    if span:
        explanation = '"#" is a digit in RFC 3966, but begins a fragment in the generic syntax'
        whole = Span(span.start - 1, span.end)
        yield Note("number-sign", "unusual", explanation, whole, ("RFC 3966 3", "RFC 3986 3.5"))


def describe_message(reference: Reference, _: Choice) -> Dossier:
    """To which numbers, and what."""
    text = reference.text
    span, query = part_of(reference), reference.span(Part.QUERY)
    recipients = cut(text, Span(span.start, query.start - 1 if query else span.end), ",")
    subscribers = [subscriber(text, each) for each in recipients]
    body = {"body": "the text of the message"}
    return Dossier(
        scheme=lowered(reference.scheme or ""),
        title="a text message",
        cites=("RFC 5724",),
        danger="calls",
        fields=(
            *(field for each in subscribers for field in fields(text, each)),
            *pair_fields(text, pairs(text, query), body),
        ),
        actions=tuple(
            Action("write", visible(dialled(each.number.of(text))), "the user must send it")
            for each in subscribers
        ),
        violations=in_order(_message_faults(text, subscribers, query)),
        notes=tuple(note for each in subscribers for note in notes(text, each)),
    )


def _message_faults(
    text: str, subscribers: list[Subscriber], query: Span | None
) -> Iterator[Violation]:
    for each in subscribers:
        yield from faults(text, each)
    if query is None:
        return
    for run in cut(text, query, "&"):
        equals = text.find("=", *run)
        if equals < 0 or equals == run.start:
            explanation = "a field needs a name and a value"
            yield missing(
                run.end if equals < 0 else equals, "sms-field", 'name "="', explanation, SMS
            )
        yield from FIELD_NAME.faults(text, run.start, run.end if equals < 0 else equals)
        if equals >= 0:
            yield from FIELD_VALUE.faults(text, equals + 1, run.end)


SCHEME = Scheme(("tel",), describe, "calls", normal=normal, clauses=always("RFC 3966 4"))
MESSAGE = Scheme(("sms", "smsto", "mms", "mmsto"), describe_message, "calls")
