"""The draft of 2003, section 5.2, in our own words, line by line."""

from __future__ import annotations

from uriinspector.core.editions.branch import CURRENT, PUT_TOGETHER
from uriinspector.core.editions.year2003 import resolution as rules
from uriinspector.core.listing import Listing, ListingLine
from uriinspector.core.model import Part

LISTING = Listing(
    (
        ListingLine("5.2 parse", "Take R apart: scheme, authority, path, query, fragment"),
        ListingLine(
            "5.2 parse",
            "A base without a scheme, or an opaque one, leads no further",
            1,
            notes=(rules.BASE_RELATIVE.message, rules.OPAQUE.message),
        ),
        ListingLine(
            "5.2",
            "Only where not validating: forget R’s scheme if it is the base’s",
            notes=(rules.IGNORED,),
        ),
        ListingLine(
            "5.2",
            "Has R a scheme? Then R is the target, dots and all",
            notes=(rules.NO_SCHEME[1], rules.BY_SCHEME.notes[-1][1]),
        ),
        ListingLine(
            "5.2",
            "Else, has R an authority? Then only the scheme is the base’s",
            notes=(rules.NO_AUTHORITY[1], rules.BY_AUTHORITY.notes[-1][1]),
        ),
        ListingLine(
            "5.2",
            "Else, is R’s path empty? With a query: the path is the base’s",
            notes=(rules.NOT_EMPTY[1], rules.BY_QUERY.notes[-1][1]),
        ),
        ListingLine("5.2", "without one: the current document", 1, notes=CURRENT),
        ListingLine(
            "5.2",
            "Else, does R’s path start with “/”? Then it stays as it is, else it is merged",
            notes=(rules.BY_ROOT.notes[-1][1], rules.BY_MERGE.notes[-1][1]),
        ),
        ListingLine(
            "5.2 merge 1", "into a buffer: the base’s path with its last “/”; “/” if empty", 1
        ),
        ListingLine("5.2 merge 2", "behind it: R’s path", 1),
        ListingLine("5.2 merge 3", "every “./” that is a whole segment goes", 1),
        ListingLine("5.2 merge 4", "a final “.” that is a whole segment goes", 1),
        ListingLine("5.2 merge 5", "every “segment/../” goes, the leftmost first", 1),
        ListingLine("5.2 merge 6", "a final “segment/..” goes", 1),
        ListingLine("5.2 merge 7", "“..” left in front: keep, drop or refuse, as is chosen", 1),
        ListingLine("5.2 merge 8", "what remains is the path", 1),
        ListingLine("", "The parts of the target T:"),
        ListingLine("5.2", "scheme: R’s if it counts, else the base’s", 1, part=Part.SCHEME),
        ListingLine("5.2", "authority: R’s if it has a scheme or one", 1, part=Part.AUTHORITY),
        ListingLine("5.2", "path: R’s, the base’s, or both merged", 1, part=Part.PATH),
        ListingLine("5.2", "query: R’s, never the base’s", 1, part=Part.QUERY),
        ListingLine("5.2", "fragment: R’s, never the base’s", 1, part=Part.FRAGMENT),
        ListingLine(
            "5.2", "Put together what is there, each part with its delimiter", notes=(PUT_TOGETHER,)
        ),
    )
)
