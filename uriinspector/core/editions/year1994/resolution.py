"""Partial forms: draft 02, the section of that name, to the letter.

The letter leaves cases open (a final "..", more ".." than levels, "?y", "#s", nothing at all);
each of them is named in the trace, with what 1997 made of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.editions.year1994.grammar import FULL_FORM
from uriinspector.core.editions.year1994.reading import read, read_fragment
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, listed, message
from uriinspector.core.reference import (
    Base,
    Manner,
    Outcome,
    Record,
    Step,
    base_relative,
    recompose,
    remembered,
)
from uriinspector.core.resolution import read_back, remove_segments, resolve_1997, visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.core.reference import Five

CLAUSE = "url-draft-02 Partial form"
BASE_RELATIVE = base_relative(CLAUSE)
# What a trace says, rule by rule.
FULL = "a colon before any slash: a full form, taken unchanged"
PARTIAL = "no colon before any slash: a partial form"
HOST = "another host: only the scheme is missing"
ABSOLUTE = "a leading slash: the path is absolute"
RELATIVE = "no leading slash: the path is relative"
CUT = "everything after the last slash is removed"
APPENDED = "the partial form replaces it"
DOT = 'every "/." that is a whole element is removed'
TARGET = "the target"
OPEN = "not defined in 1994: {cases}; result in 1997: {made}"
# Draft 02 takes "/." away, the dot with the slash *before* it, where later texts take "./".
#
# - The dot is a complete element if a slash or the end follows; that slash belongs to the next
#   element and is only looked at, so that a row "/././." goes in one pass.
# - By the letter a final "." takes its slash along: "." against "http://a/b/" is "http://a/b".
# - A dot in front of everything ("./g" where the context has no slash) has no slash before it, and
#   no rule.
SLASH_DOT = expression(r"/\.(?=/|\Z)")
# ".." in front of the result, at the root or without one: no "xxx" is there for it to take away.
EXCESS = expression(r"/?\.\./")


@remembered
def base_of(text: str) -> Base:
    """The context locator: the URL of the object that the partial form stands in."""
    spans = read(text)
    scheme, authority, path, query = (
        None if start < 0 else text[start:end]
        for start, end in (spans[1], spans[2], spans[6], spans[7])
    )
    return Base(scheme, authority, path or "", query, read_fragment(text)[0])


def resolve(base: str, text: str, manner: Manner, record: Record | None = None) -> Outcome:
    """The rules of the section in their order."""
    url, fragment = read_fragment(text)
    if FULL_FORM.match(url):
        target = url if fragment is None else f"{url}#{fragment}"
        if record:
            record(Step(CLAUSE, FULL))
            record(Step(CLAUSE, TARGET, None, target))
        return target, None
    if record:
        record(Step(CLAUSE, PARTIAL))
    known = base_of(base)
    if known.scheme is None:
        if record:
            record(Step(CLAUSE, BASE_RELATIVE.message))
        return None, BASE_RELATIVE
    authority, path = _completed(known, url, record)
    target = recompose(known.scheme, authority, path, None, fragment)
    if record:
        five = (known.scheme, authority, path, None, fragment)
        _conclude(record, NoteContext(known, text, url, target, five), manner)
    return target, None


def _completed(base: Base, url: str, record: Record | None) -> tuple[str | None, str]:
    """What the base gives: the host unless another one is named, and the path it lies in."""
    authority, text = base.authority, RELATIVE
    if url.startswith("//"):
        authority, text = None, HOST
    elif url.startswith("/"):
        text = ABSOLUTE
    if record:
        record(Step(CLAUSE, text))
    return authority, url if url.startswith("/") else merge(base.path, url, record)


def merge(base_path: str, url: str, record: Record | None = None) -> str:
    """Cut after the last slash, append, and take "xxx/../" and "/." away again and again.

    "xxx", ".." and "." are complete elements; the empty start before the first slash is none.
    """
    text = base_path[: base_path.rfind("/") + 1]
    joined = text + url
    if record:
        record(Step(CLAUSE, CUT, base_path, text))
        record(Step(CLAUSE, APPENDED, text, joined))
    without = SLASH_DOT.sub("", joined)
    if record and without != joined:
        record(Step(CLAUSE, DOT, joined, without))
    return remove_segments(without, CLAUSE, None, record)


class NoteContext(NamedTuple):
    """All that the notes at the end speak of."""

    base: Base
    text: str
    url: str
    target: str
    five: Five  # a search is part of the path here

    @property
    def path(self) -> str:
        """What the path came to."""
        return self.five[2]


def _again(target: str) -> Five:
    """The target as it is read."""
    url, fragment = read_fragment(target)
    read_as = base_of(url)
    path = recompose(None, None, read_as.path, read_as.query)
    return read_as.scheme, read_as.authority, path, None, fragment


def _conclude(record: Record, target: NoteContext, manner: Manner) -> None:
    explanation = message(TARGET)
    is_whole = target.url.startswith("//")
    if not is_whole and (note := read_back(target.five, _again(target.target))):
        explanation = message("{done}, {note}", done=explanation, note=note)
    record(Step(CLAUSE, explanation, None, target.target))
    open_cases = [text for text, holds in UNDEFINED_CASES if holds(target)]
    if open_cases:
        base_text = target.base.without_fragment
        then, problem = resolve_1997(base_text, target.text, manner)
        result = visible(then) if then else message("the current document")
        result = problem.code if problem else result
        record(Step(CLAUSE, message(OPEN, cases=listed(open_cases), made=result)))


UNDEFINED_CASES: tuple[tuple[str, Callable[[NoteContext], bool]], ...] = (
    ("an empty URL", lambda found: found.url == ""),
    ('a reference that begins with "?"', lambda found: found.url.startswith("?")),
    ("only a fragment", lambda found: found.url == "" and "#" in found.text),
    ('a final ".."', lambda found: found.path.endswith("/..") or found.path == ".."),
    ('a final "."', lambda found: found.url == "." or found.url.endswith("/.")),
    ('".." above the root', lambda found: EXCESS.match(found.path) is not None),
    ("a base without a hierarchy", lambda found: not found.path.startswith("/")),
)
