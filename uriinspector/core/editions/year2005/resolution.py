"""RFC 3986 section 5: reference resolution."""

from __future__ import annotations

from uriinspector.core.appendix_b import LETTER_SCHEME, Five, five_parts
from uriinspector.core.editions.beginning import (
    DOT_IN_FRONT,
    NOTHING,
    bases,
    beginnings,
    leniently,
    origin_end,
    path_end,
)
from uriinspector.core.editions.branch import (
    BASE,
    MERGED,
    REFERENCE,
    Branch,
    Conclusion,
    by_beginning,
    conclude,
    give_up,
    narrate,
)
from uriinspector.core.editions.year2005.dots import remove_dot_segments
from uriinspector.core.message import message
from uriinspector.core.resolution import Base, Manner, Outcome, Record, Step, base_relative

match = five_parts(LETTER_SCHEME)
beginning = beginnings(LETTER_SCHEME)
BASE_RELATIVE = base_relative("RFC 3986 5.2.1")

# The branches of 5.2.2, in the order of its questions.  Two things are new since 2003: dots are
# taken out of every path that is not the base's own (``removes_dots``), and an empty reference is
# the base without its fragment, no longer a document that is known in some other way (4.4).
NO_SCHEME = ("5.2.2", "R.scheme: not present")
NO_AUTHORITY = ("5.2.2", "R.authority: not present")
NOT_EMPTY = ("5.2.2", "R.path is not empty")

BY_SCHEME = Branch(
    (("5.2.2", "R.scheme is present: the base is not needed"),), (REFERENCE,) * 5, True
)
BY_AUTHORITY = Branch(
    (NO_SCHEME, ("5.2.2", "R.authority is present: only the scheme comes from the base")),
    (BASE, *[REFERENCE] * 4),
    True,
)
BY_QUERY = Branch(
    (NO_SCHEME, NO_AUTHORITY, ("5.2.2", "R.path is empty, R.query is present")),
    (BASE, BASE, BASE, REFERENCE, REFERENCE),
)
BY_NOTHING = Branch(
    (NO_SCHEME, NO_AUTHORITY, ("5.2.2", "R.path is empty, R.query: not present")),
    (BASE, BASE, BASE, BASE, REFERENCE),
)
BY_ROOT = Branch(
    (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, ("5.2.2", 'R.path starts with "/"')),
    (BASE, BASE, REFERENCE, REFERENCE, REFERENCE),
    True,
)
BY_MERGE = Branch(
    (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, ("5.2.2", 'R.path does not start with "/": merge')),
    (BASE, BASE, MERGED, REFERENCE, REFERENCE),
    True,
)
BRANCHES = {
    **by_beginning(BY_SCHEME, BY_AUTHORITY, BY_QUERY, BY_ROOT, BY_MERGE),
    NOTHING: BY_NOTHING,
}
IGNORED = "lenient: R's scheme is ignored because it equals the base's"


def directory(authority: str | None, path: str) -> str:
    """5.2.3, Merge Paths: what is kept of the base's path.

    With an authority an empty path stands for "/"; without one there is no root to begin at, so
    that "foo:" and "g" make "foo:g".
    """
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
    # 5.2.4 would copy every path segment by segment.  Nothing is taken out of most of them, and
    # that is seen beforehand: a dot segment has a slash before it ("/."), wherever the two came
    # together, or it begins a path that has no slash in front (``dotted``, ``DOT_IN_FRONT``).
    # "/." may as well begin "/.x" or stand in the query: then 5.2.4 changes nothing.
    path = ""
    if branch.removes_dots and (record is not None or "/." in target or kind in dotted):
        start = len(base_of(base).origin) if branch.origins[1] == BASE else origin_end(target)
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
    end = Conclusion(branch, base, worked_on, target, match(target).groups())
    rootless = branch is BY_MERGE and base.path[:1] not in {"/", ""}
    odd = rootless and worked_on[2][:1] == "/"
    note = (
        "the result begins with a slash although the base path did not; other programs differ here"
    )
    same = base.is_same_document(target)
    conclude(record, ("5.2.2", "5.3"), end, message(note) if odd else None, is_same=same)
