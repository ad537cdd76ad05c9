"""What each edition is, in the words of a chooser."""

from __future__ import annotations

from uriinspector.gui.text.translation import say

TITLES = {
    "1994": "1994 · RFC 1738",
    "1997": "1997 · draft towards RFC 2396",
    "2003": "2003 · draft towards RFC 3986",
    "2005": "2005 · RFC 3986",
}
URN_TITLES = {
    "rfc2141": "URNs: RFC 2141",
    "draft2012": "URNs: 2012 draft",
    "rfc8141": "URNs: RFC 8141",
}


def edition_title(name: str) -> str:
    """Say which text an edition is."""
    return say(TITLES.get(name, name))
