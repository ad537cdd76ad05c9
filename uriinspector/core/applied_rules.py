"""The rules that two texts have needed to meet, and no others; and what differs on a rung."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.normal import CASE, SCHEME
from uriinspector.core.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.compare import ComparedRung, Comparison

RULES_OF_SCHEME = "the rules of the scheme"
NAMES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
URN = "urn"


class PartDifference(NamedTuple):
    """A component in which both differ; None where one has none."""

    name: str
    a: str | None
    b: str | None


class AppliedRule(NamedTuple):
    """What was done, in English, and the clause by which."""

    note: str
    cite: str


class PartChange(NamedTuple):
    """A component in which both differ, before a rung and after it."""

    name: str
    before: tuple[str | None, str | None]
    after: tuple[str | None, str | None]


def applied_rules(comparison: Comparison) -> list[AppliedRule]:
    """What was done to the components in which the two differed, until they met."""
    rules: dict[str, AppliedRule] = {}
    asked = takewhile(lambda each: each.equal is not None, comparison.rungs)
    for before, after in pairwise(asked):
        if before.equal:
            break
        for rule in _rules(after, list(_changes(before, after, comparison.edition))):
            rules.setdefault(rule.note, rule)
    return list(rules.values())


def differences(rung: ComparedRung, edition: str) -> list[PartDifference]:
    """The components in which both differ on a rung."""
    a, b = (parse(side.text or "", edition=edition) for side in (rung.a, rung.b))
    both = [PartDifference(name, getattr(a, name), getattr(b, name)) for name in NAMES]
    found = [each for each in both if each.a != each.b]
    if not found and a.authority != b.authority:  # a registry's name has no host
        found = [PartDifference("authority", a.authority, b.authority)]
    return found


def _changes(before: ComparedRung, after: ComparedRung, edition: str) -> Iterator[PartChange]:
    was, now = (
        tuple(parse(side.text or "", edition=edition) for side in (rung.a, rung.b))
        for rung in (before, after)
    )
    for name in NAMES:
        old = (getattr(was[0], name), getattr(was[1], name))
        new = (getattr(now[0], name), getattr(now[1], name))
        if old[0] != old[1] and old != new:
            yield PartChange(name, old, new)


def _rules(rung: ComparedRung, changes: list[PartChange]) -> Iterator[AppliedRule]:
    if not changes:
        return
    first, last = rung.cites[0], rung.cites[-1]  # a rung without clauses changes nothing
    if rung.name == CASE:
        for change in changes:
            yield AppliedRule(_case_rule(change), first)
    elif rung.name == SCHEME:
        is_urn = (rung.a.text or "").startswith(f"{URN}:")
        for change in changes:
            if is_urn:
                yield AppliedRule(_urn_rule(change), last)
            else:
                note = _scheme_rule(change)
                yield AppliedRule(note, last if note == RULES_OF_SCHEME else first)
    else:
        for note in dict.fromkeys(side.note for side in (rung.a, rung.b)):
            yield AppliedRule(note, first)


def _case_rule(change: PartChange) -> str:
    """Escapes are of the host too, whose letters become small."""
    if change.name in {"scheme", "host"}:
        return "scheme and host in lowercase"
    return "percent-encoding in uppercase"


def _scheme_rule(change: PartChange) -> str:
    gone = {was for was, now in zip(change.before, change.after, strict=True) if was != now}
    if change.name == "port" and set(change.after) == {None}:
        return "empty port" if gone == {""} else "default port"
    if change.name == "path" and gone == {""} and set(change.after) == {"/"}:
        return "empty path"
    return RULES_OF_SCHEME


def _urn_rule(change: PartChange) -> str:
    """RFC 8141 3.1: the namespace has no case, and what follows the name does not count."""
    if change.name != "path":
        return "r-, q- and f-components are left out"
    (a, b), (was_a, was_b) = (map(_namespace, both) for both in (change.after, change.before))
    return "namespace in lowercase" if (a, b) != (was_a, was_b) else RULES_OF_SCHEME


def _namespace(path: str | None) -> str:
    return (path or "").partition(":")[0]
