"""The draft of 2003, section 5.2, in our own words, line by line."""

from __future__ import annotations

from uriinspector.core.editions.branch import CURRENT, PUT_TOGETHER
from uriinspector.core.editions.year2003 import resolution as rules
from uriinspector.core.listing import Line, Listing
from uriinspector.core.model import Part

LISTING = Listing(
    (
        Line("5.2 parse", "Take R apart: scheme, authority, path, query, fragment"),
        Line(
            "5.2 parse",
            "A base without a scheme, or an opaque one, leads no further",
            1,
            told=(rules.BASE_RELATIVE.message, rules.OPAQUE.message),
        ),
        Line(
            "5.2",
            "Only where not validating: forget R’s scheme if it is the base’s",
            told=(rules.IGNORED,),
        ),
        Line(
            "5.2",
            "Has R a scheme? Then R is the target, dots and all",
            told=(rules.NO_SCHEME[1], rules.BY_SCHEME.told[-1][1]),
        ),
        Line(
            "5.2",
            "Else, has R an authority? Then only the scheme is the base’s",
            told=(rules.NO_AUTHORITY[1], rules.BY_AUTHORITY.told[-1][1]),
        ),
        Line(
            "5.2",
            "Else, is R’s path empty? With a query: the path is the base’s",
            told=(rules.NOT_EMPTY[1], rules.BY_QUERY.told[-1][1]),
        ),
        Line("5.2", "without one: the current document", 1, told=CURRENT),
        Line(
            "5.2",
            "Else, does R’s path start with “/”? Then it stays as it is, else it is merged",
            told=(rules.BY_ROOT.told[-1][1], rules.BY_MERGE.told[-1][1]),
        ),
        Line("5.2 merge 1", "into a buffer: the base’s path with its last “/”; “/” if empty", 1),
        Line("5.2 merge 2", "behind it: R’s path", 1),
        Line("5.2 merge 3", "every “./” that is a whole segment goes", 1),
        Line("5.2 merge 4", "a final “.” that is a whole segment goes", 1),
        Line("5.2 merge 5", "every “segment/../” goes, the leftmost first", 1),
        Line("5.2 merge 6", "a final “segment/..” goes", 1),
        Line("5.2 merge 7", "“..” left in front: keep, drop or refuse, as is chosen", 1),
        Line("5.2 merge 8", "what remains is the path", 1),
        Line("", "The parts of the target T:"),
        Line("5.2", "scheme: R’s if it counts, else the base’s", 1, part=Part.SCHEME),
        Line("5.2", "authority: R’s if it has a scheme or one", 1, part=Part.AUTHORITY),
        Line("5.2", "path: R’s, the base’s, or both merged", 1, part=Part.PATH),
        Line("5.2", "query: R’s, never the base’s", 1, part=Part.QUERY),
        Line("5.2", "fragment: R’s, never the base’s", 1, part=Part.FRAGMENT),
        Line(
            "5.2", "Put together what is there, each part with its delimiter", told=(PUT_TOGETHER,)
        ),
    )
)
