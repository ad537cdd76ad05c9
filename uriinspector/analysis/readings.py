"""How each reader takes the same text, and the characters at which they part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.readers import browser, edition, python

if TYPE_CHECKING:
    from uriinspector.readers.reading import Reading

YEARS = ("1994", "1997", "2003", "2005")


def readings(text: str, base: str | None = None) -> tuple[Reading, ...]:
    """The four editions, browsers, Python: always these, whatever is installed."""
    editions = [edition.read(text, year) for year in YEARS]
    return (*editions, browser.read(text, base), python.read(text, base))
