"""A text of any length, made piece by piece: what is long is held packed until it is written.

A file may have millions of links, of each of which a page can be said; what is said of them is
alike, so that packed it takes little.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

# So many characters are packed at once.
PIECE = 1 << 20
FAST = 1


class PackedText:
    """Pieces of a text, in their order."""

    __slots__ = ("_last", "_packed")

    def __init__(self, pieces: Iterable[str] = ()) -> None:
        """Take all pieces; none of them is held as it is but the last ones."""
        self._packed: list[bytes] = []
        waiting: list[str] = []
        length = 0
        for each in pieces:
            waiting.append(each)
            length += len(each)
            if length >= PIECE:
                octets = "".join(waiting).encode("utf-8", "surrogatepass")
                self._packed.append(zlib.compress(octets, FAST))
                waiting.clear()
                length = 0
        self._last = "".join(waiting)

    def __iter__(self) -> Iterator[str]:
        """The text again, in longer pieces."""
        for each in self._packed:
            yield zlib.decompress(each).decode("utf-8", "surrogatepass")
        yield self._last
