"""RFC 3986 section 5: reference resolution."""

from __future__ import annotations

from uriinspector.core.editions.branch import (
    Branch,
    conclude,
    finish,
    give_up,
    is_same_scheme,
    narrate,
    read_back,
)
from uriinspector.core.editions.year2005.dots import remove_dot_segments
from uriinspector.core.reading import LETTER_SCHEME, Five, five_parts
from uriinspector.core.resolution import (
    Base,
    Manner,
    Outcome,
    Record,
    Step,
    base_relative,
    recompose,
    remembered,
)

match = five_parts(LETTER_SCHEME)
BASE_RELATIVE = base_relative("RFC 3986 5.2.1")

NO_SCHEME = ("5.2.2", "R.scheme: not present")
NO_AUTHORITY = ("5.2.2", "R.authority: not present")
NOT_EMPTY = ("5.2.2", "R.path is not empty")
R, B, MERGED = "reference", "base", "merged"

BY_SCHEME = Branch((("5.2.2", "R.scheme is present: the base is not needed"),), (R,) * 5, True)
BY_AUTHORITY = Branch(
    (NO_SCHEME, ("5.2.2", "R.authority is present: only the scheme is missing")),
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
IGNORED = "lenient: the same scheme as the base's is ignored"


@remembered
def base(text: str) -> Base:
    """5.1: a base is parsed like any reference, and its fragment takes no part."""
    scheme, authority, path, query, fragment = match(text).groups()
    whole = text if fragment is None else text[: -len(fragment) - 1]
    return Base(scheme, authority, path or "", query, whole)


def merge(authority: str | None, base: str, path: str) -> str:
    """5.2.3, Merge Paths: the base's authority and path, and the reference's path."""
    if base == "" and authority is not None:
        return "/" + path
    return base[: base.rfind("/") + 1] + path


def resolve(base: Base, text: str, manner: Manner, record: Record | None = None) -> Outcome:
    """5.2.2, Transform References, in the order of its pseudocode."""
    base_scheme, base_authority, base_path, base_query, base_text = base
    parts = scheme, authority, path, query, fragment = match(text).groups()
    if scheme is not None and (manner.strict or not is_same_scheme(scheme, base_scheme)):
        branch = BY_SCHEME
    elif base_scheme is None:
        return give_up(record, "5.2.2 parse", parts, BASE_RELATIVE)
    elif authority is not None:
        branch = BY_AUTHORITY
        scheme = base_scheme
    else:
        if path == "":
            path = base_path
            branch = BY_QUERY if query is not None else BY_NOTHING
            query = base_query if query is None else query
        elif path[0] == "/":
            branch = BY_ROOT
        else:
            branch = BY_MERGE
            path = merge(base_authority, base_path, path)
        scheme, authority = base_scheme, base_authority
    if record is not None:
        _begin(record, parts, branch, path)
    if branch.removes_dots:
        path = remove_dot_segments(path, record)
    target = recompose(scheme, authority, path, query)
    # 4.4: aside from the fragment, identical to the base.
    same = target == base_text
    if fragment is not None:
        target = f"{target}#{fragment}"
    if record is not None:
        five = (scheme, authority, path, query, fragment)
        conclude(record, "5.2.2", branch, five)
        finish(record, "5.3", target, _odd(base, branch, five, target), same)
    return target, None, same


def _odd(base: Base, branch: Branch, five: Five, target: str) -> str | None:
    """What other programs would do otherwise: a root from nowhere, a target that reads back odd."""
    if branch is BY_MERGE and five[2][:1] == "/" and base.path[:1] not in {"/", ""}:
        return "a base without a leading slash came to one: other programs differ here"
    return read_back(five, match(target).groups())


def _begin(record: Record, parts: Five, branch: Branch, path: str) -> None:
    is_ignored = parts[0] is not None and branch is not BY_SCHEME
    narrate(record, "5.2.2 parse", parts, branch, IGNORED if is_ignored else "")
    if branch is BY_MERGE:
        told = "the base's path up to its last slash, then R.path"
        record(Step("5.2.3", told, parts[2], path))
