"""A run of a text without its escapes, in which every character knows where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.decoding import TRIPLETS
from uriinspector.core.expression import expression
from uriinspector.core.model import Span, Violation
from uriinspector.core.production import TRIPLET
from uriinspector.core.utf8 import sequences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PIECE = expression(f"{TRIPLET}|[\\s\\S]")


class DecodedText:
    """``chars`` has one character an octet for what is escaped, and all others as they are."""

    __slots__ = ("_starts", "chars")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.chars = text[start:end]
        self._starts: Sequence[int] = range(start, end + 1)
        if "%" in self.chars:
            result = PIECE.findall(text, start, end)
            self.chars = "".join(_plain(piece) for piece in result)
            self._starts = [start]
            for piece in result:
                start += len(piece)
                self._starts.append(start)

    def span(self, start: int, end: int) -> Span:
        """Where a run of ``chars`` stands in the text."""
        return Span(self._starts[start], self._starts[end])


def _plain(piece: str) -> str:
    return chr(int(piece[1:], 16)) if len(piece) == 3 else piece


def not_utf8(text: str, start: int, end: int, rule: str, *cites: str) -> Iterator[Violation]:
    """Escaped octets that are no UTF-8: one violation for each run of them."""
    for run in TRIPLETS.finditer(text, start, end):
        octets = bytes.fromhex(run[0].replace("%", ""))
        strange = -1
        for result in (*sequences(octets), None):
            if result is not None and result.form not in {"ascii", "utf-8"}:
                strange = result.start if strange < 0 else strange
            elif strange >= 0:
                last = result.start if result else len(octets)
                span = run.start() + 3 * strange, run.start() + 3 * last
                explanation = "percent-encoded bytes that are not UTF-8"
                yield Violation(*span, rule, "UTF-8", explanation, cites)
                strange = -1
