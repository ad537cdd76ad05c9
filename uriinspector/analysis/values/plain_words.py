"""Short words in the open parts of a link, which no decoder reads.

Most links have nothing else, and then no decoder is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.datum import HOST, PATH, USERINFO
from uriinspector.analysis.values.shape import Shape, shape_of

if TYPE_CHECKING:
    from uriinspector.analysis.values.datum import Datum

PARTS = frozenset({HOST, PATH, USERINFO})
LONGEST_WORD = 9


def is_plain_word(datum: Datum) -> bool:
    """Whether it is such a word; a test asks every decoder about them."""
    return (
        datum.octets is None
        and datum.size <= LONGEST_WORD
        and datum.part in PARTS
        and shape_of(datum.text) == Shape.WORD
    )
