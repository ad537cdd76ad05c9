"""How other programs parse a text: the four editions, browsers, Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.parse import YEARS, resolve
from uriinspector.readers import browser, edition, python

if TYPE_CHECKING:
    from uriinspector.readers.reading import Reading


def readings(
    text: str, base: str | None = None, *, strict: bool = True, above_root: str = "keep"
) -> tuple[Reading, ...]:
    """The four editions, browsers, Python: always these, whatever is installed.

    With a base all of them read the target, each its own.
    """
    resolutions = [
        None
        if base is None
        else resolve(base, text, edition=year, strict=strict, above_root=above_root)
        for year in YEARS
    ]
    editions = [edition.read(text, *each) for each in zip(YEARS, resolutions, strict=True)]
    return (*editions, browser.read(text, base), python.read(text, base))
