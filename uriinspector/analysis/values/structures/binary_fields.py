"""What binary formats share: fields that were read, and whether they look like ones meant."""

from __future__ import annotations

from uriinspector.analysis.values.datum import InnerDatum
from uriinspector.analysis.values.readable import has_words, text_of
from uriinspector.core.model import NamedTuple

# No more fields of one message are read, and no deeper.
MOST_FIELDS, DEEPEST = 256, 8
# Text of this length is hardly ever one by chance.
LEAST_TEXT = 4


class BinaryField(NamedTuple):
    """A text, a number or octets, under a path of names."""

    path: str
    value: str | int | float | bytes


def inner_of(fields: list[BinaryField]) -> tuple[InnerDatum, ...]:
    """The fields, for the decoders to go on with."""
    return tuple(
        InnerDatum(
            each.path,
            each.value if isinstance(each.value, str | bytes) else str(each.value),
            is_member=True,
        )
        for each in fields
    )


def shown(fields: list[BinaryField]) -> str:
    """The fields in one text."""
    return ", ".join(f"{each.path}: {_plain(each.value)}" for each in fields)


def _plain(value: str | int | float | bytes) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


def text_share(fields: list[BinaryField], size: int) -> float:
    """How much of so many octets is text that people write."""
    texts = (str(each.value) for each in fields if is_text(each.value))
    return sum(map(len, texts)) / max(size, 1)


def is_text(value: object) -> bool:
    """Whether it is a text with words in it."""
    return isinstance(value, str) and len(value) >= LEAST_TEXT and has_words(value)


def text_or_octets(octets: bytes) -> str | bytes:
    """Text where it can be one."""
    plain = text_of(octets)
    return octets if plain is None else plain
