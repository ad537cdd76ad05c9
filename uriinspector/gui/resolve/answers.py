"""What each way makes of the same pair, and browsers; what differs is marked."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.gui.resolve.variants import VARIANTS, Variant, outcome, remark, variant_of
from uriinspector.gui.text.pieces import Kind, Pieces, differing, ours, outside
from uriinspector.gui.text.translation import say
from uriinspector.readers import browser

if TYPE_CHECKING:
    from uriinspector.core.resolve import Resolution

# In longer texts no step is looked at for a remark.
LONGEST_COMPARED = 4_096


class Answer(NamedTuple):
    """One reader's target; ``variant`` is None for browsers, who tell no steps."""

    variant: Variant | None
    title: str
    target: str | None
    note: str
    pieces: Pieces


def answers(base: str, text: str, chosen: Variant) -> list[Answer]:
    """A row for each way, and one for browsers.

    2003 has three ways that do not validate: they have rows where that comes to something else.
    """
    values = {way: way.resolve(base, text) for way in VARIANTS}
    usual = values[chosen].target
    cell = cache(partial(_cell, usual))
    result = []
    for way, each in values.items():
        is_short = way.edition == "1994" and len(base) + len(text) <= LONGEST_COMPARED
        note = outcome(each) or (remark(each, each.steps) if is_short else "")
        if way == chosen or not _goes_without_saying(way, values):
            result.append(Answer(way, say(way.title), each.target, note, cell(each.target)))
    read = browser.read(text, base or None)
    note = "" if read.accepted else say("rejected")
    target = read.serialized if read.accepted else None
    result.append(Answer(None, say("Browsers (WHATWG)"), target, note, cell(target)))
    return result


def _goes_without_saying(variant: Variant, resolutions: dict[Variant, Resolution]) -> bool:
    if variant.strict or variant.edition != "2003":
        return False
    one, other = (
        resolutions[variant],
        resolutions[variant_of(variant.edition, above_root=variant.above_root)],
    )
    return (one.target, one.same_document) == (other.target, other.same_document)


def _cell(usual: str | None, target: str | None) -> Pieces:
    if target is None:
        return ours(say("no target"), Kind.MUTED)
    return outside(target) if usual is None else differing(usual, target)
