"""RFC 3986 5.2.2 to 5.3 in our own words, line by line."""

from __future__ import annotations

from uriinspector.core.editions.year2005 import resolution as rules
from uriinspector.core.listing import Listing, ListingLine
from uriinspector.core.model import Part

LISTING = Listing(
    (
        ListingLine("5.2.2 parse", "Parse R: scheme, authority, path, query, fragment"),
        ListingLine(
            "5.2.2 parse",
            "Base without a scheme: no target",
            1,
            notes=(rules.BASE_RELATIVE.message,),
        ),
        ListingLine(
            "5.2.2",
            "Only if lenient: ignore R’s scheme if it equals the base’s",
            notes=(rules.IGNORED,),
        ),
        ListingLine(
            "5.2.2",
            "Does R have a scheme? Then take nothing from the base",
            notes=(rules.NO_SCHEME[1], rules.BY_SCHEME.notes[-1][1]),
        ),
        ListingLine(
            "5.2.2",
            "Else, does R have an authority? Then take only the scheme from the base",
            notes=(rules.NO_AUTHORITY[1], rules.BY_AUTHORITY.notes[-1][1]),
        ),
        ListingLine(
            "5.2.2",
            "Else, is R’s path empty? Then take the base’s path, and its query unless R has one",
            notes=(rules.NOT_EMPTY[1], rules.BY_QUERY.notes[-1][1], rules.BY_NOTHING.notes[-1][1]),
        ),
        ListingLine(
            "5.2.2",
            "Else, does R’s path start with “/”? Then keep all of it, else merge it",
            notes=(rules.BY_ROOT.notes[-1][1], rules.BY_MERGE.notes[-1][1]),
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
