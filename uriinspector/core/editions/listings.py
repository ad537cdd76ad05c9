"""The listings of all editions, by their names."""

from __future__ import annotations

from uriinspector.core.editions.year1994.listing import LISTING as LISTING_1994
from uriinspector.core.editions.year1997.listing import LISTING as LISTING_1997
from uriinspector.core.editions.year2003.listing import LISTING as LISTING_2003
from uriinspector.core.editions.year2005.listing import LISTING as LISTING_2005

LISTINGS = {
    "1994": LISTING_1994,
    "1997": LISTING_1997,
    "2003": LISTING_2003,
    "2005": LISTING_2005,
}
