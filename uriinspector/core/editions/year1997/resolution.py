"""draft-fielding-url-syntax-05 section 5.2: steps 1 to 7, with a to i inside of step 6."""

from __future__ import annotations

from uriinspector.core.editions.branch import (
    BASE,
    MERGED,
    NOTHING,
    REFERENCE,
    Branch,
    Conclusion,
    bases,
    beginnings,
    by_beginning,
    conclude,
    current_document,
    give_up,
    narrate,
)
from uriinspector.core.editions.buffer import Moves, remove_dots
from uriinspector.core.model import Part
from uriinspector.core.reference import (
    ANY_SCHEME,
    Base,
    Manner,
    Outcome,
    Record,
    Step,
    base_relative,
    five_parts,
)

match = five_parts(ANY_SCHEME)
beginning = beginnings(ANY_SCHEME)
BASE_RELATIVE = base_relative("url-syntax-05 5.2")

# The questions in the order of the steps.  Each "no" takes a component of the base's, the first
# "yes" ends the questions:
#
# - Step 2: only a fragment, or nothing: the current document, whatever the base is.
# - Step 3: a scheme makes the reference absolute.  There is no lenient reading: "http:g" is
#   absolute too, and keeps its dots, since they go in step 6 alone.
# - Step 4: a site, be it empty ("//"), makes it a network path: all but the scheme is its own.
# - Step 5: a path from the root leaves out the merge, and with it the dots and the query.
# - Step 6: anything else is merged.  A reference that is a query alone ("?y") has an empty path,
#   which does not begin with a slash: it is merged as well, and so loses the base's last segment.
#
# The query comes out of the merge like the path: 6c puts it into the buffer, 6h takes it out.
SOMETHING = ("5.2 step 2", "not empty: not the current document")
NO_SCHEME = ("5.2 step 3", "scheme not present: taken from the base")
NO_SITE = ("5.2 step 4", "site not present: taken from the base")

BY_SCHEME = Branch((SOMETHING, ("5.2 step 3", "scheme present: absolute, done")), (REFERENCE,) * 5)
BY_SITE = Branch(
    (SOMETHING, NO_SCHEME, ("5.2 step 4", "site present: go to step 7")), (BASE, *[REFERENCE] * 4)
)
BY_ROOT = Branch(
    (SOMETHING, NO_SCHEME, NO_SITE, ("5.2 step 5", 'path begins with "/": go to step 7')),
    (BASE, BASE, *[REFERENCE] * 3),
)
BY_MERGE = Branch(
    (SOMETHING, NO_SCHEME, NO_SITE, ("5.2 step 5", 'path does not begin with "/"')),
    (BASE, BASE, MERGED, MERGED, REFERENCE),
)
BRANCHES = by_beginning(BY_SCHEME, BY_SITE, query=BY_MERGE, root=BY_ROOT, relative=BY_MERGE)
MOVES = Moves("5.2 step 6d", "5.2 step 6e", "5.2 step 6f", "5.2 step 6g")
STEP_7 = ("5.2 step 7", "5.2 step 7")


def directory(_authority: str | None, path: str) -> str:
    """Step 6a: all but the last segment of the base's path.

    By the letter: without any slash nothing is left, so that "http://a" and "g" make "http://ag".
    2003 gave a base without a path a slash for that (its appendix G.2).
    """
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
    worked_on = (scheme, authority, path, query, fragment)
    end = Conclusion(branch, base, worked_on, target, match(target).groups())
    conclude(record, STEP_7, end)


def merge(base_path: str, url: str, record: Record | None = None) -> str:
    """Step 6: the query takes part, so dots in it count (C.2: "g?y/../x")."""
    text = directory(None, base_path)
    buffer = text + url
    if record:
        path, mark, _ = url.partition("?")
        explanation = "the base's path without its last segment"
        record(Step("5.2 step 6a", explanation, base_path, text))
        record(Step("5.2 step 6b", "the reference's path is appended", text, text + path))
        if mark:
            record(Step("5.2 step 6c", "the reference's query is appended", text + path, buffer))
    buffer = remove_dots(buffer, MOVES, record)
    if record:
        path, query = split_query(buffer)
        explanation = "the query is the text after the first question mark"
        explanation = explanation if query is not None else "no question mark: query not present"
        record(Step("5.2 step 6h", explanation, buffer, query, Part.QUERY))
        record(
            Step(
                "5.2 step 6i",
                "the path is the text before the question mark, if any",
                buffer,
                path,
                Part.PATH,
            )
        )
    return buffer


def split_query(buffer: str) -> tuple[str, str | None]:
    """Steps 6h and 6i."""
    path, mark, query = buffer.partition("?")
    return path, query if mark else None
