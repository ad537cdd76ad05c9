"""A row of the table of decoders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.datum import LONGEST
from uriinspector.analysis.values.shape import ANYTEXT, Shape
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.analysis.values.datum import Datum, Decoded

    Decode = Callable[[Datum], Iterable[Decoded]]


class Decoder(NamedTuple):
    """One way of decoding: its name in chains, what it is in words, and where its rule is from.

    The function is asked for texts of these shapes and lengths alone, and never raises.
    """

    name: str
    title: str
    function: Decode
    source: str
    shapes: Shape = ANYTEXT
    least: int = 1
    most: int = LONGEST
