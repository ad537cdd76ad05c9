"""A fuzz target: a name, the work on some bytes, and its limits."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

CORPUS = Path(__file__).parent / "corpus"
TOKENS = Path(__file__).parent / "tokens"
# The number of executions after which a target counts as fuzzed: of fast targets, and of others.
MANY, SOME = 1_000_000, 20_000


class Target(NamedTuple):
    """A target, whose work accepts any bytes; any exception is a bug."""

    name: str
    work: Callable[[bytes], object]
    longest: int = 4_096
    enough: int = SOME
    # The file in tests/fuzz/tokens with words that random bytes would seldom contain.
    tokens: str = ""

    @property
    def corpus(self) -> Path:
        """Return the path of the corpus file."""
        return CORPUS / f"{self.name}.txt"


def tokens(name: str) -> Path:
    """Return the path of a token file in the fuzzer's format."""
    return TOKENS / f"{name}.dict"
