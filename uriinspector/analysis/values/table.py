"""The table of decoders: every way in which a value is read, and what each rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.decoder import Decoder
from uriinspector.analysis.values.identifiers.table import IDENTIFIERS
from uriinspector.analysis.values.layers.table import LAYERS
from uriinspector.analysis.values.structures.table import STRUCTURES
from uriinspector.analysis.values.times.table import TIMES

if TYPE_CHECKING:
    from uriinspector.analysis.values.datum import Datum, Decoded


def _known(_: Datum) -> tuple[Decoded, ...]:
    return ()


# In the name of a decoder: a part that the outer one has read itself.
OWN = Decoder("part", "part of the outer value", _known, "")
# Of two that are equally sure, the first one is shown first.
DECODERS = (*LAYERS, *STRUCTURES, *IDENTIFIERS, *TIMES)
