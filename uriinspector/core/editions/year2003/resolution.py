"""draft-fielding-uri-rfc2396bis-01 section 5.2: the pseudocode, and merge steps 1 to 8."""

from __future__ import annotations

import re

from uriinspector.core.editions.branch import (
    Branch,
    conclude,
    current_document,
    finish,
    give_up,
    is_same_scheme,
    narrate,
    read_back,
)
from uriinspector.core.editions.buffer import Moves, remove_dots
from uriinspector.core.model import Problem
from uriinspector.core.reading import LETTER_SCHEME, five_parts
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
BASE_RELATIVE = base_relative("rfc2396bis-01 5.2")

R, B, MERGED = "reference", "base", "merged"
NO_SCHEME = ("5.2", "R.scheme: not present")
NO_AUTHORITY = ("5.2", "R.authority: not present")
NOT_EMPTY = ("5.2", "R.path is not empty")

BY_SCHEME = Branch((("5.2", "R.scheme is present: taken as it stands, dots and all"),), (R,) * 5)
BY_AUTHORITY = Branch((NO_SCHEME, ("5.2", "R.authority is present")), (B, R, R, R, R))
BY_QUERY = Branch(
    (NO_SCHEME, NO_AUTHORITY, ("5.2", "R.path is empty, R.query is present")), (B, B, B, R, R)
)
BY_ROOT = Branch(
    (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, ("5.2", 'R.path starts with "/"')), (B, B, R, R, R)
)
BY_MERGE = Branch(
    (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, ("5.2", 'R.path does not start with "/": merge')),
    (B, B, MERGED, R, R),
)
MOVES = Moves("5.2 merge 3", "5.2 merge 4", "5.2 merge 5", "5.2 merge 6")
# Merge step 7: complete ".." segments that are left in front, at the end too ("/..").
EXCESS = re.compile(r"(/?)((?:\.\./)*+(?:\.\.\Z)?+)")

IGNORED = "not validating: the same scheme as the base's is ignored"
OPAQUE = Problem(
    "base-opaque",
    "The base is opaque: it has no hierarchy that a relative reference could use.",
    ("rfc2396bis-01 5",),
)
REFUSED = Problem(
    "above-root",
    'More ".." segments than the base has levels: refused, as chosen.',
    ("rfc2396bis-01 5.2 merge 7",),
)


@remembered
def base(text: str) -> Base:
    """5.2: of the base only the scheme need be there; its query is not used."""
    scheme, authority, path, query, fragment = match(text).groups()
    whole = text if fragment is None else text[: -len(fragment) - 1]
    return Base(scheme, authority, path, query, whole)


def is_opaque(base: Base) -> bool:
    """Section 3: what does not begin with a slash after the scheme (but "foo:" is hierarchical)."""
    return base.authority is None and base.path != "" and not base.path.startswith("/")


def resolve(base: Base, text: str, manner: Manner, record: Record | None = None) -> Outcome:
    """The pseudocode in its order."""
    parts = scheme, authority, path, query, fragment = match(text).groups()
    if scheme is not None and not manner.strict and is_same_scheme(scheme, base.scheme):
        scheme = None
    branch = _branch(scheme, authority, path, query)
    if branch is None:
        if record:
            current_document(record, "5.2 parse", "5.2", parts)
        return None, None, True
    if branch is not BY_SCHEME and (problem := _unsuitable(base)):
        return give_up(record, "5.2 parse", parts, problem)
    if record:
        narrate(record, "5.2 parse", parts, branch, IGNORED if scheme != parts[0] else "")
    found = _path(base, path, branch, manner, record)
    if found is None:
        return None, REFUSED, False
    if branch is not BY_SCHEME:
        scheme = base.scheme
        authority = base.authority if authority is None else authority
    target = recompose(scheme, authority, found, query, fragment)
    if record:
        five = (scheme, authority, found, query, fragment)
        conclude(record, "5.2", branch, five)
        finish(record, "5.2", target, read_back(five, match(target).groups()))
    return target, None, False


def _unsuitable(base: Base) -> Problem | None:
    """Section 5: a relative reference needs a hierarchical base."""
    if base.scheme is None:
        return BASE_RELATIVE
    return OPAQUE if is_opaque(base) else None


def _path(
    base: Base, path: str, branch: Branch, manner: Manner, record: Record | None
) -> str | None:
    """T.path; None where the reference is refused."""
    if branch is BY_QUERY:
        return base.path
    return merge(base.path, path, manner.above_root, record) if branch is BY_MERGE else path


def _branch(
    scheme: str | None, authority: str | None, path: str, query: str | None
) -> Branch | None:
    """The way through the pseudocode's questions; None is the current document."""
    if scheme is not None:
        return BY_SCHEME
    if authority is not None:
        return BY_AUTHORITY
    if path == "":
        return None if query is None else BY_QUERY
    return BY_ROOT if path.startswith("/") else BY_MERGE


def merge(base_path: str, path: str, above_root: str, record: Record | None = None) -> str | None:
    """The merge routine; None where the reference is refused."""
    # Step 1 copies a slash for an empty path, with an authority or without (G.2 names the mend).
    kept = base_path[: base_path.rfind("/") + 1] or ("" if base_path else "/")
    if record:
        told = "the base's path but for its last segment" if base_path else 'no path: "/"'
        record(Step("5.2 merge 1", told, base_path, kept))
        record(Step("5.2 merge 2", "the reference's path is appended", kept, kept + path))
    buffer = remove_dots(kept + path, MOVES, record)
    excess = EXCESS.match(buffer)
    if excess and excess[2]:
        dropped = excess[1] + buffer[excess.end() :]
        result = {"keep": buffer, "drop": dropped, "refuse": None}[above_root]
        if record:
            told = f'".." is left above the root: {above_root}'
            record(Step("5.2 merge 7", told, buffer, result))
        return result
    if record:
        record(Step("5.2 merge 8", "what remains is the path", buffer, buffer))
    return buffer
