"""geo: RFC 5870."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uriinspector.core.charset import ALPHANUM, MARK_2003
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import FaultRows, NamedTuple, Part, Span, Violation, fault, message
from uriinspector.core.percent import decoded
from uriinspector.core.production import Production
from uriinspector.core.reference import Reference
from uriinspector.core.schemes import dossier

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
MEANINGS = {"crs": "the coordinate reference system", "u": "uncertainty in meters"}


# The level, the message and the clauses of each note.
NOTES: dossier.NoteRows = {
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


class GeoLocation(NamedTuple):
    """The coordinates and parameters of a location."""

    coordinates: tuple[Span, ...]
    params: tuple[dossier.ParameterPair, ...]


def describe(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe the location on Earth."""
    text, query = reference.text, reference.span(Part.QUERY)
    span = dossier.part_of(reference)
    first, *rest = dossier.cut(text, Span(span.start, query.start - 1 if query else span.end), ";")
    place = GeoLocation(
        tuple(dossier.cut(text, first, ",")), tuple(dossier.pair(text, each) for each in rest)
    )
    there = ", ".join(dossier.visible(each.of(text)) for each in place.coordinates[:3])
    yield from _fields(text, place)
    yield from dossier.pair_fields(text, dossier.pairs(text, query), {})
    yield dossier.Action("show", there, "in the user's map app")
    yield from _violations(text, place, query)
    yield from _notes(text, place, query)


def _fields(text: str, place: GeoLocation) -> Iterator[dossier.Field]:
    for (axis, meaning, _), span in zip(COORDINATES, place.coordinates, strict=False):
        yield dossier.Field.of(text, axis, span, meaning)
    names = set()
    for name, value in place.params:
        called = lowered(decoded(name.of(text)))
        names.add(called)
        stands = value or Span(name.end, name.end)
        yield dossier.Field.of(text, called, stands, MEANINGS.get(called, "a parameter"))
    if "crs" not in names:
        yield dossier.Field.absent("crs", "WGS 84, as used by GPS")


def _violations(text: str, place: GeoLocation, query: Span | None) -> Iterator[Violation]:
    for span in place.coordinates[:3]:
        yield from _number_faults(text, span, NUMBER, "num")
    if len(place.coordinates) < 2:
        at = place.coordinates[-1].end
        yield fault(FAULTS, "a place needs at least two coordinates", at)
    elif len(place.coordinates) > 3:
        start, end = place.coordinates[3].start, place.coordinates[-1].end
        yield fault(FAULTS, "a place has at most three coordinates", start - 1, end)
    for each in place.params:
        yield from _param_faults(text, each)
    yield from _order_faults(text, place.params)
    if query:
        yield fault(FAULTS, "a geo URI has no query", query.start - 1, query.end)


def _number_faults(
    text: str, span: Span, number: re.Pattern[str], rule: str
) -> Iterator[Violation]:
    if span.start == span.end:
        yield dossier.missing(span.start, rule, "a number", "the number is missing", CITE)
    elif not number.fullmatch(text, *span):
        explanation = "not a decimal number"
        yield Violation(*span, rule, "digits, optionally a point and digits", explanation, (CITE,))


def _param_faults(text: str, pair: dossier.ParameterPair) -> Iterator[Violation]:
    name, value = pair
    called = lowered(name.of(text))
    if called == "u" and value:
        yield from _number_faults(text, value, UNSIGNED, "uval")
    elif called == "crs" and value and value.start < value.end:
        yield from LABEL.faults(text, *value)
    else:
        if name.start == name.end:
            yield fault(FAULTS, "a parameter needs a name", name.start)
        yield from LABEL.faults(text, *name)
        if value and value.start < value.end:
            yield from VALUE.faults(text, *value)
        elif value or called in MEANINGS:
            yield fault(FAULTS, "the value is missing", pair.name.end)


def _order_faults(text: str, params: tuple[dossier.ParameterPair, ...]) -> Iterator[Violation]:
    """Check the order of parameters (3.3): crs, then u, each at most once, then the others."""
    allowed = ["crs", "u"]
    for name, _ in params:
        called = lowered(name.of(text))
        if called in allowed:
            del allowed[: allowed.index(called) + 1]
        elif called in MEANINGS:
            yield fault(FAULTS, "crs must come first, then u, each at most once", *name)
        else:
            allowed = []


def _notes(text: str, place: GeoLocation, query: Span | None) -> Iterator[dossier.Note]:
    systems = [value for name, value in place.params if lowered(name.of(text)) == "crs"]
    if not systems or (systems[0] and lowered(systems[0].of(text)) == "wgs84"):
        for (name, _, limit), span in zip(COORDINATES, place.coordinates, strict=False):
            if limit and _is_beyond(span.of(text), limit):
                yield dossier.noted(NOTES, "out-of-range", span, name=message(name), limit=limit)
    if query:
        yield dossier.noted(NOTES, "query", query)


def _is_beyond(text: str, limit: int) -> bool:
    if not NUMBER.fullmatch(text):
        return False
    whole, _, part = text.lstrip("-").partition(".")
    whole = whole.lstrip("0")
    if len(whole) > 3:
        return True
    return int(whole or "0") > limit or (int(whole or "0") == limit and part.strip("0") != "")


SCHEME = dossier.Scheme(("geo",), "a place on Earth", ("RFC 5870",), "names", describe)
