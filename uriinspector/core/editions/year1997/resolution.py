"""draft-fielding-url-syntax-05 section 5.2: steps 1 to 7, with a to i inside of step 6."""

from __future__ import annotations

from uriinspector.core.appendix_b import ANY_SCHEME, five_parts
from uriinspector.core.editions.beginning import (
    AUTHORITY,
    NOTHING,
    QUERY,
    RELATIVE,
    RELATIVE_DOT,
    ROOT,
    SCHEME,
    SCHEME_DOT,
    bases,
    beginnings,
)
from uriinspector.core.editions.branch import (
    Branch,
    components,
    conclude,
    current_document,
    finish,
    give_up,
    narrate,
    read_back,
)
from uriinspector.core.editions.buffer import Moves, remove_dots
from uriinspector.core.resolution import (
    Base,
    Manner,
    Outcome,
    Record,
    Step,
    base_relative,
)

match = five_parts(ANY_SCHEME)
beginning = beginnings(ANY_SCHEME)
BASE_RELATIVE = base_relative("url-syntax-05 5.2")

R, B, MERGED = "reference", "base", "merged"
SOMETHING = ("5.2 step 2", "not empty: not the current document")
NO_SCHEME = ("5.2 step 3", "scheme not present: taken from the base")
NO_SITE = ("5.2 step 4", "site not present: taken from the base")

BY_SCHEME = Branch((SOMETHING, ("5.2 step 3", "scheme present: absolute, done")), (R,) * 5)
BY_SITE = Branch(
    (SOMETHING, NO_SCHEME, ("5.2 step 4", "site present: go to step 7")), (B, R, R, R, R)
)
BY_ROOT = Branch(
    (SOMETHING, NO_SCHEME, NO_SITE, ("5.2 step 5", 'path begins with "/": go to step 7')),
    (B, B, R, R, R),
)
BY_MERGE = Branch(
    (SOMETHING, NO_SCHEME, NO_SITE, ("5.2 step 5", 'path does not begin with "/"')),
    (B, B, MERGED, MERGED, R),
)
MOVES = Moves("5.2 step 6d", "5.2 step 6e", "5.2 step 6f", "5.2 step 6g")


BRANCHES = {
    SCHEME: BY_SCHEME,
    SCHEME_DOT: BY_SCHEME,
    AUTHORITY: BY_SITE,
    ROOT: BY_ROOT,
    QUERY: BY_MERGE,
    RELATIVE: BY_MERGE,
    RELATIVE_DOT: BY_MERGE,
}


def directory(_authority: str | None, path: str) -> str:
    """Step 6a: all but the last segment of the base's path."""
    return path[: path.rfind("/") + 1]


base_of = bases(match, directory)


def resolve(base: str, text: str, _manner: Manner, record: Record | None = None) -> Outcome:
    """The steps in their order; step 3 has no lenient form."""
    kind = beginning(text).lastindex
    if kind == NOTHING:
        if record:
            current_document(record, "5.2 step 1", "5.2 step 2", match(text).groups())
        return None, None
    branch = BRANCHES[kind]
    target = text
    if branch is not BY_SCHEME:
        known = base_of(base)
        if known.scheme is None:
            return give_up(record, "5.2 step 1", match(text).groups(), BASE_RELATIVE)
        target = known.fronts[kind] + text
    if record:
        narrate(record, "5.2 step 1", match(text).groups(), branch)
    merged = None
    if branch is BY_MERGE:
        url, mark, fragment = text.partition("#")
        merged = merge(base_of(base).path, url, record)
        target = f"{base_of(base).origin}{merged}{mark}{fragment}"
    if record:
        _conclude(record, base_of(base), branch, (text, merged, target))
    return target, None


def _conclude(
    record: Record, base: Base, branch: Branch, texts: tuple[str, str | None, str]
) -> None:
    text, merged, target = texts
    scheme, authority, path, query, fragment = match(text).groups()
    if merged is not None:
        path, query = split_query(merged)
    five = components(branch, base, (scheme, authority, path, query, fragment))
    conclude(record, "5.2 step 7", branch, five)
    finish(record, "5.2 step 7", target, read_back(five, match(target).groups()))


def merge(base_path: str, url: str, record: Record | None = None) -> str:
    """Step 6: the query takes part, so dots in it count (C.2: "g?y/../x")."""
    text = directory(None, base_path)
    buffer = text + url
    if record:
        path, mark, _ = url.partition("?")
        explanation = "the base's path but for its last segment"
        record(Step("5.2 step 6a", explanation, base_path, text))
        record(Step("5.2 step 6b", "the reference's path is appended", text, text + path))
        if mark:
            record(Step("5.2 step 6c", "the reference's query is appended", text + path, buffer))
    buffer = remove_dots(buffer, MOVES, record)
    if record:
        path, query = split_query(buffer)
        explanation = "after the first question mark"
        explanation = explanation if query is not None else "no question mark: query not present"
        record(Step("5.2 step 6h", explanation, buffer, query))
        record(Step("5.2 step 6i", "the path is the text before it", buffer, path))
    return buffer


def split_query(buffer: str) -> tuple[str, str | None]:
    """Steps 6h and 6i."""
    path, mark, query = buffer.partition("?")
    return path, query if mark else None
