"""geo: RFC 5870."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uriinspector.core.charset import ALPHANUM, MARK_2003
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import FaultRows, Part, Span, Violation, fault, message
from uriinspector.core.percent import decoded
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
    missing,
    noted,
    pair,
    pair_fields,
    pairs,
    part_of,
    visible,
)

CITE = "RFC 5870 3.3"
NUMBER = expression(r"-?[0-9]++(?:\.[0-9][0-9]*+)?+")
UNSIGNED = expression(r"[0-9]++(?:\.[0-9][0-9]*+)?+")
LABEL = Production("labeltext", ALPHANUM + "-", CITE, escapes=False)
VALUE = Production("pvalue", ALPHANUM + MARK_2003 + "[]:&+$", CITE)
COORDINATES = (
    ("latitude", "degrees north", 90),
    ("longitude", "degrees east", 180),
    ("altitude", "meters above the ellipsoid", None),
)
MAP = "in the user's map app"
MEANINGS = {"crs": "the coordinate reference system", "u": "uncertainty in meters"}


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "query": ("unusual", "some map apps search for the query instead of the coordinates", ()),
    "out-of-range": ("unusual", "no {name} goes beyond {limit} degrees", ("RFC 5870 3.4.2",)),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
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


def describe(reference: Reference, _: Choice) -> Remarks:
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
            yield noted(NOTES, "out-of-range", span, name=message(axis), limit=limit)
    if len(axes) < 2:
        yield fault(FAULTS, "a place needs at least two coordinates", first.end)
    elif len(axes) > 3:
        yield fault(FAULTS, "a place has at most three coordinates", axes[3].start - 1, first.end)
    yield from _params(text, params)
    yield from pair_fields(text, pairs(text, query), {})
    if query:
        yield fault(FAULTS, "a geo URI has no query", query.start - 1, query.end)
        yield noted(NOTES, "query", query)


def _params(text: str, params: list[ParameterPair]) -> Remarks:
    """Describe the parameters (3.3): crs, then u, each at most once, then the others."""
    allowed, known = ["crs", "u"], set()
    for each in params:
        called = lowered(each.name.of(text))
        field = lowered(decoded(called))
        known.add(field)
        yield Field(field, each.place, MEANINGS.get(field, "a parameter"))
        yield from _param_faults(text, called, each)
        if called in allowed:
            del allowed[: allowed.index(called) + 1]
        elif called in MEANINGS:
            yield fault(FAULTS, "crs must come first, then u, each at most once", *each.name)
        else:
            allowed = []
    if "crs" not in known:
        yield Field("crs", None, "WGS 84, as used by GPS")


def _number_faults(
    text: str, span: Span, number: re.Pattern[str], rule: str
) -> Iterator[Violation]:
    if span.is_empty:
        yield missing(span.start, rule, "a number", "the number is missing", CITE)
    elif not number.fullmatch(text, *span):
        expected = "digits, optionally a point and digits"
        yield Violation(*span, rule, expected, "not a decimal number", (CITE,))


def _param_faults(text: str, called: str, pair: ParameterPair) -> Iterator[Violation]:
    name, value = pair
    if called == "u" and value:
        yield from _number_faults(text, value, UNSIGNED, "uval")
    elif called == "crs" and value and not value.is_empty:
        yield from LABEL.faults(text, *value)
    else:
        if name.is_empty:
            yield fault(FAULTS, "a parameter needs a name", name.start)
        yield from LABEL.faults(text, *name)
        if value and not value.is_empty:
            yield from VALUE.faults(text, *value)
        elif value or called in MEANINGS:
            yield fault(FAULTS, "the value is missing", name.end)


def _is_beyond(text: str, limit: int) -> bool:
    if not NUMBER.fullmatch(text):
        return False
    whole, _, part = text.lstrip("-").partition(".")
    whole = whole.lstrip("0") or "0"
    return len(whole) > 3 or int(whole) > limit or (int(whole) == limit and bool(part.strip("0")))


SCHEME = Scheme(("geo",), "a place on Earth", ("RFC 5870",), "names", describe)
