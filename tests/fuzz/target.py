"""A fuzz target: a name, the work on some bytes, and its limits."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

CORPUS = Path(__file__).parent / "corpus"
TOKENS = Path(__file__).parent / "tokens"
# Executions until a target counts as fuzzed: for fast targets, and for the others.
MANY, SOME = 1_000_000, 20_000


class Target(NamedTuple):
    """A target; its work accepts any bytes, and whatever it raises is a bug."""

    name: str
    work: Callable[[bytes], object]
    longest: int = 4_096
    enough: int = SOME
    # The token file in tests/fuzz/tokens with words that chance would seldom produce.
    tokens: str = ""

    @property
    def corpus(self) -> Path:
        """Return the path of the corpus file."""
        return CORPUS / f"{self.name}.txt"


def tokens(name: str) -> Path:
    """Return the path of a token file in the fuzzer's format."""
    return TOKENS / f"{name}.dict"
