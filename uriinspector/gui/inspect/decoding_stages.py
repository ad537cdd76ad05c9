"""A run of the link that is decoded by hand: its stages, its content, what it would change.

No Qt here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.walk import DECODERS
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.parse import parse
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.values.codings import CodingChain

TITLES = {row.name: row.title for row in DECODERS} | {"base64url": "base64url"}
# A cell has no room for more.
LONGEST = 400


def coding_title(name: str) -> str:
    """What a coding is called."""
    return say(TITLES[name])


class EditableContent(NamedTuple):
    """What is left of a text: as text, or as hexadecimal digits where it is none."""

    text: str
    is_hex: bool

    def octets(self, edited: str) -> bytes | None:
        """What somebody made of it; None where these are no hexadecimal digits."""
        if not self.is_hex:
            return edited.encode("utf-8", "surrogatepass")
        try:
            return bytes.fromhex(edited)
        except ValueError:
            return None


def content_of(octets: bytes) -> EditableContent:
    """Octets so that they can be shown and edited."""
    try:
        return EditableContent(octets.decode("utf-8", "surrogatepass"), is_hex=False)
    except UnicodeDecodeError:
        return EditableContent(octets.hex(), is_hex=True)


class Stage(NamedTuple):
    """What is left after a coding is taken off; without a name, what is written."""

    name: str
    octets: bytes

    @property
    def title(self) -> Pieces:
        """Which coding it was."""
        return ours(coding_title(self.name) if self.name else say("as written"))

    @property
    def shown(self) -> Pieces:
        """What is left, octets by their digits."""
        text, is_hex = content_of(self.octets[:LONGEST] if is_binary(self.octets) else self.octets)
        cut = ours("\u2026", Kind.MUTED) if len(text) > LONGEST else ()
        return (*outside(text[:LONGEST], Kind.MUTED if is_hex else Kind.PLAIN), *cut)


def is_binary(octets: bytes) -> bool:
    """Whether they are no text."""
    return content_of(octets).is_hex


def stages(chain: CodingChain) -> list[Stage]:
    """All stages, the written text first."""
    return [
        Stage(name, octets) for name, octets in zip(("", *chain.names), chain.stages, strict=True)
    ]


def moves_components(text: str, span: Span, new: str, edition: str) -> bool:
    """Whether the link would be cut into other components if a run were replaced."""
    if span == (0, len(text)):
        return False
    before = parse(text, edition=edition)
    after = parse(text[: span.start] + new + text[span.end :], edition=edition)
    growth = len(new) - (span.end - span.start)
    for part in Part:
        old, place = before.span(part), after.span(part)
        if old is None or place is None:
            if old != place and (old is None or not _is_within(old, span)):
                return True
            continue
        expected = Span(_moved(old.start, span, growth), _moved(old.end, span, growth))
        is_around = _is_within(span, old)
        is_apart = old.end <= span.start or span.end <= old.start
        if (is_around or is_apart) and _around(old, span, growth, expected) != place:
            return True
    return False


def _around(old: Span, span: Span, growth: int, expected: Span) -> Span:
    """A component that holds the run grows with it, at either edge too."""
    if _is_within(span, old):
        return Span(old.start, old.end + growth)
    return expected


def _is_within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _moved(at: int, span: Span, growth: int) -> int:
    return at + growth if at >= span.end else at
