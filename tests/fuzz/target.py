"""What is fuzzed: a name, the work on some bytes, and how much of it is enough."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

CORPUS = Path(__file__).parent / "corpus"
TOKENS = Path(__file__).parent / "tokens"
# Executions before a target counts as tried: the quick ones that read every text, and the others.
MANY, SOME = 1_000_000, 20_000


class Target(NamedTuple):
    """The work takes any bytes; whatever it raises is a fault of the program."""

    name: str
    work: Callable[[bytes], object]
    longest: int = 4_096
    enough: int = SOME
    # Which words of tests/fuzz/tokens its inputs are made of: chance would seldom write them.
    tokens: str = ""

    @property
    def corpus(self) -> Path:
        """The file of its corpus."""
        return CORPUS / f"{self.name}.txt"


def tokens(name: str) -> Path:
    """A file of words in the form that the fuzzer reads."""
    return TOKENS / f"{name}.dict"
