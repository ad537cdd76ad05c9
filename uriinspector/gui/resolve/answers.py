"""What each way makes of the same pair, and browsers; what differs is marked."""

from __future__ import annotations

from functools import cache, partial

from uriinspector.analysis.variants import Variant, browser_answer, variant_answers
from uriinspector.core.model import NamedTuple
from uriinspector.gui.resolve.variants import outcome
from uriinspector.gui.text.pieces import Kind, Pieces, differing, ours, outside
from uriinspector.gui.text.translation import say


class Answer(NamedTuple):
    """One reader's target; ``variant`` is None for browsers, who tell no steps."""

    variant: Variant | None
    title: str
    target: str | None
    note: str
    pieces: Pieces
    mark: Pieces


def answers(base: str, text: str, chosen: Variant) -> list[Answer]:
    """A row for each way, and one for browsers."""
    usual = chosen.resolve(base, text).target
    cell = cache(partial(_cell, usual))
    result = []
    for way, each, said in variant_answers(base, text, chosen):
        note = outcome(each) or say(said)
        mark = () if way == chosen else _mark(usual, each.target)
        result.append(Answer(way, say(way.title), each.target, note, cell(each.target), mark))
    read = browser_answer(base, text)
    note = "" if read.accepted else say("rejected")
    target = read.serialized
    mark = _mark(usual, target)
    result.append(Answer(None, say("Browsers (WHATWG)"), target, note, cell(target), mark))
    return result


def _mark(usual: str | None, target: str | None) -> Pieces:
    """Whether it is the target of the way that is chosen."""
    if target == usual:
        return ours(say("same"), Kind.MUTED)
    return ours(say("different"), Kind.DIFFERS)


def _cell(usual: str | None, target: str | None) -> Pieces:
    if target is None:
        return ours(say("no target"), Kind.MUTED)
    return outside(target) if usual is None else differing(usual, target)
