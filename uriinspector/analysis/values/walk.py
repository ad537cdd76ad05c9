"""Decoding of each part of a link, and of the parts that decoders find in it.

Limits for the depth, the number of values and the decoded bytes keep the time short for any link.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from uriinspector.analysis.derived import MEANT
from uriinspector.analysis.nested import Layer, LayerTree
from uriinspector.analysis.parameters import ServiceTable, shipped_parameters
from uriinspector.analysis.values import (
    identifiers,
    layers,
    networks,
    secrets,
    site_identifiers,
    structures,
    times,
)
from uriinspector.analysis.values.candidates import (
    HOST,
    INSIDE,
    LONGEST,
    PATH,
    USERINFO,
    Datum,
    Decoded,
    InnerDatum,
    Placing,
    Whole,
    Within,
    data_of,
)
from uriinspector.analysis.values.decoder import Decoder, Shape, shape_of
from uriinspector.analysis.values.services import SERVICE, ServiceReadings
from uriinspector.analysis.values.value import (
    CERTAIN,
    CONFIDENCE_RANK,
    LAYER,
    LINK,
    POSSIBLE,
    STRUCTURE,
    TEXT,
    Value,
    ValueReading,
    every_value,
    quoted,
)
from uriinspector.core.model import EVIDENCE, Json, Marked, Message, NamedTuple, Span, message
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference

# Values at this depth are not decoded further.
DEPTH = 8
# The maximum number of runs examined, and of bytes decoded, in one link.
MOST_DATA = 1_024
MOST_OCTETS = 1 << 20
# The maximum number of bytes shown as hexadecimal digits.
MOST_SHOWN = 2_048
LIMIT = "limit"


class _Walk:
    """The decoding of one link, with its remaining budget."""

    def __init__(self, services: ServiceTable | None = None) -> None:
        self.data = MOST_DATA
        self.octets = MOST_OCTETS
        self.is_over = False
        self.services = ServiceReadings(services or shipped_parameters())

    def values(self, data: Iterator[Datum], depth: int) -> tuple[Value, ...]:
        result = []
        for datum in data:
            self.data -= 1
            self.octets -= datum.size if depth else 0
            if self.data < 0 or self.octets < 0:
                if not self.is_over:
                    self.is_over = True
                    result.append(_value(datum, (_limit(message(OVER)),)))
                break
            readings = self.readings(datum, depth)
            if readings:
                result.append(_value(datum, readings))
        return tuple(result)

    def readings(self, datum: Datum, depth: int) -> tuple[ValueReading, ...]:
        """Return all readings, the surest first, without guesses if one is certain."""
        if datum.size > LONGEST:
            most = {"most": f"{LONGEST:,}"}
            return (_limit(message("More than {most} characters: not decoded", **most)),)
        answers = list(self._answers(datum))
        if not answers:
            return (_member(datum),) if datum.inner.is_member and datum.size else ()
        result = [self.reading(datum, *answer, depth) for answer in answers]
        readings = [each for each in result if each is not None]
        readings.sort(key=lambda each: CONFIDENCE_RANK[each.confidence])
        return _without_guesses(readings)

    def _answers(self, datum: Datum) -> Iterator[tuple[str, str, Decoded]]:
        """Yield the results of decoders, with the name and source of each."""
        for each in datum.inner.known:
            yield OWN, "", each
        for each in self.services.of(datum):
            yield SERVICE, "", each
        for row in () if datum.inner.is_final else rows_for(datum):
            for each in row.function(datum):
                yield row.name, row.source, each

    def reading(
        self, datum: Datum, name: str, source: str, decoded: Decoded, depth: int
    ) -> ValueReading | None:
        inside: tuple[Value, ...] = ()
        if depth + 1 < DEPTH:
            via = (*datum.via, name)
            if decoded.inner:
                inside = self.values(self.inner_data(datum, via, decoded.inner), depth + 1)
            if decoded.link:
                placing = Within(decoded.start, datum.placing)
                inside += self.values(data_of(decoded.link, placing, via), depth + 1)
        confidence = decoded.confidence
        if decoded.needs_inside and not inside:
            return None
        if decoded.kind == LAYER and inside:
            best = min((each.best.confidence for each in inside), key=CONFIDENCE_RANK.__getitem__)
            # A coding is as certain as its content.
            if decoded.needs_inside or best == CERTAIN:
                confidence = best
        if confidence != CERTAIN:
            inside = tuple(_at_most(each, confidence) for each in inside)
        source = decoded.source or source
        return ValueReading(
            decoded.kind, name, decoded.value, decoded.phrase, confidence, source, inside
        )

    def nested(self, layer: Layer, span: Span, text: str, via: tuple[str, ...]) -> Value:
        """Return the value for a link that no decoder finds, as in a path or script."""
        inner = parse(layer.text)
        inside = self.values(data_of(inner, Whole(span), (*via, layer.via)), len(via) + 1)
        is_said = layer.via in {"rewriter", "scheme"}
        confidence = CERTAIN if is_said else structures.link_confidence(inner)
        reading = ValueReading(
            *(LINK, layer.via, layer.text, structures.link_phrase(inner), confidence),
            *("RFC 3986 4.1", inside),
        )
        return Value(*span, text, INSIDE, layer.name, via, (reading,))

    def inner_data(
        self, datum: Datum, via: tuple[str, ...], inner: tuple[InnerDatum, ...]
    ) -> Iterator[Datum]:
        place = None
        for each in inner:
            placing = each.placing
            if placing is None:
                place = place or Whole(datum.place())
                placing = place
            yield Datum(each.content, INSIDE, placing, each.name, datum.link, via, inner=each)


def _value(datum: Datum, readings: tuple[ValueReading, ...]) -> Value:
    text = datum.text if datum.octets is None else datum.octets[:MOST_SHOWN].hex()
    return Value(*datum.place(), text, datum.part, datum.name, datum.via, readings)


def _without_guesses(readings: list[ValueReading]) -> tuple[ValueReading, ...]:
    """Remove merely possible readings if another one is certain."""
    if readings and readings[0].confidence == CERTAIN:
        return tuple(each for each in readings if each.confidence != POSSIBLE)
    return tuple(readings)


def _at_most(value: Value, confidence: str) -> Value:
    """Limit the confidence of a value and everything inside it."""
    rank = CONFIDENCE_RANK[confidence]
    readings = tuple(
        each._replace(
            confidence=confidence if CONFIDENCE_RANK[each.confidence] < rank else each.confidence,
            inside=tuple(_at_most(inner, confidence) for inner in each.inside),
        )
        for each in value.readings
    )
    return value._replace(readings=readings)


def _member(datum: Datum) -> ValueReading:
    value = _value(datum, ()).text
    phrase = message("Text: {text}", text=Marked(quoted(value), EVIDENCE))
    return ValueReading(TEXT, OWN, value, phrase, CERTAIN, "")


OVER = "Too many values: the remaining ones are not decoded"


def _limit(phrase: Message) -> ValueReading:
    return ValueReading(STRUCTURE, LIMIT, "", phrase, CERTAIN, "")


LONGEST_WORD = 9
PARTS_WITH_WORDS = frozenset({HOST, PATH, USERINFO})


def rows_for(datum: Datum) -> tuple[Decoder, ...]:
    """Return the decoders for a text; none for short words, which are the most frequent texts."""
    shape = shape_of(datum.text) if datum.octets is None else Shape.OCTETS
    if shape == Shape.WORD and datum.size <= LONGEST_WORD and datum.part in PARTS_WITH_WORDS:
        return ()
    return _rows_for(int(shape), datum.size)


@lru_cache(maxsize=4096)
def _rows_for(shape: int, size: int) -> tuple[Decoder, ...]:
    return tuple(row for row in DECODERS if row.shapes & shape and row.least <= size <= row.most)


def values_of(
    reference: Reference,
    nested: Iterable[LayerTree] = (),
    outer: Placing | None = None,
    services: ServiceTable | None = None,
) -> tuple[Value, ...]:
    """Return every value of a link that can be read, in the order of the text.

    ``nested`` contains the links inside it, in trees, including links that only a service or
    scheme defines. ``outer`` maps positions if the link stands for another text; ``services``
    replaces the built-in table.
    """
    walk = _Walk(services)
    result = walk.values(data_of(reference, outer), 0)
    links = {
        each.value for value in every_value(result) for each in value.readings if each.kind == LINK
    }
    for tree in nested:
        span = Span(tree.layer.start, tree.layer.end)
        place, written = outer.span(*span) if outer else span, span.of(reference.text)
        for service in _unread(walk, tree, place, written, links):
            # Values within it are replaced by the inner link.
            result = (*(each for each in result if not _is_within(each, service)), service)
    return tuple(sorted(result, key=lambda each: (each.start, -each.end)))


def _unread(
    walk: _Walk,
    tree: LayerTree,
    place: Span,
    written: str,
    links: set[str],
    via: tuple[str, ...] = (),
) -> Iterator[Value]:
    """Yield the links of a tree that no decoder found, each at the outermost link's position."""
    layer = tree.layer
    if len(via) + 1 >= DEPTH:
        return
    if layer.via not in MEANT and layer.text not in links:
        value = walk.nested(layer, place, written, via)
        links.update(
            each.value
            for inner in every_value((value,))
            for each in inner.readings
            if each.kind == LINK
        )
        yield value
    for inner in tree.inside:
        yield from _unread(walk, inner, place, inner.layer.text, links, (*via, layer.via))


def _is_within(value: Value, other: Value) -> bool:
    return other.start <= value.start and value.end <= other.end and value.span != other.span


# The decoder name of readings that the outer decoder supplies for its parts.
OWN = "part"
# With equal confidence, earlier families come first.
FAMILIES = (layers, structures, secrets, identifiers, site_identifiers, networks, times)
DECODERS = tuple(row for family in FAMILIES for row in family.decoder.rows)
# The maximum number of values in the short list.
MOST = 64
# The short list does not use the table of services.
NO_SERVICES = ServiceTable(())
KINDS = {"uuid": "uuid", "unix": "time"}


class DecodedValue(NamedTuple):
    start: int
    end: int
    kind: str
    meaning: str

    def to_dict(self) -> Json:
        return self._asdict()


def decoded_values(reference: Reference) -> tuple[DecodedValue, ...]:
    """Return UUIDs and Unix times after the host, in the order of the text."""
    start = reference.spans[6][0]
    result = [
        DecodedValue(*value.span, KINDS[each.decoder], _meaning(each))
        for value in values_of(reference, services=NO_SERVICES)
        for each in value.readings
        if each.decoder in KINDS and value.start >= start and not value.via
    ]
    return tuple(result[:MOST])


def _meaning(reading: ValueReading) -> str:
    if reading.decoder == "unix":
        return message("{time} if read as a Unix time", time=_with_fraction(reading.value, 3))
    version = reading.phrase.args.get("version")
    if not version:
        return message("UUID, reserved variant")
    uuid = message("UUID version {version}", version=version)
    inside: dict[str, Value] = {each.name: each for each in reading.inside}
    if "time" not in inside:
        return uuid
    time = _with_fraction(inside["time"].best.value, 7 if "node" in inside else 3)
    if "node" not in inside:
        return message("{uuid}, created {time}", uuid=uuid, time=time)
    node = inside["node"].best
    kind = message("MAC address" if node.kind == "address" else "random node ID")
    template = "{uuid}, created {time}, {kind} {address}"
    return message(template, uuid=uuid, time=time, kind=kind, address=node.value)


def _with_fraction(time: str, digits: int) -> str:
    """Return a time with this many decimals of a second."""
    whole, _, fraction = time.removesuffix("Z").partition(".")
    return f"{whole}.{fraction:0<{digits}}Z"
