"""What can be told of how two references look: skeletons and names of hosts.  No Qt here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside, own
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.gui.compare.compared_pair import Both


class FactRow(NamedTuple):
    """One question, and the answer for each of the two."""

    title: str
    a: Pieces
    b: Pieces
    is_one: bool  # the answer is for both together


def fact_rows(both: Both) -> tuple[FactRow, ...]:
    """Skeleton, then the names of the two hosts and what of them is registered."""
    a, b = both.likeness.a, both.likeness.b
    return (
        FactRow(say("Skeleton"), _skeleton(both), (), True),
        FactRow(say("Skeleton of the hosts"), _of_hosts(both), (), True),
        _row(say("Registrable domain"), a.site, b.site),
        _row(say("Host in punycode"), a.ascii, b.ascii),
        _row(say("Host in Unicode"), a.unicode or a.ascii, b.unicode or b.ascii, by_character=True),
    )


def _skeleton(both: Both) -> Pieces:
    if not both.appearance.differences:
        return ours(say("identical text"))
    return _confusable_text(is_confusable=both.likeness.is_confusable)


def _of_hosts(both: Both) -> Pieces:
    """A-labels look like nothing else, and what people are shown in their place may."""
    result = both.likeness.has_confusable_hosts
    if result is None:
        return ours(say("none"), Kind.MUTED)
    if both.likeness.is_same_host:
        return ours(say("identical text"))
    return _confusable_text(is_confusable=result)


def _confusable_text(*, is_confusable: bool) -> Pieces:
    if is_confusable:
        return ours(say("confusable (UTS 39)"), Kind.DIFFERS)
    return ours(say("not confusable (UTS 39)"))


def _row(title: str, a: str | None, b: str | None, *, by_character: bool = False) -> FactRow:
    one, other = (_shown(*each, by_character=by_character) for each in ((a, b), (b, a)))
    return FactRow(title, one, other, False)


def _shown(text: str | None, other: str | None, *, by_character: bool) -> Pieces:
    """One answer held against the other; of what is registered a part means nothing."""
    if text is None:
        return ours(say("none"), Kind.MUTED)
    if by_character and other is not None:
        return own(other, text)
    return outside(text, Kind.PLAIN if other in {None, text} else Kind.DIFFERS)
