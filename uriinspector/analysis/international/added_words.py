"""Words put beside a name to make it look official, and suffixes that cost next to nothing."""

from __future__ import annotations

from functools import cache, lru_cache

from uriinspector.analysis.international.spellings import shortened, squeezed
from uriinspector.analysis.resource_files import shipped_rows
from uriinspector.core.expression import expression

LONGEST_WORD = 16
# Words that may be misspelled beside a name have so many characters.
GARBLED_WORD = range(4, 9)
# Longer texts beside a name are not taken apart.
LONGEST_RUN = 40


@cache
def added_words() -> dict[str, bool]:
    """Every word of the list, and whether it urges."""
    return {row[0]: row[1] == "urging" for row in shipped_rows("lists/added-words.txt")}


@cache
def word_edges(size: int) -> tuple[frozenset[str], frozenset[str]]:
    """The first and the last characters of all words of so many characters or more."""
    words = [word for word in added_words() if len(word) >= size]
    return frozenset(word[:size] for word in words), frozenset(word[-size:] for word in words)


@cache
def cheap_suffixes() -> frozenset[str]:
    """Suffixes under which many names are registered for a short time."""
    return frozenset(row[0] for row in shipped_rows("lists/cheap-suffixes.txt"))


# Words that ask for something, which those misspell who register many names for it.
OFTEN_MISSPELLED = ("login", "signin", "wallet", "account", "secure", "verify", "support", "update")


@cache
def _near_urging() -> frozenset[str]:
    return frozenset(key for word in OFTEN_MISSPELLED for key in shortened(squeezed(word)))


def is_near_urging(text: str) -> bool:
    """Whether a text is one or two characters from a word that asks for something."""
    return not _near_urging().isdisjoint(shortened(squeezed(text)))


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...] | None:
    """The words of the list that a text is made of, as few as can be; None where it is not."""
    if len(text) > LONGEST_RUN:
        return None
    words = added_words()
    best: list[tuple[str, ...] | None] = [()]
    for end in range(1, len(text) + 1):
        fewest: tuple[str, ...] | None = None
        for start in range(max(end - LONGEST_WORD, 0), end):
            before = best[start]
            if before is None or text[start:end] not in words:
                continue
            if fewest is None or len(before) + 1 < len(fewest):
                fewest = (*before, text[start:end])
        best.append(fewest)
    return best[-1]


# Of the urging words those that ask for a password or threaten with the loss of an account.
URGENT = expression(
    "l[ou]{1,2}g-?[io]n|sign-?in|secur|verif|account|auth|unlock|suspend|confirm|wall?et"
)


def is_urgent(words: tuple[str, ...]) -> bool:
    """Whether one of the words asks for a password or threatens with the loss of an account."""
    return any(URGENT.search(word) for word in words)
