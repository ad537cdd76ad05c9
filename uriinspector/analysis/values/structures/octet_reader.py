"""Octets read from front to back; what is missing is one kind of error."""

from __future__ import annotations


class TornError(Exception):
    """There are not as many octets as they say, or they are not what they should be."""


class OctetReader:
    """A place in octets, and reading on from there."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._at = 0

    @property
    def is_at_end(self) -> bool:
        """Whether all have been read."""
        return self._at == len(self._octets)

    def octets(self, count: int) -> bytes:
        """So many, and not one less."""
        part = self._octets[self._at : self._at + count]
        if len(part) < count:
            raise TornError
        self._at += count
        return part

    def number(self, count: int) -> int:
        """A whole number, its highest octet first."""
        return int.from_bytes(self.octets(count))

    def text(self, count: int) -> str:
        """Text in UTF-8."""
        try:
            return self.octets(count).decode()
        except UnicodeDecodeError as error:
            raise TornError from error
