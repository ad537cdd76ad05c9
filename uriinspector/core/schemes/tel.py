"""tel: RFC 3966, and sms: RFC 5724."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter

from uriinspector.core.charset import ALPHANUM, DIGIT, HEXDIG, MARK_2003, URIC_2003
from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import is_hostname
from uriinspector.core.model import FaultRows, NamedTuple, Part, Pieces, Span, Violation, fault
from uriinspector.core.production import Production
from uriinspector.core.reference import Reference, cut
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    NoteRows,
    ParameterPair,
    Remarks,
    Scheme,
    always,
    missing,
    noted,
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
# Characters in numbers that some phones run as a command instead of calling them.
SERVICE = expression("[*#]|%2[Aa3]")


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
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
    params: tuple[ParameterPair, ...]


def subscriber(text: str, span: Span) -> Subscriber:
    """Parse number *( ";" parameter )."""
    number, *params = cut(text, span, ";")
    return Subscriber(number, tuple(pair(text, each) for each in params))


def dialled(text: str) -> str:
    """Return the number without visual separators."""
    return text.translate(WITHOUT_SEPARATORS)


def remarks(text: str, subscriber: Subscriber) -> Remarks:
    """Describe number and parameters, with every violation of RFC 3966."""
    number, params = subscriber
    is_global, digits = text.startswith("+", *number), dialled(number.of(text))
    names = [lowered(each.name.of(text)) for each in params]
    meaning = "valid everywhere" if is_global else "valid only in its context"
    yield Field("number", number, meaning, value=digits)
    yield from pair_fields(text, params, MEANINGS)
    if is_global:
        yield from GLOBAL.faults(text, number.start + 1, number.end)
    else:
        yield from LOCAL.faults(text, *number)
        if "phone-context" not in names:
            yield fault(FAULTS, "a local number must say where it is valid", number.end)
    if not digits.removeprefix("+"):
        yield fault(FAULTS, "no number", number.end)
    for each in params:
        yield from _param_faults(text, each)
    if SERVICE.search(text, *number):
        yield noted(NOTES, "service-code", number)
    name, times = max(Counter(names).items(), key=itemgetter(1), default=("", 0))
    if times > 1:
        yield noted(NOTES, "parameter-twice", name=visible(name))
    if names != sorted(names, key=lambda name: (ORDER.get(name, 2), name)):
        yield noted(NOTES, "parameter-order")
    if {"ext", "isub"} <= set(names):
        yield noted(NOTES, "ext-and-isub")


ORDER = {"ext": 0, "isub": 0, "phone-context": 1}


def _param_faults(text: str, pair: ParameterPair) -> Iterator[Violation]:
    name, value = pair
    if name.is_empty:
        yield fault(FAULTS, "a parameter needs a name", name.start)
    yield from NAME.faults(text, *name)
    called = lowered(name.of(text))
    if value is None:
        if called in MEANINGS:
            yield missing(name.end, called, '"=" and a value', "this parameter needs a value", CITE)
    elif value.is_empty:
        yield fault(FAULTS, "the value is missing", value.end)
    elif called != "phone-context":
        yield from {"ext": EXTENSION, "isub": SUBADDRESS}.get(called, VALUE).faults(text, *value)
    # descriptor = domainname / global-number-digits
    elif text.startswith("+", *value):
        yield from GLOBAL.faults(text, value.start + 1, value.end)
    elif not is_hostname(value.of(text).removesuffix(".")):
        yield fault(FAULTS, 'neither a domain name nor a number with "+"', *value)


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


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe the number and where it is valid; RFC 3966 has no fragment, so "#" is part of
    it.
    """
    text = reference.text
    number, params = result = subscriber(text, whole_of(reference))
    digits = dialled(number.of(text))
    # RFC 3966 4: no separators, lowercase, parameters in order.
    rest = sorted(lowered(text[name.start : (value or name).end]) for name, value in params)
    yield {"normal": ";".join([f"tel:{lowered(digits)}", *rest])}
    yield Action("call", visible(digits), "most phones ask before dialing; some apps do not")
    yield from remarks(text, result)
    span = reference.span(Part.FRAGMENT)
    if span:
        yield noted(NOTES, "number-sign", Span(span.start - 1, span.end))


def describe_message(reference: Reference, _: Choice) -> Remarks:
    """Describe the recipients and the message."""
    text = reference.text
    (start, end), query = part_of(reference), reference.span(Part.QUERY)
    for each in cut(text, Span(start, query.start - 1 if query else end), ","):
        number, _params = result = subscriber(text, each)
        yield from remarks(text, result)
        yield Action("write", visible(dialled(number.of(text))), "the user must send it")
    yield from pair_fields(text, pairs(text, query), {"body": "the text of the message"})
    for run in cut(text, query, "&") if query else ():
        name, value = pair(text, run)
        if value is None or name.is_empty:
            yield fault(FAULTS, "a field needs a name and a value", name.end)
        yield from FIELD_NAME.faults(text, *name)
        if value:
            yield from FIELD_VALUE.faults(text, *value)


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
