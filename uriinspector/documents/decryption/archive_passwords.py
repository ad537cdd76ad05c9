"""The passwords that archives are opened with, and how much work they may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# The password by which analysts hand samples to each other.
USUAL = ("infected",)
# More is not tried in one document.
TRIES = 2_000
# A key that takes a moment to make counts as this many quick tries.
SLOW = 100


@dataclass(slots=True)
class ArchivePasswords:
    """Those that somebody gave and the usual one; the one that fitted last comes first."""

    given: Iterable[str] = ()
    tries: int = field(default_factory=lambda: TRIES)
    # The salts, rounds and passwords of the keys that were derived, which is slow on purpose.
    derived: set[tuple[bytes, int]] = field(default_factory=set)
    # The archives in which none of them fitted.
    locked: dict[str, None] = field(default_factory=dict)
    _spelled: list[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self._spelled = list(spellings((*self.given, *USUAL)))

    def each(self) -> Iterator[bytes]:
        """Each of them, as long as there is work left to do."""
        for password in tuple(self._spelled):
            self.tries -= 1
            if self.tries < 0:
                return
            yield password

    def texts(self) -> Iterator[str]:
        """The same as texts, for ciphers that make much work of each."""
        return iter(dict.fromkeys((*USUAL, *self.given)))

    def may_make_key(self) -> bool:
        """Count a key that takes a moment to make; False if there were too many of them."""
        self.tries -= SLOW
        return self.tries >= 0

    def fits(self, password: bytes) -> None:
        """The next member of an archive often has the same."""
        self._spelled.remove(password)
        self._spelled.insert(0, password)


def spellings(passwords: Iterable[str]) -> tuple[bytes, ...]:
    """The octets that programs make of passwords."""
    spelled = (
        each.encode(encoding, "ignore") for each in passwords for encoding in ("utf-8", "cp437")
    )
    return tuple(dict.fromkeys(spelled))
