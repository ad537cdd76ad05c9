"""tel: RFC 3966, and sms: RFC 5724."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter

from uriinspector.core.charset import ALPHANUM, DIGIT, HEXDIG, MARK_2003, URIC_2003
from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import is_hostname
from uriinspector.core.model import (
    FaultRows,
    NamedTuple,
    Part,
    Pieces,
    Span,
    Violation,
    fault,
)
from uriinspector.core.percent import decoded
from uriinspector.core.production import Production
from uriinspector.core.reference import Reference
from uriinspector.core.schemes import dossier

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
# Characters of numbers that a phone may run as a command instead of calling.
SERVICE = expression("[*#]|%2[Aa3]")


# The level, the message and the clauses of each note.
NOTES: dossier.NoteRows = {
    "service-code": (
        "danger",
        '"*" and "#": some phones run such a number as a command instead of calling it',
        (),
    ),
    "parameter-twice": ("unusual", "given more than once: {name}", ("RFC 3966 3",)),
    "parameter-order": (
        "info",
        "parameter order: extension or subaddress first, then the context, then the others "
        "alphabetically",
        ("RFC 3966 3",),
    ),
    "ext-and-isub": (
        "unusual",
        "an extension and a subaddress exclude each other",
        ("RFC 3966 3",),
    ),
    "number-sign": (
        "unusual",
        '"#" is a digit in RFC 3966, but begins a fragment in the generic syntax',
        ("RFC 3966 3", "RFC 3986 3.5"),
    ),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "no number": ("telephone-subscriber", "digits", ("RFC 3966 3",)),
    "a local number must say where it is valid": ("context", '";phone-context="', ("RFC 3966 3",)),
    "a parameter needs a name": ("pname", "a name", ("RFC 3966 3",)),
    "the value is missing": ("pvalue", "a value", ("RFC 3966 3",)),
    'neither a domain name nor a number with "+"': (
        "descriptor",
        'a domain name or "+" and digits',
        ("RFC 3966 3",),
    ),
    "a field needs a name and a value": ("sms-field", 'name "="', ("RFC 5724 2.2",)),
}


class Subscriber(NamedTuple):
    """A phone number and its parameters."""

    number: Span
    params: tuple[dossier.ParameterPair, ...]

    def is_global(self, text: str) -> bool:
        """Return True if the number is valid everywhere: it begins with a plus."""
        return text.startswith("+", *self.number)


def subscriber(text: str, span: Span) -> Subscriber:
    """Parse number *( ";" parameter )."""
    number, *params = dossier.cut(text, span, ";")
    return Subscriber(number, tuple(dossier.pair(text, each) for each in params))


def dialled(text: str) -> str:
    """Return the number without visual separators."""
    return text.translate(WITHOUT_SEPARATORS)


def faults(text: str, subscriber: Subscriber) -> Iterator[Violation]:
    """Yield every violation of RFC 3966."""
    number, params = subscriber
    if subscriber.is_global(text):
        yield from GLOBAL.faults(text, number.start + 1, number.end)
    else:
        yield from LOCAL.faults(text, *number)
        names = {lowered(each.name.of(text)) for each in params}
        if "phone-context" not in names:
            yield fault(FAULTS, "a local number must say where it is valid", number.end)
    if not dialled(number.of(text)).removeprefix("+"):
        yield fault(FAULTS, "no number", number.end)
    for each in params:
        yield from _param_faults(text, each)


def _param_faults(text: str, pair: dossier.ParameterPair) -> Iterator[Violation]:
    name, value = pair
    if name.start == name.end:
        yield fault(FAULTS, "a parameter needs a name", name.start)
    yield from NAME.faults(text, *name)
    called = lowered(name.of(text))
    if value is None:
        if called in MEANINGS:
            explanation = "this parameter needs a value"
            yield dossier.missing(name.end, called, '"=" and a value', explanation, CITE)
    elif value.start == value.end:
        yield fault(FAULTS, "the value is missing", value.end)
    elif called == "phone-context":
        yield from _context_faults(text, value)
    else:
        rule = {"ext": EXTENSION, "isub": SUBADDRESS}.get(called, VALUE)
        yield from rule.faults(text, *value)


def _context_faults(text: str, span: Span) -> Iterator[Violation]:
    """Check descriptor = domainname / global-number-digits."""
    if text.startswith("+", *span):
        yield from GLOBAL.faults(text, span.start + 1, span.end)
    elif not is_hostname(span.of(text).removesuffix(".")):
        yield fault(FAULTS, 'neither a domain name nor a number with "+"', *span)


def fields(text: str, subscriber: Subscriber) -> Iterator[dossier.Field]:
    """Yield number and parameters."""
    number = subscriber.number.of(text)
    meaning = "valid everywhere" if subscriber.is_global(text) else "valid only in its context"
    yield dossier.Field("number", subscriber.number, number, dialled(number), meaning)
    for name, value in subscriber.params:
        called = decoded(name.of(text))
        span = value or Span(name.end, name.end)
        meaning = MEANINGS.get(lowered(called), "a parameter")
        yield dossier.Field.of(text, called, span, meaning)


def notes(text: str, subscriber: Subscriber) -> Iterator[dossier.Note]:
    """Yield notes on unusual numbers."""
    number, params = subscriber
    if SERVICE.search(text, *number):
        yield dossier.noted(NOTES, "service-code", number)
    names = [lowered(each.name.of(text)) for each in params]
    name, times = max(Counter(names).items(), key=itemgetter(1), default=("", 0))
    if times > 1:
        yield dossier.noted(NOTES, "parameter-twice", name=dossier.visible(name))
    if names != sorted(names, key=_order):
        yield dossier.noted(NOTES, "parameter-order")
    if {"ext", "isub"} <= set(names):
        yield dossier.noted(NOTES, "ext-and-isub")


def _order(name: str) -> tuple[int, str]:
    return {"ext": 0, "isub": 0, "phone-context": 1}.get(name, 2), name


PLAIN = expression(r"\+?[0-9A-Fa-f*().\-]*+")
SMS = "RFC 5724 2.2"
FIELD_NAME = Production("sms-field-name", ALPHANUM + MARK_2003, SMS)
FIELD_VALUE = Production("escaped-value", ALPHANUM + MARK_2003, SMS)


def normal(pieces: Pieces) -> Pieces:
    """Remove separators and make letters lowercase (RFC 3966 4)."""
    number, semicolon, rest = pieces.path.partition(";")
    if pieces.host is not None or not PLAIN.fullmatch(number):
        return pieces
    return pieces._replace(path=lowered(dialled(number)) + semicolon + rest)


def describe(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe the number and where it is valid; RFC 3966 has no fragment, so "#" is a digit."""
    text = reference.text
    result = subscriber(text, dossier.whole_of(reference))
    yield {"normal": _normal_text(text, result)}
    yield from fields(text, result)
    yield _call(text, result)
    yield from faults(text, result)
    yield from notes(text, result)
    yield from _number_sign(reference)


def _call(text: str, subscriber: Subscriber) -> dossier.Action:
    explanation = "most phones ask before dialing; some apps do not"
    return dossier.Action("call", dossier.visible(dialled(subscriber.number.of(text))), explanation)


def _normal_text(text: str, subscriber: Subscriber) -> str:
    """Return the normal form (RFC 3966 4): no separators, lowercase, parameters in order."""
    params = sorted(
        lowered(text[name.start : value.end if value else name.end])
        for name, value in subscriber.params
    )
    return ";".join([f"tel:{lowered(dialled(subscriber.number.of(text)))}", *params])


def _number_sign(reference: Reference) -> Iterator[dossier.Note]:
    span = reference.span(Part.FRAGMENT)
    if span:
        whole = Span(span.start - 1, span.end)
        yield dossier.noted(NOTES, "number-sign", whole)


def describe_message(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe the recipients and the message."""
    text = reference.text
    span, query = dossier.part_of(reference), reference.span(Part.QUERY)
    recipients = dossier.cut(text, Span(span.start, query.start - 1 if query else span.end), ",")
    subscribers = [subscriber(text, each) for each in recipients]
    body = {"body": "the text of the message"}
    yield from (field for each in subscribers for field in fields(text, each))
    yield from dossier.pair_fields(text, dossier.pairs(text, query), body)
    yield from (
        dossier.Action(
            "write", dossier.visible(dialled(each.number.of(text))), "the user must send it"
        )
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
    for run in dossier.cut(text, query, "&"):
        equals = text.find("=", *run)
        if equals < 0 or equals == run.start:
            yield fault(
                FAULTS, "a field needs a name and a value", run.end if equals < 0 else equals
            )
        yield from FIELD_NAME.faults(text, run.start, run.end if equals < 0 else equals)
        if equals >= 0:
            yield from FIELD_VALUE.faults(text, equals + 1, run.end)


SCHEME = dossier.Scheme(
    ("tel",),
    "a telephone call",
    ("RFC 3966",),
    "calls",
    describe,
    normal=normal,
    clauses=dossier.always("RFC 3966 4"),
)
MESSAGE = dossier.Scheme(
    ("sms", "smsto", "mms", "mmsto"), "a text message", ("RFC 5724",), "calls", describe_message
)
