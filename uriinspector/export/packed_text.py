"""Compressed text that is written and read piece by piece.

A file may have millions of links, with up to a page of text for each; these texts are similar, so
they compress well.
"""

import zlib
from collections.abc import Iterable, Iterator

# The number of characters to compress at a time.
PIECE = 1 << 20
FAST = 1


class PackedText:
    __slots__ = ("_last", "_packed")

    def __init__(self, pieces: Iterable[str] = ()) -> None:
        """Compress the pieces, except the last ones."""
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
        """Yield the text in longer pieces."""
        for each in self._packed:
            yield zlib.decompress(each).decode("utf-8", "surrogatepass")
        yield self._last
