"""RFC 3986 section 5: reference resolution."""

from __future__ import annotations

from uriinspector.core.appendix_b import LETTER_SCHEME, Five, five_parts
from uriinspector.core.editions.beginning import (
    AUTHORITY,
    DOT_IN_FRONT,
    NOTHING,
    QUERY,
    RELATIVE,
    RELATIVE_DOT,
    ROOT,
    SCHEME,
    SCHEME_DOT,
    bases,
    beginnings,
    leniently,
    origin_end,
    path_end,
)
from uriinspector.core.editions.branch import (
    Branch,
    components,
    conclude,
    finish,
    give_up,
    narrate,
    read_back,
)
from uriinspector.core.editions.year2005.dots import remove_dot_segments
from uriinspector.core.message import message
from uriinspector.core.resolution import (
    Base,
    Manner,
    Outcome,
    Record,
    Step,
    base_relative,
)

match = five_parts(LETTER_SCHEME)
beginning = beginnings(LETTER_SCHEME)
BASE_RELATIVE = base_relative("RFC 3986 5.2.1")

NO_SCHEME = ("5.2.2", "R.scheme: not present")
NO_AUTHORITY = ("5.2.2", "R.authority: not present")
NOT_EMPTY = ("5.2.2", "R.path is not empty")
R, B, MERGED = "reference", "base", "merged"

BY_SCHEME = Branch((("5.2.2", "R.scheme is present: the base is not needed"),), (R,) * 5, True)
BY_AUTHORITY = Branch(
    (NO_SCHEME, ("5.2.2", "R.authority is present: only the scheme comes from the base")),
    (B, R, R, R, R),
    True,
)
BY_QUERY = Branch(
    (NO_SCHEME, NO_AUTHORITY, ("5.2.2", "R.path is empty, R.query is present")), (B, B, B, R, R)
)
BY_NOTHING = Branch(
    (NO_SCHEME, NO_AUTHORITY, ("5.2.2", "R.path is empty, R.query: not present")), (B, B, B, B, R)
)
BY_ROOT = Branch(
    (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, ("5.2.2", 'R.path starts with "/"')), (B, B, R, R, R), True
)
BY_MERGE = Branch(
    (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, ("5.2.2", 'R.path does not start with "/": merge')),
    (B, B, MERGED, R, R),
    True,
)
BRANCHES = {
    SCHEME: BY_SCHEME,
    SCHEME_DOT: BY_SCHEME,
    AUTHORITY: BY_AUTHORITY,
    QUERY: BY_QUERY,
    NOTHING: BY_NOTHING,
    ROOT: BY_ROOT,
    RELATIVE: BY_MERGE,
    RELATIVE_DOT: BY_MERGE,
}
IGNORED = "lenient: R's scheme is ignored because it equals the base's"


def directory(authority: str | None, path: str) -> str:
    """5.2.3, Merge Paths: what is kept of the base's path."""
    if path == "" and authority is not None:
        return "/"
    return path[: path.rfind("/") + 1]


base_of = bases(match, directory)


def resolve(base: str, text: str, manner: Manner, record: Record | None = None) -> Outcome:
    """5.2.2, Transform References; ``beginning`` asks its questions, in its order."""
    rest, kind = text, beginning(text).lastindex
    if not manner.strict:
        rest, kind = leniently(text, kind, base_of(base).scheme)
    branch = BRANCHES[kind]
    target, dotted = rest, DOT_IN_FRONT
    if branch is not BY_SCHEME:
        known = base_of(base)
        if known.scheme is None:
            return give_up(record, "5.2.2 parse", match(text).groups(), BASE_RELATIVE)
        target, dotted = known.fronts[kind] + rest, known.dotted
    if record is not None:
        ignored = IGNORED if rest is not text else ""
        narrate(record, "5.2.2 parse", match(text).groups(), branch, ignored)
    path = ""
    if branch.removes_dots and (record is not None or "/." in target or kind in dotted):
        start = len(base_of(base).origin) if branch.origins[1] == B else origin_end(target)
        end = path_end(target, start)
        path = target[start:end]
        if record is not None and branch is BY_MERGE:
            explanation = "the base's path up to its last slash, then R.path"
            record(Step("5.2.3", explanation, match(text).groups()[2], path))
        path = remove_dot_segments(path, record)
        target = f"{target[:start]}{path}{target[end:]}"
    if record is not None:
        scheme, authority, _, query, fragment = match(text).groups()
        worked_on = (scheme, authority, path, query, fragment)
        _conclude(record, base_of(base), branch, worked_on, target)
    return target, None


def _conclude(record: Record, base: Base, branch: Branch, worked_on: Five, target: str) -> None:
    five = components(branch, base, worked_on)
    conclude(record, "5.2.2", branch, five)
    same = base.is_same_document(target)
    finish(record, "5.3", target, _odd(base, branch, five, target), same)


def _odd(base: Base, branch: Branch, five: Five, target: str) -> str | None:
    """What other programs would do otherwise: a root from nowhere, a target that reads back odd."""
    if branch is BY_MERGE and five[2][:1] == "/" and base.path[:1] not in {"/", ""}:
        return message(
            "the result begins with a slash although the base path did not; other "
            "programs differ here"
        )
    return read_back(five, match(target).groups())
