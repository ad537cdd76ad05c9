"""Partial forms, draft 02, in our own words, rule by rule."""

from __future__ import annotations

from uriinspector.core.editions.buffer import SEGMENTS
from uriinspector.core.editions.year1994 import resolution as rules
from uriinspector.core.listing import Line, Listing

LISTING = Listing(
    (
        Line(
            rules.CLAUSE,
            "Is there a colon before any “/”? Then it is a full form, and the target",
            told=(rules.FULL, rules.PARTIAL),
        ),
        Line(
            rules.CLAUSE,
            "A context without a scheme leads no further",
            1,
            told=(rules.BASE_RELATIVE.message,),
        ),
        Line(rules.CLAUSE, "“//” in front: another host, and all that follows", told=(rules.HOST,)),
        Line(rules.CLAUSE, "“/” in front: the path is given whole", told=(rules.ABSOLUTE,)),
        Line(rules.CLAUSE, "Anything else is a relative path:", told=(rules.RELATIVE,)),
        Line(rules.CLAUSE, "what follows the last “/” of the context goes", 1, told=(rules.CUT,)),
        Line(rules.CLAUSE, "the partial form takes its place", 1, told=(rules.APPENDED,)),
        Line(rules.CLAUSE, "every “/.” that is a whole element goes", 1, told=(rules.DOT,)),
        Line(rules.CLAUSE, "every “xxx/../” goes, again and again", 1, told=(SEGMENTS,)),
        Line(rules.CLAUSE, "That is the target", told=(rules.TARGET,)),
        Line(
            rules.CLAUSE, "Where the text leaves it open: what 1997 made of it", told=(rules.OPEN,)
        ),
    )
)
