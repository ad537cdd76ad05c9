"""draft-fielding-url-syntax-05 section 5.2: steps 1 to 7, with a to i inside of step 6."""

from __future__ import annotations

from uriinspector.core.editions.branch import (
    Branch,
    conclude,
    current_document,
    finish,
    give_up,
    narrate,
    read_back,
)
from uriinspector.core.editions.buffer import Moves, remove_dots
from uriinspector.core.reading import ANY_SCHEME, five_parts
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

match = five_parts(ANY_SCHEME)
BASE_RELATIVE = base_relative("url-syntax-05 5.2")

R, B, MERGED = "reference", "base", "merged"
SOMETHING = ("5.2 step 2", "not empty: not the current document")
NO_SCHEME = ("5.2 step 3", "scheme not present: the base's is taken")
NO_SITE = ("5.2 step 4", "site not present: the base's is taken")

BY_SCHEME = Branch((SOMETHING, ("5.2 step 3", "scheme present: absolute, done")), (R,) * 5)
BY_SITE = Branch((SOMETHING, NO_SCHEME, ("5.2 step 4", "site present: to step 7")), (B, R, R, R, R))
BY_ROOT = Branch(
    (SOMETHING, NO_SCHEME, NO_SITE, ("5.2 step 5", 'path begins with "/": to step 7')),
    (B, B, R, R, R),
)
BY_MERGE = Branch(
    (SOMETHING, NO_SCHEME, NO_SITE, ("5.2 step 5", 'path does not begin with "/"')),
    (B, B, MERGED, MERGED, R),
)
MOVES = Moves("5.2 step 6d", "5.2 step 6e", "5.2 step 6f", "5.2 step 6g")


@remembered
def base(text: str) -> Base:
    """5.2: of the base only the scheme need be there; its query is not used."""
    scheme, authority, path, query, fragment = match(text).groups()
    whole = text if fragment is None else text[: -len(fragment) - 1]
    return Base(scheme, authority, path, query, whole)


def resolve(base: Base, text: str, _manner: Manner, record: Record | None = None) -> Outcome:
    """The steps in their order; step 3 has no lenient form."""
    parts = scheme, authority, path, query, fragment = match(text).groups()
    if not path and scheme is None and authority is None and query is None:
        if record:
            current_document(record, "5.2 step 1", "5.2 step 2", parts)
        return None, None, True
    if scheme is not None:
        branch = BY_SCHEME
    elif base.scheme is None:
        return give_up(record, "5.2 step 1", parts, BASE_RELATIVE)
    else:
        scheme = base.scheme
        if authority is not None:
            branch = BY_SITE
        else:
            authority = base.authority
            branch = BY_ROOT if path.startswith("/") else BY_MERGE
    if record:
        narrate(record, "5.2 step 1", parts, branch)
    if branch is BY_MERGE:
        path, query = merge(base.path, path, query, record)
    target = recompose(scheme, authority, path, query, fragment)
    if record:
        five = (scheme, authority, path, query, fragment)
        conclude(record, "5.2 step 7", branch, five)
        finish(record, "5.2 step 7", target, read_back(five, match(target).groups()))
    return target, None, False


def merge(
    base_path: str, path: str, query: str | None, record: Record | None = None
) -> tuple[str, str | None]:
    """Step 6: the query takes part, so dots in it count (C.2: "g?y/../x")."""
    kept = base_path[: base_path.rfind("/") + 1]
    buffer = kept + path
    if record:
        told = "the base's path but for its last segment"
        record(Step("5.2 step 6a", told, base_path, kept))
        record(Step("5.2 step 6b", "the reference's path is appended", kept, buffer))
    if query is not None:
        asked = f"{buffer}?{query}"
        if record:
            record(Step("5.2 step 6c", "so is its query", buffer, asked))
        buffer = asked
    buffer = remove_dots(buffer, MOVES, record)
    path, mark, after = buffer.partition("?")
    found = after if mark else None
    if record:
        told = "after the first question mark" if mark else "no question mark: query not present"
        record(Step("5.2 step 6h", told, buffer, found))
        record(Step("5.2 step 6i", "the path is what stands before it", buffer, path))
    return path, found
