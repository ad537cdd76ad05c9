"""The draft of 1997, section 5.2, in our own words, step by step."""

from __future__ import annotations

from uriinspector.core.editions.year1997.resolution import BASE_RELATIVE
from uriinspector.core.listing import Listing, ListingLine

LISTING = Listing(
    (
        ListingLine("5.2 step 1", "Parse R: scheme, site, path, query, fragment"),
        ListingLine(
            "5.2 step 1",
            "Base without a scheme: no target",
            1,
            notes=(BASE_RELATIVE.message,),
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
