"""What stands on each tab, and what will stand in it: known before the tab itself is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

LONGEST_NAME = 24


def _scheme(inspection: Inspection | None) -> str:
    """Name the scheme."""
    scheme = inspection.reference.scheme if inspection else None
    if scheme is None:
        return say("Scheme")
    return say("Scheme: {scheme}", scheme=scheme[:LONGEST_NAME].lower())


# In the order of the bar.
TITLES: Mapping[str, Callable[[Inspection | None], str]] = {
    "escapes": lambda _inspection: say("Encoding"),
    "normal": lambda _inspection: say("Normal form"),
    "readings": lambda _inspection: say("Parsers"),
    "scheme": _scheme,
    "query": lambda _inspection: say("Query"),
    "values": lambda _inspection: say("Values"),
    "grammar": lambda _inspection: say("Grammar"),
}

# What is said in each for as long as there is no text.
PURPOSES: Mapping[str, Callable[[], str]] = {
    "escapes": lambda: say("Lists all percent-encoding and its decoded text, layer by layer."),
    "normal": lambda: say("Shows the normal form of the link, step by step."),
    "readings": lambda: say("Compares how the four editions, browsers and Python parse the link."),
    "scheme": lambda: say("Shows what the scheme defines and what an app would do with the link."),
    "query": lambda: say("Shows the query as a table whose keys and values can be edited."),
    "values": lambda: say(
        "Decodes what is written in the link: links, encodings, identifiers, times."
    ),
    "grammar": lambda: say("Shows how the grammar matches the link, and where it does not."),
}
