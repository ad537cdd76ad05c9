"""RFC 3986 section 5: reference resolution."""

from __future__ import annotations

from uriinspector.core.editions.branch import (
    BASE,
    DOT_IN_FRONT,
    MERGED,
    NOTHING,
    REFERENCE,
    Branch,
    Conclusion,
    bases,
    beginnings,
    by_beginning,
    conclude,
    give_up,
    leniently,
    narrate,
    origin_end,
    path_end,
)
from uriinspector.core.model import message
from uriinspector.core.reference import (
    LETTER_SCHEME,
    Base,
    Buffer,
    Five,
    Manner,
    Outcome,
    Record,
    Step,
    base_relative,
    five_parts,
)

NOTES = {
    "2A": "leading dot segments of a relative path: removed",
    "2B": '"." segment (same level): removed',
    "2C": '".." segment: the last output segment is removed',
    "2C root": '".." segment with no output segment left: removed',
    "2D": "only a dot segment left: removed",
    "2E": "the first segment moves to the output",
}


def remove_dot_segments(path: str, record: Record | None = None) -> str:
    """The path without its "." and ".." segments.

    2A and 2D can only hold before anything has moved over: later the input starts with "/".
    """
    if record is None and "/." not in path and path[:1] != ".":
        return path  # no segment can be a dot segment: 2E would move every one over
    turns = DotRecorder(path, record) if record else None
    output: list[str] = []
    rest = path if path[:1] == "/" else path[_leading_dots(path, turns) :]
    for segment in rest.split("/"):
        if segment == "..":
            turn = "2C" if len(output) > 1 or output[0] else "2C root"
            if len(output) > 1:
                del output[-1]
            else:
                output[0] = ""  # what has no slash before it leaves the slash after it behind
        elif segment == ".":
            turn = "2B"
        else:
            turn = "2E"
            output.append(segment)
        if turns is not None:
            turns.record_segment(turn, segment)
    if segment == "." or segment == "..":
        # 2B and 2C put a slash in place of the last segment, and 2E moves it over.
        output.append("")
        if turns is not None:
            turns.record_turn("2E", "/")
    return "/".join(output)


def _leading_dots(path: str, recorder: DotRecorder | None) -> int:
    """2A and 2D: where the input begins once the dots in front of it are gone."""
    start = 0
    while path.startswith(("../", "./"), start):
        dots = "../" if path.startswith("../", start) else "./"
        start += len(dots)
        if recorder is not None:
            recorder.record_turn("2A", dots)
    left = path[start : start + 3]
    if left in {".", ".."}:
        start += len(left)
        if recorder is not None:
            recorder.record_turn("2D", left)
    return start


class DotRecorder:
    """Tells the turns to a recorder, and keeps the two buffers for it."""

    def __init__(self, path: str, record: Record) -> None:
        self.record = record
        self.now = Buffer(path, None, 0, len(path))
        self.slash = ""  # what stands before the next segment

    def record_segment(self, turn: str, segment: str) -> None:
        """One turn that read the next segment; before the first slash there may be none."""
        run, self.slash = self.slash + segment, "/"
        if run:
            self.record_turn(turn, run)

    def record_turn(self, turn: str, run: str) -> None:
        """One turn that read this run of the input."""
        path, output, start, end = self.now.source, self.now.chain, self.now.start, self.now.end
        if turn == "2E":
            output = (output, run)
        elif turn == "2C" and output:
            output = output[0]
        if start + len(run) == end and turn[:2] in {"2B", "2C"}:
            end = start + 1  # the slash that stays in the input
        else:
            start += len(run)
        before, self.now = self.now, Buffer(path, output, start, end)
        self.record(Step(f"5.2.4 {turn[:2]}", NOTES[turn], before, self.now))


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
