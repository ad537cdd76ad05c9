"""Octets that know their way back: what a part decodes to, and where in the file it came from.

Decoded octets are given up when others are looked at, and made again when somebody asks: a
document with a thousand attachments costs what the file costs.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

# How many decoded octets are kept at hand.
CACHE_SIZE = 4 << 20
# So many are kept whatever their size: a page in an archive in a message is looked at together
# with those two, or each of its links would unpack them all again.
TOGETHER = 4


class Coding(Protocol):
    """A way of writing octets as others, from ``start`` to ``end`` of what it was given."""

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is written there."""

    def place(self, octets: bytes, start: int, end: int) -> tuple[int, int]:
        """Where a run of the decoded octets is written; ``decoded`` was asked for before."""


class Octets(Protocol):
    """Octets, and the place in the file of each run of them."""

    def get(self) -> bytes:
        """All of them."""

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where a run stands in the file, from its first to its last octet."""

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """The same for a large run: all octets that it could be made of."""


class Raw:
    """The file itself."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets

    def get(self) -> bytes:
        """All of it."""
        return self._octets

    def place(self, start: int, end: int) -> tuple[int, int]:
        """It is its own place."""
        return start, end

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """The same."""
        return start, end


class OctetCache:
    """The decoded octets that were asked for last."""

    def __init__(self, most: int = CACHE_SIZE) -> None:
        self._most = most
        self._size = 0
        self._entries: OrderedDict[DecodedOctets, bytes] = OrderedDict()

    def get(self, key: DecodedOctets) -> bytes:
        """The octets, made again if they were given up."""
        octets = self._entries.get(key)
        if octets is not None:
            self._entries.move_to_end(key)
            return octets
        result = key.decode()
        self._entries[key] = result
        self._size += len(result)
        while self._size > self._most and len(self._entries) > TOGETHER:
            _, old = self._entries.popitem(last=False)
            self._size -= len(old)
        return result


class DecodedOctets:
    """What a run of other octets stands for."""

    def __init__(
        self, outer: Octets, start: int, end: int, coding: Coding, shelf: OctetCache
    ) -> None:
        self.outer = outer
        self.start = start
        self.end = end
        self.coding = coding
        self._shelf = shelf

    def decode(self) -> bytes:
        """Decoded now."""
        return self.coding.decoded(self.outer.get(), self.start, self.end)

    def get(self) -> bytes:
        """All of them."""
        return self._shelf.get(self)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Through the coding, and through those around it."""
        return self.outer.place(*self.coding.place(self.outer.get(), start, end))

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Where all of it stands, without looking for any octet; of a piece, where that does."""
        if start == 0 and end == len(self.get()):
            return self.outer.extent(self.start, self.end)
        return self.place(start, end)
