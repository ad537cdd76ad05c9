"""Which way an edition's resolution took, and how a trace tells it.

The algorithms of 1997, 2003 and 2005 ask the same kind of questions one after the other.  A
branch is the end of such a row of questions: what was answered on the way to it, and where each
component of the target then comes from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.characters import number
from uriinspector.core.editions import beginning as start
from uriinspector.core.message import listed, message
from uriinspector.core.model import Part
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.resolution import Outcome, Record, Step

if TYPE_CHECKING:
    from uriinspector.core.appendix_b import Five
    from uriinspector.core.model import Problem
    from uriinspector.core.resolution import Base

# A note names what is short; what is long stands in the step itself.
NOTED = 80
REFERENCE, BASE, MERGED = "reference", "base", "merged"
# Where a component of the target came from, in a note.
FROM = {
    REFERENCE: "T.{part}: from reference",
    BASE: "T.{part}: from base",
    MERGED: "T.{part}: merged",
}
# What a trace says where a reference is the current document, and at its end.
CURRENT = (
    "the current document",
    "the current document; fragment {fragment}",
    "the current document; empty fragment",
)
PUT_TOGETHER = "the components are joined"
TARGET_PARTS = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)


class Branch(NamedTuple):
    """One way through an edition's questions."""

    notes: tuple[tuple[str, str], ...]
    origins: tuple[str, ...]  # of scheme, authority, path, query, fragment
    removes_dots: bool = False


def by_beginning(
    scheme: Branch, authority: Branch, query: Branch, root: Branch, relative: Branch
) -> dict[int, Branch]:
    """The branches by the numbers of ``beginning``; a dot in front changes no answer."""
    return {
        start.SCHEME: scheme,
        start.SCHEME_DOT: scheme,
        start.AUTHORITY: authority,
        start.QUERY: query,
        start.ROOT: root,
        start.RELATIVE: relative,
        start.RELATIVE_DOT: relative,
    }


def narrate(record: Record, parse: str, parts: Five, branch: Branch, ignored: str = "") -> None:
    """The reference as it is parsed, and the answers that lead to the branch.

    ``ignored`` is told where its scheme is there and plays no part.
    """
    record(Step(parse, _parsed(parts)))
    text = [(branch.notes[0][0], ignored)] if ignored else []
    for rule, note in (*text, *branch.notes):
        record(Step(rule, note))


def _parsed(parts: Five) -> str:
    """Which parts are there; what they say stands in the reference, and is not said again."""
    result = [
        message("{part} (empty)" if value == "" else "{part}", part=message(part.value))
        for part, value in zip(TARGET_PARTS, parts, strict=True)
        if value is not None
    ]
    return message("the reference has: {parts}", parts=listed(result))


def give_up(record: Record | None, parse: str, parts: Five, problem: Problem) -> Outcome:
    """The reference as it is parsed, and why nothing can be made of it with this base."""
    if record:
        record(Step(parse, _parsed(parts)))
        record(Step(parse, problem.message))
    return None, problem


class Conclusion(NamedTuple):
    """What a trace ends with: the components that a branch chose, and the target as it reads.

    ``worked_on`` are the reference's components, the path (and in 1997 the query) as merged.
    """

    branch: Branch
    base: Base
    worked_on: Five
    target: str
    again: Five


def conclude(
    record: Record,
    rules: tuple[str, str],
    end: Conclusion,
    note: str | None = None,
    *,
    is_same: bool = False,
) -> None:
    """Each component of the target and where it came from, then the whole, with what is odd.

    ``rules`` name the clause that sets the components and the one that puts them together.
    """
    target = _components(end.branch, end.base, end.worked_on)
    for part, value, origin in zip(TARGET_PARTS, target, end.branch.origins, strict=True):
        template = "T.{part}: empty" if value == "" else FROM[origin]
        explanation = message(
            "T.{part}: not present" if value is None else template, part=part.value
        )
        record(Step(rules[0], explanation, None, value, part, None if value is None else origin))
    explanation = message(PUT_TOGETHER)
    if note := note or read_back(target, end.again):
        explanation = message("{done}, {note}", done=explanation, note=note)
    if is_same:
        explanation = message(
            "{done}; apart from the fragment, the target is the base", done=explanation
        )
    record(Step(rules[1], explanation, None, end.target))


def _components(branch: Branch, base: Base, worked_on: Five) -> Five:
    """Each component of the target: the base's, or the reference's as it was worked on."""
    given: Five = (base.scheme, base.authority, base.path, base.query, None)
    scheme, authority, path, query, fragment = (
        one if origin == BASE else other
        for origin, one, other in zip(branch.origins, given, worked_on, strict=True)
    )
    return scheme, authority, path or "", query, fragment


def read_back(target: Five, again: Five) -> str | None:
    """What a reader of the target would take it for, where that is not what was put together."""
    if target == again:
        return None
    differing = [
        _reads_as(part.value, value)
        for part, value, meant in zip(TARGET_PARTS, again, target, strict=True)
        if value != meant
    ]
    return message("but parsing the result again gives {parts}", parts=listed(differing))


def _reads_as(part: str, value: str | None) -> str:
    if not value:
        template = "{part} not present" if value is None else "{part} empty"
        return message(template, part=message(part))
    return message("{part} {value}", part=message(part), value=visible(value))


def visible(text: str) -> str:
    """A short text for a note: nothing that hides or reorders is shown raw."""
    shown = "".join(
        char if char.isascii() and char.isprintable() else f"<{number(char)}>"
        for char in text[:NOTED]
    )
    return shown + ("\u2026" if len(text) > NOTED else "")


def current_document(record: Record, parse: str, rule: str, parts: Five) -> None:
    """1997 section 3, 2003 section 4.2: an empty reference, whatever the base says."""
    fragment = parts[4]
    record(Step(parse, "the reference is empty" if fragment is None else _parsed(parts)))
    explanation, with_fragment, with_empty = CURRENT
    if fragment:
        explanation = message(with_fragment, fragment=visible(fragment))
    elif fragment == "":
        explanation = with_empty
    record(Step(rule, explanation))
