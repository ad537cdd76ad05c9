"""What stands on each tab, and what will stand in it: known before the tab itself is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uriinspector.analysis.inspection import Inspection

LONGEST_NAME = 24


def _scheme(inspection: Inspection | None) -> str:
    """Name the scheme."""
    scheme = inspection.reference.scheme if inspection else None
    if scheme is None:
        return say("Scheme")
    return say("Scheme: {scheme}", scheme=scheme[:LONGEST_NAME].lower())


def _nested(inspection: Inspection | None) -> str:
    """Say how many there are, if there are any."""
    count = len(inspection.nested) if inspection else 0
    return say("Nested ({count})", count=count) if count else say("Nested")


# In the order of the bar.
TITLES: Mapping[str, Callable[[Inspection | None], str]] = {
    "escapes": lambda _inspection: say("Escapes"),
    "normal": lambda _inspection: say("Normal form"),
    "readings": lambda _inspection: say("Readings"),
    "scheme": _scheme,
    "nested": _nested,
    "grammar": lambda _inspection: say("Grammar"),
}

# What is said in each for as long as there is no text.
PURPOSES: Mapping[str, Callable[[], str]] = {
    "escapes": lambda: say(
        "Every escape of the text will stand here, and what it decodes to layer by layer."
    ),
    "normal": lambda: say("The text will be brought to its normal form here, rung by rung."),
    "readings": lambda: say(
        "What four editions, browsers and Python make of the text will stand here side by side."
    ),
    "scheme": lambda: say(
        "What the scheme says about the text, and what a client would do, will stand here."
    ),
    "nested": lambda: say(
        "References inside of the text will stand here, each with its own verdict."
    ),
    "grammar": lambda: say(
        "The rules that derive the text will stand here, and the places where they fail."
    ),
}
