"""The rules that two texts have needed to meet, and no others.  No Qt here."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uriinspector.core.normal import CASE, SCHEME
from uriinspector.core.parse import parse
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.compare import ComparedRung, Comparison

NAMES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


class PartChange(NamedTuple):
    """A component in which both differ, before a rung and after it."""

    name: str
    before: tuple[str | None, str | None]
    after: tuple[str | None, str | None]


def applied_rules(comparison: Comparison) -> list[str]:
    """What was done to the components in which the two differed, until they met."""
    words: list[str] = []
    before: ComparedRung | None = None
    for each in comparison.rungs:
        if before is not None:
            words += _rules(each, list(_changes(before, each)))
        if each.equal:
            break
        before = each
    return list(dict.fromkeys(words))


def _changes(before: ComparedRung, after: ComparedRung) -> Iterator[PartChange]:
    was, now = (
        tuple(parse(side.text or "") for side in (rung.a, rung.b)) for rung in (before, after)
    )
    for name in NAMES:
        old = (getattr(was[0], name), getattr(was[1], name))
        new = (getattr(now[0], name), getattr(now[1], name))
        if old[0] != old[1] and old != new:
            yield PartChange(name, old, new)


def _rules(rung: ComparedRung, changes: list[PartChange]) -> Iterator[str]:
    if rung.name == CASE:
        yield from map(_case_rule, changes)
    elif rung.name == SCHEME:
        yield from map(_scheme_rule, changes)
    elif changes:
        yield from dict.fromkeys(say(side.note) for side in (rung.a, rung.b))


def _case_rule(change: PartChange) -> str:
    """Escapes are of the host too, whose letters become small."""
    if change.name in {"scheme", "host"}:
        return say("scheme and host in lowercase")
    return say("percent-encoding in uppercase")


def _scheme_rule(change: PartChange) -> str:
    gone = {was for was, now in zip(change.before, change.after, strict=True) if was != now}
    if change.name == "port" and set(change.after) == {None}:
        return say("empty port") if gone == {""} else say("default port")
    if change.name == "path" and gone == {""} and set(change.after) == {"/"}:
        return say("empty path")
    return say("the rules of the scheme")
