"""Octets that know their way back: what a part decodes to, and where in the file it came from.

Decoded octets are given up when others are looked at, and made again when somebody asks: a
document with a thousand attachments costs what the file costs.  All around the octets in use
is kept, or each link in an archive in a message would unpack every layer again.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import islice
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.work_budget import WorkBudget

# How many decoded octets are kept at hand.
CACHE_SIZE = 4 << 20
# The entries used last are kept whatever their size: parts of a message are compared.
TOGETHER = 4


class Coding(Protocol):
    """A way of writing octets as others, from ``start`` to ``end`` of what it was given."""

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is written there."""

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:
        """Where a run of the decoded octets is written; ``decoded`` was asked for before.

        ``outer.get()`` may unpack all layers around it: only a coding that needs the octets asks.
        """


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
    """The decoded octets that were asked for last; decoding is charged to the budget."""

    def __init__(self, budget: WorkBudget) -> None:
        self._budget = budget
        self._size = 0
        self._entries: OrderedDict[DecodedOctets, bytes] = OrderedDict()
        # The octets in use with all layers around them.
        self._layers: frozenset[DecodedOctets] = frozenset()

    def get(self, key: DecodedOctets) -> bytes:
        """The octets, made again if they were given up."""
        if key not in self._layers:
            self._layers = frozenset(key.layers())
        octets = self._entries.get(key)
        if octets is not None:
            self._entries.move_to_end(key)
            return octets
        result = key.decode()
        charge = self._budget.repeat if key.is_decoded else self._budget.spend
        charge(len(result))
        key.is_decoded = True
        self._entries[key] = result
        self._size += len(result)
        self._make_room()
        return result

    def _make_room(self) -> None:
        given_up = []
        for key in islice(self._entries, max(len(self._entries) - TOGETHER, 0)):
            if self._size <= CACHE_SIZE:
                break
            if key not in self._layers:
                given_up.append(key)
                self._size -= len(self._entries[key])
        for key in given_up:
            del self._entries[key]


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
        self.is_decoded = False
        # All links in something packed have one place in what is around it.
        self._placed: tuple[tuple[int, int], tuple[int, int]] | None = None

    def layers(self) -> Iterator[DecodedOctets]:
        """These octets, and those that they are decoded from."""
        octets: Octets = self
        while isinstance(octets, DecodedOctets):
            yield octets
            octets = octets.outer

    def decode(self) -> bytes:
        """Decoded now."""
        return self.coding.decoded(self.outer.get(), self.start, self.end)

    def get(self) -> bytes:
        """All of them."""
        return self._shelf.get(self)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Through the coding, and through those around it."""
        if self._placed is None or self._placed[0] != (start, end):
            place = self.outer.place(*self.coding.place(self.outer, start, end))
            self._placed = (start, end), place
        return self._placed[1]

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Where all of it stands, without looking for any octet; of a piece, where that does."""
        if start == 0 and end == len(self.get()):
            return self.outer.extent(self.start, self.end)
        return self.place(start, end)
