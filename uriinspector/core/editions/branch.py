"""Which way an edition's resolution took, and how a trace tells it.

The algorithms of 1997, 2003 and 2005 ask the same kind of questions one after the other.  A
branch is the end of such a row of questions: what was answered on the way to it, and where each
component of the target then comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.characters import number
from uriinspector.core.model import Part
from uriinspector.core.resolution import Outcome, Record, Step

if TYPE_CHECKING:
    from uriinspector.core.model import Problem
    from uriinspector.core.reading import Five
    from uriinspector.core.resolution import Base

# A note names what is short; what is long stands in the step itself.
NOTED = 80
TARGET_PARTS = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)


@dataclass(frozen=True, slots=True)
class Branch:
    """One way through an edition's questions."""

    told: tuple[tuple[str, str], ...]
    origins: tuple[str, ...]  # of scheme, authority, path, query, fragment
    removes_dots: bool = False


def narrate(record: Record, parse: str, parts: Five, branch: Branch, ignored: str = "") -> None:
    """The reference as it is parsed, and the answers that lead to the branch.

    ``ignored`` is told where its scheme is there and plays no part.
    """
    record(Step(parse, _parsed(parts)))
    told = [(branch.told[0][0], ignored)] if ignored else []
    for rule, note in (*told, *branch.told):
        record(Step(rule, note))


def _parsed(parts: Five) -> str:
    """Which parts are there; what they say stands in the reference, and is not said again."""
    found = [
        part.value + (" (empty)" if value == "" else "")
        for part, value in zip(TARGET_PARTS, parts, strict=True)
        if value is not None
    ]
    return "the reference has: " + ", ".join(found)


def give_up(record: Record | None, parse: str, parts: Five, problem: Problem) -> Outcome:
    """The reference as it is parsed, and why nothing can be made of it with this base."""
    if record:
        record(Step(parse, _parsed(parts)))
        record(Step(parse, problem.message))
    return None, problem


def conclude(record: Record, rule: str, branch: Branch, target: Five) -> None:
    """Each component of the target, and where it came from."""
    for part, value, origin in zip(TARGET_PARTS, target, branch.origins, strict=True):
        state = "not present" if value is None else "empty" if value == "" else f"from {origin}"
        note = f"T.{part.value}: {state}"
        record(Step(rule, note, None, value, part, None if value is None else origin))


def components(branch: Branch, base: Base, worked_on: Five) -> Five:
    """Each component of the target: the base's, or the reference's as it was worked on."""
    given: Five = (base.scheme, base.authority, base.path, base.query, None)
    scheme, authority, path, query, fragment = (
        one if origin == "base" else other
        for origin, one, other in zip(branch.origins, given, worked_on, strict=True)
    )
    return scheme, authority, path or "", query, fragment


def read_back(target: Five, again: Five) -> str | None:
    """What a reader of the target would take it for, where that is not what was put together."""
    if target == again:
        return None
    differing = [
        f"{part.value} {'not present' if value is None else visible(value) or 'empty'}"
        for part, value, meant in zip(TARGET_PARTS, again, target, strict=True)
        if value != meant
    ]
    return "but it reads back with " + ", ".join(differing)


def visible(text: str) -> str:
    """A short text for a note: nothing that hides or reorders is shown raw."""
    shown = "".join(
        char if char.isascii() and char.isprintable() else f"<{number(char)}>"
        for char in text[:NOTED]
    )
    return shown + ("\u2026" if len(text) > NOTED else "")


def finish(record: Record, rule: str, text: str, note: str | None, same: bool = False) -> None:
    """The recomposed target, with what is odd about it."""
    told = "the components are put together" + (f", {note}" if note else "")
    record(Step(rule, told + ("; aside from the fragment the base" if same else ""), None, text))


def current_document(record: Record, parse: str, rule: str, parts: Five) -> None:
    """1997 section 3, 2003 section 4.2: an empty reference, whatever the base says."""
    fragment = parts[4]
    record(Step(parse, "the reference is empty" if fragment is None else _parsed(parts)))
    told = f"; fragment {visible(fragment)}" if fragment else ""
    told = "; empty fragment" if fragment == "" else told
    record(Step(rule, "the current document" + told))
