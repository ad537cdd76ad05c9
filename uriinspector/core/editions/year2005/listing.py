"""RFC 3986 5.2.2 to 5.3 in our own words, line by line."""

from __future__ import annotations

from uriinspector.core.editions.year2005 import resolution as rules
from uriinspector.core.listing import Listing, ListingLine
from uriinspector.core.model import Part

LISTING = Listing(
    (
        ListingLine("5.2.2 parse", "Take R apart: scheme, authority, path, query, fragment"),
        ListingLine(
            "5.2.2 parse",
            "A base without a scheme leads no further",
            1,
            notes=(rules.BASE_RELATIVE.message,),
        ),
        ListingLine(
            "5.2.2",
            "Only where lenient: forget R’s scheme if it is the base’s",
            notes=(rules.IGNORED,),
        ),
        ListingLine(
            "5.2.2",
            "Has R a scheme? Then nothing is the base’s",
            notes=(rules.NO_SCHEME[1], rules.BY_SCHEME.notes[-1][1]),
        ),
        ListingLine(
            "5.2.2",
            "Else, has R an authority? Then only the scheme is the base’s",
            notes=(rules.NO_AUTHORITY[1], rules.BY_AUTHORITY.notes[-1][1]),
        ),
        ListingLine(
            "5.2.2",
            "Else, is R’s path empty? Then the path is the base’s, and the query unless R has one",
            notes=(rules.NOT_EMPTY[1], rules.BY_QUERY.notes[-1][1], rules.BY_NOTHING.notes[-1][1]),
        ),
        ListingLine(
            "5.2.2",
            "Else, does R’s path start with “/”? Then it stays whole, else it is merged",
            notes=(rules.BY_ROOT.notes[-1][1], rules.BY_MERGE.notes[-1][1]),
        ),
        ListingLine(
            "5.2.3",
            "Merge: R’s path goes behind the last “/” of the base’s; a host without a path has one",
            1,
        ),
        ListingLine(
            "", "Take the dots out of every path that is not the base’s, from front to end:"
        ),
        ListingLine("5.2.4 2A", "“../” or “./” in front: drop it", 1),
        ListingLine("5.2.4 2B", "“/./” or a final “/.”: leave one “/” of it", 1),
        ListingLine(
            "5.2.4 2C", "“/../” or a final “/..”: leave one “/”, and take the last output away", 1
        ),
        ListingLine("5.2.4 2D", "nothing left but “.” or “..”: drop it", 1),
        ListingLine("5.2.4 2E", "else the first segment moves over to the output", 1),
        ListingLine("", "The parts of the target T:"),
        ListingLine("5.2.2", "scheme: R’s if it counts, else the base’s", 1, part=Part.SCHEME),
        ListingLine("5.2.2", "authority: R’s if it has a scheme or one", 1, part=Part.AUTHORITY),
        ListingLine("5.2.2", "path: as it was worked on, or the base’s", 1, part=Part.PATH),
        ListingLine("5.2.2", "query: R’s, or with the base’s path the base’s", 1, part=Part.QUERY),
        ListingLine("5.2.2", "fragment: R’s, never the base’s", 1, part=Part.FRAGMENT),
        ListingLine("5.3", "Put together what is there, each part with its delimiter"),
    )
)
