"""Partial forms, draft 02, in our own words, rule by rule."""

from __future__ import annotations

from uriinspector.core.editions.buffer import SEGMENTS
from uriinspector.core.editions.year1994 import resolution as rules
from uriinspector.core.listing import Listing, ListingLine

LISTING = Listing(
    (
        ListingLine(
            rules.CLAUSE,
            "Is there a colon before any “/”? Then it is a full form: the target",
            notes=(rules.FULL, rules.PARTIAL),
        ),
        ListingLine(
            rules.CLAUSE,
            "Context without a scheme: no target",
            1,
            notes=(rules.BASE_RELATIVE.message,),
        ),
        ListingLine(
            rules.CLAUSE,
            "“//” at the start: another host, with everything after it",
            notes=(rules.HOST,),
        ),
        ListingLine(
            rules.CLAUSE, "“/” at the start: the full path is given", notes=(rules.ABSOLUTE,)
        ),
        ListingLine(rules.CLAUSE, "Anything else is a relative path:", notes=(rules.RELATIVE,)),
        ListingLine(
            rules.CLAUSE, "remove the text after the last “/” of the context", 1, notes=(rules.CUT,)
        ),
        ListingLine(rules.CLAUSE, "the partial form replaces it", 1, notes=(rules.APPENDED,)),
        ListingLine(
            rules.CLAUSE, "remove every “/.” that is a whole element", 1, notes=(rules.DOT,)
        ),
        ListingLine(rules.CLAUSE, "remove every “xxx/../”, repeatedly", 1, notes=(SEGMENTS,)),
        ListingLine(rules.CLAUSE, "This is the target", notes=(rules.TARGET,)),
        ListingLine(
            rules.CLAUSE,
            "If the 1994 text leaves the case open: the result of 1997",
            notes=(rules.OPEN,),
        ),
    )
)
