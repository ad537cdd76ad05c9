"""Reference resolution by section 5.2 of url-syntax-05, rfc2396bis-01 and RFC 3986.

The three functions follow the texts line by line: R is the reference, B the base, T the target.
Each step names the branch that was taken; tables contain the note of the trace for each branch.

A recorder receives every step, but only after the algorithm has ended; the steps are in the order
of the specification's text.
"""

from collections.abc import Callable, Mapping, Sequence

from uriinspector.core.characters import number
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Problem, listed, message
from uriinspector.core.reference import (
    ANY_SCHEME,
    LETTER_SCHEME,
    Base,
    Buffer,
    Chain,
    Five,
    Manner,
    Outcome,
    Record,
    Splitter,
    Step,
    base_relative,
    chained,
    five_parts,
    recompose,
    remembered,
)

# The origins of the components of T.
R, B, M = "reference", "base", "merged"


class Branch(NamedTuple):
    """The origins of the five components, and the notes on the conditions of this branch."""

    origins: tuple[str, str, str, str, str]
    notes: tuple[str, ...]


class Rules(NamedTuple):
    """An edition's clauses on parsing R, on conditions, and on T's components and joining them."""

    parse: str
    questions: tuple[str, str, str, str]
    components: str
    whole: str
    branches: dict[str, Branch]
    split: Splitter
    names: Mapping[str, str] = {}  # the edition's names, if different


# --- url-syntax-05 (1997) -------------------------------------------------------------------------

APPENDIX_B_1997 = five_parts(ANY_SCHEME)
RELATIVE_BASE_1997 = base_relative("url-syntax-05 5.2")
NOT_CURRENT = "the reference is not empty, so it is not the current document"
NO_SCHEME_1997 = "the scheme is not present, so it is taken from the base"
NO_SITE = "the site is not present, so it is taken from the base"
RULES_1997 = Rules(
    "5.2 step 1",
    ("5.2 step 2", "5.2 step 3", "5.2 step 4", "5.2 step 5"),
    "5.2 step 7",
    "5.2 step 7",
    {
        "scheme": Branch(
            (R, R, R, R, R),
            (NOT_CURRENT, "the scheme is present, so the reference is absolute: done"),
        ),
        "site": Branch(
            (B, R, R, R, R), (NOT_CURRENT, NO_SCHEME_1997, "the site is present: go to step 7")
        ),
        "root": Branch(
            (B, B, R, R, R),
            (NOT_CURRENT, NO_SCHEME_1997, NO_SITE, 'the path begins with "/": go to step 7'),
        ),
        # 6c appends R's query to the path and 6h splits it off again; the base's query is not used.
        "merge": Branch(
            (B, B, M, R, R),
            (NOT_CURRENT, NO_SCHEME_1997, NO_SITE, 'the path does not begin with "/"'),
        ),
    },
    APPENDIX_B_1997,
    {Part.AUTHORITY: "site"},
)


def _splitting(expression: Splitter) -> Callable[[str], Base]:
    """Return a function that splits a base, without its fragment."""
    return remembered(
        lambda text: Base(*expression.match(text).groups()[:4], text.partition("#")[0])
    )


base_1997 = _splitting(APPENDIX_B_1997)


def resolve_1997(base: str, text: str, _manner: Manner, record: Record | None = None) -> Outcome:
    """Resolve by steps 1 to 7.

    Step 3 has no lenient variant: even "http:g" is absolute, and its dots are not removed.
    """
    known = base_1997(base)
    work: list[Step] = []
    given = scheme, site, path, query, fragment = APPENDIX_B_1997.match(text).groups()  # 1
    if scheme is None and site is None and path == "" and query is None:  # 2
        return _current_document(record, RULES_1997.parse, "5.2 step 2", given)
    if scheme is not None:  # 3
        branch = "scheme"
    elif known.scheme is None:
        return _give_up(record, RULES_1997.parse, given, RELATIVE_BASE_1997)
    else:
        scheme = known.scheme
        if site is not None:  # 4
            branch = "site"
        else:
            site = known.authority
            if path.startswith("/"):  # 5
                branch = "root"
            else:  # 6, also for a query alone: its path is empty and does not begin with a slash
                branch = "merge"
                path, query = merge_1997(known.path, path, query, work.append if record else None)
    parts = scheme, site, path, query, fragment  # 7
    return _joined(record, RULES_1997, branch, given, work, known, parts)


def merge_1997(
    base_path: str, path: str, query: str | None, record: Record | None = None
) -> tuple[str, str | None]:
    """Merge the paths by step 6; this includes the query and the dots in it (C.2: "g?y/../x").

    According to the wording of 6a, nothing remains of a base path without a slash, so "http://a"
    and "g" result in "http://ag". The 2003 edition added a slash to such a base (appendix G.2).
    """
    kept = base_path[: base_path.rfind("/") + 1]  # 6a
    buffer = kept + recompose(None, None, path, query)  # 6b, 6c
    if record:
        record(Step("5.2 step 6a", "the base's path without its last segment", base_path, kept))
        record(Step("5.2 step 6b", "the reference's path is appended", kept, kept + path))
        if query is not None:
            note = "the reference's query is appended"
            record(Step("5.2 step 6c", note, kept + path, buffer))
    buffer = remove_dots(buffer, MOVES_1997, record)  # 6d to 6g
    path, mark, after = buffer.partition("?")
    query = after if mark else None  # 6h
    if record:
        note = "the query is the text after the first question mark"
        note = note if mark else "there is no question mark, so the query is not present"
        record(Step("5.2 step 6h", note, buffer, query, Part.QUERY))
        note = "the path is the text before the question mark, if any"
        record(Step("5.2 step 6i", note, buffer, path, Part.PATH))
    return path, query  # 6i


# --- the merge in a single string buffer, which 1997 (step 6) and 2003 (merge) share --------------


class Moves(NamedTuple):
    """The clauses of an edition for the four kinds of dot removal."""

    dot_slash: str
    final_dot: str
    segment_dots: str
    final_dots: str


MOVES_1997 = Moves("5.2 step 6d", "5.2 step 6e", "5.2 step 6f", "5.2 step 6g")
MOVES_2003 = Moves("5.2 merge 3", "5.2 merge 4", "5.2 merge 5", "5.2 merge 6")
# 1997 6d, 2003 merge 3: "./" where "." is a complete segment. In "../" and "a./", it is the end of
# a longer segment and remains. A run is removed in one match; removing each "./" separately would
# copy the buffer each time, with the same result.
DOT_SLASH = expression(r"(?:(?<=/)|\A)(?:\./)++")
SEGMENTS = '"{segments}" is removed'


def remove_dots(buffer: str, moves: Moves, record: Record | None = None) -> str:
    """Remove each "./", a final ".", each "<segment>/../" from the left, a final "<segment>/..".

    "." and ".." count only as complete segments.
    """
    without = DOT_SLASH.sub("", buffer)
    if record and without != buffer:
        note = 'every "./" that is a whole segment is removed'
        record(Step(moves.dot_slash, note, buffer, without))
    if without == "." or without.endswith("/."):
        if record:
            record(Step(moves.final_dot, 'the final "." is removed', without, without[:-1]))
        without = without[:-1]
    if ".." not in without:
        return without
    return remove_segments(without, moves.segment_dots, moves.final_dots, record)


def remove_segments(
    buffer: str, rule: str, final_rule: str | None, record: Record | None = None
) -> str:
    """Remove each "<segment>/../" from the left, then a final "<segment>/.." if there is a rule
    for it.

    Removing the leftmost match repeatedly is the same as reading from the left with a stack: a
    segment followed by ".." is removed right away, so that the one before it is the last again.
    """
    rest: Chain = None
    start, end = 0, len(buffer)
    while (slash := buffer.find("/", start)) >= 0:
        segment = buffer[start : slash + 1]
        if segment == "../" and rest and _is_segment(rest):
            if record:
                note = message(SEGMENTS, segments=f"{_brief(rest[1])}../")
                before = Buffer(buffer, rest, start, end)
                record(Step(rule, note, before, Buffer(buffer, rest[0], slash + 1, end)))
            rest = rest[0]
        else:
            rest = (rest, segment)
        start = slash + 1
    if final_rule and buffer[start:] == ".." and rest and _is_segment(rest):
        if record:
            note = message('the final "{segments}" is removed', segments=f"{_brief(rest[1])}..")
            before = Buffer(buffer, rest, start, end)
            record(Step(final_rule, note, before, Buffer(buffer, rest[0], end, end)))
        return chained(rest[0])
    return chained((rest, buffer[start:]))


def _is_segment(last: tuple[Chain, str]) -> bool:
    """Return True if ".." removes the last segment.

    1997 6f, 2003 merge 5: it does, unless that segment is also "..". A segment may be empty ("//"),
    but a slash with nothing before it is the root. A removal can move a slash to the start
    ("x/..//../g" becomes "/../g"), so this depends on the current buffer.
    """
    return last[1] != "../" and last != (None, "/")


def _brief(segment: str) -> str:
    return segment if len(segment) <= 40 else segment[:19] + "\u2026" + segment[-20:]


# --- rfc2396bis-01 (2003) -------------------------------------------------------------------------

APPENDIX_B = five_parts(LETTER_SCHEME)
RELATIVE_BASE_2003 = base_relative("rfc2396bis-01 5.2")
OPAQUE = Problem(
    "base-opaque",
    "The base is opaque: it has no hierarchy that a relative reference could use.",
    ("rfc2396bis-01 5",),
)
REFUSED = Problem(
    "above-root",
    'There are more ".." segments than levels in the base; the chosen variant rejects such '
    "references.",
    ("rfc2396bis-01 5.2 merge 7",),
)
NO_SCHEME = "R.scheme is not present"
NO_AUTHORITY = "R.authority is not present"
NOT_EMPTY = "R.path is not empty"
IGNORED_2003 = "non-validating: R's scheme is ignored because it equals the base's"
IGNORED_2005 = "lenient: R's scheme is ignored because it equals the base's"


RULES_2003 = Rules(
    "5.2 parse",
    ("5.2", "5.2", "5.2", "5.2"),
    "5.2",
    "5.2",
    {
        "scheme": Branch(
            (R, R, R, R, R),
            ("R.scheme is present: R is taken unchanged, including its dot segments",),
        ),
        "authority": Branch((B, R, R, R, R), (NO_SCHEME, "R.authority is present")),
        "query": Branch(
            (B, B, B, R, R), (NO_SCHEME, NO_AUTHORITY, "R.path is empty, but R.query is present")
        ),
        "root": Branch(
            (B, B, R, R, R), (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, 'R.path starts with "/"')
        ),
        "merge": Branch(
            (B, B, M, R, R),
            (NO_SCHEME, NO_AUTHORITY, NOT_EMPTY, 'R.path does not start with "/": merge'),
        ),
    },
    APPENDIX_B,
)


base_of = _splitting(APPENDIX_B)  # of 2003 and 2005


def resolve_2003(base: str, text: str, manner: Manner, record: Record | None = None) -> Outcome:
    """Resolve by the pseudocode of 5.2: only the merge removes dots, and it ignores the query."""
    known = base_of(base)
    work: list[Step] = []
    ignored = ""
    given = scheme, authority, path, query, fragment = APPENDIX_B.match(text).groups()
    # A non-validating parser may ignore the scheme of R if it equals that of B.
    if not manner.strict and _is_same_scheme(scheme, known.scheme):
        scheme, ignored = None, IGNORED_2003
    if scheme is not None:
        branch = "scheme"
    elif authority is None and path == "" and query is None:  # 4.2: the current document
        return _current_document(record, RULES_2003.parse, "5.2", given)
    elif problem := _unsuitable_2003(known):
        return _give_up(record, RULES_2003.parse, given, problem)
    else:
        if authority is not None:
            branch = "authority"
        else:
            if path == "":
                branch = "query"
                path = known.path
            elif path.startswith("/"):
                branch = "root"
            else:
                branch = "merge"
                note = work.append if record else None
                merged = merge_2003(known.path, path, manner.above_root, note)
                if merged is None:
                    _report(record, RULES_2003, branch, given, work, ignored)
                    return None, REFUSED
                path = merged
            authority = known.authority
        scheme = known.scheme
    parts = scheme, authority, path, query, fragment
    return _joined(record, RULES_2003, branch, given, work, known, parts, ignored)


def _unsuitable_2003(known: Base) -> Problem | None:
    """Return the problem if a base is not hierarchical (section 5), else None.

    According to section 3, a base without a slash after the scheme is opaque; but "foo:" is
    hierarchical.
    """
    if known.scheme is None:
        return RELATIVE_BASE_2003
    is_opaque = known.authority is None and known.path[:1] not in {"", "/"}
    return OPAQUE if is_opaque else None


# Merge step 7: complete ".." segments at the beginning of the buffer. The slash before them
# ("(/?)") is the root, and stays if they are dropped. If the base is a bare path, there is no such
# slash. All "../" are matched together, since steps 5 and 6 have left none after a segment. A ".."
# at the very end ("/..") is a complete segment too; "..g" is not. The expression always matches;
# its second group is empty if there is no excess.
EXCESS = expression(r"(/?)((?:\.\./)*+(?:\.\.\Z)?+)")


def merge_2003(
    base_path: str, path: str, above_root: str, record: Record | None = None
) -> str | None:
    """Merge the paths by steps 1 to 8; return None if the reference is refused."""
    # 1: an empty path becomes a slash, with or without an authority (a correction in G.2)
    kept = base_path[: base_path.rfind("/") + 1] or ("" if base_path else "/")
    if record:
        note = "the base's path without its last segment" if base_path else 'no path: "/"'
        record(Step("5.2 merge 1", note, base_path, kept))
        record(Step("5.2 merge 2", "the reference's path is appended", kept, kept + path))
    buffer = remove_dots(kept + path, MOVES_2003, record)  # 2 to 6
    excess = EXCESS.match(buffer)
    if excess and excess[2]:  # 7
        dropped = excess[1] + buffer[excess.end() :]
        result = {"keep": buffer, "drop": dropped, "refuse": None}[above_root]
        if record:
            choice = message(above_root)
            note = message('remaining ".." above the root: {above_root}', above_root=choice)
            record(Step("5.2 merge 7", note, buffer, result))
        if result is None:
            return None
        buffer = result
    if record:
        record(Step("5.2 merge 8", "the rest is the path", buffer, buffer))
    return buffer  # 8


# --- RFC 3986 (2005) ------------------------------------------------------------------------------

RELATIVE_BASE_2005 = base_relative("RFC 3986 5.2.1")
RULES_2005 = Rules(
    "5.2.2 parse",
    ("5.2.2", "5.2.2", "5.2.2", "5.2.2"),
    "5.2.2",
    "5.3",
    # An empty reference means the base without its fragment; before 2005, it meant the current
    # document, however that was known (4.4).
    RULES_2003.branches
    | {
        "scheme": Branch((R, R, R, R, R), ("R.scheme is present: the base is not needed",)),
        "authority": Branch(
            (B, R, R, R, R),
            (NO_SCHEME, "R.authority is present: only the scheme comes from the base"),
        ),
        "nothing": Branch(
            (B, B, B, B, R),
            (NO_SCHEME, NO_AUTHORITY, "R.path is empty, and R.query is not present"),
        ),
    },
    APPENDIX_B,
)


def resolve_2005(base: str, text: str, manner: Manner, record: Record | None = None) -> Outcome:
    """Resolve by 5.2.2: dots are removed from every path except the base's."""
    known = base_of(base)
    work: list[Step] = []
    note = work.append if record else None
    ignored = ""
    given = scheme, authority, path, query, fragment = APPENDIX_B.match(text).groups()
    # A parser that is not strict may ignore the scheme of R if it equals that of B.
    if not manner.strict and _is_same_scheme(scheme, known.scheme):
        scheme, ignored = None, IGNORED_2005
    if scheme is not None:
        branch = "scheme"
        path = remove_dot_segments(path, note)
    elif known.scheme is None:  # 5.2.1
        return _give_up(record, RULES_2005.parse, given, RELATIVE_BASE_2005)
    else:
        if authority is not None:
            branch = "authority"
            path = remove_dot_segments(path, note)
        else:
            if path == "":
                path = known.path
                if query is not None:
                    branch = "query"
                else:
                    branch = "nothing"
                    query = known.query
            elif path.startswith("/"):
                branch = "root"
                path = remove_dot_segments(path, note)
            else:
                branch = "merge"
                path = remove_dot_segments(merge_2005(known, path, note), note)
            authority = known.authority
        scheme = known.scheme
    parts = scheme, authority, path, query, fragment
    return _joined(record, RULES_2005, branch, given, work, known, parts, ignored)


def merge_2005(known: Base, path: str, record: Record | None = None) -> str:
    """Merge the paths by 5.2.3.

    With an authority, an empty path counts as "/". Without one it does not, so that "foo:" and
    "g" result in "foo:g".
    """
    if known.authority is not None and known.path == "":
        merged = "/" + path
    else:
        merged = known.path[: known.path.rfind("/") + 1] + path
    if record:
        record(Step("5.2.3", "the base's path up to its last slash, then R.path", path, merged))
    return merged


NOTES = {
    "2A": "leading dot segments of a relative path are removed",
    "2B": 'a "." segment (same level) is removed',
    "2C": 'a ".." segment removes the last output segment',
    "2C root": 'a ".." segment is removed; no output segment is left',
    "2D": "only a dot segment is left, and it is removed",
    "2E": "the first segment moves to the output",
}


def remove_dot_segments(path: str, record: Record | None = None) -> str:
    """Remove "." and ".." segments (5.2.4); the output buffer is a chain of segments."""
    if record is None and "/." not in path and path[:1] != ".":
        return path  # without dot segments, 2E would move every segment unchanged
    output: Chain = None
    start, end = 0, len(path)
    while start < end:
        stop = path.find("/", start + 1, end)
        is_last = stop < 0
        stop = end if is_last else stop
        run = path[start:stop]  # the first segment, with the slash before it if there is one
        before = Buffer(path, output, start, end) if record else None
        if run == "." or run == "..":  # only at the start: afterwards the input begins with a slash
            turn = "2D" if is_last else "2A"
            start = end if is_last else stop + 1
        elif run == "/." or run == "/..":
            turn = "2B" if run == "/." else "2C" if output else "2C root"
            if turn == "2C" and output:
                output = output[0]
            if is_last:
                end = start + 1  # the input keeps its slash
            else:
                start = stop
        else:
            turn = "2E"
            output = (output, run)
            start = stop
        if record:
            after = Buffer(path, output, start, end)
            record(Step(f"5.2.4 {turn[:2]}", NOTES[turn], before, after))
    return chained(output)


ALGORITHMS = {"1997": resolve_1997, "2003": resolve_2003, "2005": resolve_2005}


def _is_same_scheme(scheme: str | None, other: str | None) -> bool:
    return scheme is not None and other is not None and lowered(scheme) == lowered(other)


# --- recording the steps --------------------------------------------------------------------------

TARGET_PARTS = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)
# Notes contain only short texts; long ones are in the step itself.
NOTED = 80
FROM = {
    R: "T.{part} comes from the reference",
    B: "T.{part} comes from the base",
    M: "T.{part} is merged",
}
CURRENT = (
    "the current document",
    "the current document; fragment {fragment}",
    "the current document; empty fragment",
)
JOINED = "the components are joined"
ROOTED = (
    "the result begins with a slash although the base path does not; other programs may give a "
    "different result"
)


def _joined(
    record: Record | None,
    rules: Rules,
    branch: str,
    given: Five,
    work: Sequence[Step],
    known: Base,
    parts: Five,
    ignored: str = "",
) -> Outcome:
    """Join the components of T, and record how they were found."""
    target = recompose(*parts)
    if record:
        _report(record, rules, branch, given, work, ignored)
        _report_target(record, rules, branch, parts, target, known)
    return target, None


def _report(
    record: Record | None,
    rules: Rules,
    branch: str,
    given: Five,
    work: Sequence[Step],
    ignored: str = "",
) -> None:
    """Record the parts of R, the conditions that led to the branch, and the work on the path."""
    if record is None:
        return
    record(Step(rules.parse, _present(given)))
    if ignored:
        record(Step(rules.questions[0], ignored))
    for rule, note in zip(rules.questions, rules.branches[branch].notes, strict=False):
        record(Step(rule, note))
    for step in work:
        record(step)


def _report_target(
    record: Record, rules: Rules, branch: str, parts: Five, target: str, known: Base
) -> None:
    """Record each component of T with its origin, then the target, with a note if it is
    unusual.
    """
    for part, value, origin in zip(
        TARGET_PARTS, parts, rules.branches[branch].origins, strict=True
    ):
        name = rules.names.get(part, part.value)
        if value is None:
            note = message("T.{part} is not present", part=name)
            record(Step(rules.components, note, None, None, part))
        else:
            note = message(FROM[origin] if value else "T.{part} is empty", part=name)
            record(Step(rules.components, note, None, value, part, origin))
    done, path = message(JOINED), parts[2]
    is_merged = rules is RULES_2005 and branch == "merge"
    if is_merged and path[:1] == "/" and known.path[:1] not in {"/", ""}:
        strange: str | None = message(ROOTED)
    else:
        strange = read_back(parts, rules.split.match(target).groups())
    if strange:
        done = message("{done}, {note}", done=done, note=strange)
    if rules is RULES_2005 and known.is_same_document(target):
        done = message("{done}; apart from the fragment, the target is the base", done=done)
    record(Step(rules.whole, done, None, target))


def _give_up(record: Record | None, parse: str, given: Five, problem: Problem) -> Outcome:
    """Record why there is no target with this base, and return the problem."""
    if record:
        record(Step(parse, _present(given)))
        record(Step(parse, problem.message))
    return None, problem


def _current_document(record: Record | None, parse: str, rule: str, given: Five) -> Outcome:
    """Return and record the outcome of an empty reference (1997 section 3, 2003 section 4.2)."""
    fragment = given[4]
    if record:
        record(Step(parse, "the reference is empty" if fragment is None else _present(given)))
        note, with_fragment, with_empty = CURRENT
        if fragment:
            note = message(with_fragment, fragment=visible(fragment))
        elif fragment == "":
            note = with_empty
        record(Step(rule, note))
    return None, None


def _present(parts: Five) -> str:
    """Return a message that names the parts present; their values are visible in the reference."""
    result = [
        message("{part} (empty)" if value == "" else "{part}", part=message(part.value))
        for part, value in zip(TARGET_PARTS, parts, strict=True)
        if value is not None
    ]
    return message("the reference has: {parts}", parts=listed(result))


def read_back(target: Five, again: Five) -> str | None:
    """Return a note if parsing the target again gives different parts, else None."""
    if target == again:
        return None
    differing = [
        _reads_as(part.value, value)
        for part, value, meant in zip(TARGET_PARTS, again, target, strict=True)
        if value != meant
    ]
    return message("but parsing the result again gives {parts}", parts=listed(differing))


def _reads_as(part: str, value: str | None) -> str:
    if not value:
        template = "{part} not present" if value is None else "{part} empty"
        return message(template, part=message(part))
    return message("{part} {value}", part=message(part), value=visible(value))


def visible(text: str) -> str:
    """Shorten a text for a note; characters other than printable ASCII are shown by code point."""
    shown = "".join(
        char if char.isascii() and char.isprintable() else f"<{number(char)}>"
        for char in text[:NOTED]
    )
    return shown + ("\u2026" if len(text) > NOTED else "")
