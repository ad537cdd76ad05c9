"""The table of the editions, by year."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.editions import year1994, year1997, year2003, year2005
from uriinspector.core.misuse import unknown_choice

if TYPE_CHECKING:
    from uriinspector.core.reference import Edition

EDITIONS: dict[str, Edition] = {
    module.EDITION.name: module.EDITION for module in (year1994, year1997, year2003, year2005)
}


def edition_named(name: object) -> Edition:
    """The edition of that year; an unknown one is the caller's mistake."""
    try:
        return EDITIONS[name]  # type: ignore[index]
    except (KeyError, TypeError):
        raise unknown_choice("edition", name, EDITIONS) from None
