"""Numbers from a seed, the same on every system and in every version of Python."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

Item = TypeVar("Item")
# Crockford's digits: none of them looks like another one.
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6


def seed_of(*fields: object) -> str:
    """One seed for several fields; each is counted, so that no two rows of fields run together."""
    texts = [str(field) for field in fields]
    return "".join(f"{len(text)}:{text}" for text in texts)


def code_of(seed: str) -> str:
    """A short code for a seed that can be read aloud, such as 7K3-F2Q."""
    value = int.from_bytes(_block(seed, 0))
    digits = "".join(DIGITS[value >> 5 * place & 31] for place in range(CODE_LENGTH))
    return f"{digits[:3]}-{digits[3:]}"


def _block(seed: str, number: int) -> bytes:
    digest = blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=32)
    digest.update(number.to_bytes(8, "big"))
    return digest.digest()


class Draw:
    """A stream of numbers: BLAKE2b over the seed and a counter.

    The module ``random`` promises the same numbers for ever for ``random()`` alone; ``choice``
    and ``shuffle`` may change with Python, and then a sheet would no longer have its key.
    """

    def __init__(self, *fields: object) -> None:
        self._seed = seed_of(*fields)
        self._block = 0
        self._left = b""

    def number(self, end: int) -> int:
        """A number from 0 to ``end - 1``, each as likely: what would tip the scale is rejected."""
        limit = 0x1_0000_0000 - 0x1_0000_0000 % end
        while True:
            if not self._left:
                self._left = _block(self._seed, self._block)
                self._block += 1
            value = int.from_bytes(self._left[:4], "big")
            self._left = self._left[4:]
            if value < limit:
                return value % end

    def choice(self, items: Sequence[Item]) -> Item:
        """One of them."""
        return items[self.number(len(items))]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """So many of them, none twice, in the order in which they were drawn."""
        left = list(items)
        return [left.pop(self.number(len(left))) for _ in range(min(count, len(left)))]

    def chance(self, one_in: int) -> bool:
        """True once in so many times."""
        return self.number(one_in) == 0
