"""Values in a link, and their readings: the meaning and the confidence."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.analysis.confidence import CONFIDENCES as CONFIDENCES
from uriinspector.core.model import (
    EVIDENCE,
    Json,
    Marked,
    Message,
    NamedTuple,
    Span,
    json_of,
    message,
)

CERTAIN, LIKELY, POSSIBLE = CONFIDENCES
CONFIDENCE_RANK = {name: rank for rank, name in enumerate(CONFIDENCES)}
# Kinds of readings.
LAYER, LINK, STRUCTURE, TEXT = "layer", "link", "structure", "text"
IDENTIFIER, TIME, ADDRESS, PARAMETER = "identifier", "time", "address", "parameter"
KINDS = (LAYER, LINK, STRUCTURE, TEXT, IDENTIFIER, TIME, ADDRESS, PARAMETER)


class ValueReading(NamedTuple):
    """A decoder's reading of a value.

    ``value`` is the decoded text, a time in ISO 8601, or the plain form of an identifier.
    ``phrase`` describes it in words, ``source`` is the document that defines it.
    ``inside`` has the values found in the decoded data.
    """

    kind: str
    decoder: str
    value: str
    phrase: Message
    confidence: str
    source: str
    inside: tuple[Value, ...] = ()


class Value(NamedTuple):
    """A part of a link that carries data, with all its readings, the surest first.

    ``start`` and ``end`` are positions in the link; for decoded values, they are those of the
    encoded text. ``part`` is the component ("userinfo", "host", "path", "query", "fragment") or
    "inside"; ``name`` is that of the parameter or key, if any; ``via`` lists the decoders that led
    to the value, the outermost first.
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
        return Span(self.start, self.end)

    @property
    def best(self) -> ValueReading:
        return self.readings[0]


class PlacedReading(NamedTuple):
    """A reading in a flat list; ``of`` is the index of the reading that contains it."""

    value: Value
    reading: ValueReading
    of: int | None

    def to_dict(self) -> Json:
        value, reading = self.value, self.reading
        record = json_of(value, "start end text") | json_of(reading, "kind value")
        record |= {"via": [*value.via, reading.decoder], "confidence": reading.confidence}
        record |= {"of": self.of, "source": reading.source, "name": value.name or None}
        return record | {"part": value.part, "meaning": reading.phrase}


def flattened(values: tuple[Value, ...]) -> list[PlacedReading]:
    """Return every reading of every value, an outer one before those inside it."""
    result: list[PlacedReading] = []
    # A stack, as nested generators would pass each item through all levels.
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
    """Yield the values and all values inside them."""
    for value in values:
        yield value
        for reading in value.readings:
            yield from every_value(reading.inside)


# Longer texts are shortened in messages.
LONGEST_QUOTE = 60


def quoted(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}\u2026"


def decoded_text(coding: str, text: str, confidence: str) -> Message:
    args = {"coding": message(coding), "text": Marked(quoted(text), EVIDENCE)}
    if confidence == POSSIBLE:
        return message('"{text}", if {coding}', **args)
    return message('"{text}" in {coding}', **args)


def coded(coding: str) -> Message:
    """Return the message for a coding whose content has its own readings."""
    return message("Encoded in {coding}", coding=message(coding))


def named(title: str, confidence: str) -> Message:
    args = {"what": message(title)}
    return message("Could be: {what}" if confidence == POSSIBLE else "{what}", **args)


def time_of(time: str, scale: str, confidence: str) -> Message:
    args = {"time": shown_time(time), "scale": message(scale)}
    if confidence == POSSIBLE:
        return message("{time}, if {scale}", **args)
    return message("{time} ({scale})", **args)


def shown_time(time: str) -> str:
    """Return an ISO 8601 time in a readable form."""
    return time.replace("T", " ").replace("Z", " UTC")
