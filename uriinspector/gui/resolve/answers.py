"""What each way makes of the same pair, and browsers; what differs is marked."""

from __future__ import annotations

from typing import NamedTuple

from uriinspector.gui.pieces import Kind, Pieces, differing, ours, outside
from uriinspector.gui.resolve.ways import WAYS, Way, outcome, remark
from uriinspector.gui.words import say
from uriinspector.readers import browser

# In longer texts no step is looked at for a remark.
TOLD = 4_096


class Answer(NamedTuple):
    """One reader's target; ``way`` is None for browsers, who tell no steps."""

    way: Way | None
    title: str
    target: str | None
    note: str
    pieces: Pieces


def answers(base: str, text: str, chosen: Way) -> list[Answer]:
    """A row for each way, and one for browsers."""
    usual = chosen.resolve(base, text).target
    found = []
    for way in WAYS:
        made = way.resolve(base, text)
        is_short = way.edition == "1994" and len(base) + len(text) <= TOLD
        note = outcome(made) or (remark(made, made.steps) if is_short else "")
        found.append(Answer(way, say(way.title), made.target, note, _cell(usual, made.target)))
    read = browser.read(text, base or None)
    note = "" if read.accepted else say("refused")
    target = read.serialized if read.accepted else None
    found.append(Answer(None, say("Browsers (WHATWG)"), target, note, _cell(usual, target)))
    return found


def _cell(usual: str | None, target: str | None) -> Pieces:
    if target is None:
        return ours(say("no target"), Kind.MUTED)
    return outside(target) if usual is None else differing(usual, target)
