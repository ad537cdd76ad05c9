"""Rows of the table of values: texts, and the values read in them."""

from typing import NamedTuple

from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.values.value import flattened


class Silent(NamedTuple):
    """A text in which these decoders, or none at all, read anything certain or likely."""

    text: str
    decoders: tuple[str, ...] = ()


def readings(text: str) -> list[tuple[str, str, str, tuple[int, int]]]:
    """Return chain, value, confidence and span of each reading."""
    return [
        (
            " > ".join((*each.value.via, each.reading.decoder)),
            each.reading.value,
            each.reading.confidence,
            (each.value.start, each.value.end),
        )
        for each in flattened(inspect(text).values)
    ]
