"""A value in a link, and its readings: what it says, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.analysis.confidence import CONFIDENCES as CONFIDENCES
from uriinspector.core.model import EVIDENCE, Json, Marked, Message, NamedTuple, Span, message

CERTAIN, LIKELY, POSSIBLE = CONFIDENCES
CONFIDENCE_RANK = {name: rank for rank, name in enumerate(CONFIDENCES)}
# What a reading is about.
LAYER, LINK, STRUCTURE, TEXT = "layer", "link", "structure", "text"
IDENTIFIER, TIME, ADDRESS, PARAMETER = "identifier", "time", "address", "parameter"
KINDS = (LAYER, LINK, STRUCTURE, TEXT, IDENTIFIER, TIME, ADDRESS, PARAMETER)


class ValueReading(NamedTuple):
    """What a decoder says of a value.

    ``value`` is what was decoded: a text, a time in ISO 8601, the plain form of an identifier.
    ``phrase`` says in words what that is, ``source`` where the rule for it is written down.
    ``inside`` holds the values that were found in what was decoded.
    """

    kind: str
    decoder: str
    value: str
    phrase: Message
    confidence: str
    source: str
    inside: tuple[Value, ...] = ()


class Value(NamedTuple):
    """A run of a link that carries data, with all its readings, the surest first.

    ``start`` and ``end`` lie in the text of the link, also where the value was decoded: then they
    are those of the characters that it was decoded from.  ``part`` is the component ("userinfo",
    "host", "path", "query", "fragment") or "inside"; ``name`` the parameter's or key's, if it has
    one; ``via`` the decoders that led to it, the outermost first.
    """

    start: int
    end: int
    text: str
    part: str
    name: str
    via: tuple[str, ...]
    readings: tuple[ValueReading, ...]

    @property
    def span(self) -> Span:
        """Where it is in the link."""
        return Span(self.start, self.end)

    @property
    def best(self) -> ValueReading:
        """The surest reading."""
        return self.readings[0]


class PlacedReading(NamedTuple):
    """One reading of a value in a flat list; ``of`` is the place of the reading it is inside of."""

    value: Value
    reading: ValueReading
    of: int | None

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        value, reading = self.value, self.reading
        return {
            "start": value.start,
            "end": value.end,
            "text": value.text,
            "kind": reading.kind,
            "value": reading.value,
            "via": [*value.via, reading.decoder],
            "confidence": reading.confidence,
            "of": self.of,
            "source": reading.source,
            "name": value.name or None,
            "part": value.part,
            "meaning": reading.phrase,
        }


def flattened(values: tuple[Value, ...]) -> list[PlacedReading]:
    """Every reading of every value, an outer one before those inside of it."""
    result: list[PlacedReading] = []
    # Not by recursion of generators: each step would pass through all those above it.
    waiting: list[tuple[Value, ValueReading, int | None]] = _reversed_pairs(values, None)
    while waiting:
        value, reading, outer = waiting.pop()
        result.append(PlacedReading(value, reading, outer))
        waiting += _reversed_pairs(reading.inside, len(result) - 1)
    return result


def _reversed_pairs(
    values: tuple[Value, ...], outer: int | None
) -> list[tuple[Value, ValueReading, int | None]]:
    pairs = [(value, reading, outer) for value in values for reading in value.readings]
    pairs.reverse()
    return pairs


def every_value(values: tuple[Value, ...]) -> Iterator[Value]:
    """The values and all inside of them."""
    for value in values:
        yield value
        for reading in value.readings:
            yield from every_value(reading.inside)


# No more of a text is quoted in a sentence.
LONGEST_QUOTE = 60


def quoted(text: str) -> str:
    """The beginning of a text, for a sentence."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}\u2026"


def decoded_text(coding: str, text: str, confidence: str) -> Message:
    """What a coding holds."""
    args = {"coding": message(coding), "text": Marked(quoted(text), EVIDENCE)}
    if confidence == POSSIBLE:
        return message('"{text}", if {coding}', **args)
    return message('"{text}" in {coding}', **args)


def coded(coding: str) -> Message:
    """That something is coded so; what is inside says more."""
    return message("Encoded in {coding}", coding=message(coding))


def named(title: str, confidence: str) -> Message:
    """What it is, by its name alone."""
    args = {"what": message(title)}
    return message("Could be: {what}" if confidence == POSSIBLE else "{what}", **args)


def time_of(time: str, scale: str, confidence: str) -> Message:
    """A time, and how it is counted."""
    args = {"time": shown_time(time), "scale": message(scale)}
    if confidence == POSSIBLE:
        return message("{time}, if {scale}", **args)
    return message("{time} ({scale})", **args)


def shown_time(time: str) -> str:
    """A time of ISO 8601 as people read it."""
    return time.replace("T", " ").replace("Z", " UTC")
