"""The resolution algorithms as numbered lines, and the line of each step.

A step is matched to a line by its rule; if several lines share a rule, by the step's note or by
the component of the target that it sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.editions import year1994 as rules_1994
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

    def known_by(self) -> Iterator[Key]:
        """Yield the keys that identify the steps of this line."""
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
        places = {key: at for at, line in enumerate(self.lines) for key in line.known_by()}
        object.__setattr__(self, "_places", places)

    def place(self, step: Step) -> int:
        """Return the index of the line that a step follows; -1 for a step of another algorithm."""
        rule = step.rule
        for key in ((rule, _template(step.note)), (rule, step.part), (rule, None)):
            if key in self._places:
                return self._places[key]
        return -1


def _template(note: str) -> str:
    """Return the template of a note, without anything that was appended to it."""
    while isinstance(note, Message):
        done = note.args.get("done")
        if not isinstance(done, str):
            return note.template
        note = done
    return note


LISTING_1994 = Listing(
    (
        ListingLine(
            rules_1994.CLAUSE,
            "Is there a colon before any “/”? Then it is a full form: the target",
            notes=(rules_1994.FULL, rules_1994.PARTIAL),
        ),
        ListingLine(
            rules_1994.CLAUSE,
            "Context without a scheme: no target",
            1,
            notes=(rules_1994.BASE_RELATIVE.message,),
        ),
        ListingLine(
            rules_1994.CLAUSE,
            "“//” at the start: another host, with everything after it",
            notes=(rules_1994.HOST,),
        ),
        ListingLine(
            rules_1994.CLAUSE,
            "“/” at the start: the full path is given",
            notes=(rules_1994.ABSOLUTE,),
        ),
        ListingLine(
            rules_1994.CLAUSE, "Anything else is a relative path:", notes=(rules_1994.RELATIVE,)
        ),
        ListingLine(
            rules_1994.CLAUSE,
            "remove the text after the last “/” of the context",
            1,
            notes=(rules_1994.CUT,),
        ),
        ListingLine(
            rules_1994.CLAUSE, "the partial form replaces it", 1, notes=(rules_1994.APPENDED,)
        ),
        ListingLine(
            rules_1994.CLAUSE,
            "remove every “/.” that is a whole element",
            1,
            notes=(rules_1994.DOT,),
        ),
        ListingLine(rules_1994.CLAUSE, "remove every “xxx/../”, repeatedly", 1, notes=(SEGMENTS,)),
        ListingLine(rules_1994.CLAUSE, "This is the target", notes=(rules_1994.TARGET,)),
        ListingLine(
            rules_1994.CLAUSE,
            "If the 1994 text leaves the case open: the result of 1997",
            notes=(rules_1994.OPEN,),
        ),
    )
)

LISTING_1997 = Listing(
    (
        ListingLine("5.2 step 1", "Parse R: scheme, site, path, query, fragment"),
        ListingLine(
            "5.2 step 1",
            "Base without a scheme: no target",
            1,
            notes=(RELATIVE_BASE_1997.message,),
        ),
        ListingLine("5.2 step 2", "Is R empty or only a fragment? Then it is the current document"),
        ListingLine(
            "5.2 step 3", "Does R have a scheme? Then it is absolute: done. Else, take the base’s"
        ),
        ListingLine("5.2 step 4", "Does R have a site? Then go to step 7; else take the base’s"),
        ListingLine("5.2 step 5", "Does R’s path begin with “/”? Then go to step 7"),
        ListingLine("", "Else, merge in a buffer:"),
        ListingLine("5.2 step 6a", "the base’s path up to its last “/”", 1),
        ListingLine("5.2 step 6b", "after it: R’s path", 1),
        ListingLine("5.2 step 6c", "after that: “?” and R’s query, if any", 1),
        ListingLine("5.2 step 6d", "remove every “./” that is a whole segment", 1),
        ListingLine("5.2 step 6e", "remove a final “.” that is a whole segment", 1),
        ListingLine("5.2 step 6f", "remove every “segment/../”, leftmost first", 1),
        ListingLine("5.2 step 6g", "remove a final “segment/..”", 1),
        ListingLine(
            "5.2 step 6h",
            "the text after the first “?” is the query; without “?”, there is none",
            1,
        ),
        ListingLine("5.2 step 6i", "the text before it is the path", 1),
        ListingLine("5.2 step 7", "Join the components that are present, each with its delimiter"),
    )
)

LISTING_2003 = Listing(
    (
        ListingLine("5.2 parse", "Parse R: scheme, authority, path, query, fragment"),
        ListingLine(
            "5.2 parse",
            "Base without a scheme, or opaque: no target",
            1,
            notes=(RELATIVE_BASE_2003.message, OPAQUE.message),
        ),
        ListingLine(
            "5.2",
            "Only if not validating: ignore R’s scheme if it equals the base’s",
            notes=(IGNORED_2003,),
        ),
        ListingLine(
            "5.2",
            "Does R have a scheme? Then R is the target, including its dot segments",
            notes=(NO_SCHEME, RULES_2003.branches["scheme"].notes[-1]),
        ),
        ListingLine(
            "5.2",
            "Else, does R have an authority? Then take only the scheme from the base",
            notes=(NO_AUTHORITY, RULES_2003.branches["authority"].notes[-1]),
        ),
        ListingLine(
            "5.2",
            "Else, is R’s path empty? With a query: take the base’s path",
            notes=(NOT_EMPTY, RULES_2003.branches["query"].notes[-1]),
        ),
        ListingLine("5.2", "without a query: the current document", 1, notes=CURRENT),
        ListingLine(
            "5.2",
            "Else, does R’s path start with “/”? Then keep it, else merge it",
            notes=(RULES_2003.branches["root"].notes[-1], RULES_2003.branches["merge"].notes[-1]),
        ),
        ListingLine(
            "5.2 merge 1", "into a buffer: the base’s path up to its last “/”; “/” if empty", 1
        ),
        ListingLine("5.2 merge 2", "after it: R’s path", 1),
        ListingLine("5.2 merge 3", "remove every “./” that is a whole segment", 1),
        ListingLine("5.2 merge 4", "remove a final “.” that is a whole segment", 1),
        ListingLine("5.2 merge 5", "remove every “segment/../”, leftmost first", 1),
        ListingLine("5.2 merge 6", "remove a final “segment/..”", 1),
        ListingLine("5.2 merge 7", "“..” left at the start: keep, drop or refuse, as chosen", 1),
        ListingLine("5.2 merge 8", "the rest is the path", 1),
        ListingLine("", "The components of the target T:"),
        ListingLine("5.2", "scheme: R’s unless ignored, else the base’s", 1, part=Part.SCHEME),
        ListingLine(
            "5.2", "authority: R’s if R has a scheme or an authority", 1, part=Part.AUTHORITY
        ),
        ListingLine("5.2", "path: R’s, the base’s, or both merged", 1, part=Part.PATH),
        ListingLine("5.2", "query: R’s, never the base’s", 1, part=Part.QUERY),
        ListingLine("5.2", "fragment: R’s, never the base’s", 1, part=Part.FRAGMENT),
        ListingLine(
            "5.2",
            "Join the components that are present, each with its delimiter",
            notes=(JOINED,),
        ),
    )
)

LISTING_2005 = Listing(
    (
        ListingLine("5.2.2 parse", "Parse R: scheme, authority, path, query, fragment"),
        ListingLine(
            "5.2.2 parse",
            "Base without a scheme: no target",
            1,
            notes=(RELATIVE_BASE_2005.message,),
        ),
        ListingLine(
            "5.2.2",
            "Only if lenient: ignore R’s scheme if it equals the base’s",
            notes=(IGNORED_2005,),
        ),
        ListingLine(
            "5.2.2",
            "Does R have a scheme? Then take nothing from the base",
            notes=(NO_SCHEME, RULES_2005.branches["scheme"].notes[-1]),
        ),
        ListingLine(
            "5.2.2",
            "Else, does R have an authority? Then take only the scheme from the base",
            notes=(NO_AUTHORITY, RULES_2005.branches["authority"].notes[-1]),
        ),
        ListingLine(
            "5.2.2",
            "Else, is R’s path empty? Then take the base’s path, and its query unless R has one",
            notes=(
                NOT_EMPTY,
                RULES_2005.branches["query"].notes[-1],
                RULES_2005.branches["nothing"].notes[-1],
            ),
        ),
        ListingLine(
            "5.2.2",
            "Else, does R’s path start with “/”? Then keep all of it, else merge it",
            notes=(RULES_2005.branches["root"].notes[-1], RULES_2005.branches["merge"].notes[-1]),
        ),
        ListingLine(
            "5.2.3",
            "Merge: put R’s path after the base’s last “/”; after a host without a "
            "path, add “/” first",
            1,
        ),
        ListingLine(
            "",
            "Remove the dot segments from every path that is not the base’s, from left to right:",
        ),
        ListingLine("5.2.4 2A", "“../” or “./” at the start: drop it", 1),
        ListingLine("5.2.4 2B", "“/./” or a final “/.”: leave “/”", 1),
        ListingLine(
            "5.2.4 2C", "“/../” or a final “/..”: leave “/” and remove the last output segment", 1
        ),
        ListingLine("5.2.4 2D", "only “.” or “..” left: drop it", 1),
        ListingLine("5.2.4 2E", "else, move the first segment to the output", 1),
        ListingLine("", "The components of the target T:"),
        ListingLine("5.2.2", "scheme: R’s unless ignored, else the base’s", 1, part=Part.SCHEME),
        ListingLine(
            "5.2.2", "authority: R’s if R has a scheme or an authority", 1, part=Part.AUTHORITY
        ),
        ListingLine("5.2.2", "path: the processed path, or the base’s", 1, part=Part.PATH),
        ListingLine(
            "5.2.2", "query: R’s, or the base’s together with its path", 1, part=Part.QUERY
        ),
        ListingLine("5.2.2", "fragment: R’s, never the base’s", 1, part=Part.FRAGMENT),
        ListingLine("5.3", "Join the components that are present, each with its delimiter"),
    )
)

LISTINGS = {
    "1994": LISTING_1994,
    "1997": LISTING_1997,
    "2003": LISTING_2003,
    "2005": LISTING_2005,
}
