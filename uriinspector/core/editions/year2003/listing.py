"""The draft of 2003, section 5.2, in our own words, line by line."""

from __future__ import annotations

from uriinspector.core.editions.branch import CURRENT, PUT_TOGETHER
from uriinspector.core.editions.year2003 import resolution as rules
from uriinspector.core.listing import Listing, ListingLine
from uriinspector.core.model import Part

LISTING = Listing(
    (
        ListingLine("5.2 parse", "Parse R: scheme, authority, path, query, fragment"),
        ListingLine(
            "5.2 parse",
            "Base without a scheme, or opaque: no target",
            1,
            notes=(rules.BASE_RELATIVE.message, rules.OPAQUE.message),
        ),
        ListingLine(
            "5.2",
            "Only if not validating: ignore R’s scheme if it equals the base’s",
            notes=(rules.IGNORED,),
        ),
        ListingLine(
            "5.2",
            "Does R have a scheme? Then R is the target, including its dot segments",
            notes=(rules.NO_SCHEME[1], rules.BY_SCHEME.notes[-1][1]),
        ),
        ListingLine(
            "5.2",
            "Else, does R have an authority? Then take only the scheme from the base",
            notes=(rules.NO_AUTHORITY[1], rules.BY_AUTHORITY.notes[-1][1]),
        ),
        ListingLine(
            "5.2",
            "Else, is R’s path empty? With a query: take the base’s path",
            notes=(rules.NOT_EMPTY[1], rules.BY_QUERY.notes[-1][1]),
        ),
        ListingLine("5.2", "without a query: the current document", 1, notes=CURRENT),
        ListingLine(
            "5.2",
            "Else, does R’s path start with “/”? Then keep it, else merge it",
            notes=(rules.BY_ROOT.notes[-1][1], rules.BY_MERGE.notes[-1][1]),
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
            notes=(PUT_TOGETHER,),
        ),
    )
)
