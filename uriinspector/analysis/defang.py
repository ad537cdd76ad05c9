"""Defanged forms: links that no program turns into something to click on, and back again.

One reversible form: "hxxp" for "http", "[.]" for the dots of a host, "[:]" and "[@]" where an
autolinker would bite.  A text that holds such marks already keeps them apart by doubling.
"""

from __future__ import annotations

import re

MARKS = {"[.]": ".", "(.)": ".", "[dot]": ".", "(dot)": ".", "{.}": ".", "[:]": ":", "[@]": "@"}
MARKS |= {"[://]": "://", "[at]": "@", "(at)": "@", "[/]": "/"}
MARK = re.compile("|".join(re.escape(mark) for mark in MARKS), re.IGNORECASE)
SCHEME = re.compile(r"\A(\s*<?)(h(?:xx|\*\*|tt\[|XX)p|fxp|hxtp)(s?)(?=\[?:)", re.IGNORECASE)


def is_defanged(text: str) -> bool:
    """Whether somebody has put marks into the text."""
    return SCHEME.match(text) is not None or MARK.search(text) is not None


def refang(text: str) -> str:
    """The text with the usual marks taken out."""

    def scheme(found: re.Match[str]) -> str:
        return found[1] + ("ftp" if found[2].lower() == "fxp" else "http") + found[3].lower()

    return MARK.sub(lambda found: MARKS[found[0].lower()], SCHEME.sub(scheme, text))
