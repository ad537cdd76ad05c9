"""Draw numbers, names and templates from a seed, with the same result on all systems."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import TypeVar

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.expression import expression

Item = TypeVar("Item")
# Crockford's Base32 digits, which are easy to tell apart.
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6


def seed_of(*fields: object) -> str:
    """Join fields into a seed; their lengths are included so that different fields give
    different seeds.
    """
    texts = [str(field) for field in fields]
    return "".join(f"{len(text)}:{text}" for text in texts)


def code_of(seed: str) -> str:
    """Return a short code for a seed, such as 7K3-F2Q, that can be read aloud."""
    value = int.from_bytes(_block(seed, 0))
    digits = "".join(DIGITS[value >> 5 * place & 31] for place in range(CODE_LENGTH))
    return f"{digits[:3]}-{digits[3:]}"


def _block(seed: str, number: int) -> bytes:
    digest = blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=32)
    digest.update(number.to_bytes(8, "big"))
    return digest.digest()


class Draw:
    """A stream of random numbers: BLAKE2b over the seed and a counter.

    The module ``random`` only guarantees the same numbers for ``random()``; ``choice`` and
    ``shuffle`` may change between Python versions, and a sheet would no longer match its key.
    """

    def __init__(self, *fields: object) -> None:
        self._seed = seed_of(*fields)
        self._block = 0
        self._left = b""

    def number(self, end: int) -> int:
        """Return a uniformly distributed number from 0 to ``end - 1``, rejecting values
        that would bias it.
        """
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
        return items[self.number(len(items))]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """Draw up to ``count`` items without repetition, in the order drawn."""
        left = list(items)
        return [left.pop(self.number(len(left))) for _ in range(min(count, len(left)))]

    def chance(self, one_in: int) -> bool:
        """Return True in one of ``one_in`` cases on average."""
        return self.number(one_in) == 0


# Versions of drawing: each change gets a new number, so that sheets already given out do not
# change.
FIRST_MATERIAL, SPREAD_MATERIAL = 1, 2


@cache
def material() -> Mapping[str, Sequence[str]]:
    """Return the shipped word lists by name."""
    lists = tomllib.loads(shipped_text("lessons/material.toml"))
    return {name: tuple(items) for name, items in lists.items() if isinstance(items, list)}


class Pool:
    """The words for one question: none is drawn twice, so all names are different."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self._drawn: set[str] = set()

    def take(self, name: str) -> str:
        """Draw an item from a list, if possible one that was not drawn before."""
        items = material()[name]
        left = [each for each in items if each not in self._drawn] or items
        item = self.draw.choice(left)
        self._drawn.add(item)
        return item

    def text(self, templates: Sequence[str], scheme: str = "") -> str:
        """Draw a template, and fill all its placeholders with drawn words."""

        def value(match: re.Match[str]) -> str:
            if match[1] == "scheme":
                return scheme or self.draw.choice(SCHEMES)
            return self.take(LISTS[match[1]])

        return PLACE.sub(value, self.draw.choice(templates))


PLACE = expression(r"\{([^{}]*)\}")
SCHEMES = ("http", "https")
# Placeholders, and the lists that fill them.
LISTS = {
    "host": "hosts",
    "lure": "lures",
    "other": "others",
    "address": "addresses",
    "dir": "dirs",
    "file": "files",
    "name": "names",
    "query": "queries",
    "fragment": "fragments",
    "user": "users",
    "password": "passwords",
    "port": "ports",
}
PLACES = ("scheme", *LISTS)


def unknown_place(template: str) -> str | None:
    """Return the first unknown placeholder or unpaired brace; None if there is none."""
    for match in PLACE.finditer(template):
        if match[1] not in PLACES:
            return match[0]
    rest = PLACE.sub("", template)
    return next((char for char in rest if char in "{}"), None)
