"""The table of the editions, by year.  Each is read when the first text asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.misuse import unknown_choice

if TYPE_CHECKING:
    from uriinspector.core.reference import Edition

YEARS = ("1994", "1997", "2003", "2005")
# What is compared of urns, by the text that says it.
URN_EDITIONS = ("rfc2141", "draft2012", "rfc8141")


def _read(year: str) -> Edition:
    if year == "1994":
        from uriinspector.core.editions import year1994

        return year1994.EDITION
    if year == "1997":
        from uriinspector.core.editions import year1997

        return year1997.EDITION
    if year == "2003":
        from uriinspector.core.editions import year2003

        return year2003.EDITION
    from uriinspector.core.editions import year2005

    return year2005.EDITION


class Editions(dict[str, "Edition"]):
    """Those that were asked for."""

    def __missing__(self, year: str) -> Edition:
        if year not in YEARS:
            raise KeyError(year)
        return self.setdefault(year, _read(year))


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
