"""Partial forms, draft 02, in our own words, rule by rule."""

from __future__ import annotations

from uriinspector.core.editions.buffer import SEGMENTS
from uriinspector.core.editions.year1994 import resolution as rules
from uriinspector.core.listing import Listing, ListingLine

LISTING = Listing(
    (
        ListingLine(
            rules.CLAUSE,
            "Is there a colon before any “/”? Then it is a full form, and the target",
            notes=(rules.FULL, rules.PARTIAL),
        ),
        ListingLine(
            rules.CLAUSE,
            "A context without a scheme leads no further",
            1,
            notes=(rules.BASE_RELATIVE.message,),
        ),
        ListingLine(
            rules.CLAUSE, "“//” in front: another host, and all that follows", notes=(rules.HOST,)
        ),
        ListingLine(rules.CLAUSE, "“/” in front: the path is given whole", notes=(rules.ABSOLUTE,)),
        ListingLine(rules.CLAUSE, "Anything else is a relative path:", notes=(rules.RELATIVE,)),
        ListingLine(
            rules.CLAUSE, "what follows the last “/” of the context goes", 1, notes=(rules.CUT,)
        ),
        ListingLine(rules.CLAUSE, "the partial form takes its place", 1, notes=(rules.APPENDED,)),
        ListingLine(rules.CLAUSE, "every “/.” that is a whole element goes", 1, notes=(rules.DOT,)),
        ListingLine(rules.CLAUSE, "every “xxx/../” goes, again and again", 1, notes=(SEGMENTS,)),
        ListingLine(rules.CLAUSE, "That is the target", notes=(rules.TARGET,)),
        ListingLine(
            rules.CLAUSE, "Where the text leaves it open: what 1997 made of it", notes=(rules.OPEN,)
        ),
    )
)
