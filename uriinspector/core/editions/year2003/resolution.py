"""draft-fielding-uri-rfc2396bis-01 section 5.2: the pseudocode, and merge steps 1 to 8."""

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
    leniently,
    narrate,
    path_end,
)
from uriinspector.core.editions.buffer import Moves, remove_dots
from uriinspector.core.expression import expression
from uriinspector.core.model import Problem, message
from uriinspector.core.reference import (
    LETTER_SCHEME,
    Base,
    Manner,
    Outcome,
    Record,
    Step,
    base_relative,
    five_parts,
)

match = five_parts(LETTER_SCHEME)
beginning = beginnings(LETTER_SCHEME)
BASE_RELATIVE = base_relative("rfc2396bis-01 5.2")

# The branches of the pseudocode (5.2), in its order.  As in 1997, dots are taken out in the merge
# alone; unlike 1997, the query takes no part in it, and a query alone keeps the whole path of the
# base.
NO_SCHEME = ("5.2", "R.scheme: not present")
NO_AUTHORITY = ("5.2", "R.authority: not present")
NOT_EMPTY = ("5.2", "R.path is not empty")

BY_SCHEME = Branch(
    (("5.2", "R.scheme is present: R is taken unchanged, including its dot segments"),),
    (REFERENCE,) * 5,
)
BY_AUTHORITY = Branch((NO_SCHEME, ("5.2", "R.authority is present")), (BASE, *[REFERENCE] * 4))
BY_QUERY = Branch(
    (NO_SCHEME, NO_AUTHORITY, ("5.2", "R.path is empty, R.query is present")),
    (BASE, BASE, BASE, REFERENCE, REFERENCE),
)
BY_ROOT = Branch(
    (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, ("5.2", 'R.path starts with "/"')),
    (BASE, BASE, REFERENCE, REFERENCE, REFERENCE),
)
BY_MERGE = Branch(
    (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, ("5.2", 'R.path does not start with "/": merge')),
    (BASE, BASE, MERGED, REFERENCE, REFERENCE),
)
BRANCHES = by_beginning(BY_SCHEME, BY_AUTHORITY, BY_QUERY, BY_ROOT, BY_MERGE)
MOVES = Moves("5.2 merge 3", "5.2 merge 4", "5.2 merge 5", "5.2 merge 6")
# Merge step 7: complete ".." segments with which the buffer still begins.
#
# - The slash in front ("(/?)") is the root and stays where they are dropped.  A base that is a bare
#   path has none: then they begin the buffer themselves.
# - "../" as often as it comes, all of them at once: steps 5 and 6 have left none behind a segment.
# - A ".." at the very end is a complete segment too, though no slash follows ("/..").  "..g" is
#   none: it needs the end of the text right behind it.
#
# It matches everywhere, with an empty second group where nothing is in excess.
EXCESS = expression(r"(/?)((?:\.\./)*+(?:\.\.\Z)?+)")

IGNORED = "not validating: R's scheme is ignored because it equals the base's"
OPAQUE = Problem(
    "base-opaque",
    "The base is opaque: it has no hierarchy that a relative reference could use.",
    ("rfc2396bis-01 5",),
)
REFUSED = Problem(
    "above-root",
    'More ".." segments than the base has levels: rejected, as chosen.',
    ("rfc2396bis-01 5.2 merge 7",),
)


def directory(_authority: str | None, path: str) -> str:
    """Merge step 1: a slash for an empty path, with an authority or without (G.2: the mend)."""
    return path[: path.rfind("/") + 1] or ("" if path else "/")


base_of = bases(match, directory)


def is_opaque(base: Base) -> bool:
    """Section 3: what does not begin with a slash after the scheme (but "foo:" is hierarchical)."""
    return base.authority is None and base.path != "" and not base.path.startswith("/")


def resolve(base: str, text: str, manner: Manner, record: Record | None = None) -> Outcome:
    """The pseudocode in its order."""
    rest, kind = text, beginning(text).lastindex
    if not manner.strict:
        rest, kind = leniently(text, kind, base_of(base).scheme)
    if kind == NOTHING:
        if record:
            current_document(record, "5.2 parse", "5.2", match(text).groups())
        return None, None
    branch = BRANCHES[kind]
    target = rest
    if branch is not BY_SCHEME:
        if problem := _unsuitable(base_of(base)):
            return give_up(record, "5.2 parse", match(text).groups(), problem)
        target = base_of(base).fronts[kind] + rest
    if record:
        ignored = IGNORED if rest is not text else ""
        narrate(record, "5.2 parse", match(text).groups(), branch, ignored)
    merged = None
    if branch is BY_MERGE:
        end = path_end(rest, 0)
        merged = merge(base_of(base).path, rest[:end], manner.above_root, record)
        if merged is None:
            return None, REFUSED
        target = f"{base_of(base).origin}{merged}{rest[end:]}"
    if record:
        _conclude(record, base_of(base), branch, (text, merged, target))
    return target, None


def _conclude(
    record: Record, base: Base, branch: Branch, texts: tuple[str, str | None, str]
) -> None:
    text, merged, target = texts
    scheme, authority, path, query, fragment = match(text).groups()
    worked_on = (scheme, authority, path if merged is None else merged, query, fragment)
    end = Conclusion(branch, base, worked_on, target, match(target).groups())
    conclude(record, ("5.2", "5.2"), end)


def _unsuitable(base: Base) -> Problem | None:
    """Section 5: a relative reference needs a hierarchical base."""
    if base.scheme is None:
        return BASE_RELATIVE
    return OPAQUE if is_opaque(base) else None


def merge(base_path: str, path: str, above_root: str, record: Record | None = None) -> str | None:
    """The merge routine; None where the reference is refused."""
    text = directory(None, base_path)
    if record:
        explanation = "the base's path without its last segment" if base_path else 'no path: "/"'
        record(Step("5.2 merge 1", explanation, base_path, text))
        record(Step("5.2 merge 2", "the reference's path is appended", text, text + path))
    buffer = remove_dots(text + path, MOVES, record)
    excess = EXCESS.match(buffer)
    if excess and excess[2]:
        dropped = excess[1] + buffer[excess.end() :]
        result = {"keep": buffer, "drop": dropped, "refuse": None}[above_root]
        if record:
            explanation = message(
                '".." left above the root: {above_root}', above_root=message(above_root)
            )
            record(Step("5.2 merge 7", explanation, buffer, result))
        if result is None:
            return None
        buffer = result
    if record:
        record(Step("5.2 merge 8", "the rest is the path", buffer, buffer))
    return buffer
