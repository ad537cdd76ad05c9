"""Schemes that open an app: geo (RFC 5870), tel (RFC 3966), sms (RFC 5724), magnet and Office.

There is no standard for magnet, a query that names content and sources for it. ms-word and similar
schemes have a command and a document, separated by vertical bars:

ms-word:ofe|u|https://example.com/a.docx        or only   ms-word:https://example.com/a.docx
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
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
    message,
)
from uriinspector.core.percent import decoded
from uriinspector.core.production import Production
from uriinspector.core.reference import Reference, cut
from uriinspector.core.schemes.dossier import (
    REFERENCE,
    Action,
    Choice,
    Field,
    NoteRows,
    ParameterPair,
    Remarks,
    Scheme,
    always,
    generic_faults,
    inner_if,
    inner_of,
    missing,
    noted,
    pair,
    pair_fields,
    pairs,
    part_of,
    share_notes,
    visible,
    whole_of,
)

MAGNET_CITE = "magnet-uri"
NUMBERED = expression(r"\.[0-9]++\Z")
MAGNET_MEANINGS = {
    "xt": "name of the content, made from its hash",
    "dn": "display name: can be any text",
    "tr": "a tracker that lists the peers",
    "ws": "a web server with the content",
    "as": "another source",
    "xs": "preferred source",
    "mt": "a list of further sources",
    "xl": "size in bytes",
    "kt": "search words",
    "so": "selected files",
    "x.pe": "a computer with the content",
}
NESTED = ("xt", "tr", "ws", "as", "xs", "mt")
ASKED = ("tr", "ws", "as", "xs", "mt", "x.pe")


# The level, the message and the clauses of each note.
MAGNET_NOTES: NoteRows = {
    "display-name": ("info", "the displayed name does not determine the content", ())
}
# The rule, the expected text and the clauses of each fault.
MAGNET_FAULTS: FaultRows = {
    "a magnet reference consists of a query only": ("magnet", '"?"', ("magnet-uri",))
}


def describe_magnet(reference: Reference, _: Choice) -> Remarks:
    """Describe the named content, and the sources that a client would contact."""
    text, span = reference.text, part_of(reference)
    if not text.startswith("?", *span):
        yield fault(MAGNET_FAULTS, "a magnet reference consists of a query only", span.start)
    yield from generic_faults(reference)
    names = set()
    for each in pairs(text, reference.span(Part.QUERY)):
        # A numeric suffix of the name distinguishes parameters of the same kind.
        name = NUMBERED.sub("", lowered(decoded(each.name.of(text))))
        value = each.value or Span(each.name.end, each.name.end)
        yield Field(name, value, MAGNET_MEANINGS.get(name, "a parameter"))
        if each.value and name in ASKED:
            yield Action("connect", visible(value.of(text)), "peers see the user's IP address")
        if each.value and name == "dn" and name not in names:
            yield noted(MAGNET_NOTES, "display-name", value)
        if name in NESTED:
            yield from inner_if(text, each.value, f"magnet {name}")
        if name != "dn" or each.value:
            names.add(name)
    if "xt" not in names:
        yield Field("xt", None, "names no content (no xt)")
    yield Action(
        "fetch", "from any peer that shares it", "and share it with others at the same time"
    )


MAGNET_SCHEME = Scheme(
    ("magnet",),
    "shared content, identified by its hash",
    (MAGNET_CITE,),
    "fetches",
    describe_magnet,
    nests=True,
)


OFFICE_CITE = "Office URI Schemes 2"
BAR = expression(r"\||%7[Cc]")
COMMANDS = {
    "ofv": "open for reading",
    "ofe": "open for editing",
    "nft": "a new document from this template",
}
CONFIRMED = "after confirmation, if the browser asks"
DESCRIPTORS = {"u": "the document", "s": "location for saving"}
OFFICE_NAMES = (
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
OFFICE_NOTES: NoteRows = {
    "program-fetches": ("danger", "Office fetches this itself, without the browser: {text}", ())
}
# The rule, the expected text and the clauses of each fault.
OFFICE_FAULTS: FaultRows = {
    "not a command of this scheme": ("command-name", "ofv, ofe or nft", ("Office URI Schemes 2",)),
    "no document is named": ("argument", '"|u|" and a reference', ("Office URI Schemes 2",)),
    "not a descriptor of this scheme": ("descriptor", "u or s", ("Office URI Schemes 2",)),
    "the value is missing": ("argument", '"|" and a value', ("Office URI Schemes 2",)),
}


def describe_office(reference: Reference, _: Choice) -> Remarks:
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
            yield fault(OFFICE_FAULTS, "not a command of this scheme", *verb)
        if not arguments:
            yield fault(OFFICE_FAULTS, "no document is named", verb.end)
        yield from _argument_faults(text, arguments)
    yield from share_notes(text, whole)
    for number, each in enumerate(arguments):
        name, value = each
        called = lowered(decoded(name.of(text))) or "u"
        yield Field(called, each.place, DESCRIPTORS.get(called, "an argument"))
        if value and not value.is_empty:
            yield Action("fetch", visible(value.of(text)))
            if number == 0:
                yield noted(OFFICE_NOTES, "program-fetches", value, text=visible(value.of(text)))
        yield from inner_of(text, value, f"office {lowered(name.of(text)) or 'u'}")


def _argument_faults(text: str, arguments: list[ParameterPair]) -> Iterator[Violation]:
    for name, value in arguments:
        if lowered(name.of(text)) not in DESCRIPTORS:
            yield fault(OFFICE_FAULTS, "not a descriptor of this scheme", *name)
        if value is None or value.is_empty:
            yield fault(OFFICE_FAULTS, "the value is missing", name.end)


OFFICE_SCHEMES = tuple(
    Scheme(
        (f"ms-{name}",),
        message("a document for Microsoft Office ({program})", program=name),
        (OFFICE_CITE,),
        "program",
        describe_office,
        nests=True,
    )
    for name in OFFICE_NAMES
)


GEO_CITE = "RFC 5870 3.3"
NUMBER = expression(r"-?[0-9]++(?:\.[0-9][0-9]*+)?+")
UNSIGNED = expression(r"[0-9]++(?:\.[0-9][0-9]*+)?+")
GEO_LABEL = Production("labeltext", ALPHANUM + "-", GEO_CITE, escapes=False)
GEO_VALUE = Production("pvalue", ALPHANUM + MARK_2003 + "[]:&+$", GEO_CITE)
COORDINATES = (
    ("latitude", "degrees north", 90),
    ("longitude", "degrees east", 180),
    ("altitude", "meters above the ellipsoid", None),
)
MAP = "in the user's map app"
GEO_MEANINGS = {"crs": "the coordinate reference system", "u": "uncertainty in meters"}


# The level, the message and the clauses of each note.
GEO_NOTES: NoteRows = {
    "query": ("unusual", "some map apps search for the query instead of the coordinates", ()),
    "out-of-range": (
        "unusual",
        "{name}: at most {limit} degrees are possible",
        ("RFC 5870 3.4.2",),
    ),
}
# The rule, the expected text and the clauses of each fault.
GEO_FAULTS: FaultRows = {
    "a place needs at least two coordinates": (
        "coordinates",
        '"," and a number',
        ("RFC 5870 3.3",),
    ),
    "a geo URI has no query": ("geo-path", "the end", ("RFC 5870 3.3",)),
    "a place has at most three coordinates": ("coordinates", '";" or the end', ("RFC 5870 3.3",)),
    "a parameter needs a name": ("pname", "a name", ("RFC 5870 3.3",)),
    "the value is missing": ("pvalue", "a value", ("RFC 5870 3.3",)),
    "crs must come first, then u, each at most once": ("p", "another parameter", ("RFC 5870 3.3",)),
}


def describe_geo(reference: Reference, _: Choice) -> Remarks:
    """Describe the location on Earth."""
    text, query, (start, end) = reference.text, reference.span(Part.QUERY), part_of(reference)
    first, *rest = cut(text, Span(start, query.start - 1 if query else end), ";")
    axes, params = list(cut(text, first, ",")), [pair(text, each) for each in rest]
    names = [lowered(name.of(text)) for name, _ in params]
    system = params[names.index("crs")].value if "crs" in names else None
    is_usual = "crs" not in names or (system and lowered(system.of(text)) == "wgs84")
    yield Action("show", ", ".join(visible(each.of(text)) for each in axes[:3]), MAP)
    for (axis, meaning, limit), span in zip(COORDINATES, axes, strict=False):
        yield Field(axis, span, meaning)
        yield from _number_faults(text, span, NUMBER, "num")
        if limit and is_usual and _is_beyond(span.of(text), limit):
            yield noted(GEO_NOTES, "out-of-range", span, name=message(axis), limit=limit)
    if len(axes) < 2:
        yield fault(GEO_FAULTS, "a place needs at least two coordinates", first.end)
    elif len(axes) > 3:
        yield fault(
            GEO_FAULTS, "a place has at most three coordinates", axes[3].start - 1, first.end
        )
    yield from _geo_params(text, params)
    yield from pair_fields(text, pairs(text, query), {})
    if query:
        yield fault(GEO_FAULTS, "a geo URI has no query", query.start - 1, query.end)
        yield noted(GEO_NOTES, "query", query)


def _geo_params(text: str, params: list[ParameterPair]) -> Remarks:
    """Describe the parameters (3.3): crs, then u, each at most once, then the others."""
    allowed, known = ["crs", "u"], set()
    for each in params:
        called = lowered(each.name.of(text))
        field = lowered(decoded(called))
        known.add(field)
        yield Field(field, each.place, GEO_MEANINGS.get(field, "a parameter"))
        yield from _geo_param_faults(text, called, each)
        if called in allowed:
            del allowed[: allowed.index(called) + 1]
        elif called in GEO_MEANINGS:
            yield fault(GEO_FAULTS, "crs must come first, then u, each at most once", *each.name)
        else:
            allowed = []
    if "crs" not in known:
        yield Field("crs", None, "WGS 84, as used by GPS")


def _number_faults(
    text: str, span: Span, number: re.Pattern[str], rule: str
) -> Iterator[Violation]:
    if span.is_empty:
        yield missing(span.start, rule, "a number", "the number is missing", GEO_CITE)
    elif not number.fullmatch(text, *span):
        expected = "digits, optionally followed by a point and more digits"
        yield Violation(*span, rule, expected, "not a decimal number", (GEO_CITE,))


def _geo_param_faults(text: str, called: str, pair: ParameterPair) -> Iterator[Violation]:
    name, value = pair
    if called == "u" and value:
        yield from _number_faults(text, value, UNSIGNED, "uval")
    elif called == "crs" and value and not value.is_empty:
        yield from GEO_LABEL.faults(text, *value)
    else:
        if name.is_empty:
            yield fault(GEO_FAULTS, "a parameter needs a name", name.start)
        yield from GEO_LABEL.faults(text, *name)
        if value and not value.is_empty:
            yield from GEO_VALUE.faults(text, *value)
        elif value or called in GEO_MEANINGS:
            yield fault(GEO_FAULTS, "the value is missing", name.end)


def _is_beyond(text: str, limit: int) -> bool:
    if not NUMBER.fullmatch(text):
        return False
    whole, _, part = text.lstrip("-").partition(".")
    whole = whole.lstrip("0") or "0"
    return len(whole) > 3 or int(whole) > limit or (int(whole) == limit and bool(part.strip("0")))


GEO_SCHEME = Scheme(("geo",), "a place on Earth", ("RFC 5870",), "names", describe_geo)


TEL_CITE = "RFC 3966 3"
SEPARATORS = "-.()"
WITHOUT_SEPARATORS = str.maketrans("", "", SEPARATORS)
GLOBAL = Production("global-number-digits", DIGIT + SEPARATORS, TEL_CITE, escapes=False)
LOCAL = Production("local-number-digits", HEXDIG + "*#" + SEPARATORS, TEL_CITE, escapes=False)
EXTENSION = Production("extension", DIGIT + SEPARATORS, TEL_CITE, escapes=False)
SUBADDRESS = Production("isdn-subaddress", URIC_2003.strip("[]"), TEL_CITE)
TEL_NAME = Production("pname", ALPHANUM + "-", TEL_CITE, escapes=False)
TEL_VALUE = Production("pvalue", ALPHANUM + MARK_2003 + "[]/:&+$", TEL_CITE)
TEL_MEANINGS = {
    "ext": "a telephone extension",
    "isub": "an ISDN subaddress",
    "phone-context": "where the local number is valid",
}
# Characters for numbers that some phones execute as commands instead of calling them.
SERVICE = expression("[*#]|%2[Aa3]")


# The level, the message and the clauses of each note.
TEL_NOTES: NoteRows = {
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
        "an extension and a subaddress cannot be used together",
        ("RFC 3966 3",),
    ),
    "number-sign": (
        "unusual",
        '"#" is a digit in RFC 3966, but begins a fragment in the generic syntax',
        ("RFC 3966 3", "RFC 3986 3.5"),
    ),
}
# The rule, the expected text and the clauses of each fault.
TEL_FAULTS: FaultRows = {
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


def number_remarks(text: str, subscriber: Subscriber) -> Remarks:
    """Describe the number and its parameters, with every violation of RFC 3966."""
    number, params = subscriber
    is_global, digits = text.startswith("+", *number), dialled(number.of(text))
    names = [lowered(each.name.of(text)) for each in params]
    meaning = "valid everywhere" if is_global else "valid only in its context"
    yield Field("number", number, meaning, value=digits)
    yield from pair_fields(text, params, TEL_MEANINGS)
    if is_global:
        yield from GLOBAL.faults(text, number.start + 1, number.end)
    else:
        yield from LOCAL.faults(text, *number)
        if "phone-context" not in names:
            yield fault(TEL_FAULTS, "a local number must say where it is valid", number.end)
    if not digits.removeprefix("+"):
        yield fault(TEL_FAULTS, "no number", number.end)
    for each in params:
        yield from _tel_param_faults(text, each)
    if SERVICE.search(text, *number):
        yield noted(TEL_NOTES, "service-code", number)
    name, times = max(Counter(names).items(), key=itemgetter(1), default=("", 0))
    if times > 1:
        yield noted(TEL_NOTES, "parameter-twice", name=visible(name))
    if names != sorted(names, key=lambda name: (ORDER.get(name, 2), name)):
        yield noted(TEL_NOTES, "parameter-order")
    if {"ext", "isub"} <= set(names):
        yield noted(TEL_NOTES, "ext-and-isub")


ORDER = {"ext": 0, "isub": 0, "phone-context": 1}


def _tel_param_faults(text: str, pair: ParameterPair) -> Iterator[Violation]:
    name, value = pair
    if name.is_empty:
        yield fault(TEL_FAULTS, "a parameter needs a name", name.start)
    yield from TEL_NAME.faults(text, *name)
    called = lowered(name.of(text))
    if value is None:
        if called in TEL_MEANINGS:
            yield missing(
                name.end, called, '"=" and a value', "this parameter needs a value", TEL_CITE
            )
    elif value.is_empty:
        yield fault(TEL_FAULTS, "the value is missing", value.end)
    elif called != "phone-context":
        yield from {"ext": EXTENSION, "isub": SUBADDRESS}.get(called, TEL_VALUE).faults(
            text, *value
        )
    # descriptor = domainname / global-number-digits
    elif text.startswith("+", *value):
        yield from GLOBAL.faults(text, value.start + 1, value.end)
    elif not is_hostname(value.of(text).removesuffix(".")):
        yield fault(TEL_FAULTS, 'neither a domain name nor a number with "+"', *value)


PLAIN = expression(r"\+?[0-9A-Fa-f*().\-]*+")
SMS = "RFC 5724 2.2"
FIELD_NAME = Production("sms-field-name", ALPHANUM + MARK_2003, SMS)
FIELD_VALUE = Production("escaped-value", ALPHANUM + MARK_2003, SMS)


def normal_tel(pieces: Pieces) -> Pieces:
    """Remove separators and make letters lowercase (RFC 3966 4)."""
    number, semicolon, rest = pieces.path.partition(";")
    if pieces.host is not None or not PLAIN.fullmatch(number):
        return pieces
    return pieces._replace(path=lowered(dialled(number)) + semicolon + rest)


def describe_tel(reference: Reference, _: Choice) -> Remarks:
    """Describe the number and where it is valid; "#" belongs to it (RFC 3966 has no fragment)."""
    text = reference.text
    number, params = result = subscriber(text, whole_of(reference))
    digits = dialled(number.of(text))
    # RFC 3966 4: no separators, lowercase, parameters in order.
    rest = sorted(lowered(text[name.start : (value or name).end]) for name, value in params)
    yield {"normal": ";".join([f"tel:{lowered(digits)}", *rest])}
    yield Action("call", visible(digits), "most phones ask before dialing; some apps do not")
    yield from number_remarks(text, result)
    span = reference.span(Part.FRAGMENT)
    if span:
        yield noted(TEL_NOTES, "number-sign", Span(span.start - 1, span.end))


def describe_message(reference: Reference, _: Choice) -> Remarks:
    """Describe the recipients and the message."""
    text = reference.text
    (start, end), query = part_of(reference), reference.span(Part.QUERY)
    for each in cut(text, Span(start, query.start - 1 if query else end), ","):
        number, _params = result = subscriber(text, each)
        yield from number_remarks(text, result)
        yield Action("write", visible(dialled(number.of(text))), "the user must send it")
    yield from pair_fields(text, pairs(text, query), {"body": "the text of the message"})
    for run in cut(text, query, "&") if query else ():
        name, value = pair(text, run)
        if value is None or name.is_empty:
            yield fault(TEL_FAULTS, "a field needs a name and a value", name.end)
        yield from FIELD_NAME.faults(text, *name)
        if value:
            yield from FIELD_VALUE.faults(text, *value)


TEL_SCHEME = Scheme(
    ("tel",),
    "a telephone call",
    ("RFC 3966",),
    "calls",
    describe_tel,
    normal=normal_tel,
    clauses=always("RFC 3966 4"),
)
MESSAGE_SCHEME = Scheme(
    ("sms", "smsto", "mms", "mmsto"), "a text message", ("RFC 5724",), "calls", describe_message
)
