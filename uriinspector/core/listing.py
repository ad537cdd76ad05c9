"""The resolution algorithms as numbered lines, and the line to which each step belongs.

A step is matched to a line by its rule. If several lines share a rule, the step's note or the
component that it sets decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import starmap
from typing import TYPE_CHECKING, Any

from uriinspector.core.editions import year1994 as draft02
from uriinspector.core.model import Message, NamedTuple, Part
from uriinspector.core.reference import Step
from uriinspector.core.resolution import (
    CURRENT,
    IGNORED_2003,
    IGNORED_2005,
    JOINED,
    NO_AUTHORITY,
    NO_SCHEME,
    NOT_EMPTY,
    OPAQUE,
    RELATIVE_BASE_1997,
    RELATIVE_BASE_2003,
    RELATIVE_BASE_2005,
    RULES_2003,
    RULES_2005,
    SEGMENTS,
)

if TYPE_CHECKING:
    Key = tuple[str, str | Part | None]


class ListingLine(NamedTuple):
    """A line of a listing: the rule of its steps ("" for a heading), its text and its indentation.

    ``notes`` identify the steps of this line if other lines have the same rule.
    """

    rule: str
    words: str
    depth: int = 0
    notes: tuple[str, ...] = ()
    part: Part | None = None

    def step_keys(self) -> Iterator[Key]:
        """Yield the keys of the steps that belong to this line."""
        if self.notes:
            yield from ((self.rule, note) for note in self.notes)
        elif self.rule:
            yield self.rule, self.part


@dataclass(frozen=True)
class Listing:
    """The lines of an algorithm in order."""

    lines: tuple[ListingLine, ...]
    _places: dict[Key, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = {key: at for at, line in enumerate(self.lines) for key in line.step_keys()}
        object.__setattr__(self, "_places", places)

    def place(self, step: Step) -> int:
        """Return the index of a step's line; -1 for a step of another algorithm."""
        rule = step.rule
        for key in ((rule, _template(step.note)), (rule, step.part), (rule, None)):
            if key in self._places:
                return self._places[key]
        return -1


def _template(note: str) -> str:
    """Return the template of a note, without any text that was appended to the note."""
    while isinstance(note, Message):
        done = note.args.get("done")
        if not isinstance(done, str):
            return note.template
        note = done
    return note


def _listing(*rows: Any) -> Listing:
    return Listing(tuple(starmap(ListingLine, rows)))


# The last note of each branch.
ENDS_2003, ENDS_2005 = (
    {name: branch.notes[-1] for name, branch in rules.branches.items()}
    for rules in (RULES_2003, RULES_2005)
)
LISTING_1994 = _listing(
    *(
        (draft02.CLAUSE, *row)
        for row in (
            (
                "Is there a colon before any “/”? Then it is a full form: the target",
                0,
                (draft02.FULL, draft02.PARTIAL),
            ),
            ("Context without a scheme: no target", 1, (draft02.BASE_RELATIVE.message,)),
            ("“//” at the start: another host, with everything after it", 0, (draft02.HOST,)),
            ("“/” at the start: the full path is given", 0, (draft02.ABSOLUTE,)),
            ("Anything else is a relative path:", 0, (draft02.RELATIVE,)),
            ("remove the text after the last “/” of the context", 1, (draft02.CUT,)),
            ("the partial form is added after the last slash", 1, (draft02.APPENDED,)),
            ("remove every “/.” that is a whole element", 1, (draft02.DOT,)),
            ("remove every “xxx/../”, repeatedly", 1, (SEGMENTS,)),
            ("This is the target", 0, (draft02.TARGET,)),
            ("Where the 1994 text leaves the result open: the result of 1997", 0, (draft02.OPEN,)),
        )
    )
)

LISTING_1997 = _listing(
    ("5.2 step 1", "Parse R: scheme, site, path, query, fragment"),
    ("5.2 step 1", "Base without a scheme: no target", 1, (RELATIVE_BASE_1997.message,)),
    ("5.2 step 2", "Is R empty or only a fragment? Then it is the current document"),
    ("5.2 step 3", "Does R have a scheme? Then it is absolute: done. Else, take the base’s"),
    ("5.2 step 4", "Does R have a site? Then go to step 7; else take the base’s"),
    ("5.2 step 5", "Does R’s path begin with “/”? Then go to step 7"),
    ("", "Else, merge in a buffer:"),
    ("5.2 step 6a", "the base’s path up to its last “/”", 1),
    ("5.2 step 6b", "after it: R’s path", 1),
    ("5.2 step 6c", "after that: “?” and R’s query, if any", 1),
    ("5.2 step 6d", "remove every “./” that is a whole segment", 1),
    ("5.2 step 6e", "remove a final “.” that is a whole segment", 1),
    ("5.2 step 6f", "remove every “segment/../”, leftmost first", 1),
    ("5.2 step 6g", "remove a final “segment/..”", 1),
    ("5.2 step 6h", "the text after the first “?” is the query; without “?”, there is none", 1),
    ("5.2 step 6i", "the text before the “?” is the path", 1),
    ("5.2 step 7", "Join the components that are present, each with its delimiter"),
)

LISTING_2003 = _listing(
    ("5.2 parse", "Parse R: scheme, authority, path, query, fragment"),
    (
        "5.2 parse",
        "Base without a scheme, or opaque: no target",
        1,
        (RELATIVE_BASE_2003.message, OPAQUE.message),
    ),
    (
        "5.2",
        "Only if not validating: ignore R’s scheme if it equals the base’s",
        0,
        (IGNORED_2003,),
    ),
    (
        "5.2",
        "Does R have a scheme? Then R is the target, including its dot segments",
        0,
        (NO_SCHEME, ENDS_2003["scheme"]),
    ),
    (
        "5.2",
        "Else, does R have an authority? Then take only the scheme from the base",
        0,
        (NO_AUTHORITY, ENDS_2003["authority"]),
    ),
    (
        "5.2",
        "Else, is R’s path empty, but not its query? Then take the base’s path",
        0,
        (NOT_EMPTY, ENDS_2003["query"]),
    ),
    ("5.2", "without a query: the current document", 1, CURRENT),
    (
        "5.2",
        "Else, does R’s path start with “/”? Then keep it, else merge it",
        0,
        (ENDS_2003["root"], ENDS_2003["merge"]),
    ),
    ("5.2 merge 1", "into a buffer: the base’s path up to its last “/”; “/” if empty", 1),
    ("5.2 merge 2", "after it: R’s path", 1),
    ("5.2 merge 3", "remove every “./” that is a whole segment", 1),
    ("5.2 merge 4", "remove a final “.” that is a whole segment", 1),
    ("5.2 merge 5", "remove every “segment/../”, leftmost first", 1),
    ("5.2 merge 6", "remove a final “segment/..”", 1),
    ("5.2 merge 7", "“..” left at the start: keep, drop or refuse, as chosen", 1),
    ("5.2 merge 8", "the rest is the path", 1),
    ("", "The components of the target T:"),
    ("5.2", "scheme: R’s unless ignored, else the base’s", 1, (), Part.SCHEME),
    ("5.2", "authority: R’s if R has a scheme or an authority", 1, (), Part.AUTHORITY),
    ("5.2", "path: R’s, the base’s, or both merged", 1, (), Part.PATH),
    ("5.2", "query: R’s, never the base’s", 1, (), Part.QUERY),
    ("5.2", "fragment: R’s, never the base’s", 1, (), Part.FRAGMENT),
    ("5.2", "Join the components that are present, each with its delimiter", 0, (JOINED,)),
)

LISTING_2005 = _listing(
    ("5.2.2 parse", "Parse R: scheme, authority, path, query, fragment"),
    ("5.2.2 parse", "Base without a scheme: no target", 1, (RELATIVE_BASE_2005.message,)),
    ("5.2.2", "Only if lenient: ignore R’s scheme if it equals the base’s", 0, (IGNORED_2005,)),
    (
        "5.2.2",
        "Does R have a scheme? Then take nothing from the base",
        0,
        (NO_SCHEME, ENDS_2005["scheme"]),
    ),
    (
        "5.2.2",
        "Else, does R have an authority? Then take only the scheme from the base",
        0,
        (NO_AUTHORITY, ENDS_2005["authority"]),
    ),
    (
        "5.2.2",
        "Else, is R’s path empty? Then take the base’s path, and its query unless R has one",
        0,
        (NOT_EMPTY, ENDS_2005["query"], ENDS_2005["nothing"]),
    ),
    (
        "5.2.2",
        "Else, does R’s path start with “/”? Then keep all of it, else merge it",
        0,
        (ENDS_2005["root"], ENDS_2005["merge"]),
    ),
    (
        "5.2.3",
        "Merge: put R’s path after the base’s last “/”; after a host without a path, add “/” first",
        1,
    ),
    ("", "Remove the dot segments from every path that is not the base’s, from left to right:"),
    ("5.2.4 2A", "“../” or “./” at the start: drop it", 1),
    ("5.2.4 2B", "“/./” or a final “/.”: leave “/”", 1),
    ("5.2.4 2C", "“/../” or a final “/..”: leave “/” and remove the last output segment", 1),
    ("5.2.4 2D", "only “.” or “..” left: drop it", 1),
    ("5.2.4 2E", "else, move the first segment to the output", 1),
    ("", "The components of the target T:"),
    ("5.2.2", "scheme: R’s unless ignored, else the base’s", 1, (), Part.SCHEME),
    ("5.2.2", "authority: R’s if R has a scheme or an authority", 1, (), Part.AUTHORITY),
    ("5.2.2", "path: the processed path, or the base’s", 1, (), Part.PATH),
    ("5.2.2", "query: R’s, or the base’s together with its path", 1, (), Part.QUERY),
    ("5.2.2", "fragment: R’s, never the base’s", 1, (), Part.FRAGMENT),
    ("5.3", "Join the components that are present, each with its delimiter"),
)

LISTINGS = {"1994": LISTING_1994, "1997": LISTING_1997, "2003": LISTING_2003, "2005": LISTING_2005}
