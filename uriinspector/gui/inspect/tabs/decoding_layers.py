"""Decoding one layer at a time: each is a new text beside the one before it.  No Qt here."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.core.model import NamedTuple
from uriinspector.core.percent import TRIPLETS, decoded
from uriinspector.gui.text.pieces import Kind, Pieces, Run, outside, shown


class Decoding(NamedTuple):
    """A derived text, with what came out of escapes in it marked; how many runs that were."""

    text: str
    pieces: Pieces
    runs: int

    @property
    def has_more(self) -> bool:
        """Whether there is anything left to decode."""
        return TRIPLETS.search(self.text) is not None


def as_written(text: str) -> Decoding:
    """Nothing decoded yet."""
    return Decoding(text, outside(text), 0)


def decoded_once(text: str) -> Decoding:
    """The text with one layer of escapes taken off."""
    runs = list(_runs(text))
    changed = sum(kind is Kind.ADDED for _, kind in runs)
    return Decoding("".join(run for run, _ in runs), shown(runs), changed)


def _runs(text: str) -> Iterator[Run]:
    at = 0
    for match in TRIPLETS.finditer(text):
        yield text[at : match.start()], Kind.PLAIN
        yield decoded(match[0]), Kind.ADDED
        at = match.end()
    yield text[at:], Kind.PLAIN
