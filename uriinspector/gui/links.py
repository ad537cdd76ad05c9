"""Links in a running text, as the appendix on delimiters of each edition has them stand there.

Each expression goes over the text once: where a piece is no link, the next one begins behind it.
"""

from __future__ import annotations

import re

from uriinspector.analysis.defang import BARE

MOST = 500
# RFC 3986 C: "<" and ">" delimit best; within them white space is no part of the reference.
LINK = re.compile(
    r"<(?:URL:)?\s*+(?P<bracketed>[A-Za-z][A-Za-z0-9+.-]*+:[^<>]++)>"
    r"|(?P<bare>(?<![A-Za-z0-9+.-])(?:"
    rf"(?:{BARE}|urn):[^\s<>\"]++"
    r"|[A-Za-z][A-Za-z0-9+.-]*+:[/\\]{2}[^\s<>\"]++"
    r"|www\.[^\s<>\"]++))",
    re.IGNORECASE,
)
SPACE = re.compile(r"\s++")
# What ends a sentence or a quotation and hardly ever a link.
ENDS = frozenset(".,;:!?'*_’”»…")
PAIRS = {")": "(", "]": "[", "}": "{"}


def links_in(text: str, most: int = MOST) -> list[str]:
    """The links in a text in their order, each once."""
    found: dict[str, None] = {}
    for each in LINK.finditer(text):
        bracketed = each["bracketed"]
        link = trimmed(each["bare"]) if bracketed is None else SPACE.sub("", bracketed)
        found[link] = None
        if len(found) == most:
            break
    return list(found)


def trimmed(link: str) -> str:
    """The link without what belongs to the sentence around it: a bracket that it never opened."""
    spare = {close: link.count(close) - link.count(opened) for close, opened in PAIRS.items()}
    end = len(link)
    while end:
        last = link[end - 1]
        if last in PAIRS and spare[last] > 0:
            spare[last] -= 1
        elif last not in ENDS:
            break
        end -= 1
    return link[:end]
