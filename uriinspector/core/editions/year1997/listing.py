"""The draft of 1997, section 5.2, in our own words, step by step."""

from __future__ import annotations

from uriinspector.core.editions.year1997.resolution import BASE_RELATIVE
from uriinspector.core.listing import Listing, ListingLine

LISTING = Listing(
    (
        ListingLine("5.2 step 1", "Take R apart: scheme, site, path, query, fragment"),
        ListingLine(
            "5.2 step 1",
            "A base without a scheme leads no further",
            1,
            notes=(BASE_RELATIVE.message,),
        ),
        ListingLine("5.2 step 2", "Has R a fragment at most? Then it is the current document"),
        ListingLine(
            "5.2 step 3", "Has R a scheme? Then it is absolute, and done; else take the base’s"
        ),
        ListingLine("5.2 step 4", "Has R a site? Then on to step 7; else take the base’s"),
        ListingLine("5.2 step 5", "Does R’s path begin with “/”? Then on to step 7"),
        ListingLine("", "Else merge, in a buffer:"),
        ListingLine("5.2 step 6a", "the base’s path with its last “/”", 1),
        ListingLine("5.2 step 6b", "behind it: R’s path", 1),
        ListingLine("5.2 step 6c", "behind that: “?” and R’s query, if there is one", 1),
        ListingLine("5.2 step 6d", "every “./” that is a whole segment goes", 1),
        ListingLine("5.2 step 6e", "a final “.” that is a whole segment goes", 1),
        ListingLine("5.2 step 6f", "every “segment/../” goes, the leftmost first", 1),
        ListingLine("5.2 step 6g", "a final “segment/..” goes", 1),
        ListingLine(
            "5.2 step 6h", "what follows the first “?” is the query; without one there is none", 1
        ),
        ListingLine("5.2 step 6i", "what stands before it is the path", 1),
        ListingLine("5.2 step 7", "Put together what is there, each part with its delimiter"),
    )
)
