"""tel: RFC 3966, and sms: RFC 5724."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter

from uriinspector.core.charset import ALPHANUM, DIGIT, HEXDIG, MARK_2003, URIC_2003
from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import is_hostname
from uriinspector.core.model import NamedTuple, Part, Pieces, Span, Violation, message
from uriinspector.core.percent import decoded
from uriinspector.core.production import Production
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    Note,
    ParameterPair,
    Remarks,
    Scheme,
    always,
    cut,
    missing,
    pair,
    pair_fields,
    pairs,
    part_of,
    visible,
    whole_of,
)

CITE = "RFC 3966 3"
SEPARATORS = "-.()"
WITHOUT_SEPARATORS = str.maketrans("", "", SEPARATORS)
GLOBAL = Production("global-number-digits", DIGIT + SEPARATORS, CITE, escapes=False)
LOCAL = Production("local-number-digits", HEXDIG + "*#" + SEPARATORS, CITE, escapes=False)
EXTENSION = Production("extension", DIGIT + SEPARATORS, CITE, escapes=False)
SUBADDRESS = Production("isdn-subaddress", URIC_2003.strip("[]"), CITE)
NAME = Production("pname", ALPHANUM + "-", CITE, escapes=False)
VALUE = Production("pvalue", ALPHANUM + MARK_2003 + "[]/:&+$", CITE)
MEANINGS = {
    "ext": "an extension of the number",
    "isub": "an ISDN subaddress",
    "phone-context": "where the local number is valid",
}
# Numbers that a telephone obeys instead of calling them.
SERVICE = expression("[*#]|%2[Aa3]")


class Subscriber(NamedTuple):
    """A number and its parameters."""

    number: Span
    params: tuple[ParameterPair, ...]

    def is_global(self, text: str) -> bool:
        """Whether it is valid everywhere: it begins with a plus."""
        return text.startswith("+", *self.number)


def subscriber(text: str, span: Span) -> Subscriber:
    """Number *( ";" parameter )."""
    number, *params = cut(text, span, ";")
    return Subscriber(number, tuple(pair(text, each) for each in params))


def dialled(text: str) -> str:
    """The number without what is only there to be read."""
    return text.translate(WITHOUT_SEPARATORS)


def faults(text: str, subscriber: Subscriber) -> Iterator[Violation]:
    """Every place where RFC 3966 is not met."""
    number, params = subscriber
    if subscriber.is_global(text):
        yield from GLOBAL.faults(text, number.start + 1, number.end)
    else:
        yield from LOCAL.faults(text, *number)
        names = {lowered(each.name.of(text)) for each in params}
        if "phone-context" not in names:
            explanation = "a local number must say where it is valid"
            yield missing(number.end, "context", '";phone-context="', explanation, CITE)
    if not dialled(number.of(text)).removeprefix("+"):
        yield missing(number.end, "telephone-subscriber", "digits", "no number", CITE)
    for each in params:
        yield from _param_faults(text, each)


def _param_faults(text: str, pair: ParameterPair) -> Iterator[Violation]:
    name, value = pair
    if name.start == name.end:
        yield missing(name.start, "pname", "a name", "a parameter needs a name", CITE)
    yield from NAME.faults(text, *name)
    called = lowered(name.of(text))
    if value is None:
        if called in MEANINGS:
            explanation = "this parameter needs a value"
            yield missing(name.end, called, '"=" and a value', explanation, CITE)
    elif value.start == value.end:
        yield missing(value.end, "pvalue", "a value", "the value is missing", CITE)
    elif called == "phone-context":
        yield from _context_faults(text, value)
    else:
        rule = {"ext": EXTENSION, "isub": SUBADDRESS}.get(called, VALUE)
        yield from rule.faults(text, *value)


def _context_faults(text: str, span: Span) -> Iterator[Violation]:
    """Descriptor = domainname / global-number-digits."""
    if text.startswith("+", *span):
        yield from GLOBAL.faults(text, span.start + 1, span.end)
    elif not is_hostname(span.of(text).removesuffix(".")):
        explanation = 'neither a domain name nor a number with "+"'
        yield Violation(
            *span, "descriptor", 'a domain name or "+" and digits', explanation, (CITE,)
        )


def fields(text: str, subscriber: Subscriber) -> Iterator[Field]:
    """Number and parameters."""
    number = subscriber.number.of(text)
    meaning = "valid everywhere" if subscriber.is_global(text) else "valid only in its context"
    yield Field("number", subscriber.number, number, dialled(number), meaning)
    for name, value in subscriber.params:
        called = decoded(name.of(text))
        span = value or Span(name.end, name.end)
        meaning = MEANINGS.get(lowered(called), "a parameter")
        yield Field.present(text, called, *span, meaning)


def notes(text: str, subscriber: Subscriber) -> Iterator[Note]:
    """What is odd about a number."""
    number, params = subscriber
    if SERVICE.search(text, *number):
        explanation = (
            '"*" and "#": some phones run such a number as a command instead of calling it'
        )
        yield Note("service-code", "danger", explanation, number)
    names = [lowered(each.name.of(text)) for each in params]
    name, times = max(Counter(names).items(), key=itemgetter(1), default=("", 0))
    if times > 1:
        explanation = message("given more than once: {name}", name=visible(name))
        yield Note("parameter-twice", "unusual", explanation, None, (CITE,))
    if names != sorted(names, key=_order):
        explanation = (
            "parameter order: extension or subaddress first, then the context, then the others "
            "alphabetically"
        )
        yield Note("parameter-order", "info", explanation, None, (CITE,))
    if {"ext", "isub"} <= set(names):
        explanation = "an extension and a subaddress exclude each other"
        yield Note("ext-and-isub", "unusual", explanation, None, (CITE,))


def _order(name: str) -> tuple[int, str]:
    return {"ext": 0, "isub": 0, "phone-context": 1}.get(name, 2), name


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


def describe(reference: Reference, _: Choice) -> Remarks:
    """Which number, and where it is valid; RFC 3966 has no fragment: "#" is a digit."""
    text = reference.text
    result = subscriber(text, whole_of(reference))
    yield {"normal": _normal_text(text, result)}
    yield from fields(text, result)
    yield _call(text, result)
    yield from faults(text, result)
    yield from notes(text, result)
    yield from _number_sign(reference)


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


def describe_message(reference: Reference, _: Choice) -> Remarks:
    """To which numbers, and what."""
    text = reference.text
    span, query = part_of(reference), reference.span(Part.QUERY)
    recipients = cut(text, Span(span.start, query.start - 1 if query else span.end), ",")
    subscribers = [subscriber(text, each) for each in recipients]
    body = {"body": "the text of the message"}
    yield from (field for each in subscribers for field in fields(text, each))
    yield from pair_fields(text, pairs(text, query), body)
    yield from (
        Action("write", visible(dialled(each.number.of(text))), "the user must send it")
        for each in subscribers
    )
    yield from _message_faults(text, subscribers, query)
    yield from (note for each in subscribers for note in notes(text, each))


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


SCHEME = Scheme(
    ("tel",),
    "a telephone call",
    ("RFC 3966",),
    "calls",
    describe,
    normal=normal,
    clauses=always("RFC 3966 4"),
)
MESSAGE = Scheme(
    ("sms", "smsto", "mms", "mmsto"), "a text message", ("RFC 5724",), "calls", describe_message
)
