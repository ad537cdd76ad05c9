"""Which branch of the algorithm a reference takes, by how it begins.

1997, 2003 and 2005 ask for a scheme, an authority, a path and a query, in this order, and all
the answers stand in the first characters of a reference.  Whatever they are, the target is a
front of the base and then the reference as it stands; after that only dots are to be taken out::

    http://a/b/c/d;p?q#s
    |---|                  scheme                     before AUTHORITY
    |-------|              and authority              before ROOT
    |------------|         and the path's directory   before RELATIVE
    |---------------|      all but the query          before QUERY
    |-----------------|    all but the fragment       before NOTHING

Before SCHEME goes nothing: a reference that has one needs no base.

The algorithms of 1997, 2003 and 2005 ask the same kind of questions one after the other.  A
branch is the end of such a row of questions: what was answered on the way to it, and where each
component of the target then comes from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol, cast

from uriinspector.core.characters import number
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, listed, message
from uriinspector.core.reference import Base, Outcome, Record, Step, recompose, remembered

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.core.model import Problem
    from uriinspector.core.reference import Five, FiveParts

# Numbered as the groups of the expression are.  A path that begins with a dot is told apart: its
# first segment may be a dot segment that has no slash before it.
SCHEME, SCHEME_DOT, AUTHORITY, QUERY, NOTHING, ROOT, RELATIVE_DOT, RELATIVE = range(1, 9)
DOT_IN_FRONT: tuple[int, ...] = (SCHEME_DOT, RELATIVE_DOT)
NO_SCHEME = "(?!)"


class ReferenceStart(Protocol):
    """A match that ends with the group that tells how the text begins."""

    lastindex: int


def beginnings(scheme: str) -> Callable[[str], ReferenceStart]:
    """A function that tells how a text begins; every text begins somehow.

    The empty groups stand in the order of the numbers: the last one that matched is the answer.

    - The scheme comes first (5.2 step 3, 5.2.2): what looks like one is one, whatever follows.  It
      is possessive: "a/b:c" is no scheme at its slash, "a_b:c" at its low line, without a retry.
    - The dot behind the colon tells "foo:./x" apart: its path may begin with a dot segment.
    - "//" stands before "/": an authority, be it empty, is asked for before the path is.
    - "?" is an empty path with a query.  "#" or the end is nothing at all but for a fragment.
    - A dot in front may be "./", "../" or a name: only the removal of dots looks closer.
    - The last group is empty and always matches: any other path without a slash in front.
    """
    pattern = rf"{scheme}:()(?:\.())?+|//()|\?()|(?:\#|\Z)()|/()|\.()|()"
    return cast("Callable[[str], ReferenceStart]", re.compile(pattern).match)


# What stands after a scheme that is ignored may look like another one: it is none.
after_scheme = beginnings(NO_SCHEME)


def leniently(text: str, kind: int, base_scheme: str | None) -> tuple[str, int]:
    """2003, 2005: a reference and its beginning, without its scheme if that is the base's."""
    scheme, _, rest = text.partition(":")
    if kind > SCHEME_DOT or base_scheme is None or lowered(scheme) != lowered(base_scheme):
        return text, kind
    return rest, after_scheme(rest).lastindex


def bases(
    match: Callable[[str], FiveParts], directory: Callable[[str | None, str], str]
) -> Callable[[str], Base]:
    """A function from text to base: any reference, but its fragment takes no part."""

    @remembered
    def base_of(text: str) -> Base:
        return based(match(text).groups(), text.partition("#")[0], directory)

    return base_of


def based(parts: Five, whole: str, directory: Callable[[str | None, str], str]) -> Base:
    """A base with its fronts; ``directory`` is what a merge keeps of its path."""
    scheme, authority, path, query, _ = parts
    origin = recompose(scheme, authority)
    text = directory(authority, path)
    fronts = {
        AUTHORITY: recompose(scheme),
        ROOT: origin,
        RELATIVE: origin + text,
        RELATIVE_DOT: origin + text,
        QUERY: origin + path,
        NOTHING: whole,
    }
    dotted = (RELATIVE, *DOT_IN_FRONT) if text[:1] == "." else DOT_IN_FRONT
    return Base(scheme, authority, path, query, whole, origin, fronts, dotted)


# A target has a scheme, so its first colon ends that; 3.2 ends an authority at "/", "?", "#" or the
# end.  Possessive, since none of the three runs can stop earlier and still be followed as it is.
ORIGIN = expression("[^:]*+:(?://[^/?#]*+)?+")


def origin_end(target: str) -> int:
    """Where scheme and authority of a target are over."""
    match = ORIGIN.match(target)
    assert match is not None  # a target has a scheme
    return match.end()


def path_end(text: str, start: int) -> int:
    """Where a path that starts here is over: at the query, the fragment or the end."""
    fragment = text.find("#", start)
    stop = len(text) if fragment < 0 else fragment
    query = text.find("?", start, stop)
    return stop if query < 0 else query


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
        SCHEME: scheme,
        SCHEME_DOT: scheme,
        AUTHORITY: authority,
        QUERY: query,
        ROOT: root,
        RELATIVE: relative,
        RELATIVE_DOT: relative,
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
