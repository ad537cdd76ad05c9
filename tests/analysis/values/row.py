"""A row of the table of values: a text, and what is read in it."""

from typing import NamedTuple

from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.values.value import flattened


class Reads(NamedTuple):
    """The text has a reading by these decoders, with this value and this confidence."""

    text: str
    via: str
    value: str
    confidence: str = "certain"
    span: tuple[int, int] | None = None


class Silent(NamedTuple):
    """Nothing certain or likely is read in the text by these decoders; by none if none is named."""

    text: str
    decoders: tuple[str, ...] = ()


def readings(text: str) -> list[tuple[str, str, str, tuple[int, int]]]:
    """Chain, value, confidence and place of each reading."""
    return [
        (
            " > ".join((*each.value.via, each.reading.decoder)),
            each.reading.value,
            each.reading.confidence,
            (each.value.start, each.value.end),
        )
        for each in flattened(inspect(text).values)
    ]
