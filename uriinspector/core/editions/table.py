"""The table of the editions, by year.  Each is read when the first text asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.misuse import unknown_choice

if TYPE_CHECKING:
    from uriinspector.core.reference import Edition

YEARS = ("1994", "1997", "2003", "2005")
# What is compared of urns, by the text that says it.
URN_EDITIONS = ("rfc2141", "draft2012", "rfc8141")


class Editions(dict[str, "Edition"]):
    """Those that were asked for."""

    def __missing__(self, year: str) -> Edition:
        if year == "1994":
            from uriinspector.core.editions.year1994 import EDITION as found
        elif year == "1997":
            from uriinspector.core.editions.year1997 import EDITION as found
        elif year == "2003":
            from uriinspector.core.editions.year2003 import EDITION as found
        elif year == "2005":
            from uriinspector.core.editions.year2005 import EDITION as found
        else:
            raise KeyError(year)
        self[year] = found
        return found


EDITIONS = Editions()


def editions() -> dict[str, Edition]:
    """All of them, by year."""
    return {year: EDITIONS[year] for year in YEARS}


def edition_named(name: object) -> Edition:
    """The edition of that year; an unknown one is the caller's mistake."""
    try:
        return EDITIONS[name]  # type: ignore[index]
    except (KeyError, TypeError):
        raise unknown_choice("edition", name, YEARS) from None
