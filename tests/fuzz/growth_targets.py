"""Targets with growing inputs: work must not grow faster than the input."""

from collections.abc import Callable
from itertools import islice

import uriinspector
from tests.fuzz import invariants
from tests.fuzz.target import SOME, Target
from tests.fuzz.text_targets import TOKENS, decoded
from uriinspector.analysis.running_text import references_in

TEXT, FILE = 1_500, 6_000
SEPARATOR = b"\n|\n"


def lengthened(data: bytes) -> Callable[[int], bytes]:
    """Return a function that repeats a piece up to a size, between a beginning and an end."""
    first, _, rest = data.partition(SEPARATOR)
    piece, _, last = rest.partition(SEPARATOR)
    piece = piece or b"a"
    return lambda size: first + piece * (size // len(piece)) + last


def text(data: bytes) -> None:
    """Inspect a long link."""
    longer = lengthened(data)
    invariants.grows_linearly(
        lambda size: uriinspector.inspect(decoded(longer(size))).to_dict(), TEXT
    )


def words(data: bytes) -> None:
    """Find links in a long running text."""
    longer = lengthened(data)
    invariants.grows_linearly(lambda size: references_in(decoded(longer(size))), FILE)


def document(data: bytes) -> None:
    """Scan a long file."""
    longer = lengthened(data)

    def work(size: int) -> None:
        links = uriinspector.scan(longer(size)).links
        for link in islice(links, 2):
            assert link.judged()

    invariants.grows_linearly(work, FILE)


TARGETS = (
    Target("growth-text", text, 120, SOME, TOKENS),
    Target("growth-words", words, 120, SOME, TOKENS),
    Target("growth-document", document, 600, SOME),
)
